// Bodies of Anthropic Messages, as servers write them that only look like it.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/dialects/meant.h"
#include "tests/dialects/style.h"
#include "tests/dialects/writing.h"

namespace argwright::dialects {
namespace {

const std::vector<Manner>& manners_of_calls() {
  static const std::vector<Manner> list = {
      {"input", {"object", "text"}},
      {"key", {"input", "arguments", "parameters"}},
      {"text", {"strict", "single quotes", "trailing comma", "fenced", "twice"}},
      {"no arguments", {"{}", "\"\"", "null", "absent", "[]"}},
      {"id", {"right", "missing", "empty", "null", "number", "call_id", "forbidden", "same for all"}},
      {"again", {"no", "at once", "at the end"}},
      {"type", {"tool_use", "missing", "null", "function", "tool_call", "function_call"}},
      {"form", {"flat", "function within", "tool_calls", "blocks and tool_calls"}},
      {"order", {"text first", "calls first", "text between"}},
      {"reason",
       {"right", "end_turn", "null", "missing", "\"\"", "tool_calls", "stop", "TOOL_USE", "finish_reason"}},
  };
  return list;
}

const std::vector<Manner>& manners_of_messages() {
  static const std::vector<Manner> list = {
      {"content", {"list", "text", "texts", "one block"}},
      {"texts", {"one", "several", "empty ones"}},
      {"text key", {"text", "content"}},
      {"text type", {"text", "missing", "empty", "output_text"}},
      {"thinking",
       {"thinking", "type missing", "reasoning", "as text", "reasoning_content", "reasoning beside"}},
      {"signature", {"right", "missing", "null", "empty"}},
      {"hidden thinking", {"none", "first", "behind"}},
      {"citations", {"none", "null", "[]"}},
      {"usage", {"right", "missing", "null", "text", "OpenAI's"}},
      {"head", {"whole", "no id", "no model", "no type", "no role", "nothing"}},
      {"wrapped", {"no", "message", "data", "response", "result", "list", "code and data"}},
      {"unknown blocks", {"none", "some"}},
      {"more members", {"none", "some"}},
      {"nothing beside", {"absent", "null", "empty"}},
      {"mark", {"none", "BOM"}},
  };
  return list;
}

class Writer {
 public:
  Writer(const Meant& meant, Dice& dice)
      : meant_(meant), dice_(dice), style_(manners_of_calls(), manners_of_messages(), dice) {
    leave_enough();
    if (meant_.is_cut_off) leave_a_limit();
  }

  Written write() {
    add_thinking();
    add_texts_and_calls();
    Written written;
    written.way = style_.text();
    written.bytes = style_.is("mark", "BOM") ? "\xEF\xBB\xBF" : "";
    written.bytes += wrapped(message());
    return written;
  }

 private:
  bool is_beside() const {
    return style_.is("form", "tool_calls") || style_.is("form", "blocks and tool_calls");
  }

  bool thinks_beside() const {
    return style_.is("thinking", "reasoning_content") || style_.is("thinking", "reasoning beside");
  }

  // What a person could not read, and what no server does, is made right.
  void leave_enough() {
    const bool tells_ids =
        style_.is_right("id") || style_.is("id", "forbidden") || style_.is("id", "call_id");
    const bool is_told_twice = !style_.is_right("again") || style_.is("form", "blocks and tool_calls");
    // Is it one call, told twice?
    if (is_told_twice && !tells_ids && (meant_.has_equal_calls() || !style_.is("id", "same for all")))
      style_.make_right("id");
    if (meant_.has_equal_calls() && style_.is("id", "same for all")) style_.make_right("id");
    // Nobody tells them in a third way.
    if (style_.is("form", "blocks and tool_calls")) style_.make_right("again");
    if (meant_.calls.empty()) style_.make_right("form");
    if (is_beside()) style_.make_right("order");
    // Nothing says that they are whole.
    if (style_.is("reason", "missing") || style_.is("reason", "null") || style_.is("reason", "\"\""))
      style_.make_right("text");
    if (!style_.is_right("text")) style_.make("input", "text");
    // Nobody knows then what it is.
    if (style_.is("text key", "content") && !style_.is("text type", "output_text"))
      style_.make_right("text type");
    // A text alone holds nothing else; one block is one.
    const bool has_calls = !meant_.calls.empty() && !style_.is("form", "tool_calls");
    const bool has_thoughts =
        (!meant_.reasoning.empty() && !thinks_beside()) || !style_.is_right("hidden thinking");
    if (style_.is("content", "text") && (has_calls || has_thoughts)) style_.make_right("content");
  }

  // Nothing stands behind the half call, and the message says why it ended. Of such a reply only strict JSON
  // is known to be whole.
  void leave_a_limit() {
    for (const std::string_view manner :
         {"text", "order", "again", "texts", "unknown blocks", "no arguments"})
      style_.make_right(manner);
    if (style_.is("form", "blocks and tool_calls")) style_.make_right("form");
    if (!style_.is("reason", "finish_reason") && !style_.is_right("reason"))
      style_.make("reason", dice_.chance(50) ? "max_tokens" : "length");
  }

  // As JSON: a text that was cut off, or an empty input in its place.
  std::string half_of(const MeantCall& call) const {
    static const std::vector<std::string> empties = {"{}", "\"\"", "null"};
    return dice_.chance(50) ? dice_.pick(empties) : json_text(half(call.arguments, dice_));
  }
  bool is_half(const MeantCall& call) const { return meant_.is_cut_off && &call == &meant_.calls.back(); }

  // -- blocks

  void add_block(const std::vector<std::string>& members) { blocks_.push_back(object(members)); }

  void add_hidden() { add_block({member("type", "\"redacted_thinking\""), member("data", "\"aGlkZGVu\"")}); }

  void add_thinking() {
    if (style_.is("hidden thinking", "first")) add_hidden();
    if (!meant_.reasoning.empty() && !thinks_beside()) {
      std::vector<std::string> members;
      const bool is_reasoning = style_.is("thinking", "reasoning");
      if (!style_.is("thinking", "type missing"))
        members.push_back(member("type", is_reasoning ? "\"reasoning\"" : "\"thinking\""));
      const std::string_view key = style_.is("thinking", "as text") || is_reasoning ? "text" : "thinking";
      members.push_back(member(key, json_text(meant_.reasoning)));
      if (style_.is_right("signature")) members.push_back(member("signature", "\"c2lnbmF0dXJl\""));
      if (style_.is("signature", "null")) members.push_back(member("signature", "null"));
      if (style_.is("signature", "empty")) members.push_back(member("signature", "\"\""));
      add_block(members);
    }
    if (style_.is("hidden thinking", "behind")) add_hidden();
  }

  void add_text(const std::string& text) {
    if (style_.is("content", "texts")) return blocks_.push_back(json_text(text));
    std::vector<std::string> members;
    if (style_.is_right("text type")) members.push_back(member("type", "\"text\""));
    if (style_.is("text type", "empty")) members.push_back(member("type", "\"\""));
    if (style_.is("text type", "output_text")) members.push_back(member("type", "\"output_text\""));
    members.push_back(member(style_.is("text key", "content") ? "content" : "text", json_text(text)));
    if (!style_.is_right("citations")) members.push_back(member("citations", style_.way_of("citations")));
    add_block(members);
  }

  std::vector<std::string> texts() {
    if (meant_.text.empty()) return {};
    return style_.is("texts", "several") ? in_pieces(meant_.text, 40, dice_)
                                         : std::vector<std::string>{meant_.text};
  }

  void add_unknown() {
    if (!style_.is("unknown blocks", "some") || !dice_.chance(50)) return;
    static const std::vector<std::string> unknown = {
        R"({"type":"x_progress","percent":4})",
        R"({"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{"query":"q"}})",
        R"({"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[]})"};
    blocks_.push_back(dice_.pick(unknown));
  }

  void add_texts_and_calls() {
    std::vector<std::string> texts = this->texts();
    std::size_t told = 0;
    const auto add_texts = [&](int percent) {
      while (told < texts.size() && dice_.chance(percent)) add_text(texts[told++]);
    };
    if (style_.is("texts", "empty ones")) add_text("");
    add_unknown();
    if (style_.is_right("order")) add_texts(100);
    for (std::size_t i = 0; i < meant_.calls.size(); ++i) {
      if (style_.is("order", "text between")) add_texts(50);
      if (!style_.is("form", "tool_calls")) blocks_.push_back(call_block(i));
      if (style_.is("again", "at once") && dice_.chance(50)) add_again(i);
      add_unknown();
    }
    for (std::size_t i = 0; i < meant_.calls.size(); ++i) {
      if (style_.is("again", "at the end") && dice_.chance(50)) add_again(i);
    }
    add_texts(100);
    if (style_.is("texts", "empty ones") && dice_.chance(50)) add_text("");
  }

  void add_again(std::size_t place) {
    if (!style_.is("form", "tool_calls")) blocks_.push_back(call_block(place));
  }

  // -- calls

  void add_id(std::vector<std::string>& members, std::size_t place) const {
    const MeantCall& call = meant_.calls[place];
    if (style_.is("id", "missing")) return;
    if (style_.is("id", "null")) return members.push_back(member("id", "null"));
    if (style_.is("id", "number")) return members.push_back(member("id", std::to_string(place)));
    const std::string id = style_.is("id", "empty") ? ""
                           : style_.is("id", "forbidden")
                               ? "functions." + call.name + ":" + std::to_string(place)
                           : style_.is("id", "same for all") ? "call_0"
                                                             : call.id;
    members.push_back(member(style_.is("id", "call_id") ? "call_id" : "id", json_text(id)));
  }

  // As JSON; empty: the member is missing.
  std::string input_of(const MeantCall& call) const {
    if (is_half(call)) return half_of(call);
    if (call.arguments == "{}" && !style_.is_right("no arguments")) {
      return style_.is("no arguments", "absent") ? "" : std::string(style_.way_of("no arguments"));
    }
    return style_.is("input", "text") ? json_text(broken(call.arguments, style_)) : call.arguments;
  }

  std::string call_block(std::size_t place) const {
    const MeantCall& call = meant_.calls[place];
    std::vector<std::string> members;
    if (style_.is_right("type")) members.push_back(member("type", "\"tool_use\""));
    if (style_.is("type", "null")) members.push_back(member("type", "null"));
    if (!style_.is_right("type") && !style_.is("type", "missing") && !style_.is("type", "null"))
      members.push_back(member("type", json_text(style_.way_of("type"))));
    add_id(members, place);
    std::vector<std::string> told = {member("name", json_text(call.name))};
    const std::string input = input_of(call);
    const bool is_within = style_.is("form", "function within");
    const std::string_view key = !style_.is_right("key") ? style_.way_of("key")
                                 : is_within             ? std::string_view("arguments")
                                                         : std::string_view("input");
    if (!input.empty()) told.push_back(member(key, input));
    if (is_within) told = {member("function", object(told))};
    members.insert(members.end(), told.begin(), told.end());
    return object(members);
  }

  // As OpenAI's protocol has it.
  std::string call_beside(std::size_t place) const {
    const MeantCall& call = meant_.calls[place];
    std::vector<std::string> members;
    add_id(members, place);
    members.push_back(member("type", "\"function\""));
    const std::string arguments = is_half(call)             ? half_of(call)
                                  : style_.is_right("text") ? json_text(call.arguments)
                                                            : json_text(broken(call.arguments, style_));
    members.push_back(
        member("function", object({member("name", json_text(call.name)), member("arguments", arguments)})));
    return object(members);
  }

  // -- the message

  std::string content() const {
    if (style_.is("content", "text")) return json_text(meant_.text);
    if (style_.is("nothing beside", "null") && blocks_.empty()) return "null";
    if (style_.is("content", "one block") && blocks_.size() == 1) return blocks_.front();
    return list(blocks_);
  }

  void add_reason(std::vector<std::string>& members) const {
    const std::string right = meant_.is_cut_off      ? "max_tokens"
                              : meant_.calls.empty() ? "end_turn"
                                                     : "tool_use";
    if (style_.is("reason", "missing")) return;
    if (style_.is("reason", "null") || style_.is("reason", "\"\""))
      return members.push_back(member("stop_reason", style_.way_of("reason")));
    if (style_.is("reason", "finish_reason"))
      return members.push_back(member("finish_reason", meant_.is_cut_off      ? "\"length\""
                                                       : meant_.calls.empty() ? "\"stop\""
                                                                              : "\"tool_calls\""));
    const bool is_own =
        style_.is_right("reason") || (meant_.calls.empty() && style_.is("reason", "TOOL_USE"));
    members.push_back(member("stop_reason", json_text(is_own ? right : style_.way_of("reason"))));
    members.push_back(member("stop_sequence", "null"));
  }

  std::string usage() const {
    if (style_.is("usage", "null")) return "null";
    if (style_.is("usage", "text")) return R"({"input_tokens":"5","output_tokens":"7"})";
    if (style_.is("usage", "OpenAI's"))
      return R"({"prompt_tokens":5,"completion_tokens":7,"total_tokens":12})";
    return R"({"input_tokens":5,"output_tokens":7})";
  }

  std::string message() const {
    std::vector<std::string> members;
    const auto add_head = [&](std::string_view key, std::string_view value) {
      if (!style_.is("head", "nothing") && !style_.is("head", "no " + std::string(key)))
        members.push_back(member(key, json_text(value)));
    };
    add_head("id", "msg_1");
    add_head("type", "message");
    add_head("role", "assistant");
    add_head("model", "model-1");
    if (style_.is("more members", "some")) {
      members.push_back(member("error", "null"));
      members.push_back(member("container", "null"));
      members.push_back(member("base_resp", R"({"status_code":0,"status_msg":"success"})"));
    }
    if (thinks_beside() && !meant_.reasoning.empty()) {
      members.push_back(member(style_.is("thinking", "reasoning beside") ? "reasoning" : "reasoning_content",
                               json_text(meant_.reasoning)));
    } else if (!style_.is_right("nothing beside")) {
      members.push_back(member("reasoning_content", style_.is("nothing beside", "null") ? "null" : "\"\""));
    }
    members.push_back(member("content", content()));
    if (is_beside()) {
      std::vector<std::string> calls;
      for (std::size_t i = 0; i < meant_.calls.size(); ++i) calls.push_back(call_beside(i));
      members.push_back(member("tool_calls", list(calls)));
    } else if (!style_.is_right("nothing beside")) {
      members.push_back(member("tool_calls", style_.is("nothing beside", "null") ? "null" : "[]"));
    }
    add_reason(members);
    if (!style_.is("usage", "missing")) members.push_back(member("usage", usage()));
    return object(members);
  }

  std::string wrapped(const std::string& message) const {
    if (style_.is_right("wrapped")) return message;
    if (style_.is("wrapped", "code and data"))
      return object({member("code", "0"), member("message", "\"success\""), member("data", message)});
    if (style_.is("wrapped", "list")) return "[" + message + "]";
    return object({member(style_.way_of("wrapped"), message)});
  }

  const Meant& meant_;
  Dice& dice_;
  Style style_;
  std::vector<std::string> blocks_;
};

}  // namespace

Written write_messages_body(const Meant& meant, Dice& dice) { return Writer(meant, dice).write(); }

}  // namespace argwright::dialects
