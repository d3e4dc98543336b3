// Reads the events of a Messages stream, or a whole message, into events.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "protocol/codec.h"
#include "protocol/event.h"

namespace argwright::protocol::messages {

class ReplyReader {
 public:
  // `name` is the `event:` line; empty where there was none.
  void read(std::string_view name, json::Value data, Events& events);
  void read_body(json::Value body, Events& events);
  // What is still open ends; then End. Once.
  void end(bool clean, Events& events);
  bool ended() const { return ended_; }

 private:
  enum class BlockKind : std::uint8_t { kPart, kCall, kOpaque };
  struct Block {
    BlockKind kind = BlockKind::kPart;
    PartKind part_kind = PartKind::kText;
    int number = 0;         // of the part, or of the call
    bool is_open = false;   // its part has begun and not ended
    bool is_named = false;  // by a delta, by its own index
    Proof proof;
    bool is_signed = false;  // by a delta
    json::Array annotations;
    // Of a call: as told so far; the input that came with its start, which counts where no delta tells one.
    std::string id, name, input;
    bool has_text = false;
  };

  struct ClosedCall {
    int number = 0;
    bool is_by_start = false;  // its input is that of its start
    bool has_text = false;     // some input was told
  };

  void start(json::Value& message, Events& events);
  void start_if_missing(Events& events);
  void start_stream(json::Value& data, Events& events);
  void abandon_closed_calls(Events& events);
  void read_message(json::Value body, Events& events);
  std::int64_t index_of(const json::Value& data, bool is_start, Events& events);
  // Whatever `content` is: blocks, one block, a text. `is_cut_off`: the message ended at a limit.
  void read_any_content(json::Value* content, bool is_cut_off, Events& events);
  void read_content(json::Array& content, bool is_cut_off, Events& events);
  void tell_usage(const json::Value& holder, Events& events);
  // `whole`: of a body, so that an empty input is the input.
  void open_block(std::int64_t index, json::Value& block, bool whole, Events& events);
  void open_part(std::int64_t index, PartKind kind, json::Value& block, std::string_view text_key,
                 Events& events);
  void open_call(std::int64_t index, json::Value& block, bool whole, Events& events);
  void open_nameless_call(std::int64_t index);
  static bool is_same_call(const Block& at, const json::Value& block);
  static void shape(json::Value& block, Events& events);
  static void check_start(const json::Value& block, std::string_view text_key, bool whole, Events& events);
  void start_part(Block& block, PartStart begun, Events& events);
  void end_part(Block& block, Proof proof, Events& events);
  void add_text(Block& block, PartKind kind, json::Value& delta, Events& events);
  static void add_signature(Block& block, json::Value& delta, Events& events);
  static void add_input(Block& block, json::Value& delta, Events& events);
  // redacted_thinking: it has no text.
  static bool is_redacted(const Block& block) { return !block.proof.encrypted.empty(); }
  static std::string_view delta_of(const Block& block);
  static bool fits(const Block& block, std::string_view delta_type);
  Block* block_for(std::int64_t index, std::string_view delta_type, Events& events);
  void read_delta(std::int64_t index, json::Value& data, Events& events);
  bool add_late_input(std::int64_t index, std::string_view delta_type, json::Value& delta, Events& events);
  // The input that only a second end of the call tells. False: it is none of those.
  bool add_input_of_stop(std::int64_t index, const json::Value* told_again, Events& events);
  void stop_block(std::int64_t index, const json::Value* told_again, Events& events);
  void close_block(std::int64_t index, const json::Value* told_again, Events& events);
  void read_message_delta(json::Value& data, Events& events);
  // False: it tells none.
  bool tell_finish(json::Value& holder, Events& events);
  void tell_misplaced_finish(json::Value& data, Events& events);
  void close_all(bool abandon, Events& events);
  // All but calls whose text has begun: some servers tell the rest of it behind the stop reason.
  void close_parts(Events& events);

  std::map<std::int64_t, Block> blocks_;             // open ones, by index
  std::map<std::int64_t, ClosedCall> closed_calls_;  // by the index that they had last
  Block* open_ = nullptr;                            // the one of them whose part is open
  std::int64_t begun_ = 0;                           // blocks so far
  std::int64_t last_ = 0;                            // index of the block that began last
  int parts_ = 0;
  int calls_ = 0;
  std::set<std::pair<std::string, std::string>> told_calls_;  // ids and names
  json::Value usage_;                                         // as told so far
  json::Value beginning_;  // the stop reason that stood in message_start, and what belongs to it
  std::string id_;         // that message_start told
  bool started_ = false;
  bool finished_ = false;
  bool ended_ = false;
};

}  // namespace argwright::protocol::messages
