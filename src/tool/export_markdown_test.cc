#include <gtest/gtest.h>

#include "argwright/tool_builder.h"
#include "argwright/tool_export.h"

namespace argwright {
namespace {

std::string markdown(std::string_view schema) {
  const Result<Schema> compiled = Schema::compile_text(schema);
  EXPECT_TRUE(compiled.has_value()) << schema;
  return compiled ? export_markdown(ExportSubject::of("t", "", *compiled)) : "";
}

TEST(ExportMarkdown, ShowsHeadingDescriptionAndTable) {
  const auto tool = make_tool(
      "weather", "Forecast for a place", param<std::string>("city", "Its name").example("Oslo"),
      param<Token>("unit", "Scale").one_of({"celsius", "kelvin"}).default_value(Token{"celsius"}),
      param<std::optional<std::vector<int>>>("days", "Which").min(1).max(14).max_items(3),
      [](const std::string& city, const Token&, const std::optional<std::vector<int>>&) { return city; });
  EXPECT_EQ(export_markdown(ExportSubject::of(*tool)),
            "## `weather`\n"
            "\n"
            "Forecast for a place\n"
            "\n"
            "| Parameter | Kind | Required | Allowed | Default | Example | Description |\n"
            "|---|---|---|---|---|---|---|\n"
            "| `city` | String | yes | | | `Oslo` | Its name |\n"
            "| `unit` | EnumToken | no | `celsius`, `kelvin` | `celsius` | | Scale |\n"
            "| `days` | list of Integer | no | at least 1, at most 14, at most 3 items | | | Which |\n");
}

TEST(ExportMarkdown, LeavesOutColumnsThatNoParameterUses) {
  EXPECT_EQ(markdown(R"({"properties":{"a":{"type":"boolean"}},"required":["a"]})"),
            "## `t`\n\n| Parameter | Kind | Required | Description |\n|---|---|---|---|\n| `a` | Boolean | "
            "yes | |\n");
}

TEST(ExportMarkdown, IndentsMembers) {
  const std::string text = markdown(
      R"({"properties":{"route":{"type":"array","items":{"type":"object","properties":{"stop":{"type":"object","properties":{"city":{"type":"string"}}}}}}}})");
  EXPECT_NE(text.find("| `route` | list of JsonObject |"), std::string::npos) << text;
  EXPECT_NE(text.find("| \xE2\x80\x83`stop` | JsonObject |"), std::string::npos) << text;
  EXPECT_NE(text.find("| \xE2\x80\x83\xE2\x80\x83`city` | String |"), std::string::npos) << text;
}

TEST(ExportMarkdown, KeepsATableWholeWhateverTheTexts) {
  const std::string text = markdown(
      R"({"properties":{"a|b\n":{"type":"string","enum":["x|y","","a`b"," c","\n"],"default":"|","description":"one | two\r\nthree <path>"}}})");
  EXPECT_NE(text.find("| `\"a\\|b\\n\"` |"), std::string::npos) << text;
  EXPECT_NE(text.find("`x\\|y`, `\"\"`, `` a`b ``, `\" c\"`, `\"\\n\"`"), std::string::npos) << text;
  EXPECT_NE(text.find("| one \\| two<br>three \\<path> |"), std::string::npos) << text;
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 5);
}

TEST(ExportMarkdown, SaysSoWhenThereAreNoParameters) {
  EXPECT_EQ(markdown("{}"), "## `t`\n\nNo parameters.\n");
}

TEST(ExportMarkdown, WordsEveryBound) {
  const std::string text = markdown(
      R"({"properties":{"a":{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1,"multipleOf":0.1},)"
      R"("b":{"type":"string","minLength":1,"maxLength":9,"pattern":"^a|b$"},"c":{"type":"array","minItems":2}}})");
  EXPECT_NE(text.find("above 0, below 1, a multiple of 0.1"), std::string::npos) << text;
  EXPECT_NE(text.find("at least 1 characters, at most 9 characters, matches `^a\\|b$`"), std::string::npos)
      << text;
  EXPECT_NE(text.find("at least 2 items"), std::string::npos) << text;
}

}  // namespace
}  // namespace argwright
