// One call of a report, as those who write about it need it: log, store, story and header.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/report.h"

namespace argwright::gateway {

// What became of a call, in one word: its outcome where it was released ("text" for a free-text call), else
// its fate.
std::string_view call_word(const protocol::CallReport& call);

// "ok", "decoded" ...; "text" for a free-text call, which has none.
std::string_view outcome_word(const protocol::CallReport& call);

// Was anything done to it, or is anything wrong with it?
bool is_mended(const protocol::CallReport& call);

// Is calls[index] a further call out of the same text as one before it? Then fixes and raw text were told.
bool is_further_part(const protocol::Report& report, std::size_t index);

// The arguments of calls[index] as they went to the client; none where the call never went out, or where the
// report does not hold them (a free-text call that was sent as such).
std::optional<std::string> sent_arguments(const protocol::Report& report, std::size_t index);

}  // namespace argwright::gateway
