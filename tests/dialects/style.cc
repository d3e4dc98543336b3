#include "tests/dialects/style.h"

namespace argwright::dialects {

Style::Style(const std::vector<Manner>& often, const std::vector<Manner>& rarely, Dice& dice) {
  for (std::size_t count = 1 + dice.below(5); count-- > 0;) {
    const Manner& manner = dice.pick(dice.chance(60) ? often : rarely);
    told_[manner.of] = manner.ways[1 + dice.below(manner.ways.size() - 1)];
  }
}

bool Style::is(std::string_view manner, std::string_view way) const {
  const auto found = told_.find(manner);
  return found != told_.end() && found->second == way;
}

std::string_view Style::way_of(std::string_view manner) const {
  const auto found = told_.find(manner);
  return found == told_.end() ? std::string_view() : found->second;
}

std::string Style::text() const {
  std::string text;
  for (const auto& [manner, way] : told_) {
    if (!text.empty()) text += ", ";
    text += std::string(manner) + " " + std::string(way);
  }
  return text;
}

}  // namespace argwright::dialects
