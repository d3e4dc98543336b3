#include "fuzz/subject.h"

#include <array>
#include <string>
#include <vector>

namespace argwright::fuzz {
namespace {

constexpr std::array<std::string_view, 8> kTools = {"search",     "run", "f",    "get_weather",
                                                    "write_file", "x",   "name", "a-b"};

const std::vector<std::string>& declared_keys(unsigned index) {
  static const std::array<std::vector<std::string>, 8> lists = {{
      {},
      {"a"},
      {"a", "b"},
      {"name", "arguments"},
      {"arguments"},
      {"command"},
      {"input"},
      {"city", "unit", "days"},
  }};
  return lists[index];
}

}  // namespace

Subject make_subject(const std::uint8_t* data, std::size_t size) {
  Subject subject;
  if (size < 2) return subject;
  const unsigned flags = static_cast<unsigned>(data[0]) ^ '@';
  const unsigned choice = static_cast<unsigned>(data[1]) ^ '@';
  subject.raw = std::string_view(reinterpret_cast<const char*>(data) + 2, size - 2);
  subject.choice = static_cast<std::uint8_t>(choice);
  RepairOptions& options = subject.options;
  options.complete = (flags & 1U) == 0;
  if ((flags & 2U) != 0) options.truncated = TruncatedPolicy::kClose;
  if ((flags & 4U) != 0) options.tool_name = kTools[choice & 7U];
  if ((flags & 8U) != 0) options.declared_keys = &declared_keys(choice >> 3 & 7U);
  options.enhance = (flags & 16U) == 0;
  if ((flags & 32U) != 0) {
    options.limits.max_depth = 4 + (choice & 7U);
    options.limits.max_bytes = 512;
    options.limits.max_fixes = choice & 3U;
  }
  return subject;
}

}  // namespace argwright::fuzz
