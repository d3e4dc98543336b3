// The upstream's chat stream.
#pragma once

#include "protocol/chat/chunk_template.h"
#include "protocol/chat/reply_reader.h"
#include "protocol/codec.h"
#include "protocol/event_text.h"

namespace argwright::protocol::chat {

class ChatStreamDecoder : public StreamDecoder {
 public:
  explicit ChatStreamDecoder(const DecodeOptions& options)
      : limits_(options.limits), text_(options.limits), reader_(options, ReplyReader::Mode::kStream) {}
  void decode(const SseBlock& block, Events& events) override;
  void finish(Events& events) override;

 private:
  // Reads the chunk by the one before it, where that is enough.
  bool decode_quickly(std::string_view data, Events& events);

  const Limits limits_;
  EventText text_;
  ReplyReader reader_;
  ChunkTemplate template_;
  ReplyReader::Continuation last_;  // what chunks of the template are
};

}  // namespace argwright::protocol::chat
