// One pass over a text that should be a strict JSON object: is it, and may a key stand twice in one of its
// objects?
#pragma once

#include <cstdint>
#include <string_view>

#include "argwright/limits.h"

namespace argwright::json {

enum class KeyCheck : std::uint8_t {
  kNotStrict,  // no strict JSON object
  kUnique,     // a strict object, every key once
  kMayRepeat,  // a strict object; a key repeats, or this cheap look cannot tell (escaped or very many keys)
};

KeyCheck check_keys(std::string_view text, const Limits& limits = {});

}  // namespace argwright::json
