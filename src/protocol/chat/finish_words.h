// The words for why a chat reply ended.
#pragma once

#include <string_view>

#include "protocol/event.h"

namespace argwright::protocol::chat {

// Aliases of other servers included ("tool_call", "eos", "max_tokens").
FinishReason reason_of(std::string_view word);
std::string_view word_for(FinishReason reason);
// What some servers write where there is no reason yet: "", "null", "None".
bool is_no_word(std::string_view word);
// Is it one of the protocol's own words?
bool is_own_word(std::string_view word);

}  // namespace argwright::protocol::chat
