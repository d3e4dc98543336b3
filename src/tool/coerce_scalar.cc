#include <algorithm>

#include "argwright/repair.h"
#include "tool/coercer.h"

namespace argwright::tool {
namespace {

constexpr std::size_t kShownBytes = 60;

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  }
  return out;
}

std::string_view trim(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

std::string shown(const json::Value& value) {
  std::string text = json::write(value);
  if (text.size() <= kShownBytes) return text;
  std::size_t end = kShownBytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "...";
}

std::string types_text(Types types) {
  static constexpr struct {
    Types bit;
    std::string_view name;
  } kNames[] = {{kString, "string"}, {kInteger, "integer"}, {kNumber, "number"}, {kBoolean, "boolean"},
                {kArray, "array"},   {kObject, "object"},   {kNull, "null"}};
  std::string out;
  for (const auto& [bit, name] : kNames) {
    if ((types & bit) == 0) continue;
    if (!out.empty()) out += " or ";
    out += name;
  }
  return out;
}

// Text of an enumeration's value as a model may have written it.
std::string plain_text(const json::Value& value) {
  if (value.is_string()) return value.string();
  return json::write(value);
}

}  // namespace

bool Coercer::convert_type(json::Value& value, const SchemaNode& node) {
  if (type_fits(value, node.types)) return true;
  const bool converted = value.is_string() ? convert_string(value, node) : convert_other(value, node);
  if (converted) {
    result_.changed = true;
    return true;
  }
  fail("type_mismatch", "expected " + types_text(node.types) + ", got " +
                            std::string(json::kind_name(value.kind())) + " " + shown(value));
  return false;
}

// A string where none is declared: what it spells, if exactly that.
bool Coercer::convert_string(json::Value& value, const SchemaNode& node) {
  const std::string text = value.string();
  const std::string word = lower(trim(text));
  if ((node.types & kNull) != 0 && (text == "null" || text == "None")) {
    value = json::Value();
    warn("string_to_null", "string literal converted to null");
    return true;
  }
  if ((node.types & kBoolean) != 0) {
    const bool yes = options_.yes_no_booleans && word == "yes";
    const bool no = options_.yes_no_booleans && word == "no";
    if (word == "true" || word == "false" || yes || no) {
      const bool truth = word == "true" || yes;
      value = json::Value(truth);
      warn("string_to_boolean",
           truth ? "string literal converted to boolean true" : "string literal converted to boolean false");
      return true;
    }
  }
  if ((node.types & (kInteger | kNumber)) != 0) {
    if (const std::optional<std::string> number = number_text_of(trim(text))) {
      value = json::Value(json::Number{*number});
      if ((node.types & kNumber) != 0) {
        warn("string_to_number", "string literal converted to number");
      } else {
        warn("string_to_integer", "string literal converted to integer");
        if (!type_fits(value, kInteger)) truncate_fraction(value, node);
      }
      return true;
    }
  }
  if ((node.types & kObject) != 0 && string_to_container(value, kObject)) return true;
  if ((node.types & kArray) != 0) {
    const std::string_view trimmed = trim(text);
    if (string_to_container(value, kArray)) return true;
    // Text that begins like a list and is none was cut or garbled; blank text is no element.
    if (trimmed.empty() || trimmed[0] == '[') return false;
    json::Array list;
    list.push_back(std::move(value));
    value = json::Value(std::move(list));
    warn("scalar_to_list", "scalar wrapped into a list");
    return true;
  }
  return false;
}

// S1-59: a container that was sent as its JSON text, perhaps encoded several times, perhaps slightly broken.
bool Coercer::string_to_container(json::Value& value, Types type) {
  const std::string_view text = trim(value.string());
  if (text.empty() || (text[0] != '{' && text[0] != '[' && text[0] != '"')) return false;
  if (type == kObject) {
    if (text[0] == '[') return false;
    const RepairResult inner = repair_arguments(text);
    if (!inner.accepted()) return false;
    Result<json::Value> parsed = json::parse(inner.text);
    if (!parsed) return false;
    value = std::move(*parsed);
    warn("string_to_object", "string literal parsed as object");
    return true;
  }
  // The engine answers with objects only: a list goes through it as a member.
  if (text[0] != '[') {
    Result<json::Value> unquoted = json::parse(text);
    if (!unquoted || !unquoted->is_string()) return false;
    json::Value inner = std::move(*unquoted);
    if (trim(inner.string()).empty() || (trim(inner.string())[0] != '[' && trim(inner.string())[0] != '"'))
      return false;
    if (!string_to_container(inner, kArray)) return false;
    value = std::move(inner);
    return true;
  }
  if (text.back() != ']') return false;
  Result<json::Value> list = json::parse(text);
  if (!list) {
    const RepairResult inner = repair_arguments("{\"list\":" + std::string(text) + "}");
    if (!inner.accepted()) return false;
    Result<json::Value> holder = json::parse(inner.text);
    if (!holder || holder->members().size() != 1 || !holder->members()[0].value.is_array()) return false;
    list = std::move(holder->members()[0].value);
  }
  value = std::move(*list);
  warn("string_to_array", "string literal parsed as array");
  return true;
}

bool Coercer::convert_other(json::Value& value, const SchemaNode& node) {
  if (value.is_number() && (node.types & kBoolean) != 0) {
    const Decimal decimal = decimal_of(value.number_text());
    const bool one = compare(decimal, decimal_of("1")) == 0;
    if (decimal.is_zero() || one) {
      value = json::Value(one);
      warn("number_to_boolean", "number coerced to boolean");
      return true;
    }
  }
  if (value.is_number() && (node.types & kInteger) != 0) {
    truncate_fraction(value, node);
    return type_fits(value, kInteger);
  }
  if ((node.types & kString) != 0 && (value.is_number() || value.is_boolean())) {
    value = json::Value(json::write(value));
    warn("literal_retained", "non-string literal retained");
    return true;
  }
  if ((node.types & kString) != 0 && (value.is_object() || value.is_array())) {
    value = json::Value(json::write(value));
    warn("structure_retained", "structured value kept as JSON text");
    return true;
  }
  if ((node.types & kArray) != 0 && !value.is_null()) {
    json::Array list;
    list.push_back(std::move(value));
    value = json::Value(std::move(list));
    warn("scalar_to_list", "scalar wrapped into a list");
    return true;
  }
  return false;
}

// S1-58: a fraction is cut with a warning.
void Coercer::truncate_fraction(json::Value& value, const SchemaNode& node) {
  (void)node;
  const std::optional<std::string> integer = integer_part(decimal_of(value.number_text()));
  if (!integer) return;
  value = json::Value(json::Number{*integer});
  warn("fraction_truncated", "fractional number truncated to integer");
}

bool Coercer::check_enumeration(json::Value& value, const SchemaNode& node) {
  if (in_enumeration(value, node)) return true;
  const auto replace = [&](const json::Value& allowed, std::string_view code, std::string message) {
    value = allowed;
    result_.changed = true;
    warn(code, std::move(message));
    return true;
  };
  if (value.is_string() || value.is_number() || value.is_boolean()) {
    const std::string text = plain_text(value);
    std::string bare(trim(text));
    if (bare.size() >= 2 && (bare.front() == '"' || bare.front() == '\'') && bare.front() == bare.back())
      bare = bare.substr(1, bare.size() - 2);
    // The same text in another type, or in quotes of its own.
    for (const json::Value& allowed : node.enumeration) {
      if (plain_text(allowed) == text && validates(allowed, node, budget_, depth_))
        return replace(allowed, "enum_type", "value converted to the declared type");
    }
    for (const json::Value& allowed : node.enumeration) {
      if (allowed.is_string() && allowed.string() == bare && validates(allowed, node, budget_, depth_))
        return replace(allowed, "enum_quotes", "quotes or blanks around the value removed");
    }
    if (!node.case_sensitive) {
      const json::Value* only = nullptr;
      std::size_t matches = 0;
      for (const json::Value& allowed : node.enumeration) {
        if (!allowed.is_string() || lower(allowed.string()) != lower(bare)) continue;
        if (!validates(allowed, node, budget_, depth_)) continue;
        only = &allowed;
        ++matches;
      }
      if (matches == 1) return replace(*only, "enum_case", "value normalised to the declared spelling");
    }
  }
  std::string allowed;
  for (std::size_t i = 0; i < node.enumeration.size() && i < 20; ++i)
    allowed += (i > 0 ? ", " : "") + plain_text(node.enumeration[i]);
  if (node.enumeration.size() > 20) allowed += ", ...";
  fail("enum_out_of_range", "value " + shown(value) + " is not one of " + allowed);
  return false;
}

void Coercer::check_string(const json::Value& value, const SchemaNode& node) {
  const std::string& text = value.string();
  if (node.min_length || node.max_length) {
    const std::size_t length = code_points(text);
    if (node.min_length && length < *node.min_length) {
      fail("string_too_short", "string is shorter than " + std::to_string(*node.min_length) + " characters");
    }
    if (node.max_length && length > *node.max_length) {
      fail("string_too_long", "string is longer than " + std::to_string(*node.max_length) + " characters");
    }
  }
  if (node.pattern && !node.pattern->found_in(text)) {
    fail("pattern_mismatch",
         "string " + shown(value) + " does not match the pattern " + node.pattern->expression());
  }
  if (node.format == Format::kDateTime && !is_date_time(text))
    fail("invalid_timestamp", "not an ISO 8601 timestamp with a zone: " + shown(value));
  if (node.format == Format::kTimestamp && !is_timestamp(text))
    fail("invalid_timestamp", "not an ISO 8601 timestamp: " + shown(value));
  if (node.format == Format::kDate && !is_date(text))
    fail("invalid_date", "not an ISO 8601 date: " + shown(value));
  if (node.format == Format::kUri && !is_absolute_uri(text))
    warn("invalid_uri", "not an absolute URI, kept as text");
}

void Coercer::check_number(const json::Value& value, const SchemaNode& node) {
  const std::string& text = value.number_text();
  if (node.machine_numbers && (node.types & kInteger) != 0) {
    const std::optional<std::string> integer = integer_part(decimal_of(text));
    if (!integer || !json::Value(json::Number{*integer}).as_int64()) {
      return fail("integer_out_of_range", "integer " + shown(value) + " does not fit in 64 bits");
    }
  }
  if (node.machine_numbers && (node.types & kNumber) != 0 && !value.as_double()) {
    return fail("number_out_of_range", "number " + shown(value) + " does not fit in a double");
  }
  if (!node.minimum && !node.maximum && !node.exclusive_minimum && !node.exclusive_maximum &&
      !node.multiple_of)
    return;
  const Decimal decimal = decimal_of(text);
  if (node.minimum && compare(decimal, node.minimum->value) < 0)
    fail("below_minimum", "number " + text + " is below the minimum " + node.minimum->text);
  if (node.maximum && compare(decimal, node.maximum->value) > 0)
    fail("above_maximum", "number " + text + " is above the maximum " + node.maximum->text);
  if (node.exclusive_minimum && compare(decimal, node.exclusive_minimum->value) <= 0) {
    fail("below_minimum", "number " + text + " is not above " + node.exclusive_minimum->text);
  }
  if (node.exclusive_maximum && compare(decimal, node.exclusive_maximum->value) >= 0) {
    fail("above_maximum", "number " + text + " is not below " + node.exclusive_maximum->text);
  }
  if (node.multiple_of && !is_multiple(decimal, node.multiple_of->value).value_or(true)) {
    fail("not_a_multiple", "number " + text + " is not a multiple of " + node.multiple_of->text);
  }
}

}  // namespace argwright::tool
