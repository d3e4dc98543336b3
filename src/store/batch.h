// Calls and remembered turns that go to the store together, or not at all; with those who wait for them.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "store/store.h"

namespace argwright::store {

// Hears, on the worker's thread, whether the store has it. False: not all of it is known to be there.
using Told = std::function<void(bool is_written)>;

struct Batch {
  std::vector<CallEntry> calls;
  std::vector<RememberedTurn> turns;
  std::vector<Told> waiting;
  std::size_t bytes = 0;
  // Of one that was cut: the rest follows it, and those who wait are with the last part.
  bool is_followed = false;
  bool misses_some = false;  // something of the parts before it was not written

  std::size_t size() const { return calls.size() + turns.size(); }
  void take(Batch&& other);
  // Keeps the first `count` entries and gives away the rest, with those who wait. Precondition: there are
  // more.
  Batch take_rest(std::size_t count);
  void clear();  // keeps memory, but not much
};

// What they hold. For every call that is logged: not a call of a function.
inline std::size_t bytes_of(const CallEntry& entry) {
  std::size_t bytes = sizeof(CallEntry);
  for (const std::string* text : {&entry.request_id, &entry.key_name, &entry.upstream, &entry.provider,
                                  &entry.model, &entry.tool, &entry.call_id, &entry.fate, &entry.outcome,
                                  &entry.raw, &entry.arguments, &entry.fixes, &entry.error}) {
    bytes += text->size();
  }
  return bytes;
}

inline std::size_t bytes_of(const RememberedTurn& turn) {
  return sizeof(RememberedTurn) + turn.scope.size() + turn.call_id.size() + turn.conversation.size() +
         turn.content.size();
}

}  // namespace argwright::store
