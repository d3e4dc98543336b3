#include "protocol/messages/codec.h"

#include <utility>

#include "protocol/event_text.h"
#include "protocol/messages/body_encoder.h"
#include "protocol/messages/reply_reader.h"
#include "protocol/messages/stream_encoder.h"
#include "protocol/stream_fault.h"

namespace argwright::protocol::messages {
namespace {

class MessagesStreamDecoder : public StreamDecoder {
 public:
  explicit MessagesStreamDecoder(const DecodeOptions& options) : text_(options.limits) {}

  void decode(const SseBlock& block, Events& events) override {
    if (!block.has_data || reader_.ended()) return;
    // Not of this protocol, but sent by some; clients drop events without a name.
    if (is_done_mark(block.data)) return;
    Result<json::Value> data = text_.read(block.data, events);
    if (!data) {
      return add_unreadable_block(block.data, data.error(), events);
    }
    reader_.read(block.type, *std::move(data), events);
  }
  void finish(Events& events) override { reader_.end(false, events); }

 private:
  EventText text_;
  ReplyReader reader_;
};

class MessagesCodec : public Codec {
 public:
  std::unique_ptr<StreamDecoder> stream_decoder(const DecodeOptions& options) const override {
    return std::make_unique<MessagesStreamDecoder>(options);
  }
  std::unique_ptr<StreamEncoder> stream_encoder(const EncodeOptions& options) const override {
    return std::make_unique<MessagesStreamEncoder>(options);
  }
  void decode_body(json::Value body, const DecodeOptions& /*options*/, Events& events) const override {
    ReplyReader reader;
    reader.read_body(std::move(body), events);
    reader.end(true, events);
  }
  std::string encode_body(const Reply& reply, const EncodeOptions& options) const override {
    return messages::encode_body(reply, options);
  }
};

}  // namespace

const Codec& messages_codec() {
  static const MessagesCodec codec;
  return codec;
}

}  // namespace argwright::protocol::messages
