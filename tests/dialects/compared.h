// What came out held against what was meant.
#pragma once

#include <string>
#include <vector>

#include "protocol/reply.h"
#include "tests/dialects/meant.h"

namespace argwright::dialects {

// "read {\"path\":\"a\"}", a line for each call.
std::vector<std::string> lines(const Meant& meant);
std::vector<std::string> lines(const protocol::Reply& reply);
std::string shown(const std::vector<std::string>& lines);

// In words; empty: nothing differs.
std::string difference(const Meant& meant, const Written& written, const protocol::Reply& reply,
                       bool same_protocol);

}  // namespace argwright::dialects
