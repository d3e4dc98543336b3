#include "tool/text_fit.h"

#include <gtest/gtest.h>

#include <string>

namespace argwright::tool {
namespace {

Schema schema_of(std::string_view text) { return *Schema::compile_text(text); }

bool fits(std::string_view arguments, std::string_view schema) {
  return text_fits(arguments, schema_of(schema), Limits());
}

// The law: where the text says yes, parse_call() passes it as it is and has nothing to tell.
void expect_law(std::string_view arguments, const Schema& schema, std::size_t& fitting) {
  if (!text_fits(arguments, schema, Limits())) return;
  ++fitting;
  const ToolCallRequest request = parse_call({"f", "id", arguments}, &schema);
  const std::string shown = json::write(schema.source()) + " " + std::string(arguments);
  EXPECT_EQ(request.outcome, Outcome::kOk) << shown;
  EXPECT_TRUE(request.accepted()) << shown;
  EXPECT_FALSE(request.rewritten) << shown;
  EXPECT_TRUE(request.diagnostics.empty()) << shown;
  EXPECT_EQ(request.parse_warning + request.parse_error, "") << shown;
  EXPECT_EQ(request.arguments, *json::parse(arguments)) << shown;
}

constexpr std::string_view kNodes[] = {
    R"({})",
    R"(true)",
    R"(false)",
    R"({"type":"string"})",
    R"({"type":"integer"})",
    R"({"type":"number"})",
    R"({"type":"boolean"})",
    R"({"type":"null"})",
    R"({"type":["string","null"]})",
    R"({"type":"integer","minimum":1,"maximum":10})",
    R"({"type":"number","exclusiveMinimum":0.5,"exclusiveMaximum":9})",
    R"({"type":"integer","exclusiveMinimum":1,"exclusiveMaximum":10})",
    R"({"type":"integer","multipleOf":3})",
    R"({"type":"string","minLength":2})",
    R"({"type":"string","pattern":"^[a-z]+$"})",
    R"({"type":"string","format":"date"})",
    R"({"type":"string","format":"uri"})",
    R"({"type":"string","enum":["a","abc"]})",
    R"({"enum":["abc",3]})",
    R"({"enum":["abc"],"maxLength":2})",
    R"({"type":"array"})",
    R"({"type":"array","items":{"type":"integer"},"minItems":1,"maxItems":2})",
    R"({"type":"array","prefixItems":[{"type":"string"}]})",
    R"({"type":"array","uniqueItems":true})",
    R"({"type":"object"})",
    R"({"type":"object","properties":{"k":{"type":"integer"}},"required":["k"]})",
    R"({"type":"object","properties":{"k":{}},"additionalProperties":false})",
    R"({"type":"object","additionalProperties":false})",
    R"({"type":"object","additionalProperties":{"type":"integer"}})",
    R"({"type":"object","patternProperties":{"^k":{"type":"integer"}}})",
    R"({"type":"object","required":["z"]})",
    R"({"type":"object","minProperties":1})",
    R"({"anyOf":[{"type":"integer"},{"type":"string"}]})",
    R"({"allOf":[{"type":"integer"},{"maximum":5}]})",
};
constexpr std::string_view kValues[] = {
    "null",
    "true",
    "0",
    "1",
    "3",
    "10",
    "11",
    "-2",
    "-0",
    "3.0",
    "2.5",
    "1e2",
    "1e400",
    "1234567890123456789012",
    R"("")",
    R"("a")",
    R"("abc")",
    R"("ABC")",
    R"("null")",
    R"("None")",
    R"("true")",
    R"("5")",
    R"("\u0061bc")",
    R"("é")",
    R"("2031-02-01")",
    R"("https://example.com/a")",
    R"("https:")",
    "[]",
    "[1]",
    "[1,1]",
    "[1,2,3]",
    R"(["x"])",
    R"([["true"],{"a":"null"}])",
    "{}",
    R"({"k":1})",
    R"({"k":"1"})",
    R"({"k":1,"k":2})",
    R"({"K":1})",
    R"({"z":"true"})",
};

TEST(TextFit, SaysYesOnlyWhereTheCallPassesAsSent) {
  std::size_t fitting = 0;
  for (const std::string_view node : kNodes) {
    for (const std::string_view more :
         {"", R"(,"required":["a"])", R"(,"required":["b"])", R"(,"type":"object")"}) {
      const Schema schema = schema_of(R"({"properties":{"a":)" + std::string(node) +
                                      R"(,"b":{"type":"string"},"name":{}})" + std::string(more) + "}");
      for (const std::string_view value : kValues) {
        const std::string a = R"("a":)" + std::string(value);
        for (const std::string& arguments :
             {"{" + a + "}", "{" + a + R"(,"b":"x"})", R"({"b":"",)" + a + "}", "{" + a + "," + a + "}",
              "{" + a + R"(,"c":1})", "{" + a + R"(,"name":"f"})", " { " + a + " } ", "{" + a + ",}", "{" + a,
              std::string(value)}) {
          expect_law(arguments, schema, fitting);
        }
      }
    }
  }
  EXPECT_GT(fitting, 1500U);
}

TEST(TextFit, KeepsTheLawForDeclaredParameters) {
  std::size_t fitting = 0;
  for (const ValueKind kind :
       {ValueKind::kString, ValueKind::kBoolean, ValueKind::kInteger, ValueKind::kNumber,
        ValueKind::kJsonObject, ValueKind::kJsonArray, ValueKind::kTimestamp, ValueKind::kUri}) {
    for (const Cardinality cardinality :
         {Cardinality::kSingle, Cardinality::kOptional, Cardinality::kList, Cardinality::kMap}) {
      ToolParameter parameter;
      parameter.name = "a";
      parameter.value_kind = kind;
      parameter.cardinality = cardinality;
      const Schema schema = Schema::from_parameters({parameter});
      for (const std::string_view value : kValues) {
        expect_law(R"({"a":)" + std::string(value) + "}", schema, fitting);
      }
    }
  }
  EXPECT_GT(fitting, 50U);
}

constexpr std::string_view kTicket =
    R"({"type":"object","properties":{"title":{"type":"string"},"priority":{"type":"integer","minimum":1,"maximum":5},"labels":{"type":"array","items":{"type":"string"}},"notify":{"type":"boolean"},"kind":{"enum":["bug","wish"]},"at":{"type":"object","properties":{"line":{"type":"integer"}}}},"required":["title"]})";

// What it is there for: were it to say no, nothing would be wrong but the time it takes.
TEST(TextFit, KnowsTheCallsThatMostToolsGet) {
  EXPECT_TRUE(fits(R"({"title":"a \"b\" é"})", kTicket));
  EXPECT_TRUE(fits(R"({"title":"a","priority":2,"labels":["x","y"],"notify":true,"kind":"bug"})", kTicket));
  EXPECT_TRUE(fits(R"({ "at": {"line": 3}, "labels": [], "title": "" })", kTicket)) << "in any order";
}

TEST(TextFit, LeavesTheRestToTheLongWay) {
  for (const std::string_view arguments : {
           R"({"title":"a","title":"b"})",
           R"({"\u0074itle":"a"})",
           R"({"title":"\ud800"})",
           "{\"title\":\"\xff\"}",
           R"({"title":1})",
           R"({"title":"a","priority":"2"})",
           R"({"title":"a","priority":6})",
           R"({"title":"a","other":1})",
           R"({"Title":"a"})",
           R"({"priority":1})",
           R"({"title":"a","kind":"Bug"})",
           R"({"title":"a","labels":"x"})",
           R"({"title":"a","notify":null})",
           R"({"title":"a"} x)",
           R"({"title":"a")",
           R"("{\"title\":\"a\"}")",
           "{}",
           "[]",
           "null",
           "",
       }) {
    EXPECT_FALSE(fits(arguments, kTicket)) << arguments;
  }
}

TEST(TextFit, LeavesWhatMayBeAWrapperToTheLongWay) {
  constexpr std::string_view kSchema = R"({"properties":{"name":{},"arguments":{},"city":{}}})";
  EXPECT_FALSE(fits(R"({"name":"f","arguments":{"city":"Oslo"}})", kSchema));
  EXPECT_FALSE(fits(R"({"name":"f"})", kSchema));
  EXPECT_TRUE(fits(R"({"name":"f","city":"Oslo"})", kSchema));
}

TEST(TextFit, LeavesSchemasWithoutMembersToTheLongWay) {
  EXPECT_FALSE(fits(R"({"a":"true"})", R"({"type":"object"})")) << "S3's promotions apply";
  EXPECT_FALSE(fits(R"({"a":"b"})", "{}"));
}

TEST(TextFit, KeepsToTheLimits) {
  const Schema schema = schema_of(R"({"properties":{"a":{}}})");
  EXPECT_TRUE(text_fits(R"({"a":[[1]]})", schema, {.max_depth = 3}));
  EXPECT_FALSE(text_fits(R"({"a":[[1]]})", schema, {.max_depth = 2}));
  EXPECT_FALSE(text_fits(R"({"a":[[1]]})", schema, {.max_bytes = 10}));
  const std::string deep = R"({"a":)" + std::string(100'000, '[') + std::string(100'000, ']') + "}";
  EXPECT_FALSE(text_fits(deep, schema, Limits()));
}

// Declarations may refer to themselves, texts may follow them.
TEST(TextFit, DoesNotFollowATextIntoTheDepth) {
  std::string schema = R"({"type":"integer"})";
  std::string text = "1";
  for (int i = 0; i < 30; ++i) {
    schema = R"({"type":"object","properties":{"a":)" + schema + "}}";
    text = R"({"a":)" + text + "}";
  }
  EXPECT_FALSE(fits(text, schema));
}

}  // namespace
}  // namespace argwright::tool
