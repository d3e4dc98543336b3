// Tested by call_entries_test.cc.
#include "gateway/observe/call_entries.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "gateway/observe/call_view.h"
#include "json/object_writer.h"

namespace argwright::gateway {
namespace {

void append(std::string& list, json::ObjectWriter&& item) {
  if (list.size() > 1) list += ',';
  list += std::move(item).finish();
}

std::string fixes_of(const ToolCallRequest& request) {
  std::string list = "[";
  for (const Fix& fix : request.fixes) {
    json::ObjectWriter out;
    out.text("rule", fix.rule);
    out.text("message", fix.words);
    out.number("at", fix.offset);
    append(list, std::move(out));
  }
  for (const Diagnostic& diagnostic : request.diagnostics) {
    if (diagnostic.severity != Severity::kWarning) continue;  // errors are no fixes; `error` has them
    json::ObjectWriter out;
    out.text("rule", diagnostic.code);
    out.text("message", diagnostic.message);
    out.text("at", diagnostic.path);
    append(list, std::move(out));
  }
  return list + "]";
}

// Where it stays: to move its many texts costs about as much as to fill them in.
void fill(store::CallEntry& entry, const ExchangeRecord& record, std::size_t index) {
  const protocol::CallReport& call = record.report.calls[index];
  entry.time = record.began;
  entry.request_id = record.request_id;
  entry.key_name = record.key_name;
  entry.upstream = record.upstream;
  entry.provider = record.provider;
  entry.model = record.model.empty() ? record.upstream_model : record.model;
  entry.tool = call.name;
  entry.call_id = call.id;
  entry.fate = protocol::fate_name(call.fate);
  entry.fixes = "[]";
  if (call.untouched) {
    entry.outcome = outcome_name(Outcome::kOk);
    entry.raw = *call.untouched;
    entry.arguments = *call.untouched;
    return;
  }
  if (call.parsed == nullptr) return;
  entry.outcome = outcome_name(call.parsed->outcome);
  entry.raw = call.parsed->raw_arguments;
  entry.arguments = sent_arguments(record.report, index).value_or("");
  entry.error = call.parsed->parse_error;
  if (!is_further_part(record.report, index)) entry.fixes = fixes_of(*call.parsed);
}

}  // namespace

std::vector<store::CallEntry> call_entries(const ExchangeRecord& record, CallLogging logging) {
  std::vector<store::CallEntry> entries;
  if (logging == CallLogging::kOff) return entries;
  entries.reserve(record.report.calls.size());
  for (std::size_t i = 0; i < record.report.calls.size(); ++i) {
    if (logging == CallLogging::kAll || is_mended(record.report.calls[i])) {
      fill(entries.emplace_back(), record, i);
    }
  }
  return entries;
}

}  // namespace argwright::gateway
