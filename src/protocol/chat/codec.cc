#include "protocol/chat/codec.h"

#include <utility>

#include "protocol/chat/body_encoder.h"
#include "protocol/chat/body_look.h"
#include "protocol/chat/reply_reader.h"
#include "protocol/chat/stream_decoder.h"
#include "protocol/chat/stream_encoder.h"
#include "protocol/fields.h"
#include "protocol/wrapped_body.h"

namespace argwright::protocol::chat {
namespace {

bool holds_choices(const json::Value& body) { return member(body, "choices") != nullptr; }

class ChatCodec : public Codec {
 public:
  std::unique_ptr<StreamDecoder> stream_decoder(const DecodeOptions& options) const override {
    return std::make_unique<ChatStreamDecoder>(options);
  }
  std::unique_ptr<StreamEncoder> stream_encoder(const EncodeOptions& options) const override {
    return std::make_unique<ChatStreamEncoder>(options);
  }
  void decode_body(json::Value body, const DecodeOptions& options, Events& events) const override {
    ReplyReader reader(options, ReplyReader::Mode::kBody);
    if (const json::Value* inner = wrapped_reply(body, holds_choices)) {
      events.emplace_back(Mended{"body_shape", "a body that holds its completion in a member or a list"});
      body = json::Value(*inner);
    }
    reader.read(std::move(body), events);
    reader.end(true, events);
  }
  std::optional<std::vector<CallReport>> look_at_body(std::string_view body, const EncodeOptions& options,
                                                      const Limits& limits) const override {
    return chat::look_at_body(body, options.keep_content_with_calls, limits, options.reads_reasoning);
  }
  std::string encode_body(const Reply& reply, const EncodeOptions& options) const override {
    return chat::encode_body(reply, options);
  }
};

}  // namespace

const Codec& chat_codec() {
  static const ChatCodec codec;
  return codec;
}

}  // namespace argwright::protocol::chat
