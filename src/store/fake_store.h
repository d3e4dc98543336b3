// For tests: a store that fails when told to, and remembers what it was asked.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "store/store.h"

namespace argwright::store {

// What the test holds while the worker owns the store.
struct FakeStoreState {
  std::atomic<int> failures{0};           // so many writes fail from now on, though it says that it is well
  std::atomic<bool> broken{false};        // it is away: everything fails
  std::atomic<bool> full{false};          // writes fail for want of room, though it says that it is well
  std::atomic<bool> refuses{false};       // writes are refused for their own sake
  std::atomic<bool> poison_is_io{false};  // see `poison`
  std::atomic<int> attempts{0}, prunes{0}, checks{0};
  std::atomic<int> prune_steps{0};  // so many prunes say that there is more
  std::atomic<int> write_millis{0};

  std::mutex mutex;
  // A call of this request, a turn with this call or a response with this id is refused, with its batch; or,
  // with poison_is_io, cannot be written.
  std::string poison;
  std::vector<std::size_t> batches;  // their sizes
  std::vector<CallEntry> calls;
  std::vector<RememberedTurn> turns;
  std::vector<StoredResponse> responses;  // as they were put
  std::vector<std::string> removed;       // ids of responses
  std::map<std::string, std::string> shared;

  std::size_t written() {
    const std::lock_guard lock(mutex);
    return calls.size();
  }
  std::size_t remembered() {
    const std::lock_guard lock(mutex);
    return turns.size();
  }
};

class FakeStore final : public Store {
 public:
  explicit FakeStore(std::shared_ptr<FakeStoreState> state) : state_(std::move(state)) {}

  std::optional<Error> add_batch(std::vector<CallEntry>& entries,
                                 const std::vector<RememberedTurn>& turns) override {
    ++state_->attempts;
    std::this_thread::sleep_for(std::chrono::milliseconds(state_->write_millis));
    if (std::optional<Error> error = trouble()) return error;
    const std::lock_guard lock(state_->mutex);
    for (const CallEntry& entry : entries) {
      if (entry.request_id == state_->poison) return poisoned();
    }
    for (const RememberedTurn& turn : turns) {
      if (turn.call_id == state_->poison) return poisoned();
    }
    state_->batches.push_back(entries.size() + turns.size());
    state_->turns.insert(state_->turns.end(), turns.begin(), turns.end());
    for (CallEntry& entry : entries) {
      entry.number = static_cast<std::int64_t>(state_->calls.size()) + 1;
      state_->calls.push_back(entry);
    }
    return std::nullopt;
  }
  Result<CallPage> calls(const CallQuery& /*query*/) override { return CallPage{}; }
  std::optional<Error> put_response(const StoredResponse& response) override {
    ++state_->attempts;
    std::this_thread::sleep_for(std::chrono::milliseconds(state_->write_millis));
    if (std::optional<Error> error = trouble()) return error;
    const std::lock_guard lock(state_->mutex);
    if (response.id == state_->poison) return poisoned();
    state_->responses.push_back(response);
    return std::nullopt;
  }
  Result<std::optional<StoredResponse>> response(std::string_view /*owner*/,
                                                 std::string_view /*id*/) override {
    return std::optional<StoredResponse>();
  }
  Result<std::optional<StoredResponse>> response_with_item(std::string_view /*owner*/,
                                                           std::string_view /*item_id*/) override {
    return std::optional<StoredResponse>();
  }
  Result<bool> remove_response(std::string_view /*owner*/, std::string_view id) override {
    if (std::optional<Error> error = trouble()) return *std::move(error);
    const std::lock_guard lock(state_->mutex);
    state_->removed.emplace_back(id);
    return true;
  }
  Result<std::vector<RememberedTurn>> turns(const std::vector<TurnQuestion>& questions) override {
    if (state_->broken) return fault();
    const std::lock_guard lock(state_->mutex);
    std::vector<RememberedTurn> found;
    for (const TurnQuestion& question : questions) {
      for (const RememberedTurn& turn : state_->turns) {
        if (turn.scope == question.scope && turn.call_id == question.call_id) found.push_back(turn);
      }
    }
    return found;
  }
  std::optional<Error> add_history(std::vector<HistoryMessage>& /*messages*/) override {
    return std::nullopt;
  }
  Result<std::vector<HistoryMessage>> history(std::string_view /*session*/) override {
    return std::vector<HistoryMessage>();
  }
  Result<std::string> shared_value(std::string_view name, std::string_view proposed) override {
    if (state_->broken) return fault();
    const std::lock_guard lock(state_->mutex);
    return state_->shared.try_emplace(std::string(name), proposed).first->second;
  }
  Result<RowPage<StoredResponse>> responses_after(std::int64_t /*number*/) override {
    return RowPage<StoredResponse>{};
  }
  Result<RowPage<RememberedTurn>> turns_after(std::int64_t /*number*/) override {
    return RowPage<RememberedTurn>{};
  }
  Result<RowPage<HistoryMessage>> history_after(std::int64_t /*number*/) override {
    return RowPage<HistoryMessage>{};
  }
  Result<std::vector<SharedValue>> shared_values() override { return std::vector<SharedValue>(); }
  Result<Inspection> inspect() override { return Inspection{}; }
  Result<bool> prune(const KeepLimits& /*limits*/, Time /*now*/) override {
    ++state_->prunes;
    if (state_->broken) return fault();
    return state_->prune_steps > 0 && state_->prune_steps-- > 0;
  }
  std::optional<Error> check() override {
    ++state_->checks;
    if (state_->broken) return fault();
    return std::nullopt;
  }

 private:
  std::optional<Error> trouble() {
    if (state_->broken || state_->full || (state_->failures > 0 && state_->failures-- > 0)) return fault();
    if (state_->refuses) return refusal();
    return std::nullopt;
  }
  Error poisoned() const { return state_->poison_is_io ? fault() : refusal(); }
  static Error refusal() { return Error{ErrorCode::kInternal, "the fake store does not want it", {}}; }
  static Error fault() { return Error{ErrorCode::kIo, "the fake store is broken", {}}; }

  std::shared_ptr<FakeStoreState> state_;
};

}  // namespace argwright::store
