#include "tool/key_style.h"

namespace argwright::tool {

std::string fold_key(std::string_view key) {
  std::string out;
  for (const char c : key) {
    if (c >= 'A' && c <= 'Z') {
      out += static_cast<char>(c + 32);
    } else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80) {
      out += c;
    }
  }
  return out;
}

}  // namespace argwright::tool
