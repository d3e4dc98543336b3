#include "tests/gateway/support/samples.h"

#include "tests/gateway/support/http_text.h"

namespace argwright::gateway_test {
namespace {

constexpr std::string_view kSchema =
    R"({"type":"object","properties":{"city":{"type":"string"},"days":{"type":"integer"}},"required":["city"]})";

std::vector<std::string> pieces_of(std::string_view text, std::size_t size) {
  std::vector<std::string> pieces;
  for (; !text.empty(); text.remove_prefix(std::min(size, text.size())))
    pieces.emplace_back(text.substr(0, size));
  return pieces;
}

std::string data(const std::string& json) { return "data: " + json + "\n\n"; }
std::string event(const std::string& type, const std::string& members) {
  return "event: " + type + "\ndata: {\"type\":\"" + type + "\"," + members + "}\n\n";
}

std::vector<std::string> chat_events() {
  const auto chunk_of = [](const std::string& delta, const std::string& finish) {
    return data(R"({"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"m","choices":[)"
                R"({"index":0,"delta":)" +
                delta + R"(,"finish_reason":)" + finish + "}]}");
  };
  std::vector<std::string> events{chunk_of(R"({"role":"assistant","content":""})", "null")};
  for (const std::string& piece : pieces_of(kReplyText, 9)) {
    events.push_back(chunk_of(R"({"content":)" + quoted(piece) + "}", "null"));
  }
  events.push_back(chunk_of(
      R"({"tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":"weather","arguments":""}}]})",
      "null"));
  for (const std::string& piece : pieces_of(kBrokenArguments, 6)) {
    events.push_back(
        chunk_of(R"({"tool_calls":[{"index":0,"function":{"arguments":)" + quoted(piece) + "}}]}", "null"));
  }
  events.push_back(chunk_of("{}", R"("tool_calls")"));
  events.push_back(data("[DONE]"));
  return events;
}

constexpr std::string_view kMessageItem = R"({"id":"msg_1","type":"message","status":"completed",)"
                                          R"("role":"assistant","content":[{"type":"output_text",)"
                                          R"("text":"Let me look that up for you.","annotations":[]}]})";

std::string call_item(std::string_view arguments) {
  return R"({"id":"fc_1","type":"function_call","status":"completed","call_id":"call_1","name":"weather",)"
         R"("arguments":)" +
         quoted(arguments) + "}";
}

std::string response(const std::string& status, const std::string& output) {
  return R"({"id":"resp_1","object":"response","created_at":1,"status":")" + status +
         R"(","model":"m","output":[)" + output + R"(],"usage":null})";
}

std::vector<std::string> responses_events() {
  int number = 0;
  const auto next = [&](const std::string& type, const std::string& members) {
    return event(type, R"("sequence_number":)" + std::to_string(number++) + "," + members);
  };
  std::vector<std::string> events;
  events.push_back(next("response.created", R"("response":)" + response("in_progress", "")));
  events.push_back(next("response.output_item.added",
                        R"("output_index":0,"item":{"id":"msg_1","type":"message","status":"in_progress",)"
                        R"("role":"assistant","content":[]})"));
  events.push_back(next("response.content_part.added",
                        R"("item_id":"msg_1","output_index":0,"content_index":0,)"
                        R"("part":{"type":"output_text","text":"","annotations":[]})"));
  for (const std::string& piece : pieces_of(kReplyText, 9)) {
    events.push_back(
        next("response.output_text.delta",
             R"("item_id":"msg_1","output_index":0,"content_index":0,"delta":)" + quoted(piece)));
  }
  events.push_back(
      next("response.output_text.done",
           R"("item_id":"msg_1","output_index":0,"content_index":0,"text":)" + quoted(kReplyText)));
  events.push_back(
      next("response.content_part.done",
           R"("item_id":"msg_1","output_index":0,"content_index":0,"part":{"type":"output_text",)"
           R"("text":)" +
               quoted(kReplyText) + R"(,"annotations":[]})"));
  events.push_back(
      next("response.output_item.done", R"("output_index":0,"item":)" + std::string(kMessageItem)));
  events.push_back(
      next("response.output_item.added",
           R"("output_index":1,"item":{"id":"fc_1","type":"function_call","status":"in_progress",)"
           R"("call_id":"call_1","name":"weather","arguments":""})"));
  for (const std::string& piece : pieces_of(kBrokenArguments, 6)) {
    events.push_back(next("response.function_call_arguments.delta",
                          R"("item_id":"fc_1","output_index":1,"delta":)" + quoted(piece)));
  }
  events.push_back(next("response.function_call_arguments.done",
                        R"("item_id":"fc_1","output_index":1,"arguments":)" + quoted(kBrokenArguments)));
  events.push_back(
      next("response.output_item.done", R"("output_index":1,"item":)" + call_item(kBrokenArguments)));
  events.push_back(
      next("response.completed", R"("response":)" + response("completed", std::string(kMessageItem) + "," +
                                                                              call_item(kBrokenArguments))));
  return events;
}

std::vector<std::string> messages_events() {
  std::vector<std::string> events;
  events.push_back(event("message_start",
                         R"("message":{"id":"msg_1","type":"message","role":"assistant","model":"m",)"
                         R"("content":[],"stop_reason":null,"stop_sequence":null,)"
                         R"("usage":{"input_tokens":5,"output_tokens":1}})"));
  events.push_back(event("content_block_start", R"("index":0,"content_block":{"type":"text","text":""})"));
  for (const std::string& piece : pieces_of(kReplyText, 9)) {
    events.push_back(event("content_block_delta",
                           R"("index":0,"delta":{"type":"text_delta","text":)" + quoted(piece) + "}"));
  }
  events.push_back(event("content_block_stop", R"("index":0)"));
  events.push_back(event("content_block_start",
                         R"("index":1,"content_block":{"type":"tool_use","id":"toolu_1","name":"weather",)"
                         R"("input":{}})"));
  for (const std::string& piece : pieces_of(kBrokenArguments, 6)) {
    events.push_back(
        event("content_block_delta",
              R"("index":1,"delta":{"type":"input_json_delta","partial_json":)" + quoted(piece) + "}"));
  }
  events.push_back(event("content_block_stop", R"("index":1)"));
  events.push_back(
      event("message_delta",
            R"("delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":9})"));
  events.push_back("event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n");
  return events;
}

}  // namespace

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

std::string path_of(Protocol protocol) {
  switch (protocol) {
    case Protocol::kChat: return "/v1/chat/completions";
    case Protocol::kResponses: return "/v1/responses";
    case Protocol::kMessages: return "/v1/messages";
  }
  return {};
}

std::string request_body(Protocol protocol, bool stream, std::string_view more) {
  std::string body = R"({"model":"m",)";
  const std::string schema(kSchema);
  switch (protocol) {
    case Protocol::kChat:
      body += R"("messages":[{"role":"user","content":"Weather?"}],"tools":[{"type":"function","function":)"
              R"({"name":"weather","parameters":)" +
              schema + "}}]";
      break;
    case Protocol::kResponses:
      body +=
          R"("input":"Weather?","tools":[{"type":"function","name":"weather","parameters":)" + schema + "}]";
      break;
    case Protocol::kMessages:
      body += R"("max_tokens":100,"messages":[{"role":"user","content":"Weather?"}],)"
              R"("tools":[{"name":"weather","input_schema":)" +
              schema + "}]";
      break;
  }
  if (stream) body += R"(,"stream":true)";
  body += more;
  return body + "}";
}

std::string request(Protocol protocol, bool stream, std::string_view fields, std::string_view more) {
  return post(path_of(protocol), request_body(protocol, stream, more), fields);
}

std::vector<std::string> stream_events(Protocol protocol) {
  switch (protocol) {
    case Protocol::kChat: return chat_events();
    case Protocol::kResponses: return responses_events();
    case Protocol::kMessages: return messages_events();
  }
  return {};
}

std::string stream_text(Protocol protocol) {
  std::string text;
  for (const std::string& each : stream_events(protocol)) text += each;
  return text;
}

std::string stream_reply(Protocol protocol, std::string_view fields) {
  std::string reply = chunked_head(200, "Content-Type: text/event-stream\r\n" + std::string(fields));
  for (const std::string& each : stream_events(protocol)) reply += chunk(each);
  reply += kEndOfChunks;
  return reply;
}

std::string reply_body(Protocol protocol) {
  switch (protocol) {
    case Protocol::kChat:
      return R"({"id":"chatcmpl-1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,)"
             R"("message":{"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function",)"
             R"("function":{"name":"weather","arguments":)" +
             quoted(kBrokenArguments) +
             R"(}}]},"finish_reason":"tool_calls"}],)"
             R"("usage":{"prompt_tokens":5,"completion_tokens":9,"total_tokens":14}})";
    case Protocol::kResponses:
      return response("completed", std::string(kMessageItem) + "," + call_item(kBrokenArguments));
    case Protocol::kMessages:
      return R"({"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"text",)"
             R"("text":)" +
             quoted(kReplyText) +
             R"(},{"type":"tool_use","id":"toolu_1","name":"weather","input":{"city":"Paris","days":"3"}}],)"
             R"("stop_reason":"tool_use","stop_sequence":null,"usage":{"input_tokens":5,"output_tokens":9}})";
  }
  return {};
}

}  // namespace argwright::gateway_test
