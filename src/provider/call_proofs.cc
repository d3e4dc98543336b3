// Tested by shape_test.cc.
#include "provider/call_proofs.h"

#include <variant>

namespace argwright::provider {

std::size_t drop_call_proofs(protocol::Turn& turn) {
  const auto is_proof = [](const json::Member& member) { return is_call_proof(member.key); };
  std::size_t dropped = std::erase_if(turn.extras, is_proof);
  for (protocol::Part& part : turn.parts) {
    if (auto* const call = std::get_if<protocol::CallPart>(&part))
      dropped += std::erase_if(call->extras, is_proof);
  }
  return dropped;
}

}  // namespace argwright::provider
