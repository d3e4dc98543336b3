// Two passes. The first walks the history once and finds out which result answers which call, and what is
// wrong; a history without fault ends here. The second writes the turns again, moving only what belongs to a
// faulty batch.
//
// A batch is a run of assistant turns: what Chat holds in one message is several items in Responses, and
// Messages joins neighbours. In Chat every message stands alone. The results of a batch have to follow it
// before anybody says anything else.
#include "protocol/history.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>

#include "argwright/schema.h"
#include "json/validator.h"
#include "protocol/warning_log.h"

namespace argwright::protocol {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);
constexpr std::size_t kQuotedArguments = 200;  // bytes of unreadable arguments in a warning

struct KnownResult {
  std::size_t turn;
  std::size_t part;
};

// A result that answers no call before it.
struct Unclaimed {
  KnownResult place;
  std::size_t next_batch;
  std::size_t speech;
};

struct KnownCall {
  std::size_t batch;
  std::string id;
  std::string name;
  bool custom;
  CallPart* part;  // where it stands, until turns are moved
  std::vector<KnownResult> results;
};

struct Batch {
  std::size_t last_turn;  // behind this one its results go
  std::size_t speech;     // how often others had spoken before it
  std::vector<std::size_t> calls;
  bool misplaced = false;
  bool rewrite = false;  // its results are written again, in the order of its calls
};

// What to do with a result that does not stay as it is.
enum class Fate : std::uint8_t { kRemove, kQuote };

std::uint64_t key_of(std::size_t turn, std::size_t part) {
  return static_cast<std::uint64_t>(turn) << 32 | part;
}

std::string quoted(std::string_view text) {
  if (text.size() <= kQuotedArguments) return std::string(text);
  std::size_t end = kQuotedArguments;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // not inside a character
  return std::string(text.substr(0, end)) + "...";
}

class Sanitiser {
 public:
  Sanitiser(Request& request, const HistoryOptions& options) : request_(request), options_(options) {}

  std::vector<Warning> run() {
    name_nameless_calls();
    if (options_.mend_arguments) mend_arguments();
    walk();
    settle_unclaimed();
    judge();
    tell_twins_apart();
    if (!fates_.empty() || !inserted_after_.empty()) rebuild();
    return warnings_.take();
  }

 private:
  // --- calls on their own
  // ----------------------------------------------------------------------------------------

  template <typename Use>
  void for_each_call(const Use& use) {
    for (Turn& turn : request_.turns) {
      for (Part& part : turn.parts) {
        if (auto* const call = std::get_if<CallPart>(&part)) use(*call);
      }
    }
  }

  void name_nameless_calls() {
    std::unordered_set<std::string> taken;
    bool nameless = false;
    for_each_call([&](const CallPart& call) {
      taken.insert(call.id);
      nameless = nameless || call.id.empty();
    });
    if (!nameless) return;
    std::size_t number = 0;
    for_each_call([&](CallPart& call) {
      if (!call.id.empty()) return;
      while (!taken.insert("call_" + std::to_string(++number)).second) {
      }
      call.id = "call_" + std::to_string(number);
      std::erase_if(call.extras, [](const json::Member& member) { return member.key == "id"; });
      warnings_.add("missing_call_id", "a call of '" + call.name + "' had no id");
    });
  }

  // Compiled when first needed: most histories need none.
  const Schema* schema_of(const std::string& name) {
    if (!declarations_) {
      declarations_.emplace();
      for (ToolDeclaration& declaration : declarations(request_)) {
        declarations_->emplace(declaration.name, std::move(declaration));
      }
    }
    const auto known = declarations_->find(name);
    return known == declarations_->end() ? nullptr : known->second.schema.get();
  }

  void mend_arguments() {
    for_each_call([&](CallPart& call) {
      if (call.custom || json::is_strict_object(call.arguments)) return;
      const std::string what = "the arguments of an earlier call of '" + call.name + "'";
      if (call.arguments.find_first_not_of(" \t\r\n") == std::string::npos) {
        call.arguments = "{}";
        warnings_.add("mended_arguments", what + " were empty");
        return;
      }
      const ToolCallRequest parsed = parse_call({call.name, call.id, call.arguments}, schema_of(call.name));
      if (json::is_strict_object(parsed.text())) {
        warnings_.add("mended_arguments", what + ": " + parsed.parse_warning);
        call.arguments = std::string(parsed.text());
      } else {
        warnings_.add("unreadable_arguments", what + " became {}; they were: " + quoted(call.arguments));
        call.arguments = "{}";
      }
    });
  }

  // --- who answers whom
  // ------------------------------------------------------------------------------------------

  void walk() {
    bool in_run = false;   // the turn before was an assistant's
    bool barrier = false;  // somebody else has spoken since the batch
    for (std::size_t t = 0; t < request_.turns.size(); ++t) {
      Turn& turn = request_.turns[t];
      if (turn.role == Role::kOpaque) continue;
      if (turn.role == Role::kAssistant) {
        if (!in_run || request_.origin == Protocol::kChat) {
          batches_.push_back({t, speech_, {}, false, false});
          by_name_.clear();
          in_batch_ = {};
        }
        in_run = true;
        barrier = false;
        batches_.back().last_turn = t;
      } else {
        in_run = false;
      }
      const std::size_t spoken = speech_;
      if (turn.role != Role::kAssistant && turn.parts.empty()) ++speech_;  // empty, but it is there
      for (std::size_t p = 0; p < turn.parts.size(); ++p) {
        if (auto* const call = std::get_if<CallPart>(&turn.parts[p])) {
          add_call(*call);
        } else if (auto* const result = std::get_if<ResultPart>(&turn.parts[p])) {
          add_result(*result, turn, t, p, barrier || speech_ != spoken);
        } else if (turn.role != Role::kAssistant) {
          ++speech_;
        }
      }
      barrier = barrier || speech_ != spoken;
      // Orphans of a user's turn will be quoted at its end.
      if (turn.role == Role::kUser && !unclaimed_.empty() && unclaimed_.back().place.turn == t)
        barrier = true;
    }
  }

  void add_call(CallPart& call) {
    if (batches_.empty()) batches_.push_back({0, 0, {}, false, false});  // a call in somebody else's turn
    const std::size_t number = calls_.size();
    calls_.push_back({batches_.size() - 1, call.id, call.name, call.custom, &call, {}});
    batches_.back().calls.push_back(number);
    Queue& same = by_id_[call.id];
    // Some servers start to count anew in every turn: only the last batch with an id can still be meant by
    // it.
    if (!same.calls.empty() && calls_[same.calls.front()].batch != batches_.size() - 1) {
      same = {};
      same.reused = true;
    }
    same.calls.push_back(number);
    by_name_[call.name].calls.push_back(number);
    in_batch_.calls.push_back(number);
  }

  // The call that a result answers. Of several with one id the first that is open, else the last.
  std::size_t call_of(ResultPart& result, Turn& turn) {
    if (result.call_id.empty()) {
      const std::size_t call = open_call(turn);
      if (call == kNone) return kNone;
      result.call_id = calls_[call].id;
      std::erase_if(turn.extras, [](const json::Member& member) { return member.key == "tool_call_id"; });
      warnings_.add("missing_result_id",
                    "a tool result had no id; it was taken for that of '" + calls_[call].name + "'");
      return call;
    }
    const auto known = by_id_.find(result.call_id);
    if (known == by_id_.end()) return kNone;
    const std::size_t open = first_open(known->second);
    return open == kNone ? known->second.calls.back() : open;
  }

  // Calls in order, of which those before `next` have an answer.
  struct Queue {
    std::vector<std::size_t> calls;
    std::size_t next = 0;
    bool reused = false;  // calls of earlier batches had the same id
  };
  std::size_t first_open(Queue& queue) const {
    while (queue.next < queue.calls.size() && !calls_[queue.calls[queue.next]].results.empty()) ++queue.next;
    return queue.next < queue.calls.size() ? queue.calls[queue.next] : kNone;
  }

  std::size_t open_call(const Turn& turn) {
    for (const json::Member& extra : turn.extras) {
      if (extra.key != "name" || !extra.value.is_string()) continue;
      const auto named = by_name_.find(extra.value.string());
      const std::size_t call = named == by_name_.end() ? kNone : first_open(named->second);
      if (call != kNone) return call;
    }
    return first_open(in_batch_);
  }

  void add_result(ResultPart& result, Turn& turn, std::size_t t, std::size_t p, bool barrier) {
    const std::size_t call = call_of(result, turn);
    if (call == kNone) {
      unclaimed_.push_back({{t, p}, batches_.size(), speech_});
      return;
    }
    KnownCall& known = calls_[call];
    known.results.push_back({t, p});
    const bool elsewhere = barrier || turn.role == Role::kAssistant || known.batch != batches_.size() - 1;
    if (elsewhere) batches_[known.batch].misplaced = true;
  }

  // The call that comes directly behind its own result. One that comes later, or has an id that is used
  // again, is not trusted to be meant: the result may be that of a call which was cut off.
  std::size_t next_call(const Unclaimed& result, const std::string& id) const {
    const auto known = by_id_.find(id);
    if (known == by_id_.end() || known->second.reused || known->second.calls.size() != 1) return kNone;
    const std::size_t call = known->second.calls.front();
    const bool next = calls_[call].batch == result.next_batch &&
                      batches_[result.next_batch].speech == result.speech && calls_[call].results.empty();
    return next ? call : kNone;
  }

  void settle_unclaimed() {
    if (unclaimed_.empty()) return;
    // Their calls may be among what the upstream keeps.
    const bool quotes = options_.quote_orphans && !continues_stored(request_);
    for (const Unclaimed& unclaimed : unclaimed_) {
      const KnownResult& place = unclaimed.place;
      const auto& result = std::get<ResultPart>(request_.turns[place.turn].parts[place.part]);
      const std::size_t call = options_.order_results ? next_call(unclaimed, result.call_id) : kNone;
      if (call != kNone) {
        calls_[call].results.push_back(place);
        batches_[calls_[call].batch].misplaced = true;
      } else if (quotes) {
        fates_.emplace(key_of(place.turn, place.part), Fate::kQuote);
        warnings_.add("orphaned_result",
                      "the result of " + a_call(result.call_id) + " has no call; it became user text");
      }
    }
  }

  static std::string a_call(const std::string& id) { return id.empty() ? "a call" : "call '" + id + "'"; }

  // --- what to do
  // ------------------------------------------------------------------------------------------------

  void judge() {
    for (KnownCall& call : calls_) {
      if (call.results.size() > 1 && options_.drop_duplicates) {
        warnings_.add("duplicate_result", "call '" + call.id + "' had several results; the last one stays");
        for (std::size_t i = 0; i + 1 < call.results.size(); ++i) remove(call.results[i]);
        call.results.erase(call.results.begin(), call.results.end() - 1);
      }
    }
    for (std::size_t b = 0; b < batches_.size(); ++b) {
      Batch& batch = batches_[b];
      const bool open = options_.answer_open_calls &&
                        std::any_of(batch.calls.begin(), batch.calls.end(),
                                    [&](std::size_t call) { return calls_[call].results.empty(); });
      batch.rewrite = options_.order_results && (batch.misplaced || open);
      if (batch.misplaced && batch.rewrite) {
        warnings_.add("moved_result", "results were moved directly behind their calls");
      }
      if (open || batch.rewrite) inserted_after_.emplace(batch.last_turn, b);
      if (!batch.rewrite) continue;
      for (const std::size_t call : batch.calls) {
        for (const KnownResult& result : calls_[call].results) remove(result);
      }
    }
  }

  // Two calls of one turn with one id: their results were told apart by their order, which no upstream does.
  void tell_twins_apart() {
    std::unordered_set<std::string> taken;
    std::unordered_map<std::string, int> twins;  // how many of an id so far
    for (const auto& [id, calls] : by_id_) taken.insert(id);
    for (const Batch& batch : batches_) {
      if (batch.calls.size() < 2) continue;
      std::unordered_set<std::string> seen;
      for (const std::size_t number : batch.calls) {
        KnownCall& call = calls_[number];
        if (seen.insert(call.id).second) continue;
        warnings_.add("repeated_call_id", "two calls of one turn had the id '" + call.id + "'");
        const std::string old = call.id;
        int& twin = twins.try_emplace(old, 1).first->second;
        while (!taken.insert(call.id).second) call.id = old + "-" + std::to_string(++twin);
        seen.insert(call.id);
        call.part->id = call.id;
        for (const KnownResult& place : call.results) {
          std::get<ResultPart>(request_.turns[place.turn].parts[place.part]).call_id = call.id;
        }
      }
    }
  }

  void remove(const KnownResult& result) {
    fates_.insert_or_assign(key_of(result.turn, result.part), Fate::kRemove);
  }

  // --- the new turns
  // ---------------------------------------------------------------------------------------------

  // The results of a batch, each as a turn of its own.
  void collect(const Batch& batch, std::vector<Turn>& results) {
    for (const std::size_t number : batch.calls) {
      const KnownCall& call = calls_[number];
      if (call.results.empty() && options_.answer_open_calls) {
        warnings_.add("missing_result", "the call '" + call.id + "' of '" + call.name + "' has no result");
        ResultPart answer;
        answer.call_id = call.id;
        answer.content.emplace_back(TextPart{std::string(kNoResult), {}});
        answer.is_error = true;
        answer.custom = call.custom;
        Turn turn;
        turn.role = Role::kTool;
        turn.parts.emplace_back(std::move(answer));
        results.push_back(std::move(turn));
      }
      if (!batch.rewrite) continue;
      for (const KnownResult& place : call.results) {
        Turn& from = request_.turns[place.turn];
        Turn turn;
        turn.role = Role::kTool;
        if (from.parts.size() == 1) turn.extras = std::move(from.extras);  // the turn of this result alone
        turn.parts.push_back(std::move(from.parts[place.part]));
        results.push_back(std::move(turn));
      }
    }
  }

  static void quote(ResultPart&& result, std::vector<Part>& parts) {
    const std::string call = result.call_id.empty() ? "a call" : "the call " + result.call_id;
    parts.emplace_back(TextPart{"Result of " + call + ", which is not part of this conversation:", {}});
    for (Content& content : result.content) {
      const auto* const text = std::get_if<TextPart>(&content);
      if (text != nullptr && text->text.empty()) continue;  // Messages refuses a text that is empty
      parts.push_back(to_part(std::move(content)));
    }
  }

  bool messages() const { return request_.origin == Protocol::kMessages; }

  // Messages has its results in the user turn that follows, first.
  void put_results(std::vector<Turn>&& results, Turn* next, std::vector<Turn>& turns) {
    if (results.empty()) return;
    if (!messages()) {
      std::move(results.begin(), results.end(), std::back_inserter(turns));
      return;
    }
    std::vector<Part> parts;
    parts.reserve(results.size());
    for (Turn& result : results) parts.push_back(std::move(result.parts.front()));
    if (next != nullptr && next->role == Role::kUser) {
      std::move(next->parts.begin(), next->parts.end(), std::back_inserter(parts));
      next->parts = std::move(parts);
      next->form = ContentForm::kList;
    } else {
      Turn turn;
      turn.parts = std::move(parts);
      turns.push_back(std::move(turn));
    }
  }

  // What is left of a turn without the results that go elsewhere; `quotes` gets the orphans of a tool turn.
  bool thin_out(std::size_t t, std::vector<Turn>& quotes) {
    Turn& turn = request_.turns[t];
    std::vector<Part> kept;
    std::vector<Part> orphans;
    for (std::size_t p = 0; p < turn.parts.size(); ++p) {
      const auto fate = fates_.find(key_of(t, p));
      if (fate == fates_.end()) {
        kept.push_back(std::move(turn.parts[p]));
      } else if (fate->second == Fate::kQuote) {
        quote(std::get<ResultPart>(std::move(turn.parts[p])), orphans);
      }
    }
    const bool thinned = kept.size() != turn.parts.size();
    turn.parts = std::move(kept);
    if (turn.role == Role::kTool && !orphans.empty()) {
      Turn user;
      user.parts = std::move(orphans);
      quotes.push_back(std::move(user));
    } else {
      std::move(orphans.begin(), orphans.end(), std::back_inserter(turn.parts));
    }
    return !thinned || !turn.parts.empty();
  }

  void rebuild() {
    // Results may stand before or behind what is rewritten: take them all before any turn is moved.
    std::unordered_map<std::size_t, std::vector<Turn>> results;
    for (const auto& [turn, batch] : inserted_after_) collect(batches_[batch], results[turn]);

    std::vector<Turn> turns;
    std::vector<Turn> quotes;
    std::vector<Turn> waiting;
    for (std::size_t t = 0; t < request_.turns.size(); ++t) {
      const bool stays = thin_out(t, quotes);
      Turn& turn = request_.turns[t];
      if (stays) {
        put_results(std::exchange(waiting, {}), &turn, turns);
        if (turn.role != Role::kTool && turn.role != Role::kOpaque) {  // results may go on behind these
          std::move(quotes.begin(), quotes.end(), std::back_inserter(turns));
          quotes.clear();
        }
        turns.push_back(std::move(turn));
      }
      if (const auto own = results.find(t); own != results.end()) waiting = std::move(own->second);
    }
    put_results(std::move(waiting), nullptr, turns);
    std::move(quotes.begin(), quotes.end(), std::back_inserter(turns));
    request_.turns = std::move(turns);
    if (request_.input_form == ContentForm::kString) request_.input_form = ContentForm::kList;
  }

  Request& request_;
  const HistoryOptions& options_;
  WarningLog warnings_;
  std::optional<std::unordered_map<std::string, ToolDeclaration>> declarations_;
  std::vector<KnownCall> calls_;
  std::vector<Batch> batches_;
  std::unordered_map<std::string, Queue> by_id_;    // calls of the last batch that has the id
  std::unordered_map<std::string, Queue> by_name_;  // calls of the last batch
  Queue in_batch_;                                  // all of them
  std::vector<Unclaimed> unclaimed_;
  std::size_t speech_ = 0;                         // what others than assistants and tools have said so far
  std::unordered_map<std::uint64_t, Fate> fates_;  // by turn and part
  std::map<std::size_t, std::size_t> inserted_after_;  // turn -> batch
};

}  // namespace

std::vector<Warning> sanitise_history(Request& request, const HistoryOptions& options) {
  return Sanitiser(request, options).run();
}

}  // namespace argwright::protocol
