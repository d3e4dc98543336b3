#include "protocol/proof.h"

#include "protocol/fields.h"

namespace argwright::protocol {
namespace {

std::string_view last_detail(const Proof& proof, std::string_view key) {
  for (std::size_t i = proof.details.size(); i-- > 0;) {
    const std::string_view text = text_at(proof.details[i], key);
    if (!text.empty()) return text;
  }
  return {};
}

}  // namespace

std::string_view signature_of(const Proof& proof) {
  return !proof.signature.empty() ? std::string_view(proof.signature) : last_detail(proof, "signature");
}

std::string_view encrypted_of(const Proof& proof) {
  return !proof.encrypted.empty() ? std::string_view(proof.encrypted) : last_detail(proof, "data");
}

}  // namespace argwright::protocol
