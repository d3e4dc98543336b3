// Members of calls and messages in Chat by which a provider knows its own thoughts again: Gemini's thought
// signature, and how other gateways spell it. They belong to whoever sent them, and do not say who that was.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "protocol/request.h"

namespace argwright::provider {

inline constexpr std::array<std::string_view, 3> kCallProofs = {"extra_content", "thought_signature",
                                                                "provider_specific_fields"};

constexpr bool is_call_proof(std::string_view member) {
  return std::ranges::find(kCallProofs, member) != kCallProofs.end();
}

// Those that the client sent; what was restored (`native`) stays. Returns how many there were.
std::size_t drop_call_proofs(protocol::Turn& turn);

}  // namespace argwright::provider
