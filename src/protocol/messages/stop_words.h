// The words for why a Messages reply ended.
#pragma once

#include <string_view>

#include "protocol/event.h"

namespace argwright::protocol::messages {

// Words of other protocols and servers are read, too, in capitals or not: one that says "length" must not let
// half a call out (L8).
FinishReason reason_of(std::string_view word);
// One that clients of the protocol know.
bool is_own_word(std::string_view word);
// One that some server is known to use for one of them. What nobody knows is left: a client may know it.
bool is_foreign_word(std::string_view word);
// The word as it came where it is one of the protocol's and still says what the finish says.
std::string_view word_for(const Finish& finish, bool same_protocol);

}  // namespace argwright::protocol::messages
