// argwright replay: recordings of the project through the pipeline.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "tests/cli/process.h"

namespace argwright::cli {
namespace {

std::string own(const std::string& name) {
  return std::string(std::getenv("ARGWRIGHT_SOURCE_DIR")) + "/tests/recordings/own/" + name;
}

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

Ended replay(std::vector<std::string> arguments,
             std::vector<std::pair<std::string, std::string>> environment = {}) {
  arguments.insert(arguments.begin(), "replay");
  return run(Invocation{.arguments = std::move(arguments), .environment = std::move(environment)});
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(Replay, PassesAnUntouchedStreamByteForByte) {
  const Ended ended = replay({own("chat-text.sse")});
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.out, content(own("chat-text.sse")));
  EXPECT_EQ(ended.err, "");
}

TEST(Replay, PrintsWhatAClientOfAnotherProtocolGets) {
  const Ended ended = replay({own("chat-two-calls.sse"), "--to", "messages"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_TRUE(ended.out.starts_with("event: message_start\ndata: {")) << ended.out;
  EXPECT_TRUE(has(ended.out, R"("partial_json":"{\"city\":\"Oslo\",\"days\":3}")")) << ended.out;
  EXPECT_TRUE(ended.out.ends_with("event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n"));
}

TEST(Replay, TypesCallsByTheToolsOfTheRequest) {
  const std::vector<std::string> plain = {own("chat-broken-arguments.sse")};
  EXPECT_TRUE(has(replay(plain).out, R"({\"city\":\"Oslo\",\"days\":\"3\"})"));
  const Ended typed = replay({plain[0], "--request", own("chat-broken-arguments.req.json")});
  EXPECT_TRUE(has(typed.out, R"({\"city\":\"Oslo\",\"days\":3})")) << typed.out;
}

TEST(Replay, GivesTheSameHoweverTheInputIsCut) {
  for (const char* name :
       {"chat-interleaved.sse", "messages-thinking-and-calls.sse", "responses-reasoning-and-calls.sse"}) {
    const Ended whole = replay({own(name), "--to", "chat"});
    EXPECT_EQ(replay({own(name), "--to", "chat", "--chunk", "1"}).out, whole.out);
    EXPECT_FALSE(whole.out.empty());
  }
}

TEST(Replay, ExplainsWhatWasHeldReleasedAndFixed) {
  const Ended ended = replay(
      {own("chat-broken-arguments.sse"), "--explain", "--request", own("chat-broken-arguments.req.json")});
  EXPECT_EQ(ended.status, 0);
  for (const char* word : {"passed", "held", "released", "fixed", "typed", "get_weather", "finish"}) {
    EXPECT_TRUE(has(ended.out, word)) << word << "\n" << ended.out;
  }
  EXPECT_FALSE(has(ended.out, "\x1b")) << "no colours in a pipe";
}

TEST(Replay, ExplainsBodiesAsItDoesStreams) {
  const Ended mended = replay(
      {own("chat-body-broken-call.json"), "--explain", "--request", own("chat-body-broken-call.req.json")});
  EXPECT_EQ(mended.status, 0);
  for (const char* word : {"read      reply ", "held      piece of a call of get_weather",
                           "released  call of get_weather", "fixed     ", "sent      finish "}) {
    EXPECT_TRUE(has(mended.out, word)) << word << "\n" << mended.out;
  }
  const Ended thoughtful = replay({own("messages-body.json"), "--explain", "--to", "chat"});
  for (const char* word :
       {"read      reasoning begins", "sent      reasoning begins", "sent      text begins",
        "sent      piece \"", "part ends, with its proof", "released  call of "}) {
    EXPECT_TRUE(has(thoughtful.out, word)) << word << "\n" << thoughtful.out;
  }
  const Ended cut_off = replay({own("chat-body-cut-off.json"), "--explain"});
  EXPECT_TRUE(has(cut_off.out, "held      piece of a call")) << cut_off.out;
  EXPECT_TRUE(has(cut_off.out, "call  withheld  get_weather")) << cut_off.out;
  EXPECT_FALSE(has(cut_off.out, "released"));
  const Ended plain = replay({own("chat-body-text.json"), "--explain"});
  EXPECT_TRUE(has(plain.out, "passed    piece \"")) << plain.out;
  EXPECT_FALSE(has(plain.out, "sent ")) << plain.out;
  EXPECT_TRUE(has(replay({own("error-with-200.json"), "--explain"}).out, "error: Provider returned error"));
}

TEST(Replay, UnwrapsFreeTextToolsOfTheClientsRequest) {
  const Folder folder;
  const std::string reply = folder.file(
      "reply.json",
      R"({"id":"c","object":"chat.completion","model":"m","choices":[{"index":0,"finish_reason":"tool_calls","message":)"
      R"({"role":"assistant","content":null,"tool_calls":[{"id":"call_a","type":"function","function":)"
      R"({"name":"run","arguments":"{\"input\":\"rain;\"}"}}]}}]})");
  const auto served = [&](const char* name, const std::string& tool) {
    const std::string request = folder.file(name, R"({"input":"?","messages":[],"tools":[)" + tool + "]}");
    return replay({reply, "--from", "chat", "--to", "responses", "--request", request}).out;
  };
  const std::string custom = served("custom.req.json", R"({"type":"custom","name":"run"})");
  EXPECT_TRUE(has(custom, R"("type":"custom_tool_call")")) << custom;
  EXPECT_TRUE(has(custom, R"("input":"rain;")")) << custom;
  // What the upstream itself was asked for is a function there.
  const std::string function = served(
      "chat.req.json",
      R"({"type":"function","function":{"name":"run","parameters":{"properties":{"input":{"type":"string"}}}}})");
  EXPECT_TRUE(has(function, R"("type":"function_call")")) << function;
  EXPECT_TRUE(has(function, R"("arguments":"{\"input\":\"rain;\"}")")) << function;
}

TEST(Replay, GivesToolsTheNamesOfTheClientsRequest) {
  const Folder folder;
  const std::string reply = folder.file(
      "reply.sse",
      R"(data: {"id":"c","object":"chat.completion.chunk","model":"m","choices":[{"index":0,"delta":{"role":"assistant",)"
      R"("tool_calls":[{"index":0,"id":"call_a","type":"function","function":{"name":"memory_search","arguments":"{}"}}]},)"
      R"("finish_reason":"tool_calls"}]})"
      "\n\ndata: [DONE]\n\n");
  const std::string request =
      folder.file("request.json",
                  R"({"messages":[],"tools":[{"name":"memory.search","input_schema":{"type":"object"}}]})");
  const Ended ended = replay({reply, "--to", "messages", "--request", request});
  EXPECT_TRUE(has(ended.out, R"("name":"memory.search")")) << ended.out << ended.err;
}

TEST(Replay, TellsOfCallsThatDidNotGoOut) {
  const Ended ended = replay({own("chat-broken-off.sse")});
  EXPECT_EQ(ended.status, 0);
  EXPECT_FALSE(has(ended.out, "tool_calls"));
  EXPECT_TRUE(has(ended.err, "1 call(s) withheld")) << ended.err;
}

TEST(Replay, TakesBodiesAndErrors) {
  const Ended body = replay({own("messages-body.json"), "--to", "responses"});
  EXPECT_EQ(body.status, 0);
  EXPECT_TRUE(has(body.out, R"("type":"function_call")")) << body.out;
  const Ended error = replay({own("error-with-200.json"), "--to", "messages"});
  EXPECT_TRUE(has(error.out, R"({"type":"error","error":{)")) << error.out;
  EXPECT_TRUE(has(error.err, "the reply is an error: Provider returned error")) << error.err;
}

TEST(Replay, ObeysTheSwitches) {
  const std::string broken = own("chat-broken-arguments.sse");
  EXPECT_TRUE(has(replay({broken}, {{"RCC_TOOL_ENHANCE", "0"}}).out, "{'city': 'Oslo', days: '3',}"));
  EXPECT_EQ(replay({broken}, {{"RCC_TOOL_ENHANCE", "0"}, {"RCC_SSE_TOOL_AGGREGATE", "0"}}).out,
            content(broken));
  EXPECT_TRUE(has(replay({broken}, {{"RCC_SSE_TOOL_AGGREGATE", "0"}}).out, R"("arguments":"{'city': 'Os")"));
}

TEST(Replay, RefusesWhatItCannotReadInOneLine) {
  const Folder folder;
  const std::string other = folder.file("other.txt", "no reply at all");
  const std::string list = folder.file("request.json", "[1");
  for (const std::vector<std::string>& words : {std::vector<std::string>{},
                                                {other},
                                                {folder.path() + "/missing.sse"},
                                                {own("chat-text.sse"), "--to", "gopher"},
                                                {own("chat-text.sse"), "--chunk", "0"},
                                                {own("chat-text.sse"), "--request", list}}) {
    const Ended ended = replay(words);
    EXPECT_EQ(ended.status, 2);
    EXPECT_EQ(ended.out, "");
    EXPECT_EQ(count_lines(ended.err), 1U) << ended.err;
  }
}

}  // namespace
}  // namespace argwright::cli
