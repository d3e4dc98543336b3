#include "gateway/config/toml_reader.h"

// Header only and without exceptions: a build of toml++ that belongs to this file alone.
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#define TOML_MAX_NESTED_VALUES 16
// toml++ 3.3 asserts things that a file can break, as by "[=]": an abort in a debug build, and undefined
// behaviour in a release build, where NDEBUG makes them promises to the optimizer. The code behind them
// copes. Without NDEBUG they are what TOML_ASSERT says: nothing. (The test with random edits found it.)
#undef NDEBUG
#define TOML_ASSERT(expr) static_assert(true)
#include <toml++/toml.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace argwright::gateway {

std::string_view toml_kind_name(TomlValue::Kind kind) {
  switch (kind) {
    case TomlValue::Kind::kString: return "a string";
    case TomlValue::Kind::kInteger: return "an integer";
    case TomlValue::Kind::kFloat: return "a number";
    case TomlValue::Kind::kBoolean: return "a boolean";
    case TomlValue::Kind::kTime: return "a date or time";
    case TomlValue::Kind::kArray: return "a list";
    case TomlValue::Kind::kTable: return "a table";
  }
  return "";
}

const TomlMember* TomlValue::find(std::string_view key) const {
  const auto found =
      std::ranges::find_if(members, [&](const TomlMember& member) { return member.key == key; });
  return found == members.end() ? nullptr : &*found;
}

namespace {

constexpr std::size_t kMaxText = std::size_t{1} << 20;
// A dotted key nests a table for every dot, and toml++ frees them by recursion.
constexpr std::size_t kMaxDotsOfLine = 1000;

Place place_of(const toml::source_region& region) {
  return {static_cast<std::size_t>(region.begin.line), static_cast<std::size_t>(region.begin.column)};
}

TomlValue convert(const toml::node& node);

TomlValue convert_table(const toml::table& table) {
  TomlValue value;
  value.kind = TomlValue::Kind::kTable;
  for (const auto& [key, child] : table) {
    // toml++ sorts by name; ours stand as in the file.
    TomlMember member{std::string(key.str()), place_of(key.source()), convert(child)};
    const auto at = std::ranges::upper_bound(value.members, member.place, {}, &TomlMember::place);
    value.members.insert(at, std::move(member));
  }
  return value;
}

TomlValue convert(const toml::node& node) {
  TomlValue value;
  value.kind = TomlValue::Kind::kTime;
  if (const auto* const table = node.as_table()) {
    value = convert_table(*table);
  } else if (const auto* const array = node.as_array()) {
    value.kind = TomlValue::Kind::kArray;
    for (const toml::node& item : *array) value.items.push_back(convert(item));
  } else if (const auto* const text = node.as_string()) {
    value.kind = TomlValue::Kind::kString;
    value.text = text->get();
  } else if (const auto* const integer = node.as_integer()) {
    value.kind = TomlValue::Kind::kInteger;
    value.integer = integer->get();
  } else if (const auto* const number = node.as_floating_point()) {
    value.kind = TomlValue::Kind::kFloat;
    value.number = number->get();
  } else if (const auto* const boolean = node.as_boolean()) {
    value.kind = TomlValue::Kind::kBoolean;
    value.boolean = boolean->get();
  }
  value.place = place_of(node.source());
  return value;
}

// Nothing, or why the text is not even tried.
std::optional<TomlFault> bounds_fault(std::string_view text) {
  if (text.size() > kMaxText) return TomlFault{{}, "is larger than 1MiB"};
  std::size_t line = 1;
  std::size_t dots = 0;
  for (const char c : text) {
    if (c == '\n') {
      ++line;
      dots = 0;
    } else if (c == '.' && ++dots > kMaxDotsOfLine) {
      return TomlFault{{line, 1}, "has more than 1000 dots in this line"};
    }
  }
  return std::nullopt;
}

}  // namespace

std::variant<TomlValue, TomlFault> read_toml(std::string_view text) {
  if (auto fault = bounds_fault(text)) return *std::move(fault);
  const toml::parse_result result = toml::parse(text);
  if (!result) {
    return TomlFault{place_of(result.error().source()),
                     "cannot be read as TOML: " + std::string(result.error().description())};
  }
  return convert_table(result.table());
}

}  // namespace argwright::gateway
