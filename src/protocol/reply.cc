#include "protocol/reply.h"

#include <utility>

namespace argwright::protocol {
namespace {

// More choices than any request asks for: numbers come from the upstream.
constexpr int kMaxChoices = 1024;

}  // namespace

std::string Reply::text(PartKind kind, std::size_t choice) const {
  std::string joined;
  if (choice >= choices.size()) return joined;
  for (const auto& entry : choices[choice].parts) {
    const auto* part = std::get_if<ReplyPart>(&entry);
    if (part != nullptr && part->start.kind == kind) joined += part->text;
  }
  return joined;
}

std::vector<const Call*> Reply::calls(std::size_t choice) const {
  std::vector<const Call*> calls;
  if (choice >= choices.size()) return calls;
  for (const auto& entry : choices[choice].parts) {
    if (const auto* call = std::get_if<Call>(&entry)) calls.push_back(call);
  }
  return calls;
}

ReplyChoice& ReplyBuilder::choice(int number) {
  const auto place = static_cast<std::size_t>(number < 0 || number >= kMaxChoices ? 0 : number);
  if (place >= reply_.choices.size()) reply_.choices.resize(place + 1);
  return reply_.choices[place];
}

ReplyPart* ReplyBuilder::part(int choice_number, int part_number) {
  // The part at hand is nearly always the last one.
  auto& parts = choice(choice_number).parts;
  for (std::size_t i = parts.size(); i-- > 0;) {
    auto* part = std::get_if<ReplyPart>(&parts[i]);
    if (part != nullptr && part->start.part == part_number) return part;
  }
  return nullptr;
}

void ReplyBuilder::add(const Event& event) {
  if (const auto* start = std::get_if<Start>(&event)) {
    reply_.start = *start;
  } else if (const auto* begun = std::get_if<PartStart>(&event)) {
    choice(begun->choice).parts.emplace_back(ReplyPart{*begun, {}, {}});
  } else if (const auto* delta = std::get_if<Delta>(&event)) {
    if (ReplyPart* to = part(delta->choice, delta->part)) to->text += delta->text;
    Extras& extras = choice(delta->choice).extras;
    extras.insert(extras.end(), delta->extras.begin(), delta->extras.end());
  } else if (const auto* end = std::get_if<PartEnd>(&event)) {
    if (ReplyPart* to = part(end->choice, end->part)) to->end = *end;
  } else if (const auto* call = std::get_if<Call>(&event)) {
    choice(call->choice).parts.emplace_back(*call);
  } else if (const auto* finish = std::get_if<Finish>(&event)) {
    choice(finish->choice).finish = *finish;
  } else if (const auto* told = std::get_if<UsageTold>(&event)) {
    reply_.usage.merge(told->usage);
    reply_.has_usage = true;
  } else if (const auto* failure = std::get_if<Failure>(&event)) {
    if (!reply_.error) reply_.error = failure->error;
  } else if (const auto* other = std::get_if<Other>(&event)) {
    if (other->type != "delta" || !other->data.is_object()) return;
    Extras& extras = choice(0).extras;
    extras.insert(extras.end(), other->data.members().begin(), other->data.members().end());
  } else if (const auto* last = std::get_if<End>(&event)) {
    reply_.clean = last->clean;
  }
}

}  // namespace argwright::protocol
