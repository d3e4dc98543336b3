// Reads the events of a Messages stream, or a whole message, into events.
#pragma once

#include <map>
#include <string_view>

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
    int number = 0;        // of the part, or of the call
    bool is_open = false;  // its part has begun and not ended
    Proof proof;
    json::Array annotations;
  };

  void start(json::Value& message, Events& events);
  void start_if_missing(Events& events);
  std::int64_t index_of(const json::Value& data, bool is_start, Events& events);
  void read_content(json::Array& content, Events& events);
  void tell_usage(const json::Value& holder, Events& events);
  // `whole`: of a body, so that an empty input is the input.
  void open_block(std::int64_t index, json::Value& block, bool whole, Events& events);
  void open_part(std::int64_t index, PartKind kind, json::Value& block, std::string_view text_key,
                 Events& events);
  void open_call(std::int64_t index, json::Value& block, bool whole, Events& events);
  static void check_start(const json::Value& block, std::string_view text_key, bool whole, Events& events);
  void start_part(Block& block, Extras extras, Events& events);
  static void end_part(Block& block, Proof proof, Events& events);
  void add_text(Block& block, PartKind kind, json::Value& delta, Events& events);
  void read_delta(std::int64_t index, json::Value& data, Events& events);
  void close_block(std::int64_t index, Events& events);
  void tell_finish(json::Value& delta, Events& events);
  void close_all(bool abandon, Events& events);

  std::map<std::int64_t, Block> blocks_;  // open ones, by index
  std::int64_t begun_ = 0;                // blocks so far
  std::int64_t last_ = 0;                 // index of the block that began last
  int parts_ = 0;
  int calls_ = 0;
  json::Value usage_;  // as told so far
  bool started_ = false;
  bool finished_ = false;
  bool ended_ = false;
};

}  // namespace argwright::protocol::messages
