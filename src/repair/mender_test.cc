// What the mender does with one object; what stands around it is envelope_test.cc's business, and real
// arguments are tests/corpus's.
#include "repair/mender.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "argwright/json.h"

namespace argwright::repair {
namespace {

using Texts = std::vector<std::string>;
using Style = Mender::MemberStyle;

struct Mended {
  std::string json;  // "<code>" when refused
  Texts fixes;       // "rule@offset"
  std::size_t end = 0;
  bool closed_by_end = false;
  Error error;
};

Mended finish(bool ok, Mender& mender, const FixLog& log, const std::string& out) {
  Mended result;
  EXPECT_TRUE(out.starts_with("(")) << "what stood in the output before was touched";
  if (ok) {
    result.json = out.substr(1);
    EXPECT_TRUE(json::parse(result.json)) << "not strict JSON: " << result.json;
  } else {
    EXPECT_EQ(out, "(") << "a refused value leaves nothing behind";
    result.json = "<" + std::string(error_code_name(mender.error().code)) + ">";
    result.error = mender.error();
  }
  for (const Fix& fix : log.list())
    result.fixes.push_back(std::string(fix.rule) + "@" + std::to_string(fix.offset));
  result.end = mender.end();
  result.closed_by_end = mender.closed_by_end();
  return result;
}

Mended mend(std::string_view text, const MendSettings& settings = {}) {
  FixLog log(100);
  Mender mender(text, settings, log);
  std::string out = "(";
  const bool ok = mender.value(0, out);
  return finish(ok, mender, log, out);
}

Mended mend_members(std::string_view text, Style style) {
  FixLog log(100);
  const MendSettings settings;
  Mender mender(text, settings, log);
  std::string out = "(";
  const bool ok = mender.members(0, style, out);
  return finish(ok, mender, log, out);
}

std::string json_of(std::string_view text) { return mend(text).json; }
Texts fixes_of(std::string_view text) { return mend(text).fixes; }

std::string closed(std::string_view text) {
  MendSettings settings;
  settings.truncated = TruncatedPolicy::kClose;
  return mend(text, settings).json;
}

// ---- structure ----------------------------------------------------------------------------------

TEST(Mender, CopiesWhatIsJsonWithoutAFix) {
  const Mended result = mend(R"({ "a" : [ 1 , -2.50e+3 , "x\n" ] , "b" : { } , "c" : null } tail)");
  EXPECT_EQ(result.json, R"({"a":[1,-2.50e+3,"x\n"],"b":{},"c":null})");
  EXPECT_EQ(result.fixes, Texts{});
  EXPECT_EQ(result.end, 59U) << "the first byte behind the object";
  EXPECT_FALSE(result.closed_by_end);
}

TEST(Mender, StartsWhereItIsTold) {
  FixLog log(10);
  const MendSettings settings;
  Mender mender("xx{\"a\":1}", settings, log);
  std::string out;
  ASSERT_TRUE(mender.value(2, out));
  EXPECT_EQ(out, R"({"a":1})");
}

TEST(Mender, ReadsAListAtTheRoot) { EXPECT_EQ(json_of("[1, 'a',]"), R"([1,"a"])"); }

TEST(Mender, DropsCommasThatSeparateNothing) {
  EXPECT_EQ(json_of("{,'a':1,,'b':[,1,,2,],}"), R"({"a":1,"b":[1,2]})");
  EXPECT_EQ(fixes_of(R"({,"a":1,})"), (Texts{"leading_comma@1", "trailing_comma@7"}));
  EXPECT_EQ(fixes_of(R"({"a":1,,"b":2})"), (Texts{"extra_comma@7"}));
}

TEST(Mender, AddsMissingCommasWhereTheItemEnded) {
  EXPECT_EQ(json_of(R"({"a":1 "b":[1 "x" null] "c":2})"), R"({"a":1,"b":[1,"x",null],"c":2})");
  EXPECT_EQ(fixes_of("{\"a\":1\n\"b\":2}"), (Texts{"missing_comma@6"}));
}

TEST(Mender, AcceptsOtherSeparators) {
  EXPECT_EQ(json_of(R"({"a"=1;"b"=>2;"c"->3,"d":=4,"e"::5})"), R"({"a":1,"b":2,"c":3,"d":4,"e":5})");
  EXPECT_EQ(fixes_of(R"({"a"=>1})"), (Texts{"separator@4"}));
  EXPECT_TRUE(json_of(R"({"a"==1})").starts_with('<')) << "a comparison";
}

TEST(Mender, AddsAMissingColonOnlyBeforeAValue) {
  EXPECT_EQ(json_of(R"({"a" 1})"), R"({"a":1})");
  EXPECT_EQ(json_of(R"({"a" "b"})"), R"({"a":"b"})");
  EXPECT_EQ(json_of(R"({"a" [1]})"), R"({"a":[1]})");
  EXPECT_TRUE(json_of(R"({"a" b})").starts_with('<'));
}

TEST(Mender, AddsMissingClosers) {
  const Mended result = mend(R"({"a":[{"b":1)");
  EXPECT_EQ(result.json, R"({"a":[{"b":1}]})");
  EXPECT_EQ(result.fixes, (Texts{"missing_closer@12"}));
  EXPECT_TRUE(result.closed_by_end);
  EXPECT_EQ(json_of(R"({"a":[1,2})"), R"({"a":[1,2]})");
  EXPECT_EQ(json_of(R"({"a":[{"b":1,{"b":2}]})"), R"({"a":[{"b":1},{"b":2}]})");
}

TEST(Mender, ReplacesWrongClosers) {
  EXPECT_EQ(json_of(R"({"a":[1,2),"b":3})"), R"({"a":[1,2],"b":3})");
  EXPECT_EQ(json_of(R"({"a":[1,2},"b":3})"), R"({"a":[1,2],"b":3})")
      << "the root cannot end where another member follows";
  EXPECT_EQ(fixes_of(R"({"a":1])"), (Texts{"wrong_closer@6"}));
}

TEST(Mender, DropsDoubledOpeningBraces) {
  EXPECT_EQ(json_of(R"({{"a":1})"), R"({"a":1})");
  EXPECT_EQ(json_of(R"({"{"a":1})"), R"({"a":1})") << "a stuttered beginning";
}

TEST(Mender, TurnsTuplesIntoLists) {
  EXPECT_EQ(json_of(R"({"a":(1,2),"b":(1,),"c":()})"), R"({"a":[1,2],"b":[1],"c":[]})");
  EXPECT_EQ(json_of(R"({"a":(1)})"), "<syntax>") << "an expression, not a tuple";
}

TEST(Mender, DropsCommentsBetweenTokensOnly) {
  EXPECT_EQ(json_of("{/*x*/\"a\"/*y*/:/*z*/1//e\n,#f\n\"b\":\"/*k*/ //l #m\"}"),
            R"({"a":1,"b":"/*k*/ //l #m"})");
  EXPECT_EQ(fixes_of("{\"a\":1 // c\n}"), (Texts{"comment@7"}));
}

TEST(Mender, DropsEscapedLineBreaksBetweenTokens) { EXPECT_EQ(json_of(R"({\n\t"a":\r1\n})"), R"({"a":1})"); }

TEST(Mender, RefusesWhatHasNoValue) {
  EXPECT_EQ(json_of(R"({"a":})"), "<syntax>");
  EXPECT_EQ(json_of(R"({"a":,"b":1})"), "<syntax>");
  EXPECT_EQ(json_of(R"({"a"})"), "<syntax>");
  EXPECT_EQ(json_of(R"({:1})"), "<syntax>");
  EXPECT_EQ(json_of(R"({"a":1,{"b":2}})"), "<syntax>");
  EXPECT_EQ(json_of(R"({1,2})"), "<syntax>");
}

TEST(Mender, RefusesAnEllipsis) {
  EXPECT_EQ(json_of(R"({"a":[1,...]})"), "<unrepresentable>");
  EXPECT_EQ(json_of(R"({"a":1,...})"), "<unrepresentable>");
  EXPECT_EQ(json_of(R"({"a":...})"), "<unrepresentable>");
}

TEST(Mender, BoundsNesting) {
  MendSettings settings;
  settings.max_depth = 3;
  EXPECT_EQ(mend(R"({"a":[[1]]})", settings).json, R"({"a":[[1]]})");
  EXPECT_EQ(mend(R"({"a":[[[1]]]})", settings).json, "<too_deep>");
  EXPECT_EQ(mend(R"({"a":[[[1]]]})", settings).error.where.offset, 7U);
}

// ---- where strings end --------------------------------------------------------------------------

TEST(Mender, AQuoteEndsAStringOnlyIfAValueMayEndThere) {
  EXPECT_EQ(json_of(R"({"a":"say "hi" now"})"), R"({"a":"say \"hi\" now"})");
  EXPECT_EQ(json_of(R"_({"a":"f("x", "y")","b":1})_"), R"_({"a":"f(\"x\", \"y\")","b":1})_");
  EXPECT_EQ(json_of(R"_({"a":"print("}")"})_"), R"_({"a":"print(\"}\")"})_");
  EXPECT_EQ(json_of(R"({"a":""x"","b":1})"), R"({"a":"\"x\"","b":1})");
  EXPECT_EQ(json_of(R"({'a':'it's','b':'x'})"), R"({"a":"it's","b":"x"})");
}

TEST(Mender, TwoReadingsAreRefused) {
  EXPECT_EQ(json_of(R"({"a":"x" "y"})"), "<ambiguous>");
  EXPECT_EQ(json_of(R"({"a":"use "k": "v" here","b":1})"), "<ambiguous>");
  EXPECT_EQ(json_of(R"({"a":"x"y","b":"z"w"})"), "<ambiguous>");
}

TEST(Mender, AddsAMissingQuoteWhereWhatFollowsIsCertain) {
  EXPECT_EQ(json_of(R"({"a":"b, "c":1})"), R"({"a":"b","c":1})");
  EXPECT_EQ(json_of(R"({"a":"b})"), R"({"a":"b"})");
  EXPECT_EQ(json_of(R"({"a":io", "c":1})"), R"({"a":"io","c":1})");
  EXPECT_EQ(json_of(R"({"a: 1})"), R"({"a":1})");
  EXPECT_EQ(json_of(R"({a": 1})"), R"({"a":1})");
  EXPECT_EQ(fixes_of(R"({"a":"b})"), (Texts{"missing_quote@7"}));
}

TEST(Mender, MoreThanAWordWithoutItsQuoteIsTruncated) {
  EXPECT_EQ(json_of(R"({"a":"b c})"), "<truncated>");
  EXPECT_EQ(json_of(R"({"a":"rm -rf /x}})"), "<truncated>");
}

TEST(Mender, ReadsEveryKindOfQuote) {
  EXPECT_EQ(json_of("{'a':`b`,\u201Cc\u201D:\u2018d\u2019,\uFF02e\uFF02:\u201Ef\u201C}"),
            R"({"a":"b","c":"d","e":"f"})");
  EXPECT_EQ(json_of("{\"a\":\"\"\"x \"y\" z\"\"\"}"), R"({"a":"x \"y\" z"})");
  EXPECT_EQ(json_of(R"({"a":"""say "hi""""})"), R"({"a":"say \"hi\""})") << "the last three close";
  EXPECT_EQ(json_of("{\"a\":r'\\d',\"b\":u'x'}"), R"({"a":"\\d","b":"x"})");
}

TEST(Mender, JoinsConcatenatedStrings) {
  EXPECT_EQ(json_of("{\"a\":\"x\" + 'y'\n+ \"z\",\"b\":1}"), R"({"a":"xyz","b":1})");
  EXPECT_EQ(fixes_of(R"({"a":"x"+"y"})"), (Texts{"string_concatenation@8"}));
}

TEST(Mender, APathMayEndInABackslash) {
  EXPECT_EQ(json_of(R"({"a":"C:\dir\","b":1})"), R"({"a":"C:\\dir\\","b":1})");
}

// ---- scalars ------------------------------------------------------------------------------------

TEST(Mender, ReadsLiteralsOfOtherLanguages) {
  EXPECT_EQ(json_of("{\"a\":True,\"b\":FALSE,\"c\":None,\"d\":nil,\"e\":Null}"),
            R"({"a":true,"b":false,"c":null,"d":null,"e":null})");
}

TEST(Mender, RefusesWhatJsonCannotHold) {
  for (const std::string_view word : {"NaN", "nan", "Infinity", "-Infinity", "+inf"}) {
    SCOPED_TRACE(word);
    EXPECT_EQ(json_of("{\"a\":" + std::string(word) + "}"), "<unrepresentable>");
  }
  EXPECT_EQ(json_of(R"({"a":[undefined]})"), "<unrepresentable>");
}

TEST(Mender, UndefinedDropsItsMember) {
  EXPECT_EQ(json_of(R"({"a":undefined,"b":1})"), R"({"b":1})");
  EXPECT_EQ(json_of(R"({"a":1,"b":undefined})"), R"({"a":1})");
  EXPECT_EQ(json_of(R"({"a":1,"b":undefined,"c":2})"), R"({"a":1,"c":2})");
}

TEST(Mender, ABeginningOfALiteralIsNoWord) {
  EXPECT_EQ(json_of(R"({"a":tru})"), "<syntax>");
  EXPECT_EQ(json_of(R"({"a":tru)"), "<truncated>");
}

TEST(Mender, QuotesPlainTextButNoExpressions) {
  EXPECT_EQ(json_of("{\"a\":hello world,\"b\":10.0.0.1,\"c\":https://x.y/z}"),
            R"({"a":"hello world","b":"10.0.0.1","c":"https://x.y/z"})");
  for (const std::string_view text : {"ls | wc", "a > b", "f(x)", "x = 1", "SELECT * FROM t", "--5"}) {
    SCOPED_TRACE(text);
    EXPECT_EQ(json_of("{\"a\":" + std::string(text) + "}"), "<syntax>");
  }
}

TEST(Mender, KeepsNumberTextAndCodesWithLeadingZeros) {
  EXPECT_EQ(json_of("{'a':1.10,'b':12345678901234567890,'c':1e400}"),
            R"({"a":1.10,"b":12345678901234567890,"c":1e400})");
  EXPECT_EQ(json_of("{'a':+1,'b':.5,'c':0x10,'d':007}"), R"({"a":1,"b":0.5,"c":16,"d":"007"})");
}

// ---- cut off ------------------------------------------------------------------------------------

TEST(Mender, TextThatEndsTooEarlyIsTruncated) {
  for (const std::string_view text :
       {"{", "{\"a", "{\"a\"", "{\"a\":", "{\"a\":\"b", "{\"a\":\"b\\", "{\"a\":1,", "{\"a\":[1,", "{\"a\":-",
        "{\"a\":1e", "{\"a\":nul", "{a", "{a:", "{a:b", "{'a':'b"}) {
    SCOPED_TRACE(text);
    EXPECT_EQ(json_of(text), "<truncated>");
    EXPECT_EQ(mend(text).error.where.offset, text.size());
  }
}

TEST(Mender, ThePolicyCloseDropsWhatIsHalfThereAndClosesTheRest) {
  EXPECT_EQ(closed("{"), "{}");
  EXPECT_EQ(closed(R"({"a":1,)"), R"({"a":1})");
  EXPECT_EQ(closed(R"({"a":1,"b)"), R"({"a":1})");
  EXPECT_EQ(closed(R"({"a":1,"b":)"), R"({"a":1})");
  EXPECT_EQ(closed(R"({"a":1,"b":tru)"), R"({"a":1})");
  EXPECT_EQ(closed(R"({"a":1,"b":-)"), R"({"a":1})");
  EXPECT_EQ(closed(R"({"a":{"b":[1,2,)"), R"({"a":{"b":[1,2]}})");
  EXPECT_EQ(closed(R"({"a":{"b":)"), R"({"a":{}})");
}

TEST(Mender, ThePolicyCloseKeepsHalfAString) {
  EXPECT_EQ(closed(R"({"a":"he)"), R"({"a":"he"})");
  EXPECT_EQ(closed(R"({"a":["x","he)"), R"({"a":["x","he"]})");
  EXPECT_EQ(closed(R"({"a":"he\)"), R"({"a":"he"})") << "half an escape says nothing";
  EXPECT_EQ(closed(R"({"a":"he\u00)"), R"({"a":"he"})");
  EXPECT_EQ(closed(R"({"a":"he\\)"), R"({"a":"he\\"})") << "a whole escape stays";
  EXPECT_EQ(closed(R"({"a":"he\u00e9)"), R"({"a":"he\u00e9"})");
}

TEST(Mender, ThePolicyCloseChangesNothingThatIsWhole) {
  EXPECT_EQ(closed(R"({"a":[1,"x"]})"), R"({"a":[1,"x"]})");
  EXPECT_EQ(closed(R"({"a":@})"), "<syntax>") << "nor does it make sense of nonsense";
}

// ---- members without braces ---------------------------------------------------------------------

TEST(MenderMembers, WithoutTheOpeningBrace) {
  EXPECT_EQ(mend_members(R"("a": 1, "b": "x"})", Style::kBraceless).json, R"({"a":1,"b":"x"})");
  EXPECT_EQ(mend_members(R"("a": 1, "b": "x")", Style::kBraceless).json, R"({"a":1,"b":"x"})");
  EXPECT_EQ(mend_members(R"("a": [1, 2)", Style::kBraceless).json, R"({"a":[1,2]})");
  EXPECT_EQ(mend_members(R"("a": 1,)", Style::kBraceless).json, "<truncated>");
}

TEST(MenderMembers, OnLines) {
  EXPECT_EQ(mend_members("a: 1\nb: \"x\"\nc: [1]", Style::kLines).json, R"({"a":1,"b":"x","c":[1]})");
  EXPECT_EQ(mend_members("a: 1 b: 2", Style::kLines).json, "<syntax>")
      << "a comma or a line break must separate them";
  EXPECT_EQ(mend_members("a: some words", Style::kLines).json, "<syntax>");
}

TEST(MenderMembers, AsKeywords) {
  const Mended result = mend_members("a=1, b='x', c=None) tail", Style::kKeywords);
  EXPECT_EQ(result.json, R"({"a":1,"b":"x","c":null})");
  EXPECT_EQ(result.end, 19U);
  EXPECT_EQ(mend_members("a=1, b=2", Style::kKeywords).json, "<truncated>");
  EXPECT_EQ(mend_members("a=1 b=2)", Style::kKeywords).json, "<syntax>");
  EXPECT_EQ(mend_members("a=b)", Style::kKeywords).json, "<syntax>") << "a variable";
}

TEST(MenderMembers, AsAssignments) {
  EXPECT_EQ(mend_members("a = \"x\"\nb = 'y'", Style::kAssignments).json, R"({"a":"x","b":"y"})");
  EXPECT_EQ(mend_members("a = 1", Style::kAssignments).json, "<syntax>") << "that is code";
}

// ---- look-ahead ---------------------------------------------------------------------------------

TEST(MenderLookAhead, KnowsAKeyBySeparatorBehindIt) {
  const auto looks_like_key = [](std::string_view text) {
    FixLog log(1);
    const MendSettings settings;
    return Mender(text, settings, log).looks_like_key(0);
  };
  for (const std::string_view text : {"\"a\": 1", "'a' : 1", "a: 1", "a=1", "\"a\" => 1", "\"a b\": 1",
                                      "\"a: 1", "a\": 1", "\u540D: 1", "\u201Ca\u201D: 1"}) {
    SCOPED_TRACE(text);
    EXPECT_TRUE(looks_like_key(text));
  }
  for (const std::string_view text :
       {"\"a\", 1", "a, b", "a == b", "http://x", "\"http://x\", 1", "", "1", "{"}) {
    SCOPED_TRACE(text);
    EXPECT_FALSE(looks_like_key(text));
  }
  for (const std::string_view text : {"\"a\"", "\"a", "\"two words"}) {
    EXPECT_TRUE(looks_like_key(text)) << text << " may be a key that the end of the text cuts off";
  }
  EXPECT_FALSE(looks_like_key("\"" + std::string(5000, 'a') + "\": 1")) << "bounded, so that it stays linear";
}

TEST(MenderLookAhead, SkipsBlanksCommentsAndInvisibleCharacters) {
  FixLog log(1);
  const MendSettings settings;
  const std::string text = " \n// c\n/* d */\u200B\\n#e\nx";
  EXPECT_EQ(Mender(text, settings, log).skip_ahead(0), text.size() - 1);
  const std::string endless = "/*" + std::string(5000, 'c') + "*/x";
  EXPECT_EQ(Mender(endless, settings, log).skip_ahead(0), 0U) << "not over comments without bound";
  EXPECT_TRUE(log.empty()) << "looking ahead changes nothing";
}

}  // namespace
}  // namespace argwright::repair
