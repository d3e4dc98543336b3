// Chat, streams and bodies, as servers write it that only look like it.
#include <algorithm>
#include <deque>
#include <set>
#include <string_view>
#include <utility>

#include "tests/dialects/meant.h"
#include "tests/dialects/style.h"
#include "tests/dialects/writing.h"

namespace argwright::dialects {
namespace {

// More often than the others.
const std::vector<Manner>& manners_of_calls() {
  static const std::vector<Manner> list = {
      {"index", {"dense", "from 1", "sparse", "missing", "-1", "0 for all", "text"}},
      {"id", {"first", "every piece", "anew", "missing", "empty", "same for all"}},
      {"name", {"first", "every piece", "late", "in pieces"}},
      {"around the name", {"nothing", "namespace", "another namespace", "counter", "token"}},
      {"later", {"absent", "null", "empty"}},  // what stands where id, name and type were told before
      {"type", {"first", "missing", "empty", "every piece"}},
      {"arguments", {"pieces", "whole", "object", "cumulative"}},
      {"first piece", {"\"\"", "null", "absent", "with text"}},  // its arguments
      {"no arguments", {"{}", "\"\"", "absent"}},
      {"order", {"one after the other", "interleaved", "first pieces first"}},
      {"packing", {"one", "several", "last in finish", "all in finish", "no list"}},
      {"form", {"tool_calls", "flat", "function_call"}},
      {"again", {"no", "behind finish", "message", "message behind"}},
      {"text", {"strict", "single quotes", "trailing comma", "fenced", "twice"}},
      {"finish",
       {"right", "stop", "\"\"", "null", "missing", "tool_call", "TOOL_CALLS", "function_call", "eos",
        "every chunk", "early", "told twice"}},
  };
  return list;
}

const std::vector<Manner>& manners_of_chunks() {
  static const std::vector<Manner> list = {
      {"no finish yet", {"null", "missing", "\"\""}},
      {"text beside a call", {"no", "yes"}},
      {"role", {"first", "missing", "empty", "every chunk"}},
      {"content beside calls", {"absent", "null", "\"\"", "[]"}},
      {"content", {"text", "list"}},
      {"calls beside text", {"absent", "null", "[]"}},
      {"reasoning",
       {"reasoning_content", "reasoning", "both", "<think>", "details", "details and reasoning", "list"}},
      {"usage", {"own chunk", "finish chunk", "every chunk", "missing", "in the choice", "x_groq"}},
      {"first chunk", {"role", "choices empty", "choices missing", "none"}},
      {"head", {"whole", "no id", "no model", "no object", "nothing", "id anew", "null error"}},
      {"number of the choice", {"0", "missing", "text"}},
      {"more members", {"none", "some"}},
      {"characters", {"as they are", "escaped"}},
      {"lines", {"LF", "CRLF", "CR"}},
      {"comments", {"no", "yes", "empty events"}},
      {"space behind data:", {"yes", "no"}},
      {"data", {"one line", "several lines"}},
      {"[DONE]", {"right", "missing", "small"}},
      {"last event", {"ended", "without a blank line"}},
      {"mark", {"none", "BOM"}},
      {"event", {"none", "message"}},
  };
  return list;
}

// Characters beyond ASCII as \\uXXXX, as Python writes them.
std::string escaped(std::string_view json) {
  std::string text;
  const auto add = [&](unsigned unit) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    text += "\\u";
    for (unsigned shift = 16; shift > 0; shift -= 4) text += kDigits[(unit >> (shift - 4)) & 15U];
  };
  for (std::size_t i = 0; i < json.size();) {
    const auto lead = static_cast<unsigned char>(json[i++]);
    if (lead < 0x80) {
      text += static_cast<char>(lead);
      continue;
    }
    const int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
    unsigned code = lead & (0x3FU >> static_cast<unsigned>(more));
    for (int j = 0; j < more; ++j) code = (code << 6U) | (static_cast<unsigned char>(json[i++]) & 0x3FU);
    if (code >= 0x10000) {
      add(0xD800 + ((code - 0x10000) >> 10U));
      add(0xDC00 + ((code - 0x10000) & 0x3FFU));
    } else {
      add(code);
    }
  }
  return text;
}

bool ends_in_string(std::string_view json) {
  bool in_string = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (json[i] == '"') in_string = !in_string;
    if (in_string && json[i] == '\\') ++i;
  }
  return in_string;
}

struct Chunk {
  std::vector<std::string> delta;    // members
  std::vector<std::string> entries;  // of tool_calls
  std::set<std::size_t> calls;       // that they are of
  std::string message;               // an object; empty: none
  std::string finish;                // JSON; empty: none yet
  bool has_text = false;
};

class ChatWriter {
 public:
  ChatWriter(const Meant& meant, Dice& dice)
      : meant_(meant), dice_(dice), style_(manners_of_calls(), manners_of_chunks(), dice) {
    leave_enough();
  }

  // A body in place of a stream.
  Written write_body() {
    std::vector<std::string> message;
    if (!style_.is("role", "missing"))
      message.push_back(member("role", style_.is("role", "empty") ? "\"\"" : "\"assistant\""));
    add_reasoning(message);
    const std::string text = written_text();
    if (!text.empty()) {
      message.push_back(content(text));
    } else if (!style_.is_right("content beside calls")) {
      message.push_back(member("content", style_.is("content beside calls", "[]")     ? "[]"
                                          : style_.is("content beside calls", "null") ? "null"
                                                                                      : "\"\""));
    }
    std::vector<std::string> entries;
    for (std::size_t i = 0; i < meant_.calls.size(); ++i) {
      const MeantCall& call = meant_.calls[i];
      entries.push_back(entry(call, i, call.name, arguments_in_body(call), true));
    }
    if (!entries.empty()) {
      message.push_back(calls_member(entries));
    } else if (!style_.is_right("calls beside text")) {
      message.push_back(member("tool_calls", style_.is("calls beside text", "null") ? "null" : "[]"));
    }
    std::vector<std::string> choice;
    if (style_.is_right("number of the choice")) choice.push_back(member("index", "0"));
    choice.push_back(member(style_.is("again", "message") ? "delta" : "message", object(message)));
    if (style_.is("finish", "null")) choice.push_back(member("finish_reason", "null"));
    if (!finish_word().empty()) choice.push_back(member("finish_reason", finish_word()));
    Written written = described();
    written.bytes = style_.is("mark", "BOM") ? "\xEF\xBB\xBF" : "";
    std::string body = "{" + head("chat.completion") + member("choices", "[" + object(choice) + "]");
    if (!style_.is("usage", "missing")) body += ",\n" + usage();
    written.bytes += (style_.is("characters", "escaped") ? escaped(body) : body) + "}";
    return written;
  }

  Written write() {
    add_thoughts();
    add_text();
    add_calls();
    add_finish();
    tell_again();
    Written written = described();
    written.ends_silently = style_.is("[DONE]", "missing") && !tells_finish();
    written.bytes = bytes();
    return written;
  }

 private:
  Written described() const {
    Written written;
    written.way = style_.text();
    if (written_text() != meant_.text) written.text_with_reasoning = written_text();
    return written;
  }

  // With the reasoning in it where it stands there.
  std::string written_text() const {
    const bool is_inline = style_.is("reasoning", "<think>") && !meant_.reasoning.empty();
    return (is_inline ? "<think>" + meant_.reasoning + "</think>" : std::string()) + meant_.text;
  }

  void add_reasoning(std::vector<std::string>& message) const {
    if (meant_.reasoning.empty() || style_.is("reasoning", "<think>")) return;
    const std::string text = json_text(meant_.reasoning);
    const bool has_details =
        style_.is("reasoning", "details") || style_.is("reasoning", "details and reasoning");
    if (has_details) message.push_back(member("reasoning_details", detail_of(text)));
    if (style_.is("reasoning", "details")) return;
    if (!style_.is("reasoning", "reasoning") && !has_details)
      message.push_back(member("reasoning_content", text));
    if (!style_.is_right("reasoning")) message.push_back(member("reasoning", text));
  }

  static std::string detail_of(std::string_view text) {
    return "[" + object({member("type", "\"reasoning.text\""), member("text", text), member("index", "0")}) +
           "]";
  }

  // As JSON; empty: the member is missing.
  std::string arguments_in_body(const MeantCall& call) const {
    if (style_.is("arguments", "object")) return call.arguments;
    const std::string text = text_of(call);
    return text.empty() && style_.is("no arguments", "absent") ? "" : json_text(text);
  }

  bool tells_finish() const {
    return !style_.is("finish", "null") && !style_.is("finish", "missing") && !style_.is("finish", "\"\"");
  }

  // What a person could not read, and what no server does, is made right.
  void leave_enough() {
    leave_a_form();
    leave_what_tells_calls_apart();
    leave_an_end();
  }

  void leave_a_form() {
    if (meant_.calls.size() != 1 && style_.is("form", "function_call")) style_.make_right("form");
    if (style_.is("packing", "all in finish") && meant_.calls.empty()) style_.make_right("packing");
    if (style_.is("packing", "all in finish")) {
      style_.make("first piece", "with text");
      if (!style_.is("arguments", "object")) style_.make("arguments", "whole");
      if (style_.is("name", "in pieces")) style_.make_right("name");
      if (style_.is("finish", "early")) style_.make_right("finish");
    }
    if (style_.is("arguments", "object")) style_.make_right("text");
    // What repeats in every piece is no object yet.
    if (style_.is("arguments", "cumulative") && !tells_objects()) style_.make_right("text");
  }

  void leave_what_tells_calls_apart() {
    const bool index_tells = style_.is_right("index") || style_.is("index", "from 1") ||
                             style_.is("index", "sparse") || style_.is("index", "text");
    // Is it one call, told twice?
    const bool id_says_little = !style_.is_right("id") && !style_.is("id", "every piece");
    if (meant_.has_equal_calls() && id_says_little &&
        !(index_tells && style_.is_right("again") && style_.is_right("finish")))
      style_.make_right("id");
    // Of two ids in a row either may be made up for a piece of the same call.
    if (style_.is("id", "anew") && style_.is("name", "every piece") && !tells_objects())
      style_.make_right("text");
    if (index_tells) return;
    const bool id_tells = style_.is_right("id") || style_.is("id", "every piece");
    if (!style_.is("id", "every piece")) style_.make_right("order");
    if (style_.is("name", "late")) style_.make_right("no arguments");
    if (id_tells) {
      // One of the two may be told behind the finish for the second time.
      if (meant_.has_equal_calls() && style_.is("finish", "early")) style_.make_right("finish");
      return;
    }
    if (style_.is("name", "late") || style_.is("name", "in pieces")) style_.make_right("name");
    // A list of them under one id and one place reads as one text.
    if (style_.is("id", "same for all")) style_.make_right("again");
    // Nothing but a whole object says where a call ends.
    if (!tells_objects()) style_.make_right("text");
  }

  void leave_an_end() {
    const bool goes_on = style_.is("finish", "early") || style_.is("finish", "every chunk");
    // Nothing says that they are whole.
    if (!tells_finish() || (goes_on && style_.is("[DONE]", "missing"))) {
      style_.make_right("text");
      style_.make_right("no arguments");
    }
    if (!tells_finish() && style_.is("again", "behind finish")) style_.make_right("again");
    // Cut off behind such a finish a call without a text is one without arguments.
    // Nor is a call told again there where the reply still goes on.
    if (style_.is("finish", "early")) {
      style_.make_right("again");
      style_.make("first piece", "with text");
      style_.make_right("no arguments");
      style_.make_right("text");
      if (style_.is("name", "in pieces")) style_.make_right("name");
    }
    if (style_.is("finish", "every chunk") && style_.is("first chunk", "none"))
      style_.make_right("first chunk");
  }

  // The text of a call is an object, although it may not be strict.
  bool tells_objects() const { return !style_.is("text", "fenced") && !style_.is("text", "twice"); }

  // -- what is said before the calls

  void add_thoughts() {
    if (meant_.reasoning.empty()) return;
    const bool is_inline = style_.is("reasoning", "<think>");
    const std::string told = meant_.reasoning + (is_inline ? "</think>" : "");
    std::vector<std::string> pieces = in_pieces(told, 20, dice_);
    // Where it is cut off within a tag, or finished, nobody can know it for one.
    if (is_inline && style_.is("finish", "every chunk")) pieces = {told};
    if (is_inline) pieces.front().insert(0, "<think>");
    // One that begins like the last may be all of the text so far, which servers with details tell, too.
    const auto repeats = [](const std::string& last, const std::string& next) {
      return next.starts_with(last);
    };
    const bool is_doubtful =
        style_.is("reasoning", "details") && std::ranges::adjacent_find(pieces, repeats) != pieces.end();
    if (is_doubtful) pieces = {told};
    for (const std::string& piece : pieces) {
      Chunk chunk;
      chunk.has_text = true;
      const std::string text = json_text(piece);
      const std::string detail = detail_of(text);
      if (is_inline) {
        chunk.delta = {content(piece)};
      } else if (style_.is("reasoning", "list")) {
        chunk.delta = {member(
            "content", "[{\"type\":\"thinking\",\"thinking\":[{\"type\":\"text\",\"text\":" + text + "}]}]")};
      } else if (style_.is("reasoning", "details")) {
        chunk.delta = {member("reasoning_details", detail)};
      } else if (style_.is("reasoning", "details and reasoning")) {
        chunk.delta = {member("content", "\"\""), member("reasoning", text),
                       member("reasoning_details", detail)};
      } else {
        if (!style_.is("reasoning", "reasoning")) chunk.delta.push_back(member("reasoning_content", text));
        if (!style_.is_right("reasoning")) chunk.delta.push_back(member("reasoning", text));
      }
      chunks_.push_back(std::move(chunk));
    }
  }

  std::string content(std::string_view text) const {
    if (!style_.is("content", "list")) return member("content", json_text(text));
    return member("content", "[{\"type\":\"text\",\"text\":" + json_text(text) + "}]");
  }

  void add_text() {
    for (const std::string& piece : in_pieces(meant_.text, 20, dice_)) {
      Chunk chunk;
      chunk.has_text = true;
      chunk.delta = {content(piece)};
      if (style_.is("calls beside text", "null")) chunk.delta.push_back(member("tool_calls", "null"));
      if (style_.is("calls beside text", "[]")) chunk.delta.push_back(member("tool_calls", "[]"));
      chunks_.push_back(std::move(chunk));
    }
  }

  // -- the calls

  std::string text_of(const MeantCall& call) const {
    if (call.arguments == "{}" && !style_.is_right("no arguments")) return {};
    return broken(call.arguments, style_);
  }

  // The arguments of each piece, as JSON; empty: the member is missing.
  std::vector<std::string> arguments_of(const MeantCall& call) {
    std::vector<std::string> list;
    const std::string text = text_of(call);
    if (text.empty()) {
      // Nothing is told of them.
    } else if (style_.is("arguments", "object")) {
      list.push_back(call.arguments);
    } else if (style_.is("arguments", "whole")) {
      list.push_back(json_text(text));
    } else {
      static const std::vector<std::size_t> sizes = {1, 3, 8, 40};
      std::string so_far;
      std::string added;
      for (const std::string& piece : in_pieces(text, dice_.pick(sizes), dice_)) {
        so_far += piece;
        added += piece;
        // Cut off behind a finish a text may be a broken one, but for half a string.
        if (style_.is("finish", "early") && so_far.size() < text.size() && !ends_in_string(so_far)) continue;
        list.push_back(json_text(style_.is("arguments", "cumulative") ? so_far : std::exchange(added, {})));
      }
      // An object within one that begins alike? More pieces would tell.
      if (style_.is("arguments", "cumulative") && list.size() == 2) list.erase(list.begin());
    }
    if (style_.is("first piece", "with text") && !list.empty()) return list;
    const bool is_absent =
        style_.is("first piece", "absent") || (text.empty() && style_.is("no arguments", "absent"));
    list.insert(list.begin(), is_absent ? "" : style_.is("first piece", "null") ? "null" : "\"\"");
    return list;
  }

  // What stands in each piece under this key where `told` of them hold something.
  void add_member(std::vector<std::string>& members, std::string_view key, std::string_view text,
                  bool is_told) const {
    if (is_told) return members.push_back(member(key, json_text(text)));
    if (style_.is("later", "null")) members.push_back(member(key, "null"));
    if (style_.is("later", "empty")) members.push_back(member(key, "\"\""));
  }

  void add_index(std::vector<std::string>& members, std::size_t number) const {
    if (style_.is("index", "missing")) return;
    const std::string place = style_.is("index", "from 1")      ? std::to_string(number + 1)
                              : style_.is("index", "sparse")    ? std::to_string(number * 3 + 2)
                              : style_.is("index", "-1")        ? "-1"
                              : style_.is("index", "0 for all") ? "0"
                                                                : std::to_string(number);
    members.push_back(member("index", style_.is("index", "text") ? json_text(place) : place));
  }

  void add_id(std::vector<std::string>& members, const MeantCall& call, bool is_first) {
    if (style_.is("id", "missing")) return;
    if (style_.is("id", "empty")) return members.push_back(member("id", "\"\""));
    if (style_.is("id", "anew"))
      return members.push_back(member("id", json_text("chatcmpl-tool-" + std::to_string(++made_ids_))));
    add_member(members, "id", style_.is("id", "same for all") ? "call_0" : call.id,
               is_first || style_.is("id", "every piece"));
  }

  void add_type(std::vector<std::string>& members, bool is_first) const {
    if (style_.is("type", "missing")) return;
    if (style_.is("type", "empty")) return members.push_back(member("type", "\"\""));
    add_member(members, "type", "function", is_first || style_.is("type", "every piece"));
  }

  std::string around(std::string_view name) const {
    const std::string text(name);
    if (style_.is("name", "in pieces")) return text;
    if (style_.is("around the name", "namespace")) return "functions." + text;
    if (style_.is("around the name", "another namespace")) return "default_api." + text;
    if (style_.is("around the name", "counter")) return text + ":0";
    return style_.is("around the name", "token") ? text + "<|channel|>commentary" : text;
  }

  std::string entry(const MeantCall& call, std::size_t number, std::string_view name,
                    const std::string& arguments, bool is_first) {
    std::vector<std::string> members;
    std::vector<std::string> function;
    add_index(members, number);
    add_id(members, call, is_first);
    add_type(members, is_first);
    add_member(function, "name", around(name), !name.empty());
    if (!arguments.empty()) function.push_back(member("arguments", arguments));
    if (style_.is("form", "function_call")) return object(function);
    if (style_.is("form", "flat")) {
      members.insert(members.end(), function.begin(), function.end());
    } else {
      members.push_back(member("function", object(function)));
    }
    return object(members);
  }

  std::deque<std::string> pieces_of(const MeantCall& call, std::size_t number) {
    std::vector<std::string> arguments = arguments_of(call);
    std::vector<std::string> names(arguments.size());
    if (style_.is("name", "every piece")) {
      names.assign(names.size(), call.name);
    } else if (style_.is("name", "in pieces")) {
      const std::vector<std::string> parts = in_pieces(call.name, 5, dice_);
      if (arguments.front() != "" && arguments.front() != "\"\"") {
        arguments.insert(arguments.begin(), "");
        names.emplace_back();
      }
      arguments.insert(arguments.begin(), parts.size() - 1, arguments.front());
      names.insert(names.begin(), parts.size() - 1, "");
      std::copy(parts.begin(), parts.end(), names.begin());
    } else if (style_.is("name", "late") && names.size() > 1) {
      names[1 + dice_.below(names.size() - 1)] = call.name;
    } else {
      names.front() = call.name;
    }
    std::deque<std::string> pieces;
    for (std::size_t i = 0; i < names.size(); ++i)
      pieces.push_back(entry(call, number, names[i], arguments[i], i == 0));
    return pieces;
  }

  // Pieces of calls in the order in which they are told.
  struct Piece {
    std::size_t call;
    std::string entry;
  };
  std::vector<Piece> pieces() {
    std::vector<std::deque<std::string>> left;
    for (std::size_t i = 0; i < meant_.calls.size(); ++i) left.push_back(pieces_of(meant_.calls[i], i));
    std::vector<Piece> list;
    const auto take = [&](std::size_t call) {
      list.push_back({call, std::move(left[call].front())});
      left[call].pop_front();
    };
    if (!style_.is_right("order")) {
      for (std::size_t i = 0; i < left.size(); ++i) take(i);
    }
    while (style_.is("order", "interleaved")) {
      std::vector<std::size_t> open;
      for (std::size_t i = 0; i < left.size(); ++i) {
        if (!left[i].empty()) open.push_back(i);
      }
      if (open.empty()) break;
      take(dice_.pick(open));
    }
    for (std::size_t i = 0; i < left.size(); ++i) {
      while (!left[i].empty()) take(i);
    }
    return list;
  }

  void add_calls() {
    const std::vector<Piece> list = pieces();
    first_call_ = chunks_.size();
    for (std::size_t i = 0; i < list.size(); ++i) {
      // Two pieces of a call in one list are more than servers do.
      const bool goes_on =
          i > 0 && style_.is("packing", "several") && !chunks_.back().calls.contains(list[i].call);
      const bool is_beside = i == 0 && style_.is("text beside a call", "yes") && !chunks_.empty();
      if (style_.is("packing", "all in finish") ? i == 0 : !goes_on && !is_beside) chunks_.emplace_back();
      if (is_beside) first_call_ = chunks_.size() - 1;
      chunks_.back().entries.push_back(list[i].entry);
      chunks_.back().calls.insert(list[i].call);
    }
    for (std::size_t i = first_call_; i < chunks_.size(); ++i) {
      Chunk& chunk = chunks_[i];
      if (chunk.has_text) continue;
      if (style_.is("content beside calls", "null")) chunk.delta.push_back(member("content", "null"));
      if (style_.is("content beside calls", "\"\"")) chunk.delta.push_back(member("content", "\"\""));
      if (style_.is("content beside calls", "[]")) chunk.delta.push_back(member("content", "[]"));
    }
  }

  // -- the end

  std::string finish_word() const {
    if (style_.is("finish", "\"\"")) return "\"\"";
    if (!tells_finish()) return {};
    for (const std::string_view word : {"stop", "tool_call", "TOOL_CALLS", "function_call", "eos"}) {
      if (style_.is("finish", word)) return json_text(word);
    }
    return meant_.calls.empty() ? "\"stop\"" : "\"tool_calls\"";
  }

  void add_finish() {
    const std::string word = finish_word();
    const bool rides = !meant_.calls.empty() &&
                       (style_.is("packing", "last in finish") || style_.is("packing", "all in finish"));
    if (style_.is("finish", "early") && !chunks_.empty()) {
      const std::size_t first = meant_.calls.empty() ? 0 : first_call_;
      Chunk chunk;
      chunk.finish = word;
      chunks_.insert(
          chunks_.begin() + static_cast<std::ptrdiff_t>(first + dice_.below(chunks_.size() - first)),
          std::move(chunk));
      return;
    }
    if (style_.is("finish", "every chunk")) {
      for (Chunk& chunk : chunks_) chunk.finish = word;
    }
    if (!rides) chunks_.emplace_back();
    chunks_.back().finish = word;
    if (style_.is("finish", "told twice")) {
      chunks_.emplace_back();
      chunks_.back().finish = dice_.chance(50) ? word : "\"stop\"";
    }
  }

  void tell_again() {
    if (style_.is_right("again")) return;
    Chunk chunk;
    std::vector<std::string> entries;
    for (std::size_t i = 0; i < meant_.calls.size(); ++i) {
      const MeantCall& call = meant_.calls[i];
      entries.push_back(entry(call, i, call.name, json_text(text_of(call)), true));
    }
    if (style_.is("again", "behind finish")) {
      chunk.entries = std::move(entries);
      if (!meant_.calls.empty()) chunks_.push_back(std::move(chunk));
      return;
    }
    std::vector<std::string> message = {member("role", "\"assistant\"")};
    const std::string text = written_text();
    message.push_back(member("content", text.empty() ? "null" : json_text(text)));
    if (!entries.empty()) message.push_back(calls_member(entries));
    if (!meant_.reasoning.empty() && style_.is_right("reasoning"))
      message.push_back(member("reasoning_content", json_text(meant_.reasoning)));
    if (style_.is("again", "message behind")) chunks_.emplace_back();
    chunks_.back().message = object(message);
  }

  // -- bytes

  std::string calls_member(const std::vector<std::string>& entries) const {
    if (style_.is("form", "function_call")) return member("function_call", entries.front());
    const bool is_no_list = style_.is("packing", "no list") && entries.size() == 1;
    return member("tool_calls", is_no_list ? entries.front() : "[" + joined(entries) + "]");
  }

  static std::string usage() {
    return member("usage", R"({"prompt_tokens":5,"completion_tokens":7,"total_tokens":12})");
  }

  std::string choice(const Chunk& chunk, bool is_first, bool has_usage) const {
    std::vector<std::string> delta = chunk.delta;
    if (!chunk.entries.empty()) {
      delta.push_back(calls_member(chunk.entries));
    }
    if (style_.is("more members", "some")) {
      delta.push_back(member("refusal", "null"));
      delta.push_back(member("audio", "null"));
    }
    if (style_.is("role", "every chunk") || (is_first && style_.is_right("role")))
      delta.insert(delta.begin(), member("role", "\"assistant\""));
    if (is_first && style_.is("role", "empty")) delta.insert(delta.begin(), member("role", "\"\""));
    std::vector<std::string> members;
    if (!style_.is("number of the choice", "missing"))
      members.push_back(member("index", style_.is("number of the choice", "text") ? "\"0\"" : "0"));
    members.push_back(member("delta", object(delta)));
    if (style_.is("more members", "some")) members.push_back(member("logprobs", "null"));
    if (has_usage && style_.is("usage", "in the choice")) members.push_back(usage());
    if (!chunk.message.empty()) members.push_back(member("message", chunk.message));
    if (!chunk.finish.empty()) {
      members.push_back(member("finish_reason", chunk.finish));
    } else if (style_.is("no finish yet", "\"\"") && !style_.is("finish", "missing")) {
      members.push_back(member("finish_reason", "\"\""));
    } else if (style_.is_right("no finish yet") && !style_.is("finish", "missing")) {
      members.push_back(member("finish_reason", "null"));
    }
    return object(members);
  }

  std::string head(std::string_view object = "chat.completion.chunk") {
    std::vector<std::string> members;
    const bool has_nothing = style_.is("head", "nothing");
    const std::string id = "chatcmpl-" + std::to_string(style_.is("head", "id anew") ? ++made_ids_ : 1);
    if (!has_nothing && !style_.is("head", "no id")) members.push_back(member("id", json_text(id)));
    if (!has_nothing && !style_.is("head", "no object"))
      members.push_back(member("object", json_text(object)));
    if (!has_nothing) members.push_back(member("created", "1760000000"));
    if (!has_nothing && !style_.is("head", "no model")) members.push_back(member("model", "\"model-1\""));
    if (style_.is("head", "null error")) members.push_back(member("error", "null"));
    if (style_.is("more members", "some")) members.push_back(member("system_fingerprint", "\"fp\""));
    // Where the text may be broken into lines.
    return members.empty() ? std::string() : joined(members, ",\n") + ",\n";
  }

  void append_event(std::string& out, std::string_view data) const {
    const std::string end = style_.is("lines", "CRLF") ? "\r\n" : style_.is("lines", "CR") ? "\r" : "\n";
    const std::string field = style_.is("space behind data:", "no") ? "data:" : "data: ";
    if (style_.is("comments", "yes")) out += ": PROCESSING" + end + end;
    if (style_.is("comments", "empty events")) out += field + end + end;
    if (style_.is("event", "message")) out += "event: message" + end;
    out += field;
    const std::string text = style_.is("characters", "escaped") ? escaped(data) : std::string(data);
    for (const char c : text) {
      if (c != '\n') {
        out += c;
      } else if (style_.is("data", "several lines")) {
        out += end + field;
      }
    }
    out += end + end;
  }

  std::string bytes() {
    std::string out = style_.is("mark", "BOM") ? "\xEF\xBB\xBF" : "";
    if (style_.is("first chunk", "choices empty"))
      append_event(out, R"({"id":"","object":"","created":0,"model":"","choices":[]})");
    if (style_.is("first chunk", "choices missing")) append_event(out, "{" + head() + "\"provider\":\"x\"}");
    if (!style_.is("first chunk", "none")) {
      Chunk first;
      first.delta = {member("content", dice_.chance(50) ? "\"\"" : "null")};
      if (style_.is("finish", "every chunk")) first.finish = finish_word();
      chunks_.insert(chunks_.begin(), std::move(first));
    }
    for (std::size_t i = 0; i < chunks_.size(); ++i) {
      const bool is_last = i + 1 == chunks_.size();
      std::string chunk = "{" + head() + "\"choices\":[" + choice(chunks_[i], i == 0, is_last) + "]";
      if (style_.is("usage", "every chunk") || (style_.is("usage", "finish chunk") && is_last))
        chunk += ",\n" + usage();
      if (style_.is("usage", "x_groq") && is_last) chunk += ",\n" + member("x_groq", "{" + usage() + "}");
      append_event(out, chunk + "}");
    }
    if (style_.is_right("usage")) append_event(out, "{" + head() + "\"choices\":[],\n" + usage() + "}");
    if (style_.is_right("[DONE]")) append_event(out, "[DONE]");
    if (style_.is("[DONE]", "small")) append_event(out, "[done]");
    if (style_.is("last event", "without a blank line")) {
      while (out.ends_with('\n') || out.ends_with('\r')) out.pop_back();
    }
    return out;
  }

  const Meant& meant_;
  Dice& dice_;
  Style style_;
  std::vector<Chunk> chunks_;
  std::size_t first_call_ = 0;  // in the chunks
  int made_ids_ = 0;
};

}  // namespace

Written write_chat(const Meant& meant, Dice& dice) { return ChatWriter(meant, dice).write(); }

Written write_chat_body(const Meant& meant, Dice& dice) { return ChatWriter(meant, dice).write_body(); }

}  // namespace argwright::dialects
