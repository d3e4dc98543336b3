// For tests: calls as a gateway logs them.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "store/store.h"

namespace argwright::store {

inline const Time kSampleTime = Time(std::chrono::hours(24 * 365 * 56));

// Like most calls: fine as it came. The n-th is n seconds after kSampleTime.
inline CallEntry sample_call(std::size_t n = 0) {
  CallEntry entry;
  entry.time = kSampleTime + std::chrono::seconds(n);
  entry.request_id = "req_" + std::to_string(n);
  entry.key_name = "team-a";
  entry.upstream = "main";
  entry.provider = "openai";
  entry.model = "gpt-4.1-mini";
  entry.tool = "read_file";
  entry.call_id = "call_5mGQx0hF2hYtJ1sWmK3vX8" + std::to_string(n);
  entry.fate = "released";
  entry.outcome = "ok";
  entry.raw = R"({"path": "/home/user/project/src/main.cc", "first_line": 1, "last_line": )" +
              std::to_string(n) + "}";
  entry.arguments = entry.raw;
  return entry;
}

inline std::vector<CallEntry> sample_calls(std::size_t count, std::size_t from = 0) {
  std::vector<CallEntry> entries;
  entries.reserve(count);
  for (std::size_t i = 0; i < count; ++i) entries.push_back(sample_call(from + i));
  return entries;
}

}  // namespace argwright::store
