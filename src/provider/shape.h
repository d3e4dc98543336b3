// Request shaping: makes of a neutral request what one provider takes, by its profile. Pure. Runs when the
// history is mended and lost reasoning is put back, before the target's encoder.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "protocol/protocol.h"
#include "protocol/request.h"
#include "provider/profile.h"

namespace argwright::provider {

// What becomes of a forced tool (tool_choice required or named) where the model thinks and then takes none.
enum class ForcedTools : std::uint8_t {
  kNoThinking,  // thinking is off for that request, where it can be; else as kAuto
  kAuto,        // tool_choice is auto
};

struct ShapeSettings {
  protocol::Protocol target = protocol::Protocol::kChat;
  ForcedTools forced_tools = ForcedTools::kNoThinking;
  std::string_view base_url = {};  // of the upstream
  // What the client lost was looked for: reasoning that is still missing nobody has any more.
  bool is_restored = false;
};

struct ShapeResult {
  bool changed = false;
  bool streams = false;  // a stream is asked for, be it the client's wish or the provider's
  // Codes: dropped_parameter, changed_parameter, dropped_tools, changed_tool_choice, thinking_off,
  // thinking_stays, changed_strict, dropped_proof.
  std::vector<protocol::Warning> warnings;
};

ShapeResult shape(protocol::Request& request, const Profile& profile, const ShapeSettings& settings);

// False: shape() would change nothing in a request with these bytes, of the same protocol as the target. A
// look for words, so that it may be true for nothing.
bool needs_shaping(const Profile& profile, protocol::Protocol target, std::string_view body);

}  // namespace argwright::provider
