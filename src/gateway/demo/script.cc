#include "gateway/demo/script.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>
#include <variant>

#include "gateway/demo/arguments.h"
#include "gateway/demo/dice.h"
#include "gateway/demo/prose.h"
#include "gateway/demo/text_pieces.h"
#include "gateway/demo/tool_match.h"

namespace argwright::gateway::demo {
namespace {

using protocol::Content;
using protocol::Request;
using protocol::ResultPart;
using protocol::Role;
using protocol::TextPart;
using protocol::ToolSpec;
using protocol::Turn;

constexpr std::size_t kMaxMessage = 4000;
constexpr std::int64_t kFirstCreated = 1'767'225'600;  // 2026: no clock is read, the seed tells the time
constexpr std::uint64_t kCreatedRange = 20'000'000;
constexpr unsigned kReasoningPercent = 40;
constexpr unsigned kPrefacePercent = 50;

struct IdPrefixes {
  std::string_view reply, call;
};
constexpr IdPrefixes kIdPrefixes[] = {{"chatcmpl-", "call_"}, {"resp_", "call_"}, {"msg_01", "toolu_01"}};

// The last text of the last user turn. Agents put reminders in tags beside what the person wrote.
std::string last_message(const Request& request) {
  for (auto turn = request.turns.rbegin(); turn != request.turns.rend(); ++turn) {
    if (turn->role != Role::kUser) continue;
    std::string_view found;
    for (const protocol::Part& part : turn->parts) {
      const auto* text = std::get_if<TextPart>(&part);
      if (text != nullptr && (found.empty() || !text->text.starts_with('<'))) found = text->text;
    }
    if (!found.empty()) return std::string(clipped(found, kMaxMessage));
  }
  return {};
}

std::string text_of(const std::vector<Content>& content) {
  std::string text;
  for (const Content& part : content) {
    if (const auto* told = std::get_if<TextPart>(&part)) text += told->text;
  }
  return text;
}

// Those with which the conversation ends.
std::vector<ToldResult> last_results(const Request& request) {
  std::unordered_map<std::string_view, std::string_view> names;
  for (const Turn& turn : request.turns) {
    for (const protocol::Part& part : turn.parts) {
      if (const auto* call = std::get_if<protocol::CallPart>(&part)) names[call->id] = call->name;
    }
  }
  std::vector<ToldResult> results;
  for (auto turn = request.turns.rbegin(); turn != request.turns.rend(); ++turn) {
    std::vector<ToldResult> of_turn;
    for (const protocol::Part& part : turn->parts) {
      const auto* result = std::get_if<ResultPart>(&part);
      if (result == nullptr) continue;
      const auto name = names.find(result->call_id);
      of_turn.push_back(
          {name != names.end() ? std::string(name->second) : std::string(), text_of(result->content)});
    }
    if (of_turn.empty()) break;
    results.insert(results.begin(), of_turn.begin(), of_turn.end());
  }
  return results;
}

bool must_call(const Request& request) {
  using protocol::ToolChoiceMode;
  return request.tool_choice && (request.tool_choice->mode == ToolChoiceMode::kRequired ||
                                 request.tool_choice->mode == ToolChoiceMode::kTool);
}

const json::Value& schema_of(const ToolSpec& tool) {
  static const json::Value none;
  return tool.parameters ? *tool.parameters : none;
}

// What a reply in a format that was asked for says.
std::optional<std::string> formatted(const Request& request, std::string_view message) {
  if (!request.response_format) return std::nullopt;
  const protocol::ResponseFormat& format = *request.response_format;
  if (format.kind == protocol::FormatKind::kJsonSchema && format.schema) {
    return json::write(fill_arguments(*format.schema, {message, Wish::kNone, 0}));
  }
  if (format.kind == protocol::FormatKind::kJsonObject) {
    return json::write(json::Object{{"answer", "This is Argwright's demo model."}, {"message", message}});
  }
  return std::nullopt;
}

void add_calls(Script& script, const Request& request, const ToolSpec& first, std::string_view message,
               Dice& dice) {
  const bool two = request.parallel.value_or(true);
  const Fault* fault = fault_of_model(script.model);
  if (fault == nullptr) fault = &draw_fault(dice, requires_arguments(schema_of(first)), two);
  const Delivery delivery{request.origin, request.stream.value_or(false)};
  const std::size_t count = two ? fault->calls : 1;
  if (exists(fault->shape, delivery)) script.shape = fault->shape;
  const ToolSpec* tool = &first;
  for (std::size_t i = 0; i < count; ++i) {
    ScriptedCall call;
    call.id = std::string(kIdPrefixes[static_cast<std::size_t>(request.origin)].call) + dice.word(22);
    call.name = tool->name;
    // A second tool, or the same one for something else.
    const std::size_t number = tool == &first ? i : 0;
    call.meant = fill_arguments(schema_of(*tool), {message, fault->wish, number});
    call.arguments = argument_text(*fault, delivery, call.meant, schema_of(*tool));
    script.calls.push_back(std::move(call));
    tool = other_tool(request, first);
  }
}

std::int64_t tokens(std::size_t bytes) { return static_cast<std::int64_t>(bytes / 4 + 1); }

}  // namespace

Script make_script(const Request& request, std::string_view body, std::uint64_t seed) {
  Dice dice(seed);
  Script script;
  script.id = std::string(kIdPrefixes[static_cast<std::size_t>(request.origin)].reply) + dice.word(24);
  script.model = request.model.value_or("demo");
  script.created = kFirstCreated + static_cast<std::int64_t>(dice.next() % kCreatedRange);
  const bool reasons = dice.chance(kReasoningPercent);
  const bool prefaces = dice.chance(kPrefacePercent);

  const std::string message = last_message(request);
  const std::vector<ToldResult> results = last_results(request);
  const ToolSpec* tool = results.empty() ? choose_tool(request, message) : nullptr;
  if (tool != nullptr && is_small_talk(message) && !must_call(request)) tool = nullptr;
  if (tool != nullptr) {
    add_calls(script, request, *tool, message, dice);
    if (reasons)
      script.reasoning = "The user wants something that " + tool->name + " can do. I will call it.";
    if (prefaces) script.text = "Let me use " + tool->name + " for that.";
  } else if (std::optional<std::string> asked = formatted(request, message)) {
    script.text = std::move(*asked);
  } else if (!results.empty()) {
    script.text = told_results(results);
    if (reasons) script.reasoning = "The result is there. I only have to pass it on.";
  } else {
    script.text = introduction(message);
    if (reasons) script.reasoning = "No tool is needed here. I will say who I am.";
  }

  std::size_t said = script.reasoning.size() + script.text.size();
  for (const ScriptedCall& call : script.calls) said += call.name.size() + call.arguments.size();
  script.usage.input = tokens(body.size());
  script.usage.output = tokens(said);
  script.usage.reasoning = script.reasoning.empty() ? 0 : tokens(script.reasoning.size());
  script.usage.total = *script.usage.input + *script.usage.output;
  return script;
}

}  // namespace argwright::gateway::demo
