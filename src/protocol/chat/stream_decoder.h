// The upstream's chat stream.
#pragma once

#include "protocol/chat/reply_reader.h"
#include "protocol/codec.h"

namespace argwright::protocol::chat {

class ChatStreamDecoder : public StreamDecoder {
 public:
  explicit ChatStreamDecoder(const DecodeOptions& options) : limits_(options.limits), reader_(options) {}
  void decode(const SseBlock& block, Events& events) override;
  void finish(Events& events) override;

 private:
  const Limits limits_;
  ReplyReader reader_;
};

}  // namespace argwright::protocol::chat
