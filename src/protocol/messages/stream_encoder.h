// The client's Messages stream. Blocks are counted: after the first event that was written instead of passed,
// all are written.
#pragma once

#include <optional>
#include <string>

#include "protocol/codec.h"

namespace argwright::protocol::messages {

class MessagesStreamEncoder : public StreamEncoder {
 public:
  explicit MessagesStreamEncoder(const EncodeOptions& options) : options_(options) {}
  bool pass(const SseBlock& block, std::span<const Event> events, std::string& out) override;
  void encode(const Event& event, std::string& out) override;
  void diverge() override { encoded_ = true; }

 private:
  void write_start(std::string& out);
  void write(const Delta& piece, std::string& out);
  void write(const PartEnd& end, std::string& out);
  void write(const CallPiece& piece, std::string& out);
  void write(const Call& call, std::string& out);
  void write(const Other& other, std::string& out);
  void add_usage(const Usage& told);
  void write_end(std::string& out);
  void open_part(std::string& out);
  // content_block_start with this block (JSON).
  void open_block(std::string_view block, std::string& out);
  void delta(std::string_view type, std::string_view key, std::string_view text, std::string& out);
  void raw_delta(std::string_view delta, std::string& out);
  void close_block(std::string& out);

  const EncodeOptions options_;
  Start start_;
  bool begun_ = false;    // start_ was told
  bool started_ = false;  // message_start is out
  bool encoded_ = false;  // something was written that did not come so
  bool done_ = false;
  PartStart part_;           // at hand
  bool open_ = false;        // a block is open: number next_ - 1
  bool piece_open_ = false;  // it is that of a call in pieces
  // Citations of the part at hand that have passed; its end tells all of them.
  std::size_t passed_citations_ = 0;
  int next_ = 0;
  // What stands before the text of a delta, the same for all of a block: of this block and this type.
  std::string delta_head_;
  int delta_block_ = 0;
  std::string_view delta_type_;  // a literal
  Finish finish_;
  bool has_finish_ = false;     // told
  bool finish_passed_ = false;  // its event has passed
  Usage usage_;
};

}  // namespace argwright::protocol::messages
