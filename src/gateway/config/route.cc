// [[route]]
#include <algorithm>
#include <array>

#include "gateway/config/parts.h"

namespace argwright::gateway {
namespace {

constexpr std::array kTargetFields = {
    text_field<&RouteTarget::upstream>("name"),
    count_field<&RouteTarget::weight, 1, 1'000'000>("weight"),
    Field<RouteTarget>{"model",
                       [](const Entry& entry, RouteTarget& target) {
                         auto read = entry.text();
                         if (!read) return;
                         if (read->empty()) {
                           entry.fail("must not be empty",
                                      "leave it out to keep the name that the client uses");
                         } else {
                           target.model = *std::move(read);
                         }
                       },
                       [](const RouteTarget& target) { return json::Value(target.model); }},
};

// "a", or {name = "a", weight = 3, model = "m"}
void read_target(const Entry& entry, RouteTarget& target) {
  if (entry.value().kind == TomlValue::Kind::kString) {
    target.upstream = entry.value().text;
  } else if (entry.value().kind == TomlValue::Kind::kTable) {
    read_fields<RouteTarget>(entry, kTargetFields, target);
    if (entry.value().find("name") == nullptr) entry.fail_missing("name", "is missing");
  } else {
    entry.fail("must be the name of an upstream, or a table as in { name = \"a\", weight = 3 }");
  }
}

json::Value show_target(const RouteTarget& target) {
  json::Object members = {{"name", json::Value(target.upstream)}};
  if (target.weight != 0) members.push_back({"weight", json::Value::integer(target.weight)});
  if (!target.model.empty()) members.push_back({"model", json::Value(target.model)});
  return json::Value(std::move(members));
}

void read_targets(const Entry& entry, RouteConfig& route) {
  if (!entry.is_list()) return;
  std::size_t weighted = 0;
  for (std::size_t at = 0; at < entry.value().items.size(); ++at) {
    const Entry item = entry.item(at);
    RouteTarget target;
    read_target(item, target);
    if (item.value().find("weight") != nullptr) ++weighted;
    const bool twice = std::ranges::any_of(route.targets, [&](const RouteTarget& other) {
      return !target.upstream.empty() && other.upstream == target.upstream && other.model == target.model;
    });
    if (twice) item.fail(quoted(target.upstream) + " stands there twice");
    // Kept where it is wrong, too: the indexes are those of the file.
    route.targets.push_back(std::move(target));
  }
  if (weighted != 0 && weighted != entry.value().items.size())
    entry.fail("mixes upstreams with and without a weight", "give a weight to all of them or to none");
}

constexpr std::array kFields = {
    Field<RouteConfig>{"models",
                       [](const Entry& entry, RouteConfig& route) { read_patterns(entry, route.models); },
                       [](const RouteConfig& route) {
                         return json::Value(json::Array(route.models.begin(), route.models.end()));
                       }},
    Field<RouteConfig>{"upstreams", read_targets,
                       [](const RouteConfig& route) {
                         json::Array targets;
                         for (const RouteTarget& target : route.targets)
                           targets.push_back(show_target(target));
                         return json::Value(std::move(targets));
                       }},
};

void require_items(const Entry& entry, std::string_view key, const char* example) {
  const TomlMember* const member = entry.value().find(key);
  if (member == nullptr) {
    entry.fail_missing(key, "is missing", example);
  } else if (member->value.kind == TomlValue::Kind::kArray && member->value.items.empty()) {
    entry.member(*member).fail("must not be empty", example);
  }
}

}  // namespace

RouteConfig read_route(const Entry& entry) {
  RouteConfig route;
  read_fields<RouteConfig>(entry, kFields, route);
  require_items(entry, "models", "write for example models = [\"gpt-*\"], or [\"*\"] for all");
  require_items(entry, "upstreams", "write for example upstreams = [\"a\", \"b\"]");
  return route;
}

json::Value show_route(const RouteConfig& route) { return show_fields<RouteConfig>(kFields, route); }

}  // namespace argwright::gateway
