#include "gateway/demo/arguments.h"

#include <gtest/gtest.h>

#include "argwright/schema.h"
#include "gateway/demo/named_text.h"

namespace argwright::gateway::demo {
namespace {

std::string filled(std::string_view schema, std::string_view message = "", Wish wish = Wish::kNone,
                   std::size_t number = 0) {
  const json::Value declared = *json::parse(schema);
  json::Value arguments = fill_arguments(declared, {message, wish, number});
  std::string text = json::write(arguments);
  const Result<Schema> compiled = Schema::compile(declared);
  EXPECT_TRUE(compiled) << schema;
  if (compiled && wish != Wish::kNothing) {
    const Coercion coercion = coerce(arguments, *compiled);
    EXPECT_TRUE(coercion.fits() && !coercion.changed) << schema << " " << text;
  }
  return text;
}

std::string one(std::string_view property, std::string_view message = "") {
  return filled(R"({"type":"object","properties":{"x":)" + std::string(property) + R"(},"required":["x"]})",
                message);
}

TEST(Arguments, AreOfTheDeclaredTypes) {
  EXPECT_EQ(one(R"({"type":"integer"})"), R"({"x":3})");
  EXPECT_EQ(one(R"({"type":"integer"})", "take 0012 of them"), R"({"x":12})");
  EXPECT_EQ(one(R"({"type":"number"})"), R"({"x":1.5})");
  EXPECT_EQ(one(R"({"type":"boolean"})"), R"({"x":true})");
  EXPECT_EQ(one(R"({"type":"null"})"), R"({"x":null})");
  EXPECT_EQ(one(R"({"type":["null","integer"]})"), R"({"x":3})");
  EXPECT_EQ(one(R"({"type":"array","items":{"type":"integer"},"minItems":2})"), R"({"x":[3,3]})");
  EXPECT_EQ(one(R"({"type":"object","properties":{"y":{"type":"boolean"},"z":{}},"required":["y"]})"),
            R"({"x":{"y":true}})");
  EXPECT_EQ(one(R"({"anyOf":[{"type":"null"},{"type":"boolean"}]})"), R"({"x":true})");
  EXPECT_EQ(one(R"({"type":"string","format":"date"})"), R"({"x":"2026-01-15"})");
  EXPECT_EQ(one(R"({"const":7})"), R"({"x":7})");
}

TEST(Arguments, KeepWithinBounds) {
  EXPECT_EQ(one(R"({"type":"integer","minimum":10})"), R"({"x":10})");
  EXPECT_EQ(one(R"({"type":"integer","maximum":2})"), R"({"x":2})");
  EXPECT_EQ(one(R"({"type":"integer","exclusiveMinimum":3})"), R"({"x":4})");
  EXPECT_EQ(one(R"({"type":"integer","exclusiveMaximum":3})"), R"({"x":2})");
  EXPECT_EQ(one(R"({"type":"string","maxLength":2})", "hello"), R"({"x":"he"})");
  EXPECT_EQ(one(R"({"type":"string","minLength":7})", "hello"), R"({"x":"helloxx"})");
}

TEST(Arguments, TakeTheTokenThatTheMessageNames) {
  EXPECT_EQ(one(R"({"enum":["celsius","fahrenheit"]})", "in Fahrenheit, please"), R"({"x":"fahrenheit"})");
  EXPECT_EQ(one(R"({"type":"string","enum":["celsius","fahrenheit"]})", "hm"), R"({"x":"celsius"})");
}

TEST(Arguments, FollowReferencesAndSurviveCycles) {
  EXPECT_EQ(filled(R"({"type":"object","properties":{"x":{"$ref":"#/$defs/n"}},"required":["x"],)"
                   R"("$defs":{"n":{"type":"integer"}}})"),
            R"({"x":3})");
  const json::Value cyclic =
      *json::parse(R"({"type":"object","properties":{"x":{"$ref":"#"}},"required":["x"]})");
  EXPECT_TRUE(fill_arguments(cyclic, {}).is_object());
  // Ten to the power of the depth, without a bound.
  std::string properties, required;
  for (char name = 'a'; name < 'k'; ++name) {
    properties += std::string(name > 'a' ? "," : "") + '"' + name +
                  R"(":{"type":"array","minItems":9,"items":{"$ref":"#"}})";
    required += std::string(name > 'a' ? "," : "") + '"' + name + '"';
  }
  const json::Value wide =
      *json::parse(R"({"type":"object","properties":{)" + properties + R"(},"required":[)" + required + "]}");
  EXPECT_LT(json::write(fill_arguments(wide, {})).size(), 20'000U);
  const json::Value endless = *json::parse(R"({"$ref":"#"})");
  EXPECT_EQ(json::write(fill_arguments(endless, {})), "{}");
}

TEST(Arguments, AreAnObjectWhateverTheSchemaIs) {
  for (const char* schema : {"null", "[]", "{}", "3", R"({"properties":[]})", R"({"properties":{"x":3}})",
                             R"({"type":"object","required":[1]})"}) {
    EXPECT_TRUE(fill_arguments(*json::parse(schema), {}).is_object()) << schema;
  }
}

TEST(Arguments, GrantAWishByAnOptionalParameter) {
  const char* const schema =
      R"({"type":"object","properties":{"s":{"type":"string"},"n":{"type":"integer"},"l":{"type":"array",)"
      R"("items":{"type":"string"}},"b":{"type":"boolean"}},"required":["s"]})";
  EXPECT_EQ(filled(schema, "hi"), R"({"s":"hi"})");
  EXPECT_EQ(filled(schema, "hi", Wish::kNumber), R"({"s":"hi","n":3})");
  EXPECT_EQ(filled(schema, "hi", Wish::kList), R"({"s":"hi","l":["hi"]})");
  EXPECT_EQ(filled(schema, "hi", Wish::kFlag), R"({"s":"hi","b":true})");
  EXPECT_EQ(filled(schema, "hi", Wish::kLines), R"({"s":"hi\n"})");
  EXPECT_EQ(filled(schema, "one two three four", Wish::kLines), R"({"s":"one two three\nfour"})");
  EXPECT_EQ(filled(schema, "hi", Wish::kNothing), "{}");
}

TEST(Arguments, KnowWhatIsRequiredAndDeclared) {
  EXPECT_TRUE(requires_arguments(*json::parse(R"({"properties":{"x":{}},"required":["x"]})")));
  EXPECT_FALSE(requires_arguments(*json::parse(R"({"properties":{"x":{}}})")));
  const json::Value schema =
      *json::parse(R"({"properties":{"x":{"type":"integer"},"y":{"type":["integer","string"]}}})");
  EXPECT_TRUE(is_declared(schema, "x", "integer"));
  EXPECT_FALSE(is_declared(schema, "y", "integer")) << "may be a text";
  EXPECT_FALSE(is_declared(schema, "z", "integer"));
}

TEST(NamedText, TakesFromTheMessageWhatTheNameAsksFor) {
  EXPECT_EQ(text_for("file_path", "show me src/main.cc, please", 0), "src/main.cc");
  EXPECT_EQ(text_for("filePath", "compare a.txt with b.txt.", 1), "b.txt");
  EXPECT_EQ(text_for("path", "show me version 1.5", 0), "demo.txt") << "a number is no path";
  EXPECT_EQ(text_for("url", "get https://example.net/x.html now", 0), "https://example.net/x.html");
  EXPECT_EQ(text_for("path", "get https://example.net/x.html now", 0), "demo.txt");
  EXPECT_EQ(text_for("city", "Is it raining in Berlin?", 0), "Berlin");
  EXPECT_EQ(text_for("city", "is it raining?", 1), "Tokyo");
  EXPECT_EQ(text_for("command", "please run `ls -l` here", 0), "ls -l");
  EXPECT_EQ(text_for("command", "Run make test", 0), "make test");
  EXPECT_EQ(text_for("command", "do something", 0), "echo \"hello from the demo model\"") << "does no harm";
  EXPECT_EQ(text_for("query", "find \"lost socks\" soon", 0), "lost socks");
  EXPECT_EQ(text_for("query", " where are my socks ", 0), "where are my socks");
  EXPECT_EQ(text_for("unheard_of", "", 0), "demo");
}

}  // namespace
}  // namespace argwright::gateway::demo
