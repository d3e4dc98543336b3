// A proof of reasoning in the words of a protocol that has one field for it, whatever form it came in.
#pragma once

#include <string_view>

#include "protocol/event.h"

namespace argwright::protocol {

// The signature, or the last one among the details; empty where there is none. Lives as long as the proof.
std::string_view signature_of(const Proof& proof);
// The encrypted data, or the last among the details.
std::string_view encrypted_of(const Proof& proof);

}  // namespace argwright::protocol
