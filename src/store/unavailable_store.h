// Stands for a store that could not be opened: everything fails, and says why.
#pragma once

#include <utility>

#include "store/store.h"

namespace argwright::store {

class UnavailableStore final : public Store {
 public:
  explicit UnavailableStore(Error why) : why_(std::move(why)) {}

  std::optional<Error> add_batch(std::vector<CallEntry>& /*calls*/,
                                 const std::vector<RememberedTurn>& /*turns*/) override {
    return why_;
  }
  Result<CallPage> calls(const CallQuery& /*query*/) override { return why_; }
  std::optional<Error> put_response(const StoredResponse& /*response*/) override { return why_; }
  Result<std::optional<StoredResponse>> response(std::string_view /*owner*/,
                                                 std::string_view /*id*/) override {
    return why_;
  }
  Result<std::optional<StoredResponse>> response_with_item(std::string_view /*owner*/,
                                                           std::string_view /*item_id*/) override {
    return why_;
  }
  Result<bool> remove_response(std::string_view /*owner*/, std::string_view /*id*/) override { return why_; }
  Result<std::vector<RememberedTurn>> turns(const std::vector<TurnQuestion>& /*questions*/) override {
    return why_;
  }
  std::optional<Error> add_history(std::vector<HistoryMessage>& /*messages*/) override { return why_; }
  Result<std::vector<HistoryMessage>> history(std::string_view /*session*/) override { return why_; }
  Result<std::string> shared_value(std::string_view /*name*/, std::string_view /*proposed*/) override {
    return why_;
  }
  Result<RowPage<StoredResponse>> responses_after(std::int64_t /*number*/) override { return why_; }
  Result<RowPage<RememberedTurn>> turns_after(std::int64_t /*number*/) override { return why_; }
  Result<RowPage<HistoryMessage>> history_after(std::int64_t /*number*/) override { return why_; }
  Result<std::vector<SharedValue>> shared_values() override { return why_; }
  Result<Inspection> inspect() override { return why_; }
  Result<bool> prune(const KeepLimits& /*limits*/, Time /*now*/) override { return why_; }
  std::optional<Error> check() override { return why_; }

 private:
  Error why_;
};

}  // namespace argwright::store
