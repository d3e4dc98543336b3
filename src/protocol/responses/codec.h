// The Responses protocol.
#pragma once

#include "protocol/codec.h"

namespace argwright::protocol::responses {

const Codec& responses_codec();

}  // namespace argwright::protocol::responses
