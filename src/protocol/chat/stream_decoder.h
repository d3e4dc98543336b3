// The upstream's chat stream.
#pragma once

#include "protocol/chat/chunk_template.h"
#include "protocol/chat/reply_reader.h"
#include "protocol/event_decoder.h"

namespace argwright::protocol::chat {

class ChatStreamDecoder final : public EventDecoder {
 public:
  explicit ChatStreamDecoder(const DecodeOptions& options)
      : EventDecoder(Protocol::kChat, options.limits),
        limits_(options.limits),
        reader_(options, ReplyReader::Mode::kStream) {}
  void decode(const SseBlock& block, Events& events) override;
  void finish(Events& events) override;

 protected:
  bool is_over() const override { return reader_.ended(); }
  bool knows(std::string_view type, const json::Value& event) const override;
  void read_done_mark(const Came& came, Events& events) override;
  void read_event(const Came& came, json::Value event, Events& events) override;
  void refuse(const Came& came, const Error& error, Events& events) override;

 private:
  void end(bool clean, Events& events);
  // Reads the chunk by the one before it, where that is enough.
  bool decode_quickly(std::string_view data, Events& events);

  const Limits limits_;
  ReplyReader reader_;
  ChunkTemplate template_;
  ReplyReader::Continuation last_;  // what chunks of the template are
};

}  // namespace argwright::protocol::chat
