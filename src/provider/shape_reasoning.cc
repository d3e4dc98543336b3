// What of the history's reasoning goes back, and in which form. Only Chat has many ways for it: thinking
// blocks of Messages and reasoning items of Responses go as they came. Tested by shape_test.cc.
#include <optional>
#include <ranges>
#include <span>
#include <utility>
#include <variant>

#include "provider/call_proofs.h"
#include "provider/shape_steps.h"

namespace argwright::provider {
namespace {

using protocol::ContentForm;
using protocol::Part;
using protocol::ReasoningForm;
using protocol::ReasoningPart;
using protocol::Role;
using protocol::TextPart;
using protocol::Turn;

bool holds_call(const Turn& turn) {
  return std::ranges::any_of(
      turn.parts, [](const Part& part) { return std::holds_alternative<protocol::CallPart>(part); });
}

bool is_users_word(const Turn& turn) {
  return turn.role == Role::kUser && std::ranges::none_of(turn.parts, [](const Part& part) {
           return std::holds_alternative<protocol::ResultPart>(part);
         });
}

bool is_reasoning_member(const json::Member& member) {
  return member.key == "reasoning_content" || member.key == "reasoning" || member.key == "reasoning_details";
}

std::string_view member_name(ReasoningMember member) {
  return member == ReasoningMember::kReasoning ? "reasoning" : "reasoning_content";
}

bool is_own_format(const Profile& profile, const json::Array& details) {
  return profile.details_format.empty() || std::ranges::all_of(details, [&](const json::Value& detail) {
           const json::Value* const format = detail.find("format");
           return format == nullptr || !format->is_string() || format->string() == profile.details_format;
         });
}

// What dumps of a library's objects hold, mostly nulls; names of users; the index of a call in a stream.
void drop_message_members(Shaping& shaping) {
  const std::vector<std::string>& known = shaping.profile.message_members;
  std::size_t dropped = 0;
  for (Turn& turn : shaping.request.turns) {
    if (turn.role == Role::kOpaque) continue;
    dropped += std::erase_if(turn.extras, [&](const json::Member& member) {
      // Those that everybody knows are here where they are null.
      const bool is_plain = member.key == "content" || member.key == "tool_calls";
      return !is_plain && !has_word(known, member.key) && !is_reasoning_member(member);
    });
    for (Part& part : turn.parts) {
      if (auto* const call = std::get_if<protocol::CallPart>(&part)) {
        dropped += std::erase_if(call->extras,
                                 [](const json::Member& member) { return !is_call_proof(member.key); });
      }
    }
  }
  if (dropped > 0) shaping.changed = true;
}

// The turns of one reply: Chat has a message for it, the others may have several items or messages in a row.
class Reply {
 public:
  Reply(Shaping& shaping, std::span<Turn> turns, bool is_current)
      : shaping_(shaping), profile_(shaping.profile), turns_(turns), is_current_(is_current) {
    has_calls_ = std::ranges::any_of(turns_, holds_call);
  }

  void shape() {
    if (keeps()) {
      if (shaping_.is_foreign()) drop_doubled_summaries();
      for (Turn& turn : turns_) {
        fit(turn);
        drop_nulls(turn);
      }
    } else {
      for (Turn& turn : turns_) clear(turn);
    }
    if (profile_.back == Back::kAlwaysField && shaping_.thinks) put_placeholder();
    if (profile_.empty_content == EmptyContent::kText && !shaping_.is_foreign()) fill_content();
    if (!profile_.lost_proof.empty() && is_current_ && shaping_.settings.is_restored) replace_lost_proof();
  }

 private:
  bool keeps() const {
    if (profile_.back == Back::kNone || profile_.back_as == ReasoningMember::kNone) return false;
    return is_current_ || profile_.back_scope == BackScope::kAll ||
           (profile_.back_scope == BackScope::kCalls && has_calls_);
  }

  void clear(Turn& turn) {
    const std::size_t parts = std::erase_if(
        turn.parts, [](const Part& part) { return std::holds_alternative<ReasoningPart>(part); });
    // What the decoder found no place for.
    const std::size_t extras = std::erase_if(turn.extras, is_reasoning_member);
    if (parts + extras > 0) shaping_.changed = true;
  }

  // A Responses item may tell its reasoning twice: as it was, and as a summary.
  void drop_doubled_summaries() {
    for (Turn& turn : turns_) {
      const auto is_form = [](const Part& part, ReasoningForm form) {
        const auto* const reasoning = std::get_if<ReasoningPart>(&part);
        return reasoning != nullptr && reasoning->form == form && !reasoning->text.empty();
      };
      if (std::ranges::any_of(turn.parts,
                              [&](const Part& part) { return is_form(part, ReasoningForm::kText); })) {
        std::erase_if(turn.parts, [&](const Part& part) { return is_form(part, ReasoningForm::kSummary); });
      }
    }
  }

  void fit(Turn& turn) {
    if (profile_.back_as == ReasoningMember::kAsSent) return;
    std::string thought;  // kThinkTags
    std::erase_if(turn.parts, [&](Part& part) {
      auto* const reasoning = std::get_if<ReasoningPart>(&part);
      if (reasoning == nullptr || reasoning->native) return false;
      if (profile_.back_as == ReasoningMember::kThinkTags) {
        if (!thought.empty() && !reasoning->text.empty()) thought += "\n\n";
        thought += reasoning->text;
        shaping_.changed = true;
        return true;
      }
      const bool is_kept = fit(*reasoning);
      if (!is_kept) shaping_.changed = true;
      return !is_kept;
    });
    if (!thought.empty()) put_think_tags(turn, thought);
  }

  // False: nothing of it can be sent.
  bool fit(ReasoningPart& reasoning) {
    const bool details = profile_.back_as == ReasoningMember::kDetails;
    if (details && !reasoning.proof.details.empty() && is_own_format(profile_, reasoning.proof.details))
      return true;
    if (reasoning.text.empty()) return false;
    const std::string_view member = details && profile_.make_details ? "reasoning_details"
                                    : details                        ? "reasoning"
                                                                     : member_name(profile_.back_as);
    if (reasoning.member == member && reasoning.proof.empty() && !shaping_.is_foreign()) return true;
    reasoning.proof = {};
    if (member == "reasoning_details") {
      reasoning.proof.details.emplace_back(
          json::Object{{"type", "reasoning.text"}, {"text", reasoning.text}});
    }
    reasoning.member = member;
    reasoning.form = ReasoningForm::kText;
    reasoning.extras.clear();
    reasoning.native = true;  // in this provider's own form from here on
    shaping_.changed = true;
    return true;
  }

  // A null that the client sent for what was put back since would be written over it; others say nothing, and
  // some providers refuse them.
  void drop_nulls(Turn& turn) {
    const bool has_own = std::ranges::any_of(
        turn.parts, [](const Part& part) { return std::holds_alternative<ReasoningPart>(part); });
    if (!has_own && profile_.back_as == ReasoningMember::kAsSent) return;
    const std::size_t dropped = std::erase_if(turn.extras, [](const json::Member& member) {
      return member.value.is_null() && is_reasoning_member(member);
    });
    if (dropped > 0) shaping_.changed = true;
  }

  void put_think_tags(Turn& turn, const std::string& thought) {
    const std::string tagged = "<think>\n" + thought + "\n</think>\n\n";
    for (Part& part : turn.parts) {
      if (auto* const text = std::get_if<TextPart>(&part)) {
        text->text.insert(0, tagged);
        return;
      }
    }
    turn.parts.insert(turn.parts.begin(), TextPart{tagged, {}});
    if (turn.form != ContentForm::kList) turn.form = ContentForm::kString;
  }

  void put_placeholder() {
    if (profile_.placeholder_on != PlaceholderOn::kAll && !has_calls_) return;
    if (profile_.placeholder_on == PlaceholderOn::kTurnCalls && !is_current_) return;
    for (Turn& turn : turns_) {
      for (Part& part : turn.parts) {
        auto* const reasoning = std::get_if<ReasoningPart>(&part);
        if (reasoning == nullptr) continue;
        if (!reasoning->text.empty() || reasoning->text == profile_.back_placeholder) return;
        reasoning->text = profile_.back_placeholder;
        shaping_.changed = true;
        return;
      }
    }
    ReasoningPart reasoning;
    reasoning.text = profile_.back_placeholder;
    reasoning.member = member_name(profile_.back_as);
    reasoning.native = true;
    std::vector<Part>& parts = turns_.front().parts;
    parts.insert(parts.begin(), std::move(reasoning));
    // A null that came in its place would be a second member of that name.
    std::erase_if(turns_.front().extras,
                  [&](const json::Member& member) { return member.key == member_name(profile_.back_as); });
    shaping_.changed = true;
  }

  void fill_content() {
    for (Turn& turn : turns_) {
      if (turn.form != ContentForm::kNull || !holds_call(turn)) continue;
      turn.form = ContentForm::kString;
      shaping_.changed = true;
    }
  }

  // Beside the first call; those that run beside it need none.
  void replace_lost_proof() {
    for (Turn& turn : turns_) {
      const auto first = std::ranges::find_if(
          turn.parts, [](const Part& part) { return std::holds_alternative<protocol::CallPart>(part); });
      if (first == turn.parts.end()) continue;
      auto& call = std::get<protocol::CallPart>(*first);
      const auto is_proof = [](const json::Member& member) { return is_call_proof(member.key); };
      const bool has_proof =
          std::ranges::any_of(call.native, is_proof) || std::ranges::any_of(turn.native, is_proof) ||
          (!shaping_.is_foreign() &&
           (std::ranges::any_of(call.extras, is_proof) || std::ranges::any_of(turn.extras, is_proof)));
      if (!has_proof) {
        call.native.push_back(
            {"extra_content",
             json::Object{{"google", json::Object{{"thought_signature", profile_.lost_proof}}}}});
        shaping_.changed = true;
      }
      return;
    }
  }

  Shaping& shaping_;
  const Profile& profile_;
  std::span<Turn> turns_;
  bool is_current_;
  bool has_calls_ = false;
};

}  // namespace

void shape_loop(Shaping& shaping) {
  if (!shaping.profile.loop_needs_thinking || shaping.settings.target != protocol::Protocol::kMessages ||
      !shaping.thinks || !shaping.settings.is_restored) {
    return;
  }
  // The last reply, if its calls are what the request is about. One message of Messages, several items of
  // Responses.
  bool has_calls = false;
  bool has_thinking = false;
  for (const Turn& turn : std::views::reverse(shaping.request.turns)) {
    if (turn.role == Role::kOpaque) continue;
    if (is_users_word(turn)) break;
    if (turn.role != Role::kAssistant) {
      if (has_calls) break;
      continue;
    }
    has_calls = has_calls || holds_call(turn);
    has_thinking = has_thinking || std::ranges::any_of(turn.parts, [&](const Part& part) {
                     const auto* const reasoning = std::get_if<ReasoningPart>(&part);
                     // Without a proof it has no place in another protocol.
                     return reasoning != nullptr && (!shaping.is_foreign() || !reasoning->proof.empty());
                   });
  }
  if (!has_calls || has_thinking) return;
  shaping.turn_thinking_off = true;
  shaping.thinks = false;
  shaping.warn("thinking_off",
               "thinking is off for this request: the last reply has lost its own, without which " +
                   shaping.profile.name + " takes it for no beginning");
}

void shape_reasoning(Shaping& shaping) {
  if (!shaping.for_chat()) return;
  std::vector<Turn>& turns = shaping.request.turns;
  if (!has_word(shaping.profile.message_members, "*") && !shaping.is_foreign()) drop_message_members(shaping);
  std::size_t turn_begin = 0;  // behind the last word of the user
  for (std::size_t i = 0; i < turns.size(); ++i) {
    if (is_users_word(turns[i])) turn_begin = i + 1;
  }
  std::size_t dropped = 0;
  for (std::size_t i = 0; i < turns.size();) {
    if (turns[i].role != Role::kAssistant) {
      ++i;
      continue;
    }
    std::size_t end = i + 1;
    while (shaping.is_foreign() && end < turns.size() && turns[end].role == Role::kAssistant) ++end;
    if (!shaping.profile.call_proofs && !shaping.is_foreign()) dropped += drop_call_proofs(turns[i]);
    Reply(shaping, std::span(turns).subspan(i, end - i), i >= turn_begin).shape();
    i = end;
  }
  if (dropped > 0) {
    shaping.warn("dropped_proof",
                 "signatures beside calls were left out: they are not those of " + shaping.profile.name);
  }
}

}  // namespace argwright::provider
