#include "protocol/name_aliases.h"

#include <algorithm>

namespace argwright::protocol {
namespace {

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

}  // namespace

bool is_plain_name(std::string_view name, std::size_t max_length) {
  return !name.empty() && name.size() <= max_length && std::all_of(name.begin(), name.end(), is_plain);
}

void NameAliases::reserve(std::string_view name) {
  if (is_plain_name(name, max_length_)) taken_.emplace(name);
}

std::string NameAliases::alias(std::string_view name) {
  if (is_plain_name(name, max_length_)) return std::string(name);
  if (const auto known = aliases_.find(std::string(name)); known != aliases_.end()) return known->second;
  std::string stem;
  for (const char c : name.substr(0, std::min(name.size(), max_length_))) stem += is_plain(c) ? c : '_';
  if (stem.empty()) stem = "tool";
  std::string candidate = stem;
  for (std::size_t& number = last_number_.try_emplace(stem, 1).first->second; taken_.contains(candidate);) {
    const std::string suffix = "_" + std::to_string(++number);
    candidate = stem.substr(0, max_length_ - suffix.size()) + suffix;
  }
  taken_.insert(candidate);
  aliases_.emplace(name, candidate);
  originals_.emplace(candidate, name);
  return candidate;
}

std::string NameAliases::original(std::string_view name) const {
  const auto known = originals_.find(std::string(name));
  return known == originals_.end() ? std::string(name) : known->second;
}

}  // namespace argwright::protocol
