// Calls as the governor reports them, for tests of what is told about them.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "argwright/json.h"
#include "argwright/repair.h"
#include "argwright/tool.h"
#include "gateway/exchange_record.h"

namespace argwright::gateway {

inline std::shared_ptr<const ToolCallRequest> parsed(std::string_view raw, bool complete = true) {
  ToolCallRequest request;
  RepairOptions options;
  options.complete = complete;
  const RepairResult result = repair_arguments(raw, options);
  request.tool_name = "get_weather";
  request.tool_call_id = "call_1";
  request.raw_arguments = raw;
  if (result.accepted()) request.arguments = *json::parse(result.text);
  if (result.text != raw) request.rewritten = result.text;
  for (const std::string& part : result.parts) request.parts.push_back(*json::parse(part));
  request.parse_error = result.parse_error;
  request.parse_warning = result.parse_warning;
  request.outcome = result.outcome;
  request.rejection = result.rejection;
  request.fixes = result.fixes;
  request.complete = result.complete;
  return std::make_shared<const ToolCallRequest>(std::move(request));
}

inline protocol::CallReport call_of(std::string_view raw, protocol::Fate fate = protocol::Fate::kReleased) {
  protocol::CallReport call;
  call.id = "call_1";
  call.name = "get_weather";
  call.fate = fate;
  call.parsed = parsed(raw, fate != protocol::Fate::kWithheld);
  return call;
}

inline protocol::CallReport free_text_call() {
  protocol::CallReport call;
  call.id = "call_2";
  call.name = "apply_patch";
  call.custom = true;
  return call;
}

// A stream of Chat with one repaired call.
inline ExchangeRecord sample_record() {
  ExchangeRecord record;
  record.request_id = "req_1";
  record.trace_id = "4bf92f3577b34da6a3ce929d0e0e4736";
  record.began = std::chrono::system_clock::time_point(std::chrono::milliseconds(1'767'225'600'123));
  record.peer = "127.0.0.1";
  record.key_name = "alice";
  record.method = "POST";
  record.path = "/v1/chat/completions";
  record.endpoint = "chat";
  record.model = "gpt-4o";
  record.upstream_model = "gpt-4o-2024-08-06";
  record.upstream = "main";
  record.provider = "openai";
  record.client_protocol = record.upstream_protocol = protocol::Protocol::kChat;
  record.status = 200;
  record.stream = true;
  record.attempts = 1;
  record.bytes_in = 1200;
  record.bytes_out = 3'400'000;
  record.total = std::chrono::microseconds(1'240'000);
  record.first_byte = std::chrono::microseconds(312'000);
  record.waited = std::chrono::microseconds(1'239'950);
  record.report.calls.push_back(call_of("{'city': 'Oslo',}"));
  record.report.notes.push_back({"finish_changed", "the finish reason 'stop' does not fit the calls"});
  record.usage.input = 100;
  record.usage.output = 20;
  return record;
}

}  // namespace argwright::gateway
