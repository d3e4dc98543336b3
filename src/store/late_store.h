// A store that could not be used when it was opened: every call says why, until one of them can open it.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <utility>

#include "store/unavailable_store.h"

namespace argwright::store {

class LateStore final : public Store {
 public:
  using Open = std::function<Result<std::unique_ptr<Store>>()>;

  LateStore(const Error& why, Open open)
      : open_(std::move(open)),
        store_(std::make_unique<UnavailableStore>(why)),
        next_try_(Clock::now() + kPause) {}

  std::optional<Error> add_batch(std::vector<CallEntry>& calls,
                                 const std::vector<RememberedTurn>& turns) override {
    return now().add_batch(calls, turns);
  }
  Result<CallPage> calls(const CallQuery& query) override { return now().calls(query); }
  std::optional<Error> put_response(const StoredResponse& response) override {
    return now().put_response(response);
  }
  Result<std::optional<StoredResponse>> response(std::string_view owner, std::string_view id) override {
    return now().response(owner, id);
  }
  Result<std::optional<StoredResponse>> response_with_item(std::string_view owner,
                                                           std::string_view item_id) override {
    return now().response_with_item(owner, item_id);
  }
  Result<bool> remove_response(std::string_view owner, std::string_view id) override {
    return now().remove_response(owner, id);
  }
  Result<std::vector<RememberedTurn>> turns(const std::vector<TurnQuestion>& questions) override {
    return now().turns(questions);
  }
  std::optional<Error> add_history(std::vector<HistoryMessage>& messages) override {
    return now().add_history(messages);
  }
  Result<std::vector<HistoryMessage>> history(std::string_view session) override {
    return now().history(session);
  }
  Result<std::string> shared_value(std::string_view name, std::string_view proposed) override {
    return now().shared_value(name, proposed);
  }
  Result<RowPage<StoredResponse>> responses_after(std::int64_t number) override {
    return now().responses_after(number);
  }
  Result<RowPage<RememberedTurn>> turns_after(std::int64_t number) override {
    return now().turns_after(number);
  }
  Result<RowPage<HistoryMessage>> history_after(std::int64_t number) override {
    return now().history_after(number);
  }
  Result<std::vector<SharedValue>> shared_values() override { return now().shared_values(); }
  Result<Inspection> inspect() override { return now().inspect(); }
  Result<bool> prune(const KeepLimits& limits, Time time) override { return now().prune(limits, time); }
  std::optional<Error> check() override { return now().check(); }

 private:
  using Clock = std::chrono::steady_clock;
  // Opening may wait for a lock by itself: not for every call anew.
  static constexpr std::chrono::milliseconds kPause{500};

  Store& now() {
    if (!is_open_ && Clock::now() >= next_try_) {
      Result<std::unique_ptr<Store>> opened = open_();
      is_open_ = opened.has_value();
      store_ = is_open_ ? *std::move(opened) : std::make_unique<UnavailableStore>(opened.error());
      next_try_ = Clock::now() + kPause;
    }
    return *store_;
  }

  Open open_;
  std::unique_ptr<Store> store_;
  bool is_open_ = false;
  Clock::time_point next_try_;
};

}  // namespace argwright::store
