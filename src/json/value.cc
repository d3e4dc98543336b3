// Copying, comparing and destroying walk the tree with a list instead of the call stack, since a
// value may be nested deeper than any stack: by hand, or by a caller who set Limits::max_depth high.
//
// Tested by value_test.cc.
#include <iterator>
#include <type_traits>
#include <utility>

#include "argwright/json.h"

namespace argwright::json {

static_assert(std::is_nothrow_move_constructible_v<Member>, "else vectors of members copy when they grow");

namespace {

bool has_children(const Value& value) {
  if (value.is_array()) return !value.items().empty();
  return value.is_object() && !value.members().empty();
}

template <typename Visit>
void for_each_child(Value& value, Visit visit) {
  if (value.is_array()) {
    for (Value& item : value.items()) visit(item);
  } else if (value.is_object()) {
    for (Member& member : value.members()) visit(member.value);
  }
}

// Takes `root` apart into a list: none of the values that are destroyed here has children.
void dismantle_by_list(Value& root) {
  std::vector<Value> pending;
  pending.push_back(std::move(root));
  while (!pending.empty()) {
    Value value = std::move(pending.back());
    pending.pop_back();
    for_each_child(value, [&](Value& child) {
      if (has_children(child)) pending.push_back(std::move(child));
    });
  }
}

}  // namespace

std::string_view kind_name(Kind kind) {
  switch (kind) {
    case Kind::kNull: return "null";
    case Kind::kBoolean: return "boolean";
    case Kind::kNumber: return "number";
    case Kind::kString: return "string";
    case Kind::kArray: return "array";
    case Kind::kObject: return "object";
  }
  return "null";
}

// Destroying recurses, which takes no memory, down to a depth that every stack can bear. What lies deeper is
// taken apart by a list.
void Value::release_children() noexcept {
  constexpr int kMaxDepth = 64;
  thread_local int depth = 0;  // of the values that this thread is destroying
  if (depth >= kMaxDepth) {
    for_each_child(*this, [](Value& child) {
      if (has_children(child)) dismantle_by_list(child);
    });
  }
  ++depth;
  if (kind_ == Kind::kArray) {
    items_.~vector();
  } else {
    members_.~vector();
  }
  --depth;
}

// Precondition: this is null; `other` is no container.
void Value::copy_scalar(const Value& other) {
  if (other.holds_text()) new (&text_) std::string(other.text_);
  kind_ = other.kind_;
  boolean_ = other.boolean_;
}

Value::Value(const Value& other) : Value() {  // so that what is there is destroyed should memory run out
  if (other.kind_ < Kind::kArray) {
    copy_scalar(other);
    return;
  }
  struct Pair {
    const Value* from;
    Value* to;
  };
  std::vector<Pair> pending;
  const auto copy = [&pending](const Value& from, Value& to) {
    if (from.is_array()) {
      to = Value(Array(from.items().size()));
    } else if (from.is_object()) {
      to = Value(Object(from.members().size()));
    } else {
      to.copy_scalar(from);
    }
    // Its vector has its final size, so `to` and its children stay where they are.
    if (has_children(from)) pending.push_back({&from, &to});
  };
  copy(other, *this);
  while (!pending.empty()) {
    const Pair pair = pending.back();
    pending.pop_back();
    if (pair.from->is_array()) {
      for (std::size_t i = 0; i < pair.from->items().size(); ++i)
        copy(pair.from->items()[i], pair.to->items()[i]);
      continue;
    }
    for (std::size_t i = 0; i < pair.from->members().size(); ++i) {
      const Member& from = pair.from->members()[i];
      Member& to = pair.to->members()[i];
      to.key = from.key;
      copy(from.value, to.value);
    }
  }
}

Value& Value::operator=(const Value& other) {
  if (this != &other) *this = Value(other);
  return *this;
}

Value& Value::operator=(Value&& other) noexcept {
  // In two steps: `other` may be a part of what this assignment destroys.
  Value taken(std::move(other));
  release();
  take(taken);
  return *this;
}

const Value* Value::find(std::string_view key) const {
  if (!is_object()) return nullptr;
  for (auto member = members_.rbegin(); member != members_.rend(); ++member) {
    if (member->key == key) return &member->value;
  }
  return nullptr;
}

Value* Value::find(std::string_view key) { return const_cast<Value*>(std::as_const(*this).find(key)); }

bool Value::operator==(const Value& other) const {
  std::vector<std::pair<const Value*, const Value*>> pending;
  // False: they differ. True: equal, or to be looked at later.
  const auto compare = [&pending](const Value& a, const Value& b) {
    if (a.kind() != b.kind()) return false;
    if (a.is_array()) {
      if (a.items().size() != b.items().size()) return false;
    } else if (a.is_object()) {
      if (a.members().size() != b.members().size()) return false;
    } else {
      return a.holds_text() ? a.text_ == b.text_ : a.boolean_ == b.boolean_;
    }
    if (has_children(a)) pending.emplace_back(&a, &b);
    return true;
  };
  if (!compare(*this, other)) return false;
  while (!pending.empty()) {
    const auto [a, b] = pending.back();
    pending.pop_back();
    if (a->is_array()) {
      for (std::size_t i = 0; i < a->items().size(); ++i) {
        if (!compare(a->items()[i], b->items()[i])) return false;
      }
      continue;
    }
    for (std::size_t i = 0; i < a->members().size(); ++i) {
      const Member& mine = a->members()[i];
      const Member& theirs = b->members()[i];
      if (mine.key != theirs.key || !compare(mine.value, theirs.value)) return false;
    }
  }
  return true;
}

}  // namespace argwright::json
