#include <gtest/gtest.h>

#include "argwright/tool_builder.h"
#include "argwright/tool_export.h"

namespace argwright {
namespace {

json::Value field(std::string_view name, std::string_view property) {
  json::Value schema(json::Object{{"properties", json::Object{}}});
  Result<json::Value> value = json::parse(property);
  EXPECT_TRUE(value.has_value()) << property;
  schema.members()[0].value.members().push_back({std::string(name), *value});
  const Result<Schema> compiled = Schema::compile(schema);
  EXPECT_TRUE(compiled.has_value()) << property;
  return export_form(ExportSubject::of("t", "", *compiled)).find("fields")->items().at(0);
}

std::string widget(std::string_view name, std::string_view property) {
  return field(name, property).find("widget")->string();
}

TEST(ExportForm, DescribesEveryField) {
  const auto tool = make_tool("memory.search", "Finds notes",
                              param<std::string>("query", "What to look for").example("agent state"),
                              param<int>("limit", "At most").min(1).max(50).default_value(3),
                              [](const std::string& query, int) { return query; });
  EXPECT_EQ(
      json::write(export_form(ExportSubject::of(*tool))),
      R"({"tool":"memory.search","title":"Memory search","help":"Finds notes","fields":[)"
      R"({"name":"query","label":"Query","widget":"text","kind":"String","required":true,"help":"What to look for","placeholder":"agent state"},)"
      R"({"name":"limit","label":"Limit","widget":"number","kind":"Integer","required":false,"help":"At most","default":3,"min":1,"max":50,"step":1}]})");
}

TEST(ExportForm, ChoosesTheWidget) {
  EXPECT_EQ(widget("a", R"({"type":"string"})"), "text");
  EXPECT_EQ(widget("a", R"({"type":"string","maxLength":5000})"), "textarea");
  EXPECT_EQ(widget("content", R"({"type":"string"})"), "textarea");
  EXPECT_EQ(widget("new_string", R"({"type":"string"})"), "textarea");
  EXPECT_EQ(widget("content", R"({"type":"string","maxLength":20})"), "text");
  EXPECT_EQ(widget("a", R"({"type":"string","examples":["one\ntwo"]})"), "textarea");
  EXPECT_EQ(widget("a", R"({"type":"number"})"), "number");
  EXPECT_EQ(widget("a", R"({"type":"boolean"})"), "checkbox");
  EXPECT_EQ(widget("a", R"({"type":"string","enum":["x"]})"), "select");
  EXPECT_EQ(widget("a", R"({"type":"integer","enum":[1,2]})"), "select");
  EXPECT_EQ(widget("a", R"({"type":"string","format":"date-time"})"), "datetime");
  EXPECT_EQ(widget("a", R"({"type":"string","format":"uri"})"), "url");
  EXPECT_EQ(widget("a", R"({"type":"object"})"), "json");
  EXPECT_EQ(widget("a", R"({"type":"object","additionalProperties":{"type":"string"}})"), "json");
  EXPECT_EQ(widget("a", R"({"type":"array"})"), "json");
  EXPECT_EQ(widget("a", R"({"type":["string","integer"]})"), "json");
  EXPECT_EQ(widget("a", R"({"type":"array","items":{"type":"string"}})"), "list");
}

TEST(ExportForm, DescribesTheItemsOfAList) {
  const json::Value list = field(
      "tags", R"({"type":"array","minItems":1,"items":{"type":"string","enum":["a","b"]},"default":["a"]})");
  EXPECT_EQ(json::write(*list.find("item")), R"({"widget":"select","options":["a","b"]})");
  EXPECT_EQ(json::write(*list.find("min_items")), "1");
  EXPECT_EQ(json::write(*list.find("default")), R"(["a"])");
  EXPECT_EQ(list.find("options"), nullptr);
}

TEST(ExportForm, DescribesTheMembersOfAnObject) {
  const json::Value place = field(
      "place", R"({"type":"object","properties":{"cityName":{"type":"string"}},"required":["cityName"]})");
  const json::Value& city = place.find("fields")->items().at(0);
  EXPECT_EQ(city.find("label")->string(), "City name");
  EXPECT_EQ(*city.find("required"), json::Value(true));
  const json::Value route =
      field("route", R"({"type":"array","items":{"type":"object","properties":{"x":{"type":"number"}}}})");
  EXPECT_EQ(route.find("item")->find("fields")->items().at(0).find("name")->string(), "x");
}

TEST(ExportForm, TellsNullDatesAndTextBounds) {
  const json::Value date = field("day", R"({"type":["string","null"],"format":"date"})");
  EXPECT_EQ(*date.find("nullable"), json::Value(true));
  EXPECT_EQ(date.find("format")->string(), "date");
  const json::Value text = field("id", R"({"type":"string","minLength":2,"pattern":"^a"})");
  EXPECT_EQ(json::write(*text.find("min_length")), "2");
  EXPECT_EQ(text.find("pattern")->string(), "^a");
  EXPECT_EQ(json::write(*field("n", R"({"type":"integer","multipleOf":5})").find("step")), "5");
}

TEST(ExportForm, LabelsNamesOfEveryStyle) {
  const auto label = [](std::string_view name) { return field(name, "{}").find("label")->string(); };
  EXPECT_EQ(label("file_path"), "File path");
  EXPECT_EQ(label("filePath"), "File path");
  EXPECT_EQ(label("file-path"), "File path");
  EXPECT_EQ(label("_private_"), "Private");
  EXPECT_EQ(label("URL"), "URL");
  EXPECT_EQ(label("城市"), "城市");
  EXPECT_EQ(label("__"), "__");
  EXPECT_EQ(label(""), "");
  EXPECT_EQ(field("a", R"({"title":"Given"})").find("label")->string(), "Given");
}

}  // namespace
}  // namespace argwright
