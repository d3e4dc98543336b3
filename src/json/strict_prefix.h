// How a text that is no strict JSON object begins: most broken texts are strict for a long way, and what they
// are at the first fault often tells what they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "argwright/limits.h"

namespace argwright::json {

struct StrictPrefix {
  enum class Kind : std::uint8_t {
    kNone,         // no object, or a fault inside it
    kObject,       // a whole strict object; other text may follow it
    kInsideText,   // the text ends inside a string value, perhaps inside an escape
    kInsideKey,    // the text ends inside a key
    kBeforeValue,  // the text ends after a colon
    kAfterComma,   // the text ends after a comma
  };
  Kind kind = Kind::kNone;
  std::size_t end = 0;           // of the object (kObject)
  bool keys_are_unique = false;  // in the object (kObject); false: one may stand twice
  std::string closers;  // of what the end of the text leaves open (kInside..., kBefore..., kAfter...)
};

// `text` begins with the object, or with white space before it.
StrictPrefix read_strict_prefix(std::string_view text, const Limits& limits = {});

}  // namespace argwright::json
