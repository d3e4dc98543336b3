#include "gateway/config/root.h"

#include <array>

#include "gateway/config/parts.h"
#include "gateway/config/sections.h"
#include "gateway/config/whole_check.h"

namespace argwright::gateway {
namespace {

// [limits] and its like. Fields is the function that gives the table of its keys.
template <auto Member, auto Fields>
constexpr Field<Config> section_field(std::string_view key) {
  using Section = ValueOf<Member>;
  return {key,
          [](const Entry& entry, Config& config) {
            if (entry.is_table()) read_fields<Section>(entry, Fields(), config.*Member);
          },
          [](const Config& config) { return show_fields<Section>(Fields(), config.*Member); }};
}

// [[upstream]] and its like. Elements that are no tables are kept with their defaults: indexes are those of
// the file.
template <auto Member, auto Read, auto Show>
constexpr Field<Config> list_field(std::string_view key) {
  return {key,
          [](const Entry& entry, Config& config) {
            if (entry.value().kind != TomlValue::Kind::kArray) {
              entry.fail("must be a list of tables", "write [[" + entry.where() + "]]");
              return;
            }
            (config.*Member).clear();  // some are read ahead
            for (std::size_t at = 0; at < entry.value().items.size(); ++at) {
              const Entry item = entry.item(at);
              auto& element = (config.*Member).emplace_back();
              if (item.is_table()) element = Read(item.named(subject_of(item)), config);
            }
          },
          [](const Config& config) {
            json::Array shown;
            for (const auto& element : config.*Member) shown.push_back(Show(element));
            return json::Value(std::move(shown));
          }};
}

ListenerConfig listener_of(const Entry& entry, const Config& /*config*/) { return read_listener(entry); }
UpstreamConfig upstream_of(const Entry& entry, const Config& config) {
  return read_upstream(entry, config.timeouts, provider::Profiles(config.providers));
}
provider::ProfileRow provider_of(const Entry& entry, const Config& config) {
  // The row that is being read stands in the list already, without a name.
  const std::span rows(config.providers);
  return read_provider(entry, provider::Profiles(rows.first(rows.size() - 1)));
}
RouteConfig route_of(const Entry& entry, const Config& /*config*/) { return read_route(entry); }
KeyConfig key_of(const Entry& entry, const Config& /*config*/) { return read_key(entry); }

const std::vector<Field<Config>>& fields() {
  static const std::vector<Field<Config>> all = [] {
    const std::span<const Field<Config>> top = top_fields();
    std::vector<Field<Config>> rows(top.begin(), top.end());
    rows.insert(rows.end(), {list_field<&Config::listeners, listener_of, show_listener>("listener"),
                             list_field<&Config::providers, provider_of, show_provider>("provider"),
                             list_field<&Config::upstreams, upstream_of, show_upstream>("upstream"),
                             list_field<&Config::routes, route_of, show_route>("route"),
                             list_field<&Config::keys, key_of, show_key>("key"),
                             section_field<&Config::governance, governance_fields>("governance"),
                             section_field<&Config::timeouts, timeouts_fields>("timeouts"),
                             section_field<&Config::limits, limits_fields>("limits"),
                             section_field<&Config::retry, retry_fields>("retry"),
                             section_field<&Config::store, store_fields>("store"),
                             section_field<&Config::reasoning, reasoning_fields>("reasoning"),
                             section_field<&Config::log, log_fields>("log")});
    return rows;
  }();
  return all;
}

// The switches of the seeds: where they are set they win over the file, and "0" is off (S2-42, S2-43).
void apply_switch(const Surroundings& outside, const char* name, bool& setting) {
  const auto value = outside.environment(name);
  if (value && !value->empty()) setting = *value != "0";
}

}  // namespace

std::span<const Field<Config>> root_fields() { return fields(); }

Config read_root(const Entry& root) {
  Config config;
  // Upstreams begin with these, wherever in the file they stand. What is wrong in them is told once, below.
  IssueLog unheard("");
  const ReadContext quiet{root.context().outside, unheard};
  const Entry early = Entry::root(quiet, root.value());
  for (const Field<Config>& field : fields()) {
    if (field.key != "timeouts" && field.key != "provider") continue;
    if (const TomlMember* const member = root.value().find(field.key))
      field.read(early.member(*member), config);
  }
  read_fields<Config>(root, fields(), config);
  apply_switch(root.context().outside, "RCC_TOOL_ENHANCE", config.governance.calls.tool_enhance);
  apply_switch(root.context().outside, "RCC_SSE_TOOL_AGGREGATE", config.governance.calls.sse_tool_aggregate);
  check_whole(root, config);
  if (config.listeners.empty()) config.listeners.emplace_back();
  return config;
}

}  // namespace argwright::gateway
