// For tests: a store that fails when told to, and remembers what it was asked.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "store/store.h"

namespace argwright::store {

// What the test holds while the worker owns the store.
struct FakeStoreState {
  std::atomic<int> failures{0};  // so many writes fail from now on
  std::atomic<bool> broken{false};
  std::atomic<int> attempts{0}, prunes{0}, checks{0};
  std::atomic<int> prune_steps{0};  // so many prunes say that there is more
  std::atomic<int> write_millis{0};

  std::mutex mutex;
  std::vector<std::size_t> batches;  // their sizes
  std::vector<CallEntry> calls;

  std::size_t written() {
    const std::lock_guard lock(mutex);
    return calls.size();
  }
};

class FakeStore final : public Store {
 public:
  explicit FakeStore(std::shared_ptr<FakeStoreState> state) : state_(std::move(state)) {}

  std::optional<Error> add_calls(std::vector<CallEntry>& entries) override {
    ++state_->attempts;
    std::this_thread::sleep_for(std::chrono::milliseconds(state_->write_millis));
    if (state_->broken || (state_->failures > 0 && state_->failures-- > 0)) return fault();
    const std::lock_guard lock(state_->mutex);
    state_->batches.push_back(entries.size());
    for (CallEntry& entry : entries) {
      entry.number = static_cast<std::int64_t>(state_->calls.size()) + 1;
      state_->calls.push_back(entry);
    }
    return std::nullopt;
  }
  Result<CallPage> calls(const CallQuery& /*query*/) override { return CallPage{}; }
  std::optional<Error> put_response(const StoredResponse& /*response*/) override { return std::nullopt; }
  Result<std::optional<StoredResponse>> response(std::string_view /*owner*/,
                                                 std::string_view /*id*/) override {
    return std::optional<StoredResponse>();
  }
  Result<std::optional<StoredResponse>> response_with_item(std::string_view /*owner*/,
                                                           std::string_view /*item_id*/) override {
    return std::optional<StoredResponse>();
  }
  Result<bool> remove_response(std::string_view /*owner*/, std::string_view /*id*/) override { return false; }
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
  static Error fault() { return Error{ErrorCode::kIo, "the fake store is broken", {}}; }

  std::shared_ptr<FakeStoreState> state_;
};

}  // namespace argwright::store
