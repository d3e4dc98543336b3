// [[upstream]]
#include <algorithm>
#include <array>
#include <limits>

#include "gateway/config/base_url.h"
#include "gateway/config/header_rules.h"
#include "gateway/config/parts.h"
#include "gateway/config/sections.h"
#include "provider/profiles.h"

namespace argwright::gateway {
namespace {

constexpr std::string_view kHidden = "***";

constexpr std::array<std::string_view, 3> kProtocolWords = {"chat", "responses", "messages"};

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

void read_base_url(const Entry& entry, UpstreamConfig& upstream) {
  const auto text = entry.text();
  if (!text) return;
  Result<std::string> url = parse_base_url(*text);
  if (url) {
    upstream.base_url = *std::move(url);
  } else {
    entry.fail(url.error().message);
  }
}

void read_headers(const Entry& entry, UpstreamConfig& upstream) {
  if (!entry.is_table()) return;
  for (const TomlMember& member : entry.value().members) {
    const Entry header = entry.member(member);
    const auto value = header.text();
    std::string fault = header_name_fault(member.key);
    if (fault.empty() && value) fault = header_value_fault(*value);
    const bool twice = std::ranges::any_of(
        upstream.headers, [&](const auto& other) { return lower(other.first) == lower(member.key); });
    if (fault.empty() && twice) fault = "stands there twice; upper and lower case do not count";
    if (!fault.empty()) {
      header.fail(fault);
    } else if (value) {
      upstream.headers.emplace_back(member.key, *value);
    }
  }
}

json::Value show_headers(const UpstreamConfig& upstream) {
  json::Object members;
  for (const auto& [name, value] : upstream.headers) members.push_back({name, json::Value(kHidden)});
  return json::Value(std::move(members));
}

constexpr std::array kFields = {
    Field<UpstreamConfig>{
        "name", [](const Entry& entry, UpstreamConfig& upstream) { read_name(entry, upstream.name); },
        [](const UpstreamConfig& upstream) { return json::Value(upstream.name); }},
    Field<UpstreamConfig>{"provider",
                          [](const Entry& entry, UpstreamConfig& upstream) {
                            const std::vector<std::string_view> names = entry.context().providers->names();
                            if (const auto read = entry.choice(names)) upstream.provider = names[*read];
                          },
                          [](const UpstreamConfig& upstream) { return json::Value(upstream.provider); }},
    Field<UpstreamConfig>{"protocol",
                          [](const Entry& entry, UpstreamConfig& upstream) {
                            if (const auto read = entry.choice(kProtocolWords))
                              upstream.protocol = *protocol::protocol_by_name(kProtocolWords[*read]);
                          },
                          [](const UpstreamConfig& upstream) {
                            return json::Value(protocol::protocol_name(upstream.protocol));
                          }},
    Field<UpstreamConfig>{"base_url", read_base_url,
                          [](const UpstreamConfig& upstream) { return json::Value(upstream.base_url); }},
    Field<UpstreamConfig>{"api_key_env",
                          [](const Entry& entry, UpstreamConfig& upstream) {
                            auto key = read_from_environment(entry);
                            if (!key) return;
                            upstream.api_key_env = entry.value().text;
                            upstream.api_key = *std::move(key);
                          },
                          [](const UpstreamConfig& upstream) { return json::Value(upstream.api_key_env); }},
    Field<UpstreamConfig>{"headers", read_headers, show_headers},
    Field<UpstreamConfig>{
        "ca_file",
        [](const Entry& entry, UpstreamConfig& upstream) { read_file_name(entry, upstream.ca_file); },
        [](const UpstreamConfig& upstream) { return json::Value(upstream.ca_file); }},
    flag_field<&UpstreamConfig::verify_tls>("verify_tls"),
    count_field<&UpstreamConfig::max_connections, 0, 1'000'000>("max_connections"),
    Field<UpstreamConfig>{"timeouts",
                          [](const Entry& entry, UpstreamConfig& upstream) {
                            if (entry.is_table())
                              read_fields<Timeouts>(entry, timeouts_fields(), upstream.timeouts);
                          },
                          [](const UpstreamConfig& upstream) {
                            return show_fields<Timeouts>(timeouts_fields(), upstream.timeouts);
                          }},
};

// What the provider's row says where the file is silent.
void take_defaults(const Entry& entry, const provider::Profiles& providers, UpstreamConfig& upstream) {
  const TomlValue& table = entry.value();
  const provider::Profile* const row = providers.by_name(upstream.provider);
  if (row == nullptr) return;
  if (table.find("protocol") == nullptr) upstream.protocol = row->protocol;
  if (table.find("base_url") != nullptr) return;
  upstream.base_url = row->base_urls.of(upstream.protocol);
  if (!upstream.base_url.empty()) return;
  // A provider or protocol that was refused says nothing about what is missing.
  const TomlMember* const provider = table.find("provider");
  if (provider != nullptr && provider->value.text != row->name) return;
  if (!row->example_url.empty()) {
    entry.fail_missing("base_url", "is missing: the address of the API, as in " + quoted(row->example_url));
  } else {
    entry.fail_missing("base_url", "is missing: provider " + quoted(row->name) +
                                       " has no known address for protocol " +
                                       quoted(protocol::protocol_name(upstream.protocol)));
  }
}

}  // namespace

UpstreamConfig read_upstream(const Entry& entry, const Timeouts& defaults,
                             const provider::Profiles& providers) {
  UpstreamConfig upstream;
  upstream.timeouts = defaults;
  const ReadContext context{entry.context().outside, entry.context().issues, &providers};
  read_fields<UpstreamConfig>(entry.within(context), kFields, upstream);
  if (entry.value().find("name") == nullptr) entry.fail_missing("name", "is missing");
  take_defaults(entry, providers, upstream);
  return upstream;
}

json::Value show_upstream(const UpstreamConfig& upstream) {
  return show_fields<UpstreamConfig>(kFields, upstream);
}

}  // namespace argwright::gateway
