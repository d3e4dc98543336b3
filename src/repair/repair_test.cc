// The public API: argwright/repair.h. What becomes of which text is tests/corpus's business.
#include "argwright/repair.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "argwright/json.h"

namespace argwright {
namespace {

using Keys = std::vector<std::string>;

std::string quoted(std::string text, int layers = 1) {
  for (int i = 0; i < layers; ++i) {
    std::string outer;
    json::append_quoted(outer, text);
    text = std::move(outer);
  }
  return text;
}

const Fix* find_fix(const RepairResult& result, std::string_view rule) {
  for (const Fix& fix : result.fixes) {
    if (fix.rule == rule) return &fix;
  }
  return nullptr;
}

// Offset of the fix by this rule; npos when there is none.
std::size_t offset_of(const RepairResult& result, std::string_view rule) {
  const Fix* fix = find_fix(result, rule);
  EXPECT_NE(fix, nullptr) << "no fix by " << rule;
  return fix != nullptr ? fix->offset : std::string::npos;
}

RepairResult repair_closing(std::string_view raw) {
  RepairOptions options;
  options.truncated = TruncatedPolicy::kClose;
  return repair_arguments(raw, options);
}

// ---- outcomes -----------------------------------------------------------------------------------

TEST(RepairArguments, PassesAValidObjectByteForByte) {
  const std::string raw = "\n { \"b\" : 1.10 ,\t\"a\":12345678901234567890, \"a\": [ ] }\r\n";
  const RepairResult result = repair_arguments(raw);
  EXPECT_EQ(result.outcome, Outcome::kOk);
  EXPECT_EQ(result.text, raw);
  EXPECT_TRUE(result.accepted());
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(result.rejection, Rejection::kNone);
  EXPECT_EQ(result.fixes_total, 0U);
  EXPECT_EQ(result.unquote_depth, 0);
  EXPECT_EQ(result.parse_error, "");
  EXPECT_EQ(result.parse_warning, "");
}

// S0-6, the exact case.
TEST(RepairArguments, DecodesTheCaseOfTheSeed) {
  const RepairResult result = repair_arguments(R"("{\"command\":\"brew services list | grep mysql\"}")");
  EXPECT_EQ(result.outcome, Outcome::kDecoded);
  EXPECT_EQ(result.text, R"({"command":"brew services list | grep mysql"})");
  EXPECT_EQ(result.unquote_depth, 1);
  EXPECT_EQ(result.parse_warning, "arguments unquoted 1 layer(s)");
}

// C21: the form of S0-7, which no JSON decoder produces but models send.
TEST(RepairArguments, RepairsTheEscapedFormOfTheSeed) {
  const RepairResult result = repair_arguments(R"({\"command\":\"brew services list | grep mysql\"})");
  EXPECT_EQ(result.outcome, Outcome::kRepaired);
  EXPECT_EQ(result.text, R"({"command":"brew services list | grep mysql"})");
}

TEST(RepairArguments, TellsWhatItRepairedEachRuleOnce) {
  const RepairResult result = repair_arguments("{'a': 'b', 'c': True,}");
  EXPECT_EQ(result.outcome, Outcome::kRepaired);
  EXPECT_EQ(result.text, R"({"a":"b","c":true})");
  EXPECT_EQ(
      result.parse_warning,
      "turned single quotes into double quotes; turned a Python literal into JSON; dropped a trailing comma");
  EXPECT_EQ(result.fixes_total, 5U);
}

TEST(RepairArguments, OffersASplitAndNoAnswer) {
  const RepairResult result = repair_arguments(R"({"a":1}{"a":2})");
  EXPECT_EQ(result.outcome, Outcome::kSplit);
  EXPECT_FALSE(result.accepted());
  EXPECT_EQ(result.text, "");
  EXPECT_EQ(result.parts, (std::vector<std::string>{R"({"a":1})", R"({"a":2})"}));
  EXPECT_EQ(result.rejection, Rejection::kNone);
  EXPECT_EQ(result.error.code, ErrorCode::kAmbiguous);
  EXPECT_EQ(
      result.parse_error,
      R"(failed to parse arguments after unquoting: the text holds 2 different calls (original: {"a":1}{"a":2}))");
}

TEST(RepairArguments, BlankIsAnEmptyObjectHere) {
  for (const std::string_view raw : {"", " \n\t", "\"\"", "\"  \""}) {
    SCOPED_TRACE(raw);
    const RepairResult result = repair_arguments(raw);
    EXPECT_EQ(result.outcome, Outcome::kRepaired);
    EXPECT_EQ(result.text, "{}");
    EXPECT_NE(find_fix(result, "empty_input"), nullptr);
  }
}

TEST(OutcomeNames, AreStable) {
  EXPECT_EQ(outcome_name(Outcome::kOk), "ok");
  EXPECT_EQ(outcome_name(Outcome::kDecoded), "decoded");
  EXPECT_EQ(outcome_name(Outcome::kRepaired), "repaired");
  EXPECT_EQ(outcome_name(Outcome::kCoerced), "coerced");
  EXPECT_EQ(outcome_name(Outcome::kSplit), "split");
  EXPECT_EQ(outcome_name(Outcome::kRejected), "rejected");
  EXPECT_EQ(rejection_name(Rejection::kNone), "none");
  EXPECT_EQ(rejection_name(Rejection::kTruncated), "truncated");
  EXPECT_EQ(rejection_name(Rejection::kUnreadable), "unreadable");
  EXPECT_EQ(rejection_name(Rejection::kMisfit), "misfit");
}

// ---- error text (S0-27 to S0-29) ----------------------------------------------------------------

TEST(ParseError, HasTheLiteralOfTheSeed) {
  const RepairResult result = repair_arguments("[1, 2]");
  EXPECT_EQ(result.outcome, Outcome::kRejected);
  EXPECT_EQ(result.rejection, Rejection::kUnreadable);
  EXPECT_EQ(result.error.code, ErrorCode::kNotAnObject);
  EXPECT_EQ(result.parse_error,
            "failed to parse arguments after unquoting: " + result.error.describe() + " (original: [1, 2])");
  EXPECT_EQ(result.text, "");
}

TEST(ParseError, ShowsTheOriginalAndNotTheUnquotedText) {
  const RepairResult result = repair_arguments(quoted("just text"));
  EXPECT_TRUE(result.parse_error.ends_with(" (original: \"just text\")")) << result.parse_error;
}

TEST(ParseError, ShowsTheFirstHundredCodePoints) {
  std::string hundred;
  for (int i = 0; i < 100; ++i) hundred += "\u6771";  // three bytes each
  const std::string exact = repair_arguments(hundred).parse_error;
  EXPECT_TRUE(exact.ends_with(" (original: " + hundred + ")")) << exact;
  const std::string more = repair_arguments(hundred + "\u4EAC and more").parse_error;
  EXPECT_TRUE(more.ends_with(" (original: " + hundred + ")")) << more;
}

TEST(ParseError, IsTextEvenIfTheOriginalIsNot) {
  const std::string error = repair_arguments("a\xFF\xFE").parse_error;
  EXPECT_TRUE(error.ends_with(" (original: a\uFFFD\uFFFD)")) << error;
  EXPECT_TRUE(json::parse(quoted(error)));
}

TEST(ParseError, NamesTheByteOfTheTextAsReceived) {
  const std::string raw = R"({"a": 1, "b": NaN})";
  EXPECT_EQ(repair_arguments(raw).error.where.offset, raw.find("NaN"));
  const std::string layered = quoted(raw, 2);
  EXPECT_EQ(repair_arguments(layered).error.where.offset, layered.find("NaN"));
}

// ---- the strict API (S0) ------------------------------------------------------------------------

TEST(ParseArguments, ReadsPlainAndQuotedObjects) {
  for (int layers = 0; layers <= 10; ++layers) {
    const Result<json::Value> value = parse_arguments(quoted(R"({"a":"b\n","n":1.10})", layers));
    ASSERT_TRUE(value) << layers;
    EXPECT_EQ(json::write(*value), R"({"a":"b\n","n":1.10})");
  }
}

TEST(ParseArguments, StopsUnquotingAtTenLayers) {
  const std::string raw = quoted(R"({"a":1})", 11);
  const Result<json::Value> value = parse_arguments(raw);
  ASSERT_FALSE(value);
  EXPECT_EQ(value.error().code, ErrorCode::kNotAnObject) << "what is left is a string";
}

// C8: blank arguments are an error of the strict API, and only of it.
TEST(ParseArguments, BlankIsAnError) {
  for (const std::string_view raw : {"", " \n", "\"\"", "\" \""}) {
    SCOPED_TRACE(raw);
    const Result<json::Value> value = parse_arguments(raw);
    ASSERT_FALSE(value);
    EXPECT_EQ(value.error().code, ErrorCode::kSyntax);
    EXPECT_EQ(value.error().message,
              "failed to parse arguments after unquoting: the arguments are empty (original: " +
                  std::string(raw) + ")");
  }
}

TEST(ParseArguments, RefusesEveryOtherRoot) {
  for (const std::string_view raw : {"[1]", "1", "true", "null", "\"text\"", "\"[1]\""}) {
    SCOPED_TRACE(raw);
    const Result<json::Value> value = parse_arguments(raw);
    ASSERT_FALSE(value);
    EXPECT_TRUE(value.error().message.starts_with("failed to parse arguments after unquoting: "))
        << value.error().message;
  }
}

TEST(ParseArguments, RepairsNothing) {
  for (const std::string_view raw :
       {"{'a': 1}", "{\"a\": 1,}", "{\"a\": 1", "```{}```", "{}{}", R"({\"a\":1})", R"("{'a':1}")"}) {
    SCOPED_TRACE(raw);
    EXPECT_FALSE(parse_arguments(raw));
  }
}

TEST(ParseArguments, HonoursTheDepthLimit) {
  Limits limits;
  limits.max_depth = 3;
  EXPECT_TRUE(parse_arguments(R"({"a":[[1]]})", limits));
  const Result<json::Value> value = parse_arguments(R"({"a":[[[1]]]})", limits);
  ASSERT_FALSE(value);
  EXPECT_EQ(value.error().code, ErrorCode::kTooDeep);
}

// ---- options ------------------------------------------------------------------------------------

TEST(RepairOptionsComplete, AnUnfinishedTextPassesOnlyIfItIsWhole) {
  RepairOptions options;
  options.complete = false;
  EXPECT_EQ(repair_arguments(R"({"a":1})", options).outcome, Outcome::kOk);
  EXPECT_EQ(repair_arguments(quoted(R"({"a":1})"), options).outcome, Outcome::kDecoded);
  EXPECT_FALSE(repair_arguments(R"({"a":1})", options).complete) << "as given";
  for (const std::string_view raw :
       {"", "{", R"({"a":1)", R"({"a":1,})", "{'a':1}", R"({"a":1}{"a":1})", "```\n{}\n```"}) {
    SCOPED_TRACE(raw);
    const RepairResult result = repair_arguments(raw, options);
    EXPECT_EQ(result.outcome, Outcome::kRejected);
    EXPECT_EQ(result.rejection, Rejection::kTruncated);
    EXPECT_EQ(result.error.code, ErrorCode::kTruncated);
    EXPECT_FALSE(result.complete);
  }
}

TEST(RepairOptionsComplete, ATextThatIsCutOffIsNotCompleteWhateverWasClaimed) {
  const RepairResult result = repair_arguments(R"({"cmd":"rm -rf /sr)");
  EXPECT_EQ(result.rejection, Rejection::kTruncated);
  EXPECT_FALSE(result.complete);
  EXPECT_TRUE(repair_arguments("no object").complete) << "unreadable, but finished";
}

TEST(RepairOptionsTruncated, ClosesWhatIsOpenAndDropsWhatIsHalfThere) {
  const RepairResult result = repair_closing(R"({"path":"/srv","mode":)");
  EXPECT_EQ(result.outcome, Outcome::kRepaired);
  EXPECT_EQ(result.text, R"({"path":"/srv"})");
  EXPECT_NE(find_fix(result, "dropped_truncated"), nullptr);
  EXPECT_NE(find_fix(result, "closed_truncated"), nullptr);
  EXPECT_EQ(repair_closing(R"({"text":"half a sen)").text, R"({"text":"half a sen"})");
}

TEST(RepairOptionsTruncated, ClosesAlsoWhatTheUpstreamCallsUnfinished) {
  RepairOptions options;
  options.complete = false;
  options.truncated = TruncatedPolicy::kClose;
  const RepairResult result = repair_arguments(R"({"a":1,"b":[2,)", options);
  EXPECT_EQ(result.outcome, Outcome::kRepaired);
  EXPECT_EQ(result.text, R"({"a":1,"b":[2]})");
  EXPECT_FALSE(result.complete);
}

TEST(RepairOptionsTruncated, MakesNothingOfNothing) {
  EXPECT_FALSE(repair_closing("I will do that").accepted());
  EXPECT_FALSE(repair_closing(R"({"a": NaN)").accepted());
}

// RCC_TOOL_ENHANCE=0: arguments pass as received, the report still tells.
TEST(RepairOptionsEnhance, OffPassesTheTextAndStillReports) {
  RepairOptions off;
  off.enhance = false;
  for (const std::string_view raw :
       {"{'a': 1}", R"("{\"a\":1}")", R"({"a":1})", "no object", "", R"({"a":1}{"a":2})", R"({"a":"x)"}) {
    SCOPED_TRACE(raw);
    const RepairResult on = repair_arguments(raw);
    const RepairResult passed = repair_arguments(raw, off);
    EXPECT_EQ(passed.text, raw);
    EXPECT_EQ(passed.outcome, on.outcome);
    EXPECT_EQ(passed.rejection, on.rejection);
    EXPECT_EQ(passed.fixes_total, on.fixes_total);
    EXPECT_EQ(passed.parse_error, on.parse_error);
    EXPECT_EQ(passed.parse_warning, on.parse_warning);
    EXPECT_TRUE(passed.parts.empty());
  }
}

TEST(RepairOptionsTool, OpensItsWrapperAndRefusesAnothers) {
  RepairOptions options;
  options.tool_name = "weigh";
  EXPECT_EQ(repair_arguments(R"({"name":"weigh","arguments":{"kg":2}})", options).text, R"({"kg":2})");
  EXPECT_EQ(repair_arguments(R"({"name":"weigh","arguments":{"kg":2}})").outcome, Outcome::kOk)
      << "nothing is known: nothing is changed";
  const Keys declared = {"kg"};
  options.declared_keys = &declared;
  EXPECT_EQ(repair_arguments(R"({"name":"melt","arguments":{"kg":2}})", options).outcome, Outcome::kRejected);
  const Keys own = {"name", "arguments"};
  options.declared_keys = &own;
  EXPECT_EQ(repair_arguments(R"({"name":"melt","arguments":{"kg":2}})", options).outcome, Outcome::kOk);
}

TEST(RepairOptionsTool, AWrapperMayHoldText) {
  RepairOptions options;
  options.tool_name = "weigh";
  const RepairResult result = repair_arguments(R"({"name":"weigh","arguments":"{'kg': 2}"})", options);
  EXPECT_EQ(result.text, R"({"kg":2})");
  EXPECT_NE(find_fix(result, "call_wrapper"), nullptr);
  EXPECT_NE(find_fix(result, "single_quotes"), nullptr) << "the fixes inside count";
}

// ---- limits -------------------------------------------------------------------------------------

TEST(RepairLimits, RefusesTooManyBytesBeforeReadingThem) {
  RepairOptions options;
  options.limits.max_bytes = 7;
  EXPECT_EQ(repair_arguments(R"({"a":1})", options).outcome, Outcome::kOk);
  const RepairResult result = repair_arguments(R"({"a":12})", options);
  EXPECT_EQ(result.outcome, Outcome::kRejected);
  EXPECT_EQ(result.rejection, Rejection::kUnreadable);
  EXPECT_EQ(result.error.code, ErrorCode::kTooLarge);
  EXPECT_EQ(result.error.message, "the arguments have 8 bytes, more than the limit of 7");
}

TEST(RepairLimits, RefusesTooDeepNestingInEveryStage) {
  RepairOptions options;
  options.limits.max_depth = 3;
  EXPECT_EQ(repair_arguments(R"({"a":[[1]]})", options).outcome, Outcome::kOk);
  EXPECT_EQ(repair_arguments("{'a':[[1]]}", options).outcome, Outcome::kRepaired);
  EXPECT_EQ(repair_arguments("{'a':[[1],]}", options).outcome, Outcome::kRepaired);
  for (const std::string_view raw :
       {R"({"a":[[[1]]]})", "{'a':[[[1]]]}", "{'a' 1 'b':[[[1]]]}", R"("{\"a\":[[[1]]]}")"}) {
    SCOPED_TRACE(raw);
    EXPECT_EQ(repair_arguments(raw, options).error.code, ErrorCode::kTooDeep);
  }
}

TEST(RepairLimits, ListsNoMoreFixesThanAskedForButCountsThem) {
  std::string raw = "{";
  for (int i = 0; i < 50; ++i) raw += "'k" + std::to_string(i) + "':1,";
  raw += "}";
  RepairOptions options;
  options.limits.max_fixes = 3;
  const RepairResult few = repair_arguments(raw, options);
  EXPECT_EQ(few.fixes.size(), 3U);
  EXPECT_EQ(few.fixes_total, 51U);
  EXPECT_EQ(repair_arguments(raw).fixes.size(), 51U);
  EXPECT_EQ(few.text, repair_arguments(raw).text) << "the answer does not depend on the list";
  options.limits.max_fixes = 0;
  EXPECT_EQ(repair_arguments(raw, options).text, few.text);
}

// ---- where fixes point --------------------------------------------------------------------------

TEST(FixOffsets, PointIntoTheTextAsReceived) {
  const std::string raw = "```json\n{'a': True, \"b\": 0x1F, /* c */ \"d\": \"x\ty\",}\n```";
  const RepairResult result = repair_arguments(raw);
  ASSERT_EQ(result.outcome, Outcome::kRepaired);
  EXPECT_EQ(offset_of(result, "code_fence"), 0U);
  EXPECT_EQ(offset_of(result, "single_quotes"), raw.find('\''));
  EXPECT_EQ(offset_of(result, "python_literal"), raw.find("True"));
  EXPECT_EQ(offset_of(result, "number_format"), raw.find("0x"));
  EXPECT_EQ(offset_of(result, "comment"), raw.find("/*"));
  EXPECT_EQ(offset_of(result, "control_character"), raw.find('\t'));
  EXPECT_EQ(offset_of(result, "trailing_comma"), raw.find(",}"));
}

TEST(FixOffsets, SayWhatStoodThereAndWhatStandsThereNow) {
  const RepairResult result = repair_arguments(R"({"a": 0x1F})");
  ASSERT_EQ(result.fixes.size(), 1U);
  EXPECT_EQ(result.fixes[0].rule, "number_format");
  EXPECT_EQ(result.fixes[0].before, "0x1F");
  EXPECT_EQ(result.fixes[0].after, "31");
}

TEST(FixOffsets, GoThroughQuotingLayers) {
  for (int layers = 1; layers <= 4; ++layers) {
    SCOPED_TRACE(layers);
    const std::string raw = "  " + quoted("{\"na\u00EFve\": 0x1F, k: 'v', \"z\": [1,]}", layers);
    const RepairResult result = repair_arguments(raw);
    ASSERT_EQ(result.outcome, Outcome::kRepaired);
    EXPECT_EQ(result.unquote_depth, layers);
    EXPECT_EQ(offset_of(result, "number_format"), raw.find("0x1F"));
    EXPECT_EQ(offset_of(result, "unquoted_key"), raw.find("k:"));
    EXPECT_EQ(offset_of(result, "single_quotes"), raw.find('\''));
    EXPECT_EQ(offset_of(result, "trailing_comma"), raw.find(",]"));
  }
}

TEST(FixOffsets, GoThroughEscapedAndEntityTexts) {
  const std::string escaped = R"({\"abc\": 0x1F, \"d\": [1,]})";
  EXPECT_EQ(offset_of(repair_arguments(escaped), "number_format"), escaped.find("0x1F"));
  EXPECT_EQ(offset_of(repair_arguments(escaped), "trailing_comma"), escaped.find(",]"));
  const std::string entities = " {&quot;abc&quot;: 0x1F}";
  EXPECT_EQ(offset_of(repair_arguments(entities), "number_format"), entities.find("0x1F"));
  const std::string both = quoted(entities);
  EXPECT_EQ(offset_of(repair_arguments(both), "number_format"), both.find("0x1F"));
}

// ---- pieces -------------------------------------------------------------------------------------

TEST(ArgumentStream, AnswersAsForTheWholeText) {
  const std::string raw = "{'a': 'b\u00E9', 'c': [1, 2,]}";
  const RepairResult whole = repair_arguments(raw);
  for (std::size_t split = 0; split <= raw.size(); ++split) {
    ArgumentStream stream;
    EXPECT_TRUE(stream.feed(std::string_view(raw).substr(0, split)));
    EXPECT_TRUE(stream.feed(std::string_view(raw).substr(split)));
    EXPECT_EQ(stream.bytes(), raw.size());
    const RepairResult result = stream.finish();
    EXPECT_EQ(result.outcome, whole.outcome);
    EXPECT_EQ(result.text, whole.text);
    EXPECT_EQ(result.fixes.size(), whole.fixes.size());
    EXPECT_EQ(result.parse_warning, whole.parse_warning);
  }
}

TEST(ArgumentStream, WithoutAnyPieceIsBlank) {
  ArgumentStream stream;
  EXPECT_EQ(stream.finish().text, "{}");
  EXPECT_EQ(stream.finish(false).rejection, Rejection::kTruncated);
}

TEST(ArgumentStream, FinishSaysWhetherTheCallWasComplete) {
  ArgumentStream stream;
  stream.feed("{'a': 1}");
  EXPECT_EQ(stream.finish(false).rejection, Rejection::kTruncated);
  stream.feed("{'a': 1}");
  EXPECT_EQ(stream.finish(true).outcome, Outcome::kRepaired);
  RepairOptions options;
  options.complete = false;
  ArgumentStream unfinished(options);
  unfinished.feed("{'a': 1}");
  EXPECT_EQ(unfinished.finish(true).rejection, Rejection::kTruncated) << "the options' word counts as well";
}

TEST(ArgumentStream, StartsAnewAfterFinish) {
  ArgumentStream stream;
  stream.feed(R"({"a":1})");
  EXPECT_EQ(stream.finish().text, R"({"a":1})");
  EXPECT_EQ(stream.bytes(), 0U);
  stream.feed(R"({"b":2})");
  EXPECT_EQ(stream.finish().text, R"({"b":2})");
}

TEST(ArgumentStream, CountsButDoesNotKeepWhatIsTooMuch) {
  RepairOptions options;
  options.limits.max_bytes = 10;
  ArgumentStream stream(options);
  EXPECT_TRUE(stream.feed(R"({"a":)"));
  EXPECT_TRUE(stream.feed("12345")) << "exactly the limit";
  EXPECT_FALSE(stream.feed("6"));
  EXPECT_FALSE(stream.feed(std::string(1000, '7')));
  EXPECT_EQ(stream.bytes(), 1011U);
  const RepairResult result = stream.finish();
  EXPECT_EQ(result.outcome, Outcome::kRejected);
  EXPECT_EQ(result.rejection, Rejection::kUnreadable);
  EXPECT_EQ(result.error.code, ErrorCode::kTooLarge);
  EXPECT_EQ(result.error.message, "the arguments have 1011 bytes, more than the limit of 10");
  EXPECT_TRUE(result.parse_error.starts_with(
      "failed to parse arguments after unquoting: the arguments have 1011 bytes"))
      << result.parse_error;

  EXPECT_TRUE(stream.feed("{}")) << "and it starts anew";
  EXPECT_EQ(stream.finish().text, "{}");
}

TEST(ArgumentStream, PassesItsOptionsOn) {
  RepairOptions options;
  options.truncated = TruncatedPolicy::kClose;
  options.tool_name = "weigh";
  ArgumentStream stream(options);
  stream.feed(R"({"name":"weigh","arguments":{"kg":2)");
  EXPECT_EQ(stream.finish().text, R"({"kg":2})");
}

TEST(Repair, KeepsTheLimitOfBytesAlsoForAnAnswerThatGrew) {
  RepairOptions options;
  options.limits.max_bytes = 40;
  const std::string controls = "{'a': '" + std::string(12, '\x01') + "'}";
  ASSERT_LE(controls.size(), options.limits.max_bytes);
  const RepairResult result = repair_arguments(controls, options);
  EXPECT_EQ(result.outcome, Outcome::kRejected);
  EXPECT_EQ(result.error.code, ErrorCode::kTooLarge);
}

}  // namespace
}  // namespace argwright
