#include "gateway/token_estimate.h"

#include <algorithm>

namespace argwright::gateway {

std::int64_t estimate_tokens(std::string_view request_body) {
  const auto beyond_ascii = std::count_if(request_body.begin(), request_body.end(),
                                          [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
  const auto ascii = static_cast<std::int64_t>(request_body.size()) - beyond_ascii;
  return std::max<std::int64_t>(1, (ascii + 3) / 4 + (beyond_ascii + 1) / 2);
}

}  // namespace argwright::gateway
