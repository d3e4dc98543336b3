#include <gtest/gtest.h>

#include "argwright/schema.h"

namespace argwright {
namespace {

Schema compile(std::string_view text) { return std::move(*Schema::compile_text(text)); }

ToolCallRequest call(std::string_view raw, const Schema* schema, std::string_view tool = "t",
                     bool complete = true) {
  RepairOptions options;
  options.complete = complete;
  return parse_call({tool, "call_1", raw}, schema, options);
}

const char* kSchema =
    R"({"type":"object","properties":{"city":{"type":"string"},"days":{"type":"integer"}},"required":["city"]})";

TEST(ParseCall, KeepsTheCallAndTypesItsArguments) {
  const Schema schema = compile(kSchema);
  const ToolCallRequest request = call(R"({'city': 'Oslo', days: "3",})", &schema);
  EXPECT_EQ(request.tool_name, "t");
  EXPECT_EQ(request.tool_call_id, "call_1");
  EXPECT_EQ(request.raw_arguments, R"({'city': 'Oslo', days: "3",})");
  EXPECT_EQ(request.outcome, Outcome::kCoerced);
  EXPECT_EQ(request.text(), R"({"city":"Oslo","days":3})");
  EXPECT_EQ(request.integer("days"), 3);
  EXPECT_EQ(request.string("city"), "Oslo");
  EXPECT_EQ(request.integer("city"), std::nullopt);
  EXPECT_FALSE(request.fixes.empty());
}

TEST(ParseCall, AValidCallPassesByteForByte) {
  const Schema schema = compile(kSchema);
  const ToolCallRequest request = call("{ \"city\" : \"Oslo\" }", &schema);
  EXPECT_EQ(request.outcome, Outcome::kOk);
  EXPECT_EQ(request.text(), "{ \"city\" : \"Oslo\" }");
  EXPECT_EQ(request.parse_warning, "");
  EXPECT_EQ(request.parse_error, "");
}

TEST(ParseCall, AMisfitIsRejectedAndStillReadable) {
  const Schema schema = compile(kSchema);
  const ToolCallRequest request = call(R"({"days":"2"})", &schema);
  EXPECT_EQ(request.outcome, Outcome::kRejected);
  EXPECT_EQ(request.rejection, Rejection::kMisfit);
  EXPECT_FALSE(request.accepted());
  ASSERT_TRUE(request.partial);
  EXPECT_EQ(json::write(*request.partial), R"({"days":2})");
  EXPECT_EQ(request.text(), R"({"days":2})");
  EXPECT_EQ(request.parse_error, "missing required parameter 'city' (sent: days)");
}

TEST(ParseCall, ADeclarationWithAnotherRootThanAnObjectIsMetByNoCall) {
  const Schema schema = compile(R"({"type":"string"})");
  for (const char* raw : {R"({"city":"Oslo"})", R"({city":"Oslo"})"}) {
    const ToolCallRequest request = call(raw, &schema);
    EXPECT_EQ(request.rejection, Rejection::kMisfit);
    EXPECT_EQ(request.text(), R"({"city":"Oslo"})");
    EXPECT_EQ(request.parse_error, "the declaration wants arguments of type string, arguments are an object");
  }
  EXPECT_TRUE(call(R"({"a":1}{"b":2})", &schema).parts.empty());
}

TEST(ParseCall, SeveralWarningsAreJoinedInParameterOrder) {
  const Schema schema =
      compile(R"({"type":"object","properties":{"a":{"type":"boolean"},"b":{"type":"string"}}})");
  EXPECT_EQ(call(R"({"a":1,"b":true})", &schema).parse_warning,
            "number coerced to boolean; non-string literal retained");
  EXPECT_EQ(call(R"({"a":1})", &schema).parse_warning, "number coerced to boolean");
}

TEST(ParseCall, WithoutADeclarationOnlyLiteralsArePromotedAndTheTextStays) {
  const ToolCallRequest request = call(R"({"a":"true","b":{"c":"null"},"n":"42"})", nullptr);
  EXPECT_EQ(json::write(*request.arguments), R"({"a":true,"b":{"c":null},"n":"42"})");
  EXPECT_EQ(request.text(), R"({"a":"true","b":{"c":"null"},"n":"42"})");
  EXPECT_EQ(
      request.parse_warning,
      "tool_definition_missing; string literal converted to boolean true; string literal converted to null");
  EXPECT_EQ(request.outcome, Outcome::kCoerced);
}

TEST(ParseCall, PromotesUndeclaredParametersOnly) {
  const Schema schema =
      compile(R"({"type":"object","properties":{"s":{"type":"string"},"o":{"type":"object"}}})");
  const ToolCallRequest request = call(R"({"s":"true","o":{"x":"true"},"extra":"true"})", &schema);
  EXPECT_EQ(json::write(*request.arguments), R"({"s":"true","o":{"x":"true"},"extra":true})");
  EXPECT_EQ(request.text(), R"({"s":"true","o":{"x":"true"},"extra":"true"})");
}

TEST(ParseCall, PromotionsNameTheirPlaceAndLeaveWhatTheSchemaLists) {
  const Schema open = compile(R"({"type":"object","properties":{"s":{"type":"string"}}})");
  const ToolCallRequest request = call(R"({"a/b~c":"true"})", &open);
  ASSERT_FALSE(request.diagnostics.empty());
  EXPECT_EQ(request.diagnostics.back().path, "/a~1b~0c");
  const ToolCallRequest nested = call(R"({"s":"x","o":{"q":"null"}})", &open);
  ASSERT_FALSE(nested.diagnostics.empty());
  EXPECT_EQ(nested.diagnostics.back().path, "/o/q");
  const ToolCallRequest undeclared = call(R"({"a":"true","l":[1,{"b":"false"}]})", nullptr, "");
  ASSERT_EQ(undeclared.diagnostics.size(), 2U);
  EXPECT_EQ(undeclared.diagnostics[0].path, "/a");
  EXPECT_EQ(undeclared.diagnostics[1].path, "/l/1/b");
  const Schema listed = compile(R"({"enum":[{"a":"true"}]})");
  EXPECT_EQ(json::write(*call(R"({"a":"true"})", &listed).arguments), R"({"a":"true"})");
}

TEST(ParseCall, NullMeansNoArgumentsWhereNoneAreRequired) {
  const Schema none = compile(R"({"type":"object","properties":{"hint":{"type":"string"}}})");
  EXPECT_EQ(call("null", &none).text(), "{}");
  const Schema some = compile(kSchema);
  EXPECT_FALSE(call("null", &some).accepted());
  EXPECT_FALSE(call("null", nullptr).accepted());
}

TEST(ParseCall, ASplitIsOfferedOnlyIfEveryPartFits) {
  const Schema schema = compile(kSchema);
  EXPECT_EQ(call(R"({"city":"A"}{"city":"B"})", &schema).parts.size(), 2U);
  EXPECT_EQ(call(R"({"city":"A"}{"town":"B"})", &schema).outcome, Outcome::kRejected);
}

TEST(ParseCall, OpensWrappersThatTheDeclarationLacks) {
  const Schema schema = compile(kSchema);
  EXPECT_EQ(call(R"({"name":"t","arguments":{"city":"Oslo"}})", &schema).text(), R"({"city":"Oslo"})");
  EXPECT_EQ(call(R"({"input":{"city":"Oslo"}})", &schema).text(), R"({"city":"Oslo"})");
  const Schema caller =
      compile(R"({"type":"object","properties":{"name":{"type":"string"},"arguments":{"type":"object"}}})");
  EXPECT_EQ(call(R"({"name":"t","arguments":{}})", &caller).outcome, Outcome::kOk);
}

TEST(ParseCall, OpensNoWrapperWhoseKeyIsRequired) {
  const Schema schema = compile(
      R"({"type":"object","properties":{"name":{"type":"string"},"argumentc":{"type":"object"}},"required":["name","arguments"]})");
  const std::string raw = R"({"name":"nightly","arguments":{"file":"c.csv"}})";
  EXPECT_EQ(call(raw, &schema).text(), raw);
  EXPECT_EQ(call(raw, &schema, "").text(), raw);
  EXPECT_TRUE(call(raw, &schema).accepted());
}

TEST(ParseCall, WithoutEnhanceTheTextStaysAsReceivedAndTheRestTells) {
  const Schema schema = compile(R"({"properties":{"a":{"type":"integer"}}})");
  RepairOptions off;
  off.enhance = false;
  const auto pass = [&](std::string_view raw) { return parse_call({"t", "call_1", raw}, &schema, off); };
  const ToolCallRequest repaired = pass("{'a': 1}");
  EXPECT_EQ(repaired.outcome, Outcome::kRepaired);
  EXPECT_EQ(repaired.text(), "{'a': 1}");
  EXPECT_EQ(repaired.integer("a"), 1);
  EXPECT_FALSE(repaired.fixes.empty());
  const ToolCallRequest coerced = pass(R"({"a":"1"})");
  EXPECT_EQ(coerced.outcome, Outcome::kCoerced);
  EXPECT_EQ(coerced.text(), R"({"a":"1"})");
  EXPECT_EQ(coerced.integer("a"), 1);
  EXPECT_EQ(pass("null").text(), "null");
  const ToolCallRequest split = pass(R"({"a":1}{"a":2})");
  EXPECT_EQ(split.outcome, Outcome::kSplit);
  EXPECT_EQ(split.text(), R"({"a":1}{"a":2})");
  EXPECT_TRUE(split.parts.empty());
  for (const std::string_view raw : {"{'a': 1}", "not a call", R"({"a":1}{"a":2})", R"({"a":1})"}) {
    const RepairResult alone = repair_arguments(raw, off);
    EXPECT_EQ(pass(raw).text(), alone.text) << raw;
    EXPECT_EQ(pass(raw).outcome, alone.outcome) << raw;
  }
}

TEST(ParseCall, ATruncatedCallIsNeverTyped) {
  const Schema schema = compile(kSchema);
  const ToolCallRequest request = call(R"({"city":"Os)", &schema, "t", false);
  EXPECT_EQ(request.rejection, Rejection::kTruncated);
  EXPECT_FALSE(request.arguments);
  EXPECT_EQ(request.raw_arguments, R"({"city":"Os)");
}

TEST(ToolCallRequest, GivesTheRawTextOfEachParameter) {
  const Schema schema = compile(kSchema);
  const std::map<std::string, std::string> raw =
      call(R"({"city":"Oslo","days":"3"})", &schema).raw_by_parameter();
  EXPECT_EQ(raw.at("city"), "\"Oslo\"");
  EXPECT_EQ(raw.at("days"), "\"3\"");
}

}  // namespace
}  // namespace argwright
