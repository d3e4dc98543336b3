// Arguments between JSON and the C++ types of argwright/tool_param.h. Tested by builder_test.cc.
#include <charconv>
#include <cmath>
#include <limits>

#include "argwright/tool_param.h"
#include "tool/decimal.h"

namespace argwright::builder {

bool read(const json::Value& value, std::string& out) {
  if (!value.is_string()) return false;
  out = value.string();
  return true;
}

bool read(const json::Value& value, Token& out) { return read(value, out.text); }

bool read(const json::Value& value, bool& out) {
  if (!value.is_boolean()) return false;
  out = value.boolean();
  return true;
}

// 3.0 and 3e2 are integers too.
bool read(const json::Value& value, std::int64_t& out) {
  if (!value.is_number()) return false;
  std::optional<std::int64_t> integer = value.as_int64();
  if (!integer) {
    const tool::Decimal decimal = tool::decimal_of(value.number_text());
    const std::optional<std::string> digits =
        decimal.is_integral() ? tool::integer_part(decimal) : std::optional<std::string>();
    if (digits) integer = json::Value(json::Number{*digits}).as_int64();
  }
  if (integer) out = *integer;
  return integer.has_value();
}

bool read(const json::Value& value, int& out) {
  std::int64_t wide = 0;
  if (!read(value, wide)) return false;
  if (wide < std::numeric_limits<int>::min() || wide > std::numeric_limits<int>::max()) return false;
  out = static_cast<int>(wide);
  return true;
}

bool read(const json::Value& value, double& out) {
  if (!value.is_number()) return false;
  const std::optional<double> number = value.as_double();
  if (number) out = *number;
  return number.has_value();
}

bool read(const json::Value& value, json::Value& out) {
  out = value;
  return true;
}

bool read(const json::Value& value, json::Array& out) {
  if (!value.is_array()) return false;
  out = value.items();
  return true;
}

bool read(const json::Value& value, json::Object& out) {
  if (!value.is_object()) return false;
  out = value.members();
  return true;
}

json::Value json_of(const std::string& value) { return value; }
json::Value json_of(const Token& value) { return value.text; }
json::Value json_of(bool value) { return value; }
json::Value json_of(std::int64_t value) { return json::Value::integer(value); }
json::Value json_of(int value) { return json::Value::integer(value); }
json::Value json_of(const json::Value& value) { return value; }
json::Value json_of(const json::Array& value) { return value; }
json::Value json_of(const json::Object& value) { return value; }

json::Value json_of(double value) {
  if (!std::isfinite(value)) return {};
  char digits[32];
  const auto [end, error] = std::to_chars(digits, digits + sizeof(digits), value);
  return error == std::errc() ? json::Value(json::Number{std::string(digits, end)}) : json::Value();
}

std::optional<std::string> bound_text(const json::Value& number) {
  if (!number.is_number()) return std::nullopt;
  return number.number_text();
}

}  // namespace argwright::builder
