#include "gateway/config/whole_check.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "gateway/config/address.h"
#include "gateway/config/glob.h"
#include "gateway/config/parts.h"
#include "gateway/config/suggestion.h"

namespace argwright::gateway {
namespace {

// The elements of [[upstream]] and its like, as many as the configuration has.
std::vector<Entry> elements(const Entry& root, std::string_view list) {
  std::vector<Entry> all;
  const TomlMember* const member = root.value().find(list);
  if (member == nullptr || member->value.kind != TomlValue::Kind::kArray) return all;
  const Entry entry = root.member(*member);
  for (std::size_t at = 0; at < member->value.items.size(); ++at)
    all.push_back(entry.item(at).named(subject_of(entry.item(at))));
  return all;
}

// Complains at the given key of each element whose value an earlier element has, too. Empty values, those
// that could not be read, are no duplicates.
class Uniqueness {
 public:
  void check(const Entry& element, std::string_view key, const std::string& value) {
    if (value.empty()) return;
    const auto [first, is_new] = seen_.try_emplace(value, element.value().place);
    const TomlMember* const member = element.value().find(key);
    if (is_new || member == nullptr) return;
    // Not the value: it may be a digest.
    element.member(*member).fail("is used already, in line " + std::to_string(first->second.line));
  }

 private:
  std::map<std::string, Place> seen_;
};

void check_upstreams(const Entry& root, const Config& config) {
  if (root.value().find("upstream") == nullptr || config.upstreams.empty()) {
    const bool wrong_kind = root.value().find("upstream") != nullptr &&
                            root.value().find("upstream")->value.kind != TomlValue::Kind::kArray;
    if (!wrong_kind) {
      root.fail_inside({}, "upstream", "there is no upstream",
                       "add [[upstream]] with name = \"openai\" and provider = \"openai\"");
    }
    return;
  }
  Uniqueness names;
  const std::vector<Entry> upstreams = elements(root, "upstream");
  for (std::size_t at = 0; at < upstreams.size(); ++at) {
    const std::string& name = config.upstreams[at].name;
    names.check(upstreams[at], "name", name);
  }
}

void check_keys(const Entry& root, const Config& config) {
  Uniqueness names;
  Uniqueness digests;
  const std::vector<Entry> keys = elements(root, "key");
  for (std::size_t at = 0; at < keys.size(); ++at) {
    const KeyConfig& key = config.keys[at];
    names.check(keys[at], "name", key.name);
    const bool from_environment = keys[at].value().find("env") != nullptr;
    digests.check(keys[at], from_environment ? "env" : "sha256", key.sha256);
  }
}

void check_listeners(const Entry& root, const Config& config) {
  Uniqueness addresses;
  const std::vector<Entry> listeners = elements(root, "listener");
  for (std::size_t at = 0; at < listeners.size(); ++at) {
    const ListenerConfig& listener = config.listeners[at];
    const TomlMember* const address = listeners[at].value().find("address");
    // Port 0 is another one each time.
    if (listener.port != 0)
      addresses.check(listeners[at], "address", show_address(listener.address, listener.port));
    if (address == nullptr || is_loopback(listener.address)) continue;
    if (config.insecure || !config.keys.empty()) continue;
    listeners[at].member(*address).fail(
        quoted(show_address(listener.address, listener.port)) +
            " can be reached from other machines, and there are no client keys",
        "add a [[key]] to the configuration, or allow it by insecure = true (--insecure)");
  }
}

void check_targets(const Entry& route, const RouteConfig& config, std::span<const std::string_view> known) {
  const TomlMember* const member = route.value().find("upstreams");
  if (member == nullptr || member->value.kind != TomlValue::Kind::kArray) return;
  const Entry targets = route.member(*member);
  for (std::size_t at = 0; at < config.targets.size(); ++at) {
    const std::string& name = config.targets[at].upstream;
    const Entry target = targets.item(at);
    const TomlMember* const inner = target.value().find("name");
    const bool is_text = target.value().kind == TomlValue::Kind::kString ||
                         (inner != nullptr && inner->value.kind == TomlValue::Kind::kString);
    if (!is_text || std::ranges::find(known, name) != known.end()) continue;
    (inner != nullptr ? target.member(*inner) : target)
        .fail(quoted(name) + " is no upstream", did_you_mean(name, known));
  }
}

// A pattern that an earlier one takes everything from is most often a slip in the order of the routes.
void check_reach(const std::vector<Entry>& routes) {
  struct Earlier {
    std::string pattern;
    Place place;
  };
  std::vector<Earlier> earlier;
  for (const Entry& route : routes) {
    const TomlMember* const member = route.value().find("models");
    if (member == nullptr || member->value.kind != TomlValue::Kind::kArray) continue;
    const Entry models = route.member(*member);
    for (std::size_t at = 0; at < member->value.items.size(); ++at) {
      const TomlValue& item = member->value.items[at];
      if (item.kind != TomlValue::Kind::kString || item.text.empty()) continue;
      const auto taken = std::ranges::find_if(
          earlier, [&](const Earlier& other) { return glob_covers(other.pattern, item.text); });
      if (taken != earlier.end()) {
        models.item(at).warn(quoted(item.text) + " is never reached: " + quoted(taken->pattern) +
                             " of line " + std::to_string(taken->place.line) + " takes all of it");
      }
      earlier.push_back({item.text, item.place});
    }
  }
}

void check_routes(const Entry& root, const Config& config) {
  std::vector<std::string_view> known;
  for (const UpstreamConfig& upstream : config.upstreams) {
    if (!upstream.name.empty()) known.push_back(upstream.name);
  }
  const std::vector<Entry> routes = elements(root, "route");
  std::set<std::string_view> used;
  for (std::size_t at = 0; at < routes.size(); ++at) {
    check_targets(routes[at], config.routes[at], known);
    for (const RouteTarget& target : config.routes[at].targets) used.insert(target.upstream);
  }
  check_reach(routes);

  const std::vector<Entry> upstreams = elements(root, "upstream");
  for (std::size_t at = 0; at < upstreams.size(); ++at) {
    const std::string& name = config.upstreams[at].name;
    if (name.empty()) continue;
    if (routes.empty() && at != 0) {
      upstreams[at].warn("is never asked: without a [[route]] the first upstream takes all");
    } else if (!routes.empty() && !used.contains(name)) {
      upstreams[at].warn("is never asked: no [[route]] names it");
    }
  }
}

}  // namespace

void check_whole(const Entry& root, const Config& config) {
  check_upstreams(root, config);
  check_keys(root, config);
  check_listeners(root, config);
  check_routes(root, config);
}

}  // namespace argwright::gateway
