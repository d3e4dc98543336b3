#include "protocol/messages/codec.h"

#include <utility>

#include "protocol/event_decoder.h"
#include "protocol/messages/body_encoder.h"
#include "protocol/messages/reply_reader.h"
#include "protocol/messages/stream_encoder.h"
#include "protocol/stream_fault.h"

namespace argwright::protocol::messages {
namespace {

class MessagesStreamDecoder final : public EventDecoder {
 public:
  explicit MessagesStreamDecoder(const DecodeOptions& options)
      : EventDecoder(Protocol::kMessages, options.limits) {}

  void finish(Events& events) override {
    if (!reader_.ended()) tell_if_strange(events);
    reader_.end(false, events);
  }

 protected:
  bool is_over() const override { return reader_.ended(); }

  bool knows(std::string_view type, const json::Value& /*event*/) const override {
    return type == "message" || type.starts_with("message_") || type.starts_with("content_block_");
  }

  void read_done_mark(const Came& came, Events& events) override {
    // Not of this protocol, but sent by some; clients drop events without a name, and fail on it in one
    // that they know.
    if (!came.name.empty()) events.emplace_back(Mended{"done_mark", "[DONE] in an event with a name"});
  }

  void read_event(const Came& came, json::Value event, Events& events) override {
    reader_.read(came.name, std::move(event), events);
  }

  void refuse(const Came& came, const Error& error, Events& events) override {
    if (came.name == "ping") return reader_.read(came.name, json::Object{}, events);
    add_unreadable_block(came.text, error, events);
  }

 private:
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
