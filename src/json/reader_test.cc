#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "argwright/json.h"
#include "json/reader.h"
#include "json/utf8.h"

namespace argwright::json {
namespace {

Value read(std::string_view text) {
  Result<Value> result = parse(text);
  EXPECT_TRUE(result) << text << ": " << result.error().describe();
  return result ? *std::move(result) : Value();
}

Error error_of(std::string_view text, const Limits& limits = {}) {
  // Memory of the exact size: a sanitizer sees any read behind the text.
  const auto exact = std::make_unique<char[]>(text.size());
  text.copy(exact.get(), text.size());
  const Result<Value> result = parse({exact.get(), text.size()}, limits);
  EXPECT_FALSE(result) << text;
  return result ? Error{} : result.error();
}

std::string nested(std::size_t depth, std::string_view inside = "") {
  return std::string(depth, '[') + std::string(inside) + std::string(depth, ']');
}

TEST(Reader, ReadsEveryKind) {
  EXPECT_TRUE(read("null").is_null());
  EXPECT_TRUE(read("true").boolean());
  EXPECT_FALSE(read("false").boolean());
  EXPECT_EQ(read("-12.50e+3").number_text(), "-12.50e+3");
  EXPECT_EQ(read(R"("hi")").string(), "hi");
  EXPECT_EQ(read("[1,[],{}]"), Value(Array{Number{"1"}, Array{}, Object{}}));
  EXPECT_EQ(read(R"({"a":{"b":[true]}})"), Value(Object{{"a", Object{{"b", Array{true}}}}}));
}

TEST(Reader, AllowsWhiteSpaceBetweenTokensOnly) {
  EXPECT_EQ(read(" \t\r\n{ \"a\" :\n1 , \"b\" : [ 2 , 3 ] } \n"), read(R"({"a":1,"b":[2,3]})"));
  EXPECT_FALSE(parse("\v1"));
  EXPECT_FALSE(parse("\f1"));
  EXPECT_FALSE(
      parse("\xC2\xA0"
            "1"));
  EXPECT_FALSE(parse("1 2"));
  EXPECT_FALSE(parse("- 1"));
}

TEST(Reader, KeepsOrderAndDuplicates) {
  const Value value = read(R"({"b":1,"a":2,"b":3})");
  ASSERT_EQ(value.members().size(), 3U);
  EXPECT_EQ(value.members()[0].key, "b");
  EXPECT_EQ(value.members()[1].key, "a");
  EXPECT_EQ(value.members()[2].key, "b");
  EXPECT_EQ(value.find("b")->number_text(), "3");
}

TEST(Reader, KeepsTheTextOfNumbers) {
  for (const std::string_view text : {"12345678901234567890", "1.10", "1e400", "-0", "0", "1E+2", "0.0000",
                                      "1e-999999999999999999999", "-1.5e3"}) {
    EXPECT_EQ(read(text).number_text(), text);
    std::string list = "[";
    list.append(text).append("]");
    EXPECT_EQ(read(list).items()[0].number_text(), text);
  }
}

TEST(Reader, DecodesStringsInKeysAndValues) {
  const Value value = read(R"({"k\u0065y\n":"v\u00e4l\\","\u4e2d":"\ud83d\ude00","plain":"\t"})");
  ASSERT_EQ(value.members().size(), 3U);
  EXPECT_EQ(value.members()[0].key, "key\n");
  EXPECT_EQ(value.members()[0].value.string(), "v\xC3\xA4l\\");
  EXPECT_EQ(value.members()[1].key, "\xE4\xB8\xAD");
  EXPECT_EQ(value.members()[1].value.string(), "\xF0\x9F\x98\x80");
  EXPECT_EQ(value.members()[2].value.string(), "\t");
}

TEST(Reader, KeepsNulBytesThatAreEscaped) {
  EXPECT_EQ(read(R"("a\u0000b")").string(), std::string("a\0b", 3));
}

TEST(Reader, ReadsLongEscapedStrings) {
  std::string expected;
  for (int i = 0; i < 5000; ++i) expected += "line \"x\"\n";
  std::string quoted;
  append_quoted(quoted, expected);
  const std::string text = "[" + quoted + "," + quoted + R"(,"end"])";
  const Value value = read(text);
  ASSERT_EQ(value.items().size(), 3U);
  EXPECT_EQ(value.items()[0].string(), expected);
  EXPECT_EQ(value.items()[1].string(), expected);
  EXPECT_EQ(value.items()[2].string(), "end");
}

TEST(Reader, ReadsListsOfRecordsOfChangingSize) {
  std::string text = "[";
  for (int i = 0; i < 200; ++i) {
    if (i != 0) text += ',';
    text += '{';
    for (int k = 0; k < i % 13; ++k) {
      if (k != 0) text += ',';
      append_quoted(text, std::to_string(k));
      text += i % 2 != 0 ? ":[1,2,3]" : ":[]";
    }
    text += '}';
  }
  text += ']';
  EXPECT_EQ(write(read(text)), text);
}

struct Refused {
  std::string_view text;
  ErrorCode code;
  std::size_t offset;
  std::string_view message;
};

TEST(Reader, SaysWhatIsWrongAndWhere) {
  const Refused cases[] = {
      {"x", ErrorCode::kSyntax, 0, "expected a value, found 'x'"},
      {"]", ErrorCode::kSyntax, 0, "expected a value, found ']'"},
      {"None", ErrorCode::kSyntax, 0, "expected a value, found 'None'"},
      {"\xEF\xBB\xBF{}", ErrorCode::kSyntax, 0, "expected a value, found a byte order mark"},
      {R"({"a":})", ErrorCode::kSyntax, 5, "expected a value, found '}'"},
      {R"({"a":'b'})", ErrorCode::kSyntax, 5, "expected a value, found a single quote"},
      {R"({"a":True})", ErrorCode::kSyntax, 5, "expected a value, found 'True'"},
      {R"({"a":trux})", ErrorCode::kSyntax, 5, "expected a value, found 'trux'"},
      {"[,1]", ErrorCode::kSyntax, 1, "expected a value or ']' after '[', found ','"},
      {"[1,]", ErrorCode::kSyntax, 3, "expected a value after ',', found ']'"},
      {"[1,,2]", ErrorCode::kSyntax, 3, "expected a value after ',', found ','"},
      {"{a:1}", ErrorCode::kSyntax, 1, "expected a key or '}' after '{', found 'a'"},
      {R"({"a":1,})", ErrorCode::kSyntax, 7, "expected a key after ',', found '}'"},
      {R"({"a" 1})", ErrorCode::kSyntax, 5, "expected ':' after a key, found '1'"},
      {R"({"a":1 "b":2})", ErrorCode::kSyntax, 7, "expected ',' or '}' after a member, found '\"'"},
      {"[1 2]", ErrorCode::kSyntax, 3, "expected ',' or ']' after an element, found '2'"},
      {"[1}", ErrorCode::kSyntax, 2, "expected ',' or ']' after an element, found '}'"},
      {"{} {}", ErrorCode::kSyntax, 3, "expected the end of the text, found '{'"},
      {std::string_view("{}\0", 3), ErrorCode::kSyntax, 2, "expected the end of the text, found a NUL byte"},
      {std::string_view("\0", 1), ErrorCode::kSyntax, 0, "expected a value, found a NUL byte"},
      {"[-]", ErrorCode::kSyntax, 2, "expected a digit after '-', found ']'"},
      {"[-Infinity]", ErrorCode::kSyntax, 2, "expected a digit after '-', found 'Infinity'"},
      {"[1.]", ErrorCode::kSyntax, 3, "expected a digit after '.', found ']'"},
      {"[1e+]", ErrorCode::kSyntax, 4, "expected a digit in the exponent, found ']'"},
      {"[01]", ErrorCode::kSyntax, 2, "a number must not have a leading zero"},
      {"[+1]", ErrorCode::kSyntax, 1, "expected a value or ']' after '[', found '+'"},
      {"[.5]", ErrorCode::kSyntax, 1, "expected a value or ']' after '[', found '.'"},
      {"[0x1]", ErrorCode::kSyntax, 2, "expected ',' or ']' after an element, found 'x1'"},
      {"[\"a\nb\"]", ErrorCode::kSyntax, 3,
       "a control character in a string must be escaped, found a line feed"},
      {std::string_view("\"\0\"", 3), ErrorCode::kSyntax, 1,
       "a control character in a string must be escaped, found a NUL byte"},
      {R"("a\d")", ErrorCode::kSyntax, 3, "expected an escape sequence of JSON after '\\', found 'd'"},
      {R"("\u12x4")", ErrorCode::kSyntax, 5, "expected four hex digits after '\\u', found 'x4'"},
      {R"("ab\ud800")", ErrorCode::kSyntax, 3, "a surrogate escape without its other half"},
      {R"("\udc00\ud800")", ErrorCode::kSyntax, 1, "a surrogate escape without its other half"},
      {R"("\ud800\u0041")", ErrorCode::kSyntax, 1, "a surrogate escape without its other half"},
      {"\"a\xFF\"", ErrorCode::kInvalidEncoding, 2, "expected UTF-8 in a string, found byte 0xFF"},
      {"\"\xED\xA0\x80\"", ErrorCode::kInvalidEncoding, 1, "expected UTF-8 in a string, found byte 0xED"},
      {"\"\xE4\xB8\"", ErrorCode::kInvalidEncoding, 1, "expected UTF-8 in a string, found byte 0xE4"},
      {"\xFF", ErrorCode::kSyntax, 0, "expected a value, found byte 0xFF"},
  };
  for (const Refused& refused : cases) {
    const Error error = error_of(refused.text);
    EXPECT_EQ(error.code, refused.code) << refused.text;
    EXPECT_EQ(error.where.offset, refused.offset) << refused.text;
    EXPECT_EQ(error.message, refused.message) << refused.text;
    EXPECT_TRUE(is_valid_utf8(error.message)) << refused.text;
  }
}

TEST(Reader, SaysWhereTheTextEnds) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"", "the text ends where a value was expected"},
      {" \n", "the text ends where a value was expected"},
      {R"({"a":)", "the text ends where a value was expected"},
      {"[", "the text ends inside an array"},
      {"[1", "the text ends inside an array"},
      {"[1,", "the text ends inside an array"},
      {"{", "the text ends inside an object"},
      {R"({"a":1)", "the text ends inside an object"},
      {R"({"a":1,)", "the text ends inside an object"},
      {R"({"a":[])", "the text ends inside an object"},
      {R"({"a")", "the text ends after a key, where ':' was expected"},
      {R"({"a)", "the text ends inside a string"},
      {R"({"a":"b)", "the text ends inside a string"},
      {R"({"a":"b\)", "the text ends inside a string"},
      {R"("\u00)", "the text ends inside a string"},
      {R"("\ud83d)", "the text ends inside a string"},
      {R"("\ud83d\)", "the text ends inside a string"},
      {R"("\ud83d\ude)", "the text ends inside a string"},
      {"\"\xE4\xB8", "the text ends inside a string"},
      {"[tr", "the text ends inside true, false or null"},
      {"f", "the text ends inside true, false or null"},
      {"nul", "the text ends inside true, false or null"},
      {"-", "the text ends inside a number"},
      {"1.", "the text ends inside a number"},
      {"1e", "the text ends inside a number"},
      {"1e-", "the text ends inside a number"},
  };
  for (const auto& [text, message] : cases) {
    const Error error = error_of(text);
    EXPECT_EQ(error.code, ErrorCode::kTruncated) << text;
    EXPECT_EQ(error.where.offset, text.size()) << text;
    EXPECT_EQ(error.message, message) << text;
  }
}

TEST(Reader, EveryProperPrefixOfAnObjectIsTruncated) {
  const std::string text = R"({"a":[1,-2.5e3,true,false,null,{"b":"x\n\u00e9\ud83d\ude00é"}],"c":{}})";
  for (std::size_t size = 0; size < text.size(); ++size)
    EXPECT_EQ(error_of(text.substr(0, size)).code, ErrorCode::kTruncated) << size;
  EXPECT_TRUE(parse(text));
}

TEST(Reader, KeepsTheDepthLimit) {
  const Limits limits{.max_depth = 3};
  EXPECT_TRUE(parse("[[[1]]]", limits));
  EXPECT_TRUE(parse(R"({"a":[{}]})", limits));
  EXPECT_TRUE(parse("[[[]],[[]]]", limits));
  const Error error = error_of("[[[[]]]]", limits);
  EXPECT_EQ(error.code, ErrorCode::kTooDeep);
  EXPECT_EQ(error.where.offset, 3U);
  EXPECT_EQ(error.message, "nesting is deeper than 3 levels");
  EXPECT_EQ(error_of(R"([[[{"a":1}]]])", limits).code, ErrorCode::kTooDeep);
  EXPECT_EQ(error_of("[]", {.max_depth = 0}).code, ErrorCode::kTooDeep);
  EXPECT_TRUE(parse("1", {.max_depth = 0}));
}

TEST(Reader, TheDefaultDepthIs512) {
  EXPECT_TRUE(parse(nested(512)));
  EXPECT_TRUE(parse(nested(512, "1")));
  EXPECT_EQ(error_of(nested(513)).code, ErrorCode::kTooDeep);
  EXPECT_EQ(error_of(std::string(1000000, '[')).code, ErrorCode::kTooDeep);
}

TEST(Reader, ReadsAsDeepAsItIsAllowedTo) {
  constexpr std::size_t kDepth = 200000;
  const Limits limits{.max_depth = kDepth};
  std::string text;
  for (std::size_t i = 0; i < kDepth; ++i) text += i % 3 == 0 ? "{\"k\":" : "[";
  text += "7";
  for (std::size_t i = kDepth; i-- > 0;) text += i % 3 == 0 ? "}" : "]";
  const Result<Value> result = parse(text, limits);
  ASSERT_TRUE(result);
  EXPECT_EQ(write(*result), text);
}

TEST(Reader, KeepsTheSizeLimit) {
  EXPECT_TRUE(parse("[1]", {.max_bytes = 3}));
  const Error error = error_of("[10]", {.max_bytes = 3});
  EXPECT_EQ(error.code, ErrorCode::kTooLarge);
  EXPECT_EQ(error.where.offset, 3U);
  EXPECT_EQ(error.message, "the text has 4 bytes, the limit is 3");
}

TEST(Reader, ReadsIntoAPlaceOfTheCallers) {
  Value value;
  ASSERT_TRUE(read(R"({"a":[1,"b"]})", {}, value));
  EXPECT_EQ(write(value), R"({"a":[1,"b"]})");
  Value broken;
  EXPECT_FALSE(read(R"({"a":[1,)", {}, broken));
  Value scalar;
  ASSERT_TRUE(read("1.10", {}, scalar));
  EXPECT_EQ(scalar.number_text(), "1.10");
}

}  // namespace
}  // namespace argwright::json
