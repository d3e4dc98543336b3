// [[provider]]: rows of the provider table that a user adds or changes.
#include <array>
#include <charconv>
#include <utility>

#include "gateway/config/base_url.h"
#include "gateway/config/parts.h"
#include "gateway/config/suggestion.h"
#include "provider/profile_fields.h"

namespace argwright::gateway {
namespace {

using provider::FieldKind;
using provider::ProfileField;
using provider::ProfileRow;
using provider::Profiles;

constexpr std::array<std::string_view, 3> kOwnKeys = {"name", "like", "models"};

json::Value number_of(double number) {
  std::array<char, 32> digits{};
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  return json::Value(json::Number{error == std::errc() ? std::string(digits.data(), end) : "0"});
}

// As it goes on the wire; nothing, having complained, for what JSON does not have.
std::optional<json::Value> to_json(const Entry& entry) {
  const TomlValue& value = entry.value();
  switch (value.kind) {
    case TomlValue::Kind::kString: return json::Value(value.text);
    case TomlValue::Kind::kInteger: return json::Value::integer(value.integer);
    case TomlValue::Kind::kBoolean: return json::Value(value.boolean);
    case TomlValue::Kind::kFloat:
      if (value.number - value.number != 0) break;  // no JSON for what is not finite
      return number_of(value.number);
    case TomlValue::Kind::kTime: break;
    case TomlValue::Kind::kArray: {
      json::Array items;
      for (std::size_t at = 0; at < value.items.size(); ++at) {
        auto item = to_json(entry.item(at));
        if (!item) return std::nullopt;
        items.push_back(*std::move(item));
      }
      return json::Value(std::move(items));
    }
    case TomlValue::Kind::kTable: {
      json::Object members;
      for (const TomlMember& member : value.members) {
        auto read = to_json(entry.member(member));
        if (!read) return std::nullopt;
        members.push_back({member.key, *std::move(read)});
      }
      return json::Value(std::move(members));
    }
  }
  entry.fail("must be a value that JSON has", "write dates as strings");
  return std::nullopt;
}

std::optional<json::Value> read_url(const Entry& entry) {
  const auto text = entry.text();
  if (!text) return std::nullopt;
  Result<std::string> url = parse_base_url(*text);
  if (url) return json::Value(*std::move(url));
  entry.fail(url.error().message);
  return std::nullopt;
}

std::optional<json::Value> read_list(const Entry& entry, const ProfileField& field) {
  if (!entry.is_list()) return std::nullopt;
  json::Array items;
  for (std::size_t at = 0; at < entry.value().items.size(); ++at) {
    const Entry item = entry.item(at);
    if (field.kind == FieldKind::kWords) {
      if (const auto word = item.choice(field.words)) items.emplace_back(field.words[*word]);
    } else if (auto text = item.text()) {
      if (text->empty()) {
        item.fail("must not be empty");
      } else {
        items.emplace_back(*std::move(text));
      }
    }
  }
  return json::Value(std::move(items));
}

std::optional<json::Value> read_setting(const Entry& entry, const ProfileField& field) {
  switch (field.kind) {
    case FieldKind::kUrl: return read_url(entry);
    case FieldKind::kTexts:
    case FieldKind::kWords: return read_list(entry, field);
    case FieldKind::kObject: return entry.is_table() ? to_json(entry) : std::nullopt;
    case FieldKind::kText:
      if (auto text = entry.text()) return json::Value(*std::move(text));
      return std::nullopt;
    case FieldKind::kFlag:
      if (const auto flag = entry.boolean()) return json::Value(*flag);
      return std::nullopt;
    case FieldKind::kWord:
      if (const auto word = entry.choice(field.words)) return json::Value(field.words[*word]);
      return std::nullopt;
  }
  return std::nullopt;
}

void read_like(const Entry& entry, const Profiles& known, ProfileRow& row) {
  const std::vector<std::string_view> names = known.names();
  if (const auto read = entry.choice(names)) row.like = names[*read];
}

std::vector<std::string_view> known_keys() {
  std::vector<std::string_view> keys(kOwnKeys.begin(), kOwnKeys.end());
  for (const ProfileField& field : provider::profile_fields()) keys.push_back(field.key);
  return keys;
}

}  // namespace

ProfileRow read_provider(const Entry& entry, const Profiles& known) {
  ProfileRow row;
  for (const TomlMember& member : entry.value().members) {
    const Entry inner = entry.member(member);
    if (member.key == "name") {
      read_name(inner, row.name);
    } else if (member.key == "like") {
      read_like(inner, known, row);
    } else if (member.key == "models") {
      read_patterns(inner, row.models);
      if (member.value.kind == TomlValue::Kind::kArray && member.value.items.empty())
        inner.fail("must not be empty", "leave it out to mean all models");
    } else if (const ProfileField* const field = provider::profile_field(member.key)) {
      if (auto value = read_setting(inner, *field)) row.settings.push_back({member.key, *std::move(value)});
    } else {
      complain_unknown(entry, member, known_keys());
    }
  }
  const TomlMember* const like = entry.value().find("like");
  if (entry.value().find("name") == nullptr) {
    entry.fail_missing("name", "is missing", "a new name, or that of a provider whose rows are changed");
  } else if (like != nullptr && known.by_name(row.name) != nullptr) {
    entry.member(*like).fail("is for new providers; " + quoted(row.name) + " is there already",
                             "leave it out, or choose another name");
  }
  return row;
}

json::Value show_provider(const ProfileRow& row) {
  json::Object members = {{"name", json::Value(row.name)}};
  if (!row.like.empty()) members.push_back({"like", json::Value(row.like)});
  if (!row.models.empty())
    members.push_back({"models", json::Value(json::Array(row.models.begin(), row.models.end()))});
  members.insert(members.end(), row.settings.begin(), row.settings.end());
  return json::Value(std::move(members));
}

}  // namespace argwright::gateway
