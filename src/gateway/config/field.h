// The keys of a section as a table: how each is read and how it is shown. A new setting is a new row; the
// unknown-key check, the suggestions and redacted() follow from it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "argwright/json.h"
#include "gateway/config/entry.h"
#include "gateway/config/units.h"

namespace argwright::gateway {

template <typename Section>
struct Field {
  std::string_view key;
  // Leaves the section as it is where the entry is wrong, having complained.
  void (*read)(const Entry& entry, Section& section);
  json::Value (*show)(const Section& section);  // nullptr: never shown
};

// Complains about a key that is none of these.
void complain_unknown(const Entry& table, const TomlMember& member, std::span<const std::string_view> known);

template <typename Section>
std::vector<std::string_view> keys_of(std::span<const Field<Section>> fields) {
  std::vector<std::string_view> keys;
  for (const Field<Section>& field : fields) keys.push_back(field.key);
  return keys;
}

// Precondition: the entry is a table.
template <typename Section>
void read_fields(const Entry& table, std::span<const Field<Section>> fields, Section& section) {
  for (const TomlMember& member : table.value().members) {
    const Field<Section>* found = nullptr;
    for (const Field<Section>& field : fields) {
      if (field.key == member.key) found = &field;
    }
    if (found != nullptr) {
      found->read(table.member(member), section);
    } else {
      complain_unknown(table, member, keys_of(fields));
    }
  }
}

template <typename Section>
json::Value show_fields(std::span<const Field<Section>> fields, const Section& section) {
  json::Object members;
  for (const Field<Section>& field : fields) {
    if (field.show != nullptr) members.push_back({std::string(field.key), field.show(section)});
  }
  return json::Value(std::move(members));
}

// Rows for the usual kinds of members: flag_field<&LogConfig::bodies>("bodies").

template <typename>
struct MemberPointer;
template <typename C, typename V>
struct MemberPointer<V C::*> {
  using Class = C;
  using Value = V;
};
template <auto Member>
using ClassOf = typename MemberPointer<decltype(Member)>::Class;
template <auto Member>
using ValueOf = typename MemberPointer<decltype(Member)>::Value;

template <auto Member>
constexpr Field<ClassOf<Member>> flag_field(std::string_view key) {
  using Section = ClassOf<Member>;
  return {key,
          [](const Entry& entry, Section& section) {
            if (const auto read = entry.boolean()) section.*Member = *read;
          },
          [](const Section& section) { return json::Value(section.*Member); }};
}

template <auto Member>
constexpr Field<ClassOf<Member>> text_field(std::string_view key) {
  using Section = ClassOf<Member>;
  return {key,
          [](const Entry& entry, Section& section) {
            if (auto read = entry.text()) section.*Member = *std::move(read);
          },
          [](const Section& section) { return json::Value(section.*Member); }};
}

template <auto Member, std::int64_t Least, std::int64_t Most>
constexpr Field<ClassOf<Member>> count_field(std::string_view key) {
  using Section = ClassOf<Member>;
  return {key,
          [](const Entry& entry, Section& section) {
            if (const auto read = entry.integer({Least, Most}))
              section.*Member = static_cast<ValueOf<Member>>(*read);
          },
          [](const Section& section) {
            return json::Value::integer(static_cast<std::int64_t>(section.*Member));
          }};
}

template <auto Member, std::int64_t Least, std::int64_t Most>
constexpr Field<ClassOf<Member>> size_field(std::string_view key) {
  using Section = ClassOf<Member>;
  return {key,
          [](const Entry& entry, Section& section) {
            if (const auto read = entry.size({Least, Most}))
              section.*Member = static_cast<ValueOf<Member>>(*read);
          },
          [](const Section& section) { return json::Value(show_size(section.*Member)); }};
}

// Of any unit: what is no multiple of the member's own is refused.
template <auto Member>
constexpr Field<ClassOf<Member>> duration_field(std::string_view key) {
  using Section = ClassOf<Member>;
  using Duration = ValueOf<Member>;
  return {key,
          [](const Entry& entry, Section& section) {
            const auto read = entry.duration();
            if (!read) return;
            const auto converted = std::chrono::duration_cast<Duration>(*read);
            if (converted != *read) {
              entry.fail("must be a whole number of hours");
            } else {
              section.*Member = converted;
            }
          },
          [](const Section& section) { return json::Value(show_duration(section.*Member)); }};
}

// Words[i] stands for the i-th value of the enum.
template <auto Member, const auto& Words>
constexpr Field<ClassOf<Member>> choice_field(std::string_view key) {
  using Section = ClassOf<Member>;
  return {
      key,
      [](const Entry& entry, Section& section) {
        if (const auto read = entry.choice(Words)) section.*Member = static_cast<ValueOf<Member>>(*read);
      },
      [](const Section& section) { return json::Value(Words[static_cast<std::size_t>(section.*Member)]); }};
}

}  // namespace argwright::gateway
