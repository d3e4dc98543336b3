#include "repair/duplicate_keys.h"

#include <algorithm>
#include <numeric>

namespace argwright::repair {
namespace {

Duplicates clean(json::Object& members, FixLog& fixes, std::string& key) {
  std::vector<std::size_t> order(members.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const int order_of_keys = members[a].key.compare(members[b].key);
    return order_of_keys != 0 ? order_of_keys < 0 : a < b;
  });
  std::vector<bool> drop;
  for (std::size_t i = 1; i < order.size(); ++i) {
    const json::Member& first = members[order[i - 1]];
    const json::Member& second = members[order[i]];
    if (first.key != second.key) continue;
    if (!json::same_meaning(first.value, second.value)) {
      key = second.key;
      return Duplicates::kConflict;
    }
    drop.resize(members.size());
    drop[order[i]] = true;
    fixes.add(Rule::kDuplicateKey, 0, second.key, "");
  }
  if (drop.empty()) return Duplicates::kNone;
  json::Object kept;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (!drop[i]) kept.push_back(std::move(members[i]));
  }
  members = std::move(kept);
  return Duplicates::kDropped;
}

}  // namespace

Duplicates drop_duplicate_keys(json::Value& root, FixLog& fixes, std::string& key) {
  Duplicates result = Duplicates::kNone;
  std::vector<json::Value*> open = {&root};
  while (!open.empty()) {
    json::Value& value = *open.back();
    open.pop_back();
    if (value.is_object()) {
      const Duplicates found = clean(value.members(), fixes, key);
      if (found == Duplicates::kConflict) return found;
      if (found == Duplicates::kDropped) result = found;
      for (json::Member& member : value.members()) {
        if (member.value.is_object() || member.value.is_array()) open.push_back(&member.value);
      }
    } else if (value.is_array()) {
      for (json::Value& item : value.items()) {
        if (item.is_object() || item.is_array()) open.push_back(&item);
      }
    }
  }
  return result;
}

}  // namespace argwright::repair
