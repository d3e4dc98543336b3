#include "repair/envelope.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace argwright::repair {
namespace {

using Texts = std::vector<std::string>;

struct Scan {
  Texts objects;  // the candidates, compact; "<code>" for a failure
  Texts fixes;    // "rule@offset before"
  std::vector<Candidate> candidates;
  std::string message;
};

Scan scan(std::string_view text, std::string_view tool = {}) {
  EnvelopeOptions options;
  options.tool_name = tool;
  FixLog log(100);
  EnvelopeScan found = scan_envelope(text, options, log);
  Scan result;
  result.candidates = found.candidates;
  for (const Candidate& candidate : found.candidates) {
    // An object that needs no mending keeps its white space.
    const Result<json::Value> value = json::parse(candidate.json);
    result.objects.push_back(value ? json::write(*value) : "no JSON: " + candidate.json);
  }
  if (found.failed) {
    result.objects = {"<" + std::string(error_code_name(found.error.code)) + ">"};
    result.message = found.error.message;
  }
  for (const Fix& fix : log.list())
    result.fixes.push_back(std::string(fix.rule) + "@" + std::to_string(fix.offset) + " " + fix.before.str());
  return result;
}

Texts objects(std::string_view text, std::string_view tool = {}) { return scan(text, tool).objects; }

const Texts kOne = {R"({"a":1})"};
const Texts kNothing = {};

TEST(Envelope, FindsAnObjectBetweenProseAndSaysWhatItDropped) {
  const Scan found = scan("Sure: {\"a\": 1}\nDone.");
  EXPECT_EQ(found.objects, kOne);
  EXPECT_EQ(found.fixes, (Texts{"surrounding_text@0 Sure:", "surrounding_text@15 Done."}));
  ASSERT_EQ(found.candidates.size(), 1U);
  EXPECT_EQ(found.candidates[0].begin, 6U);
  EXPECT_EQ(found.candidates[0].end, 14U);
}

TEST(Envelope, CountsAnObjectOnlyWhereAPersonWouldSetItApart) {
  EXPECT_EQ(objects("Look.\n{\"a\": 1}"), kOne) << "on a line of its own";
  EXPECT_EQ(objects("I use {\"a\": 1}"), kOne) << "behind a word";
  EXPECT_EQ(objects("args = {\"a\": 1}"), kOne) << "assigned at the beginning";
  EXPECT_EQ(objects("x = y[{\"a\": 1}]"), kNothing);
  EXPECT_EQ(objects("post(url, {\"a\": 1})"), kNothing);
  EXPECT_EQ(objects("return {\"a\": 1}"), kNothing) << "code";
  EXPECT_EQ(objects("if (x) {\n{\"a\": 1}\n}"), kNothing) << "inside a block of code";
  EXPECT_EQ(objects("The set {a: 1} is small"), kNothing) << "no quoted key";
}

TEST(Envelope, BracesInProseAreProse) {
  EXPECT_EQ(objects("Replace {x} by: {\"a\": 1}"), kOne);
  EXPECT_EQ(objects("{\"a\": 1}\nreplace {x}"), kOne);
}

TEST(Envelope, GluedWordsMustNameTheTool) {
  EXPECT_EQ(objects("grep{\"a\": 1}", "grep"), kOne);
  EXPECT_EQ(objects("functions.grep{\"a\": 1}", "grep"), kOne);
  EXPECT_EQ(objects("wipe{\"a\": 1}", "grep"), kNothing);
}

TEST(Envelope, OpensFences) {
  EXPECT_EQ(objects("```json\n{\"a\": 1}\n```"), kOne);
  EXPECT_EQ(objects("```\n{a: 1}\n```"), kOne) << "a fence sets apart, so that keys need no quotes";
  EXPECT_EQ(objects("{\"a\": 1}\n```"), kOne);
  EXPECT_EQ(scan("```json\n{\"a\": 1}").fixes, (Texts{"code_fence@0 ```json"}));
}

TEST(Envelope, DropsThinkingWithTheDraftsInIt) {
  const Scan found = scan("<think>try {\"b\": 2}</think>{\"a\": 1}");
  EXPECT_EQ(found.objects, kOne);
  EXPECT_EQ(objects("try {\"b\": 2}</think>{\"a\": 1}"), kOne) << "the opening tag is often not sent";
  EXPECT_EQ(objects("<think>try {\"a\": 1}"), Texts{"<truncated>"});
}

TEST(Envelope, MarksObjectsInToolCallTags) {
  const Scan found = scan("<tool_call>{\"a\": 1}</tool_call>");
  ASSERT_EQ(found.candidates.size(), 1U);
  EXPECT_TRUE(found.candidates[0].in_call_tag);
  EXPECT_FALSE(scan("{\"a\": 1}").candidates.at(0).in_call_tag);
}

TEST(Envelope, ATagThatNamesAnotherToolFails) {
  EXPECT_EQ(objects("<function=wipe><parameter=a>1</parameter></function>", "grep"), Texts{"<ambiguous>"});
  EXPECT_EQ(objects("<function=grep><parameter=a>1</parameter></function>", "grep"), kOne);
}

TEST(Envelope, FindsSeveralObjects) {
  EXPECT_EQ(objects("{\"a\": 1}{\"b\": 2}"), (Texts{R"({"a":1})", R"({"b":2})"}));
  EXPECT_EQ(objects("{\"a\": 1},\n{\"b\": 2}"), (Texts{R"({"a":1})", R"({"b":2})"}));
  EXPECT_EQ(objects("[{\"a\": 1}, {\"b\": 2}]"), (Texts{R"({"a":1})", R"({"b":2})"}));
  const Scan found = scan("{\"a\": 1} or {\"b\": 2}");
  ASSERT_EQ(found.candidates.size(), 2U);
  EXPECT_TRUE(found.candidates[1].text_before);
  EXPECT_FALSE(scan("{\"a\": 1}\n{\"b\": 2}").candidates.at(1).text_before);
}

TEST(Envelope, DropsExtraClosersAndCommasBehindTheObject) {
  EXPECT_EQ(scan("{\"a\": 1}}]").fixes, (Texts{"extra_closer@8 }", "extra_closer@9 ]"}));
  EXPECT_EQ(scan("{\"a\": 1},").fixes, (Texts{"trailing_comma@8 ,"}));
}

TEST(Envelope, MembersBehindTheObjectAreTwoReadings) {
  EXPECT_EQ(objects("{\"a\": 1}, \"b\": 2}"), Texts{"<ambiguous>"});
  EXPECT_EQ(objects("{\"a\": 1} \"b\": 2"), Texts{"<ambiguous>"});
}

TEST(Envelope, TextBehindTheObjectThatEndsLikeOneIsItsContinuation) {
  const Scan found = scan("{\"cmd\": \"echo \"} && rm \"x\"}");
  EXPECT_EQ(found.objects, Texts{"<ambiguous>"});
  EXPECT_EQ(found.message, "the text behind the object reads like its continuation");
}

TEST(Envelope, ReadsACallAsItsArguments) {
  EXPECT_EQ(objects("f(a=1)"), kOne);
  EXPECT_EQ(objects("f({\"a\": 1})"), kOne);
  EXPECT_EQ(objects("f(a=1);"), kOne);
  EXPECT_EQ(objects("f(a=1)", "f"), kOne);
  EXPECT_EQ(objects("f(a=1)", "g"), Texts{"<ambiguous>"});
  EXPECT_EQ(objects("f()", "f"), Texts{"{}"});
  EXPECT_EQ(objects("f()"), kNothing) << "without a tool's name it may be anything";
  EXPECT_EQ(objects("f(1)"), kNothing);
  EXPECT_EQ(objects("f(a=1) + 2"), kNothing) << "more behind it: code";
  EXPECT_EQ(objects("f(a=1"), Texts{"<truncated>"});
}

TEST(Envelope, ReadsMembersWithoutBraces) {
  EXPECT_EQ(objects("\"a\": 1}"), kOne);
  EXPECT_EQ(objects("\"a\": 1"), kOne);
  EXPECT_EQ(objects("a: 1"), kOne);
  EXPECT_EQ(objects("a = \"x\""), Texts{R"({"a":"x"})"});
  EXPECT_EQ(objects("a = 1"), kNothing) << "code, not arguments";
  EXPECT_EQ(objects("a: some text"), kNothing) << "prose";
  EXPECT_EQ(objects("\"a\": \"x"), Texts{"<truncated>"});
}

TEST(Envelope, AnEmptyListIsAnEmptyObject) {
  EXPECT_EQ(objects("[]"), Texts{"{}"});
  EXPECT_EQ(objects("[ ]\n"), Texts{"{}"});
  EXPECT_EQ(objects("[1]"), kNothing);
}

TEST(Envelope, DropsInvisibleCharactersAndComments) {
  EXPECT_EQ(scan("\uFEFF{\"a\": 1}\u200B").fixes,
            (Texts{"byte_order_mark@0 \uFEFF", "invisible_character@11 \u200B"}));
  EXPECT_EQ(scan("// x\n{\"a\": 1} # y").fixes, (Texts{"comment@0 // x", "comment@14 # y"}));
}

TEST(Envelope, AnErrorInTheFirstObjectIsFinal) {
  EXPECT_EQ(objects("{\"a\": NaN} {\"a\": 1}"), Texts{"<unrepresentable>"});
  EXPECT_EQ(objects("{\"a\": \"x"), Texts{"<truncated>"});
}

TEST(Envelope, ManyFailedAttemptsEndTheScan) {
  std::string text = "Notes\n";
  for (int i = 0; i < 50; ++i) text += "{\"k\": @@ }\n";
  text += "{\"a\": 1}";
  EXPECT_EQ(objects(text), Texts{"<syntax>"});
}

}  // namespace
}  // namespace argwright::repair
