#include "gateway/reasoning/sealer.h"

#include <openssl/evp.h>
#include <openssl/rand.h>

#include <climits>
#include <cstdlib>
#include <memory>

namespace argwright::gateway {
namespace {

constexpr std::size_t kNonce = 12;
constexpr std::size_t kTag = 16;

struct ContextEnd {
  void operator()(EVP_CIPHER_CTX* context) const { EVP_CIPHER_CTX_free(context); }
};
using Context = std::unique_ptr<EVP_CIPHER_CTX, ContextEnd>;

const unsigned char* bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}
unsigned char* bytes(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }

// Fails only where OpenSSL cannot allocate or has no randomness: nothing unsealed may come of it.
void demand(bool done) {
  if (!done) std::abort();
}

}  // namespace

std::string random_bytes(std::size_t count) {
  std::string made(count, '\0');
  demand(RAND_bytes(bytes(made), static_cast<int>(count)) == 1);
  return made;
}

Sealer::Sealer(std::string_view secret) {
  unsigned int size = 0;
  demand(EVP_Digest(secret.data(), secret.size(), key_.data(), &size, EVP_sha256(), nullptr) == 1);
}

std::string Sealer::seal(std::string_view text, std::string_view owner) const {
  demand(text.size() < INT_MAX && owner.size() < INT_MAX);
  std::string sealed = random_bytes(kNonce);
  sealed.resize(kNonce + text.size() + kTag);
  unsigned char* const at = bytes(sealed);
  const Context context(EVP_CIPHER_CTX_new());
  int size = 0;
  demand(
      context != nullptr &&
      EVP_EncryptInit_ex(context.get(), EVP_aes_256_gcm(), nullptr, key_.data(), at) == 1 &&
      EVP_EncryptUpdate(context.get(), nullptr, &size, bytes(owner), static_cast<int>(owner.size())) == 1 &&
      EVP_EncryptUpdate(context.get(), at + kNonce, &size, bytes(text), static_cast<int>(text.size())) == 1 &&
      EVP_EncryptFinal_ex(context.get(), at + kNonce + text.size(), &size) == 1 &&
      EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_GCM_GET_TAG, static_cast<int>(kTag),
                          at + kNonce + text.size()) == 1);
  return sealed;
}

std::optional<std::string> Sealer::open(std::string_view sealed, std::string_view owner) const {
  if (sealed.size() < kNonce + kTag || sealed.size() > INT_MAX || owner.size() > INT_MAX) return std::nullopt;
  std::string text(sealed.size() - kNonce - kTag, '\0');
  std::string tag(sealed.substr(sealed.size() - kTag));
  const Context context(EVP_CIPHER_CTX_new());
  int size = 0;
  demand(context != nullptr);
  const bool opened =
      EVP_DecryptInit_ex(context.get(), EVP_aes_256_gcm(), nullptr, key_.data(), bytes(sealed)) == 1 &&
      EVP_DecryptUpdate(context.get(), nullptr, &size, bytes(owner), static_cast<int>(owner.size())) == 1 &&
      EVP_DecryptUpdate(context.get(), bytes(text), &size, bytes(sealed.substr(kNonce)),
                        static_cast<int>(text.size())) == 1 &&
      EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_GCM_SET_TAG, static_cast<int>(kTag), tag.data()) == 1 &&
      EVP_DecryptFinal_ex(context.get(), bytes(text) + text.size(), &size) == 1;
  if (!opened) return std::nullopt;
  return text;
}

}  // namespace argwright::gateway
