// Tested by report_test.cc and batch_test.cc.
#include "app/result_json.h"

#include <algorithm>

#include "argwright/json.h"
#include "json/validator.h"

namespace argwright::app {
namespace {

// Strict JSON on one line. Its line breaks stand between tokens only, so a space says the same.
std::string on_one_line(std::string json) {
  std::replace_if(json.begin(), json.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return json;
}

}  // namespace

std::string arguments_json(const Answer& answer) {
  const ToolCallRequest& call = answer.call;
  if (!answer.enhance) {
    return json::is_strict_object(call.raw_arguments) ? on_one_line(call.raw_arguments) : "null";
  }
  // S3's promotions are in the values and not in the text (L1); apart from them both say the same.
  if (call.accepted()) {
    return call.outcome == Outcome::kCoerced ? json::write(*call.arguments)
                                             : on_one_line(std::string(call.text()));
  }
  if (call.outcome != Outcome::kSplit) return "null";
  std::string list = "[";
  for (const json::Value& part : call.parts) {
    if (list.size() > 1) list += ',';
    list += json::write(part);
  }
  return list + "]";
}

std::string partial_json(const Answer& answer) {
  return answer.call.partial ? json::write(*answer.call.partial) : "null";
}

void write_wire_text(ObjectWriter& out, const Answer& answer) {
  if (!answer.enhance) {
    out.text("text", answer.call.raw_arguments);
  } else if (answer.call.accepted() || answer.is_misfit()) {
    out.text("text", answer.call.text());
  } else {
    out.raw("text", "null");
  }
}

std::string fixes_json(const std::vector<Fix>& fixes) {
  std::string list = "[";
  for (const Fix& fix : fixes) {
    if (list.size() > 1) list += ',';
    ObjectWriter out;
    out.text("rule", fix.rule);
    out.number("offset", fix.offset);
    out.text("before", fix.before);
    out.text("after", fix.after);
    list += std::move(out).finish();
  }
  return list + "]";
}

std::string diagnostics_json(const std::vector<Diagnostic>& diagnostics) {
  std::string list = "[";
  for (const Diagnostic& diagnostic : diagnostics) {
    if (list.size() > 1) list += ',';
    ObjectWriter out;
    out.text("path", diagnostic.path);
    out.text("code", diagnostic.code);
    out.text("message", diagnostic.message);
    out.text("severity", diagnostic.severity == Severity::kError ? "error" : "warning");
    list += std::move(out).finish();
  }
  return list + "]";
}

void write_rejection(ObjectWriter& out, Rejection rejection) {
  out.text_or_null("rejection", rejection == Rejection::kNone ? "" : rejection_name(rejection));
}

}  // namespace argwright::app
