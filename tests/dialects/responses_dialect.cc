// The Responses protocol, as servers that imitate it write it.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/dialects/meant.h"

namespace argwright::dialects {
namespace {

enum class Places { kDense, kMissing, kAllZero, kFromOne, kAsText };
enum class ItemIds { kStable, kNewForEveryEvent, kOneForAll, kMissing, kNewAtTheEnd };
enum class CallIds { kEverywhere, kInAddedOnly, kInDoneOnly, kInOutputOnly, kMissing };
enum class Output { kWhole, kEmpty, kMissing };
enum class Message { kFirst, kLast, kAround };
enum class Reasoning { kSummary, kText };

struct Dialect {
  Places places = Places::kDense;
  ItemIds item_ids = ItemIds::kStable;
  CallIds call_ids = CallIds::kEverywhere;
  Output output = Output::kWhole;
  Reasoning reasoning = Reasoning::kSummary;
  bool adds = true;     // output_item.added
  bool streams = true;  // deltas of arguments and text
  bool tells_arguments_done = true;
  bool ends_items = true;  // output_item.done
  bool parts = true;       // content_part.added and .done
  bool tells_text_done = true;
  bool adds_whole = false;         // the arguments stand in added already, and nothing is streamed
  bool names_late = false;         // the name of a call comes with its end
  bool names_in_done = false;      // arguments.done has the name
  bool ends_with_nothing = false;  // output_item.done of a call without its arguments
  bool ends_with_braces = false;   // .. with {}
  bool output_lacks_arguments = false;
  bool interleaves = false;
  bool adds_all_first = false;
  bool has_event_lines = true;
  bool has_types = true;
  bool in_progress = true;
  bool terminal = true;
  bool done_mark = false;
  bool arguments_are_objects = false;  // where the whole of them stands
  bool ends_early = false;             // output_item.done before arguments.done
  bool breaks_arguments = false;       // a comma too much
  bool tells_so_far = false;           // every delta of arguments tells those before it once more
  Message message = Message::kFirst;   // before the calls, or behind them, or begun before and ended behind
  bool only_terminal = false;
  bool done_terminal = false;  // response.done
  std::size_t piece = 8;
  std::string line_end = "\n";
};

// The events of one item, in order.
using ItemEvents = std::vector<std::string>;

class Writer {
 public:
  Writer(const Meant& meant, const Dialect& dialect, Dice& dice)
      : meant_(meant), way_(dialect), dice_(dice) {}

  std::string write() {
    const std::string head = R"("id":"resp_1","object":"response","created_at":1,"model":"m")";
    out_ = event("response.created", R"("response":{)" + head + R"(,"status":"in_progress","output":[]})");
    if (way_.in_progress)
      out_ += event("response.in_progress", R"("response":{"id":"resp_1","status":"in_progress"})");
    write_items();
    if (way_.terminal) {
      out_ += event(way_.done_terminal ? "response.done" : "response.completed",
                    R"("response":{)" + head + R"(,"status":"completed")" + output() +
                        R"(,"usage":{"input_tokens":3,"output_tokens":4,"total_tokens":7}})");
    }
    if (way_.done_mark) out_ += "data: [DONE]" + way_.line_end + way_.line_end;
    return std::move(out_);
  }

 private:
  std::string event(std::string_view type, const std::string& members) const {
    std::string text;
    if (way_.has_event_lines) text += "event: " + std::string(type) + way_.line_end;
    text += "data: {";
    if (way_.has_types || !way_.has_event_lines) text += "\"type\":" + json_text(type) + ",";
    return text + members + "}" + way_.line_end + way_.line_end;
  }

  void write_items() {
    ItemEvents message;
    if (!meant_.reasoning.empty()) put(reasoning());
    if (!meant_.text.empty() && way_.message != Message::kLast) message = this->message();
    std::vector<ItemEvents> calls;
    for (const MeantCall& call : meant_.calls) calls.push_back(this->call(call));
    if (!meant_.text.empty() && way_.message == Message::kLast) message = this->message();
    const std::size_t before = way_.message == Message::kFirst    ? message.size()
                               : way_.message == Message::kAround ? (message.size() + 1) / 2
                                                                  : 0;
    put({message.begin(), message.begin() + static_cast<std::ptrdiff_t>(before)});
    put_calls(std::move(calls));
    put({message.begin() + static_cast<std::ptrdiff_t>(before), message.end()});
  }

  void put(const ItemEvents& events) {
    if (way_.only_terminal) return;
    for (const std::string& text : events) out_ += text;
  }

  void put_calls(std::vector<ItemEvents> calls) {
    std::vector<std::size_t> at(calls.size(), 0);
    if (way_.adds_all_first || way_.interleaves) {
      for (std::size_t i = 0; i < calls.size(); ++i) {
        if (!calls[i].empty()) put({calls[i][at[i]++]});
      }
    }
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < calls.size(); ++i) open.push_back(i);
    while (!open.empty()) {
      const std::size_t k = way_.interleaves ? dice_.below(open.size()) : 0;
      const std::size_t i = open[k];
      if (at[i] == calls[i].size()) {
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(k));
      } else {
        put({calls[i][at[i]++]});
      }
    }
  }

  std::string fresh_id(std::string_view prefix) {
    return std::string(prefix) + "_" + std::to_string(++made_up_);
  }

  // As the item is called in this event.
  std::string id_now(const std::string& item_id, bool at_the_end = false) {
    switch (way_.item_ids) {
      case ItemIds::kStable: return item_id;
      case ItemIds::kNewForEveryEvent: return fresh_id("new");
      case ItemIds::kOneForAll: return "item_1";
      case ItemIds::kMissing: return "";
      case ItemIds::kNewAtTheEnd: return at_the_end ? fresh_id("late") : item_id;
    }
    return item_id;
  }

  std::string item_id_member(const std::string& item_id) {
    const std::string id = id_now(item_id);
    return id.empty() ? "" : "\"item_id\":" + json_text(id) + ",";
  }
  std::string own_id_member(const std::string& item_id, bool at_the_end = false) {
    const std::string id = id_now(item_id, at_the_end);
    return id.empty() ? "" : "\"id\":" + json_text(id) + ",";
  }
  std::string place_member(std::size_t place) const {
    switch (way_.places) {
      case Places::kDense: return "\"output_index\":" + std::to_string(place) + ",";
      case Places::kMissing: return "";
      case Places::kAllZero: return "\"output_index\":0,";
      case Places::kFromOne: return "\"output_index\":" + std::to_string(place + 1) + ",";
      case Places::kAsText: return "\"output_index\":\"" + std::to_string(place) + "\",";
    }
    return "";
  }

  // An item that holds one text: `item` writes it, `list` is what its part stands in.
  struct TextItem {
    std::string id;
    std::size_t place;
    std::string list;
    std::string form;
    std::string text_events, part_events;
    std::string text;
  };
  template <typename ItemOf>
  ItemEvents text_item(const TextItem& shape, const ItemOf& item) {
    ItemEvents list;
    const std::string place = place_member(shape.place);
    const auto in_part = [&] { return item_id_member(shape.id) + place + "\"" + shape.list + "_index\":0,"; };
    const auto part = [&](std::string_view text) {
      return R"("part":{"type":")" + shape.form + R"(","text":)" + json_text(text) + "}";
    };
    if (way_.adds) list.push_back(event("response.output_item.added", place + "\"item\":" + item(false)));
    if (way_.parts) list.push_back(event(shape.part_events + ".added", in_part() + part("")));
    if (way_.streams) {
      for (const std::string& piece : in_pieces(shape.text, way_.piece, dice_))
        list.push_back(event(shape.text_events + ".delta", in_part() + "\"delta\":" + json_text(piece)));
    }
    if (way_.tells_text_done)
      list.push_back(event(shape.text_events + ".done", in_part() + "\"text\":" + json_text(shape.text)));
    if (way_.parts) list.push_back(event(shape.part_events + ".done", in_part() + part(shape.text)));
    if (way_.ends_items) list.push_back(event("response.output_item.done", place + "\"item\":" + item(true)));
    items_.push_back(item(true));
    return list;
  }

  ItemEvents reasoning() {
    const bool is_summary = way_.reasoning == Reasoning::kSummary;
    TextItem shape{"rs_1",
                   next_place_++,
                   is_summary ? "summary" : "content",
                   is_summary ? "summary_text" : "reasoning_text",
                   is_summary ? "response.reasoning_summary_text" : "response.reasoning_text",
                   is_summary ? "response.reasoning_summary_part" : "response.content_part",
                   meant_.reasoning};
    const std::string whole =
        R"({"type":")" + shape.form + R"(","text":)" + json_text(meant_.reasoning) + "}";
    return text_item(shape, [&](bool is_end) {
      const std::string rest = is_summary ? "" : R"("summary":[],)";
      return R"({"type":"reasoning",)" + own_id_member("rs_1", is_end) + rest + "\"" + shape.list + "\":[" +
             (is_end ? whole : "") + "]}";
    });
  }

  ItemEvents message() {
    const TextItem shape{"msg_1",       next_place_++,          "content",
                         "output_text", "response.output_text", "response.content_part",
                         meant_.text};
    const std::string whole =
        R"({"type":"output_text","text":)" + json_text(meant_.text) + R"(,"annotations":[]})";
    return text_item(shape, [&](bool is_end) {
      return R"({"type":"message",)" + own_id_member("msg_1", is_end) + R"("role":"assistant","status":")" +
             (is_end ? "completed" : "in_progress") + R"(","content":[)" + (is_end ? whole : "") + "]}";
    });
  }

  // The text of the arguments as the model wrote it.
  std::string text_of(const MeantCall& call) const {
    if (!way_.breaks_arguments || call.arguments == "{}") return call.arguments;
    return call.arguments.substr(0, call.arguments.size() - 1) + ",}";
  }
  std::string value_of(const MeantCall& call) const {
    return way_.arguments_are_objects ? call.arguments : json_text(text_of(call));
  }

  enum class Where { kAdded, kDone, kOutput };
  std::string call_item(const MeantCall& call, Where where) {
    const bool is_end = where != Where::kAdded;
    const bool in_output = where == Where::kOutput;
    std::string text = R"({"type":"function_call",)" + own_id_member("fc_" + call.id, is_end);
    const bool has_call_id = way_.call_ids == CallIds::kEverywhere ||
                             (way_.call_ids == CallIds::kInAddedOnly && !is_end) ||
                             (way_.call_ids == CallIds::kInDoneOnly && is_end) ||
                             (way_.call_ids == CallIds::kInOutputOnly && in_output);
    if (has_call_id) text += "\"call_id\":" + json_text(call.id) + ",";
    if (is_end || !way_.names_late) text += "\"name\":" + json_text(call.name) + ",";
    if (!is_end) {
      text += "\"arguments\":" + (way_.adds_whole ? value_of(call) : "\"\"") + ",";
    } else if (in_output) {
      text += "\"arguments\":" + (way_.output_lacks_arguments ? "\"\"" : value_of(call)) + ",";
    } else if (way_.ends_with_braces) {
      text += "\"arguments\":\"{}\",";
    } else if (!way_.ends_with_nothing) {
      text += "\"arguments\":" + value_of(call) + ",";
    }
    return text + "\"status\":\"" + (is_end ? "completed" : "in_progress") + "\"}";
  }

  ItemEvents call(const MeantCall& call) {
    ItemEvents list;
    const std::string place = place_member(next_place_++);
    const auto head = [&] { return item_id_member("fc_" + call.id) + place; };
    const auto item = [&](Where where) { return place + "\"item\":" + call_item(call, where); };
    if (way_.adds) list.push_back(event("response.output_item.added", item(Where::kAdded)));
    if (way_.streams && !way_.adds_whole) {
      std::string so_far;
      for (const std::string& piece : in_pieces(text_of(call), way_.piece, dice_)) {
        so_far = way_.tells_so_far ? so_far + piece : piece;
        list.push_back(
            event("response.function_call_arguments.delta", head() + "\"delta\":" + json_text(so_far)));
      }
    }
    ItemEvents ends;
    if (way_.tells_arguments_done) {
      const std::string name = way_.names_in_done ? "\"name\":" + json_text(call.name) + "," : "";
      ends.push_back(
          event("response.function_call_arguments.done", head() + name + "\"arguments\":" + value_of(call)));
    }
    if (way_.ends_items) ends.push_back(event("response.output_item.done", item(Where::kDone)));
    if (way_.ends_early) std::ranges::reverse(ends);
    list.insert(list.end(), ends.begin(), ends.end());
    items_.push_back(call_item(call, Where::kOutput));
    return list;
  }

  std::string output() const {
    if (way_.output == Output::kMissing) return "";
    std::string text = ",\"output\":[";
    if (way_.output == Output::kWhole) {
      for (std::size_t i = 0; i < items_.size(); ++i) text += (i == 0 ? "" : ",") + items_[i];
    }
    return text + "]";
  }

  const Meant& meant_;
  const Dialect& way_;
  Dice& dice_;
  std::string out_;
  std::vector<std::string> items_;
  std::size_t next_place_ = 0;
  int made_up_ = 0;
};

Dialect draw(const Meant& meant, Dice& dice) {
  Dialect way;
  const auto flip = [&](bool& flag, int percent) {
    if (dice.chance(percent)) flag = !flag;
  };
  if (dice.chance(50)) way.places = static_cast<Places>(dice.below(5));
  if (dice.chance(50)) way.item_ids = static_cast<ItemIds>(dice.below(5));
  if (dice.chance(40)) way.call_ids = static_cast<CallIds>(dice.below(5));
  if (dice.chance(40)) way.output = static_cast<Output>(dice.below(3));
  if (dice.chance(40)) way.reasoning = Reasoning::kText;
  flip(way.adds, 25);
  flip(way.streams, 25);
  flip(way.tells_arguments_done, 25);
  flip(way.ends_items, 25);
  flip(way.parts, 25);
  flip(way.tells_text_done, 25);
  flip(way.adds_whole, 8);
  flip(way.names_late, 10);
  flip(way.names_in_done, 30);
  flip(way.ends_with_nothing, 8);
  flip(way.ends_with_braces, 8);
  flip(way.output_lacks_arguments, 8);
  flip(way.interleaves, 15);
  flip(way.adds_all_first, 15);
  flip(way.has_event_lines, 15);
  flip(way.has_types, 10);
  flip(way.in_progress, 30);
  flip(way.terminal, 5);
  flip(way.done_mark, 20);
  flip(way.arguments_are_objects, 8);
  flip(way.ends_early, 8);
  flip(way.breaks_arguments, 10);
  flip(way.tells_so_far, 8);
  flip(way.only_terminal, 5);
  flip(way.done_terminal, 8);
  if (dice.chance(25)) way.message = static_cast<Message>(dice.below(3));
  way.piece = 1 + dice.below(20);
  if (dice.chance(20)) way.line_end = dice.chance(50) ? "\r\n" : "\r";

  // What follows keeps what is drawn decidable.
  if (way.only_terminal) {
    way.terminal = true;
    way.output = Output::kWhole;
    way.output_lacks_arguments = false;
  }
  // Without a word that the reply is over nobody mends.
  if (!way.terminal) way.breaks_arguments = way.tells_so_far = false;
  // Two of them may make an object in an object; several do not.
  if (!way.adds) way.tells_so_far = false;  // each would look like a call of its own
  if (way.tells_so_far) way.piece = 1 + dice.below(3);
  const bool output_tells = way.output == Output::kWhole && way.terminal;
  if (!way.adds) way.adds_whole = way.adds_all_first = way.interleaves = false;
  // The end of a call is where its arguments and its name are told, unless something else does.
  const bool streamed = (way.streams && !way.adds_whole) || way.tells_arguments_done;
  if (!streamed && !way.adds_whole) {
    if (!way.ends_items && !output_tells) way.tells_arguments_done = true;
    if (!way.tells_arguments_done) way.ends_with_nothing = way.ends_with_braces = false;
    if (!way.tells_arguments_done) way.output_lacks_arguments = false;
  }
  if (way.ends_with_braces || way.ends_with_nothing) way.output_lacks_arguments = false;
  if (!way.streams && !way.parts && !way.ends_items && !output_tells) way.tells_text_done = true;
  const bool names = way.adds && !way.names_late;
  if (!names && !way.ends_items && !output_tells) way.names_in_done = way.tells_arguments_done = true;
  // Where nothing but the order tells which is meant, there is an order.
  const bool ids_tell = way.item_ids == ItemIds::kStable || way.item_ids == ItemIds::kNewAtTheEnd;
  const bool places_tell =
      way.places == Places::kDense || way.places == Places::kFromOne || way.places == Places::kAsText;
  if (!ids_tell && !places_tell) way.interleaves = way.adds_all_first = false;
  if (!way.adds || !(ids_tell && places_tell))
    way.message = way.message == Message::kAround ? Message::kFirst : way.message;
  // What is told behind the end of an item counts for nothing, and may be the next one's.
  if (way.ends_early) way.ends_with_nothing = way.ends_with_braces = false;
  if (way.ends_early && !(way.adds && ids_tell && places_tell)) way.ends_early = false;
  if (way.item_ids == ItemIds::kNewAtTheEnd && !places_tell) way.interleaves = way.adds_all_first = false;
  // Pieces that nothing parts: neither a beginning nor an end of a call is told.
  if (!ids_tell && !places_tell && !way.adds && !way.ends_items) way.tells_arguments_done = true;
  if (meant.has_equal_calls() && !(ids_tell && places_tell)) {
    way.places = Places::kDense;
    way.item_ids = ItemIds::kStable;
  }
  return way;
}

std::string described(const Dialect& way) {
  std::string text;
  const auto say = [&](std::string_view name, auto value) {
    text += " " + std::string(name) + "=" + std::to_string(static_cast<int>(value));
  };
  say("places", way.places);
  say("item_ids", way.item_ids);
  say("call_ids", way.call_ids);
  say("output", way.output);
  say("reasoning", way.reasoning);
  say("adds", way.adds);
  say("streams", way.streams);
  say("args_done", way.tells_arguments_done);
  say("ends", way.ends_items);
  say("parts", way.parts);
  say("text_done", way.tells_text_done);
  say("adds_whole", way.adds_whole);
  say("names_late", way.names_late);
  say("names_in_done", way.names_in_done);
  say("ends_empty", way.ends_with_nothing);
  say("ends_braces", way.ends_with_braces);
  say("output_lacks", way.output_lacks_arguments);
  say("interleaves", way.interleaves);
  say("adds_first", way.adds_all_first);
  say("terminal", way.terminal);
  say("ends_early", way.ends_early);
  say("breaks", way.breaks_arguments);
  say("so_far", way.tells_so_far);
  say("message", way.message);
  say("only_terminal", way.only_terminal);
  say("objects", way.arguments_are_objects);
  return text;
}

}  // namespace

Written write_responses(const Meant& meant, Dice& dice) {
  const Dialect way = draw(meant, dice);
  Written written;
  written.bytes = Writer(meant, way, dice).write();
  written.way = described(way);
  // Of calls that are told by arguments.done only, and all called the same, an empty object may be the next
  // one's.
  const bool is_vague = !way.adds && !way.streams && !way.ends_items;
  written.keeps_order = !way.interleaves && !is_vague;
  written.ends_silently = !way.terminal;
  return written;
}

}  // namespace argwright::dialects
