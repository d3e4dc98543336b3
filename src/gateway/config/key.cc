// [[key]]
#include <algorithm>
#include <array>

#include "gateway/config/parts.h"
#include "gateway/key_hash.h"

namespace argwright::gateway {
namespace {

// The value is not repeated: it may be the key itself.
void read_digest(const Entry& entry, KeyConfig& key) {
  auto digest = entry.text();
  if (!digest) return;
  for (char& c : *digest) {
    if (c >= 'A' && c <= 'F') c = static_cast<char>(c - 'A' + 'a');
  }
  const bool hex =
      std::ranges::all_of(*digest, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
  if (digest->size() == 64 && hex) {
    key.sha256 = *std::move(digest);
  } else if (hex) {
    entry.fail("must have 64 hexadecimal digits, not " + std::to_string(digest->size()),
               "printf %s KEY | sha256sum");
  } else {
    entry.fail("must be 64 hexadecimal digits, the SHA-256 of the key", "printf %s KEY | sha256sum");
  }
}

json::Value show_number(double number) {
  const auto whole = static_cast<std::int64_t>(number);
  if (static_cast<double>(whole) == number) return json::Value::integer(whole);
  return json::Value(json::Number{std::to_string(number)});
}

constexpr std::array kFields = {
    Field<KeyConfig>{"name", [](const Entry& entry, KeyConfig& key) { read_name(entry, key.name); },
                     [](const KeyConfig& key) { return json::Value(key.name); }},
    Field<KeyConfig>{"sha256", read_digest, nullptr},
    Field<KeyConfig>{"env",
                     [](const Entry& entry, KeyConfig& key) {
                       if (const auto text = read_from_environment(entry)) key.sha256 = sha256_hex(*text);
                     },
                     nullptr},
    Field<KeyConfig>{
        "models",
        [](const Entry& entry, KeyConfig& key) {
          read_patterns(entry, key.models);
          // No pattern means all models; whoever writes [] means none.
          if (entry.value().kind == TomlValue::Kind::kArray && entry.value().items.empty())
            entry.fail("must not be empty", "leave it out to allow all models");
        },
        [](const KeyConfig& key) { return json::Value(json::Array(key.models.begin(), key.models.end())); }},
    Field<KeyConfig>{"requests_per_minute",
                     [](const Entry& entry, KeyConfig& key) {
                       if (const auto read = entry.number(0, 1e9)) key.requests_per_minute = *read;
                     },
                     [](const KeyConfig& key) { return show_number(key.requests_per_minute); }},
    count_field<&KeyConfig::concurrent, 0, 1'000'000>("concurrent"),
    flag_field<&KeyConfig::admin>("admin"),
};

}  // namespace

KeyConfig read_key(const Entry& entry) {
  KeyConfig key;
  read_fields<KeyConfig>(entry, kFields, key);
  if (entry.value().find("name") == nullptr) entry.fail_missing("name", "is missing");
  const bool digest = entry.value().find("sha256") != nullptr;
  const TomlMember* const env = entry.value().find("env");
  if (digest && env != nullptr) {
    entry.member(*env).fail("and sha256 exclude each other");
  } else if (!digest && env == nullptr) {
    entry.fail_missing(
        "sha256", "or env is missing",
        "write env = \"NAME\" with the variable that holds the key, or sha256 = \"..\" with its digest");
  }
  return key;
}

json::Value show_key(const KeyConfig& key) { return show_fields<KeyConfig>(kFields, key); }

}  // namespace argwright::gateway
