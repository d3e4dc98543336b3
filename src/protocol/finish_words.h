// Why a reply ended, in the words of every server: one that speaks one protocol often ends in the words of
// another, or in its own. A protocol's own words are in its folder.
#pragma once

#include <optional>
#include <string_view>

#include "protocol/event.h"

namespace argwright::protocol {

// Of a word that some server is known to send, in capitals or not, `MaxTokens` as `max_tokens`.
std::optional<FinishReason> known_finish(std::string_view word);

// The same, else what the word seems to say by its parts: one that speaks of a limit, a filter or a failure
// must not let half a call out (L8). kUnknown: it says nothing.
FinishReason finish_of_word(std::string_view word);

}  // namespace argwright::protocol
