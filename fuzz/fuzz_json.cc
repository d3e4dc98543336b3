// The strict JSON layer: one text, four readers (parse, check, validate, simdjson), and the way back.
#include <simdjson.h>

#include <string>
#include <vector>

#include "argwright/json.h"
#include "fuzz/check.h"
#include "fuzz/scan.h"
#include "json/checker.h"
#include "json/string_decode.h"
#include "json/utf8.h"
#include "json/validator.h"

namespace argwright::fuzz {
namespace {

void collect(const json::Value& root, std::vector<std::string>& numbers, std::vector<std::string>& strings) {
  std::vector<const json::Value*> open = {&root};
  while (!open.empty()) {
    const json::Value& value = *open.back();
    open.pop_back();
    switch (value.kind()) {
      case json::Kind::kNumber:
        numbers.push_back(value.number_text());
        check(!value.as_int64() || value.as_double(), "an integer is a finite double");
        break;
      case json::Kind::kString: strings.push_back(value.string()); break;
      case json::Kind::kArray:
        for (auto item = value.items().rbegin(); item != value.items().rend(); ++item) open.push_back(&*item);
        break;
      case json::Kind::kObject:
        for (auto member = value.members().rbegin(); member != value.members().rend(); ++member) {
          check(value.find(member->key) != nullptr, "find() finds every key", member->key);
          open.push_back(&member->value);
        }
        break;
      case json::Kind::kNull:
      case json::Kind::kBoolean: break;
    }
  }
}

// simdjson accepts nothing that we refuse but for its depth, and refuses nothing that we accept but numbers
// that are too large for it.
void compare_with_simdjson(std::string_view text, const Result<json::Value>& parsed) {
  static simdjson::dom::parser parser;
  const simdjson::error_code error = parser.parse(text.data(), text.size()).error();
  if (error == simdjson::SUCCESS) {
    check(parsed || parsed.error().code == ErrorCode::kTooDeep, "what simdjson accepts is strict JSON");
  } else if (parsed) {
    check(error == simdjson::NUMBER_ERROR, "what is strict JSON, simdjson accepts",
          simdjson::error_message(error));
  }
}

void check_refused(std::string_view text, const Result<json::Value>& parsed,
                   const Result<json::Kind>& checked) {
  check(parsed.error().code == checked.error().code && parsed.error().message == checked.error().message &&
            parsed.error().where.offset == checked.error().where.offset,
        "reader and checker give the same error", parsed.error().message + "\n" + checked.error().message);
  check(parsed.error().where.offset <= text.size(), "an error lies inside the text", parsed.error().message);
  check(json::is_valid_utf8(parsed.error().message), "an error is text", parsed.error().message);
}

void check_read(std::string_view text, const json::Value& value) {
  std::vector<std::string> numbers;
  std::vector<std::string> strings;
  collect(value, numbers, strings);
  std::size_t index = 0;
  for (const Token& token : scan_tokens(text)) {
    if (token.kind == Token::Kind::kNumber) {
      check(index < numbers.size() && numbers[index] == token.text(text), "a number keeps its text",
            token.text(text));
      ++index;
    } else if (token.kind == Token::Kind::kString) {
      std::string decoded;
      std::vector<std::uint32_t> origins;
      check(json::decode_string(token.text(text), decoded, &origins), "a string of the text decodes",
            token.text(text));
      check(origins.size() == decoded.size(), "every byte has an origin");
      std::string quoted;
      json::append_quoted(quoted, decoded);
      std::string back;
      check(json::decode_string(quoted, back) && back == decoded, "quoting and decoding cancel out", quoted);
    }
  }
  check(index == numbers.size(), "no number is invented");
  for (const std::string& string : strings) check(json::is_valid_utf8(string), "a string is UTF-8", string);

  for (const int indent : {0, 2}) {
    const std::string written = json::write(value, {indent});
    const Result<json::Value> again = json::parse(written);
    check(again && *again == value, "writing and reading give the same value", written);
    check(json::write(*again, {indent}) == written, "writing is a function of the value", written);
  }
  check(json::same_meaning(value, value), "a value means what it means");
  const json::Value copy =
      value;  // NOLINT(performance-unnecessary-copy-initialization): the copy is the test
  check(copy == value, "a copy is equal");
}

}  // namespace
}  // namespace argwright::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace argwright;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<json::Value> parsed = json::parse(text);
  const Result<json::Kind> checked = json::check(text);
  const Result<json::Kind> validated = json::validate(text);
  const bool strict = parsed.has_value();
  fuzz::check(
      checked.has_value() == strict && validated.has_value() == strict && json::is_strict(text) == strict,
      "all readers agree");
  fuzz::check(json::is_strict_object(text) == (strict && parsed->is_object()), "is_strict_object() agrees");
  // validate() reads short texts and long ones in different ways; white space makes one of the other.
  const std::string longer = std::string(text) + std::string(1024, ' ');
  fuzz::check(json::validate(longer).has_value() == strict, "white space at the end changes nothing");
  fuzz::compare_with_simdjson(text, parsed);
  if (!strict) {
    fuzz::check_refused(text, parsed, checked);
    fuzz::check_refused(text, parsed, validated);
    return 0;
  }
  fuzz::check(parsed->kind() == *checked && parsed->kind() == *validated, "all readers name the same kind");
  fuzz::check_read(text, *parsed);

  // Every limit is kept: what passes with a small one passes with the large one.
  Limits small;
  small.max_depth = 3;
  const Result<json::Value> shallow = json::parse(text, small);
  fuzz::check(shallow.has_value() == json::validate(text, small).has_value(),
              "all readers count depth alike");
  if (!shallow) fuzz::check(shallow.error().code == ErrorCode::kTooDeep, "only depth can be at fault");
  return 0;
}
