// Puts the pieces of calls together, however the upstream numbers them (WIRE.md section 1, "Accumulate
// upstream"): indices that are missing, negative, repeated for another call, interleaved or counted from 1;
// names that come late or again; the whole text told once more at the end.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>

#include "protocol/event.h"

namespace argwright::protocol {

struct AssembledCall {
  CallPiece call;          // everything so far; `arguments` is the text
  bool settled = false;    // released or withheld: out of the assembler's hands
  std::size_t sent = 0;    // bytes of the text that have been passed on, where pieces are
  bool begun = false;      // its first piece has been passed on
  bool too_large = false;  // more bytes than the limit came; they were not kept
  bool reported = false;   // where pieces are passed on: it stands in the report
};

class CallAssembler {
 public:
  CallAssembler(std::size_t max_bytes, std::size_t max_calls)
      : max_bytes_(max_bytes), max_calls_(max_calls) {}

  // The call that the piece belongs to; nullptr when there are too many calls. Lives as long as the
  // assembler.
  AssembledCall* add(CallPiece&& piece);
  // All calls in the order in which they began.
  std::deque<AssembledCall>& calls() { return calls_; }

 private:
  AssembledCall* find(const CallPiece& piece);

  std::deque<AssembledCall> calls_;
  std::size_t max_bytes_;
  std::size_t max_calls_;
};

}  // namespace argwright::protocol
