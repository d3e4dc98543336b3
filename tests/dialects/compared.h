// What came out held against what was meant.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "protocol/reply.h"
#include "tests/dialects/meant.h"

namespace argwright::dialects {

// Which numbers are run: as many as `usually`, `in_long` with ARGWRIGHT_LONG, or those of ARGWRIGHT_SEEDS.
struct Seeds {
  std::uint64_t first, last;
  // One that somebody looks at: all bytes are shown.
  bool is_one() const { return first == last; }
};
Seeds seeds(std::uint64_t usually, std::uint64_t in_long);

// "read {\"path\":\"a\"}", a line for each call.
std::vector<std::string> lines(const Meant& meant);
std::vector<std::string> lines(const protocol::Reply& reply);
std::string shown(const std::vector<std::string>& lines);

// In words; empty: nothing differs.
std::string difference(const Meant& meant, const Written& written, const protocol::Reply& reply,
                       bool same_protocol);

}  // namespace argwright::dialects
