#include "gateway/reasoning/restore.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <utility>

#include "gateway/reasoning/put_back.h"
#include "gateway/store_question.h"

namespace argwright::gateway {
namespace {

using protocol::Fate;
using protocol::Protocol;

constexpr std::chrono::milliseconds kPatience{250};
// With a store that several gateways share, what is not found there is found nowhere, and the provider may
// refuse the request. A restart of a database takes a second or two, on a busy machine some more.
constexpr std::chrono::milliseconds kSharedPatience{10'000};
constexpr std::chrono::milliseconds kAskAgain{100};

// Faster than find() where the first letter is a frequent one.
bool holds(std::string_view body, std::string_view word) {
  return memmem(body.data(), body.size(), word.data(), word.size()) != nullptr;
}

// By its digit, which is rarer than letters.
bool holds_token(std::string_view body) {
  constexpr std::size_t kAnchor = 2;
  static_assert(kTokenMark[kAnchor] == '1');
  for (std::size_t at = body.find('1'); at != std::string_view::npos; at = body.find('1', at + 1)) {
    if (at >= kAnchor && body.substr(at - kAnchor, kTokenMark.size()) == kTokenMark) return true;
  }
  return false;
}

// What requests of this protocol carry a proof in.
std::string_view proof_member(Protocol protocol) {
  switch (protocol) {
    case Protocol::kChat: return "reasoning_details";
    case Protocol::kResponses: return "encrypted_content";
    case Protocol::kMessages: return "thinking";
  }
  return {};
}

// A run of the assistant, and what is known of it.
struct Search {
  const AssistantRun* run;
  std::vector<Candidate> candidates;
};

using Turns = std::vector<store::RememberedTurn>;

net::Task<Result<Turns>> ask_once(const Site& site, const std::vector<store::TurnQuestion>& questions,
                                  std::chrono::milliseconds within) {
  return ask_store<Turns>(site, [questions](store::Store& store) { return store.turns(questions); }, within);
}

using Clock = Vault::Clock;

void note_answer(ReasoningMemory& memory) { memory.silent_since.store(0, std::memory_order_relaxed); }

void note_silence(ReasoningMemory& memory, Clock::time_point since) {
  Clock::rep none = 0;
  memory.silent_since.compare_exchange_strong(none, since.time_since_epoch().count());
}

// While a store has been silent for so long that nobody should wait for it.
bool is_away(const ReasoningMemory& memory) {
  const Clock::rep silent = memory.silent_since.load(std::memory_order_relaxed);
  return silent != 0 && Clock::now() - Clock::time_point(Clock::duration(silent)) >= kSharedPatience;
}

net::Task<Result<Turns>> ask_turns(const Site& site, ReasoningMemory& memory,
                                   const std::vector<store::TurnQuestion>& questions) {
  const Clock::time_point began = Clock::now();
  if (!is_shared_store(site) || is_away(memory)) {
    Result<Turns> turns = co_await ask_once(site, questions, kPatience);
    if (turns) note_answer(memory);
    co_return turns;
  }
  while (true) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(began + kSharedPatience - Clock::now());
    Result<Turns> turns = co_await ask_once(site, questions, std::max(left, kAskAgain));
    if (turns) {
      note_answer(memory);
      co_return turns;
    }
    note_silence(memory, began);
    if (Clock::now() + kAskAgain >= began + kSharedPatience) co_return turns;
    net::Waiter nobody(site.loop.context());
    co_await net::wait_at_most(site.loop, nobody, kAskAgain);
  }
}

// Until the store has them, or there is no more patience.
net::Task<void> write_through(const Site& site, ReasoningMemory& memory, Turns turns) {
  struct State {
    explicit State(net::Loop& loop) : waiter(loop.context()) {}
    net::Waiter waiter;
    bool is_written = false;
  };
  const Clock::time_point began = Clock::now();
  auto state = std::make_shared<State>(site.loop);
  net::asio::io_context* const context = &site.loop.context();
  const bool taken = site.shared.store->remember(std::move(turns), [state, context](bool is_written) {
    net::asio::post(*context, [state, is_written] {
      state->is_written = is_written;
      state->waiter.wake();
    });
  });
  if (taken) {
    co_await net::wait_at_most(site.loop, state->waiter, is_away(memory) ? kPatience : kSharedPatience);
  }
  if (state->is_written) {
    note_answer(memory);
  } else {
    note_silence(memory, began);
  }
}

}  // namespace

std::string ReasoningContext::scope() const {
  // A gateway has few of them, and needs one twice for every request.
  constexpr std::size_t kMost = 1024;
  thread_local std::unordered_map<std::string, std::string> known;
  std::string text = owner + '\0' + origin.upstream + '\0' + origin.model;
  if (const auto found = known.find(text); found != known.end()) return found->second;
  if (known.size() >= kMost) known.clear();
  std::string scope = short_hash(text);
  return known.emplace(std::move(text), std::move(scope)).first->second;
}

ReasoningContext reasoning_context(const Site& site, const ExchangeRecord& record,
                                   const provider::Profile& profile, std::string owner) {
  ReasoningContext context;
  context.origin = {record.upstream, record.provider, record.upstream_model};
  context.owner = std::move(owner);
  if (record.client_protocol) context.client = *record.client_protocol;
  if (record.upstream_protocol) context.upstream = *record.upstream_protocol;
  const auto& upstreams = site.runtime->config.upstreams;
  context.is_only_speaker =
      std::count_if(upstreams.begin(), upstreams.end(), [&](const UpstreamConfig& upstream) {
        return upstream.protocol == context.upstream;
      }) <= 1;
  context.remembers = site.runtime->config.store.vault && profile.remember;
  context.is_unknown = profile.name == "generic";
  return context;
}

bool may_need_reasoning(const Site& site, const ModelRequest& request, const ReasoningContext& context) {
  if (site.shared.reasoning == nullptr) return false;
  if (context.remembers && request.look().has_history) return true;
  const bool may_bring_foreign = context.client == context.upstream && !context.is_only_speaker;
  return holds_token(request.body()) ||
         (may_bring_foreign && holds(request.body(), proof_member(context.client)));
}

net::Task<std::unique_ptr<RestoredRequest>> restore_reasoning(const Site& site, ModelRequest& request,
                                                              ReasoningContext& context) {
  ReasoningMemory* const memory = site.shared.reasoning;
  Result<protocol::Request> read = request.take_neutral();
  if (!read) co_return nullptr;

  auto result = std::make_unique<RestoredRequest>();
  RestoredRequest& restored = *result;
  restored.request = *std::move(read);
  const GovernanceConfig& governance = site.runtime->config.governance;
  restored.is_needed_again = governance.reask_rejected || governance.reask_misfits;
  protocol::restore_upstream_ids(restored.request);
  protocol::WarningLog warnings;
  const bool is_chat = context.client == Protocol::kChat && context.upstream == Protocol::kChat;
  const ProofRules rules{memory->sealer,
                         context.owner,
                         context.origin,
                         context.upstream,
                         context.is_only_speaker && context.client == context.upstream,
                         is_chat && context.is_unknown && context.remembers && !context.is_only_speaker};
  const ProofCounts proofs = open_sealed(restored.request, rules, warnings);
  restored.changed = proofs.changed;
  ReasoningCounts counts;
  counts.from_token = proofs.opened;

  const std::vector<AssistantRun> runs = context.remembers
                                             ? assistant_runs(restored.request, &context.conversation)
                                             : std::vector<AssistantRun>{};
  const std::string scope = context.scope();
  const auto now = Vault::Clock::now();
  std::vector<Search> searches;
  std::vector<store::TurnQuestion> places;  // of each search
  for (const AssistantRun& run : runs) {
    if (run.call_id.empty()) continue;
    searches.push_back({&run, {}});
    places.push_back(place_of(scope, run.call_id, run.before));
  }
  std::vector<store::TurnQuestion> questions;
  std::vector<Vault::Known> known = memory->vault.find(places, now);
  for (std::size_t i = 0; i < searches.size(); ++i) {
    const AssistantRun& run = *searches[i].run;
    searches[i].candidates = std::move(known[i].candidates);
    // What came sealed is there already; the store could add little to it.
    const bool asks = !known[i].is_all &&
                      choose(searches[i].candidates, run.call_id, run.before) == nullptr &&
                      !is_native(restored.request, run);
    if (asks) questions.push_back(places[i]);
  }
  if (!questions.empty() && site.shared.store != nullptr) {
    const Result<Turns> turns = co_await ask_turns(site, *memory, questions);
    if (turns) {
      memory->vault.learn(questions, *turns, now);
      for (std::size_t i = 0; i < searches.size(); ++i) {
        Search& search = searches[i];
        if (choose(search.candidates, search.run->call_id, search.run->before) != nullptr) continue;
        search.candidates = memory->vault.find(places[i], now).candidates;
      }
    } else {
      ++counts.lookups_failed;
    }
  }
  // From the last to the first: turns may be added.
  for (auto search = searches.rbegin(); search != searches.rend(); ++search) {
    const AssistantRun& run = *search->run;
    const Candidate* const found = choose(search->candidates, run.call_id, run.before);
    if (found == nullptr) {
      if (!is_native(restored.request, run)) ++counts.missing;
      continue;
    }
    if (put_back(restored.request, run, *found->thought, context.upstream) == PutBack::kRestored) {
      restored.changed = true;
      ++(found->from_store ? counts.from_store : counts.from_memory);
    }
  }
  restored.warnings = warnings.take();
  site.shared.watcher->reasoning_counted(counts);
  co_return result;
}

std::optional<std::string> unsealed_body(const Site& site, std::string_view body,
                                         const ReasoningContext& context) {
  if (site.shared.reasoning == nullptr || !holds(body, kTokenMark)) return std::nullopt;
  const Result<json::Value> value = json::parse(body);
  if (!value) return std::nullopt;
  Result<protocol::Request> request = protocol::request_codec(context.upstream).decode(*value);
  if (!request) return std::nullopt;
  protocol::WarningLog unheard;
  const ProofRules rules{site.shared.reasoning->sealer, context.owner, context.origin, context.upstream,
                         context.is_only_speaker};
  if (!open_sealed(*request, rules, unheard).changed) return std::nullopt;
  const Result<protocol::EncodedRequest> encoded =
      protocol::request_codec(context.upstream).encode(*request, {});
  if (!encoded) return std::nullopt;
  return json::write(encoded->body);
}

ReadingOptions reading_options(const Site& site, const ReasoningContext& context, bool is_stream,
                               bool keeps_content) {
  ReadingOptions options;
  options.from = context.upstream;
  options.to = context.client;
  options.origin = context.origin;
  options.owner = context.owner;
  // Chat to Chat, details travel in every delta: they are judged when they come back.
  const bool is_chat = context.client == Protocol::kChat && context.upstream == Protocol::kChat;
  const bool gives_tokens = site.runtime->config.reasoning.tokens;
  if (gives_tokens && context.seals() && !is_chat) options.sealer = &site.shared.reasoning->sealer;
  options.withholds_text = context.client == Protocol::kChat && !is_stream && !keeps_content;
  return options;
}

net::Task<void> remember_reply(const Site& site, ModelRequest& request, const ReasoningContext& context,
                               const ThoughtReader& reader, const protocol::Report& report) {
  ReasoningMemory* const memory = site.shared.reasoning;
  if (memory == nullptr || !context.remembers) co_return;
  const auto first =
      std::find_if(report.calls.begin(), report.calls.end(), [](const protocol::CallReport& call) {
        return call.choice == 0 && call.fate != Fate::kWithheld && call.fate != Fate::kRefused &&
               !call.id.empty();
      });
  if (first == report.calls.end()) co_return;
  const Thought thought = reader.thought();
  if (!thought.is_worth_keeping()) {
    // Its next request need not ask the store.
    if (is_never_repeated(first->id))
      memory->vault.note_nothing(place_of(context.scope(), first->id, {}), Vault::Clock::now());
    co_return;
  }
  std::string conversation = context.conversation;
  if (conversation.empty()) {
    const Result<const protocol::Request*> read = request.neutral();
    if (!read) co_return;
    conversation = conversation_hash(**read);
  }
  store::TurnQuestion place = place_of(context.scope(), first->id, conversation);
  store::RememberedTurn turn = memory->vault.remember(std::move(place), std::move(conversation), thought,
                                                      std::chrono::system_clock::now());
  ReasoningCounts counts;
  counts.remembered = 1;
  site.shared.watcher->reasoning_counted(counts);
  if (site.shared.store == nullptr) co_return;
  Turns turns;
  turns.push_back(std::move(turn));
  if (is_shared_store(site)) {
    co_await write_through(site, *memory, std::move(turns));
  } else {
    (void)site.shared.store->remember(std::move(turns));
  }
}

}  // namespace argwright::gateway
