// What coercion makes of values, row by row of the contract (S1-55 to S1-60) and beyond.
#include <gtest/gtest.h>

#include "argwright/schema.h"

namespace argwright {
namespace {

struct Outcome2 {
  std::string json;
  std::string warnings;
  std::string errors;
  bool changed = false;
  bool operator==(const Outcome2&) const = default;
};

Outcome2 run(const Schema& schema, std::string_view json, const CoerceOptions& options = {}) {
  Result<json::Value> value = json::parse(json);
  EXPECT_TRUE(value) << json;
  const Coercion coercion = coerce(*value, schema, options);
  Outcome2 result;
  result.json = json::write(*value);
  result.changed = coercion.changed;
  for (const Diagnostic& d : coercion.diagnostics) {
    std::string& list = d.severity == Severity::kError ? result.errors : result.warnings;
    if (!list.empty()) list += "; ";
    list += d.path + " " + d.code;
  }
  return result;
}

Schema compile(std::string_view text) {
  Result<Schema> schema = Schema::compile_text(text);
  EXPECT_TRUE(schema) << (schema ? "" : schema.error().describe());
  return std::move(*schema);
}

// The value of a member "v" that is required and has this schema.
Outcome2 value_of(std::string_view schema, std::string_view value, const CoerceOptions& options = {}) {
  const Schema compiled =
      compile(R"({"type":"object","properties":{"v":)" + std::string(schema) + R"(},"required":["v"]})");
  return run(compiled, R"({"v":)" + std::string(value) + "}", options);
}

std::string message_of(const Schema& schema, std::string_view json) {
  Result<json::Value> value = json::parse(json);
  const Coercion coercion = coerce(*value, schema);
  return coercion.diagnostics.empty() ? "" : coercion.diagnostics.front().message;
}

Schema parameter(ValueKind kind, Cardinality cardinality = Cardinality::kSingle) {
  ToolParameter p;
  p.name = "v";
  p.value_kind = kind;
  p.cardinality = cardinality;
  return Schema::from_parameters({p});
}

TEST(CoerceBoolean, TakesStringsAndZeroAndOneWithTheLiteralWarnings) {
  EXPECT_EQ(value_of(R"({"type":"boolean"})", "true"), (Outcome2{R"({"v":true})", "", "", false}));
  EXPECT_EQ(value_of(R"({"type":"boolean"})", R"("true")"),
            (Outcome2{R"({"v":true})", "/v string_to_boolean", "", true}));
  EXPECT_EQ(value_of(R"({"type":"boolean"})", R"("False")").json, R"({"v":false})");
  const Schema schema = parameter(ValueKind::kBoolean);
  EXPECT_EQ(message_of(schema, R"({"v":1})"), "number coerced to boolean");
  EXPECT_EQ(message_of(schema, R"({"v":0})"), "number coerced to boolean");
  EXPECT_EQ(message_of(schema, R"({"v":"true"})"), "string literal converted to boolean true");
  EXPECT_EQ(run(schema, R"({"v":0})").json, R"({"v":false})");
  EXPECT_EQ(run(schema, R"({"v":1.0})").json, R"({"v":true})");
}

TEST(CoerceBoolean, RefusesEveryOtherWordAndNumber) {
  for (const char* value : {"2", "-1", "\"maybe\"", "\"no\"", "\"\"", "[]", "null"}) {
    EXPECT_EQ(value_of(R"({"type":"boolean"})", value).errors, "/v type_mismatch") << value;
  }
  EXPECT_EQ(value_of(R"({"type":"boolean"})", R"("no")", {.yes_no_booleans = true}).json, R"({"v":false})");
}

TEST(CoerceString, KeepsEveryStringAndTheTextOfLiterals) {
  for (const char* value : {"\"true\"", "\"null\"", "\"42\"", "\"[1]\"", "\"\""}) {
    EXPECT_FALSE(value_of(R"({"type":"string"})", value).changed) << value;
  }
  EXPECT_EQ(value_of(R"({"type":"string"})", "true"),
            (Outcome2{R"({"v":"true"})", "/v literal_retained", "", true}));
  EXPECT_EQ(value_of(R"({"type":"string"})", "1.10").json, R"({"v":"1.10"})");
  EXPECT_EQ(message_of(parameter(ValueKind::kString), R"({"v":true})"), "non-string literal retained");
  EXPECT_EQ(value_of(R"({"type":"string"})", R"({"goat": "gus"})").json, R"({"v":"{\"goat\":\"gus\"}"})");
}

TEST(CoerceInteger, TakesNumericStringsAndCutsFractions) {
  EXPECT_EQ(value_of(R"({"type":"integer"})", R"("42")"),
            (Outcome2{R"({"v":42})", "/v string_to_integer", "", true}));
  EXPECT_EQ(value_of(R"({"type":"integer"})", "3.7"),
            (Outcome2{R"({"v":3})", "/v fraction_truncated", "", true}));
  EXPECT_FALSE(value_of(R"({"type":"integer"})", "42.0").changed);
  EXPECT_FALSE(value_of(R"({"type":"integer"})", "1e3").changed);
  for (const char* value : {"\"a dozen\"", "\"40px\"", "\"1,200\"", "\"\"", "true", "{}"}) {
    EXPECT_EQ(value_of(R"({"type":"integer"})", value).errors, "/v type_mismatch") << value;
  }
}

TEST(CoerceInteger, LosesNoDigit) {
  EXPECT_EQ(value_of(R"({"type":"integer"})", R"("900719925474099312345678901")").json,
            R"({"v":900719925474099312345678901})");
  EXPECT_FALSE(value_of(R"({"type":"integer"})", "9007199254740993").changed);
  EXPECT_EQ(run(parameter(ValueKind::kInteger), R"({"v":9223372036854775808})").errors,
            "/v integer_out_of_range");
  EXPECT_EQ(run(parameter(ValueKind::kNumber), R"({"v":1e400})").errors, "/v number_out_of_range");
}

TEST(CoerceObject, ReadsItsJsonTextOnceOrTwice) {
  EXPECT_EQ(value_of(R"({"type":"object"})", R"("{\"a\":1}")"),
            (Outcome2{R"({"v":{"a":1}})", "/v string_to_object", "", true}));
  EXPECT_EQ(value_of(R"({"type":"object"})", R"("\"{\\\"lid\\\": true}\"")").json, R"({"v":{"lid":true}})");
  EXPECT_EQ(value_of(R"({"type":"object"})", R"("fast and dry")").errors, "/v type_mismatch");
  EXPECT_EQ(value_of(R"({"type":"object"})", R"("{\"a\": \"cut of")").errors, "/v type_mismatch");
}

TEST(CoerceList, WrapsScalarsAndReadsListTexts) {
  EXPECT_EQ(value_of(R"({"type":"array"})", R"("foo")"),
            (Outcome2{R"({"v":["foo"]})", "/v scalar_to_list", "", true}));
  EXPECT_EQ(value_of(R"({"type":"array","items":{"type":"integer"}})", R"("7")").json, R"({"v":[7]})");
  EXPECT_EQ(value_of(R"({"type":"array"})", R"("[\"a\", \"b\",]")").json, R"({"v":["a","b"]})");
  EXPECT_EQ(value_of(R"({"type":"array"})", R"("['a']")").json, R"({"v":["a"]})");
  EXPECT_EQ(value_of(R"({"type":"array"})", R"("[\"a\", \"b")").errors, "/v type_mismatch");
  EXPECT_EQ(value_of(R"({"type":"array","items":{"type":"object"}})", R"({"x":1})").json,
            R"({"v":[{"x":1}]})");
  EXPECT_EQ(value_of(R"({"type":"array","items":{"type":"integer"}})", R"(["1","x"])").errors,
            "/v/1 type_mismatch");
}

TEST(CoerceEnum, NormalisesCaseQuotesAndTypeButNeverGuesses) {
  EXPECT_EQ(value_of(R"({"enum":["open","shut"]})", R"("Shut")"),
            (Outcome2{R"({"v":"shut"})", "/v enum_case", "", true}));
  EXPECT_EQ(value_of(R"({"enum":["open","shut"]})", R"("\"shut\"")").json, R"({"v":"shut"})");
  EXPECT_EQ(value_of(R"({"enum":[1,2]})", R"("2")").json, R"({"v":2})");
  EXPECT_EQ(value_of(R"({"enum":["Gold","gold"]})", R"("GOLD")").errors, "/v enum_out_of_range");
  EXPECT_EQ(value_of(R"({"enum":["newborn"]})", R"("new")").errors, "/v enum_out_of_range");
  ToolParameter p;
  p.name = "v";
  p.value_kind = ValueKind::kEnumToken;
  p.enum_constraint = EnumConstraint{{"open"}, true};
  EXPECT_EQ(run(Schema::from_parameters({p}), R"({"v":"Open"})").errors, "/v enum_out_of_range");
  p.value_kind = ValueKind::kInteger;
  p.enum_constraint = EnumConstraint{{"1", "2"}, false};
  EXPECT_EQ(run(Schema::from_parameters({p}), R"({"v":"2"})").json, R"({"v":2})");
  EXPECT_EQ(run(Schema::from_parameters({p}), R"({"v":3})").errors, "/v enum_out_of_range");
}

TEST(CoerceTimestampAndUri, TheFirstIsAnErrorTheSecondAWarning) {
  EXPECT_EQ(run(parameter(ValueKind::kTimestamp), R"({"v":"2031-02-01T10:00:00Z"})").errors, "");
  EXPECT_EQ(run(parameter(ValueKind::kTimestamp), R"({"v":"tomorrow"})").errors, "/v invalid_timestamp");
  EXPECT_EQ(run(parameter(ValueKind::kUri), R"({"v":"not a uri"})"),
            (Outcome2{R"({"v":"not a uri"})", "/v invalid_uri", "", false}));
  EXPECT_EQ(run(parameter(ValueKind::kUri), R"({"v":"https://a.example/x"})").warnings, "");
  EXPECT_EQ(value_of(R"({"type":"string","format":"date"})", R"("2031-02-29")").errors, "/v invalid_date");
}

TEST(CoerceTimestampAndUri, ATimestampIsAnyOfIso8601AndTheExportedSchemaAgrees) {
  const Schema declared = parameter(ValueKind::kTimestamp);
  const Schema exported = compile(json::write(declared.source()));
  for (const char* good :
       {"2031-02-01", "2031-02-01T10:00", "2031-02-01T10:00:00", "2031-02-01T10:00:00.25",
        "2031-02-01T10:00:00.5+02:00", "2016-12-31T23:59:60Z", "2017-01-01T00:59:60+01:00"}) {
    const std::string call = R"({"v":")" + std::string(good) + R"("})";
    EXPECT_EQ(run(declared, call), (Outcome2{call, "", "", false}));
    EXPECT_EQ(run(exported, call), (Outcome2{call, "", "", false}));
  }
  for (const char* bad : {"tomorrow", "2031-02-30", "2031-02-01T", "2031-02-01T10", "2031-02-01T10:00:00.",
                          "2031-02-01T24:00:00Z", "2031-02-01T10:00:60Z", "1936000000", ""}) {
    EXPECT_EQ(run(declared, R"({"v":")" + std::string(bad) + R"("})").errors, "/v invalid_timestamp") << bad;
  }
  EXPECT_EQ(value_of(R"({"type":"string","format":"date-time"})", R"("2031-02-01")").errors,
            "/v invalid_timestamp");
}

TEST(CoerceCardinality, BoundsOfAListOfArraysAreThoseOfTheList) {
  ToolParameter p;
  p.name = "v";
  p.value_kind = ValueKind::kJsonArray;
  p.cardinality = Cardinality::kList;
  p.constraints.min_items = 2;
  const Schema rows = Schema::from_parameters({p});
  EXPECT_EQ(run(rows, R"({"v":[[1],[]]})").errors, "");
  EXPECT_EQ(run(rows, R"({"v":[[1,2,3]]})").errors, "/v too_few_items");
}

TEST(CoerceCardinality, OptionalMayBeAbsentOrNullAndMapNeedsAnObject) {
  ToolParameter p;
  p.name = "v";
  p.value_kind = ValueKind::kInteger;
  p.cardinality = Cardinality::kOptional;
  p.is_required = false;
  const Schema optional = Schema::from_parameters({p});
  EXPECT_EQ(run(optional, "{}").errors, "");
  EXPECT_EQ(run(optional, R"({"v":null})"), (Outcome2{"{}", "/v placeholder_dropped", "", true}));
  EXPECT_EQ(run(optional, R"({"v":""})").json, "{}");
  EXPECT_EQ(run(parameter(ValueKind::kInteger, Cardinality::kMap), R"({"v":{"a":"1"}})").json,
            R"({"v":{"a":1}})");
  EXPECT_EQ(run(parameter(ValueKind::kInteger, Cardinality::kMap), R"({"v":5})").errors, "/v type_mismatch");
  EXPECT_EQ(run(parameter(ValueKind::kInteger, Cardinality::kList), R"({"v":"5"})").json, R"({"v":[5]})");
}

TEST(CoerceOptional, AnEmptyStringCountsAsProvidedWhereItFits) {
  const Schema schema = compile(
      R"({"type":"object","properties":{"note":{"type":"string"},"code":{"type":"string","pattern":"^[a-z]+$"}}})");
  EXPECT_EQ(run(schema, R"({"note":"","code":""})").json, R"({"note":""})");
}

TEST(CoerceKeys, RenamesTheStyleOnlyWhereTheObjectDoesNotFit) {
  const Schema closed = compile(
      R"({"type":"object","properties":{"file_path":{"type":"string"},"max_rows":{"type":"integer"}},"required":["file_path"],"additionalProperties":false})");
  EXPECT_EQ(run(closed, R"({"filePath":"a","max-rows":"5"})").json, R"({"file_path":"a","max_rows":5})");
  EXPECT_EQ(run(closed, R"({"\"file_path\"":"a"})").json, R"({"file_path":"a"})");
  EXPECT_EQ(run(closed, R"({"filePath":"a","file_path":"b"})").errors, "/filePath unknown_parameter");
  const Schema open = compile(
      R"({"type":"object","properties":{"term":{"type":"string"},"max_rows":{"type":"integer"}},"required":["term"]})");
  EXPECT_FALSE(run(open, R"({"term":"x","maxRows":1})").changed);
}

TEST(CoerceKeys, UnknownOnesAreKeptOrRefusedNeverDropped) {
  const Schema open = compile(R"({"type":"object","properties":{"a":{"type":"string"}}})");
  EXPECT_EQ(run(open, R"({"a":"x","dry_run":true})"),
            (Outcome2{R"({"a":"x","dry_run":true})", "/dry_run unknown_parameter", "", false}));
  const Schema closed =
      compile(R"({"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false})");
  EXPECT_EQ(run(closed, R"({"a":"x","dry_run":true})").errors, "/dry_run unknown_parameter");
  EXPECT_EQ(run(closed, R"({"a":"x","dry_run":true})").json, R"({"a":"x","dry_run":true})");
}

TEST(CoerceRequired, NamesWhatIsMissingAndWhatWasSent) {
  const Schema schema = compile(
      R"({"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"required":["a","b"]})");
  EXPECT_EQ(message_of(schema, R"({"a":"x","c":1})"), "unknown parameter 'c' kept");
  EXPECT_EQ(message_of(schema, R"({"a":"x"})"), "missing required parameter 'b' (sent: a)");
  EXPECT_EQ(message_of(schema, R"({"a":"x","a":"y"})"), "missing required parameter 'b' (sent: a, a)");
  EXPECT_EQ(run(schema, "{}").errors, "/a missing_required; /b missing_required");
  EXPECT_EQ(value_of(R"({"type":"string"})", "null").errors, "/v type_mismatch");
}

TEST(CoerceUnion, TakesTheFirstFitThenTheFewestFixes) {
  EXPECT_FALSE(value_of(R"({"anyOf":[{"type":"string"},{"type":"integer"}]})", R"("17")").changed);
  EXPECT_FALSE(value_of(R"({"type":["string","integer"]})", R"("17")").changed);
  EXPECT_EQ(
      value_of(R"({"anyOf":[{"type":"array","items":{"type":"string"}},{"type":"null"}]})", R"("[\"a\"]")")
          .json,
      R"({"v":["a"]})");
  EXPECT_EQ(value_of(R"({"type":["integer","null"]})", R"("null")").json, R"({"v":null})");
  EXPECT_EQ(
      value_of(
          R"({"anyOf":[{"type":"object","required":["x"],"properties":{"x":{"type":"integer"}}},{"type":"boolean"}]})",
          R"("maybe")")
          .errors,
      "/v no_alternative_fits");
}

TEST(CoerceReferences, FollowsLocalAndRecursiveOnes) {
  const Schema tree = compile(
      R"({"type":"object","properties":{"root":{"$ref":"#/$defs/node"}},"$defs":{"node":{"type":"object","properties":{"v":{"type":"integer"},"kids":{"type":"array","items":{"$ref":"#/$defs/node"}}},"required":["v"]}}})");
  EXPECT_EQ(run(tree, R"({"root":{"v":"1","kids":[{"v":"2"}]}})").json,
            R"({"root":{"v":1,"kids":[{"v":2}]}})");
  EXPECT_EQ(run(tree, R"({"root":{"v":1,"kids":[{}]}})").errors, "/root/kids/0/v missing_required");
}

TEST(CoerceBounds, AreErrorsNotClamps) {
  EXPECT_EQ(value_of(R"({"type":"integer","minimum":1,"maximum":5})", "9").errors, "/v above_maximum");
  EXPECT_EQ(value_of(R"({"type":"number","exclusiveMinimum":0})", "0").errors, "/v below_minimum");
  EXPECT_EQ(value_of(R"({"type":"number","multipleOf":0.1})", "0.3").errors, "");
  EXPECT_EQ(value_of(R"({"type":"string","minLength":2})", R"("é")").errors, "/v string_too_short");
  EXPECT_EQ(value_of(R"({"type":"array","maxItems":1})", "[1,2]").errors, "/v too_many_items");
  EXPECT_EQ(value_of(R"({"type":"array","uniqueItems":true})", "[1,1]").errors, "/v repeated_item");
}

// Each part alone can be satisfied, all of them cannot: an error, never an answer that does not fit.
TEST(CoerceContradictions, AreErrors) {
  const auto errors = [](const char* schema, const char* value) { return value_of(schema, value).errors; };
  EXPECT_EQ(errors(R"({"type":"string","enum":[1,2]})", "1"), "/v enum_out_of_range");
  EXPECT_EQ(errors(R"({"enum":["a","b"],"const":"b"})", R"("a")"), "/v enum_out_of_range");
  EXPECT_EQ(errors(R"({"enum":["ab"],"minLength":3})", R"("ab")"), "/v string_too_short");
  EXPECT_EQ(errors(R"({"enum":[1,9],"maximum":5})", "9"), "/v above_maximum");
  EXPECT_EQ(errors(R"({"enum":[1,9],"maximum":5})", R"("9")"), "/v enum_out_of_range");
  EXPECT_EQ(errors(R"({"enum":[[1]],"items":{"type":"string"}})", R"("[1]")"), "/v enum_out_of_range");
  EXPECT_EQ(errors(R"({"allOf":[{"type":"boolean"},{"type":"string"}]})", "true"), "/v contradictory_schema");
  EXPECT_EQ(errors(R"({"type":"boolean","anyOf":[{"type":"string"}]})", "true"), "/v contradictory_schema");
  EXPECT_EQ(errors(R"({"allOf":[{"enum":["A"]},{"enum":["a"]}]})", R"("a")"), "/v contradictory_schema");
  EXPECT_EQ(
      run(compile(R"({"properties":{"v":{"type":"boolean"}},"patternProperties":{"^v":{"type":"string"}}})"),
          R"({"v":true})")
          .errors,
      "/v contradictory_schema");
}

TEST(CoerceContradictions, AnAlternativeThatContradictsItselfIsNotTaken) {
  EXPECT_EQ(
      value_of(R"({"anyOf":[{"allOf":[{"type":"boolean"},{"type":"integer"}]},{"type":"array"}]})", "1"),
      (Outcome2{R"({"v":[1]})", "/v scalar_to_list", "", true}));
}

TEST(CoerceDuplicates, TheLastCountsAndWhatItHidesStays) {
  const Schema schema = compile(
      R"({"type":"object","properties":{"a":{"type":"integer"}},"additionalProperties":{"type":"string"},"maxProperties":2})");
  EXPECT_EQ(run(schema, R"({"a":"x","a":1,"b":2,"b":"y"})"),
            (Outcome2{R"({"a":"x","a":1,"b":2,"b":"y"})", "", "", false}));
  EXPECT_EQ(run(schema, R"({"a":1,"a":null,"b":"y"})").json, R"({"b":"y"})");
}

// What is left of a misfit must not be a placeholder: sent again, it would be dropped and the call accepted.
TEST(CoerceLaws, AMisfitIsNotEmptied) {
  const Schema schema = compile(
      R"({"properties":{"limit":{"type":"object","properties":{"a/b~c":{"type":"integer"}},"required":["z"]}}})");
  for (const char* json : {R"({"limit":{"a/b~c":null}})", R"({"limit":"{}"})"}) {
    Result<json::Value> value = json::parse(json);
    const Coercion once = coerce(*value, schema);
    EXPECT_FALSE(once.fits());
    EXPECT_FALSE(once.changed);
    EXPECT_EQ(json::write(*value), json);
    EXPECT_EQ(coerce(*value, schema).diagnostics, once.diagnostics);
    EXPECT_EQ(json::write(*value), json);
  }
}

TEST(CoerceLaws, TwiceIsOnceAndFittingValuesAreNotTouched) {
  const Schema schema = compile(
      R"({"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"array","items":{"type":"boolean"}},"c":{"enum":["x","y"]}},"required":["a"]})");
  for (const char* json :
       {R"({"a":"1","b":"true","c":"X"})", R"({"a":3.5})", R"({"a":1,"b":[true],"c":"x","d":{}})"}) {
    Result<json::Value> value = json::parse(json);
    (void)coerce(*value, schema);
    const json::Value once = *value;
    EXPECT_FALSE(coerce(*value, schema).changed) << json;
    EXPECT_EQ(*value, once) << json;
  }
}

TEST(CoerceBudget, AHostileSchemaEndsInAnErrorNotInAHang) {
  const Schema schema = compile(
      R"({"$ref":"#/$defs/n","$defs":{"n":{"anyOf":[{"type":"array","items":{"$ref":"#/$defs/n"}},{"type":"array","items":{"$ref":"#/$defs/n"}},{"type":"integer"}]}}})");
  std::string deep;
  for (int i = 0; i < 60; ++i) deep += '[';
  deep += "\"x\"";
  for (int i = 0; i < 60; ++i) deep += ']';
  EXPECT_EQ(run(schema, deep).errors, " schema_too_complex");
}

TEST(CoerceBudget, GrowsWithTheValue) {
  const Schema schema = compile(
      R"({"items":{"type":"object","properties":{"a":{"type":"integer"}},"anyOf":[{"required":["a"]},{"required":["b"]}]}})");
  std::string list = "[";
  for (int i = 0; i < 150'000; ++i) list += i == 0 ? R"({"a":"1"})" : R"(,{"a":"1"})";
  const Outcome2 outcome = run(schema, list + "]");
  EXPECT_EQ(outcome.errors, "");
  EXPECT_TRUE(outcome.changed);
}

}  // namespace
}  // namespace argwright
