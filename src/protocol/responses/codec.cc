#include "protocol/responses/codec.h"

#include <utility>

#include "protocol/responses/body.h"
#include "protocol/responses/stream_decoder.h"
#include "protocol/responses/stream_encoder.h"

namespace argwright::protocol::responses {
namespace {

class ResponsesCodec final : public Codec {
 public:
  std::unique_ptr<StreamDecoder> stream_decoder(const DecodeOptions& options) const override {
    return make_stream_decoder(options);
  }
  std::unique_ptr<StreamEncoder> stream_encoder(const EncodeOptions& options) const override {
    return make_stream_encoder(options);
  }
  void decode_body(json::Value body, const DecodeOptions& /*options*/, Events& events) const override {
    responses::decode_body(std::move(body), events);
  }
  std::string encode_body(const Reply& reply, const EncodeOptions& options) const override {
    return responses::encode_body(reply, options);
  }
};

}  // namespace

const Codec& responses_codec() {
  static const ResponsesCodec codec;
  return codec;
}

}  // namespace argwright::protocol::responses
