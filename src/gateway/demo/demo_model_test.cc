// What the demo model answers, and when. Faults on their way through the relay: demo_relay_test.cc.
#include "gateway/demo/demo_model.h"

#include <gtest/gtest.h>

#include "gateway/demo/faults.h"
#include "gateway/demo/test_requests.h"
#include "protocol/test_events.h"

namespace argwright::gateway::demo {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace)
using protocol::kProtocols;
using protocol::protocol_name;
using protocol::testing::at;
using protocol::testing::stream_events;

std::string asked(Protocol protocol, const Ask& ask, std::uint64_t seed = 1) {
  return bytes(answer(protocol, request_text(protocol, ask), seed, 0));
}

TEST(DemoModel, IntroducesItselfToAGreeting) {
  for (const Protocol protocol : kProtocols) {
    for (const bool with_tools : {false, true}) {
      Ask ask;
      ask.message = "hello";
      if (!with_tools) ask.tools.clear();
      const std::string reply = asked(protocol, ask);
      for (const char* word : {"demo model", "demo-single-quotes", "Declare a tool"}) {
        EXPECT_NE(reply.find(word), std::string::npos) << protocol_name(protocol) << reply;
      }
      EXPECT_EQ(reply.find("tool_use\""), std::string::npos);
      EXPECT_EQ(reply.find("function_call\""), std::string::npos);
    }
  }
}

TEST(DemoModel, TalksWhereItMayNotCall) {
  Ask ask;
  ask.more = R"(,"tool_choice":"none")";
  EXPECT_EQ(at(asked(Protocol::kChat, ask), "choices.0.message.tool_calls"), "-");
  EXPECT_NE(asked(Protocol::kChat, ask).find("You wrote"), std::string::npos);
}

TEST(DemoModel, CallsWhereItMustEvenInSmallTalk) {
  Ask ask;
  ask.message = "hello";
  ask.more = R"(,"tool_choice":"required")";
  EXPECT_NE(at(asked(Protocol::kChat, ask), "choices.0.message.tool_calls.0.id"), "-");
}

TEST(DemoModel, TakesAGreetingWithATaskForATask) {
  Ask ask;
  ask.message = "Hello, read notes.md for me";
  EXPECT_EQ(at(asked(Protocol::kChat, ask), "choices.0.message.tool_calls.0.function.name"),
            R"("read_file")");
}

TEST(DemoModel, MakesOneCallWhereOnlyOneIsAllowed) {
  Ask ask;
  ask.model = "demo-interleaved";
  EXPECT_NE(at(asked(Protocol::kChat, ask), "choices.0.message.tool_calls.1"), "-");
  ask.more = R"(,"parallel_tool_calls":false)";
  EXPECT_EQ(at(asked(Protocol::kChat, ask), "choices.0.message.tool_calls.1"), "-");
}

TEST(DemoModel, QuotesTheResultsOfATwoStepLoop) {
  const std::string chat =
      R"({"model":"demo","messages":[{"role":"user","content":"weather?"},{"role":"assistant","content":null,)"
      R"("tool_calls":[{"id":"a","type":"function","function":{"name":"get_weather","arguments":"{}"}},)"
      R"({"id":"b","type":"function","function":{"name":"now","arguments":"{}"}}]},)"
      R"({"role":"tool","tool_call_id":"a","content":"sunny, 21 degrees"},)"
      R"({"role":"tool","tool_call_id":"b","content":"noon"}],"tools":[)" +
      tool_text(Protocol::kChat, kWeather) + R"(],"tool_choice":"required"})";
  const std::string responses =
      R"({"model":"demo","input":[{"role":"user","content":"weather?"},)"
      R"({"type":"function_call","call_id":"a","name":"get_weather","arguments":"{}"},)"
      R"({"type":"function_call","call_id":"b","name":"now","arguments":"{}"},)"
      R"({"type":"function_call_output","call_id":"a","output":"sunny, 21 degrees"},)"
      R"({"type":"function_call_output","call_id":"b","output":"noon"}],"tools":[)" +
      tool_text(Protocol::kResponses, kWeather) + "]}";
  const std::string messages =
      R"({"model":"demo","max_tokens":9,"messages":[{"role":"user","content":"weather?"},{"role":"assistant",)"
      R"("content":[{"type":"tool_use","id":"a","name":"get_weather","input":{}},{"type":"tool_use","id":"b",)"
      R"("name":"now","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"a",)"
      R"("content":"sunny, 21 degrees"},{"type":"tool_result","tool_use_id":"b","content":[{"type":"text",)"
      R"("text":"noon"}]},{"type":"text","text":"<system-reminder>x</system-reminder>"}]}],"tools":[)" +
      tool_text(Protocol::kMessages, kWeather) + "]}";
  for (const auto& [protocol, request] :
       {std::pair(Protocol::kChat, chat), std::pair(Protocol::kResponses, responses),
        std::pair(Protocol::kMessages, messages)}) {
    const std::string reply = bytes(answer(protocol, request, 1, 0));
    for (const char* words :
         {R"(get_weather answered: \"sunny, 21 degrees\")", R"(now answered: \"noon\")"}) {
      EXPECT_NE(reply.find(words), std::string::npos) << protocol_name(protocol) << reply;
    }
  }
}

TEST(DemoModel, AnswersTheSameForTheSameSeed) {
  for (const Protocol protocol : kProtocols) {
    Ask ask;
    ask.stream = true;
    const std::string request = request_text(protocol, ask);
    const Answer first = answer(protocol, request, 7), again = answer(protocol, request, 7);
    ASSERT_EQ(first.pieces.size(), again.pieces.size());
    for (std::size_t i = 0; i < first.pieces.size(); ++i) {
      EXPECT_EQ(first.pieces[i].bytes, again.pieces[i].bytes);
      EXPECT_EQ(first.pieces[i].delay, again.pieces[i].delay);
    }
    EXPECT_NE(bytes(first), bytes(answer(protocol, request, 8)));
  }
}

TEST(DemoModel, AnswersUnderAnyName) {
  Ask ask;
  ask.model = "gpt-5";
  EXPECT_EQ(at(asked(Protocol::kChat, ask), "model"), R"("gpt-5")");
  EXPECT_NE(at(asked(Protocol::kChat, ask), "choices.0.message.tool_calls.0"), "-");
}

TEST(DemoModel, RefusesWhatIsNoRequest) {
  for (const Protocol protocol : kProtocols) {
    for (const char* body :
         {"", "no JSON", "[]", "{}", R"({"model":"demo","messages":[],"input":[],"max_tokens":1})",
          R"({"model":"demo","max_tokens":1})"}) {
      const Answer reply = answer(protocol, body, 1);
      EXPECT_EQ(reply.status, 400) << protocol_name(protocol) << " " << body;
      EXPECT_EQ(reply.content_type, "application/json");
      ASSERT_EQ(reply.pieces.size(), 1U);
      EXPECT_GT(at(reply.pieces[0].bytes, "error.message").size(), 10U) << reply.pieces[0].bytes;
      EXPECT_EQ(at(reply.pieces[0].bytes, "error.type"), R"("invalid_request_error")");
    }
  }
}

TEST(DemoModel, TakesItsTime) {
  Ask ask;
  ask.stream = true;
  const std::string request = request_text(Protocol::kChat, ask);
  const Answer paced = answer(Protocol::kChat, request, 3);
  ASSERT_GT(paced.pieces.size(), 5U);
  EXPECT_EQ(paced.content_type, "text/event-stream");
  EXPECT_GE(paced.pieces[0].delay.count(), 120);
  EXPECT_LE(paced.pieces[0].delay.count(), 400);
  for (std::size_t i = 1; i < paced.pieces.size(); ++i) {
    EXPECT_GE(paced.pieces[i].delay.count(), 15);
    EXPECT_LE(paced.pieces[i].delay.count(), 40);
    EXPECT_TRUE(paced.pieces[i].bytes.ends_with("\n\n"));
  }
  const Answer hurried = answer(Protocol::kChat, request, 3, 0);
  EXPECT_EQ(bytes(hurried), bytes(paced));
  for (const Piece& piece : hurried.pieces) EXPECT_EQ(piece.delay.count(), 0);
  ask.stream = false;
  const Answer whole = answer(Protocol::kChat, request_text(Protocol::kChat, ask), 3);
  ASSERT_EQ(whole.pieces.size(), 1U);
  EXPECT_EQ(whole.content_type, "application/json");
  EXPECT_GE(whole.pieces[0].delay.count(), 120);
}

TEST(DemoModel, StreamsChatAsUpstreamsDo) {
  Ask ask;
  ask.model = "demo-single-quotes";
  ask.stream = true;
  ask.more = R"(,"stream_options":{"include_usage":true})";
  const auto events = stream_events(asked(Protocol::kChat, ask));
  ASSERT_GT(events.size(), 5U);
  EXPECT_EQ(at(events[0], "choices.0.delta"), R"({"role":"assistant","content":""})");
  EXPECT_EQ(events.back(), "[DONE]");
  EXPECT_EQ(at(events[events.size() - 2], "choices"), "[]");
  EXPECT_NE(at(events[events.size() - 2], "usage.total_tokens"), "-");
  EXPECT_EQ(at(events[events.size() - 3], "choices.0.finish_reason"), R"("tool_calls")");
  for (std::size_t i = 0; i + 1 < events.size(); ++i) {
    for (const char* key : {"id", "created", "model", "object"})
      EXPECT_EQ(at(events[i], key), at(events[0], key));
    const std::string piece = at(events[i], "choices.0.delta.tool_calls.0.function.arguments");
    if (piece != "-") EXPECT_LE(protocol::testing::parsed(piece).string().size(), 12U) << piece;
  }
}

TEST(DemoModel, ReasonsNowAndThen) {
  for (const Protocol protocol : kProtocols) {
    for (const bool stream : {false, true}) {
      Ask ask;
      ask.stream = stream;
      int reasoned = 0;
      for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const std::string reply = asked(protocol, ask, seed);
        const char* const sign = protocol == Protocol::kChat       ? "reasoning_content"
                                 : protocol == Protocol::kMessages ? "\"signature\""
                                                                   : "summary_text";
        if (reply.find(sign) != std::string::npos) ++reasoned;
      }
      EXPECT_GT(reasoned, 5) << protocol_name(protocol) << stream;
      EXPECT_LT(reasoned, 35) << protocol_name(protocol) << stream;
    }
  }
}

TEST(DemoModel, KeepsCharactersWholeInEveryPiece) {
  Ask ask;
  ask.stream = true;
  ask.message = "Wie wird das Wetter in K\xC3\xB6ln \xF0\x9F\x98\x80 \xE4\xBD\xA0\xE5\xA5\xBD?";
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    for (const std::string& event : stream_events(asked(Protocol::kChat, ask, seed))) {
      if (event != "[DONE]") EXPECT_TRUE(json::parse(event)) << event;
    }
  }
}

TEST(DemoModel, WritesTheFormatThatWasAskedFor) {
  Ask ask;
  ask.tools.clear();
  ask.more =
      R"(,"response_format":{"type":"json_schema","json_schema":{"name":"n","schema":{"type":"object",)"
      R"("properties":{"city":{"type":"string"}},"required":["city"]}}})";
  EXPECT_EQ(at(asked(Protocol::kChat, ask), "choices.0.message.content"), R"("{\"city\":\"Paris\"}")");
}

TEST(DemoModel, ListsItsModels) {
  for (const Protocol protocol : kProtocols) {
    const std::string body = models_body(protocol);
    EXPECT_EQ(at(body, "data.0.id"), R"("demo")");
    EXPECT_EQ(at(body, "data.1.id"), R"("demo-single-quotes")");
    EXPECT_EQ(protocol::testing::parsed(body).find("data")->items().size(), faults().size() + 1);
  }
  EXPECT_EQ(at(models_body(Protocol::kChat), "object"), R"("list")");
  EXPECT_EQ(at(models_body(Protocol::kMessages), "last_id"), R"("demo-valid")");
}

// The shell takes what stands between the single quotes as it is.
TEST(DemoModel, PrintsCommandsThatWork) {
  const std::string text = curl_examples("http://127.0.0.1:8787/v1/");
  std::size_t line = 0;
  for (const auto& [protocol, path] :
       {std::pair(Protocol::kChat, "/chat/completions"), std::pair(Protocol::kResponses, "/responses"),
        std::pair(Protocol::kMessages, "/messages")}) {
    const std::string command = text.substr(line, text.find('\n', line) - line);
    line += command.size() + 1;
    EXPECT_TRUE(command.starts_with("curl -N http://127.0.0.1:8787/v1" + std::string(path) + " ")) << command;
    const std::size_t begin = command.find("-d '") + 4;
    ASSERT_TRUE(command.ends_with("'"));
    const std::string body = command.substr(begin, command.size() - 1 - begin);
    EXPECT_EQ(body.find('\''), std::string::npos);
    const Answer reply = answer(protocol, body, 1, 0);
    EXPECT_EQ(reply.status, 200) << bytes(reply);
    EXPECT_EQ(reply.content_type, "text/event-stream");
    EXPECT_NE(bytes(reply).find("get_weather"), std::string::npos);
  }
  EXPECT_EQ(line, text.size());
}

}  // namespace
}  // namespace argwright::gateway::demo
