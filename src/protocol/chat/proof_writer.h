// The proof of reasoning as reasoning_details of a chat reply.
#pragma once

#include <string>
#include <string_view>

#include "protocol/event.h"

namespace argwright::protocol::chat {

// A list. The details as they came, or one entry each for a signature and for encrypted data. `text` is the
// reasoning, where the entry with the signature is to carry it.
void append_proof(std::string& out, const Proof& proof, std::string_view text);

}  // namespace argwright::protocol::chat
