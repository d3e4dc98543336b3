// Texts in pieces: clipped for a quote, or cut as a model's tokens are. Nothing is cut inside a character.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "gateway/demo/dice.h"

namespace argwright::gateway::demo {

// The beginning of `text`, at most `max_bytes` of it.
std::string_view clipped(std::string_view text, std::size_t max_bytes);

// Lower-case words of letters and digits: "readFile", "read_file" and "Read file" give the same.
std::vector<std::string> words_of(std::string_view text);

// Pieces of 3 to 12 characters, the last one of fewer. Together they are `text`, into which they point.
std::vector<std::string_view> fragments(std::string_view text, Dice& dice);
// Pieces of one to three words, each with the white space behind it.
std::vector<std::string_view> spoken(std::string_view text, Dice& dice);

}  // namespace argwright::gateway::demo
