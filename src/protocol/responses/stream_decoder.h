// The stream of a Responses upstream, as events.
#pragma once

#include <memory>

#include "protocol/codec.h"

namespace argwright::protocol::responses {

// The stream is over with its terminal event or its first error: what follows, a second response for
// instance, gives no events.
std::unique_ptr<StreamDecoder> make_stream_decoder(const DecodeOptions& options);

}  // namespace argwright::protocol::responses
