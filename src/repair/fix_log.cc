#include "repair/fix_log.h"

#include <algorithm>

namespace argwright::repair {

// Few fixes are the rule, and a small block of memory is a cheap one; who passes that has many.
[[gnu::noinline]] void FixLog::grow() {
  fixes_.reserve(fixes_.empty() ? 5 : std::max<std::size_t>(32, 2 * fixes_.size()));
}

template <typename Before, typename After>
void FixLog::append(Rule rule, std::size_t offset, Before before, After after) {
  ++total_;
  if (fixes_.size() >= max_fixes_) return;
  if (fixes_.size() == fixes_.capacity()) grow();
  const RuleInfo& info = rule_info(rule);
  Fix& fix = fixes_.emplace_back();
  fix.rule = info.name;
  fix.words = info.words;
  fix.offset = received_offset(offset);
  fix.before.assign(before);
  fix.after.assign(after);
}
template void FixLog::append(Rule, std::size_t, std::string_view, std::string_view);
template void FixLog::append(Rule, std::size_t, char, char);
template void FixLog::append(Rule, std::size_t, char, Excerpt);

void FixLog::insert(std::size_t place, Rule rule, std::size_t offset, std::string_view before,
                    std::string_view after) {
  if (place >= fixes_.size()) return add(rule, offset, before, after);
  ++total_;
  if (fixes_.size() >= max_fixes_) fixes_.pop_back();
  const RuleInfo& info = rule_info(rule);
  fixes_.insert(fixes_.begin() + static_cast<std::ptrdiff_t>(place),
                Fix{info.name, info.words, received_offset(offset), before, after});
}

}  // namespace argwright::repair
