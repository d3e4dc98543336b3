// Messages.
#include "gateway/demo/text_pieces.h"
#include "gateway/demo/writer.h"
#include "json/validator.h"
#include "protocol/object_text.h"
#include "protocol/sse.h"

namespace argwright::gateway::demo {
namespace {

using protocol::ObjectText;

// Base64 of words; nobody checks it here.
constexpr std::string_view kSignature = "QXJnd3JpZ2h0IGRlbW8gbW9kZWw=";

// Empty: none is told.
std::string_view stop_reason(const Script& script) {
  if (script.shape == Shape::kNoFinish) return {};
  if (script.shape == Shape::kTruncated) return "max_tokens";
  return script.calls.empty() || script.shape == Shape::kFinishStop ? "end_turn" : "tool_use";
}

std::string usage_text(const Script& script, std::int64_t output) {
  std::string out;
  ObjectText(out)
      .integer("input_tokens", script.usage.input.value_or(0))
      .integer("cache_creation_input_tokens", 0)
      .integer("cache_read_input_tokens", 0)
      .integer("output_tokens", output)
      .close();
  return out;
}

void append_message(std::string& out, const Script& script, std::string_view content, std::string_view stop,
                    std::int64_t output) {
  ObjectText message(out);
  message.text("id", script.id).text("type", "message").text("role", "assistant").text("model", script.model);
  message.raw("content", content);
  if (stop.empty()) {
    message.raw("stop_reason", "null");
  } else {
    message.text("stop_reason", stop);
  }
  message.raw("stop_sequence", "null").raw("usage", usage_text(script, output)).close();
}

class StreamWriter {
 public:
  StreamWriter(const Script& script, Dice& dice) : script_(script), dice_(dice) {}

  std::string write() {
    std::string message;
    append_message(message, script_, "[]", "", 1);
    event("message_start", [&](ObjectText& data) { data.raw("message", message); });
    event("ping", [](ObjectText&) {});
    if (!script_.reasoning.empty()) {
      begin(R"({"type":"thinking","thinking":"","signature":""})");
      for (const std::string_view piece : spoken(script_.reasoning, dice_))
        delta("thinking_delta", "thinking", piece);
      delta("signature_delta", "signature", kSignature);
      end();
    }
    if (!script_.text.empty()) {
      begin(R"({"type":"text","text":""})");
      for (const std::string_view piece : spoken(script_.text, dice_)) delta("text_delta", "text", piece);
      end();
    }
    for (const ScriptedCall& call : script_.calls) {
      std::string block;
      ObjectText(block)
          .text("type", "tool_use")
          .text("id", call.id)
          .text("name", call.name)
          .raw("input", "{}")
          .close();
      begin(block);
      delta("input_json_delta", "partial_json", "");
      for (const std::string_view piece : fragments(call.arguments, dice_)) {
        delta("input_json_delta", "partial_json", piece);
      }
      end();
    }
    const std::string_view stop = stop_reason(script_);
    if (stop.empty()) return std::move(out_);
    event("message_delta", [&](ObjectText& data) {
      ObjectText(data.key("delta")).text("stop_reason", stop).raw("stop_sequence", "null").close();
      data.raw("usage", usage_text(script_, script_.usage.output.value_or(0)));
    });
    event("message_stop", [](ObjectText&) {});
    return std::move(out_);
  }

 private:
  template <typename Fill>
  void event(std::string_view type, const Fill& fill) {
    std::string data;
    ObjectText object(data);
    object.text("type", type);
    fill(object);
    object.close();
    protocol::append_sse_event(out_, type, data);
  }

  void begin(std::string_view block) {
    event("content_block_start",
          [&](ObjectText& data) { data.integer("index", index_).raw("content_block", block); });
  }
  void delta(std::string_view type, std::string_view key, std::string_view piece) {
    event("content_block_delta", [&](ObjectText& data) {
      data.integer("index", index_);
      ObjectText(data.key("delta")).text("type", type).text(key, piece).close();
    });
  }
  void end() {
    event("content_block_stop", [&](ObjectText& data) { data.integer("index", index_); });
    ++index_;
  }

  const Script& script_;
  Dice& dice_;
  std::int64_t index_ = 0;
  std::string out_;
};

std::string write_stream(const Script& script, const Asked&, Dice& dice) {
  return StreamWriter(script, dice).write();
}

std::string write_body(const Script& script, const Asked&) {
  std::string content;
  const auto add = [&] {
    content += content.empty() ? '[' : ',';
    return ObjectText(content);
  };
  if (!script.reasoning.empty()) {
    add().text("type", "thinking").text("thinking", script.reasoning).text("signature", kSignature).close();
  }
  if (!script.text.empty()) add().text("type", "text").text("text", script.text).close();
  for (const ScriptedCall& call : script.calls) {
    ObjectText block = add();
    block.text("type", "tool_use").text("id", call.id).text("name", call.name);
    // A server that cannot read what its model wrote hands on the text.
    if (json::is_strict_object(call.arguments)) {
      block.raw("input", call.arguments);
    } else {
      block.text("input", call.arguments);
    }
    block.close();
  }
  content += ']';
  std::string out;
  append_message(out, script, content, stop_reason(script), script.usage.output.value_or(0));
  return out;
}

}  // namespace

const Writer kMessagesWriter = {write_stream, write_body};

}  // namespace argwright::gateway::demo
