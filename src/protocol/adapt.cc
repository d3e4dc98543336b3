#include "protocol/adapt.h"

#include <algorithm>
#include <array>
#include <utility>

namespace argwright::protocol {
namespace {

// What an item or a block is, not what it says: nothing is lost with it.
constexpr std::array<std::string_view, 4> kIdentity = {"type", "id", "status", "phase"};

// Where Messages takes `cache_control`.
constexpr std::array<std::string_view, 4> kCached = {"text", "image", "file", "tools[]"};

bool applies(Rewrite rewrite, bool foreign) {
  return rewrite == Rewrite::kAlways || (rewrite == Rewrite::kWhenForeign && foreign);
}

}  // namespace

std::string_view display_name(Protocol protocol) {
  static constexpr std::array<std::string_view, 3> kNames = {"Chat", "Responses", "Messages"};
  return kNames[static_cast<std::size_t>(protocol)];
}

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

bool says_nothing(const json::Value& value) {
  return value.is_null() || (value.is_array() && value.items().empty()) ||
         (value.is_object() && value.members().empty()) || (value.is_string() && value.string().empty());
}

void Adaptation::dropped(std::string_view what) const {
  warnings.add("dropped_member",
               std::string(what) + " has no counterpart in " + std::string(display_name(target)));
}

void Adaptation::drop_extras(Extras& extras, std::string_view where) const {
  // Clients of Chat that know Anthropic's models mark what is to be cached as Messages does.
  const bool caches =
      target == Protocol::kMessages && std::find(kCached.begin(), kCached.end(), where) != kCached.end();
  Extras kept;
  for (json::Member& extra : extras) {
    if (caches && extra.key == "cache_control" && extra.value.is_object()) {
      kept.push_back(std::move(extra));
      continue;
    }
    if (says_nothing(extra.value)) continue;
    if (!where.empty() && std::find(kIdentity.begin(), kIdentity.end(), extra.key) != kIdentity.end())
      continue;
    dropped(where.empty() ? extra.key : std::string(where) + "." + extra.key);
  }
  extras = std::move(kept);
}

Result<EncodedRequest> encode_adapted(const Request& request, Protocol target,
                                      const RequestEncodeOptions& options,
                                      json::Value (*write)(const Request&)) {
  EncodedRequest encoded;
  const bool foreign = request.origin != target;
  const bool names = applies(options.names, foreign);
  const bool ids = applies(options.ids, foreign);
  if (!foreign && !names && !ids) {
    encoded.body = write(request);
    return encoded;
  }
  Request copy = request;
  WarningLog warnings;
  const Adaptation adaptation{copy, target, options, warnings, encoded};
  if (ids) adapt_ids(adaptation);  // before the turns: texts that are made there name calls
  if (foreign) {
    for (const auto step : {adapt_members, adapt_tools, adapt_turns}) {
      if (std::optional<Error> error = step(adaptation)) return *std::move(error);
    }
  }
  if (names) adapt_names(adaptation);
  encoded.body = write(copy);
  encoded.warnings = warnings.take();
  return encoded;
}

}  // namespace argwright::protocol
