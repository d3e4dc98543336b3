#include "repair/candidates.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "argwright/json.h"
#include "json/effective_members.h"

namespace argwright::repair {
namespace {

// Every member of `small` is in `large` with the same value. Both lists are sorted by key.
bool is_part_of(const json::Members& small, const json::Members& large) {
  if (small.size() > large.size()) return false;
  auto other = large.begin();
  return std::all_of(small.begin(), small.end(), [&](const json::Member* member) {
    while (other != large.end() && (*other)->key < member->key) ++other;
    return other != large.end() && (*other)->key == member->key &&
           json::same_meaning(member->value, (*other)->value);
  });
}

}  // namespace

Result<Choice> choose(std::vector<Candidate> candidates, const Limits& limits, FixLog& fixes) {
  if (candidates.empty()) return Error{ErrorCode::kSyntax, "there is no JSON object in the text", {}};
  const bool has_content =
      std::any_of(candidates.begin(), candidates.end(), [](const Candidate& c) { return c.json != "{}"; });
  if (candidates.size() > 1 && has_content) {
    std::erase_if(candidates, [&](const Candidate& c) {
      if (c.json != "{}") return false;
      fixes.add(Rule::kEmptyObject, c.begin, "{}", "");
      return true;
    });
  }
  Choice choice;
  choice.in_call_tag =
      std::any_of(candidates.begin(), candidates.end(), [](const Candidate& c) { return c.in_call_tag; });
  if (candidates.size() == 1) {
    choice.json = std::move(candidates.front().json);
    choice.keys_are_unique = candidates.front().keys_are_unique;
    return choice;
  }

  std::vector<json::Value> distinct;
  std::vector<const Candidate*> kept;
  std::unordered_set<std::string_view> texts;
  for (const Candidate& candidate : candidates) {
    if (!texts.insert(candidate.json).second) {
      fixes.add(Rule::kRepeatedObject, candidate.begin, candidate.json, "");
      continue;
    }
    Result<json::Value> value = json::parse(candidate.json, limits);
    if (!value) return Error{value.error().code, value.error().message, {}};
    // The number of distinct calls is bounded below, so that this stays linear.
    const bool repeated = std::any_of(distinct.begin(), distinct.end(),
                                      [&](const json::Value& v) { return json::same_meaning(v, *value); });
    if (repeated) {
      fixes.add(Rule::kRepeatedObject, candidate.begin, candidate.json, "");
      continue;
    }
    distinct.push_back(std::move(*value));
    kept.push_back(&candidate);
    if (distinct.size() > 64) {
      return Error::at(ErrorCode::kAmbiguous, "the text holds more than 64 different objects",
                       candidate.begin);
    }
  }
  if (distinct.size() == 1) {
    choice.json = kept.front()->json;
    return choice;
  }
  std::vector<json::Members> members;
  members.reserve(distinct.size());
  for (const json::Value& value : distinct) members.push_back(json::effective_members(value.members()));
  for (std::size_t i = 1; i < distinct.size(); ++i) {
    if (kept[i]->text_before) {
      return Error::at(ErrorCode::kAmbiguous, "the text offers different objects to choose from",
                       kept[i]->begin);
    }
    for (std::size_t k = 0; k < i; ++k) {
      if (!is_part_of(members[k], members[i]) && !is_part_of(members[i], members[k])) continue;
      return Error::at(ErrorCode::kAmbiguous,
                       "one object extends another: growing copies of one call, or two calls",
                       kept[i]->begin);
    }
  }
  for (const Candidate* candidate : kept) choice.parts.push_back(candidate->json);
  return choice;
}

}  // namespace argwright::repair
