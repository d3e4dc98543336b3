#include "protocol/history.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "protocol/request_codec.h"

namespace argwright::protocol {
namespace {

Request decoded(Protocol protocol, std::string_view text) {
  const Result<json::Value> body = json::parse(text);
  EXPECT_TRUE(body) << body.error().describe();
  Result<Request> request = request_codec(protocol).decode(*body);
  EXPECT_TRUE(request) << request.error().describe();
  return request ? *std::move(request) : Request();
}

std::string codes(const std::vector<Warning>& warnings) {
  std::string text;
  for (const Warning& warning : warnings) text += (text.empty() ? "" : " ") + warning.code;
  return text;
}

// Sanitises, writes in the same protocol and compares with `want`; returns the codes of the warnings.
std::string sanitised(Protocol protocol, std::string_view text, std::string_view want,
                      const HistoryOptions& options = {}) {
  Request request = decoded(protocol, text);
  const std::vector<Warning> warnings = sanitise_history(request, options);
  const Result<EncodedRequest> encoded = request_codec(protocol).encode(request, {});
  EXPECT_TRUE(encoded);
  const Result<json::Value> expected = json::parse(want);
  EXPECT_TRUE(expected) << expected.error().describe();
  EXPECT_TRUE(json::same_meaning(encoded->body, *expected))
      << "  want " << json::write(*expected) << "\n  got  " << json::write(encoded->body);
  // Once is enough.
  EXPECT_EQ(codes(sanitise_history(request, options)), "");
  return codes(warnings);
}

std::string untouched(Protocol protocol, std::string_view text) { return sanitised(protocol, text, text); }

constexpr std::string_view kCallA =
    R"({"id":"a","type":"function","function":{"name":"f","arguments":"{}"}})";
constexpr std::string_view kCallB =
    R"({"id":"b","type":"function","function":{"name":"g","arguments":"{}"}})";

std::string chat(std::string_view messages) { return R"({"messages":[)" + std::string(messages) + "]}"; }
std::string calling(std::string_view calls) {
  return R"({"role":"assistant","content":null,"tool_calls":[)" + std::string(calls) + "]}";
}
const std::string kBoth = calling(std::string(kCallA) + "," + std::string(kCallB));
std::string answer(std::string_view id, std::string_view text) {
  return R"({"role":"tool","tool_call_id":")" + std::string(id) + R"(","content":")" + std::string(text) +
         R"("})";
}
const std::string kMissingA = answer("a", kNoResult);
constexpr std::string_view kUser = R"({"role":"user","content":"hi"})";

TEST(History, ValidHistoriesStayUntouched) {
  EXPECT_EQ(untouched(Protocol::kChat, chat(kBoth + "," + answer("b", "2") + "," + answer("a", "1") + "," +
                                            std::string(kUser))),
            "");
  EXPECT_EQ(untouched(Protocol::kChat, chat(calling(kCallA) + "," + answer("a", "1") + "," + calling(kCallA) +
                                            "," + answer("a", "2"))),
            "")
      << "ids may come again in another turn";
  EXPECT_EQ(untouched(Protocol::kResponses,
                      R"({"input":[{"role":"user","content":"x"},{"type":"reasoning","id":"r","summary":[]},
      {"type":"function_call","call_id":"a","name":"f","arguments":"{\"n\":1.10}","id":"fc"},
      {"type":"function_call","call_id":"b","name":"f","arguments":"{}"},
      {"type":"function_call_output","call_id":"b","output":"1"},{"type":"function_call_output","call_id":"a","output":"2"},
      {"type":"custom_tool_call","call_id":"c","name":"p","input":"not json"},
      {"type":"custom_tool_call_output","call_id":"c","output":"3"}]})"),
            "");
  EXPECT_EQ(untouched(Protocol::kMessages,
                      R"({"messages":[{"role":"user","content":"x"},{"role":"assistant","content":[
      {"type":"thinking","thinking":"t","signature":"s"},{"type":"tool_use","id":"a","name":"f","input":{}}]},
      {"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"1"},{"type":"text","text":"go on"}]}]})"),
            "");
}

TEST(History, BrokenArgumentsAreMendedByTheDeclaration) {
  const std::string tools =
      R"(,"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object","properties":{"n":{"type":"integer"}}}}}]})";
  const auto with = [&](std::string_view arguments) {
    return R"({"messages":[{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":)" +
           std::string(arguments) + "}}]}," + answer("a", "1") + "]" + tools;
  };
  EXPECT_EQ(sanitised(Protocol::kChat, with(R"("{'n': '1',}")"), with(R"("{\"n\":1}")")), "mended_arguments");
  EXPECT_EQ(sanitised(Protocol::kChat, with(R"("")"), with(R"("{}")")), "mended_arguments");
  EXPECT_EQ(sanitised(Protocol::kChat, with(R"("no object at all")"), with(R"("{}")")),
            "unreadable_arguments");
  EXPECT_EQ(untouched(Protocol::kChat, with(R"("{\"n\": \"x\" }")")), "") << "readable is good enough here";
  HistoryOptions off;
  off.mend_arguments = false;
  EXPECT_EQ(sanitised(Protocol::kChat, with(R"("{'n'")"), with(R"("{'n'")"), off), "");
}

TEST(History, UnreadableArgumentsAreToldInTheWarning) {
  Request request = decoded(
      Protocol::kChat,
      R"({"messages":[{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"gibberish"}}]}]})");
  HistoryOptions options;
  options.answer_open_calls = false;
  const std::vector<Warning> warnings = sanitise_history(request, options);
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_NE(warnings[0].message.find("gibberish"), std::string::npos) << warnings[0].message;
}

TEST(History, OpenCallsAreAnsweredDirectlyBehindTheirCalls) {
  EXPECT_EQ(sanitised(Protocol::kChat, chat(kBoth + "," + answer("b", "2") + "," + std::string(kUser)),
                      chat(kBoth + "," + kMissingA + "," + answer("b", "2") + "," + std::string(kUser))),
            "missing_result");
  EXPECT_EQ(sanitised(Protocol::kChat, chat(calling(kCallA)), chat(calling(kCallA) + "," + kMissingA)),
            "missing_result");
  EXPECT_EQ(
      sanitised(
          Protocol::kMessages,
          R"({"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]},{"role":"user","content":"go on"}]})",
          R"({"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]},{"role":"user","content":[
            {"type":"tool_result","tool_use_id":"a","content":"[no result was recorded for this call]","is_error":true},{"type":"text","text":"go on"}]}]})"),
      "missing_result");
  EXPECT_EQ(
      sanitised(
          Protocol::kResponses,
          R"({"input":[{"type":"custom_tool_call","call_id":"a","name":"f","input":"x"},{"role":"user","content":"go on"}]})",
          R"({"input":[{"type":"custom_tool_call","call_id":"a","name":"f","input":"x"},
             {"type":"custom_tool_call_output","call_id":"a","output":"[no result was recorded for this call]"},{"role":"user","content":"go on"}]})"),
      "missing_result");
  HistoryOptions off;
  off.answer_open_calls = false;
  EXPECT_EQ(sanitised(Protocol::kChat, chat(calling(kCallA)), chat(calling(kCallA)), off), "");
}

TEST(History, OrphansBecomeUserText) {
  const std::string quoted =
      R"({"role":"user","content":[{"type":"text","text":"Result of the call x, which is not part of this conversation:"},{"type":"text","text":"9"}]})";
  EXPECT_EQ(sanitised(Protocol::kChat, chat(answer("x", "9") + "," + std::string(kUser)),
                      chat(quoted + "," + std::string(kUser))),
            "orphaned_result");
  EXPECT_EQ(
      sanitised(Protocol::kChat, chat(calling(kCallA) + "," + answer("x", "9") + "," + answer("a", "1")),
                chat(calling(kCallA) + "," + answer("a", "1") + "," + quoted)),
      "orphaned_result")
      << "not between a call and its result";
  EXPECT_EQ(
      sanitised(
          Protocol::kMessages,
          R"({"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"x","content":"9"},{"type":"text","text":"go on"}]}]})",
          R"({"messages":[{"role":"user","content":[{"type":"text","text":"go on"},
             {"type":"text","text":"Result of the call x, which is not part of this conversation:"},{"type":"text","text":"9"}]}]})"),
      "orphaned_result");
  HistoryOptions off;
  off.quote_orphans = false;
  EXPECT_EQ(sanitised(Protocol::kChat, chat(answer("x", "9")), chat(answer("x", "9")), off), "");
}

TEST(History, OfSeveralResultsTheLastStays) {
  EXPECT_EQ(
      sanitised(Protocol::kChat, chat(calling(kCallA) + "," + answer("a", "1") + "," + answer("a", "2")),
                chat(calling(kCallA) + "," + answer("a", "2"))),
      "duplicate_result");
  HistoryOptions off;
  off.drop_duplicates = false;
  const std::string both = chat(calling(kCallA) + "," + answer("a", "1") + "," + answer("a", "2"));
  EXPECT_EQ(sanitised(Protocol::kChat, both, both, off), "");
}

TEST(History, ResultsAreMovedBehindTheirCallsInTheirOrder) {
  const std::string user(kUser);
  const std::string mixed = chat(kBoth + "," + answer("b", "2") + "," + user + "," + answer("a", "1"));
  EXPECT_EQ(sanitised(Protocol::kChat, mixed,
                      chat(kBoth + "," + answer("a", "1") + "," + answer("b", "2") + "," + user)),
            "moved_result");
  EXPECT_EQ(
      sanitised(
          Protocol::kMessages,
          R"({"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]},
             {"role":"user","content":[{"type":"text","text":"here"},{"type":"tool_result","tool_use_id":"a","content":"1"}]}]})",
          R"({"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]},
             {"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"1"},{"type":"text","text":"here"}]}]})"),
      "moved_result");
  HistoryOptions off;
  off.order_results = false;
  EXPECT_EQ(sanitised(Protocol::kChat, mixed, mixed, off), "");
}

TEST(History, AChatMessageIsAnsweredBeforeTheNext) {
  const std::string text = R"({"role":"assistant","content":"so"})";
  EXPECT_EQ(sanitised(Protocol::kChat, chat(calling(kCallA) + "," + text + "," + answer("a", "1")),
                      chat(calling(kCallA) + "," + answer("a", "1") + "," + text)),
            "moved_result");
  EXPECT_EQ(
      sanitised(
          Protocol::kChat,
          chat(calling(kCallA) + "," + calling(kCallB) + "," + answer("a", "1") + "," + answer("b", "2")),
          chat(calling(kCallA) + "," + answer("a", "1") + "," + calling(kCallB) + "," + answer("b", "2"))),
      "moved_result");
  EXPECT_EQ(untouched(Protocol::kResponses,
                      R"({"input":[{"type":"function_call","call_id":"a","name":"f","arguments":"{}"},
      {"role":"assistant","content":"so"},{"type":"function_call_output","call_id":"a","output":"1"}]})"),
            "");
}

TEST(History, CallsAndResultsWithoutIdsAreMatched) {
  EXPECT_EQ(
      sanitised(
          Protocol::kChat,
          R"({"messages":[{"role":"assistant","tool_calls":[{"id":"","type":"function","function":{"name":"f","arguments":"{}"}},
             {"type":"function","function":{"name":"g","arguments":"{}"}}]},
             {"role":"tool","name":"g","content":"2"},{"role":"tool","tool_call_id":"","content":"1"}]})",
          R"({"messages":[{"role":"assistant","tool_calls":[{"id":"call_1","type":"function","function":{"name":"f","arguments":"{}"}},
             {"id":"call_2","type":"function","function":{"name":"g","arguments":"{}"}}]},
             {"role":"tool","name":"g","tool_call_id":"call_2","content":"2"},{"role":"tool","tool_call_id":"call_1","content":"1"}]})"),
      "missing_call_id missing_call_id missing_result_id missing_result_id");
}

TEST(History, ArgumentsThatAreNullAreMended) {
  EXPECT_EQ(
      sanitised(
          Protocol::kChat,
          R"({"messages":[{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":null}}]},
             {"role":"tool","tool_call_id":"a","content":"1"}]})",
          R"({"messages":[{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]},
             {"role":"tool","tool_call_id":"a","content":"1"}]})"),
      "mended_arguments");
  EXPECT_EQ(sanitised(Protocol::kResponses,
                      R"({"input":[{"type":"function_call","call_id":"a","name":"f","arguments":null},
             {"type":"function_call_output","call_id":"a","output":"1"}]})",
                      R"({"input":[{"type":"function_call","call_id":"a","name":"f","arguments":"{}"},
             {"type":"function_call_output","call_id":"a","output":"1"}]})"),
            "mended_arguments");
  sanitised(
      Protocol::kMessages,
      R"({"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":null}]},
         {"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"1"}]}]})",
      R"({"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]},
         {"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"1"}]}]})");
}

TEST(History, AMessageWithoutContentStandsBetween) {
  for (const std::string_view content : {"null", "[]"}) {
    const std::string empty = R"({"role":"user","content":)" + std::string(content) + "}";
    EXPECT_EQ(sanitised(Protocol::kChat, chat(calling(kCallA) + "," + empty + "," + answer("a", "1")),
                        chat(calling(kCallA) + "," + answer("a", "1") + "," + empty)),
              "moved_result");
  }
}

TEST(History, AResultThatStandsBeforeItsCallIsMovedBehindIt) {
  const std::string user = std::string(kUser) + ",";
  EXPECT_EQ(sanitised(Protocol::kChat, chat(user + answer("a", "1") + "," + kBoth + "," + answer("b", "2")),
                      chat(user + kBoth + "," + answer("a", "1") + "," + answer("b", "2"))),
            "moved_result");
  EXPECT_EQ(sanitised(Protocol::kResponses,
                      R"({"input":[{"type":"function_call_output","call_id":"a","output":"1"},
             {"type":"function_call","call_id":"a","name":"f","arguments":"{}"}]})",
                      R"({"input":[{"type":"function_call","call_id":"a","name":"f","arguments":"{}"},
             {"type":"function_call_output","call_id":"a","output":"1"}]})"),
            "moved_result");
  // Where somebody spoke in between, or ids come again, it may be the result of a call that was cut off.
  const std::string once = calling(kCallA) + "," + answer("a", "2");
  Request request =
      decoded(Protocol::kChat, chat(answer("a", "1") + "," + once + "," + user + calling(kCallA)));
  EXPECT_EQ(codes(sanitise_history(request)), "orphaned_result missing_result");
  request = decoded(Protocol::kChat, chat(answer("a", "1") + "," + user + calling(kCallA)));
  EXPECT_EQ(codes(sanitise_history(request)), "orphaned_result missing_result");
}

TEST(History, AResultInTheAssistantsMessageIsMovedToTheUsers) {
  EXPECT_EQ(
      sanitised(
          Protocol::kMessages,
          R"({"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}},
             {"type":"tool_result","tool_use_id":"a","content":"1"}]},{"role":"user","content":"x"}]})",
          R"({"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]},
             {"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"1"},{"type":"text","text":"x"}]}]})"),
      "moved_result");
}

TEST(History, ResultsOfStoredCallsStay) {
  const std::string result = R"({"type":"function_call_output","call_id":"a","output":"1"})";
  for (const std::string_view member : {R"("previous_response_id":"r")", R"("conversation":"c")"}) {
    EXPECT_EQ(untouched(Protocol::kResponses, R"({"input":[)" + result + "]," + std::string(member) + "}"),
              "");
  }
  EXPECT_EQ(
      untouched(Protocol::kResponses, R"({"input":[{"type":"item_reference","id":"fc"},)" + result + "]}"),
      "");
  const std::string turn =
      R"("messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"1"}]}])";
  EXPECT_EQ(untouched(Protocol::kMessages,
                      "{" + turn + R"(,"thread":{"type":"continue","previous_message_id":"m"}})"),
            "");
  // These go on with nothing.
  Request request =
      decoded(Protocol::kResponses, R"({"input":[)" + result + R"(],"previous_response_id":""})");
  EXPECT_EQ(codes(sanitise_history(request)), "orphaned_result");
  request = decoded(Protocol::kMessages, "{" + turn + R"(,"thread":{"type":"create"}})");
  EXPECT_EQ(codes(sanitise_history(request)), "orphaned_result");
}

TEST(History, WhatAnOrphanDoesNotSayIsNotQuoted) {
  EXPECT_EQ(
      sanitised(
          Protocol::kMessages,
          R"({"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"x","content":""}]}]})",
          R"({"messages":[{"role":"user","content":[{"type":"text","text":"Result of the call x, which is not part of this conversation:"}]}]})"),
      "orphaned_result");
  EXPECT_EQ(
      sanitised(
          Protocol::kChat, chat(R"({"role":"tool","content":"9"})"),
          chat(
              R"({"role":"user","content":[{"type":"text","text":"Result of a call, which is not part of this conversation:"},{"type":"text","text":"9"}]})")),
      "orphaned_result");
}

TEST(History, QuotedOrphansNeverStandBetweenACallAndItsResult) {
  const std::string call = R"({"type":"function_call","call_id":"a","name":"f","arguments":"{}"},)";
  const std::string hosted = R"({"type":"web_search_call","id":"w"},)";
  const std::string result = R"({"type":"function_call_output","call_id":"a","output":"1"})";
  EXPECT_EQ(
      sanitised(Protocol::kResponses,
                R"({"input":[)" + call + R"({"type":"function_call_output","call_id":"x","output":"9"},)" +
                    hosted + result + "]}",
                R"({"input":[)" + call + hosted + result +
                    R"(,{"role":"user","content":[
                    {"type":"input_text","text":"Result of the call x, which is not part of this conversation:"},
                    {"type":"input_text","text":"9"}]}]})"),
      "orphaned_result");
  EXPECT_EQ(
      sanitised(
          Protocol::kMessages,
          R"({"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]},
             {"role":"user","content":[{"type":"tool_result","tool_use_id":"x","content":"9"}]},
             {"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"1"}]}]})",
          R"({"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]},
             {"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"1"},
             {"type":"text","text":"Result of the call x, which is not part of this conversation:"},{"type":"text","text":"9"}]}]})"),
      "orphaned_result moved_result");
}

TEST(History, ManyFaultsTakeLinearTime) {
  std::string messages;
  constexpr int kMany = 20000;
  std::string calls;
  for (int i = 0; i < kMany; ++i) calls += (i == 0 ? "" : ",") + std::string(kCallA);
  messages = calling(calls);
  for (int i = 0; i < kMany; ++i) messages += R"(,{"role":"tool","content":"1"})";
  Request request = decoded(Protocol::kChat, chat(messages));
  sanitise_history(request);
  EXPECT_EQ(request.turns.size(), 1U + kMany);
}

TEST(History, TellsTwoCallsOfOneTurnWithTheSameIdApart) {
  const std::string call_a2 = R"({"id":"a-2","type":"function","function":{"name":"f","arguments":"{}"}})";
  const std::string twins = calling(std::string(kCallA) + "," + std::string(kCallA));
  const std::string apart = calling(std::string(kCallA) + "," + call_a2);
  const std::string user = std::string(kUser) + ",";
  EXPECT_EQ(sanitised(Protocol::kChat, chat(user + twins + "," + answer("a", "1") + "," + answer("a", "2")),
                      chat(user + apart + "," + answer("a", "1") + "," + answer("a-2", "2"))),
            "repeated_call_id");
  // In two turns they are no twins.
  const std::string once = calling(kCallA) + "," + answer("a", "1");
  EXPECT_EQ(untouched(Protocol::kChat, chat(user + once + "," + once)), "");
}

}  // namespace
}  // namespace argwright::protocol
