// Properties of reading and writing, over random values and random bytes (RapidCheck).
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "argwright/json.h"
#include "json/checker.h"
#include "json/string_decode.h"
#include "json/utf8.h"
#include "json/validator.h"

namespace argwright::json {

// How RapidCheck prints a counterexample.
void showValue(const Value& value, std::ostream& out) { out << write(value); }

namespace {

// Any valid UTF-8, with an inclination to what is escaped and to the edges of the encoding.
rc::Gen<std::string> any_text() {
  const auto code_point = rc::gen::weightedOneOf<char32_t>({
      {6, rc::gen::map(rc::gen::inRange<int>(0x20, 0x7F), [](int c) { return static_cast<char32_t>(c); })},
      {2, rc::gen::map(rc::gen::inRange<int>(0, 0x20), [](int c) { return static_cast<char32_t>(c); })},
      {2, rc::gen::element<char32_t>('"', '\\', '/', 0x7F, 0x80, 0x7FF, 0x800, 0xFFFD, 0xFEFF, 0x2028, 0xFFFF,
                                     0x10000, 0x10FFFF)},
      {2,
       rc::gen::map(rc::gen::inRange<int>(0x4E00, 0x9FFF), [](int c) { return static_cast<char32_t>(c); })},
      {1,
       rc::gen::map(rc::gen::inRange<int>(0x1F300, 0x1F6FF), [](int c) { return static_cast<char32_t>(c); })},
  });
  return rc::gen::map(rc::gen::container<std::vector<char32_t>>(code_point),
                      [](const std::vector<char32_t>& points) {
                        std::string text;
                        for (const char32_t point : points) append_utf8(text, point);
                        return text;
                      });
}

rc::Gen<std::string> any_digits() {
  return rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::inRange<char>('0', '9' + 1)));
}

// A number of the grammar, mostly none that a machine number could hold.
rc::Gen<std::string> any_number() {
  return rc::gen::exec([] {
    std::string text = *rc::gen::arbitrary<bool>() ? "-" : "";
    std::string integer = *any_digits();
    integer.erase(0, std::min(integer.find_first_not_of('0'), integer.size() - 1));
    text += integer;
    if (*rc::gen::arbitrary<bool>()) text.append(".").append(*any_digits());
    if (*rc::gen::arbitrary<bool>())
      text.append(*rc::gen::element<std::string>("e", "E", "e+", "E-", "e-")).append(*any_digits());
    return text;
  });
}

rc::Gen<Value> any_value(int depth) {
  const auto scalar = rc::gen::oneOf(
      rc::gen::just(Value()),
      rc::gen::map(rc::gen::arbitrary<bool>(), [](bool value) { return Value(value); }),
      rc::gen::map(any_number(), [](std::string text) { return Value(Number{std::move(text)}); }),
      rc::gen::map(any_text(), [](std::string text) { return Value(std::move(text)); }));
  if (depth == 0) return scalar;
  const auto items = rc::gen::map(rc::gen::container<Array>(any_value(depth - 1)),
                                  [](Array value) { return Value(std::move(value)); });
  // Short keys from a small set come up twice now and then.
  const auto key = rc::gen::oneOf(any_text(), rc::gen::element<std::string>("a", "b", "", "a b", "\n"));
  const auto member =
      rc::gen::map(rc::gen::pair(key, any_value(depth - 1)), [](std::pair<std::string, Value> pair) {
        return Member{std::move(pair.first), std::move(pair.second)};
      });
  const auto members =
      rc::gen::map(rc::gen::container<Object>(member), [](Object value) { return Value(std::move(value)); });
  return rc::gen::weightedOneOf<Value>({{2, scalar}, {1, items}, {2, members}});
}

rc::Gen<Value> any_value() {
  // Sizes are cut at every level: trees stay small enough to try many.
  return rc::gen::scale(0.15, any_value(4));
}

// JSON-like text: pieces of tokens in any order.
rc::Gen<std::string> token_soup() {
  const auto token = rc::gen::element<std::string>(
      "{", "}", "[", "]", ",", ":", "\"", "\"a\"", "\"b\":", "\\", "\\n", "\\u00e9", "\\ud83d", "\\ude00",
      "1", "-", "0", ".5", "e9", "true", "false", "null", "tru", " ", "\n", "\t", "\xC3\xA9", "\xE4\xB8",
      "\xFF", "x", "'", std::string(1, '\0'));
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(token),
                      [](const std::vector<std::string>& tokens) {
                        std::string text;
                        for (const std::string& piece : tokens) text += piece;
                        return text;
                      });
}

// As it is, and with enough white space in front for the validator to ask simdjson.
void assert_agreement(const std::string& text) {
  for (const std::string& whole : {text, std::string(1100, ' ') + text}) {
    const Result<Value> read = parse(whole);
    const Result<Kind> validated = validate(whole);
    const Result<Kind> checked = check(whole);
    RC_ASSERT(validated.has_value() == read.has_value());
    RC_ASSERT(checked.has_value() == read.has_value());
    RC_ASSERT(is_strict_object(whole) == (read.has_value() && read->is_object()));
    if (read) {
      RC_ASSERT(*validated == read->kind());
      RC_ASSERT(*checked == read->kind());
    } else {
      RC_ASSERT(read.error().where.offset <= whole.size());
      RC_ASSERT(is_valid_utf8(read.error().message));
      RC_ASSERT(validated.error().describe() == read.error().describe());
    }
  }
}

RC_GTEST_PROP(RoundTrip, WhatIsWrittenReadsBackTheSame, ()) {
  const Value value = *any_value();
  for (const int indent : {0, 2}) {
    const std::string text = write(value, {.indent = indent});
    const Result<Value> again = parse(text);
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == value);
    RC_ASSERT(same_meaning(*again, value));
    RC_ASSERT(write(*again, {.indent = indent}) == text);
  }
}

RC_GTEST_PROP(RoundTrip, WhatIsWrittenIsValid, ()) {
  const std::string text = write(*any_value());
  RC_ASSERT(is_valid_utf8(text));
  assert_agreement(text);
}

RC_GTEST_PROP(RoundTrip, CopiesAreEqual, ()) {
  const Value value = *any_value();
  const Value copy = value;
  RC_ASSERT(copy == value);
}

RC_GTEST_PROP(RoundTrip, QuotedTextDecodesToItself, ()) {
  const std::string text = *any_text();
  std::string quoted;
  append_quoted(quoted, text);
  std::string decoded;
  std::vector<std::uint32_t> origins;
  RC_ASSERT(decode_string(quoted, decoded, &origins));
  RC_ASSERT(decoded == text);
  RC_ASSERT(origins.size() == text.size());
}

RC_GTEST_PROP(RoundTrip, ReaderCheckerAndValidatorAgreeOnRandomBytes, ()) {
  assert_agreement(*rc::gen::arbitrary<std::string>());
}

RC_GTEST_PROP(RoundTrip, ReaderCheckerAndValidatorAgreeOnTokenSoup, ()) { assert_agreement(*token_soup()); }

RC_GTEST_PROP(RoundTrip, ReaderCheckerAndValidatorAgreeOnDamagedText, ()) {
  std::string text = write(*any_value());
  const auto changes = *rc::gen::inRange(1, 4);
  for (int i = 0; i < changes && !text.empty(); ++i) {
    const auto place = *rc::gen::inRange<std::size_t>(0, text.size());
    switch (*rc::gen::inRange(0, 3)) {
      case 0: text.erase(place, 1); break;
      case 1: text[place] = *rc::gen::arbitrary<char>(); break;
      default: text.insert(place, 1, *rc::gen::elementOf(std::string("\"\\{}[],:0 n"))); break;
    }
  }
  assert_agreement(text);
}

}  // namespace
}  // namespace argwright::json
