// Puts what a model thought into the turns that a client sent back without it, or in other words.
#pragma once

#include <string>
#include <string_view>

#include "gateway/reasoning/conversation_hash.h"
#include "gateway/reasoning/sealed_token.h"
#include "gateway/reasoning/thought.h"
#include "protocol/request.h"
#include "protocol/warning_log.h"

namespace argwright::gateway {

enum class PutBack : std::uint8_t {
  kUnchanged,  // the client had it all
  kRestored,
  kOther,  // the client says something else: its own stays
};

// Turns may be added to the run or taken from it: put back from the last run to the first. `target` is the
// protocol of the upstream that thought it.
PutBack put_back(protocol::Request& request, const AssistantRun& run, const Thought& thought,
                 protocol::Protocol target);

// What becomes of the proofs in a request.
struct ProofRules {
  const Sealer& sealer;
  std::string_view owner;  // the client key's name
  const Origin& target;
  protocol::Protocol target_protocol;
  // A proof without a seal may go on: it can only have come from the target itself.
  bool keeps_unsealed = false;
  // The target's own proofs beside calls are remembered: those in the request may be another's, and go.
  bool drops_call_proofs = false;
};
struct ProofCounts {
  std::size_t opened = 0;  // parts that return to whom they came from
  bool changed = false;
};
// Opens sealed reasoning: what the target itself once said is written as it said it; of others only the text
// goes on, and only to those who take a text without a proof.
ProofCounts open_sealed(protocol::Request& request, const ProofRules& rules, protocol::WarningLog& warnings);

// True: the run's reasoning, all of it, is the upstream's own already.
bool is_native(const protocol::Request& request, const AssistantRun& run);

}  // namespace argwright::gateway
