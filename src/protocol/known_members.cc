#include "protocol/known_members.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "protocol/fields.h"

namespace argwright::protocol {
namespace {

using Absent = KnownMember::Absent;

bool is_of(KnownKind kind, const json::Value& value) {
  switch (kind) {
    case KnownKind::kText: return value.is_string();
    case KnownKind::kNumber: return value.is_number();
    case KnownKind::kBoolean: return value.is_boolean();
    case KnownKind::kList: return value.is_array();
    case KnownKind::kObject: return value.is_object();
  }
  return false;
}

json::Value empty_of(KnownKind kind) {
  switch (kind) {
    case KnownKind::kText: return "";
    case KnownKind::kNumber: return json::Value::integer(0);
    case KnownKind::kBoolean: return false;
    case KnownKind::kList: return json::Array{};
    case KnownKind::kObject: return json::Object{};
  }
  return nullptr;
}

bool holds_for(const KnownMember& row, const json::Value& object) {
  return row.of_type.empty() || text_at(object, "type") == row.of_type;
}

const KnownMember* find(KnownMembers known, std::string_view key, const json::Value& object) {
  const auto row = std::ranges::find_if(
      known, [&](const KnownMember& one) { return one.key == key && holds_for(one, object); });
  return row != known.end() ? &*row : nullptr;
}

// What became of a value.
enum class Fit : std::uint8_t { kFits, kMended, kMisfit };

Fit fit_object(json::Value& object, KnownMembers known);

Fit fit_list(json::Array& items, KnownMembers known) {
  bool is_mended = false;
  std::erase_if(items, [&](json::Value& item) {
    const Fit fit = item.is_object() ? fit_object(item, known) : Fit::kMisfit;
    is_mended = is_mended || fit != Fit::kFits;
    return fit == Fit::kMisfit;
  });
  return is_mended ? Fit::kMended : Fit::kFits;
}

Fit fit_value(json::Value& value, const KnownMember& row) {
  if (value.is_null()) return row.absent == Absent::kFine ? Fit::kFits : Fit::kMisfit;
  if (!is_of(row.kind, value)) {
    if (row.kind != KnownKind::kNumber || !value.is_string()) return Fit::kMisfit;
    Result<json::Value> number = json::parse(value.string());
    if (!number || !number->is_number()) return Fit::kMisfit;
    value = *std::move(number);
    return Fit::kMended;
  }
  if (row.inner.empty()) return Fit::kFits;
  return row.kind == KnownKind::kList ? fit_list(value.items(), row.inner) : fit_object(value, row.inner);
}

Fit fit_object(json::Value& object, KnownMembers known) {
  bool is_mended = false;
  std::erase_if(object.members(), [&](json::Member& member) {
    const KnownMember* const row = find(known, member.key, object);
    if (row == nullptr) return false;
    const Fit fit = fit_value(member.value, *row);
    is_mended = is_mended || fit != Fit::kFits;
    return fit == Fit::kMisfit;
  });
  for (const KnownMember& row : known) {
    if (row.absent == Absent::kFine || object.find(row.key) != nullptr || !holds_for(row, object)) continue;
    if (row.absent == Absent::kNeeded) return Fit::kMisfit;
    object.members().push_back({std::string(row.key), empty_of(row.kind)});
    is_mended = true;
  }
  return is_mended ? Fit::kMended : Fit::kFits;
}

}  // namespace

bool mend_members(json::Value& object, KnownMembers known) {
  return object.is_object() && fit_object(object, known) != Fit::kFits;
}

}  // namespace argwright::protocol
