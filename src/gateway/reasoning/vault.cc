#include "gateway/reasoning/vault.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "gateway/reasoning/conversation_hash.h"
#include "gateway/reasoning/packed_thought.h"

namespace argwright::gateway {
namespace {

// The kinds of records of a place.
constexpr std::uint8_t kThought = 0;  // its name is the conversation
constexpr std::uint8_t kNote = 1;     // until when the store has nothing more
// Of what begins a content that is sealed; a thought in clear begins with a brace.
constexpr char kSealed = '\x01';

std::string key_of(std::string_view scope, std::string_view call_id) {
  std::string key(scope);
  key += '\n';
  key += call_id;
  return key;
}

std::string key_of(const store::TurnQuestion& place) { return key_of(place.scope, place.call_id); }

std::int64_t micros_of(store::Time time) {
  return std::chrono::duration_cast<std::chrono::microseconds>(time.time_since_epoch()).count();
}

Vault::Clock::time_point read_note(std::string_view content) {
  Vault::Clock::rep until = 0;
  if (content.size() == sizeof until) std::memcpy(&until, content.data(), sizeof until);
  return Vault::Clock::time_point(Vault::Clock::duration(until));
}

// What was sealed for one turn does not open for another.
std::string bound_to(std::string_view scope, std::string_view call_id, std::string_view conversation) {
  std::string words = "turn:";
  for (const std::string_view word : {scope, call_id, conversation}) {
    words += word;
    words += '\n';
  }
  return words;
}

}  // namespace

Vault::Vault(VaultOptions options)
    : options_(std::move(options)),
      at_rest_(options_.key ? std::optional<Sealer>(Sealer(*options_.key)) : std::nullopt),
      records_(options_.memory_bytes) {}

Vault::Known Vault::find(const store::TurnQuestion& question, Clock::time_point now, store::Time today) {
  return std::move(find({&question, 1}, now, today).front());
}

std::vector<Vault::Known> Vault::find(std::span<const store::TurnQuestion> questions, Clock::time_point now,
                                      store::Time today) {
  std::vector<std::string> keys;
  keys.reserve(questions.size());
  for (const store::TurnQuestion& question : questions) keys.push_back(key_of(question));
  const std::int64_t oldest = micros_of(today - options_.max_age);
  std::vector<Known> known;
  known.reserve(keys.size());
  const std::lock_guard lock(mutex_);
  records_.expect(keys);
  for (const std::string& key : keys) known.push_back(find_by_key(key, now, oldest));
  return known;
}

Vault::Known Vault::find_by_key(std::string_view key, Clock::time_point now, std::int64_t oldest) {
  Known known;
  bool is_any_old = false;
  for (const RecordRing::Record& record : records_.find(key)) {
    if (record.kind == kNote) {
      known.is_all = now < read_note(record.content);
    } else if (record.time < oldest) {
      is_any_old = true;
    } else if (std::optional<Thought> thought = read_packed(record.content)) {
      known.candidates.push_back(
          {std::string(record.name), std::make_shared<const Thought>(*std::move(thought)), record.mark});
    }
  }
  if (is_any_old && known.candidates.empty()) return {};
  return known;
}

store::RememberedTurn Vault::remember(store::TurnQuestion place, std::string conversation,
                                      const Thought& thought, store::Time time) {
  const std::string key = key_of(place);
  std::string packed;
  append_packed(packed, thought);
  {
    const std::lock_guard lock(mutex_);
    records_.drop_before(micros_of(time - options_.max_age));
    records_.put(key, {kThought, conversation, packed, micros_of(time), false},
                 RecordRing::Alike::kByContent);
  }
  store::RememberedTurn turn;
  std::string text = thought_text(thought);
  turn.content = at_rest_ ? kSealed + at_rest_->seal(text, bound_to(place.scope, place.call_id, conversation))
                          : std::move(text);
  turn.scope = std::move(place.scope);
  turn.call_id = std::move(place.call_id);
  turn.conversation = std::move(conversation);
  turn.time = time;
  return turn;
}

void Vault::note(const store::TurnQuestion& place, Clock::time_point complete_until, store::Time today) {
  const Clock::rep until = complete_until.time_since_epoch().count();
  records_.put(key_of(place),
               {kNote, {}, {reinterpret_cast<const char*>(&until), sizeof until}, micros_of(today), false},
               RecordRing::Alike::kByName);
}

void Vault::note_nothing(const store::TurnQuestion& place, Clock::time_point now) {
  const store::Time today = std::chrono::system_clock::now();
  const std::lock_guard lock(mutex_);
  records_.drop_before(micros_of(today - options_.max_age));
  // This process made the call: nobody else knows of it.
  note(place, now + std::chrono::hours(24), today);
}

bool Vault::knows(const store::RememberedTurn& turn) {
  for (const RecordRing::Record& record : records_.find(key_of(turn.scope, turn.call_id))) {
    if (record.kind == kThought && record.name == turn.conversation) return true;
  }
  return false;
}

void Vault::learn(const std::vector<store::TurnQuestion>& questions,
                  const std::vector<store::RememberedTurn>& turns, Clock::time_point now, store::Time today) {
  struct Read {
    const store::RememberedTurn* turn;
    std::string packed;
  };
  std::vector<Read> read;
  for (const store::RememberedTurn& turn : turns) {
    std::string_view text = turn.content;
    std::optional<std::string> opened;
    if (text.starts_with(kSealed)) {
      if (at_rest_)
        opened = at_rest_->open(text.substr(1), bound_to(turn.scope, turn.call_id, turn.conversation));
      if (!opened) continue;
      text = *opened;
    }
    const Result<Thought> thought = read_thought(text);
    if (!thought) continue;
    append_packed(read.emplace_back(Read{&turn, {}}).packed, *thought);
  }
  std::sort(read.begin(), read.end(),
            [](const Read& a, const Read& b) { return a.turn->time < b.turn->time; });
  const std::lock_guard lock(mutex_);
  records_.drop_before(micros_of(today - options_.max_age));
  for (const store::TurnQuestion& question : questions) note(question, now + options_.forget_nothing, today);
  for (const Read& each : read) {
    const store::RememberedTurn& turn = *each.turn;
    // What this process made itself is the newer one.
    if (knows(turn)) continue;
    records_.put(key_of(turn.scope, turn.call_id),
                 {kThought, turn.conversation, each.packed, micros_of(turn.time), true},
                 RecordRing::Alike::kByContent);
  }
}

std::size_t Vault::bytes() const {
  const std::lock_guard lock(mutex_);
  return records_.bytes();
}

store::TurnQuestion place_of(std::string scope, std::string_view call_id, std::string_view conversation) {
  store::TurnQuestion place{std::move(scope), std::string(call_id)};
  if (!is_never_repeated(call_id)) {
    place.call_id += '#';
    place.call_id += conversation;
  }
  return place;
}

const Candidate* choose(const std::vector<Candidate>& candidates, std::string_view call_id,
                        std::string_view conversation) {
  // The one that all agree on, of those in this conversation or of all.
  const auto only = [&](bool in_any) -> std::optional<const Candidate*> {
    std::optional<const Candidate*> found;
    for (const Candidate& candidate : candidates) {
      if (!in_any && candidate.conversation != conversation) continue;
      if (found && *(*found)->thought != *candidate.thought) return nullptr;
      if (!found) found = &candidate;
    }
    return found;
  };
  // A conversation may have been answered twice, with one id: whose answer went on is not known.
  if (const auto same = only(false)) return *same;
  return is_never_repeated(call_id) ? only(true).value_or(nullptr) : nullptr;
}

}  // namespace argwright::gateway
