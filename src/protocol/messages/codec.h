// Anthropic Messages.
#pragma once

#include "protocol/codec.h"

namespace argwright::protocol::messages {

const Codec& messages_codec();

}  // namespace argwright::protocol::messages
