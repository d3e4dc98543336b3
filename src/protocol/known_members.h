// Members that official clients know: with schemas they refuse a whole reply for one of another kind, a count
// that is a word or logprobs without their tokens. Where no decoder reads a member, nothing else would
// notice. A protocol lists its members in tables; what the tables do not name is left as it is.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "argwright/json.h"

namespace argwright::protocol {

struct KnownMember;
using KnownMembers = std::span<const KnownMember>;

// What a member may be besides null.
enum class KnownKind : std::uint8_t { kText, kNumber, kBoolean, kList, kObject };

// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): in the order in which people read a row
struct KnownMember {
  std::string_view key;
  KnownKind kind;
  // Of the object, or of the objects in the list.
  KnownMembers inner = {};
  // What holds for clients that demand it. kEmpty: an empty text, 0, an empty list stands in for it.
  // kNeeded: without it what holds it is worth nothing.
  enum class Absent : std::uint8_t { kFine, kEmpty, kNeeded } absent = Absent::kFine;
  // The row holds for objects of this `type` alone, and stands before one of its key for all others.
  std::string_view of_type = {};
};

// Takes out of an object what is of another kind, items of lists among it, and what lacks what it needs; a
// number that stands in quotes loses them. What is no object is left as it is. True: something was mended.
bool mend_members(json::Value& object, KnownMembers known);

}  // namespace argwright::protocol
