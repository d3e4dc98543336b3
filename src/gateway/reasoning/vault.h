// What models thought, by the calls they made: the part of it that is at hand, in memory. Behind it stands
// the store; who puts reasoning back (restore.h) asks that only for what is not known here.
//
// Thread-safe; one lock, held for a look or an insertion.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gateway/reasoning/record_ring.h"
#include "gateway/reasoning/sealer.h"
#include "gateway/reasoning/thought.h"
#include "store/store.h"

namespace argwright::gateway {

// One turn that may be meant by a call id.
struct Candidate {
  std::string conversation;  // conversation_hash() of what was said before it
  std::shared_ptr<const Thought> thought;
  bool from_store = false;
};

struct VaultOptions {
  std::size_t memory_bytes = std::size_t{64} << 20;
  std::chrono::hours max_age{24 * 30};             // what is older is not given out, and goes
  std::chrono::milliseconds forget_nothing{2000};  // so long the store's "nothing" is believed
  std::optional<std::string> key;                  // contents are sealed at rest with it
};

class Vault {
 public:
  using Clock = std::chrono::steady_clock;
  explicit Vault(VaultOptions options = {});

  struct Known {
    std::vector<Candidate> candidates;
    bool is_all = false;  // the store was asked lately, or need not be
  };
  Known find(const store::TurnQuestion& question, Clock::time_point now,
             store::Time today = std::chrono::system_clock::now());
  // An answer for each; cheaper than one after the other.
  std::vector<Known> find(std::span<const store::TurnQuestion> questions, Clock::time_point now,
                          store::Time today = std::chrono::system_clock::now());

  // A turn that was just made; what is returned is for the store.
  store::RememberedTurn remember(store::TurnQuestion place, std::string conversation, const Thought& thought,
                                 store::Time time);
  // A turn was made of which there is nothing to remember.
  void note_nothing(const store::TurnQuestion& place, Clock::time_point now);
  // The store's answer to these questions. What cannot be read (another key, another release) counts as
  // absent.
  void learn(const std::vector<store::TurnQuestion>& questions,
             const std::vector<store::RememberedTurn>& turns, Clock::time_point now,
             store::Time today = std::chrono::system_clock::now());

  std::size_t bytes() const;

 private:
  // The mutex is held.
  Known find_by_key(std::string_view key, Clock::time_point now, std::int64_t oldest);
  void note(const store::TurnQuestion& place, Clock::time_point complete_until, store::Time today);
  bool knows(const store::RememberedTurn& turn);

  const VaultOptions options_;
  const std::optional<Sealer> at_rest_;
  mutable std::mutex mutex_;
  RecordRing records_;
};

// Where a turn is kept, and asked for. Ids that may repeat are kept together with their conversation: of
// those only the very same conversation counts, and a busy client has many at a time.
store::TurnQuestion place_of(std::string scope, std::string_view call_id, std::string_view conversation);

// The turn that is meant: the one with the same conversation before it, unless that was answered twice in
// different words; else, where the id never repeats and all candidates say the same, that one. Nothing where
// it is ambiguous.
const Candidate* choose(const std::vector<Candidate>& candidates, std::string_view call_id,
                        std::string_view conversation);

}  // namespace argwright::gateway
