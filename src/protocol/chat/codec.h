// OpenAI Chat Completions.
#pragma once

#include "protocol/codec.h"

namespace argwright::protocol::chat {

const Codec& chat_codec();

}  // namespace argwright::protocol::chat
