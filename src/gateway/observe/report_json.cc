// Tested by report_json_test.cc.
#include "gateway/observe/report_json.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "gateway/observe/call_view.h"
#include "json/object_writer.h"

namespace argwright::gateway {
namespace {

using json::ObjectWriter;

// Every word of call_word(), in the order of the header.
constexpr std::array<std::string_view, 12> kWords = {"ok",       "decoded", "repaired", "coerced",
                                                     "text",     "split",   "misfit",   "emptied",
                                                     "rejected", "passed",  "withheld", "refused"};

template <typename T, typename Write>
std::string list_of(const std::vector<T>& items, Write write) {
  std::string list = "[";
  for (const T& item : items) {
    if (list.size() > 1) list += ',';
    ObjectWriter out;
    write(out, item);
    list += std::move(out).finish();
  }
  return list + "]";
}

void write_fix(ObjectWriter& out, const Fix& fix) {
  out.text("rule", fix.rule);
  out.number("offset", fix.offset);
  out.text("before", fix.before);
  out.text("after", fix.after);
}

void write_diagnostic(ObjectWriter& out, const Diagnostic& diagnostic) {
  out.text("path", diagnostic.path);
  out.text("code", diagnostic.code);
  out.text("message", diagnostic.message);
  out.text("severity", diagnostic.severity == Severity::kError ? "error" : "warning");
}

void write_call(ObjectWriter& out, const protocol::CallReport& call) {
  static const ToolCallRequest kFreeText;
  const std::shared_ptr<const ToolCallRequest> read = call.request();
  const ToolCallRequest& request = read != nullptr ? *read : kFreeText;
  const std::string_view rejection =
      request.rejection == Rejection::kNone ? std::string_view() : rejection_name(request.rejection);
  out.text("id", call.id);
  out.text("name", call.name);
  out.raw("choice", std::to_string(call.choice));
  out.text("fate", protocol::fate_name(call.fate));
  out.text_or_null("outcome", read != nullptr ? outcome_name(request.outcome) : std::string_view());
  out.text_or_null("rejection", rejection);
  out.boolean("complete", request.complete);
  out.raw("unquote_depth", std::to_string(request.unquote_depth));
  out.raw("fixes", list_of(request.fixes, write_fix));
  out.raw("diagnostics", list_of(request.diagnostics, write_diagnostic));
  out.text_or_null("parse_warning", request.parse_warning);
  out.text_or_null("parse_error", request.parse_error);
}

void write_note(ObjectWriter& out, const protocol::Note& note) {
  out.text("code", note.code);
  out.text("message", note.message);
}

}  // namespace

std::string report_json(const protocol::Report& report) {
  ObjectWriter out;
  out.raw("calls", list_of(report.calls, write_call));
  out.raw("notes", list_of(report.notes, write_note));
  return std::move(out).finish();
}

std::string call_header(const protocol::Report& report) {
  std::array<std::size_t, kWords.size()> counts{};
  for (const protocol::CallReport& call : report.calls) {
    const auto place = std::find(kWords.begin(), kWords.end(), call_word(call));
    if (place != kWords.end()) ++counts[static_cast<std::size_t>(place - kWords.begin())];
  }
  std::string header;
  for (std::size_t i = 0; i < kWords.size(); ++i) {
    if (counts[i] == 0) continue;
    if (!header.empty()) header += ", ";
    header += kWords[i];
    header += '=' + std::to_string(counts[i]);
  }
  return header;
}

}  // namespace argwright::gateway
