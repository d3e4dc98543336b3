// Tested by shape_test.cc.
#include "provider/shape.h"

#include <cstring>
#include <string>

#include "provider/call_proofs.h"
#include "provider/shape_steps.h"

namespace argwright::provider {
namespace {

using protocol::Protocol;

bool holds(std::string_view body, std::string_view key) {
  const std::string quoted = '"' + std::string(key) + '"';
  return memmem(body.data(), body.size(), quoted.data(), quoted.size()) != nullptr;
}

bool holds_any(std::string_view body, const auto& keys) {
  return std::ranges::any_of(keys, [&](std::string_view key) { return holds(body, key); });
}

bool takes_all(const std::vector<std::string>& choices) {
  return has_word(choices, "none") && has_word(choices, "required") && has_word(choices, "named");
}

bool touches_history(const Profile& profile) {
  return profile.back != Back::kWhenPresent || profile.back_as != ReasoningMember::kAsSent ||
         profile.back_scope != BackScope::kAll || profile.empty_content != EmptyContent::kAsSent ||
         !profile.lost_proof.empty();
}

bool touches_effort(const Profile& profile) {
  return profile.thinking_switch != ThinkingSwitch::kNone || !profile.efforts.empty() ||
         profile.effort_as != EffortMember::kReasoningEffort;
}

bool needs_shaping_for_chat(const Profile& profile, std::string_view body) {
  const std::string_view other_limit =
      profile.max_tokens == MaxTokens::kMaxTokens ? "max_completion_tokens" : "max_tokens";
  return !profile.send.empty() || !has_word(profile.message_members, "*") ||
         (touches_history(profile) && holds(body, "assistant")) ||
         (touches_effort(profile) && holds(body, "reasoning_effort")) ||
         (profile.max_tokens_only && holds(body, other_limit)) ||
         (!profile.stream_options && holds(body, "stream_options")) ||
         (profile.thinking == Thinking::kAlways && profile.thinking_switch != ThinkingSwitch::kNone &&
          holds(body, switch_member(profile.thinking_switch))) ||
         (profile.id_grammar != IdGrammar::kProtocol && holds(body, "tool_calls")) ||
         (!profile.call_proofs && holds_any(body, kCallProofs));
}

}  // namespace

ShapeResult shape(protocol::Request& request, const Profile& profile, const ShapeSettings& settings) {
  protocol::WarningLog warnings;
  Shaping shaping{request, profile, settings, warnings};
  shaping.thinks = wants_thinking(shaping);
  shape_loop(shaping);
  shape_tool_choice(shaping);
  shape_streaming(shaping);
  shape_strict(shaping);
  shape_thinking(shaping);
  shape_parameters(shaping);
  shape_reasoning(shaping);
  shape_items(shaping);
  shape_ids(shaping);
  return {shaping.changed, request.stream == true, warnings.take()};
}

bool needs_shaping(const Profile& profile, Protocol target, std::string_view body) {
  if (profile.streams_only != StreamsOnly::kNo) return true;
  // Messages says in one word that it wants thinking.
  const bool may_think =
      target != Protocol::kMessages || profile.thinking != Thinking::kOff || holds(body, "thinking");
  const bool all_choices =
      takes_all(profile.tool_choice) && (!may_think || takes_all(profile.tool_choice_thinking));
  if (!all_choices && holds(body, "tool_choice")) return true;
  if (!has_word(profile.tool_choice, "allowed") && holds(body, "allowed_tools")) return true;
  if ((profile.strict != Strict::kKeep || !profile.strict_all_at.empty()) && holds(body, "strict"))
    return true;
  if (holds_any(body, profile.drop) || (may_think && holds_any(body, profile.drop_thinking))) return true;
  if (profile.temperature != TemperatureRange::kAny && holds(body, "temperature")) return true;
  if (profile.calls_together && target == Protocol::kResponses && holds(body, "call_id")) return true;
  if (profile.loop_needs_thinking && may_think && target == Protocol::kMessages && holds(body, "tool_use"))
    return true;
  return target == Protocol::kChat && needs_shaping_for_chat(profile, body);
}

}  // namespace argwright::provider
