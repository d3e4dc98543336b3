// Duplicate keys in a text that had to be repaired: the same value twice is dropped, different values are two
// readings. (In a valid text duplicates are none of our business: it passes as it is.)
#pragma once

#include "argwright/json.h"
#include "repair/fix_log.h"

namespace argwright::repair {

enum class Duplicates { kNone, kDropped, kConflict };

// Removes repeated members with the same meaning, at any depth. On conflict `key` names it.
Duplicates drop_duplicate_keys(json::Value& root, FixLog& fixes, std::string& key);

}  // namespace argwright::repair
