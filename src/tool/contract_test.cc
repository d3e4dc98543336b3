// The provider contract (S1-35 to S1-68, S3-10 to S3-16) as calls go through it: kind by kind, with the
// literal warnings that tools and people match on.
#include <gtest/gtest.h>

#include "argwright/schema.h"

namespace argwright {
namespace {

ToolParameter parameter(ValueKind kind, Cardinality cardinality = Cardinality::kSingle) {
  ToolParameter p;
  p.name = "v";
  p.value_kind = kind;
  p.cardinality = cardinality;
  p.is_required = cardinality != Cardinality::kOptional;
  return p;
}

ToolCallRequest call(const ToolParameter& declared, const std::string& value) {
  const Schema schema = Schema::from_parameters({declared});
  return parse_call({"t", "call_1", R"({"v":)" + value + "}"}, &schema);
}

// The typed value of the call and its whole parse_warning; "error" when it was rejected.
std::string typed(const ToolParameter& declared, const std::string& value) {
  const ToolCallRequest request = call(declared, value);
  if (!request.accepted()) {
    EXPECT_NE(request.parse_error, "");
    // S1-66: what could not be typed is still there, as it was sent.
    EXPECT_EQ(json::write(*request.partial->find("v")), value);
    return "error";
  }
  EXPECT_EQ(request.parse_error, "");
  const std::string warning = request.parse_warning.empty() ? "" : " (" + request.parse_warning + ")";
  return json::write(*request.arguments->find("v")) + warning;
}

TEST(Contract, Boolean) {
  const ToolParameter p = parameter(ValueKind::kBoolean);
  EXPECT_EQ(typed(p, "true"), "true");
  EXPECT_EQ(typed(p, "false"), "false");
  EXPECT_EQ(typed(p, R"("true")"), "true (string literal converted to boolean true)");
  EXPECT_EQ(typed(p, R"("false")"), "false (string literal converted to boolean false)");
  EXPECT_EQ(typed(p, "1"), "true (number coerced to boolean)");
  EXPECT_EQ(typed(p, "0"), "false (number coerced to boolean)");
  EXPECT_EQ(typed(p, "1.0"), "true (number coerced to boolean)");
  for (const char* value : {"2", "-1", "0.5", R"("maybe")", "null", "[]"})
    EXPECT_EQ(typed(p, value), "error") << value;
}

TEST(Contract, String) {
  const ToolParameter p = parameter(ValueKind::kString);
  for (const char* value : {R"("text")", R"("true")", R"("null")", R"("42")", R"("")", R"("{\"a\":1}")"})
    EXPECT_EQ(typed(p, value), value);
  EXPECT_EQ(typed(p, "true"), R"("true" (non-string literal retained))");
  EXPECT_EQ(typed(p, "1.50"), R"("1.50" (non-string literal retained))");
  EXPECT_EQ(typed(p, "null"), "error");
}

TEST(Contract, Integer) {
  const ToolParameter p = parameter(ValueKind::kInteger);
  EXPECT_EQ(typed(p, "42"), "42");
  EXPECT_EQ(typed(p, "9223372036854775807"), "9223372036854775807");
  EXPECT_EQ(typed(p, R"("42")"), "42 (string literal converted to integer)");
  EXPECT_EQ(typed(p, "3.7"), "3 (fractional number truncated to integer)");
  EXPECT_EQ(typed(p, R"("3.7")"),
            "3 (string literal converted to integer; fractional number truncated to integer)");
  for (const char* value : {R"("a dozen")", R"("")", "true", "9223372036854775808", "{}"})
    EXPECT_EQ(typed(p, value), "error") << value;
}

TEST(Contract, Number) {
  const ToolParameter p = parameter(ValueKind::kNumber);
  EXPECT_EQ(typed(p, "1.50"), "1.50");
  EXPECT_EQ(typed(p, R"("1.50")"), "1.50 (string literal converted to number)");
  for (const char* value : {R"("50%")", "false", "1e400"}) EXPECT_EQ(typed(p, value), "error") << value;
}

TEST(Contract, JsonObjectAndJsonArray) {
  const ToolParameter object = parameter(ValueKind::kJsonObject);
  EXPECT_EQ(typed(object, R"({"a":"true"})"), R"({"a":"true"})");
  EXPECT_EQ(typed(object, R"("{\"a\":1}")"), R"({"a":1} (string literal parsed as object))");
  EXPECT_EQ(typed(object, R"("fast")"), "error");
  EXPECT_EQ(typed(object, "[1]"), "error");
  const ToolParameter array = parameter(ValueKind::kJsonArray);
  EXPECT_EQ(typed(array, R"(["null",{"a":1}])"), R"(["null",{"a":1}])");
  EXPECT_EQ(typed(array, R"("[1,2]")"), "[1,2] (string literal parsed as array)");
  EXPECT_EQ(typed(array, "null"), "error");
}

TEST(Contract, TimestampErrsAndUriWarns) {
  EXPECT_EQ(typed(parameter(ValueKind::kTimestamp), R"("2031-02-01T10:00:00Z")"),
            R"("2031-02-01T10:00:00Z")");
  EXPECT_EQ(typed(parameter(ValueKind::kTimestamp), R"("tomorrow")"), "error");
  EXPECT_EQ(typed(parameter(ValueKind::kUri), R"("https://a.example/x?y#z")"),
            R"("https://a.example/x?y#z")");
  EXPECT_EQ(typed(parameter(ValueKind::kUri), R"("readme.md")"),
            R"("readme.md" (not an absolute URI, kept as text))");
}

TEST(Contract, EnumTokenAndEnumConstraints) {
  EXPECT_FALSE(EnumConstraint().case_sensitive);
  ToolParameter p = parameter(ValueKind::kEnumToken);
  p.enum_constraint = EnumConstraint{{"open", "shut"}};
  EXPECT_EQ(typed(p, R"("open")"), R"("open")");
  EXPECT_EQ(typed(p, R"("Open")"), R"("open" (value normalised to the declared spelling))");
  EXPECT_EQ(typed(p, R"("ajar")"), "error");
  EXPECT_EQ(call(p, R"("ajar")").parse_error, R"(value "ajar" is not one of open, shut)");
  p.enum_constraint->case_sensitive = true;
  EXPECT_EQ(typed(p, R"("Open")"), "error");
  p.value_kind = ValueKind::kString;
  EXPECT_EQ(typed(p, R"("shut")"), R"("shut")");
  EXPECT_EQ(typed(p, R"("ajar")"), "error");
  p.value_kind = ValueKind::kInteger;
  p.enum_constraint = EnumConstraint{{"1", "2"}};
  EXPECT_EQ(typed(p, "2"), "2");
  EXPECT_EQ(typed(p, "3"), "error");
}

TEST(Contract, AttachmentReferenceIsAString) {
  EXPECT_EQ(typed(parameter(ValueKind::kAttachmentReference), R"("att:7")"), R"("att:7")");
}

TEST(Contract, Cardinalities) {
  EXPECT_EQ(typed(parameter(ValueKind::kString, Cardinality::kList), R"("foo")"),
            R"(["foo"] (scalar wrapped into a list))");
  EXPECT_EQ(typed(parameter(ValueKind::kInteger, Cardinality::kList), "[1,2]"), "[1,2]");
  EXPECT_EQ(typed(parameter(ValueKind::kInteger, Cardinality::kMap), R"({"a":1})"), R"({"a":1})");
  EXPECT_EQ(typed(parameter(ValueKind::kInteger, Cardinality::kMap), "5"), "error");
  EXPECT_EQ(typed(parameter(ValueKind::kInteger, Cardinality::kOptional), "5"), "5");
  EXPECT_EQ(typed(parameter(ValueKind::kInteger, Cardinality::kOptional), R"("five")"), "error");
  EXPECT_EQ(typed(parameter(ValueKind::kString, Cardinality::kOptional), R"("")"), R"("")");
  const Schema optional = Schema::from_parameters({parameter(ValueKind::kInteger, Cardinality::kOptional)});
  for (const char* raw : {"{}", R"({"v":null})"}) {
    const ToolCallRequest request = parse_call({"t", "", raw}, &optional);
    EXPECT_TRUE(request.accepted());
    EXPECT_EQ(request.find("v"), nullptr);
    EXPECT_EQ(request.integer("v"), std::nullopt);
  }
  EXPECT_EQ(parse_call({"t", "", "{}"}, &optional).outcome, Outcome::kOk);  // C2: a genuine {} is no error
}

TEST(Contract, AToolParameterHasTheMembersOfTheDesign) {
  const ToolParameter p{
      "limit", ValueKind::kInteger, Cardinality::kOptional, false, "how many", {}, "3", {}, {}, {}};
  EXPECT_EQ(p.name, "limit");
  EXPECT_EQ(p.description, "how many");
  EXPECT_EQ(p.example, "3");
  EXPECT_EQ(p.enum_constraint, std::nullopt);
  EXPECT_EQ(p.default_value, std::nullopt);
}

// S3-10 to S3-15, S3-38: whatever happens, the tool sees name, id, raw text, values, error and warning.
TEST(Contract, TheFourPartViewIsThereWhateverHappened) {
  const ToolParameter p = parameter(ValueKind::kInteger);
  const ToolCallRequest good = call(p, "1");
  EXPECT_TRUE(good.arguments && good.parse_error.empty() && good.parse_warning.empty());
  const ToolCallRequest corrected = call(p, R"("1")");
  EXPECT_TRUE(corrected.arguments && corrected.parse_error.empty() && !corrected.parse_warning.empty());
  const ToolCallRequest misfit = call(p, R"("one")");
  EXPECT_TRUE(!misfit.arguments && misfit.partial && !misfit.parse_error.empty());
  const Schema schema = Schema::from_parameters({p});
  const ToolCallRequest no_object = parse_call({"t", "call_1", "[1, 2]"}, &schema);
  EXPECT_TRUE(!no_object.arguments && !no_object.parse_error.empty());
  EXPECT_EQ(good.raw_arguments, R"({"v":1})");
  EXPECT_EQ(misfit.raw_arguments, R"({"v":"one"})");
  EXPECT_EQ(no_object.raw_arguments, "[1, 2]");
  for (const ToolCallRequest* request : {&good, &corrected, &misfit, &no_object}) {
    EXPECT_EQ(request->tool_name, "t");
    EXPECT_EQ(request->tool_call_id, "call_1");
  }
}

// C20: the literal alone, several in the order of the parameters; the place only in the list beside it.
TEST(Contract, WarningsAreTheLiteralsAndTheListNamesThePlaces) {
  ToolParameter flag = parameter(ValueKind::kBoolean);
  flag.name = "flag";
  const Schema schema = Schema::from_parameters({flag, parameter(ValueKind::kString)});
  const ToolCallRequest request = parse_call({"t", "", R"({"flag":1,"v":true})"}, &schema);
  EXPECT_EQ(request.parse_warning, "number coerced to boolean; non-string literal retained");
  ASSERT_EQ(request.diagnostics.size(), 2U);
  EXPECT_EQ(request.diagnostics[0],
            (Diagnostic{Severity::kWarning, "/flag", "number_to_boolean", "number coerced to boolean"}));
  EXPECT_EQ(request.diagnostics[1],
            (Diagnostic{Severity::kWarning, "/v", "literal_retained", "non-string literal retained"}));
}

// S1-13, S1-88, S3-37: a schema that came with a request types as the declaration it was exported from.
TEST(Contract, IsTheSameForADeclarationAndItsExport) {
  for (const ValueKind kind :
       {ValueKind::kString, ValueKind::kBoolean, ValueKind::kInteger, ValueKind::kNumber,
        ValueKind::kJsonObject, ValueKind::kJsonArray, ValueKind::kUri}) {
    const Schema declared = Schema::from_parameters({parameter(kind)});
    const Schema imported = std::move(*Schema::compile(declared.source()));
    for (const char* value :
         {"true", "1", "3.7", R"("true")", R"("42")", R"("{\"a\":1}")", R"("[1]")", "null"}) {
      const std::string raw = R"({"v":)" + std::string(value) + "}";
      const ToolCallRequest one = parse_call({"t", "", raw}, &declared);
      const ToolCallRequest two = parse_call({"t", "", raw}, &imported);
      EXPECT_EQ(one.arguments, two.arguments) << raw;
      EXPECT_EQ(one.diagnostics, two.diagnostics) << raw;
    }
  }
}

}  // namespace
}  // namespace argwright
