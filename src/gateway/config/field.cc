#include "gateway/config/field.h"

#include "gateway/config/suggestion.h"

namespace argwright::gateway {

void complain_unknown(const Entry& table, const TomlMember& member, std::span<const std::string_view> known) {
  std::string suggestion = did_you_mean(member.key, known);
  if (suggestion.empty()) suggestion = "it may be " + list_words(known);
  table.fail_inside(member.place, member.key, "unknown key " + quoted(member.key), std::move(suggestion));
}

}  // namespace argwright::gateway
