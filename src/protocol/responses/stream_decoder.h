// The stream of a Responses upstream, as events.
#pragma once

#include <memory>

#include "argwright/limits.h"
#include "protocol/codec.h"

namespace argwright::protocol::responses {

// `limits` bound each block. The stream is over with its terminal event or its first error: what follows, a
// second response for instance, gives no events.
std::unique_ptr<StreamDecoder> make_stream_decoder(const Limits& limits);

}  // namespace argwright::protocol::responses
