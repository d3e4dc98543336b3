#include "gateway/config/entry.h"

#include <algorithm>

#include "gateway/config/suggestion.h"
#include "gateway/config/units.h"

namespace argwright::gateway {
namespace {

std::string dotted(std::string_view path, std::string_view key) {
  return path.empty() ? std::string(key) : std::string(path) + "." + std::string(key);
}

// As TOML writes a key: bare where it can be, else in quotes. A long one is cut.
std::string spell_key(std::string_view key) {
  const bool bare = !key.empty() && std::ranges::all_of(key, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
  return bare && key.size() <= 60 ? std::string(key) : quoted(key);
}

std::string range_text(Bounds bounds) {
  return "must be between " + std::to_string(bounds.least) + " and " + std::to_string(bounds.most);
}

}  // namespace

std::string list_words(std::span<const std::string_view> words) {
  std::string out;
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (at != 0) out += at + 1 == words.size() ? " or " : ", ";
    out += "\"" + std::string(words[at]) + "\"";
  }
  return out;
}

Entry Entry::member(const TomlMember& member) const {
  const std::string key = spell_key(member.key);
  return {*context_, member.value, dotted(where_, key), subject_, dotted(label_, key)};
}

Entry Entry::item(std::size_t index) const {
  const std::string suffix = "[" + std::to_string(index) + "]";
  return {*context_, value_->items[index], where_ + suffix, subject_, label_ + suffix};
}

Entry Entry::named(std::string subject) const { return {*context_, *value_, where_, std::move(subject), {}}; }

std::string Entry::sentence(std::string_view text) const {
  if (const std::string* const flag = context_->issues.flag_at(where_))
    return *flag + " " + std::string(text);
  std::string out = subject_.empty() ? "" : subject_ + ": ";
  if (!label_.empty()) out += label_ + " ";
  return out + std::string(text);
}

void Entry::fail(std::string_view text, std::string suggestion) const {
  context_->issues.error(value_->place, where_, sentence(text), std::move(suggestion));
}

void Entry::warn(std::string_view text, std::string suggestion) const {
  context_->issues.warning(value_->place, where_, sentence(text), std::move(suggestion));
}

void Entry::fail_inside(Place place, std::string_view key, std::string_view text,
                        std::string suggestion) const {
  std::string message = subject_.empty() ? "" : subject_ + ": ";
  if (!label_.empty()) message += label_ + ": ";
  context_->issues.error(place, dotted(where_, spell_key(key)), message + std::string(text),
                         std::move(suggestion));
}

void Entry::fail_missing(std::string_view key, std::string_view text, std::string suggestion) const {
  TomlMember absent{std::string(key), value_->place, {}};
  absent.value.place = value_->place;
  member(absent).fail(text, std::move(suggestion));
}

bool Entry::is(TomlValue::Kind kind, std::string_view wanted) const {
  if (value_->kind == kind) return true;
  fail("must be " + std::string(wanted) + ", not " + std::string(toml_kind_name(value_->kind)));
  return false;
}

std::optional<std::string> Entry::text() const {
  if (!is(TomlValue::Kind::kString, "a string")) return std::nullopt;
  return value_->text;
}

std::optional<bool> Entry::boolean() const {
  if (!is(TomlValue::Kind::kBoolean, "true or false")) return std::nullopt;
  return value_->boolean;
}

std::optional<std::int64_t> Entry::integer(Bounds bounds) const {
  if (!is(TomlValue::Kind::kInteger, "an integer")) return std::nullopt;
  if (value_->integer < bounds.least || value_->integer > bounds.most) {
    fail(range_text(bounds) + ", not " + std::to_string(value_->integer));
    return std::nullopt;
  }
  return value_->integer;
}

std::optional<double> Entry::number(double least, double most) const {
  const bool whole = value_->kind == TomlValue::Kind::kInteger;
  if (!whole && !is(TomlValue::Kind::kFloat, "a number")) return std::nullopt;
  const double read = whole ? static_cast<double>(value_->integer) : value_->number;
  if (!(read >= least && read <= most)) {  // NaN is neither
    fail(range_text({static_cast<std::int64_t>(least), static_cast<std::int64_t>(most)}));
    return std::nullopt;
  }
  return read;
}

std::optional<std::chrono::milliseconds> Entry::duration() const {
  std::optional<std::chrono::milliseconds> read;
  switch (value_->kind) {
    case TomlValue::Kind::kString: read = parse_duration(value_->text); break;
    case TomlValue::Kind::kInteger: read = duration_of_seconds(static_cast<double>(value_->integer)); break;
    case TomlValue::Kind::kFloat: read = duration_of_seconds(value_->number); break;
    default: break;
  }
  if (!read) {
    const bool text = value_->kind == TomlValue::Kind::kString;
    fail((text ? quoted(value_->text) + " " : "") +
         R"(is no duration; write "500ms", "30s", "5m", "2h", "30d" or a number of seconds)");
  } else if (*read <= std::chrono::milliseconds(0)) {
    fail("must be more than zero");
    read.reset();
  }
  return read;
}

std::optional<std::int64_t> Entry::size(Bounds bounds) const {
  std::optional<std::int64_t> read;
  if (value_->kind == TomlValue::Kind::kString) read = parse_size(value_->text);
  if (value_->kind == TomlValue::Kind::kInteger) read = value_->integer;
  if (!read) {
    const bool text = value_->kind == TomlValue::Kind::kString;
    fail((text ? quoted(value_->text) + " " : "") +
         R"(is no size; write "64MiB", "1GiB", "4KB" or a number of bytes)");
  } else if (*read < bounds.least || *read > bounds.most) {
    fail("must be between " + show_size(static_cast<std::uint64_t>(bounds.least)) + " and " +
         show_size(static_cast<std::uint64_t>(bounds.most)));
    read.reset();
  }
  return read;
}

std::optional<std::size_t> Entry::choice(std::span<const std::string_view> words) const {
  if (!is(TomlValue::Kind::kString, "one of " + list_words(words))) return std::nullopt;
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (words[at] == value_->text) return at;
  }
  fail(quoted(value_->text) + " is none of " + list_words(words), did_you_mean(value_->text, words));
  return std::nullopt;
}

bool Entry::is_list() const { return is(TomlValue::Kind::kArray, "a list"); }

bool Entry::is_table() const { return is(TomlValue::Kind::kTable, "a table"); }

}  // namespace argwright::gateway
