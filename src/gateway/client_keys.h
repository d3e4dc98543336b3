// Who may ask, for what, and how often.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "gateway/config.h"
#include "net/head.h"

namespace argwright::gateway {

// One client key at work.
class ClientKey {
 public:
  explicit ClientKey(KeyConfig told) : config(std::move(told)), tokens_(most_tokens()) {}
  const KeyConfig config;

  bool allows_model(std::string_view model) const;
  // 0: go on. Otherwise so long until the next request may come.
  std::chrono::milliseconds take_turn(std::chrono::steady_clock::time_point now);
  // False: as many as may be are under way. Each true is followed by one leave().
  bool enter();
  void leave() { under_way_.fetch_sub(1, std::memory_order_relaxed); }

 private:
  // Less than one would never do: with 0.5 a minute there is one request in two minutes.
  double most_tokens() const { return config.requests_per_minute < 1 ? 1 : config.requests_per_minute; }

  std::atomic<std::size_t> under_way_{0};
  std::mutex mutex_;
  double tokens_;
  std::chrono::steady_clock::time_point filled_{};
};

class ClientKeys {
 public:
  // Keys that were there before keep their counts.
  ClientKeys(const std::vector<KeyConfig>& keys, const ClientKeys* before);
  bool empty() const { return keys_.empty(); }
  // By the secret; nullptr: nobody's. Compares with all, in constant time each.
  std::shared_ptr<ClientKey> find(std::string_view secret) const;

 private:
  std::vector<std::shared_ptr<ClientKey>> keys_;
};

// What the client shows: Authorization: Bearer .., or x-api-key. Empty: nothing.
std::string_view shown_secret(const net::Head& head);

}  // namespace argwright::gateway
