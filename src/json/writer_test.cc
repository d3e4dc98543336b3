#include <gtest/gtest.h>

#include <string>

#include "argwright/json.h"

namespace argwright::json {
namespace {

std::string in_quotes(std::string_view text) {
  std::string out;
  append_quoted(out, text);
  return out;
}

TEST(Writer, WritesOneLineWithoutSpaces) {
  const Value value(
      Object{{"a", Number{"1"}}, {"b", Array{Number{"1"}, Number{"2"}}}, {"c", Object{{"d", nullptr}}}});
  EXPECT_EQ(write(value), R"({"a":1,"b":[1,2],"c":{"d":null}})");
  EXPECT_EQ(write(Array{}), "[]");
  EXPECT_EQ(write(Object{}), "{}");
  EXPECT_EQ(write(true), "true");
  EXPECT_EQ(write(false), "false");
  EXPECT_EQ(write(nullptr), "null");
  EXPECT_EQ(write("x"), "\"x\"");
}

TEST(Writer, KeepsTheTextOfNumbersAndDuplicates) {
  const std::string text = R"({"n":12345678901234567890,"n":1.10,"e":1e400})";
  EXPECT_EQ(write(*parse(text)), text);
}

TEST(Writer, IndentsWhenAsked) {
  const Value value = *parse(R"({"a":1,"b":[],"c":[1,{"d":2}],"e":{}})");
  EXPECT_EQ(write(value, {.indent = 2}),
            "{\n"
            "  \"a\": 1,\n"
            "  \"b\": [],\n"
            "  \"c\": [\n"
            "    1,\n"
            "    {\n"
            "      \"d\": 2\n"
            "    }\n"
            "  ],\n"
            "  \"e\": {}\n"
            "}");
  EXPECT_EQ(write(Number{"1"}, {.indent = 4}), "1");
}

TEST(Writer, EscapesOnlyWhatMustBe) {
  EXPECT_EQ(in_quotes("a/b \x7F \xC3\xA9 \xE2\x80\xA8"), "\"a/b \x7F \xC3\xA9 \xE2\x80\xA8\"");
  EXPECT_EQ(in_quotes("\"\\"), R"("\"\\")");
  EXPECT_EQ(in_quotes("\b\f\n\r\t"), R"("\b\f\n\r\t")");
  EXPECT_EQ(in_quotes(std::string_view("\0\x01\x1F", 3)), R"("\u0000\u0001\u001f")");
}

TEST(Writer, AppendQuotedAppends) {
  std::string out = "x:";
  append_quoted(out, "");
  append_quoted(out, "a\nb");
  EXPECT_EQ(out, R"(x:"""a\nb")");
}

TEST(Writer, EveryByteBelowTheSpaceSurvivesReading) {
  std::string text;
  for (int byte = 0; byte < 0x80; ++byte) text += static_cast<char>(byte);
  EXPECT_EQ(parse(in_quotes(text))->string(), text);
}

TEST(Writer, WritesAnyDepth) {
  constexpr std::size_t kDepth = 150000;
  Value value;
  for (std::size_t i = 0; i < kDepth; ++i) {
    Array items;
    items.push_back(std::move(value));
    value = Value(std::move(items));
  }
  EXPECT_EQ(write(value).size(), 2 * kDepth + 4);
}

}  // namespace
}  // namespace argwright::json
