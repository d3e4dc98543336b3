// AES-256-GCM with a random nonce: what was sealed opens only with the same secret and for the same owner,
// and only where no byte was changed.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace argwright::gateway {

class Sealer {
 public:
  // The key is the SHA-256 of the secret.
  explicit Sealer(std::string_view secret);

  // nonce, text, tag: 28 bytes more than `text`. `owner` is not in it, but has to be told again.
  std::string seal(std::string_view text, std::string_view owner) const;
  std::optional<std::string> open(std::string_view sealed, std::string_view owner) const;

 private:
  std::array<unsigned char, 32> key_{};
};

// So many random bytes, fit for a secret.
std::string random_bytes(std::size_t count);

}  // namespace argwright::gateway
