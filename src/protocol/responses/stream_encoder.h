// The stream of a Responses client, from events.
#pragma once

#include <memory>

#include "protocol/codec.h"

namespace argwright::protocol::responses {

// Blocks pass as they came until the first one that does not: from then on sequence numbers, output indexes
// and the final output are our own count, and every block is encoded.
std::unique_ptr<StreamEncoder> make_stream_encoder(const EncodeOptions& options);

}  // namespace argwright::protocol::responses
