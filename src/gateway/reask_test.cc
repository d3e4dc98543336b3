#include "gateway/reask.h"

#include <gtest/gtest.h>

#include "argwright/catalog.h"
#include "protocol/request_codec.h"

namespace argwright::gateway {
namespace {

using protocol::CallReport;
using protocol::Fate;
using protocol::Protocol;

CallReport call(std::string id, std::string raw, Fate fate) {
  CallReport report;
  report.id = std::move(id);
  report.name = "search";
  report.fate = fate;
  const ToolCatalog catalog;
  report.parsed = std::make_shared<ToolCallRequest>(catalog.parse_call({"search", report.id, raw}));
  return report;
}

protocol::Request request_of(Protocol protocol, const char* text) {
  return *protocol::request_codec(protocol).decode(*json::parse(text));
}

std::string encoded(const protocol::Request& request, Protocol target) {
  return json::write(protocol::request_codec(target).encode(request, {})->body);
}

TEST(Reask, OnlyWhatTheSettingsName) {
  protocol::Report report;
  report.calls.push_back(call("a", "no object here", Fate::kEmptied));
  GovernanceConfig governance;
  EXPECT_FALSE(wants_reask(report, governance));
  governance.reask_misfits = true;
  EXPECT_FALSE(wants_reask(report, governance));
  governance.reask_rejected = true;
  EXPECT_TRUE(wants_reask(report, governance));
  report.calls[0].fate = Fate::kWithheld;  // cut off
  EXPECT_FALSE(wants_reask(report, governance));
  report.calls[0].fate = Fate::kMisfit;
  EXPECT_TRUE(wants_reask(report, governance));
}

TEST(Reask, EveryCallGetsAResultInTheGrainOfItsProtocol) {
  protocol::Report report;
  report.calls.push_back(call("a", "no object here", Fate::kEmptied));
  report.calls.push_back(call("b", R"({"q":1})", Fate::kReleased));

  protocol::Request chat =
      request_of(Protocol::kChat, R"({"model":"m","messages":[{"role":"user","content":"x"}]})");
  append_refused_calls(chat, report);
  const std::string in_chat = encoded(chat, Protocol::kChat);
  EXPECT_NE(
      in_chat.find(
          R"("tool_calls":[{"id":"a","type":"function","function":{"name":"search","arguments":"{}"}})"),
      std::string::npos)
      << in_chat;
  EXPECT_NE(
      in_chat.find(R"({"role":"tool","tool_call_id":"a","content":"Not run: the arguments of 'search')"),
      std::string::npos)
      << in_chat;
  EXPECT_NE(in_chat.find(R"({"role":"tool","tool_call_id":"b","content":"Not run: another call)"),
            std::string::npos)
      << in_chat;

  protocol::Request messages = request_of(
      Protocol::kMessages, R"({"model":"m","max_tokens":5,"messages":[{"role":"user","content":"x"}]})");
  append_refused_calls(messages, report);
  const std::string in_messages = encoded(messages, Protocol::kMessages);
  EXPECT_NE(in_messages.find(R"({"type":"tool_use","id":"b","name":"search","input":{"q":1}})"),
            std::string::npos)
      << in_messages;
  EXPECT_NE(in_messages.find(R"("tool_use_id":"a")"), std::string::npos) << in_messages;
  EXPECT_NE(in_messages.find(R"("is_error":true)"), std::string::npos) << in_messages;

  protocol::Request responses = request_of(Protocol::kResponses, R"({"model":"m","input":"x"})");
  append_refused_calls(responses, report);
  const std::string in_responses = encoded(responses, Protocol::kChat);
  EXPECT_NE(in_responses.find(R"("tool_call_id":"b")"), std::string::npos) << in_responses;
}

TEST(Reask, TheReportKeepsBothReplies) {
  protocol::Report before;
  before.calls.push_back(call("a", "no object here", Fate::kEmptied));
  protocol::Report after;
  after.calls.push_back(call("b", "{}", Fate::kReleased));
  const protocol::Report both = joined_report(before, after);
  ASSERT_EQ(both.calls.size(), 2U);
  EXPECT_EQ(both.calls[0].fate, Fate::kWithheld);
  EXPECT_EQ(both.calls[1].fate, Fate::kReleased);
  EXPECT_EQ(both.notes.back().code, "asked_again");
}

}  // namespace
}  // namespace argwright::gateway
