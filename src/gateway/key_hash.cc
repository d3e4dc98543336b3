#include "gateway/key_hash.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <array>
#include <cstdlib>

namespace argwright::gateway {

std::string sha256_hex(std::string_view text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  // Fails only where OpenSSL cannot allocate: out of memory, as everywhere, ends the program. A digest of
  // nothing must not come out, it would make every key alike.
  if (EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1) std::abort();

  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  hex.reserve(std::size_t{size} * 2);
  for (unsigned int at = 0; at < size; ++at) {
    hex += kDigits[digest[at] >> 4];
    hex += kDigits[digest[at] & 0xF];
  }
  return hex;
}

bool same_digest(std::string_view a, std::string_view b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace argwright::gateway
