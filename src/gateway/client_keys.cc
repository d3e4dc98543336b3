#include "gateway/client_keys.h"

#include <algorithm>

#include "gateway/config/glob.h"
#include "gateway/key_hash.h"

namespace argwright::gateway {

bool ClientKey::allows_model(std::string_view model) const {
  if (config.models.empty()) return true;
  return std::any_of(config.models.begin(), config.models.end(),
                     [&](const std::string& pattern) { return glob_matches(pattern, model); });
}

std::chrono::milliseconds ClientKey::take_turn(std::chrono::steady_clock::time_point now) {
  const double rate = config.requests_per_minute;
  if (rate <= 0) return std::chrono::milliseconds(0);
  const std::lock_guard lock(mutex_);
  if (filled_.time_since_epoch().count() != 0) {
    const double minutes = std::chrono::duration<double, std::ratio<60>>(now - filled_).count();
    tokens_ = std::min(most_tokens(), tokens_ + minutes * rate);
  }
  filled_ = now;
  if (tokens_ >= 1) {
    tokens_ -= 1;
    return std::chrono::milliseconds(0);
  }
  return std::chrono::milliseconds(static_cast<long>((1 - tokens_) / rate * 60'000) + 1);
}

bool ClientKey::enter() {
  const std::size_t count = under_way_.fetch_add(1, std::memory_order_relaxed) + 1;
  if (config.concurrent == 0 || count <= config.concurrent) return true;
  leave();
  return false;
}

ClientKeys::ClientKeys(const std::vector<KeyConfig>& keys, const ClientKeys* before) {
  for (const KeyConfig& key : keys) {
    std::shared_ptr<ClientKey> kept;
    if (before != nullptr) {
      for (const auto& old : before->keys_) {
        const bool same = old->config.sha256 == key.sha256 && old->config.name == key.name &&
                          old->config.requests_per_minute == key.requests_per_minute &&
                          old->config.concurrent == key.concurrent && old->config.models == key.models &&
                          old->config.admin == key.admin;
        if (same) kept = old;
      }
    }
    keys_.push_back(kept ? kept : std::make_shared<ClientKey>(key));
  }
}

std::shared_ptr<ClientKey> ClientKeys::find(std::string_view secret) const {
  if (secret.empty()) return nullptr;
  const std::string digest = sha256_hex(secret);
  std::shared_ptr<ClientKey> found;
  for (const auto& key : keys_) {
    if (same_digest(key->config.sha256, digest)) found = key;
  }
  return found;
}

std::string_view shown_secret(const net::Head& head) {
  constexpr std::string_view kBearer = "bearer ";
  std::string_view told = head.field("authorization");
  if (told.size() > kBearer.size() && net::same_name(told.substr(0, kBearer.size()), kBearer)) {
    told.remove_prefix(kBearer.size());
    while (told.starts_with(' ')) told.remove_prefix(1);
    return told;
  }
  return head.field("x-api-key");
}

}  // namespace argwright::gateway
