// One parameter of a tool, declared by a C++ type. Part of argwright/tool_builder.h, which shows it in use.
//
// T of param<T> is one of
//   std::string              text; kind() says Uri, Timestamp or AttachmentReference
//   bool, double             a Boolean, a Number
//   std::int64_t, int        an Integer
//   Token                    one of the words that one_of() lists
//   json::Value              an object; kind() says what else
//   json::Object             an object; members() says what is in it
//   json::Array              a list of anything
//   std::vector<T>           a list
//   std::map<std::string, T> a map; of anything where T is json::Value
//   std::optional<T>         any of these that may be absent
// All but std::optional are required, unless default_value() gives what the function gets instead.
#pragma once

#include <concepts>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "argwright/json.h"
#include "argwright/tool.h"

namespace argwright {

// A word out of a fixed set (ValueKind::kEnumToken).
struct Token {
  std::string text;
  bool operator==(const Token&) const = default;
};

// Does `Red` stand for a listed `red`?
enum class Letters : std::uint8_t { kAnyCase, kExactCase };

// Machinery of param() and make_tool(); not for direct use.
namespace builder {

// Reads a value; false when it is nothing of the kind. `out` is then unspecified.
bool read(const json::Value& value, std::string& out);
bool read(const json::Value& value, Token& out);
bool read(const json::Value& value, bool& out);
bool read(const json::Value& value, std::int64_t& out);
bool read(const json::Value& value, int& out);
bool read(const json::Value& value, double& out);
bool read(const json::Value& value, json::Value& out);
bool read(const json::Value& value, json::Array& out);
bool read(const json::Value& value, json::Object& out);
template <typename T>
bool read(const json::Value& value, std::vector<T>& out);
template <typename T>
bool read(const json::Value& value, std::map<std::string, T>& out);
template <typename T>
bool read(const json::Value& value, std::optional<T>& out);

json::Value json_of(const std::string& value);
json::Value json_of(const Token& value);
json::Value json_of(bool value);
json::Value json_of(std::int64_t value);
json::Value json_of(int value);
json::Value json_of(double value);  // null when not finite
json::Value json_of(const json::Value& value);
json::Value json_of(const json::Array& value);
json::Value json_of(const json::Object& value);
template <typename T>
json::Value json_of(const std::vector<T>& value);
template <typename T>
json::Value json_of(const std::map<std::string, T>& value);

// How a C++ type is declared. `Element` is what kind, bounds and words apply to.
template <ValueKind kOf, typename ElementType>
struct OneValue {
  using Element = ElementType;
  static constexpr ValueKind kKind = kOf;
  static constexpr Cardinality kCardinality = Cardinality::kSingle;
  static constexpr bool kRequired = true;
};
template <typename T>
struct Traits {};
template <typename T>
concept Declarable = requires { Traits<T>::kKind; };

template <>
struct Traits<std::string> : OneValue<ValueKind::kString, std::string> {};
template <>
struct Traits<Token> : OneValue<ValueKind::kEnumToken, Token> {};
template <>
struct Traits<bool> : OneValue<ValueKind::kBoolean, bool> {};
template <>
struct Traits<std::int64_t> : OneValue<ValueKind::kInteger, std::int64_t> {};
template <>
struct Traits<int> : OneValue<ValueKind::kInteger, int> {};
template <>
struct Traits<double> : OneValue<ValueKind::kNumber, double> {};
template <>
struct Traits<json::Value> : OneValue<ValueKind::kJsonObject, json::Value> {};
template <>
struct Traits<json::Object> : OneValue<ValueKind::kJsonObject, json::Object> {};
template <>
struct Traits<json::Array> : OneValue<ValueKind::kJsonArray, json::Array> {};
template <>
struct Traits<std::map<std::string, json::Value>> : OneValue<ValueKind::kJsonObject, json::Object> {};

// A list or a map. What is inside it is one value; a list in a list is a JsonArray there, a map a JsonObject.
template <typename T, Cardinality kOf>
struct ManyValues {
  static constexpr Cardinality kInside = Traits<T>::kCardinality;
  using Element =
      std::conditional_t<kInside == Cardinality::kSingle, typename Traits<T>::Element,
                         std::conditional_t<kInside == Cardinality::kList, json::Array, json::Object>>;
  static constexpr ValueKind kKind = kInside == Cardinality::kSingle ? Traits<T>::kKind
                                     : kInside == Cardinality::kList ? ValueKind::kJsonArray
                                                                     : ValueKind::kJsonObject;
  static constexpr Cardinality kCardinality = kOf;
  static constexpr bool kRequired = true;
};
template <typename T>
concept RequiredType = Declarable<T> && Traits<T>::kRequired;

template <RequiredType T>
struct Traits<std::vector<T>> : ManyValues<T, Cardinality::kList> {};
template <RequiredType T>
struct Traits<std::map<std::string, T>> : ManyValues<T, Cardinality::kMap> {};
template <RequiredType T>
struct Traits<std::optional<T>> : Traits<T> {
  static constexpr bool kRequired = false;
  static constexpr Cardinality kCardinality =
      Traits<T>::kCardinality == Cardinality::kSingle ? Cardinality::kOptional : Traits<T>::kCardinality;
};

void this_type_cannot_hold_that_kind();  // never defined: named by the compiler's complaint

// A kind that fits the C++ type; checked when compiling.
template <typename Element>
struct KindFor {
  // NOLINTNEXTLINE(google-explicit-constructor): reads as the kind
  consteval KindFor(ValueKind wanted) : kind(wanted) {
    using enum ValueKind;
    const bool text =
        wanted == kString || wanted == kTimestamp || wanted == kUri || wanted == kAttachmentReference;
    const bool holds = std::is_same_v<Element, std::string>   ? text
                       : std::is_same_v<Element, json::Value> ? wanted != kEnumToken
                                                              : wanted == Traits<Element>::kKind;
    if (!holds) this_type_cannot_hold_that_kind();
  }
  ValueKind kind;
};

template <typename T>
concept Numeric = std::same_as<T, std::int64_t> || std::same_as<T, int> || std::same_as<T, double>;

std::optional<std::string> bound_text(const json::Value& number);

}  // namespace builder

// One parameter; param() makes it. The setters may follow each other in any order. kHasWords is false until
// one_of() has given a Token its words.
template <typename T, bool kHasWords = !std::is_same_v<typename builder::Traits<T>::Element, Token>>
class Param {
  using Traits = builder::Traits<T>;
  using Element = typename Traits::Element;
  static constexpr bool kIsText = std::is_same_v<Element, std::string>;
  static constexpr bool kIsList =
      Traits::kCardinality == Cardinality::kList || std::is_same_v<Element, json::Array>;

 public:
  using Type = T;
  static constexpr bool kComplete = kHasWords;

  Param(std::string name, std::string description) {
    declaration_.name = std::move(name);
    declaration_.value_kind = Traits::kKind;
    declaration_.cardinality = Traits::kCardinality;
    declaration_.is_required = Traits::kRequired;
    declaration_.description = std::move(description);
  }
  Param(ToolParameter declaration, std::optional<T> fallback)
      : declaration_(std::move(declaration)), fallback_(std::move(fallback)) {}

  Param& example(std::string text) { return set(declaration_.example, std::move(text)); }
  Param& kind(builder::KindFor<Element> kind) { return set(declaration_.value_kind, kind.kind); }

  // Makes the parameter optional: the function gets this value when it is absent or null.
  Param& default_value(T value)
    requires(Traits::kRequired)
  {
    declaration_.default_value = builder::json_of(value);
    declaration_.is_required = false;
    if (declaration_.cardinality == Cardinality::kSingle) declaration_.cardinality = Cardinality::kOptional;
    fallback_ = std::move(value);
    return *this;
  }

  // Bounds of the value, or of each value of a list or map.
  Param& min(Element least)
    requires builder::Numeric<Element>
  {
    return set(declaration_.constraints.minimum, builder::bound_text(builder::json_of(least)));
  }
  Param& max(Element most)
    requires builder::Numeric<Element>
  {
    return set(declaration_.constraints.maximum, builder::bound_text(builder::json_of(most)));
  }
  Param& min_length(std::size_t code_points)
    requires kIsText
  {
    return set(declaration_.constraints.min_length, code_points);
  }
  Param& max_length(std::size_t code_points)
    requires kIsText
  {
    return set(declaration_.constraints.max_length, code_points);
  }
  Param& pattern(std::string expression)
    requires kIsText
  {
    return set(declaration_.constraints.pattern, std::move(expression));
  }
  Param& min_items(std::size_t count)
    requires kIsList
  {
    return set(declaration_.constraints.min_items, count);
  }
  Param& max_items(std::size_t count)
    requires kIsList
  {
    return set(declaration_.constraints.max_items, count);
  }

  // The values that are allowed.
  Param<T, true> one_of(std::vector<std::string> words, Letters letters = Letters::kAnyCase)
    requires(kIsText || std::is_same_v<Element, Token>)
  {
    declaration_.enum_constraint = EnumConstraint{std::move(words), letters == Letters::kExactCase};
    return {declaration_, fallback_};
  }
  Param<T, true> one_of(const std::vector<Element>& numbers)
    requires(builder::Numeric<Element> && std::integral<Element>)
  {
    EnumConstraint& allowed = declaration_.enum_constraint.emplace();
    for (const Element number : numbers) allowed.allowed_values.push_back(std::to_string(number));
    return {declaration_, fallback_};
  }

  // What is in the object, or in each object of a list or map.
  template <typename... Members>
  Param& members(const Members&... members)
    requires(std::is_same_v<Element, json::Value> || std::is_same_v<Element, json::Object>)
  {
    static_assert((Members::kComplete && ...), "a param<Token> needs its words: .one_of({...})");
    return set(declaration_.nested, std::vector<ToolParameter>{members.declaration()...});
  }

  const ToolParameter& declaration() const { return declaration_; }
  const std::optional<T>& fallback() const { return fallback_; }

 private:
  template <typename Field, typename Given>
  Param& set(Field& field, Given given) {
    field = std::move(given);
    return *this;
  }

  ToolParameter declaration_;
  std::optional<T> fallback_;
};

template <typename T>
auto param(std::string name, std::string description) {
  static_assert(
      builder::Declarable<T>,
      "param<T>: T is std::string, bool, std::int64_t, int, double, Token, json::Value, json::Object, "
      "json::Array, a std::vector<T> or std::map<std::string, T> of these, or a std::optional<T> of these");
  if constexpr (builder::Declarable<T>) return Param<T>(std::move(name), std::move(description));
}

namespace builder {

template <typename T>
bool read(const json::Value& value, std::vector<T>& out) {
  if (!value.is_array()) return false;
  for (const json::Value& item : value.items()) {
    T element{};
    if (!read(item, element)) return false;
    out.push_back(std::move(element));
  }
  return true;
}

template <typename T>
bool read(const json::Value& value, std::map<std::string, T>& out) {
  if (!value.is_object()) return false;
  for (const json::Member& member : value.members()) {
    T element{};
    if (!read(member.value, element)) return false;
    out[member.key] = std::move(element);
  }
  return true;
}

template <typename T>
bool read(const json::Value& value, std::optional<T>& out) {
  return read(value, out.emplace());
}

template <typename T>
json::Value json_of(const std::vector<T>& value) {
  json::Array items;
  for (const T& item : value) items.push_back(json_of(item));
  return items;
}

template <typename T>
json::Value json_of(const std::map<std::string, T>& value) {
  json::Object members;
  for (const auto& [key, item] : value) members.push_back({key, json_of(item)});
  return members;
}

}  // namespace builder
}  // namespace argwright
