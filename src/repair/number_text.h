// Numbers as models write them, turned into JSON text without going through a double (L6).
#pragma once

#include <string>
#include <string_view>

namespace argwright::repair {

enum class NumberForm : unsigned char {
  kJson,         // already a JSON number
  kRewritten,    // +5, .5, 5., 0x1F: `json` has the JSON text
  kLeadingZero,  // 00420: a number or a code?
  kUnfinished,   // "-", "1e", "1.e": no number yet
  kTooLong,      // more hexadecimal digits than are converted
};

struct NumberToken {
  std::size_t length = 0;  // 0: no number here
  NumberForm form = NumberForm::kJson;
  std::string json;
};

NumberToken read_number_token(std::string_view text, std::size_t at);

// Decimal text of hexadecimal digits, exact for any value up to 64 digits; empty beyond.
std::string decimal_of_hex(std::string_view digits);

}  // namespace argwright::repair
