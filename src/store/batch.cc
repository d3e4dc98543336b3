#include "store/batch.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace argwright::store {
namespace {

// Moves what follows the first `count` entries. Returns the bytes that went.
template <typename Entry>
std::size_t move_rest(std::vector<Entry>& from, std::size_t count, std::vector<Entry>& to) {
  const auto rest = from.begin() + static_cast<std::ptrdiff_t>(std::min(count, from.size()));
  std::size_t bytes = 0;
  for (auto each = rest; each != from.end(); ++each) bytes += bytes_of(*each);
  to.assign(std::make_move_iterator(rest), std::make_move_iterator(from.end()));
  from.erase(rest, from.end());
  return bytes;
}

}  // namespace

void Batch::take(Batch&& other) {
  std::move(other.calls.begin(), other.calls.end(), std::back_inserter(calls));
  std::move(other.turns.begin(), other.turns.end(), std::back_inserter(turns));
  std::move(other.waiting.begin(), other.waiting.end(), std::back_inserter(waiting));
  bytes += other.bytes;
  misses_some = misses_some || other.misses_some;
}

Batch Batch::take_rest(std::size_t count) {
  Batch rest;
  const std::size_t calls_before = calls.size();
  rest.bytes = move_rest(calls, count, rest.calls);
  rest.bytes += move_rest(turns, count > calls_before ? count - calls_before : 0, rest.turns);
  bytes -= rest.bytes;
  rest.waiting = std::exchange(waiting, {});
  rest.is_followed = std::exchange(is_followed, true);
  return rest;
}

void Batch::clear() {
  constexpr std::size_t kMost = 4096;
  calls.clear();
  if (calls.capacity() > kMost) calls = {};
  turns.clear();
  if (turns.capacity() > kMost) turns = {};
  waiting.clear();
  bytes = 0;
  is_followed = misses_some = false;
}

}  // namespace argwright::store
