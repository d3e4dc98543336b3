#include "gateway/demo/text_pieces.h"

#include <algorithm>

namespace argwright::gateway::demo {
namespace {

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_beyond_ascii(char c) { return static_cast<unsigned char>(c) >= 0x80U; }

}  // namespace

std::string_view clipped(std::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  while (max_bytes > 0 && is_continuation(text[max_bytes])) --max_bytes;
  return text.substr(0, max_bytes);
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) words.push_back(std::move(word));
    word.clear();
  };
  char last = ' ';
  for (const char c : text) {
    if (!is_lower(c) && !is_upper(c) && !is_digit(c) && !is_beyond_ascii(c)) {
      end_word();
    } else {
      if (is_upper(c) && is_lower(last)) end_word();
      word += is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
    }
    last = c;
  }
  end_word();
  return words;
}

std::vector<std::string_view> fragments(std::string_view text, Dice& dice) {
  std::vector<std::string_view> pieces;
  while (!text.empty()) {
    const std::size_t wanted = dice.between(3, 12);
    std::size_t end = 0;
    for (std::size_t characters = 0; end < text.size(); ++end) {
      if (!is_continuation(text[end]) && characters++ == wanted) break;
    }
    pieces.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return pieces;
}

std::vector<std::string_view> spoken(std::string_view text, Dice& dice) {
  std::vector<std::string_view> pieces;
  while (!text.empty()) {
    std::size_t end = 0;
    for (std::size_t words = dice.between(1, 3); words > 0; --words) {
      end = std::min(text.find_first_of(" \n", end), text.size());
      end = std::min(text.find_first_not_of(" \n", end), text.size());
    }
    pieces.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return pieces;
}

}  // namespace argwright::gateway::demo
