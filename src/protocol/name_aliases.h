// Tool names that a protocol's grammar allows, for those it forbids.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace argwright::protocol {

// ^[a-zA-Z0-9_-]{1,max_length}$
bool is_plain_name(std::string_view name, std::size_t max_length);

// Which name stands for which. Aliases are made in the order of reserve() and alias(), so the same request
// gives the same aliases.
class NameAliases {
 public:
  NameAliases() = default;
  explicit NameAliases(std::size_t max_length) : max_length_(max_length) {}

  // Names that are legal as they are keep their name: they have to be known before the first alias is made.
  void reserve(std::string_view name);
  // `name` where it is legal, else its alias: "memory.search" -> "memory_search", "memory_search_2" ..
  std::string alias(std::string_view name);
  // What `name` stands for: its original, or itself.
  std::string original(std::string_view name) const;

  bool empty() const { return originals_.empty(); }
  // alias -> original
  const std::map<std::string, std::string>& originals() const { return originals_; }

 private:
  std::size_t max_length_ = 64;
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, std::size_t>
      last_number_;                                       // by stem, so that many of one stem cost no search
  std::unordered_map<std::string, std::string> aliases_;  // original -> alias
  std::map<std::string, std::string> originals_;          // alias -> original
};

}  // namespace argwright::protocol
