// One exchange as one line of the access log. Every free text in it is redacted and made visible.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/terminal.h"
#include "gateway/exchange_record.h"

namespace argwright::gateway {

enum class LogLevel : std::uint8_t { kTrace, kDebug, kInfo, kWarn, kError, kOff };
std::string_view log_level_name(LogLevel level);  // "trace", "debug", "info", "warn", "error", "off"
std::optional<LogLevel> log_level_by_name(std::string_view name);

// done and client_gone are info, refused and upstream_error warn, failed error.
LogLevel level_of(Ending ending);

// For people, in UTC:
//   2026-01-01 00:00:00.123 POST /v1/chat/completions gpt-4o -> main 200 1.24s first 312ms in 1.2kB out 3.4MB
//   get_weather repaired (3 fixes)
std::string console_line(const ExchangeRecord& record, const Terminal& terminal);

// For programs: one JSON object with every field of the record; docs/observability.md lists them. Texts of
// calls are not in it: they are the business of the call log.
std::string json_line(const ExchangeRecord& record);

// A line that is about no exchange.
std::string console_message(std::chrono::system_clock::time_point time, LogLevel level, std::string_view text,
                            const Terminal& terminal);
std::string json_message(std::chrono::system_clock::time_point time, LogLevel level, std::string_view text);

}  // namespace argwright::gateway
