#include <gtest/gtest.h>

#include <string>

#include "argwright/catalog.h"
#include "tool/catalog_fakes.h"

namespace argwright::tool {
namespace {

ToolCatalog with_flag() {
  ToolParameter flag;
  flag.name = "flag";
  flag.value_kind = ValueKind::kBoolean;
  ToolParameter text;
  text.name = "text";
  text.is_required = false;
  text.cardinality = Cardinality::kOptional;
  return *ToolCatalog::create({std::make_shared<SilentTool>("t", "", std::vector{flag, text})});
}

// S1-5, S1-11: the declaration decides what "true" is.
TEST(CatalogParse, TypesArgumentsByTheDeclaration) {
  const ToolCallRequest request = with_flag().parse_call({"t", "call_1", R"({"flag":"true","text":"true"})"});
  EXPECT_EQ(request.tool_name, "t");
  EXPECT_EQ(request.tool_call_id, "call_1");
  EXPECT_EQ(request.boolean("flag"), true);
  EXPECT_EQ(request.string("text"), "true");
  EXPECT_EQ(request.parse_warning, "string literal converted to boolean true");
}

TEST(CatalogParse, TakesAnUndeclaredToolLeniently) {
  const ToolCallRequest request = with_flag().parse_call({"other", "", R"({"a":1})"});
  EXPECT_TRUE(request.accepted());
  EXPECT_EQ(request.parse_warning, "tool_definition_missing");
}

TEST(CatalogParse, PassesItsOptionsOn) {
  ParseOptions options;
  options.coerce.yes_no_booleans = true;
  EXPECT_EQ(with_flag().parse_call({"t", "", R"({"flag":"yes"})"}, options).boolean("flag"), true);
  options.repair.complete = false;
  EXPECT_EQ(with_flag().parse_call({"t", "", R"({"flag":true)"}, options).rejection, Rejection::kTruncated);
}

TEST(CatalogParse, FallsBackToTheUndeclaredPathForABrokenSchema) {
  const ToolCatalog catalog =
      *ToolCatalog::create_declared({ToolDeclaration::from_schema_text("t", "", R"({"type":"objekt"})")});
  const CatalogEntry* const entry = catalog.get("t");
  ASSERT_NE(entry, nullptr);
  EXPECT_EQ(entry->declaration.schema, nullptr);
  ASSERT_EQ(catalog.warnings().size(), 1U);
  EXPECT_EQ(catalog.warnings()[0].code, "broken_schema");
  EXPECT_NE(catalog.warnings()[0].message.find("objekt"), std::string::npos);
  EXPECT_NE(catalog.warnings()[0].message.find("/type"), std::string::npos);

  const ToolCallRequest request = catalog.parse_call({"t", "", R"({"a":"true"})"});
  EXPECT_EQ(request.boolean("a"), true);
  EXPECT_TRUE(request.parse_warning.starts_with("tool_definition_missing; "));
  EXPECT_TRUE(request.parse_warning.ends_with("; " + catalog.warnings()[0].message));
  EXPECT_EQ(request.diagnostics.back().code, "tool_definition_broken");
}

TEST(CatalogParse, DoesNotAddWarningsToARejectedCall) {
  const ToolCatalog catalog =
      *ToolCatalog::create_declared({ToolDeclaration::from_schema_text("t", "", "[")});
  const ToolCallRequest request = catalog.parse_call({"t", "", "no idea"});
  EXPECT_FALSE(request.accepted());
  EXPECT_EQ(request.parse_warning.find("cannot be used"), std::string::npos);
}

TEST(MissingDefinitions, AreReportedOncePerName) {
  std::string seen;
  MissingDefinitions missing([&](const MissingDefinitions::Report& report) {
    seen += std::string(report.category) + " " + report.tool_name + ": " + report.message + "\n";
  });
  ParseOptions options;
  options.missing = &missing;
  const ToolCatalog catalog = with_flag();
  for (int i = 0; i < 3; ++i) {
    catalog.parse_call({"a", "", "{}"}, options);
    catalog.parse_call({"b", "", "{}"}, options);
    catalog.parse_call({"t", "", R"({"flag":true})"}, options);
    catalog.parse_call({"", "", "{}"}, options);
  }
  EXPECT_EQ(seen,
            "ToolParse a: tool 'a' was called but is not declared\n"
            "ToolParse b: tool 'b' was called but is not declared\n");
}

TEST(MissingDefinitions, TellWhyASchemaCannotBeUsed) {
  std::string seen;
  MissingDefinitions missing([&](const MissingDefinitions::Report& report) { seen = report.message; });
  ParseOptions options;
  options.missing = &missing;
  const ToolCatalog catalog = *ToolCatalog::create_declared({ToolDeclaration{"t", "", nullptr, {}}});
  catalog.parse_call({"t", "", "{}"}, options);
  EXPECT_EQ(seen, "the schema of tool 't' cannot be used: no schema was given");
}

TEST(MissingDefinitions, StopAtTheirBound) {
  int reports = 0;
  MissingDefinitions missing([&](const MissingDefinitions::Report&) { ++reports; }, 2);
  for (const char* name : {"a", "b", "c", "d"}) missing.report(name, "missing");
  EXPECT_EQ(reports, 2);
}

}  // namespace
}  // namespace argwright::tool
