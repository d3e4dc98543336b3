// What official clients demand of the log probabilities of tokens, in the protocols of OpenAI.
#pragma once

#include "protocol/known_members.h"

namespace argwright::protocol::logprobs {

using enum KnownKind;
using enum KnownMember::Absent;

inline constexpr KnownMember kTopToken[] = {{"token", kText, {}, kNeeded}, {"logprob", kNumber, {}, kNeeded}};
inline constexpr KnownMember kToken[] = {{"token", kText, {}, kNeeded},
                                         {"logprob", kNumber, {}, kNeeded},
                                         {"top_logprobs", kList, kTopToken, kEmpty}};

}  // namespace argwright::protocol::logprobs
