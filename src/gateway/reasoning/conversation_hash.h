// What was said in a conversation, as a short text that stays the same although clients send their history
// back in other words: reasoning dropped, content null, "" or a list of one, text beside calls left out,
// items split over turns, arguments written anew. Ids of calls repeat across conversations (`functions.x:0`);
// with this they do not.
//
// It is over the texts and media of users, the calls (id, name, arguments) and the results (id, text), in
// order, but for neighbouring results; not over system prompts, which some clients fill with the time of day,
// nor over what an assistant said.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/request.h"

namespace argwright::gateway {

// Consecutive turns of the assistant: one reply of a model, as far as the client sent it back.
struct AssistantRun {
  std::size_t first = 0, last = 0;  // turns [first, last)
  std::string call_id;              // of its first call that has one; empty: none
  std::size_t calls = 0;
  std::string before;  // the hash of what was said before it; empty where there is no call
};

// Precondition: restore_upstream_ids() was done. `whole` gets what conversation_hash() gives.
std::vector<AssistantRun> assistant_runs(const protocol::Request& request, std::string* whole = nullptr);
// Of the whole request, for the reply to it. Ids that client_id() made count as the upstream's own.
std::string conversation_hash(const protocol::Request& request);

// Hex, 128 bits.
std::string short_hash(std::string_view text);
// Two writings of one JSON value are alike, whatever the order of keys, the escapes and the zeros.
std::uint64_t arguments_digest(std::string_view arguments);

// An id that is long and random, so that no other conversation has it: "call_" and 24 letters and digits is
// one, `functions.x:0`, `call_1` and `call_00_abc` are not.
bool is_never_repeated(std::string_view call_id);

}  // namespace argwright::gateway
