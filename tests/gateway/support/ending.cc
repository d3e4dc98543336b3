#include "tests/gateway/support/ending.h"

#include <map>

#include "argwright/json.h"
#include "protocol/fields.h"

namespace argwright::gateway_test {
namespace {

using protocol::array_at;
using protocol::integer_at;
using protocol::object_at;
using protocol::Protocol;
using protocol::text_at;

struct SseEvent {
  std::string type;
  std::string data;
};

// Reads a stream event by event and keeps what a client would make of it.
class Reading {
 public:
  explicit Reading(Protocol protocol) : protocol_(protocol) {}

  void take(const SseEvent& event) {
    // Responses tells an error twice: for clients that know `error`, and as the response's own end.
    const bool is_second_telling = ending_.is_error && event.type == "response.failed";
    if (is_over_ && !is_second_telling) fail("something follows the end: " + event.data);
    if (event.data == "[DONE]") {
      if (protocol_ != Protocol::kChat) fail("[DONE] in a stream that has none");
      is_over_ = true;
      return;
    }
    const Result<json::Value> value = json::parse(event.data);
    if (!value) return fail("an event is no JSON: " + event.data);
    switch (protocol_) {
      case Protocol::kChat: return take_chat(*value);
      case Protocol::kResponses: return take_responses(*value, event.type);
      case Protocol::kMessages: return take_messages(*value, event.type);
    }
  }

  Ending end() {
    const bool ended =
        protocol_ == Protocol::kChat ? ending_.is_error || (is_over_ && has_finish_) : is_over_;
    if (!ended) fail("the stream has no ending");
    for (const auto& [index, text] : open_) ending_.arguments.push_back(text);
    for (const std::string& text : ending_.arguments) {
      const Result<json::Value> value = json::parse(text);
      if (!value || !value->is_object()) fail("a call's arguments are no object: " + text);
    }
    return ending_;
  }

  void fail(const std::string& why) {
    if (ending_.fault.empty()) ending_.fault = why;
  }

 private:
  void take_chat(const json::Value& value) {
    if (object_at(value, "error") != nullptr) {
      ending_.is_error = true;
      return;
    }
    const json::Array* const choices = array_at(value, "choices");
    if (choices == nullptr) return fail("a chunk without choices");
    for (const json::Value& choice : *choices) {
      if (const std::string_view finish = text_at(choice, "finish_reason"); !finish.empty()) {
        has_finish_ = true;
        ending_.is_cut_off = finish == "length";
        if (finish == "tool_calls" && open_.empty()) fail("finish tool_calls without a call");
      }
      const json::Value* const delta = object_at(choice, "delta");
      if (delta == nullptr) continue;
      ending_.text += text_at(*delta, "content");
      if (const json::Array* calls = array_at(*delta, "tool_calls")) {
        for (const json::Value& call : *calls) {
          const json::Value* const function = object_at(call, "function");
          if (function != nullptr)
            open_[integer_at(call, "index").value_or(0)] += text_at(*function, "arguments");
        }
      }
    }
  }

  void take_responses(const json::Value& value, std::string_view type) {
    if (text_at(value, "type") != type) fail("the event's name and its type differ");
    if (type == "error" || type == "response.failed") ending_.is_error = is_over_ = true;
    if (type == "response.completed" || type == "response.incomplete") is_over_ = true;
    if (type == "response.incomplete") ending_.is_cut_off = true;
    if (type == "response.output_text.delta") ending_.text += text_at(value, "delta");
    const json::Value* const item = object_at(value, "item");
    if (type == "response.output_item.done" && item != nullptr && text_at(*item, "type") == "function_call" &&
        text_at(*item, "status") != "incomplete") {
      ending_.arguments.emplace_back(text_at(*item, "arguments"));
    }
  }

  void take_messages(const json::Value& value, std::string_view type) {
    if (text_at(value, "type") != type) fail("the event's name and its type differ");
    if (type == "error") ending_.is_error = is_over_ = true;
    if (type == "message_stop") is_over_ = true;
    const std::int64_t index = integer_at(value, "index").value_or(0);
    if (const json::Value* block = object_at(value, "content_block");
        block != nullptr && text_at(*block, "type") == "tool_use") {
      open_[index];
    }
    const json::Value* const delta = object_at(value, "delta");
    if (delta == nullptr) return;
    ending_.text += text_at(*delta, "text");
    if (text_at(*delta, "type") == "input_json_delta") open_[index] += text_at(*delta, "partial_json");
    if (text_at(*delta, "stop_reason") == "max_tokens") ending_.is_cut_off = true;
  }

  Protocol protocol_;
  Ending ending_;
  std::map<std::int64_t, std::string> open_;  // arguments by the call's index
  bool is_over_ = false;
  bool has_finish_ = false;
};

Ending of_stream(Protocol protocol, std::string_view body) {
  Reading reading(protocol);
  while (!body.empty()) {
    const std::size_t end = body.find("\n\n");
    if (end == std::string_view::npos) {
      reading.fail("the stream ends within an event: " + std::string(body));
      break;
    }
    std::string_view block = body.substr(0, end);
    body.remove_prefix(end + 2);
    SseEvent event;
    while (!block.empty()) {
      const std::size_t line_end = block.find('\n');
      const std::string_view line = block.substr(0, line_end);
      if (line.starts_with("event: ")) event.type = line.substr(7);
      if (line.starts_with("data: ")) event.data += line.substr(6);
      block = line_end == std::string_view::npos ? std::string_view() : block.substr(line_end + 1);
    }
    if (!event.data.empty()) reading.take(event);
  }
  return reading.end();
}

}  // namespace

std::string error_message(Protocol protocol, const std::string& body) {
  const Result<json::Value> value = json::parse(body);
  if (!value) return {};
  const json::Value* const error = object_at(*value, "error");
  if (error == nullptr || text_at(*error, "type").empty()) return {};
  if (protocol == Protocol::kMessages && text_at(*value, "type") != "error") return {};
  return std::string(text_at(*error, "message"));
}

Ending ending_of(Protocol protocol, const HttpMessage& reply) {
  Ending ending;
  if (reply.is_timeout) ending.fault = "the client waits in vain";
  if (!reply.has_head) ending.fault = "no reply came";
  if (ending.fault.empty() && !reply.is_whole) ending.fault = "the reply breaks off";
  if (!ending.fault.empty()) return ending;
  if (reply.status >= 400) {
    ending.is_error = true;
    if (error_message(protocol, reply.body).empty()) ending.fault = "no error of the protocol: " + reply.body;
    return ending;
  }
  if (reply.field("content-type").starts_with("text/event-stream")) return of_stream(protocol, reply.body);
  if (const Result<json::Value> value = json::parse(reply.body); !value || !value->is_object()) {
    ending.fault = "the body is no JSON object: " + reply.body;
  }
  return ending;
}

}  // namespace argwright::gateway_test
