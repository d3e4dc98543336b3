// Tested by answer_test.cc.
#include "app/answer.h"

#include <string>
#include <utility>

#include "argwright/schema.h"

namespace argwright::app {
namespace {

RepairOptions options_for(const Declaration& declaration, const RepairOptions& given) {
  RepairOptions options = given;
  options.enhance = true;  // what would be done is told even where nothing is done
  options.tool_name = declaration.tool_name;
  options.declared_keys =
      declaration.schema != nullptr && !declaration.text_alone ? &declaration.schema->keys() : nullptr;
  return options;
}

// Repair without typing.
ToolCallRequest read_text_alone(std::string_view raw, const RepairOptions& options) {
  RepairResult repaired = repair_arguments(raw, options);
  ToolCallRequest call;
  call.tool_name = options.tool_name;
  call.raw_arguments = raw;
  call.outcome = repaired.outcome;
  call.rejection = repaired.rejection;
  call.parse_error = std::move(repaired.parse_error);
  call.parse_warning = std::move(repaired.parse_warning);
  call.fixes = std::move(repaired.fixes);
  call.unquote_depth = repaired.unquote_depth;
  call.complete = repaired.complete;
  if (repaired.text != raw) call.rewritten = std::move(repaired.text);
  const auto value_of = [&](std::string_view text) {
    // L2: what the engine accepts is strict JSON within the limits.
    return json::parse(text, options.limits).value_or(json::Value(json::Object{}));
  };
  if (call.outcome == Outcome::kSplit) {
    for (const std::string& part : repaired.parts) call.parts.push_back(value_of(part));
  } else if (call.outcome != Outcome::kRejected) {
    call.arguments = value_of(call.text());
  }
  return call;
}

void warn(ToolCallRequest& call, std::string code, std::string message) {
  if (!call.parse_warning.empty()) call.parse_warning += "; ";
  call.parse_warning += message;
  call.diagnostics.push_back({Severity::kWarning, {}, std::move(code), std::move(message)});
}

// S1-68, for a tool whose definition was given and is of no use.
void tell_trouble(ToolCallRequest& call, const std::string& trouble) {
  constexpr const char* kMissing = "tool_definition_missing";
  bool told = false;
  for (const Diagnostic& diagnostic : call.diagnostics) told = told || diagnostic.code == kMissing;
  if (!told) warn(call, kMissing, kMissing);
  warn(call, "tool_definition_broken", "the schema cannot be used: " + trouble);
}

std::string misfit_words(const ToolCallRequest& call) {
  std::string words;
  for (const Diagnostic& diagnostic : call.diagnostics) {
    if (diagnostic.severity != Severity::kError) continue;
    if (!words.empty()) words += "; ";
    if (!diagnostic.path.empty()) words += diagnostic.path + ": ";
    words += diagnostic.message;
  }
  return words;
}

}  // namespace

Answer answer_arguments(std::string_view raw, const Declaration& declaration, const RepairOptions& options) {
  const RepairOptions used = options_for(declaration, options);
  Answer answer{.call = {}, .enhance = options.enhance};
  if (declaration.text_alone) {
    answer.call = read_text_alone(raw, used);
  } else {
    answer.call = parse_call({declaration.tool_name, {}, raw}, declaration.schema.get(), used);
    if (!declaration.trouble.empty()) tell_trouble(answer.call, declaration.trouble);
  }
  return answer;
}

Details details_of(const Answer& answer, const Declaration& declaration, const RepairOptions& options) {
  const ToolCallRequest& call = answer.call;
  Details details{.error = {}, .fixes_total = call.fixes.size()};
  const bool unread = !call.accepted() && !answer.is_misfit();
  if (unread || call.fixes.size() >= options.limits.max_fixes) {
    RepairResult repaired = repair_arguments(call.raw_arguments, options_for(declaration, options));
    details.fixes_total = repaired.fixes_total;
    details.error = std::move(repaired.error);
    if (details.error.message.empty()) details.error.message = call.parse_error;
  }
  if (answer.is_misfit()) details.error = Error{ErrorCode::kInvalidArgument, misfit_words(call), {}};
  return details;
}

}  // namespace argwright::app
