#include "tests/dialects/compared.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "argwright/json.h"

namespace argwright::dialects {

using namespace argwright::protocol;

namespace {

std::string line_of(std::string_view name, std::string_view arguments) {
  return std::string(name) + " " + std::string(arguments);
}

}  // namespace

std::vector<std::string> lines(const Meant& meant) {
  std::vector<std::string> list;
  for (const MeantCall& call : meant.calls) list.push_back(line_of(call.name, call.arguments));
  return list;
}

std::vector<std::string> lines(const Reply& reply) {
  std::vector<std::string> list;
  for (const Call* call : reply.calls()) {
    const Result<json::Value> value = json::parse(call->arguments);
    list.push_back(line_of(call->name, value ? json::write(*value) : "not JSON: " + call->arguments));
  }
  return list;
}

std::string shown(const std::vector<std::string>& list) {
  std::string text;
  for (const std::string& line : list) text += "\n    " + line;
  return text;
}

std::string difference(const Meant& meant, const Written& written, const Reply& reply, bool same_protocol) {
  std::string text;
  const bool is_inline = same_protocol && !written.text_with_reasoning.empty();
  const std::string& wanted_text = is_inline ? written.text_with_reasoning : meant.text;
  std::vector<std::string> wanted = lines(meant);
  std::vector<std::string> got = lines(reply);
  if (!written.keeps_order) {
    std::ranges::sort(wanted);
    std::ranges::sort(got);
  }
  if (wanted != got) text += "\n  calls:" + shown(got) + "\n  meant:" + shown(wanted);
  if (reply.text(PartKind::kText) != wanted_text)
    text += "\n  text: " + reply.text(PartKind::kText) + "\n  meant: " + wanted_text;
  if (written.keeps_reasoning && !is_inline && reply.text(PartKind::kReasoning) != meant.reasoning)
    text += "\n  reasoning: " + reply.text(PartKind::kReasoning) + "\n  meant: " + meant.reasoning;
  if (reply.error) text += "\n  error: " + reply.error->message;
  const std::optional<Finish>& finish = reply.choices[0].finish;
  const FinishReason due = meant.calls.empty() ? FinishReason::kStop : FinishReason::kCalls;
  const bool may_be_cut = written.ends_silently && meant.calls.empty();
  // What nobody knows is written as a stop.
  const bool is_stop = meant.calls.empty() && finish && finish->reason == FinishReason::kUnknown;
  if (!finish ||
      (finish->reason != due && !is_stop && !(may_be_cut && finish->reason == FinishReason::kLength)))
    text += "\n  finish: " + (finish ? std::to_string(static_cast<int>(finish->reason)) : "none");
  return text;
}

}  // namespace argwright::dialects
