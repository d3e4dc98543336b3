// All rows: the built-in ones, and those of argwright.toml over them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "argwright/json.h"
#include "provider/profile.h"

namespace argwright::provider {

// A row as a user tells it. Values of `settings` are of the kind that profile_fields() names.
struct ProfileRow {
  std::string name;                 // a new provider, or one whose rows are changed
  std::string like;                 // a new one begins with the rows of this; empty: of "generic"
  std::vector<std::string> models;  // only for these: a model row
  json::Object settings;
};

class Profiles {
 public:
  // The built-in rows, in the order of the documentation; "generic" stands first.
  Profiles();
  // Those, changed and extended by `rows` in their order.
  explicit Profiles(std::span<const ProfileRow> rows);

  // A provider's own row, then those of its models; of two model rows that match the first counts.
  std::span<const Profile> rows() const { return rows_; }
  std::vector<std::string_view> names() const;
  // The provider's own row; nullptr: there is no such provider. Names are lower case.
  const Profile* by_name(std::string_view name) const;
  std::vector<const Profile*> model_rows(std::string_view name) const;
  // Of this object alone, never used again (unlike an address).
  std::uint64_t id() const { return id_.value; }

 private:
  struct Identity {
    Identity();
    Identity(const Identity&) : Identity() {}
    Identity& operator=(const Identity&) { return *this = Identity(); }
    Identity(Identity&&) noexcept : Identity() {}
    Identity& operator=(Identity&& other) noexcept {
      value = other.value;
      return *this;
    }
    ~Identity() = default;
    std::uint64_t value;
  };
  void add(const ProfileRow& row);

  Identity id_;

  std::vector<Profile> rows_;
};

// The row that counts for a model at an upstream. A configured provider wins; one that is told as "generic"
// is recognised by the host of its base URL, the longest word of `hosts` that is in it. Within a provider the
// first row whose pattern matches the model counts, else the provider's own.
const Profile& profile_for(const Profiles& profiles, std::string_view provider, std::string_view base_url,
                           std::string_view model);

}  // namespace argwright::provider
