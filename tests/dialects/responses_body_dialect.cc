// Bodies of the Responses protocol, as servers write them that imitate it.
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
      {"type", {"function_call", "missing", "null", "function", "tool_call", "tool_use"}},
      {"form", {"flat", "function within", "in the message", "beside the output"}},
      {"key", {"arguments", "input", "parameters"}},
      {"arguments", {"text", "object"}},
      {"text", {"strict", "single quotes", "trailing comma", "fenced", "twice"}},
      {"no arguments", {"{}", "\"\"", "null", "absent"}},
      {"call id", {"right", "missing", "empty", "null", "number", "same for all", "forbidden"}},
      {"id", {"right", "missing", "empty", "null", "number", "same for all", "call id"}},
      {"again", {"no", "at once", "at the end"}},
      {"status", {"completed", "missing", "null", "in_progress"}},
      {"order", {"message first", "calls first", "message between"}},
  };
  return list;
}

const std::vector<Manner>& manners_of_responses() {
  static const std::vector<Manner> list = {
      {"content", {"list", "text", "texts", "one part", "no message", "no parts"}},
      {"part key", {"text", "content"}},
      {"annotations", {"absent", "null"}},
      {"part type", {"output_text", "text", "missing", "input_text"}},
      {"parts", {"one", "several", "several messages"}},
      {"message type", {"message", "missing", "null"}},
      {"role", {"assistant", "missing"}},
      {"reasoning",
       {"summary", "content", "summary as text", "content as text", "summary texts", "content texts",
        "one summary", "text", "reasoning_content"}},
      {"reasoning type", {"reasoning", "missing"}},
      {"encrypted", {"no", "yes"}},
      {"output", {"list", "missing", "null", "empty", "text", "one item"}},
      {"output_text", {"absent", "beside", "alone"}},
      {"response status", {"completed", "missing", "null", "\"\"", "COMPLETED", "succeeded", "stop"}},
      {"incomplete_details", {"absent", "null", "{}", "reason null"}},
      {"error", {"absent", "null", "{}", "\"\""}},
      {"usage", {"right", "missing", "null", "text", "OpenAI Chat's"}},
      {"head", {"whole", "no id", "no object", "no created_at", "no model", "nothing"}},
      {"wrapped", {"no", "response", "data", "result", "list", "code and data"}},
      {"unknown items", {"none", "some"}},
      {"mark", {"none", "BOM"}},
  };
  return list;
}

class Writer {
 public:
  Writer(const Meant& meant, Dice& dice)
      : meant_(meant), dice_(dice), style_(manners_of_calls(), manners_of_responses(), dice) {
    leave_enough();
    if (meant_.is_cut_off) leave_a_limit();
  }

  Written write() {
    add_reasoning();
    add_messages_and_calls();
    Written written;
    written.way = style_.text();
    written.bytes = style_.is("mark", "BOM") ? "\xEF\xBB\xBF" : "";
    written.bytes += wrapped(response());
    return written;
  }

 private:
  bool is_beside() const {
    return style_.is("form", "in the message") || style_.is("form", "beside the output");
  }

  // What a person could not read, and what no server does, is made right.
  void leave_enough() {
    if (!style_.is_right("text")) style_.make_right("arguments");
    if (meant_.calls.empty() || (style_.is("form", "in the message") && meant_.text.empty()))
      style_.make_right("form");
    if (style_.is("form", "in the message") && style_.is("content", "no message"))
      style_.make_right("content");
    if (is_beside()) {
      style_.make_right("order");
      style_.make_right("again");
    }
    const bool is_untyped = style_.is("type", "missing") || style_.is("type", "null");
    // A call of a custom tool is written like this.
    if (is_untyped && style_.is("key", "input")) style_.make_right("type");
    // Is it one call, told twice?
    const bool tells_ids =
        style_.is_right("id") || style_.is_right("call id") || style_.is("call id", "forbidden");
    if ((meant_.has_equal_calls() || !style_.is_right("again")) && !tells_ids) {
      style_.make_right("id");
      style_.make_right("call id");
    }
    // Nobody knows then what it is.
    const bool is_untyped_part = style_.is("part type", "missing") || style_.is("content", "no message");
    if (is_untyped_part && style_.is("part key", "content")) style_.make_right("part key");
    if (style_.is("content", "no parts") &&
        (style_.is("message type", "missing") || style_.is("message type", "null")))
      style_.make_right("message type");
    leave_an_output();
  }

  void leave_an_output() {
    const bool is_list = style_.is_right("output") || style_.is("output", "one item");
    const bool has_items = (!meant_.calls.empty() && !style_.is("form", "beside the output")) ||
                           (!meant_.reasoning.empty() && !style_.is("reasoning", "reasoning_content")) ||
                           !style_.is_right("unknown items");
    // Where there is no output, the text stands for it.
    if (!is_list && (has_items || meant_.text.empty())) style_.make_right("output");
    if (!style_.is_right("output") && !style_.is("output", "one item"))
      style_.make("output_text", style_.is("output", "text") ? "absent" : "alone");
    if (style_.is("output_text", "absent")) style_.make_right("output_text");
    if (meant_.text.empty() || style_.is("form", "in the message")) style_.make_right("output_text");
  }

  // The response says why it ended. Of such a reply only strict JSON is known to be whole.
  void leave_a_limit() {
    for (const std::string_view manner : {"text", "again", "no arguments"}) style_.make_right(manner);
    style_.make("response status", dice_.chance(50) ? "incomplete" : "completed");
    style_.make("incomplete_details", R"({"reason":"max_output_tokens"})");
  }

  // As JSON: a text that was cut off.
  std::string half_of(const MeantCall& call) const { return json_text(half(call.arguments, dice_)); }
  bool is_half(const MeantCall& call) const { return meant_.is_cut_off && &call == &meant_.calls.back(); }

  // -- items

  void add_id(std::vector<std::string>& members, std::string_view key, const std::string& right) const {
    const std::string_view manner = key == "id" ? "id" : "call id";
    if (style_.is(manner, "missing")) return;
    if (style_.is(manner, "null")) return members.push_back(member(key, "null"));
    if (style_.is(manner, "number")) return members.push_back(member(key, "7"));
    members.push_back(member(key, json_text(style_.is(manner, "empty")          ? ""
                                            : style_.is(manner, "same for all") ? "item_0"
                                                                                : right)));
  }

  void add_status(std::vector<std::string>& members) const {
    if (style_.is("status", "missing")) return;
    if (style_.is("status", "null")) return members.push_back(member("status", "null"));
    members.push_back(
        member("status", style_.is("status", "in_progress") ? "\"in_progress\"" : "\"completed\""));
  }

  std::string part(std::string_view type, std::string_view text) const {
    std::vector<std::string> members;
    if (!type.empty()) members.push_back(member("type", json_text(type)));
    const bool is_of_message = type != "summary_text" && type != "reasoning_text";
    members.push_back(
        member(is_of_message && style_.is("part key", "content") ? "content" : "text", json_text(text)));
    if (is_of_message && !style_.is_right("annotations")) members.push_back(member("annotations", "null"));
    return object(members);
  }

  void add_reasoning() {
    if (meant_.reasoning.empty() || style_.is("reasoning", "reasoning_content")) return;
    std::vector<std::string> members;
    add_id(members, "id", "rs_1");
    if (style_.is_right("reasoning type")) members.push_back(member("type", "\"reasoning\""));
    const std::string text = json_text(meant_.reasoning);
    const std::string summary = part("summary_text", meant_.reasoning);
    const std::string content = part("reasoning_text", meant_.reasoning);
    const bool is_content = style_.is("reasoning", "content") || style_.is("reasoning", "content as text") ||
                            style_.is("reasoning", "content texts");
    if (is_content) members.push_back(member("summary", "[]"));
    if (style_.is_right("reasoning")) members.push_back(member("summary", "[" + summary + "]"));
    if (style_.is("reasoning", "one summary")) members.push_back(member("summary", summary));
    if (style_.is("reasoning", "summary as text")) members.push_back(member("summary", text));
    if (style_.is("reasoning", "summary texts")) members.push_back(member("summary", "[" + text + "]"));
    if (style_.is("reasoning", "content")) members.push_back(member("content", "[" + content + "]"));
    if (style_.is("reasoning", "content as text")) members.push_back(member("content", text));
    if (style_.is("reasoning", "content texts")) members.push_back(member("content", "[" + text + "]"));
    if (style_.is("reasoning", "text")) {
      if (!style_.is_right("reasoning type")) members.push_back(member("summary", "[]"));
      members.push_back(member("text", text));
    }
    if (style_.is("encrypted", "yes")) members.push_back(member("encrypted_content", "\"ZW5j\""));
    items_.push_back(object(members));
  }

  void add_message(const std::vector<std::string>& texts) {
    if (style_.is("content", "no message")) {
      for (const std::string& text : texts) items_.push_back(part("output_text", text));
      return;
    }
    std::vector<std::string> members;
    add_id(members, "id", "msg_" + std::to_string(items_.size()));
    if (style_.is_right("message type")) members.push_back(member("type", "\"message\""));
    if (style_.is("message type", "null")) members.push_back(member("type", "null"));
    if (style_.is_right("role")) members.push_back(member("role", "\"assistant\""));
    add_status(members);
    std::vector<std::string> parts;
    std::string whole;
    for (const std::string& text : texts) {
      whole += text;
      const std::string_view type = style_.is_right("part type")        ? std::string_view("output_text")
                                    : style_.is("part type", "missing") ? std::string_view()
                                                                        : style_.way_of("part type");
      parts.push_back(style_.is("content", "texts") ? json_text(text) : part(type, text));
    }
    if (style_.is("content", "no parts")) {
      members.push_back(member("text", json_text(whole)));
      if (style_.is("form", "in the message")) members.push_back(calls_beside());
      return items_.push_back(object(members));
    }
    const bool is_one = style_.is("content", "one part") && parts.size() == 1;
    members.push_back(member("content", style_.is("content", "text") ? json_text(whole)
                                        : is_one                     ? parts.front()
                                                                     : list(parts)));
    if (style_.is("form", "in the message")) members.push_back(calls_beside());
    items_.push_back(object(members));
  }

  // The texts of each message.
  std::vector<std::vector<std::string>> messages() {
    const bool is_elsewhere =
        style_.is("output_text", "alone") || !(style_.is_right("output") || style_.is("output", "one item"));
    if (meant_.text.empty() || is_elsewhere) return {};
    if (style_.is("parts", "several")) return {in_pieces(meant_.text, 40, dice_)};
    if (!style_.is("parts", "several messages") || style_.is("form", "in the message"))
      return {{meant_.text}};
    std::vector<std::vector<std::string>> list;
    for (std::string& text : in_pieces(meant_.text, 40, dice_)) list.push_back({std::move(text)});
    return list;
  }

  void add_unknown() {
    if (!style_.is("unknown items", "some") || !dice_.chance(50)) return;
    static const std::vector<std::string> unknown = {
        R"({"id":"ws_1","type":"web_search_call","status":"completed"})",
        R"({"type":"x_progress","percent":4})"};
    items_.push_back(dice_.pick(unknown));
  }

  void add_messages_and_calls() {
    const std::vector<std::vector<std::string>> messages = this->messages();
    std::size_t told = 0;
    const auto add_messages = [&](int percent) {
      while (told < messages.size() && dice_.chance(percent)) add_message(messages[told++]);
    };
    add_unknown();
    if (style_.is_right("order")) add_messages(100);
    if (is_beside()) return;
    for (std::size_t i = 0; i < meant_.calls.size(); ++i) {
      if (style_.is("order", "message between")) add_messages(50);
      items_.push_back(call_item(i));
      if (style_.is("again", "at once") && dice_.chance(50)) items_.push_back(call_item(i));
      add_unknown();
    }
    for (std::size_t i = 0; i < meant_.calls.size(); ++i) {
      if (style_.is("again", "at the end") && dice_.chance(50)) items_.push_back(call_item(i));
    }
    add_messages(100);
  }

  // -- calls

  std::string call_id_of(const MeantCall& call) const {
    return style_.is("call id", "forbidden") ? "functions." + call.name + ":" + call.id : call.id;
  }

  // As JSON; empty: the member is missing.
  std::string arguments_of(const MeantCall& call) const {
    if (is_half(call)) return half_of(call);
    if (call.arguments == "{}" && !style_.is_right("no arguments"))
      return style_.is("no arguments", "absent") ? "" : std::string(style_.way_of("no arguments"));
    return style_.is("arguments", "object") ? call.arguments : json_text(broken(call.arguments, style_));
  }

  std::string call_item(std::size_t place) const {
    const MeantCall& call = meant_.calls[place];
    std::vector<std::string> members;
    add_id(members, "id", style_.is("id", "call id") ? call_id_of(call) : "fc_" + call.id);
    if (style_.is_right("type")) members.push_back(member("type", "\"function_call\""));
    if (style_.is("type", "null")) members.push_back(member("type", "null"));
    if (!style_.is_right("type") && !style_.is("type", "missing") && !style_.is("type", "null"))
      members.push_back(member("type", json_text(style_.way_of("type"))));
    add_id(members, "call_id", call_id_of(call));
    add_status(members);
    std::vector<std::string> told = {member("name", json_text(call.name))};
    const std::string arguments = arguments_of(call);
    if (!arguments.empty())
      told.push_back(member(style_.is_right("key") ? "arguments" : style_.way_of("key"), arguments));
    if (style_.is("form", "function within")) told = {member("function", object(told))};
    members.insert(members.end(), told.begin(), told.end());
    return object(members);
  }

  // As the Chat protocol has them.
  std::string calls_beside() const {
    std::vector<std::string> calls;
    for (const MeantCall& call : meant_.calls) {
      std::vector<std::string> function = {member("name", json_text(call.name))};
      const std::string arguments = arguments_of(call);
      if (!arguments.empty()) function.push_back(member("arguments", arguments));
      calls.push_back(object({member("id", json_text(call.id)), member("type", "\"function\""),
                              member("function", object(function))}));
    }
    return member("tool_calls", list(calls));
  }

  // -- the response

  void add_output(std::vector<std::string>& members) const {
    if (style_.is("output", "null")) members.push_back(member("output", "null"));
    if (style_.is("output", "empty")) members.push_back(member("output", "[]"));
    if (style_.is("output", "text")) members.push_back(member("output", json_text(meant_.text)));
    const bool is_one = style_.is("output", "one item") && items_.size() == 1;
    if (style_.is_right("output") || style_.is("output", "one item"))
      members.push_back(member("output", is_one ? items_.front() : list(items_)));
    if (!style_.is_right("output_text")) members.push_back(member("output_text", json_text(meant_.text)));
    if (style_.is("form", "beside the output")) members.push_back(calls_beside());
    if (style_.is("reasoning", "reasoning_content") && !meant_.reasoning.empty())
      members.push_back(member("reasoning_content", json_text(meant_.reasoning)));
  }

  void add_end(std::vector<std::string>& members) const {
    if (style_.is("response status", "null") || style_.is("response status", "\"\"")) {
      members.push_back(member("status", style_.way_of("response status")));
    } else if (!style_.is("response status", "missing")) {
      members.push_back(
          member("status", json_text(style_.is_right("response status") ? std::string_view("completed")
                                                                        : style_.way_of("response status"))));
    }
    if (style_.is("incomplete_details", "reason null")) {
      members.push_back(member("incomplete_details", R"({"reason":null})"));
    } else if (!style_.is_right("incomplete_details")) {
      members.push_back(member("incomplete_details", style_.way_of("incomplete_details")));
    }
    if (!style_.is_right("error")) members.push_back(member("error", style_.way_of("error")));
    if (style_.is("usage", "missing")) return;
    members.push_back(member("usage", style_.is("usage", "null") ? "null"
                                      : style_.is("usage", "text")
                                          ? R"({"input_tokens":"5","output_tokens":"7","total_tokens":"12"})"
                                      : style_.is("usage", "OpenAI Chat's")
                                          ? R"({"prompt_tokens":5,"completion_tokens":7,"total_tokens":12})"
                                          : R"({"input_tokens":5,"output_tokens":7,"total_tokens":12})"));
  }

  std::string response() const {
    std::vector<std::string> members;
    const auto add_head = [&](std::string_view key, std::string_view value) {
      if (!style_.is("head", "nothing") && !style_.is("head", "no " + std::string(key)))
        members.push_back(member(key, value));
    };
    add_head("id", "\"resp_1\"");
    add_head("object", "\"response\"");
    add_head("created_at", "1760000000");
    add_head("model", "\"model-1\"");
    add_output(members);
    add_end(members);
    return object(members);
  }

  std::string wrapped(const std::string& response) const {
    if (style_.is_right("wrapped")) return response;
    if (style_.is("wrapped", "code and data"))
      return object({member("code", "0"), member("message", "\"success\""), member("data", response)});
    if (style_.is("wrapped", "list")) return "[" + response + "]";
    return object({member(style_.way_of("wrapped"), response)});
  }

  const Meant& meant_;
  Dice& dice_;
  Style style_;
  std::vector<std::string> items_;
};

}  // namespace

Written write_responses_body(const Meant& meant, Dice& dice) { return Writer(meant, dice).write(); }

}  // namespace argwright::dialects
