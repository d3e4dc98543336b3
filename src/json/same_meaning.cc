// Equality of meaning. Objects are compared as sorted lists of their last members, so that a wide
// object costs n log n; what is nested waits in a list, so that a deep value costs no stack.
//
// Tested by same_meaning_test.cc.
#include <algorithm>
#include <utility>
#include <vector>

#include "argwright/json.h"
#include "json/effective_members.h"

namespace argwright::json {

// Sorted by key as bytes. Members with the same key stay in the order of the text only by their addresses:
// they lie in one vector. The later one comes first, since unique() keeps the first.
Members effective_members(const Object& object) {
  Members members;
  members.reserve(object.size());
  for (const Member& member : object) members.push_back(&member);
  std::sort(members.begin(), members.end(), [](const Member* a, const Member* b) {
    const int order = a->key.compare(b->key);
    return order != 0 ? order < 0 : a > b;
  });
  const auto same_key = [](const Member* a, const Member* b) { return a->key == b->key; };
  members.erase(std::unique(members.begin(), members.end(), same_key), members.end());
  return members;
}

namespace {

class Comparison {
 public:
  bool run(const Value& a, const Value& b) {
    if (!compare(a, b)) return false;
    while (!pending_.empty()) {
      const auto [left, right] = pending_.back();
      pending_.pop_back();
      if (!(left->is_array() ? compare_items(left->items(), right->items())
                             : compare_members(left->members(), right->members()))) {
        return false;
      }
    }
    return true;
  }

 private:
  // False: they differ. True: the same, or to be looked at later.
  bool compare(const Value& a, const Value& b) {
    if (a.kind() != b.kind()) return false;
    if (!a.is_array() && !a.is_object()) return a == b;
    pending_.emplace_back(&a, &b);
    return true;
  }
  bool compare_items(const Array& a, const Array& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (!compare(a[i], b[i])) return false;
    }
    return true;
  }
  bool compare_members(const Object& a, const Object& b) {
    const Members left = effective_members(a);
    const Members right = effective_members(b);
    if (left.size() != right.size()) return false;
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (left[i]->key != right[i]->key || !compare(left[i]->value, right[i]->value)) return false;
    }
    return true;
  }

  std::vector<std::pair<const Value*, const Value*>> pending_;
};

}  // namespace

bool same_meaning(const Value& a, const Value& b) { return Comparison().run(a, b); }

}  // namespace argwright::json
