#include "protocol/usage.h"

namespace argwright::protocol {
namespace {

// Every count, so that no function can forget one.
constexpr std::optional<std::int64_t> Usage::* kCounts[] = {
    &Usage::input, &Usage::cached, &Usage::cache_written, &Usage::output, &Usage::reasoning, &Usage::total};

}  // namespace

void Usage::merge(const Usage& later) {
  for (const auto count : kCounts) {
    if ((later.*count).has_value()) this->*count = later.*count;
  }
  if (!later.source.is_object()) return;
  if (!source.is_object()) {
    source = later.source;
    return;
  }
  for (const json::Member& member : later.source.members()) {
    if (json::Value* mine = source.find(member.key)) {
      *mine = member.value;
    } else {
      source.members().push_back(member);
    }
  }
}

bool Usage::same_counts(const Usage& other) const {
  for (const auto count : kCounts) {
    if (this->*count != other.*count) return false;
  }
  return true;
}

}  // namespace argwright::protocol
