// Tested by access_line_test.cc.
#include "gateway/observe/access_line.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <iterator>
#include <utility>
#include <vector>

#include "gateway/observe/call_view.h"
#include "gateway/observe/redact.h"
#include "json/object_writer.h"
#include "json/visible_text.h"

namespace argwright::gateway {
namespace {

using std::chrono::system_clock;

constexpr std::size_t kMaxCallsShown = 8;
constexpr int kMaxPathColumns = 120;
constexpr int kMaxNameColumns = 64;
constexpr int kMaxTextColumns = 500;

constexpr std::array<std::string_view, 6> kLevelNames = {"trace", "debug", "info", "warn", "error", "off"};

// "2026-01-01T00:00:00.123Z", or for people without T and Z.
std::string time_text(system_clock::time_point time, bool for_people) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(std::chrono::floor<std::chrono::milliseconds>(time - day));
  char text[64];
  std::snprintf(text, sizeof text, "%04d-%02u-%02u%c%02d:%02d:%02d.%03d%s", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                for_people ? ' ' : 'T', static_cast<int>(clock.hours().count()),
                static_cast<int>(clock.minutes().count()), static_cast<int>(clock.seconds().count()),
                static_cast<int>(clock.subseconds().count()), for_people ? "" : "Z");
  return text;
}

// Three digits are enough to compare, and short enough to read: "312ms", "1.24s", "85us".
std::string duration_text(std::chrono::microseconds time) {
  const double micros = static_cast<double>(std::max<std::int64_t>(time.count(), 0));
  char text[32];
  if (micros < 1e3) {
    std::snprintf(text, sizeof text, "%.0fus", micros);
  } else if (micros < 1e6) {
    std::snprintf(text, sizeof text, "%.3gms", std::min(micros / 1e3, 999.0));
  } else if (micros < 1e8) {
    std::snprintf(text, sizeof text, "%.3gs", micros / 1e6);
  } else {
    std::snprintf(text, sizeof text, "%.0fs", micros / 1e6);
  }
  return text;
}

std::string size_text(std::uint64_t bytes) {
  constexpr std::array<const char*, 5> kUnits = {"B", "kB", "MB", "GB", "TB"};
  std::size_t unit = 0;
  double value = static_cast<double>(bytes);
  while (value >= 999.5 && unit + 1 < kUnits.size()) {
    value /= 1000;
    ++unit;
  }
  char text[32];
  std::snprintf(text, sizeof text, unit == 0 || value >= 100 ? "%.0f%s" : "%.1f%s", value, kUnits[unit]);
  return text;
}

std::string shown(std::string_view text, int columns) { return json::visible(redact(text), columns); }

Colour colour_of_status(int status) {
  if (status >= 500 || status < 100) return Colour::kRed;
  return status >= 400 ? Colour::kYellow : Colour::kGreen;
}

Colour colour_of_call(const protocol::CallReport& call) {
  if (!is_mended(call)) return Colour::kGreen;
  const bool went_out = call.fate == protocol::Fate::kReleased || call.fate == protocol::Fate::kSplit;
  return went_out ? Colour::kYellow : Colour::kRed;
}

std::string calls_text(const protocol::Report& report, const Terminal& terminal) {
  std::string text;
  const std::size_t listed = std::min(report.calls.size(), kMaxCallsShown);
  for (std::size_t i = 0; i < listed; ++i) {
    const protocol::CallReport& call = report.calls[i];
    const std::size_t fixes =
        call.parsed == nullptr || is_further_part(report, i) ? 0 : call.parsed->fixes.size();
    if (i > 0) text += ", ";
    text += call.name.empty() ? "(no name)" : shown(call.name, kMaxNameColumns);
    text += ' ' + terminal.paint(colour_of_call(call), call_word(call));
    if (fixes > 0) text += " (" + std::to_string(fixes) + (fixes == 1 ? " fix)" : " fixes)");
  }
  if (report.calls.size() > listed) text += ", " + std::to_string(report.calls.size() - listed) + " more";
  return text;
}

void write_text(json::ObjectWriter& out, std::string_view key, std::string_view text) {
  out.text_or_null(key, redact(text));
}

void write_time(json::ObjectWriter& out, std::string_view key, std::chrono::microseconds time) {
  out.number(key, static_cast<std::uint64_t>(std::max<std::int64_t>(time.count(), 0)));
}

std::string calls_json(const protocol::Report& report) {
  std::string list = "[";
  for (std::size_t i = 0; i < report.calls.size(); ++i) {
    const protocol::CallReport& call = report.calls[i];
    std::string rules = "[";
    if (call.parsed != nullptr && !is_further_part(report, i)) {
      for (const Fix& fix : call.parsed->fixes) {
        if (rules.size() > 1) rules += ',';
        json::append_quoted(rules, fix.rule);
      }
    }
    if (i > 0) list += ',';
    json::ObjectWriter out;
    write_text(out, "id", call.id);
    write_text(out, "name", call.name);
    out.text("fate", protocol::fate_name(call.fate));
    out.text_or_null("outcome",
                     call.parsed != nullptr || call.untouched ? outcome_word(call) : std::string_view());
    out.raw("fixes", rules + "]");
    list += std::move(out).finish();
  }
  return list + "]";
}

std::string notes_json(const std::vector<protocol::Note>& notes) {
  std::string list = "[";
  for (const protocol::Note& note : notes) {
    if (list.size() > 1) list += ',';
    json::ObjectWriter out;
    out.text("code", note.code);
    write_text(out, "message", note.message);
    list += std::move(out).finish();
  }
  return list + "]";
}

std::string usage_json(const protocol::Usage& usage) {
  json::ObjectWriter out;
  const std::pair<std::string_view, std::optional<std::int64_t>> counts[] = {
      {"input", usage.input},   {"cached", usage.cached},       {"cache_written", usage.cache_written},
      {"output", usage.output}, {"reasoning", usage.reasoning}, {"total", usage.total},
  };
  for (const auto& [name, count] : counts) {
    if (count) out.raw(name, std::to_string(*count));
  }
  return std::move(out).finish();
}

std::string_view name_of(const std::optional<protocol::Protocol>& protocol) {
  return protocol ? protocol::protocol_name(*protocol) : std::string_view();
}

}  // namespace

std::string_view log_level_name(LogLevel level) { return kLevelNames[static_cast<std::size_t>(level)]; }

std::optional<LogLevel> log_level_by_name(std::string_view name) {
  const auto place = std::find(kLevelNames.begin(), kLevelNames.end(), name);
  if (place == kLevelNames.end()) return {};
  return static_cast<LogLevel>(std::distance(kLevelNames.begin(), place));
}

LogLevel level_of(Ending ending) {
  switch (ending) {
    case Ending::kDone:
    case Ending::kClientGone: return LogLevel::kInfo;
    case Ending::kRefused:
    case Ending::kUpstreamError: return LogLevel::kWarn;
    case Ending::kFailed: return LogLevel::kError;
  }
  return LogLevel::kError;
}

std::string console_line(const ExchangeRecord& record, const Terminal& terminal) {
  std::string line = terminal.paint(Colour::kDim, time_text(record.began, true));
  line += ' ' + shown(record.method, kMaxNameColumns) + ' ' + shown(record.path, kMaxPathColumns);
  if (!record.model.empty())
    line += ' ' + terminal.paint(Colour::kCyan, shown(record.model, kMaxNameColumns));
  if (!record.upstream.empty()) line += " -> " + shown(record.upstream, kMaxNameColumns);
  line += ' ' + terminal.paint(colour_of_status(record.status),
                               record.status == 0 ? "---" : std::to_string(record.status));
  line += ' ' + duration_text(record.total);
  if (record.first_byte.count() > 0) line += " first " + duration_text(record.first_byte);
  line += " in " + size_text(record.bytes_in) + " out " + size_text(record.bytes_out);
  if (record.attempts > 1) line += " attempts " + std::to_string(record.attempts);
  if (!record.report.calls.empty()) line += "  " + calls_text(record.report, terminal);
  if (record.ending != Ending::kDone) {
    const Colour colour = level_of(record.ending) == LogLevel::kError ? Colour::kRed : Colour::kYellow;
    line += "  " + terminal.paint(colour, ending_name(record.ending));
    if (!record.error.empty()) line += ": " + shown(record.error, kMaxTextColumns);
  }
  return line;
}

std::string json_line(const ExchangeRecord& record) {
  json::ObjectWriter out;
  out.text("time", time_text(record.began, false));
  out.text("level", log_level_name(level_of(record.ending)));
  write_text(out, "request_id", record.request_id);
  write_text(out, "trace_id", record.trace_id);
  write_text(out, "peer", record.peer);
  write_text(out, "key_name", record.key_name);
  write_text(out, "method", record.method);
  write_text(out, "path", record.path);
  write_text(out, "endpoint", record.endpoint);
  write_text(out, "model", record.model);
  write_text(out, "upstream_model", record.upstream_model);
  write_text(out, "upstream", record.upstream);
  write_text(out, "provider", record.provider);
  out.text_or_null("client_protocol", name_of(record.client_protocol));
  out.text_or_null("upstream_protocol", name_of(record.upstream_protocol));
  out.raw("status", std::to_string(record.status));
  out.boolean("stream", record.stream);
  out.raw("attempts", std::to_string(record.attempts));
  out.text("ending", ending_name(record.ending));
  write_text(out, "error", record.error);
  out.number("bytes_in", record.bytes_in);
  out.number("bytes_out", record.bytes_out);
  write_time(out, "total_us", record.total);
  write_time(out, "first_byte_us", record.first_byte);
  write_time(out, "waited_us", record.waited);
  out.raw("calls", calls_json(record.report));
  out.raw("notes", notes_json(record.report.notes));
  out.raw("usage", usage_json(record.usage));
  return std::move(out).finish();
}

std::string console_message(system_clock::time_point time, LogLevel level, std::string_view text,
                            const Terminal& terminal) {
  Colour colour = Colour::kDim;
  if (level == LogLevel::kWarn) colour = Colour::kYellow;
  if (level == LogLevel::kError) colour = Colour::kRed;
  return terminal.paint(Colour::kDim, time_text(time, true)) + ' ' +
         terminal.paint(colour, log_level_name(level)) + ' ' + json::visible(redact(text));
}

std::string json_message(system_clock::time_point time, LogLevel level, std::string_view text) {
  json::ObjectWriter out;
  out.text("time", time_text(time, false));
  out.text("level", log_level_name(level));
  out.text("message", redact(text));
  return std::move(out).finish();
}

}  // namespace argwright::gateway
