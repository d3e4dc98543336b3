// Thinking and its effort, and the other members beside turns and tools. Tested by shape_test.cc.
#include <array>
#include <cstdlib>
#include <optional>
#include <utility>

#include "provider/shape_steps.h"

namespace argwright::provider {
namespace {

using protocol::Protocol;
using protocol::ReasoningWish;
using protocol::Request;
using protocol::ThinkingMode;

constexpr std::array<std::string_view, 7> kEfforts = {"none", "minimal", "low", "medium",
                                                      "high", "xhigh",   "max"};

// A budget of tokens belongs to the first effort it does not exceed.
struct BudgetRow {
  std::int64_t up_to;
  std::string_view effort;
};
constexpr std::array<BudgetRow, 4> kBudgets = {
    {{4096, "low"}, {12288, "medium"}, {32768, "high"}, {INT64_MAX, "max"}}};

bool is_text(const json::Value* value, std::string_view text) {
  return value != nullptr && value->is_string() && value->string() == text;
}

// What the client's own switch says.
bool says_on(const json::Value& value) {
  if (value.is_boolean()) return value.boolean();
  if (is_text(value.find("type"), "disabled") || is_text(value.find("effort"), "none")) return false;
  const json::Value* const enabled = value.find("enabled");
  return enabled == nullptr || *enabled != json::Value(false);
}

const json::Value* own_switch(const Shaping& shaping) {
  const std::string_view member = switch_member(shaping.profile.thinking_switch);
  return !shaping.for_chat() || member.empty() ? nullptr : shaping.own_member(member);
}

std::optional<bool> wished(const ReasoningWish& wish) {
  if (wish.thinking) return *wish.thinking != ThinkingMode::kDisabled;
  if (wish.effort) return *wish.effort != "none";
  if (wish.budget) return true;
  return std::nullopt;
}

// The effort that the provider knows; an unknown word passes where any does.
std::optional<std::string> fitting_effort(const Profile& profile, const ReasoningWish& wish) {
  std::string effort;
  if (wish.effort) {
    effort = *wish.effort;
  } else if (wish.budget) {
    const std::int64_t budget = json::Value(*wish.budget).as_int64().value_or(0);
    effort =
        std::ranges::find_if(kBudgets, [&](const BudgetRow& row) { return budget <= row.up_to; })->effort;
  } else if (wish.thinking == ThinkingMode::kDisabled) {
    effort = "none";
  } else {
    return std::nullopt;
  }
  if (profile.efforts.empty() || has_word(profile.efforts, effort)) return effort;
  const auto rank = [](std::string_view word) {
    return std::ranges::find(kEfforts, word) - kEfforts.begin();
  };
  std::string best;
  for (const std::string& known : profile.efforts) {
    const bool off = known == "none";
    if (off && effort != "none") continue;  // some thought is not none
    const auto distance = [&](std::string_view word) { return std::abs(rank(word) - rank(effort)); };
    if (best.empty() || distance(known) < distance(best) ||
        (distance(known) == distance(best) && rank(known) > rank(best))) {
      best = known;
    }
  }
  return best;
}

void put_member(Shaping& shaping, std::string_view key, json::Value value) {
  if (const json::Value* const own = shaping.own_member(key); own != nullptr && *own == value) return;
  shaping.request.target_members.push_back({std::string(key), std::move(value)});
  shaping.changed = true;
}

void set_effort(Shaping& shaping, std::optional<std::string> effort) {
  ReasoningWish& wish = shaping.request.reasoning;
  if (wish.effort == effort) return;
  if (wish.effort && effort) {
    shaping.warnings.add("changed_parameter", "reasoning effort " + *wish.effort + " became " + *effort +
                                                  ": " + shaping.profile.name + " knows no other near it");
  }
  wish.effort = std::move(effort);
  shaping.changed = true;
}

// reasoning: {..} says all of it in one place.
void put_reasoning_member(Shaping& shaping, bool on) {
  const ReasoningWish& wish = shaping.request.reasoning;
  json::Object value;
  if (!on) {
    value = {{"enabled", false}};
  } else if (wish.budget && !wish.effort) {
    value = {{"max_tokens", *wish.budget}};
  } else if (const auto effort = fitting_effort(shaping.profile, wish)) {
    value = {{"effort", *effort}};
  } else {
    value = {{"enabled", true}};
  }
  put_member(shaping, "reasoning", std::move(value));
}

void put_switch(Shaping& shaping, bool on) {
  const ReasoningWish& wish = shaping.request.reasoning;
  switch (shaping.profile.thinking_switch) {
    case ThinkingSwitch::kThinking:
      return put_member(shaping, "thinking", json::Object{{"type", on ? "enabled" : "disabled"}});
    case ThinkingSwitch::kAdaptive:
      return put_member(shaping, "thinking", json::Object{{"type", on ? "adaptive" : "disabled"}});
    case ThinkingSwitch::kEnableThinking:
      put_member(shaping, "enable_thinking", on);
      if (on && wish.budget) put_member(shaping, "thinking_budget", *wish.budget);
      return;
    case ThinkingSwitch::kReasoning: return put_reasoning_member(shaping, on);
    case ThinkingSwitch::kEffort:
    case ThinkingSwitch::kNone: return;
  }
}

bool take_member(json::Object& members, std::string_view name) {
  return std::erase_if(members, [&](const json::Member& member) { return member.key == name; }) > 0;
}

void tell_thinking_stays(Shaping& shaping) {
  shaping.warn("thinking_stays",
               shaping.profile.name + " cannot stop to think: the wish for none was left out");
}

void shape_chat_thinking(Shaping& shaping) {
  const Profile& profile = shaping.profile;
  ReasoningWish& wish = shaping.request.reasoning;
  if (const json::Value* const own = own_switch(shaping);
      own != nullptr && profile.thinking == Thinking::kAlways && !says_on(*own)) {
    take_member(shaping.request.extras, switch_member(profile.thinking_switch));
    tell_thinking_stays(shaping);
  }
  const bool is_known = profile.thinking_switch != ThinkingSwitch::kNone || !profile.efforts.empty() ||
                        profile.effort_as != EffortMember::kReasoningEffort;
  const std::optional<bool> told = wished(wish);
  if (!is_known || (!told && !shaping.turn_thinking_off)) return;
  const bool on = !shaping.turn_thinking_off && told.value_or(true);
  const json::Value* const own = own_switch(shaping);
  // A wish is told even where it is the model's habit: habits differ between the models of one row. But who
  // cannot do otherwise may refuse the member.
  const bool takes_switch =
      profile.thinking != Thinking::kAlways || (profile.thinking_switch == ThinkingSwitch::kReasoning && on);
  if (shaping.turn_thinking_off || (own == nullptr && takes_switch)) put_switch(shaping, on);
  if (profile.thinking == Thinking::kAlways && told == false) tell_thinking_stays(shaping);
  const bool tells_effort = profile.effort_as == EffortMember::kReasoningEffort &&
                            (on || profile.thinking_switch == ThinkingSwitch::kEffort);
  std::optional<std::string> effort;
  if (tells_effort && !(profile.thinking == Thinking::kAlways && told == false)) {
    effort = shaping.turn_thinking_off ? std::optional<std::string>("none") : fitting_effort(profile, wish);
  }
  // Elsewhere the switch says it, or nothing can.
  if (!effort && wish.effort && profile.effort_as == EffortMember::kNone && on) {
    shaping.warnings.add("dropped_parameter",
                         "reasoning effort: " + profile.name + " knows only whether to think, not how much");
  }
  set_effort(shaping, std::move(effort));
  shaping.changed = shaping.changed || wish.thinking || wish.budget;
  wish.thinking.reset();
  wish.budget.reset();
}

// --- other parameters
// ------------------------------------------------------------------------------------------

template <typename T>
bool take(std::optional<T>& member) {
  return std::exchange(member, std::nullopt).has_value();
}

struct Parameter {
  std::string_view name;
  bool (*take)(Request& request);
};
constexpr std::array<Parameter, 10> kParameters = {{
    {"temperature", [](Request& request) { return take(request.temperature); }},
    {"top_p", [](Request& request) { return take(request.top_p); }},
    {"top_k", [](Request& request) { return take(request.top_k); }},
    {"n", [](Request& request) { return take(request.n); }},
    {"seed", [](Request& request) { return take(request.seed); }},
    {"stop", [](Request& request) { return take(request.stop); }},
    {"user", [](Request& request) { return take(request.user); }},
    {"metadata", [](Request& request) { return take(request.metadata); }},
    {"verbosity", [](Request& request) { return take(request.verbosity); }},
    {"parallel_tool_calls", [](Request& request) { return take(request.parallel); }},
}};

bool take_parameter(Shaping& shaping, std::string_view name) {
  for (const Parameter& parameter : kParameters) {
    if (parameter.name == name) return parameter.take(shaping.request);
  }
  const bool shared = take_member(shaping.request.shared, name);
  return (!shaping.is_foreign() && take_member(shaping.request.extras, name)) || shared;
}

// What asks for nothing but what is done anyway.
bool is_harmless(const Shaping& shaping, std::string_view name) {
  const Request& request = shaping.request;
  if (name == "n") return request.n && request.n->text == "1";
  if (name == "temperature" && shaping.settings.target == Protocol::kMessages) {
    return request.temperature && json::Value(*request.temperature).as_double() == 1.0;
  }
  if (name == "top_p" && shaping.settings.target == Protocol::kMessages) {
    const double share = request.top_p ? json::Value(*request.top_p).as_double().value_or(0) : 0;
    return share >= 0.95 && share <= 1.0;  // what Claude takes while it thinks
  }
  return false;
}

// Asks for nothing, so that its loss need not be told; but some refuse the name.
bool is_false(const Shaping& shaping, std::string_view name) {
  const json::Value* const own = shaping.own_member(name);
  return own != nullptr && *own == json::Value(false);
}

void drop_parameters(Shaping& shaping, const std::vector<std::string>& names, std::string_view why) {
  for (const std::string& name : names) {
    const bool is_silent = is_false(shaping, name);
    if (is_harmless(shaping, name) || !take_parameter(shaping, name)) continue;
    shaping.changed = true;
    if (is_silent) continue;
    shaping.warn("dropped_parameter", name + " was left out: " + shaping.profile.name + std::string(why));
  }
}

void shape_temperature(Shaping& shaping) {
  std::optional<json::Number>& temperature = shaping.request.temperature;
  if (shaping.profile.temperature == TemperatureRange::kAny || !temperature) return;
  const double value = json::Value(*temperature).as_double().value_or(1);
  if (value > 0 && value <= 1) return;
  const std::string fitting = value > 1 ? "1" : "0.01";
  shaping.warn("changed_parameter", "temperature " + temperature->text + " became " + fitting + ": " +
                                        shaping.profile.name + " takes more than 0 and at most 1");
  temperature = json::Number{fitting};
}

void shape_chat_members(Shaping& shaping) {
  Request& request = shaping.request;
  const Profile& profile = shaping.profile;
  for (const json::Member& member : profile.send) {
    if (shaping.own_member(member.key) == nullptr) put_member(shaping, member.key, member.value);
  }
  if (shaping.is_foreign()) return;  // the rest is done by the encoder, see encode_options()
  const bool legacy = profile.max_tokens == MaxTokens::kMaxTokens;
  if (profile.max_tokens_only && request.max_output_tokens && request.legacy_max_tokens != legacy) {
    request.legacy_max_tokens = legacy;
    shaping.changed = true;
  }
  if (!profile.stream_options) {
    const bool told = take(request.include_usage);
    if (take_member(request.extras, "stream_options") || told) shaping.changed = true;
  }
}

}  // namespace

std::string_view switch_member(ThinkingSwitch which) {
  switch (which) {
    case ThinkingSwitch::kThinking:
    case ThinkingSwitch::kAdaptive: return "thinking";
    case ThinkingSwitch::kEnableThinking: return "enable_thinking";
    case ThinkingSwitch::kReasoning: return "reasoning";
    case ThinkingSwitch::kEffort:
    case ThinkingSwitch::kNone: break;
  }
  return {};
}

bool wants_thinking(const Shaping& shaping) {
  const Profile& profile = shaping.profile;
  if (profile.thinking == Thinking::kAlways) return true;
  if (const json::Value* const own = own_switch(shaping)) return says_on(*own);
  if (profile.thinking == Thinking::kNone && profile.thinking_switch == ThinkingSwitch::kNone) return false;
  // Messages tells effort and thinking apart: the first alone turns nothing on. Clients of other protocols
  // have one word for both, and some models think then without being told to.
  const ReasoningWish& wish = shaping.request.reasoning;
  const bool is_told = shaping.is_foreign() && wished(wish);
  if (shaping.settings.target == Protocol::kMessages && !is_told) {
    return wish.thinking ? wish.thinking != ThinkingMode::kDisabled : profile.thinking == Thinking::kOn;
  }
  return wished(wish).value_or(profile.thinking == Thinking::kOn);
}

bool can_stop_thinking(const Shaping& shaping) {
  if (shaping.profile.thinking == Thinking::kAlways) return false;
  switch (shaping.settings.target) {
    case Protocol::kChat: return shaping.profile.thinking_switch != ThinkingSwitch::kNone;
    case Protocol::kMessages: return true;
    case Protocol::kResponses: return false;  // which member does that there is not known
  }
  return false;
}

void shape_streaming(Shaping& shaping) {
  const StreamsOnly rule = shaping.profile.streams_only;
  const bool is_due = rule == StreamsOnly::kAlways || (rule == StreamsOnly::kThinking && shaping.thinks);
  if (!is_due || shaping.request.stream == true) return;
  shaping.request.stream = true;
  // A body tells it unasked.
  if (shaping.for_chat() && shaping.profile.stream_options) shaping.request.include_usage = true;
  shaping.changed = true;
}

void shape_thinking(Shaping& shaping) {
  if (shaping.for_chat()) return shape_chat_thinking(shaping);
  if (!shaping.turn_thinking_off || shaping.settings.target != Protocol::kMessages) return;
  shaping.request.reasoning.thinking = ThinkingMode::kDisabled;
  shaping.request.reasoning.budget.reset();  // effort is about more than thoughts
}

void shape_parameters(Shaping& shaping) {
  drop_parameters(shaping, shaping.profile.drop, " does not take it");
  if (shaping.thinks)
    drop_parameters(shaping, shaping.profile.drop_thinking, " does not take it while it thinks");
  shape_temperature(shaping);
  if (shaping.profile.sealed_reasoning && shaping.settings.target == Protocol::kResponses &&
      shaping.is_foreign()) {
    put_member(shaping, "include", json::Array{"reasoning.encrypted_content"});
  }
  if (shaping.for_chat()) shape_chat_members(shaping);
}

}  // namespace argwright::provider
