// A TOML document as plain values that know their place. Made by read_toml(); the library behind it is seen
// by no other file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gateway/config/config_issue.h"

namespace argwright::gateway {

struct TomlMember;

struct TomlValue {
  enum class Kind : std::uint8_t { kString, kInteger, kFloat, kBoolean, kTime, kArray, kTable };

  Kind kind = Kind::kTable;
  Place place;
  std::string text;                 // kString
  std::int64_t integer = 0;         // kInteger
  double number = 0;                // kFloat
  bool boolean = false;             // kBoolean
  std::vector<TomlValue> items;     // kArray
  std::vector<TomlMember> members;  // kTable, in the order of the file

  const TomlMember* find(std::string_view key) const;  // nullptr: no such member, or no table
};

struct TomlMember {
  std::string key;
  Place place;  // of the key
  TomlValue value;
};

std::string_view toml_kind_name(TomlValue::Kind kind);  // "a string", "an integer", ..

}  // namespace argwright::gateway
