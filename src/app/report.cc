// Tested by report_test.cc.
#include "app/report.h"

#include "app/result_json.h"

namespace argwright::app {
namespace {

std::string error_json(const Answer& answer, const Error& error) {
  ObjectWriter out;
  // The codes of errors are about texts; of values that do not fit the diagnostics tell more.
  out.text("code", answer.is_misfit() ? rejection_name(answer.call.rejection) : error_code_name(error.code));
  out.text("message", error.message);
  if (error.where.offset == Where::kNowhere) {
    out.raw("offset", "null");
  } else {
    out.number("offset", error.where.offset);
  }
  return std::move(out).finish();
}

}  // namespace

std::string report_line(std::string_view file, const Answer& answer, const Details& details) {
  const ToolCallRequest& call = answer.call;
  ObjectWriter out;
  out.text("file", file);
  out.text("outcome", outcome_name(call.outcome));
  write_rejection(out, call.rejection);
  out.boolean("complete", call.complete);
  out.raw("unquote_depth", std::to_string(call.unquote_depth));
  write_wire_text(out, answer);
  out.raw("arguments", arguments_json(answer));
  out.raw("partial", partial_json(answer));
  out.raw("fixes", fixes_json(call.fixes));
  out.number("fixes_total", details.fixes_total);
  out.raw("diagnostics", diagnostics_json(call.diagnostics));
  out.text_or_null("parse_warning", call.parse_warning);
  out.text_or_null("parse_error", call.parse_error);
  out.raw("error", call.accepted() ? "null" : error_json(answer, details.error));
  return std::move(out).finish();
}

}  // namespace argwright::app
