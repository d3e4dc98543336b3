#include "repair/markup.h"

#include <optional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace argwright::repair {
namespace {

std::string described(std::string_view text, std::size_t at = 0) {
  const std::optional<Tag> tag = tag_at(text, at);
  if (!tag) return "<none>";
  std::string line = (tag->closing ? "/" : "") + std::string(tag->name) + " " + std::to_string(tag->length);
  if (!tag->attribute.empty()) line += " " + std::string(tag->attribute);
  return line;
}

TEST(TagAt, ReadsNameDirectionAndAttribute) {
  EXPECT_EQ(described("<tool_call>{"), "tool_call 11");
  EXPECT_EQ(described("</tool_call>"), "/tool_call 12");
  EXPECT_EQ(described("x</s>", 1), "/s 4");
  EXPECT_EQ(described("<function=grep>"), "function 15 grep");
  EXPECT_EQ(described("<invoke name=\"grep\">"), "invoke 20 grep");
  EXPECT_EQ(described("<parameter name='path' string=\"true\">x"), "parameter 37 path");
  EXPECT_EQ(described("<br/>"), "br 5");
}

TEST(TagAt, ReadsAClosingTagThatTheEndCutsOff) {
  EXPECT_EQ(described("</tool_ca"), "/tool_ca 9");
  EXPECT_EQ(described("<tool_ca"), "<none>");
}

TEST(TagAt, SeesNoneInComparisonsAndCode) {
  EXPECT_EQ(described("< b"), "<none>");
  EXPECT_EQ(described("<5>"), "<none>");
  EXPECT_EQ(described("<a {x}>"), "<none>");
  EXPECT_EQ(described("<a\n>"), "<none>");
  EXPECT_EQ(described("a"), "<none>");
  EXPECT_EQ(described(""), "<none>");
  EXPECT_EQ(described("<a" + std::string(1000, ' ') + ">"), "<none>") << "tags are short";
}

TEST(SpecialTokenLength, MeasuresTemplateTokens) {
  EXPECT_EQ(special_token_length("<|im_end|>x", 0), 10U);
  EXPECT_EQ(special_token_length("a<|eot_id|>", 1), 10U);
  EXPECT_EQ(special_token_length("[TOOL_CALLS][", 0), 12U);
  EXPECT_EQ(special_token_length("[/INST]", 0), 7U);
  const std::string wide = "<\uFF5Ctool\u2581call\u2581end\uFF5C>";
  EXPECT_EQ(special_token_length(wide + "x", 0), wide.size());
}

TEST(SpecialTokenLength, IsZeroElsewhere) {
  for (const std::string_view text :
       {"<|", "<|im_end", "<im_end>", "[1]", "[a]", "[AB]", "[TOOL", "|>", "", "x"}) {
    SCOPED_TRACE(text);
    EXPECT_EQ(special_token_length(text, 0), 0U);
  }
  EXPECT_EQ(special_token_length("<|" + std::string(200, 'a') + "|>", 0), 0U) << "tokens are short";
}

TEST(IsThinkingTag, KnowsTheUsualNames) {
  EXPECT_TRUE(is_thinking_tag("think"));
  EXPECT_TRUE(is_thinking_tag("thinking"));
  EXPECT_TRUE(is_thinking_tag("reasoning"));
  EXPECT_FALSE(is_thinking_tag("tool_call"));
  EXPECT_FALSE(is_thinking_tag(""));
}

struct Parameters {
  bool ok = false;
  std::string json;
  std::string error;
  std::string rest;
};

Parameters parameters(std::string_view text) {
  FixLog log(100);
  const MendSettings settings;
  Parameters result;
  Error error;
  std::size_t at = 0;
  result.ok = read_xml_parameters(text, at, settings, log, result.json, error);
  if (!result.ok) result.error = error_code_name(error.code);
  result.rest = text.substr(at);
  return result;
}

TEST(XmlParameters, BecomeMembersInOrder) {
  const Parameters read =
      parameters("<parameter=path>/tmp/a b</parameter>\n<parameter name=\"n\">3</parameter></function>");
  EXPECT_TRUE(read.ok);
  EXPECT_EQ(read.json, R"({"path":"/tmp/a b","n":3})");
  EXPECT_EQ(read.rest, "</function>");
}

TEST(XmlParameters, ReadLiteralsNumbersAndBracketsAsWhatTheySay) {
  EXPECT_EQ(parameters("<parameter=a>true</parameter>").json, R"({"a":true})");
  EXPECT_EQ(parameters("<parameter=a>None</parameter>").json, R"({"a":null})");
  EXPECT_EQ(parameters("<parameter=a>1.10</parameter>").json, R"({"a":1.10})");
  EXPECT_EQ(parameters("<parameter=a>007</parameter>").json, R"({"a":"007"})") << "perhaps a code";
  EXPECT_EQ(parameters("<parameter=a>{'k': [1,]}</parameter>").json, R"({"a":{"k":[1]}})");
  EXPECT_EQ(parameters("<parameter=a>{x} is a set</parameter>").json, R"({"a":"{x} is a set"})");
  EXPECT_EQ(parameters("<parameter=a>{\"k\": 1</parameter>").json, R"({"a":"{\"k\": 1"})")
      << "half an object is text";
}

TEST(XmlParameters, KeepTheTextExceptOneLineBreakOnEitherSide) {
  EXPECT_EQ(parameters("<parameter=a>\n\n  x\\n \"q\"\n\n</parameter>").json, R"({"a":"\n  x\\n \"q\"\n"})");
  EXPECT_EQ(parameters("<parameter=a>\r\nx\r\n</parameter>").json, R"({"a":"x"})");
  EXPECT_EQ(parameters("<parameter=a></parameter>").json, R"({"a":""})");
}

TEST(XmlParameters, ThatAreCutOffAreTruncated) {
  const Parameters read = parameters("<parameter=a>1</parameter><parameter=b>rm -rf /sr");
  EXPECT_FALSE(read.ok);
  EXPECT_EQ(read.error, "truncated");
  EXPECT_EQ(read.json, "") << "nothing is left of a failed attempt";
}

}  // namespace
}  // namespace argwright::repair
