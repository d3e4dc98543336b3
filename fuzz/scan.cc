#include "fuzz/scan.h"

#include <algorithm>

namespace argwright::fuzz {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_number_char(char c) {
  return is_digit(c) || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
}
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

std::vector<Token> scan_tokens(std::string_view json) {
  std::vector<Token> tokens;
  for (std::size_t i = 0; i < json.size();) {
    const std::size_t begin = i;
    if (json[i] == '"') {
      for (++i; i < json.size() && json[i] != '"'; ++i) {
        if (json[i] == '\\') ++i;
      }
      ++i;
      tokens.push_back({Token::Kind::kString, begin, i});
    } else if (is_digit(json[i]) || json[i] == '-') {
      while (i < json.size() && is_number_char(json[i])) ++i;
      tokens.push_back({Token::Kind::kNumber, begin, i});
    } else if (is_lower(json[i])) {
      while (i < json.size() && is_lower(json[i])) ++i;
      tokens.push_back({Token::Kind::kLiteral, begin, i});
    } else {
      ++i;
    }
  }
  return tokens;
}

bool holds_number(std::string_view text, std::string_view number) {
  for (std::size_t at = text.find(number); at != std::string_view::npos; at = text.find(number, at + 1)) {
    const bool starts = at == 0 || (!is_digit(text[at - 1]) && text[at - 1] != '.');
    const std::size_t behind = at + number.size();
    const bool ends = behind == text.size() || (!is_digit(text[behind]) && text[behind] != '.');
    if (starts && ends) return true;
  }
  return false;
}

bool holds_word(std::string_view text, std::string_view word) {
  const auto same = [](char a, char b) { return lower(a) == b; };
  return std::search(text.begin(), text.end(), word.begin(), word.end(), same) != text.end();
}

}  // namespace argwright::fuzz
