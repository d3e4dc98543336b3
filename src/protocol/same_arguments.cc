#include "protocol/same_arguments.h"

#include "argwright/json.h"

namespace argwright::protocol {
namespace {

std::string_view object_of(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos ? "{}" : text;
}

}  // namespace

bool say_the_same(std::string_view one, std::string_view other) {
  one = object_of(one);
  other = object_of(other);
  if (one == other) return true;
  // One text may be held against many others.
  constexpr std::size_t kMostSpace = 4;
  if (other.size() / kMostSpace > one.size()) return false;
  const Result<json::Value> first = json::parse(one);
  if (!first) return false;
  const Result<json::Value> second = json::parse(other);
  return second && *first == *second;
}

}  // namespace argwright::protocol
