// How calls are governed: the settings of DESIGN.md.
#pragma once

#include <cstddef>
#include <cstdint>

#include "argwright/repair.h"
#include "argwright/schema.h"

namespace argwright::protocol {

enum class OnReject : std::uint8_t {
  kEmptyObject,  // an unreadable call goes out as {}, loudly marked (S2-11)
  kError,        // the reply becomes an error
  kRaw,          // the text goes out as received
};

enum class OnMisfit : std::uint8_t {
  kPass,   // goes out coerced as far as possible; the client's own validation answers the model
  kError,  // the reply becomes an error
};

struct Governance {
  bool tool_enhance = true;        // RCC_TOOL_ENHANCE (S2-42)
  bool sse_tool_aggregate = true;  // RCC_SSE_TOOL_AGGREGATE (S2-43)
  OnReject on_reject = OnReject::kEmptyObject;
  OnMisfit on_misfit = OnMisfit::kPass;
  TruncatedPolicy truncated = TruncatedPolicy::kReject;
  bool keep_content_with_calls = false;  // content_with_calls = keep; Chat bodies only (S2-12)
  CoerceOptions coerce;
  Limits limits;
  std::size_t max_calls = 1024;  // of one reply
};

}  // namespace argwright::protocol
