// The members of a profile as a table: by which name argwright.toml and `argwright providers` know each, what
// it may hold, how it is read and shown. A new member is a new row; reading, printing and docs/providers.md
// follow from it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "argwright/json.h"
#include "provider/profile.h"

namespace argwright::provider {

enum class FieldKind : std::uint8_t {
  kText,
  kUrl,
  kFlag,
  kWord,    // one of `words`
  kTexts,   // a list of strings
  kWords,   // a list of some of `words`
  kObject,  // members as they go on the wire
};

struct ProfileField {
  std::string_view key;
  std::string_view what;  // for people, no more than a line
  FieldKind kind = FieldKind::kText;
  std::span<const std::string_view> words = {};
  json::Value (*get)(const Profile& profile) = nullptr;
  // Precondition: the value is of the kind, and its words are among `words`.
  void (*set)(Profile& profile, const json::Value& value) = nullptr;
};

// All but name and models.
std::span<const ProfileField> profile_fields();
const ProfileField* profile_field(std::string_view key);  // nullptr: there is none

// A field's value in one line, as a table shows it: `auto, none`, `{"reasoning_split":true}`, "" for nothing.
std::string show_field(const ProfileField& field, const Profile& profile);

}  // namespace argwright::provider
