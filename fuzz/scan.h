// A second opinion on strict JSON, simple enough to be seen right: where its tokens are. Only for texts that
// are known to be strict.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace argwright::fuzz {

struct Token {
  enum class Kind { kString, kNumber, kLiteral } kind;
  std::size_t begin;  // of a string: its opening quote
  std::size_t end;    // of a string: behind its closing quote
  std::string_view text(std::string_view json) const { return json.substr(begin, end - begin); }
};

// Strings (keys too), numbers and literals in the order of the text.
std::vector<Token> scan_tokens(std::string_view strict_json);

// Does `number` stand in `text` as a number of its own, not as part of a longer one?
bool holds_number(std::string_view text, std::string_view number);

// Does `text` hold `word` (lower case), in whatever case?
bool holds_word(std::string_view text, std::string_view word);

}  // namespace argwright::fuzz
