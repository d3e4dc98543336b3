#include "protocol/object_writer.h"

#include <algorithm>

namespace argwright::protocol {

void merge_extras(json::Object& object, const Extras& extras) {
  const std::size_t own = object.size();  // extras among themselves may repeat a key: they came so
  for (const json::Member& extra : extras) {
    const auto end = object.begin() + static_cast<std::ptrdiff_t>(own);
    const auto known =
        std::find_if(object.begin(), end, [&](const json::Member& m) { return m.key == extra.key; });
    if (known == end) {
      object.push_back(extra);
    } else if (known->value.is_object() && extra.value.is_object()) {
      json::Object& members = known->value.members();
      members.insert(members.end(), extra.value.members().begin(), extra.value.members().end());
    } else {
      known->value = extra.value;
    }
  }
}

void replace_members(json::Object& object, const json::Object& members) {
  for (const json::Member& member : members) {
    std::erase_if(object, [&](const json::Member& other) { return other.key == member.key; });
    object.push_back(member);
  }
}

}  // namespace argwright::protocol
