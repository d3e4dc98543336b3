// Chat Completions. Most faults in the way calls are sent live here, as they do among real servers.
#include <vector>

#include "gateway/demo/text_pieces.h"
#include "gateway/demo/writer.h"
#include "protocol/object_text.h"
#include "protocol/sse.h"

namespace argwright::gateway::demo {
namespace {

using protocol::ObjectText;

std::string usage_text(const protocol::Usage& usage) {
  std::string out;
  ObjectText object(out);
  object.integer("prompt_tokens", usage.input.value_or(0));
  object.integer("completion_tokens", usage.output.value_or(0));
  object.integer("total_tokens", usage.total.value_or(0));
  object.raw("prompt_tokens_details", R"({"cached_tokens":0})");
  ObjectText details(object.key("completion_tokens_details"));
  details.integer("reasoning_tokens", usage.reasoning.value_or(0)).close();
  object.close();
  return out;
}

// null for an empty finish.
void append_finish(ObjectText& choice, std::string_view finish) {
  if (finish.empty()) {
    choice.raw("finish_reason", "null");
  } else {
    choice.text("finish_reason", finish);
  }
}

// Empty: none is told.
std::string_view finish_word(const Script& script) {
  if (script.shape == Shape::kNoFinish) return {};
  if (script.shape == Shape::kTruncated) return "length";
  return script.calls.empty() || script.shape == Shape::kFinishStop ? "stop" : "tool_calls";
}

class StreamWriter {
 public:
  StreamWriter(const Script& script, bool include_usage, Dice& dice)
      : script_(script), include_usage_(include_usage), dice_(dice) {}

  std::string write() {
    chunk(R"({"role":"assistant","content":""})");
    for (const std::string_view piece : spoken(script_.reasoning, dice_)) text("reasoning_content", piece);
    for (const std::string_view piece : spoken(script_.text, dice_)) text("content", piece);
    std::string last = "{}";
    if (script_.shape == Shape::kInFinishChunk) {
      last = calls_delta(opening(0, script_.calls[0].arguments));
    } else if (script_.shape == Shape::kInterleaved) {
      interleaved();
    } else {
      for (std::size_t i = 0; i < script_.calls.size(); ++i) call(i);
    }
    if (const std::string_view finish = finish_word(script_); !finish.empty()) chunk(last, finish);
    if (include_usage_) usage();
    if (script_.shape != Shape::kNoDone) protocol::append_sse_event(out_, "", "[DONE]");
    return std::move(out_);
  }

 private:
  // The head that all chunks share.
  ObjectText head(std::string& data) const {
    ObjectText object(data);
    object.text("id", script_.id).text("object", "chat.completion.chunk").integer("created", script_.created);
    object.text("model", script_.model);
    return object;
  }

  void chunk(std::string_view delta, std::string_view finish = {}) {
    std::string data;
    ObjectText object = head(data);
    object.key("choices") += '[';
    ObjectText choice(data);
    choice.integer("index", 0).raw("delta", delta).raw("logprobs", "null");
    append_finish(choice, finish);
    choice.close();
    data += ']';
    if (include_usage_) object.raw("usage", "null");
    object.close();
    protocol::append_sse_event(out_, "", data);
  }

  void usage() {
    std::string data;
    ObjectText object = head(data);
    object.raw("choices", "[]").raw("usage", usage_text(script_.usage)).close();
    protocol::append_sse_event(out_, "", data);
  }

  void text(std::string_view key, std::string_view piece) {
    std::string delta;
    ObjectText(delta).text(key, piece).close();
    chunk(delta);
  }

  static std::string calls_delta(std::string_view entry) {
    return R"({"tool_calls":[)" + std::string(entry) + "]}";
  }

  void add_index(ObjectText& entry, std::size_t call) const {
    if (script_.shape == Shape::kNoIndex) return;
    const std::size_t index = script_.shape == Shape::kSameIndex  ? 0
                              : script_.shape == Shape::kOneBased ? call + 1
                                                                  : call;
    entry.integer("index", static_cast<std::int64_t>(index));
  }

  // The first entry of a call.
  std::string opening(std::size_t call, std::string_view arguments) const {
    std::string out;
    ObjectText entry(out);
    add_index(entry, call);
    entry.text("id", script_.calls[call].id).text("type", "function");
    ObjectText function(entry.key("function"));
    function.text("name", script_.calls[call].name);
    if (script_.shape == Shape::kObject) {
      function.value("arguments", script_.calls[call].meant);
    } else {
      function.text("arguments", arguments);
    }
    function.close();
    entry.close();
    return out;
  }

  std::string more(std::size_t call, std::string_view arguments) const {
    std::string out;
    ObjectText entry(out);
    add_index(entry, call);
    ObjectText(entry.key("function")).text("arguments", arguments).close();
    entry.close();
    return out;
  }

  void call(std::size_t number) {
    chunk(calls_delta(opening(number, "")));
    if (script_.shape == Shape::kObject) return;
    for (const std::string_view piece : fragments(script_.calls[number].arguments, dice_)) {
      chunk(calls_delta(more(number, piece)));
    }
  }

  void interleaved() {
    std::vector<std::vector<std::string_view>> pieces;
    std::size_t most = 0;
    for (std::size_t i = 0; i < script_.calls.size(); ++i) {
      chunk(calls_delta(opening(i, "")));
      pieces.push_back(fragments(script_.calls[i].arguments, dice_));
      most = std::max(most, pieces.back().size());
    }
    for (std::size_t turn = 0; turn < most; ++turn) {
      for (std::size_t i = 0; i < pieces.size(); ++i) {
        if (turn < pieces[i].size()) chunk(calls_delta(more(i, pieces[i][turn])));
      }
    }
  }

  const Script& script_;
  const bool include_usage_;
  Dice& dice_;
  std::string out_;
};

std::string write_stream(const Script& script, const Asked& asked, Dice& dice) {
  return StreamWriter(script, asked.request.include_usage.value_or(false), dice).write();
}

void append_call(std::string& out, const Script& script, const ScriptedCall& call) {
  ObjectText entry(out);
  entry.text("id", call.id).text("type", "function");
  ObjectText function(entry.key("function"));
  function.text("name", call.name);
  if (script.shape == Shape::kObject) {
    function.value("arguments", call.meant);
  } else {
    function.text("arguments", call.arguments);
  }
  function.close();
  entry.close();
}

std::string write_body(const Script& script, const Asked&) {
  std::string out;
  ObjectText object(out);
  object.text("id", script.id).text("object", "chat.completion").integer("created", script.created);
  object.text("model", script.model);
  object.key("choices") += '[';
  ObjectText choice(out);
  choice.integer("index", 0);
  ObjectText message(choice.key("message"));
  message.text("role", "assistant");
  if (script.text.empty()) {
    message.raw("content", "null");
  } else {
    message.text("content", script.text);
  }
  if (!script.reasoning.empty()) message.text("reasoning_content", script.reasoning);
  message.raw("refusal", "null");
  if (!script.calls.empty()) {
    message.key("tool_calls") += '[';
    for (const ScriptedCall& call : script.calls) {
      if (&call != &script.calls.front()) out += ',';
      append_call(out, script, call);
    }
    out += ']';
  }
  message.close();
  choice.raw("logprobs", "null");
  append_finish(choice, finish_word(script));
  choice.close();
  out += ']';
  object.raw("usage", usage_text(script.usage)).close();
  return out;
}

}  // namespace

const Writer kChatWriter = {write_stream, write_body};

}  // namespace argwright::gateway::demo
