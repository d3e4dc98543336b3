// The members of a request beside its turns and tools.
#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <utility>

#include "protocol/adapt.h"

namespace argwright::protocol {
namespace {

struct Refused {
  Protocol origin;
  std::string_view member;
  std::string_view why;
};

// Without what these stand for the request would mean something else.
constexpr std::array<Refused, 5> kRefused = {{
    {Protocol::kResponses, "conversation", "the conversation is stored where this request does not go"},
    {Protocol::kResponses, "prompt", "the prompt is stored where this request does not go"},
    {Protocol::kMessages, "thread", "threads are stored where this request does not go"},
    {Protocol::kChat, "functions", "the legacy form of tools is not converted; use tools"},
    {Protocol::kChat, "function_call", "the legacy form of tool_choice is not converted; use tool_choice"},
}};

Error refusal(std::string_view member, std::string_view why) {
  return Error{ErrorCode::kInvalidArgument, std::string(member) + ": " + std::string(why),
               Where::at("/" + std::string(member))};
}

// Effort and budget, for those who know only one of them. A budget belongs to the first row it does not
// exceed.
struct EffortRow {
  std::string_view effort;
  std::string_view messages_effort;
  std::int64_t budget;
  std::int64_t up_to;
};
constexpr std::array<EffortRow, 6> kEfforts = {{
    {"minimal", "low", 1024, 1024},
    {"low", "low", 2048, 4096},
    {"medium", "medium", 8192, 12288},
    {"high", "high", 16384, 32768},
    {"xhigh", "xhigh", 49152, 57344},
    {"max", "max", 65536, INT64_MAX},
}};
constexpr std::int64_t kLeastBudget = 1024;

std::optional<std::int64_t> integer(const json::Number& number) { return json::Value(number).as_int64(); }

void budget_towards_messages(const Adaptation& a, std::int64_t budget) {
  Request& request = a.request;
  const std::int64_t room = integer(*request.max_output_tokens).value_or(0) - 1;
  const bool forced = request.tool_choice && (request.tool_choice->mode == ToolChoiceMode::kRequired ||
                                              request.tool_choice->mode == ToolChoiceMode::kTool);
  const bool prefilled = !request.turns.empty() && request.turns.back().role == Role::kAssistant;
  budget = std::min(budget, room);
  if (forced || prefilled || budget < kLeastBudget) {
    a.warnings.add("dropped_member",
                   forced      ? "reasoning effort: thinking does not go with a forced tool"
                   : prefilled ? "reasoning effort: thinking does not go with an answer that is begun"
                               : "reasoning effort: max_tokens leaves no room for thinking");
    return;
  }
  request.reasoning.thinking = ThinkingMode::kEnabled;
  request.reasoning.budget = json::Number{std::to_string(budget)};
  if (request.temperature) a.warnings.add("dropped_member", "temperature: it cannot be set with thinking");
  if (request.top_k) a.warnings.add("dropped_member", "top_k: it cannot be set with thinking");
  request.temperature.reset();
  request.top_k.reset();
}

void reasoning_towards_messages(const Adaptation& a) {
  ReasoningWish& wish = a.request.reasoning;
  if (!wish.effort) return;
  const std::string effort = *std::exchange(wish.effort, std::nullopt);
  if (effort == "none") {
    wish.thinking = ThinkingMode::kDisabled;
    return;
  }
  const auto row =
      std::find_if(kEfforts.begin(), kEfforts.end(), [&](const EffortRow& r) { return r.effort == effort; });
  if (row == kEfforts.end()) return a.dropped("reasoning effort '" + effort + "'");
  if (a.options.messages_effort == MessagesEffort::kOutputConfig) {
    wish.effort = row->messages_effort;
  } else {
    budget_towards_messages(a, row->budget);
  }
}

void reasoning_from_messages(const Adaptation& a) {
  ReasoningWish& wish = a.request.reasoning;
  if (wish.thinking == ThinkingMode::kDisabled) {
    wish.effort = "none";
  } else if (!wish.effort && wish.budget) {
    const std::int64_t budget = integer(*wish.budget).value_or(0);
    wish.effort = std::find_if(kEfforts.begin(), kEfforts.end(), [&](const EffortRow& r) {
                    return budget <= r.up_to;
                  })->effort;
    if (*wish.effort == "minimal") wish.effort = "low";  // not every model has it
  } else if (!wish.effort && wish.thinking) {
    a.dropped("thinking without a budget or an effort");
  }
  wish.thinking.reset();
  wish.budget.reset();
}

template <typename T>
void drop(const Adaptation& a, std::optional<T>& member, std::string_view name) {
  if (member) a.dropped(name);
  member.reset();
}

std::optional<Error> refuse(const Request& request, Protocol target) {
  if (request.previous_response_id && !request.previous_response_id->empty()) {
    return refusal("previous_response_id", "the response is stored where this request does not go");
  }
  for (const Refused& row : kRefused) {
    if (row.origin != request.origin) continue;
    for (const json::Member& extra : request.extras) {
      if (extra.key == row.member && !says_nothing(extra.value)) return refusal(row.member, row.why);
    }
  }
  if (target != Protocol::kChat && request.n && json::Value(*request.n).as_double() != 1.0) {
    return refusal("n", std::string(display_name(target)) + " gives one choice only");
  }
  return std::nullopt;
}

void format_towards_messages(const Adaptation& a) {
  std::optional<ResponseFormat>& format = a.request.response_format;
  if (!format) return;
  if (format->kind == FormatKind::kJsonObject) a.dropped("response format json_object");
  const bool schema = format->kind == FormatKind::kJsonSchema && format->schema;
  if (format->kind == FormatKind::kJsonSchema && !schema) a.dropped("response format without a schema");
  if (!schema) format.reset();
}

// Messages refuses sequences of nothing but white space.
void stop_towards_messages(const Adaptation& a) {
  if (!a.request.stop) return;
  const std::size_t blank = std::erase_if(*a.request.stop, is_blank);
  if (blank > 0)
    a.warnings.add("changed_member", "stop: Messages takes no blank sequences; they were dropped");
  if (blank > 0 && a.request.stop->empty()) a.request.stop.reset();
}

// Clients of Messages put whole records into their user_id.
void user_towards_openai(const Adaptation& a) {
  constexpr std::size_t kLongestUser = 64;
  if (!a.request.user || a.request.user->size() <= kLongestUser) return;
  a.warnings.add("dropped_member", "user: " + std::string(display_name(a.target)) + " takes 64 characters");
  a.request.user.reset();
}

void adapt_for_messages(const Adaptation& a) {
  Request& request = a.request;
  if (!request.max_output_tokens) {
    request.max_output_tokens = json::Number{std::to_string(a.options.default_max_tokens)};
  }
  if (request.temperature && json::Value(*request.temperature).as_double().value_or(0) > 1) {
    a.warnings.add("changed_member",
                   "temperature: Messages knows 0 to 1; " + request.temperature->text + " became 1");
    request.temperature = json::Number{"1"};
  }
  for (const json::Member& member : request.shared) a.dropped(member.key);
  request.shared.clear();
  drop(a, request.metadata, "metadata");
  drop(a, request.verbosity, "verbosity");
  drop(a, request.reasoning.summary, "reasoning.summary");
  format_towards_messages(a);
  stop_towards_messages(a);
  reasoning_towards_messages(a);
}

void adapt_for_chat(const Adaptation& a) {
  Request& request = a.request;
  request.legacy_max_tokens = a.options.legacy_max_tokens;
  request.stop_is_string = false;
  drop(a, request.reasoning.summary, "reasoning.summary");
  drop(a, request.top_k, "top_k");
  user_towards_openai(a);
  const bool ranked = std::any_of(request.shared.begin(), request.shared.end(),
                                  [](const json::Member& member) { return member.key == "top_logprobs"; });
  if (ranked) request.shared.push_back({"logprobs", true});  // Chat takes the one with the other only
  if (request.stop && request.stop->size() > 4) {
    a.warnings.add("changed_member", "stop: Chat takes four sequences; the others were dropped");
    request.stop->resize(4);
  }
  // The other protocols always tell what a reply cost.
  if (request.stream == true && a.options.stream_usage) request.include_usage = true;
}

void adapt_for_responses(const Adaptation& a) {
  drop(a, a.request.stop, "stop");
  user_towards_openai(a);
  drop(a, a.request.top_k, "top_k");
}

}  // namespace

std::optional<Error> adapt_members(const Adaptation& a) {
  Request& request = a.request;
  if (std::optional<Error> error = refuse(request, a.target)) return error;
  a.drop_extras(request.extras, "");
  request.input_form = ContentForm::kList;
  request.include_usage.reset();
  if (a.target != Protocol::kChat) {
    request.n.reset();
    drop(a, request.seed, "seed");
  }
  if (request.response_format) {
    a.drop_extras(request.response_format->extras, "response_format");
    a.drop_extras(request.response_format->inner_extras, "response_format");
    if (request.origin == Protocol::kMessages) {
      request.response_format->strict = true;  // Messages always holds to its schema
    }
    if (request.response_format->kind == FormatKind::kJsonSchema && request.response_format->name.empty()) {
      request.response_format->name = "response";
    }
  }
  if (request.origin == Protocol::kMessages) reasoning_from_messages(a);
  switch (a.target) {
    case Protocol::kChat: adapt_for_chat(a); break;
    case Protocol::kResponses: adapt_for_responses(a); break;
    case Protocol::kMessages: adapt_for_messages(a); break;
  }
  return std::nullopt;
}

}  // namespace argwright::protocol
