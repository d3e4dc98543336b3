// Whole replies on their way.
#include <gtest/gtest.h>

#include <algorithm>

#include "protocol/relay.h"
#include "protocol/test_events.h"

namespace argwright::protocol {
namespace {

using testing::at;

std::string chat_body(std::string_view message, std::string_view finish = "tool_calls") {
  return R"({ "id":"r","object":"chat.completion","created":1,"model":"m","odd":[1.10],"choices":[{"index":0,"message":)" +
         std::string(message) + R"(,"finish_reason":")" + std::string(finish) + R"("}]})";
}

std::string with_call(std::string_view content, std::string_view arguments) {
  std::string text =
      R"({"role":"assistant","content":)" + std::string(content) +
      R"(,"kept":7,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":)";
  json::append_quoted(text, arguments);
  return text + "}}]}";
}

void expect_same(const CallReport& looked, const CallReport& read) {
  EXPECT_EQ(looked.choice, read.choice);
  EXPECT_EQ(looked.id, read.id);
  EXPECT_EQ(looked.name, read.name);
  EXPECT_EQ(looked.fate, read.fate);
  const auto a = looked.request();
  const auto b = read.request();
  ASSERT_TRUE(a != nullptr && b != nullptr);
  EXPECT_EQ(a->tool_name, b->tool_name);
  EXPECT_EQ(a->tool_call_id, b->tool_call_id);
  EXPECT_EQ(a->raw_arguments, b->raw_arguments);
  EXPECT_EQ(a->arguments, b->arguments);
  EXPECT_EQ(a->outcome, b->outcome);
  EXPECT_EQ(a->rewritten, b->rewritten);
  EXPECT_EQ(a->diagnostics, b->diagnostics);
  EXPECT_EQ(a->parse_warning, b->parse_warning);
}

// With what the client gets as its body. Read in full and looked at come to the same.
RelayedBody relayed(std::string_view body, RelayOptions options = RelayOptions(), int status = 200) {
  const RelayedBody looked = relay_body(status, body, options);
  options.gather_reply = true;
  RelayedBody result = relay_body(status, body, options);
  EXPECT_EQ(looked.served(body), result.served(body));
  EXPECT_EQ(looked.report.calls.size(), result.report.calls.size());
  for (std::size_t i = 0; i < std::min(looked.report.calls.size(), result.report.calls.size()); ++i) {
    expect_same(looked.report.calls[i], result.report.calls[i]);
  }
  if (result.passed) result.body = body;
  return result;
}

TEST(RelayBody, PassesAnUntouchedBodyByteForByte) {
  for (const std::string& body : {chat_body(R"({"role":"assistant","content":"hi"})", "stop"),
                                  chat_body(with_call("null", R"({"x": 1})"))}) {
    const RelayedBody result = relayed(body);
    EXPECT_TRUE(result.passed) << body;
    EXPECT_EQ(result.body, body);
    EXPECT_EQ(result.status, 200);
  }
}

ToolCatalog one_tool() {
  return *ToolCatalog::create_declared(*read_declarations(*json::parse(
      R"([{"type":"function","function":{"name":"f","parameters":{"type":"object","properties":{"x":{"type":"integer"},"y":{"type":"string"}},"required":["x"]}}}])")));
}

// No values are built of a call that fits as sent, and its report tells the same.
TEST(RelayBody, PassesACallThatFitsAtALook) {
  RelayOptions options;
  options.tools = one_tool();
  for (const std::string_view arguments :
       {R"({"x": 1})", R"({"y":"a \"b\" é\n","x":12})", R"({"x":1,"y":"null"})"}) {
    const std::string body = chat_body(with_call("null", arguments));
    const RelayedBody looked = relay_body(200, body, options);
    EXPECT_TRUE(looked.passed) << arguments;
    ASSERT_EQ(looked.report.calls.size(), 1U);
    EXPECT_EQ(looked.report.calls[0].untouched, arguments);
    EXPECT_EQ(looked.report.calls[0].request()->outcome, Outcome::kOk);
    EXPECT_EQ(relayed(body, options).body, body);
  }
}

// Everything else is read; relayed() compares both ways.
TEST(RelayBody, ReadsACallThatALookIsNotEnoughFor) {
  RelayOptions options;
  options.tools = one_tool();
  for (const std::string_view arguments :
       {R"({"x":"1"})", R"({"x":1,"x":2})", R"({"\u0078":1})", R"({"x":1,"y":"\ud800"})", R"({"X":1})",
        R"({"x":1,"z":"true"})", R"({"y":"a"})", R"({"x":1}{"x":2})", R"("{\"x\":1}")", R"({"x":1)",
        "{x:1}"}) {
    const std::string body = chat_body(with_call("null", arguments));
    const RelayedBody looked = relay_body(200, body, options);
    for (const CallReport& call : looked.report.calls) EXPECT_FALSE(call.untouched) << arguments;
    relayed(body, options);
  }
}

TEST(RelayBody, ReadsACallWithoutADeclaration) {
  const std::string body = chat_body(with_call("null", R"({"x":"true"})"));
  RelayOptions options;
  EXPECT_FALSE(relay_body(200, body, options).report.calls.at(0).untouched) << "no tools at all";
  EXPECT_EQ(relayed(body, options).body, body) << "S3's promotions never change the text";
  options.tools = *ToolCatalog::create_declared(
      *read_declarations(*json::parse(R"([{"type":"function","function":{"name":"g"}}])")));
  const RelayedBody other = relay_body(200, body, options);
  EXPECT_FALSE(other.report.calls.at(0).untouched) << "an unknown tool";
  EXPECT_NE(other.report.calls.at(0).request()->parse_warning.find("tool_definition_missing"),
            std::string::npos);
  relayed(body, options);
}

TEST(RelayBody, LooksAtNothingWithoutEnhancement) {
  RelayOptions options;
  options.tools = one_tool();
  options.governance.tool_enhance = false;
  const std::string body = chat_body(with_call("null", R"({"x":1})"));
  const RelayedBody result = relay_body(200, body, options);
  ASSERT_EQ(result.report.calls.size(), 1U);
  EXPECT_EQ(result.report.calls[0].fate, Fate::kPassed);
  EXPECT_FALSE(result.report.calls[0].untouched);
}

TEST(RelayBody, LooksAtEachOfSeveralCalls) {
  RelayOptions options;
  options.tools = one_tool();
  const auto body = [](std::string_view second) {
    return chat_body(
        R"({"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{\"x\":1}"}},{"id":"b","type":"function","function":{"name":"f","arguments":")" +
        std::string(second) + R"("}}]})");
  };
  const std::string good = body(R"({\"x\":2})");
  const RelayedBody looked = relay_body(200, good, options);
  ASSERT_EQ(looked.report.calls.size(), 2U);
  EXPECT_EQ(looked.report.calls[1].untouched, R"({"x":2})");
  EXPECT_EQ(relayed(good, options).body, good);
  const RelayedBody mended = relayed(body(R"({\"x\":\"2\"})"), options);
  EXPECT_FALSE(mended.passed);
  EXPECT_EQ(at(mended.body, "choices.0.message.tool_calls.1.function.arguments"), R"("{\"x\":2}")");
}

TEST(RelayBody, ReadsABodyThatIsNoStrictJson) {
  RelayOptions options;
  options.tools = one_tool();
  std::string body = chat_body(with_call("null", R"({"x":1,"y":"abc"})"));
  body.replace(body.find("abc"), 3, "\xff");
  EXPECT_NE(relayed(body, options).body.find("\xEF\xBF\xBD"), std::string::npos);
  body = chat_body(with_call("null", R"({"x":1})"));
  body.replace(body.find("\"odd\""), 5, R"("err\u006fr")");
  relayed(body, options);
}

TEST(RelayBody, MendsArgumentsAndKeepsUnknownMembers) {
  const RelayedBody result = relayed(chat_body(with_call("null", "{'x': 1}")));
  EXPECT_FALSE(result.passed);
  EXPECT_EQ(at(result.body, "choices.0.message.tool_calls.0.function.arguments"), R"("{\"x\":1}")");
  EXPECT_EQ(at(result.body, "choices.0.message.kept"), "7");
  EXPECT_EQ(at(result.body, "odd"), "[1.10]");
  EXPECT_EQ(at(result.body, "choices.0.message.content"), "null");
  ASSERT_EQ(result.report.calls.size(), 1U);
  EXPECT_EQ(result.report.calls[0].request()->raw_arguments, "{'x': 1}");
}

// S2-12
TEST(RelayBody, TakesTextBesideCallsOutUnlessToldToKeepIt) {
  const std::string body = chat_body(with_call(R"("look")", "{}"));
  RelayOptions options;
  const RelayedBody dropped = relayed(body, options);
  EXPECT_EQ(at(dropped.body, "choices.0.message.content"), "null");
  EXPECT_EQ(dropped.reply.text(PartKind::kText), "look") << "the report side keeps it";
  options.governance.keep_content_with_calls = true;
  EXPECT_EQ(relayed(body, options).body, body);
  options.governance.keep_content_with_calls = false;
  options.to = Protocol::kMessages;
  EXPECT_EQ(at(relayed(body, options).body, "content.0.text"), R"("look")") << "Chat only";
}

TEST(RelayBody, NullsEmptyContentBesideCalls) {
  const RelayedBody result = relayed(chat_body(with_call(R"("")", "{}")));
  EXPECT_EQ(at(result.body, "choices.0.message.content"), "null");
}

// C3, S4-68: reasoning in the content is the proof of MiniMax.
TEST(RelayBody, NeverTakesInlineReasoningOut) {
  const std::string body = chat_body(with_call(R"("<think>why</think>\nso")", "{'x':1}"));
  const RelayedBody result = relayed(body);
  EXPECT_EQ(at(result.body, "choices.0.message.content"), R"("<think>why</think>\nso")");
  EXPECT_EQ(at(result.body, "choices.0.message.tool_calls.0.function.arguments"), R"("{\"x\":1}")");
}

TEST(RelayBody, NeverTakesReasoningOutWhereverItStands) {
  for (const char* content : {R"("why\n</think>\nso")", R"("Sure.\n<think>why</think>")"}) {
    const std::string body = chat_body(with_call(content, "{}"));
    EXPECT_EQ(relayed(body).served(body), body);
    EXPECT_EQ(at(relayed(chat_body(with_call(content, "{'x':1}"))).body, "choices.0.message.content"),
              content);
  }
}

TEST(RelayBody, FillsTheFinishReason) {
  EXPECT_EQ(at(relayed(chat_body(with_call("null", "{}"), "stop")).body, "choices.0.finish_reason"),
            R"("tool_calls")");
  EXPECT_EQ(at(relayed(chat_body(with_call("null", "{}"), "")).body, "choices.0.finish_reason"),
            R"("tool_calls")");
  EXPECT_EQ(
      at(relayed(chat_body(with_call("null", R"({"x":"un)"), "length")).body, "choices.0.message.tool_calls"),
      "-");
}

// OpenAI's library calls map() on it.
TEST(RelayBody, LeavesOutCallsThatAreNull) {
  const std::string body =
      chat_body(R"({"role":"assistant","content":"hi","tool_calls":null,"prefix":false})", "stop");
  const RelayedBody mended = relayed(body);
  EXPECT_EQ(at(mended.body, "choices.0.message.tool_calls"), "-") << mended.body;
  EXPECT_EQ(at(mended.body, "choices.0.message.content"), R"("hi")");
  EXPECT_EQ(at(mended.body, "choices.0.message.prefix"), "false");
}

TEST(RelayBody, PassesABodyAsItIsWithoutEnhancement) {
  RelayOptions options;
  options.governance.tool_enhance = false;
  const std::string body = chat_body(with_call("null", "{'x': 1}"));
  EXPECT_EQ(relayed(body, options).body, body);
  options.governance.tool_enhance = true;
  options.governance.sse_tool_aggregate = false;
  EXPECT_FALSE(relayed(body, options).passed) << "a body has no fragments: it is mended all the same";
}

TEST(RelayBody, TakesAnErrorWithStatus200AsAnError) {
  const std::string body = R"({"error":{"message":"no endpoint","code":404}})";
  const RelayedBody same = relayed(body);
  EXPECT_EQ(same.status, 404);
  EXPECT_EQ(same.body, body) << "already the client's own";
  ASSERT_TRUE(same.reply.error);
  const RelayedBody mini = relayed(R"({"base_resp":{"status_code":1004,"status_msg":"login fail"}})");
  EXPECT_EQ(mini.status, 401);
  EXPECT_EQ(at(mini.body, "error.message"), R"("login fail")");
}

TEST(RelayBody, TellsAReplyThatLooksLikeAnErrorAsAStream) {
  RelayOptions options;
  options.from = Protocol::kResponses;
  const StreamedBody reply = relay_body_as_stream(200, R"({"output":"hi","error":{}})", options);
  EXPECT_EQ(reply.status, 200);
  EXPECT_NE(reply.bytes.find("hi"), std::string::npos);
  const StreamedBody error = relay_body_as_stream(200, R"({"error":{}})", options);
  EXPECT_EQ(error.status, 502);
}

// Nothing has been sent yet: the client is told by the status, as where it asks for a body.
TEST(RelayBody, RefusesAnErrorAskedForAsAStream) {
  struct Row {
    Protocol from;
    const char* body;
  };
  const Row rows[] = {
      {Protocol::kChat, R"({"id":"r","choices":[{"index":0,"message":{"role":"assistant","content":"Ra"},)"
                        R"("finish_reason":"error","error":{"code":429,"message":"limited"}}]})"},
      {Protocol::kChat, R"({"error_code":18,"error_msg":"limited"})"},
      {Protocol::kChat, R"({"success":false,"errors":[{"code":"too_many_requests","message":"limited"}]})"},
      {Protocol::kChat, R"({"error":{"message":"limited","code":"429"}})"},
      {Protocol::kMessages, R"({"type":"error","error":{"type":"rate_limit_error","message":"limited"}})"},
      {Protocol::kMessages, R"({"code":"429","msg":"limited"})"},
      {Protocol::kResponses,
       R"({"id":"r","status":"failed","error":{"code":"rate_limit_exceeded","message":"limited"},"output":[]})"},
      {Protocol::kResponses, R"({"code":"429","msg":"limited"})"},
  };
  for (const Row& row : rows) {
    for (const Protocol to : kProtocols) {
      RelayOptions options;
      options.from = row.from;
      options.to = to;
      const StreamedBody streamed = relay_body_as_stream(200, row.body, options);
      const RelayedBody whole = relay_body(200, row.body, options);
      EXPECT_EQ(streamed.status, 429) << row.body;
      EXPECT_EQ(whole.status, 429) << row.body;
      EXPECT_EQ(streamed.bytes, whole.served(row.body)) << row.body;
      EXPECT_NE(streamed.bytes.find("limited"), std::string::npos) << row.body;
    }
  }
}

TEST(RelayBody, WritesErrorsInTheClientsProtocol) {
  RelayOptions options;
  options.to = Protocol::kMessages;
  const RelayedBody limit = relayed(R"({"error":{"message":"slow"}})", options, 429);
  EXPECT_EQ(limit.status, 429);
  EXPECT_EQ(limit.body, R"({"type":"error","error":{"type":"rate_limit_error","message":"slow"}})");
  const RelayedBody html = relayed("<html>", options, 502);
  EXPECT_EQ(html.status, 502);
  EXPECT_EQ(at(html.body, "error.message"), R"("<html>")");
}

TEST(RelayBody, TakesABodyThatIsNoJsonAsAnError) {
  for (const char* body : {"", "<html>", R"({"choices":[)", "\xFF"}) {
    const RelayedBody result = relayed(body);
    EXPECT_EQ(result.status, 502) << body;
    EXPECT_NE(at(result.body, "error.message").find("no JSON"), std::string::npos) << result.body;
  }
}

TEST(RelayBody, WritesAnewWhatStrictClientsCannotRead) {
  for (const std::string_view content :
       {R"("Rain \ud83c")", "\"Rain \xC3\"", "\"Rain\nfalls\"", R"("Rain","odd":NaN)"}) {
    const std::string body =
        chat_body(R"({"role":"assistant","content":)" + std::string(content) + "}", "stop");
    for (const Protocol to : {Protocol::kChat, Protocol::kMessages, Protocol::kResponses}) {
      RelayOptions options;
      options.to = to;
      const RelayedBody result = relayed(body, options);
      EXPECT_EQ(result.status, 200) << body;
      EXPECT_TRUE(!result.passed && json::parse(result.body)) << result.body;
      EXPECT_NE(result.body.find("Rain"), std::string::npos) << result.body;
      ASSERT_FALSE(result.report.notes.empty());
      EXPECT_EQ(result.report.notes.front().code, "event_text");
      const StreamedBody streamed = relay_body_as_stream(200, body, options);
      EXPECT_EQ(streamed.status, 200);
      EXPECT_NE(streamed.bytes.find("Rain"), std::string::npos) << streamed.bytes;
    }
  }
  // An error of the client's own protocol, too.
  const RelayedBody error = relayed("{\"error\":{\"message\":\"too\nslow\"}}", RelayOptions(), 429);
  EXPECT_EQ(error.status, 429);
  EXPECT_EQ(at(error.body, "error.message"), R"("too\nslow")");
}

TEST(RelayBody, ReadsABodyThatAProxyWrapped) {
  const std::string body = chat_body(R"({"role":"assistant","content":"hi"})", "stop");
  std::string quoted;
  json::append_quoted(quoted, body);
  for (const std::string& wrapped : {body + "\n\ndata: [DONE]\n\n", "data: " + body, quoted}) {
    const RelayedBody result = relayed(wrapped);
    EXPECT_FALSE(result.passed);
    EXPECT_EQ(at(result.body, "choices.0.message.content"), R"("hi")") << result.body;
  }
}

TEST(RelayBody, MakesAnErrorOfARefusedCall) {
  RelayOptions options;
  options.governance.on_reject = OnReject::kError;
  const RelayedBody result = relayed(chat_body(with_call("null", "no object")), options);
  EXPECT_EQ(result.status, 502);
  EXPECT_EQ(at(result.body, "error.code"), R"("tool_call_rejected")");
}

TEST(RelayBody, ArgumentsOfAnotherTypeAreMendedInTheirOwnProtocolToo) {
  RelayOptions options;
  options.from = options.to = Protocol::kResponses;
  const RelayedBody responses = relay_body(
      200,
      R"({"id":"r","object":"response","created_at":1,"status":"completed","error":null,"model":"m","output":[)"
      R"({"id":"fc_1","type":"function_call","call_id":"c1","name":"f","arguments":{"a":1},"status":"completed"}]})",
      options);
  EXPECT_FALSE(responses.passed);
  EXPECT_NE(responses.body.find(R"("arguments":"{\"a\":1}")"), std::string::npos) << responses.body;

  options.from = options.to = Protocol::kMessages;
  for (const std::string_view input : {R"("{\"a\":1}")", R"("\"{\\\"a\\\":1}\"")"}) {
    const std::string body =
        R"({"id":"m","type":"message","role":"assistant","model":"m","content":[{"type":"tool_use","id":"c1","name":"f","input":)" +
        std::string(input) +
        R"(}],"stop_reason":"tool_use","stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}})";
    const RelayedBody messages = relay_body(200, body, options);
    EXPECT_FALSE(messages.passed) << input;
    EXPECT_NE(messages.body.find(R"("input":{"a":1})"), std::string::npos) << messages.body;
  }
}

class Watch : public RelayObserver {
 public:
  void saw(const SseBlock*, std::span<const Event>, std::span<const Event>, bool) override { FAIL(); }
  void saw_body(std::span<const Event> decoded, std::span<const Event> governed, bool passed) override {
    pieces += testing::only<CallPiece>(Events(decoded.begin(), decoded.end())).size();
    calls += testing::only<Call>(Events(governed.begin(), governed.end())).size();
    ++(passed ? passed_count : mended_count);
  }
  std::size_t pieces = 0;
  std::size_t calls = 0;
  int passed_count = 0;
  int mended_count = 0;
};

// Also of one that passes, for which a look would do.
TEST(RelayBody, LetsAnObserverSeeIt) {
  Watch observer;
  RelayOptions options;
  options.observer = &observer;
  EXPECT_TRUE(relay_body(200, chat_body(with_call("null", R"({"x":1})")), options).passed);
  EXPECT_EQ(observer.passed_count, 1);
  EXPECT_EQ(observer.pieces, 1U);
  EXPECT_EQ(observer.calls, 1U);
  EXPECT_FALSE(relay_body(200, chat_body(with_call("null", "{x:1}")), options).passed);
  EXPECT_EQ(observer.mended_count, 1);
  EXPECT_EQ(observer.pieces, 2U);
  EXPECT_EQ(observer.calls, 2U);
}

TEST(RelayBody, TakesAByteOrderMark) {
  RelayOptions options;
  options.to = Protocol::kMessages;
  const std::string body = "\xEF\xBB\xBF" + chat_body(R"({"role":"assistant","content":"hi"})", "stop");
  EXPECT_EQ(at(relayed(body, options).served(body), "content.0.text"), R"("hi")");
}

// L8: the item says so, whatever the response says.
TEST(RelayBody, WithholdsACallWhoseItemIsIncomplete) {
  RelayOptions options;
  options.from = options.to = Protocol::kResponses;
  const std::string body =
      R"({"id":"r","object":"response","created_at":1,"model":"m","status":"completed","output":[{"type":"function_call",)"
      R"("id":"fc","call_id":"c","name":"f","arguments":"{\"x\":1","status":"incomplete"}]})";
  const RelayedBody result = relayed(body, options);
  EXPECT_EQ(at(result.served(body), "output"), "[]");
  EXPECT_EQ(at(result.served(body), "status"), R"("incomplete")");
}

}  // namespace
}  // namespace argwright::protocol
