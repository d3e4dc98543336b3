// Texts that were encoded as a whole by something that is not JSON: decoding them gives a new text, whose
// bytes remember where they came from so that fixes can still point into the text as received.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace argwright::repair {

struct TextLayer {
  std::string text;
  std::vector<std::uint32_t> origins;  // one per byte of text, offsets in the outer text
};

// {\"a\": \"b\"}: an object whose quotes are escaped although no quotes stand around it (C21). Empty
// when `text` does not start like one, or does not decode.
std::optional<TextLayer> decode_escaped_object(std::string_view text);

// {&quot;a&quot;: 1}: quotes written as HTML entities. Only where they are structural; entities inside
// strings of real JSON are text and stay.
std::optional<TextLayer> decode_entity_object(std::string_view text);

}  // namespace argwright::repair
