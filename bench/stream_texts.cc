#include "bench/stream_texts.h"

namespace argwright::bench {
namespace {

constexpr std::string_view kHead =
    R"({"id":"chatcmpl-C7mRk2VnQy0sXb4TzLpA8dJhWf","object":"chat.completion.chunk","created":1790000000,"model":"example-large","choices":[{"index":0,"delta":)";
constexpr std::string_view kTail = R"(,"finish_reason":null}]})";

std::string chunk(std::string_view delta) {
  return "data: " + std::string(kHead) + std::string(delta) + std::string(kTail) + "\n\n";
}

std::string finish(std::string_view word) {
  return "data: " + std::string(kHead) + R"({},"finish_reason":")" + std::string(word) +
         "\"}]}\n\ndata: [DONE]\n\n";
}

StreamText long_text() {
  StreamText stream{"text", chunk(R"({"role":"assistant","content":""})"), 402};
  for (int i = 0; i < 400; ++i) stream.bytes += chunk(R"({"content":" and then the rain"})");
  stream.bytes += finish("stop");
  return stream;
}

StreamText with_calls() {
  StreamText stream{"calls", chunk(R"({"role":"assistant","content":""})"), 143};
  for (int i = 0; i < 20; ++i) stream.bytes += chunk(R"({"content":" I look."})");
  for (int call = 0; call < 2; ++call) {
    const std::string index = R"({"tool_calls":[{"index":)" + std::to_string(call);
    stream.bytes +=
        chunk(index + R"(,"id":"call_)" + std::to_string(call) +
              R"(","type":"function","function":{"name":"write_file","arguments":"{\"text\":\""}}]})");
    for (int i = 0; i < 58; ++i)
      stream.bytes += chunk(index + R"(,"function":{"arguments":"some words "}}]})");
    stream.bytes += chunk(index + R"(,"function":{"arguments":"\"}"}}]})");
  }
  stream.bytes += finish("tool_calls");
  return stream;
}

}  // namespace

std::string_view text_delta() {
  static const std::string text =
      std::string(kHead) + R"({"content":" in Oslo, no wind."})" + std::string(kTail);
  return text;
}

std::string_view first_event() {
  static const std::string text = chunk(R"({"role":"assistant","content":""})");
  return text;
}

std::string_view body_tools() {
  return R"([{"type":"function","function":{"name":"create_ticket","description":"Opens a ticket","parameters":{"type":"object","properties":{"title":{"type":"string"},"body":{"type":"string"},"priority":{"type":"integer","minimum":1,"maximum":5},"labels":{"type":"array","items":{"type":"string"}},"notify":{"type":"boolean"}},"required":["title","body"]}}}])";
}

std::string_view body_with_call() {
  static const std::string text = [] {
    std::string reasoning;
    for (int i = 0; i < 10; ++i) {
      reasoning +=
          "The customer writes that the invoice of March shows the annual plan twice, so a ticket for "
          "billing is due. ";
    }
    return R"({"id":"chatcmpl-C7mRk2VnQy0sXb4TzLpA8dJhWf","object":"chat.completion","created":1790000000,"model":"example-large","choices":[{"index":0,"message":{"role":"assistant","content":null,"reasoning_content":")" +
           reasoning +
           R"(","tool_calls":[{"id":"call_Zx81kPq0sVn3LmT7bYhR2dWc","type":"function","function":{"name":"create_ticket","arguments":"{\"title\":\"Annual plan charged twice in March\",\"body\":\"The customer was charged twice for the annual plan on 3 March. Both charges have settled. Please refund the second one and confirm by mail.\",\"priority\":2,\"labels\":[\"billing\",\"refund\",\"annual-plan\"],\"notify\":true}"}}]},"logprobs":null,"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":1280,"completion_tokens":312,"total_tokens":1592,"prompt_tokens_details":{"cached_tokens":1024},"completion_tokens_details":{"reasoning_tokens":201}},"system_fingerprint":"fp_3f1c8a2b9d"})";
  }();
  return text;
}

const std::vector<StreamText>& streams() {
  static const std::vector<StreamText> all = {long_text(), with_calls()};
  return all;
}

}  // namespace argwright::bench
