#include "repair/unquote.h"

#include <utility>

#include "json/string_decode.h"

namespace argwright::repair {

std::string_view trim(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\n\r\v\f";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

Unquoted unquote(std::string_view raw, int max_layers, std::vector<std::uint32_t>* origins) {
  Unquoted result;
  std::string decoded;
  std::vector<std::uint32_t> step;
  std::string_view current = raw;
  while (result.layers < max_layers) {
    const std::string_view token = trim(current);
    if (token.size() < 2 || token.front() != '"' || token.back() != '"') break;
    decoded.clear();
    step.clear();
    if (!json::decode_string(token, decoded, origins != nullptr ? &step : nullptr)) break;
    if (origins != nullptr) {
      const auto skipped = static_cast<std::uint32_t>(token.data() - current.data());
      for (std::uint32_t& offset : step) {
        offset += skipped;
        if (result.layers > 0) offset = (*origins)[offset];
      }
      *origins = step;
    }
    std::swap(result.text, decoded);
    current = result.text;
    ++result.layers;
  }
  return result;
}

}  // namespace argwright::repair
