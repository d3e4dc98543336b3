#include "repair/text_layers.h"

#include <optional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace argwright::repair {
namespace {

std::string escaped(std::string_view text) {
  const std::optional<TextLayer> layer = decode_escaped_object(text);
  if (!layer) return "<none>";
  EXPECT_EQ(layer->origins.size(), layer->text.size());
  return layer->text;
}

std::string entities(std::string_view text) {
  const std::optional<TextLayer> layer = decode_entity_object(text);
  if (!layer) return "<none>";
  EXPECT_EQ(layer->origins.size(), layer->text.size());
  return layer->text;
}

TEST(EscapedObject, TakesOneLayerOfEscapingOff) {
  EXPECT_EQ(escaped(R"({\"a\": 1})"), R"({"a": 1})");
  EXPECT_EQ(escaped(R"({\"a\": \"say \\\"hi\\\"\"})"), R"({"a": "say \"hi\""})");
  EXPECT_EQ(escaped(R"({\"p\": \"C:\\\\x\"})"), R"({"p": "C:\\x"})");
  EXPECT_EQ(escaped(R"({\n  \"a\":\t1\r\n})"), "{\n  \"a\":\t1\r\n}");
  EXPECT_EQ(escaped(R"({\"u\": \"a\/b\"})"), R"({"u": "a/b"})");
  EXPECT_EQ(escaped(R"({ [ \"a\" ] })"), R"({ [ "a" ] })");
}

TEST(EscapedObject, AQuoteOneBackslashShortStaysInsideItsString) {
  EXPECT_EQ(escaped(R"({\"a\": \"say \\"hi\\"\"})"), R"({"a": "say \"hi\""})");
}

TEST(EscapedObject, KeepsEscapesItDoesNotKnow) {
  EXPECT_EQ(escaped(R"({\"r\": \"\d\u00e9\"})"), R"({"r": "\d\u00e9"})");
}

TEST(EscapedObject, AppliesOnlyWhereTheFirstKeyIsEscapedAndNoQuoteIsPlain) {
  EXPECT_EQ(escaped(R"({"a": "\"x\""})"), "<none>");
  EXPECT_EQ(escaped(R"({\"a": 1})"), "<none>");
  EXPECT_EQ(escaped(R"({\'a\': 1})"), "<none>");
  EXPECT_EQ(escaped(R"([\"a\"])"), "<none>") << "no object";
  EXPECT_EQ(escaped(R"(x {\"a\": 1})"), "<none>");
  EXPECT_EQ(escaped("{\\"), "<none>");
  EXPECT_EQ(escaped("{"), "<none>");
  EXPECT_EQ(escaped(""), "<none>");
}

TEST(EscapedObject, RemembersWhereEachByteCameFrom) {
  const std::string text = R"({\"ab\": 7})";
  const std::optional<TextLayer> layer = decode_escaped_object(text);
  ASSERT_TRUE(layer.has_value());
  EXPECT_EQ(layer->text, R"({"ab": 7})");
  EXPECT_EQ(layer->origins.at(1), 1U) << "a decoded quote points at its backslash";
  EXPECT_EQ(layer->origins.at(2), text.find('a'));
  EXPECT_EQ(layer->origins.at(layer->text.find('7')), text.find('7'));
  EXPECT_EQ(layer->origins.back(), text.size() - 1);
}

TEST(EntityObject, DecodesEntitiesThatStandForQuotes) {
  EXPECT_EQ(entities("{&quot;a&quot;: &quot;b &amp; c&quot;}"), R"({"a": "b & c"})");
  EXPECT_EQ(entities("{&#34;a&#34;: &#x22;&lt;b&gt;&#39;&apos;&#x27;&#x22;}"), R"({"a": "<b>'''"})");
  EXPECT_EQ(entities("{ \n&quot;a&quot;: 1}"), "{ \n\"a\": 1}");
}

TEST(EntityObject, LeavesUnknownEntitiesAndAmpersandsAlone) {
  EXPECT_EQ(entities("{&quot;a&quot;: &quot;&eacute; & &amp;lt;&quot;}"), R"({"a": "&eacute; & &lt;"})")
      << "decoded once, not twice";
}

TEST(EntityObject, AppliesOnlyWhereTheFirstKeyIsQuotedByEntities) {
  EXPECT_EQ(entities(R"({"a": "&quot;b&quot;"})"), "<none>");
  EXPECT_EQ(entities("{&lt;a&gt;: 1}"), "<none>");
  EXPECT_EQ(entities("&quot;a&quot;"), "<none>");
  EXPECT_EQ(entities("{"), "<none>");
  EXPECT_EQ(entities(""), "<none>");
}

TEST(EntityObject, RemembersWhereEachByteCameFrom) {
  const std::string text = "{&quot;k&quot;: 7}";
  const std::optional<TextLayer> layer = decode_entity_object(text);
  ASSERT_TRUE(layer.has_value());
  EXPECT_EQ(layer->origins.at(1), 1U);
  EXPECT_EQ(layer->origins.at(layer->text.find('k')), text.find('k'));
  EXPECT_EQ(layer->origins.at(layer->text.find('7')), text.find('7'));
}

}  // namespace
}  // namespace argwright::repair
