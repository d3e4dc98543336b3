#include "repair/rules.h"

#include <iterator>

namespace argwright {

const std::vector<RuleInfo>& repair_rules() {
  static const std::vector<RuleInfo> rows(std::begin(repair::kRules), std::end(repair::kRules));
  return rows;
}

std::string_view rule_words(std::string_view rule) {
  for (const RuleInfo& row : repair::kRules) {
    if (row.name == rule) return row.words;
  }
  return {};
}

}  // namespace argwright
