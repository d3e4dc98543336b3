// Streams of Anthropic Messages, as servers write them that only look like it.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/dialects/meant.h"

namespace argwright::dialects {
namespace {

enum class Naming : std::uint8_t { kRight, kMissing, kWrong, kInNameOnly };
enum class Index : std::uint8_t { kDense, kFromOne, kSparse, kMissing, kInStartsOnly, kZero, kText };
enum class BlockStop : std::uint8_t { kRight, kMissing, kRepeated, kOfNoBlock, kAtEnd };
enum class Input : std::uint8_t { kDeltas, kStart, kBoth, kSnapshots, kObject, kStop };
enum class Broken : std::uint8_t { kNot, kQuotes, kComma, kTwice, kFenced };
enum class Again : std::uint8_t { kNot, kAtOnce, kAtEnd };
enum class Id : std::uint8_t { kRight, kMissing, kEmpty, kForbidden, kSame };
enum class Signature : std::uint8_t { kWhole, kPieces, kMissing, kInStart };
enum class Head : std::uint8_t { kRight, kMissing, kRepeated, kBare };
enum class Tail : std::uint8_t {
  kRight,
  kMissing,
  kTwice,
  kWithoutReason,
  kWithoutUsage,
  kUsageAsText,
  kEarly
};
enum class Reason : std::uint8_t { kRight, kEndTurn, kNull, kEmpty, kForeign, kInStart, kInStop };
enum class MessageStop : std::uint8_t { kRight, kMissing, kRepeated };
enum class Wrapping : std::uint8_t { kNot, kData, kBlock, kLines };

struct Ways {
  Naming naming = Naming::kRight;
  Index index = Index::kDense;
  bool interleaves = false;
  BlockStop block_stop = BlockStop::kRight;
  bool lacks_part_starts = false;
  Input input = Input::kDeltas;
  bool input_is_text = false;
  bool begins_empty = false;
  std::string input_key = "input";
  bool begins_twice = false;
  bool lacks_types = false;  // of blocks and deltas
  bool has_empty_texts = false;
  Broken broken = Broken::kNot;
  Again again = Again::kNot;
  Id id = Id::kRight;
  bool text_in_start = false;
  bool has_more_texts = false;
  Signature signature = Signature::kWhole;
  bool has_hidden = false;
  bool has_pings = false;
  bool has_odd_events = false;
  bool has_odd_deltas = false;
  Head head = Head::kRight;
  Tail tail = Tail::kRight;
  Reason reason = Reason::kRight;
  MessageStop message_stop = MessageStop::kRight;
  Wrapping wrapping = Wrapping::kNot;
  std::string line_end = "\n";
  bool has_comments = false;
  bool has_other_fields = false;
  bool ends_with_name = false;
  bool lacks_space = false;
  bool splits_data = false;
  bool parts_none = false;
  bool lacks_last_blank = false;
  bool has_done = false;
  bool has_mark = false;
};

template <typename Word>
Word one_of(std::initializer_list<Word> words, Dice& dice) {
  return words.begin()[dice.below(words.size())];
}

using Drawing = void (*)(Ways&, Dice&);
struct Way {
  std::string_view name;
  Drawing draw;
};
const std::vector<Way>& all_ways() {
  static const std::vector<Way> list = {
      {"naming",
       [](Ways& w, Dice& d) {
         w.naming = one_of({Naming::kMissing, Naming::kWrong, Naming::kInNameOnly}, d);
       }},
      {"index",
       [](Ways& w, Dice& d) {
         w.index = one_of({Index::kFromOne, Index::kSparse, Index::kMissing, Index::kInStartsOnly,
                           Index::kZero, Index::kText},
                          d);
       }},
      {"interleaved", [](Ways& w, Dice&) { w.interleaves = true; }},
      {"block stops",
       [](Ways& w, Dice& d) {
         w.block_stop =
             one_of({BlockStop::kMissing, BlockStop::kRepeated, BlockStop::kOfNoBlock, BlockStop::kAtEnd}, d);
       }},
      {"no part starts", [](Ways& w, Dice&) { w.lacks_part_starts = true; }},
      {"input",
       [](Ways& w, Dice& d) {
         w.input = one_of({Input::kStart, Input::kBoth, Input::kObject, Input::kStop}, d);
       }},
      {"input as text", [](Ways& w, Dice&) { w.input_is_text = true; }},
      {"growing input", [](Ways& w, Dice&) { w.input = Input::kSnapshots; }},
      {"arguments", [](Ways& w, Dice&) { w.input_key = "arguments"; }},
      {"begun twice", [](Ways& w, Dice&) { w.begins_twice = true; }},
      {"no types within", [](Ways& w, Dice&) { w.lacks_types = true; }},
      {"empty texts", [](Ways& w, Dice&) { w.has_empty_texts = true; }},
      {"other fields", [](Ways& w, Dice&) { w.has_other_fields = true; }},
      {"name behind data", [](Ways& w, Dice&) { w.ends_with_name = true; }},
      {"input begins empty", [](Ways& w, Dice&) { w.begins_empty = true; }},
      {"broken input",
       [](Ways& w, Dice& d) {
         w.broken = one_of({Broken::kQuotes, Broken::kComma, Broken::kTwice, Broken::kFenced}, d);
       }},
      {"told twice", [](Ways& w, Dice& d) { w.again = one_of({Again::kAtOnce, Again::kAtEnd}, d); }},
      {"ids",
       [](Ways& w, Dice& d) { w.id = one_of({Id::kMissing, Id::kEmpty, Id::kForbidden, Id::kSame}, d); }},
      {"text in start", [](Ways& w, Dice&) { w.text_in_start = true; }},
      {"texts", [](Ways& w, Dice&) { w.has_more_texts = true; }},
      {"signature",
       [](Ways& w, Dice& d) {
         w.signature = one_of({Signature::kPieces, Signature::kMissing, Signature::kInStart}, d);
       }},
      {"hidden thinking", [](Ways& w, Dice&) { w.has_hidden = true; }},
      {"pings", [](Ways& w, Dice&) { w.has_pings = true; }},
      {"odd events", [](Ways& w, Dice&) { w.has_odd_events = true; }},
      {"odd deltas", [](Ways& w, Dice&) { w.has_odd_deltas = true; }},
      {"head", [](Ways& w, Dice& d) { w.head = one_of({Head::kMissing, Head::kRepeated, Head::kBare}, d); }},
      {"tail",
       [](Ways& w, Dice& d) {
         w.tail = one_of({Tail::kMissing, Tail::kTwice, Tail::kWithoutReason, Tail::kWithoutUsage,
                          Tail::kUsageAsText, Tail::kEarly},
                         d);
       }},
      {"reason",
       [](Ways& w, Dice& d) {
         w.reason = one_of({Reason::kEndTurn, Reason::kNull, Reason::kEmpty, Reason::kForeign,
                            Reason::kInStart, Reason::kInStop},
                           d);
       }},
      {"message stop",
       [](Ways& w, Dice& d) { w.message_stop = one_of({MessageStop::kMissing, MessageStop::kRepeated}, d); }},
      {"wrapped",
       [](Ways& w, Dice& d) {
         w.wrapping = one_of({Wrapping::kData, Wrapping::kBlock, Wrapping::kLines}, d);
       }},
      {"line ends", [](Ways& w, Dice& d) { w.line_end = d.chance(50) ? "\r\n" : "\r"; }},
      {"comments", [](Ways& w, Dice&) { w.has_comments = true; }},
      {"no space", [](Ways& w, Dice&) { w.lacks_space = true; }},
      {"data in lines", [](Ways& w, Dice&) { w.splits_data = true; }},
      {"no blank lines", [](Ways& w, Dice&) { w.parts_none = true; }},
      {"no last blank line", [](Ways& w, Dice&) { w.lacks_last_blank = true; }},
      {"done mark", [](Ways& w, Dice&) { w.has_done = true; }},
      {"byte order mark", [](Ways& w, Dice&) { w.has_mark = true; }},
  };
  return list;
}

bool tells_reason(const Ways& ways) {
  if (ways.reason == Reason::kNull || ways.reason == Reason::kEmpty) return false;
  // A reason in the start counts only where the message has ended.
  if (ways.reason == Reason::kInStart)
    return ways.message_stop != MessageStop::kMissing && ways.head != Head::kMissing;
  if (ways.reason == Reason::kInStop) return ways.message_stop != MessageStop::kMissing;
  return ways.tail != Tail::kMissing && ways.tail != Tail::kWithoutReason;
}

bool tells_index(const Ways& ways) {
  return ways.index != Index::kMissing && ways.index != Index::kInStartsOnly && ways.index != Index::kZero;
}

bool ends_silently(const Ways& ways) {
  return !tells_reason(ways) && ways.message_stop == MessageStop::kMissing;
}

// Takes back what together would leave too little to tell what was meant.
void settle(Ways& ways, const Meant& meant) {
  // What an event is has to stand somewhere: in a name that it does not share with others.
  const bool lacks_names = ways.parts_none || ways.wrapping == Wrapping::kLines;
  if (ways.naming == Naming::kInNameOnly && lacks_names) ways.naming = Naming::kRight;
  // Lines that are an event each, or part of one: not both.
  if (ways.parts_none || ways.wrapping == Wrapping::kLines) ways.splits_data = false;
  if (ways.parts_none && ways.wrapping == Wrapping::kLines) ways.wrapping = Wrapping::kData;
  if (ways.wrapping == Wrapping::kLines) ways.ends_with_name = false;
  // Only the index tells blocks apart that are open at once.
  if (!tells_index(ways)) ways.interleaves = false;
  // Only that tells, too, that a block is not another one; and between its beginnings it must not end.
  if (ways.index == Index::kMissing || ways.block_stop == BlockStop::kOfNoBlock) ways.begins_twice = false;
  // Where the block has ended by then, nobody looks for its input.
  const bool ends_each = ways.block_stop == BlockStop::kRight ||
                         (tells_index(ways) &&
                          (ways.block_stop == BlockStop::kRepeated || ways.block_stop == BlockStop::kAtEnd));
  if (ways.input == Input::kStop && (!ends_each || ways.tail == Tail::kEarly)) ways.input = Input::kDeltas;
  if (ways.input == Input::kObject) ways.broken = Broken::kNot;
  if (ways.lacks_part_starts) ways.text_in_start = false;
  // One and the same call twice, or two calls that are equal: only ids tell.
  const bool has_ids = ways.id == Id::kRight || ways.id == Id::kForbidden;
  if (!has_ids && (ways.again != Again::kNot || meant.has_equal_calls())) {
    ways.again = Again::kNot;
    if (ways.id == Id::kSame) ways.id = Id::kMissing;
    if (ways.index == Index::kZero && meant.has_equal_calls()) ways.index = Index::kDense;
  }
  // Half a call, or a broken one: only who has finished vouches for it.
  if (!tells_reason(ways)) ways.broken = Broken::kNot;
  // An empty input that nobody vouches for may be one that was cut off.
  if (ends_silently(ways) && (ways.input == Input::kStart || ways.input == Input::kStop))
    ways.input = Input::kBoth;
  // A text that does not begin with a brace and grows from piece to piece.
  if (ways.input == Input::kSnapshots && (ways.broken == Broken::kTwice || ways.broken == Broken::kFenced))
    ways.broken = Broken::kNot;
}

struct Event {
  std::string type;
  std::string members;  // what follows the type, without braces
};

class Writer {
 public:
  Writer(const Meant& meant, const Ways& ways, Dice& dice) : meant_(meant), ways_(ways), dice_(dice) {}

  std::string bytes() {
    write_head();
    write_blocks();
    write_tail();
    add_noise();
    return framed();
  }

 private:
  struct Block {
    bool is_call = false;
    std::vector<Event> events;
  };

  std::string usage(int output) const {
    const std::string quote = ways_.tail == Tail::kUsageAsText ? "\"" : "";
    return R"("usage":{"input_tokens":)" + quote + "7" + quote + R"(,"output_tokens":)" + quote +
           std::to_string(output) + quote + "}";
  }

  std::string reason_word() const {
    const bool has_calls = !meant_.calls.empty();
    if (ways_.reason == Reason::kEndTurn) return "end_turn";
    if (ways_.reason == Reason::kForeign) return has_calls ? "tool_calls" : "stop";
    return has_calls ? "tool_use" : "end_turn";
  }

  void write_head() {
    if (ways_.head == Head::kMissing) return;
    std::string message = R"("id":"msg_1","type":"message","role":"assistant","model":"m")";
    if (ways_.head != Head::kBare || dice_.chance(30)) message += R"(,"content":[])";
    if (ways_.head == Head::kBare && dice_.chance(30)) message += R"(,"content":null)";
    message += R"(,"stop_reason":)";
    message += ways_.reason == Reason::kInStart ? json_text(reason_word()) : "null";
    if (ways_.head != Head::kBare) message += "," + usage(1);
    head_ = {"message_start", R"("message":{)" + message + "}"};
    events_.push_back(head_);
    if (ways_.head == Head::kRepeated && dice_.chance(50)) events_.push_back(std::exchange(head_, {}));
  }

  std::string index_of(std::size_t block, bool is_start) const {
    switch (ways_.index) {
      case Index::kDense: return R"("index":)" + std::to_string(block) + ",";
      case Index::kFromOne: return R"("index":)" + std::to_string(block + 1) + ",";
      case Index::kSparse: return R"("index":)" + std::to_string(block * block + 3 * block) + ",";
      case Index::kText: return R"("index":")" + std::to_string(block) + "\",";
      case Index::kZero: return R"("index":0,)";
      case Index::kInStartsOnly: return is_start ? R"("index":)" + std::to_string(block) + "," : "";
      case Index::kMissing: return "";
    }
    return "";
  }

  // Of a block or a delta.
  std::string type_of(std::string_view word) const {
    return ways_.lacks_types ? std::string() : R"("type":)" + json_text(word) + ",";
  }

  Event block_start(std::size_t block, const std::string& content) const {
    return {"content_block_start", index_of(block, true) + R"("content_block":)" + content};
  }
  Event block_delta(std::size_t block, std::string_view type, std::string_view key,
                    std::string_view text) const {
    return {"content_block_delta", index_of(block, false) + R"("delta":{)" + type_of(type) + json_text(key) +
                                       ":" + json_text(text) + "}"};
  }
  Event block_stop(std::size_t block) const {
    std::string members = index_of(block, false);
    if (!members.empty()) members.pop_back();
    return {"content_block_stop", members};
  }

  void add_part(bool is_text, std::string_view text) {
    const std::string key = is_text ? "text" : "thinking";
    const std::size_t number = count_++;
    Block block;
    const bool in_start = ways_.text_in_start && dice_.chance(70);
    std::string content = "{" + type_of(key) + json_text(key) + ":" + json_text(in_start ? text : "");
    const std::string signature = "c2lnbmF0dXJl";
    if (!is_text && ways_.signature != Signature::kMissing)
      content += R"(,"signature":)" + json_text(ways_.signature == Signature::kInStart ? signature : "");
    if (!ways_.lacks_part_starts) block.events.push_back(block_start(number, content + "}"));
    if (!in_start) {
      if (ways_.has_empty_texts) block.events.push_back(block_delta(number, key + "_delta", key, ""));
      for (const std::string& piece : in_pieces(text, 20, dice_))
        block.events.push_back(block_delta(number, key + "_delta", key, piece));
    }
    if (!is_text && ways_.signature == Signature::kWhole)
      block.events.push_back(block_delta(number, "signature_delta", "signature", signature));
    if (!is_text && ways_.signature == Signature::kPieces) {
      for (const std::string& piece : in_pieces(signature, 6, dice_))
        block.events.push_back(block_delta(number, "signature_delta", "signature", piece));
    }
    end_block(std::move(block), number);
  }

  void add_hidden() {
    const std::size_t number = count_++;
    Block block;
    block.events.push_back(block_start(number, "{" + type_of("redacted_thinking") + R"("data":"aGlkZGVu"})"));
    end_block(std::move(block), number);
  }

  void end_block(Block block, std::size_t number, const std::string& told_again = {}) {
    Event stop = block_stop(number);
    if (!told_again.empty())
      stop.members += std::string(stop.members.empty() ? "" : ",") + R"("content_block":)" + told_again;
    if (ways_.block_stop == BlockStop::kAtEnd) {
      late_stops_.push_back(std::move(stop));
    } else if (ways_.block_stop != BlockStop::kMissing) {
      block.events.push_back(std::move(stop));
    }
    blocks_.push_back(std::move(block));
  }

  // As Python writes it: with its own quotes.
  static std::string in_single_quotes(std::string_view text) {
    std::string out;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (in_string && text[i] == '\\') {
        out += text[i + 1] == '"' ? "\"" : std::string(text.substr(i, 2));
        ++i;
      } else if (text[i] == '"') {
        in_string = !in_string;
        out += '\'';
      } else if (in_string && text[i] == '\'') {
        out += "\\'";
      } else {
        out += text[i];
      }
    }
    return out;
  }

  std::string told(const std::string& arguments) const {
    switch (ways_.broken) {
      case Broken::kNot: return arguments;
      case Broken::kQuotes: return in_single_quotes(arguments);
      case Broken::kComma:
        return arguments == "{}" ? arguments : arguments.substr(0, arguments.size() - 1) + ",}";
      case Broken::kTwice: return json_text(arguments);
      case Broken::kFenced: return "```json\n" + arguments + "\n```";
    }
    return arguments;
  }

  std::string id_of(const MeantCall& call, std::size_t place) const {
    switch (ways_.id) {
      case Id::kRight: return R"("id":)" + json_text(call.id) + ",";
      case Id::kMissing: return "";
      case Id::kEmpty: return R"("id":"",)";
      case Id::kForbidden:
        return R"("id":)" + json_text("functions." + call.name + ":" + std::to_string(place)) + ",";
      case Id::kSame: return R"("id":"call_0",)";
    }
    return "";
  }

  void add_call(const MeantCall& call, std::size_t place) {
    const std::size_t number = count_++;
    const std::string text = told(call.arguments);
    const bool in_start = ways_.input == Input::kStart || ways_.input == Input::kBoth;
    const bool is_text = ways_.input_is_text || ways_.broken != Broken::kNot;
    static const std::vector<std::string> empties = {"{}", "{}", "\"\"", "null"};
    const std::string input = !in_start ? dice_.pick(empties) : is_text ? json_text(text) : text;
    Block block;
    block.is_call = true;
    const auto content = [&](const std::string& with) {
      return "{" + type_of("tool_use") + id_of(call, place) + R"("name":)" + json_text(call.name) + "," +
             json_text(ways_.input_key) + ":" + with + "}";
    };
    block.events.push_back(block_start(number, content(input)));
    if (ways_.begins_twice) block.events.push_back(block.events.back());
    const auto add = [&](std::string_view piece) {
      block.events.push_back(block_delta(number, "input_json_delta", "partial_json", piece));
    };
    if (ways_.begins_empty) add("");
    if (ways_.input == Input::kSnapshots) {
      // The first of them is short, as a model's first token is: else two of them may be one object in
      // another.
      std::string so_far = text.substr(0, 1 + dice_.below(2));
      add(so_far);
      for (const std::string& piece : in_pieces(std::string_view(text).substr(so_far.size()), 30, dice_))
        add(so_far += piece);
    } else if (ways_.input == Input::kObject) {
      block.events.push_back({"content_block_delta", index_of(number, false) + R"("delta":{)" +
                                                         type_of("input_json_delta") + R"("partial_json":)" +
                                                         text + "}"});
    } else if (ways_.input == Input::kDeltas || ways_.input == Input::kBoth) {
      for (const std::string& piece : in_pieces(text, 1 + dice_.below(40), dice_)) add(piece);
    }
    end_block(std::move(block), number,
              ways_.input == Input::kStop ? content(is_text ? json_text(text) : text) : std::string());
  }

  void collect_blocks() {
    if (ways_.has_hidden && dice_.chance(50)) add_hidden();
    if (!meant_.reasoning.empty()) add_part(false, meant_.reasoning);
    if (ways_.has_hidden) add_hidden();
    std::vector<std::string> texts;
    if (ways_.has_more_texts) {
      texts = in_pieces(meant_.text, 40, dice_);
    } else if (!meant_.text.empty()) {
      texts.push_back(meant_.text);
    }
    std::size_t told = 0;
    const auto some_text = [&] {
      while (told < texts.size() && dice_.chance(60)) add_part(true, texts[told++]);
    };
    if (!texts.empty()) add_part(true, texts[told++]);
    for (std::size_t i = 0; i < meant_.calls.size(); ++i) {
      some_text();
      add_call(meant_.calls[i], i);
      if (ways_.again == Again::kAtOnce && dice_.chance(50)) add_call(meant_.calls[i], i);
    }
    while (told < texts.size()) add_part(true, texts[told++]);
    if (ways_.again == Again::kAtEnd) {
      for (std::size_t i = 0; i < meant_.calls.size(); ++i) {
        if (dice_.chance(50)) add_call(meant_.calls[i], i);
      }
    }
  }

  // Calls that are open at once: each begins behind the one before it.
  void write_interleaved(std::size_t first, std::size_t last) {
    std::vector<std::size_t> at(last - first, 0);
    std::size_t begun = 0;
    for (;;) {
      std::vector<std::size_t> able;
      for (std::size_t i = 0; i < std::min(begun + 1, at.size()); ++i) {
        if (at[i] < blocks_[first + i].events.size()) able.push_back(i);
      }
      if (able.empty()) return;
      const std::size_t next = dice_.pick(able);
      if (at[next] == 0) ++begun;
      events_.push_back(blocks_[first + next].events[at[next]++]);
    }
  }

  void write_blocks() {
    collect_blocks();
    for (std::size_t i = 0; i < blocks_.size();) {
      std::size_t behind = i + 1;
      const std::size_t most = ways_.interleaves ? 2 + dice_.below(2) : 1;
      // A text may be open while the calls behind it come.
      while (behind < blocks_.size() && blocks_[behind].is_call && behind - i < most) ++behind;
      write_interleaved(i, behind);
      i = behind;
      // A head may come again, but not within a block: there another reply would begin.
      if (ways_.head == Head::kRepeated && ways_.block_stop == BlockStop::kRight && dice_.chance(50) &&
          !head_.type.empty()) {
        events_.push_back(std::exchange(head_, {}));
      }
    }
    for (Event& stop : late_stops_) events_.push_back(std::move(stop));
    if (ways_.block_stop == BlockStop::kRepeated || ways_.block_stop == BlockStop::kOfNoBlock) add_stops();
  }

  void add_stops() {
    std::vector<Event> all;
    // Without an index it ends the block at hand.
    const bool is_told = tells_index(ways_);
    // Where several are open, it might end the last that began, until a delta has named that one.
    std::string last;
    bool is_named = true;
    for (Event& event : events_) {
      const bool stops = event.type == "content_block_stop";
      const Event copy = event;
      const std::string index = event.members.substr(0, event.members.find_first_of(",}"));
      if (event.type == "content_block_start") last = index;
      if (event.type == "content_block_start" || index == last)
        is_named = event.type != "content_block_start";
      all.push_back(std::move(event));
      if (ways_.interleaves && !is_named) continue;
      if (stops && ways_.block_stop == BlockStop::kRepeated && dice_.chance(70)) all.push_back(copy);
      if (ways_.block_stop == BlockStop::kOfNoBlock && dice_.chance(stops ? 40 : 8) && (is_told || stops) &&
          all.size() > 1) {
        all.push_back(is_told ? Event{"content_block_stop", R"("index":99)"} : block_stop(count_));
      }
    }
    events_ = std::move(all);
  }

  void write_tail() {
    std::string delta = R"("delta":{"stop_reason":)";
    const bool is_elsewhere = ways_.reason == Reason::kInStart || ways_.reason == Reason::kInStop;
    if (ways_.reason == Reason::kEmpty) {
      delta += "\"\"";
    } else if (ways_.reason == Reason::kNull || is_elsewhere) {
      delta += "null";
    } else {
      delta += json_text(reason_word());
    }
    delta += R"(,"stop_sequence":null})";
    if (ways_.tail == Tail::kWithoutReason) delta = R"("delta":{})";
    if (ways_.tail != Tail::kWithoutUsage) delta += "," + usage(42);
    const Event told{"message_delta", delta};
    const Event empty{"message_delta", R"("delta":{"stop_reason":null},)" + usage(43)};
    if (ways_.tail == Tail::kTwice && dice_.chance(30)) events_.push_back(empty);
    if (ways_.tail != Tail::kMissing) events_.push_back(told);
    if (ways_.tail == Tail::kTwice) events_.push_back(dice_.chance(50) ? empty : told);
    // Before the last block has ended.
    if (ways_.tail == Tail::kEarly && events_.size() > 1 &&
        events_[events_.size() - 2].type == "content_block_stop") {
      std::swap(events_.back(), events_[events_.size() - 2]);
    }
    if (ways_.message_stop == MessageStop::kMissing) return;
    const std::string members =
        ways_.reason == Reason::kInStop ? R"("stop_reason":)" + json_text(reason_word()) : std::string();
    events_.push_back({"message_stop", members});
    if (ways_.message_stop == MessageStop::kRepeated) events_.push_back({"message_stop", ""});
  }

  void add_noise() {
    static const std::vector<Event> odd = {
        {"x_progress", R"("percent":4)"}, {"status", R"("status":"thinking")"}, {"heartbeat", ""}};
    std::vector<Event> all;
    for (Event& event : events_) {
      const std::string index = event.members.substr(0, event.members.find("\"delta\""));
      const bool is_delta = event.type == "content_block_delta";
      if (ways_.has_pings && dice_.chance(20)) all.push_back({"ping", ""});
      if (ways_.has_odd_events && dice_.chance(20)) all.push_back(dice_.pick(odd));
      all.push_back(std::move(event));
      if (is_delta && ways_.has_odd_deltas && dice_.chance(20)) {
        all.push_back({"content_block_delta", index + R"("delta":{"type":"x_progress_delta","percent":4})"});
      }
    }
    events_ = std::move(all);
  }

  std::string name_line(const Event& event) {
    if (ways_.naming == Naming::kMissing) return "";
    static const std::vector<std::string> wrong = {"message", "message", "content_block_delta", "data"};
    return "event: " + (ways_.naming == Naming::kWrong ? dice_.pick(wrong) : event.type);
  }

  std::string data_of(const Event& event) const {
    if (ways_.naming == Naming::kInNameOnly) return "{" + event.members + "}";
    return R"({"type":)" + json_text(event.type) + (event.members.empty() ? "" : ",") + event.members + "}";
  }

  // Cut behind a comma that parts members.
  std::vector<std::string> in_lines(const std::string& data) {
    std::vector<std::string> lines(1);
    bool in_string = false;
    for (std::size_t i = 0; i < data.size(); ++i) {
      lines.back() += data[i];
      if (in_string && data[i] == '\\') {
        lines.back() += data[++i];
      } else if (data[i] == '"') {
        in_string = !in_string;
      } else if (!in_string && data[i] == ',' && dice_.chance(50)) {
        lines.emplace_back();
      }
    }
    return lines;
  }

  std::string framed() {
    const std::string& end = ways_.line_end;
    const std::string field = ways_.lacks_space ? "data:" : "data: ";
    std::string out = ways_.has_mark ? "\xEF\xBB\xBF" : "";
    const auto add_line = [&](const std::string& line) { out += line + end; };
    for (const Event& event : events_) {
      if (ways_.has_comments && dice_.chance(20)) {
        add_line(": keep-alive");
        if (dice_.chance(50)) out += end;
      }
      const std::string name = name_line(event);
      const std::vector<std::string> lines =
          ways_.splits_data ? in_lines(data_of(event)) : std::vector<std::string>{data_of(event)};
      const bool wraps_name = ways_.wrapping == Wrapping::kBlock || ways_.wrapping == Wrapping::kLines;
      const bool has_name = !name.empty();
      if (has_name && !ways_.ends_with_name) add_line((wraps_name ? field : "") + name);
      if (has_name && ways_.wrapping == Wrapping::kLines) out += end;
      if (ways_.has_other_fields) add_line("id: " + std::to_string(out.size()));
      for (const std::string& line : lines)
        add_line((ways_.wrapping == Wrapping::kNot ? "" : field) + field + line);
      if (ways_.has_other_fields && dice_.chance(30)) add_line("retry: 3000");
      if (has_name && ways_.ends_with_name) add_line((wraps_name ? field : "") + name);
      if (!ways_.parts_none || dice_.chance(5)) out += end;
    }
    if (ways_.parts_none) out += end;
    if (ways_.has_done) out += "data: [DONE]" + end + end;
    if (ways_.lacks_last_blank) {
      while (out.ends_with(end)) out.resize(out.size() - end.size());
      if (dice_.chance(50)) out += end;
    }
    return out;
  }

  const Meant& meant_;
  const Ways& ways_;
  Dice& dice_;
  std::vector<Event> events_;
  std::vector<Block> blocks_;
  std::vector<Event> late_stops_;
  std::size_t count_ = 0;  // blocks so far
  Event head_;             // to be told once more
};

}  // namespace

Written write_messages(const Meant& meant, Dice& dice) {
  Ways ways;
  Written written;
  for (std::size_t i = 1 + dice.below(5); i-- > 0;) {
    const Way& way = dice.pick(all_ways());
    way.draw(ways, dice);
    written.way += (written.way.empty() ? "" : ", ") + std::string(way.name);
  }
  settle(ways, meant);
  written.ends_silently = ends_silently(ways);
  written.bytes = Writer(meant, ways, dice).bytes();
  return written;
}

}  // namespace argwright::dialects
