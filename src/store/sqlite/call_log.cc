// A query walks the table from one end, row by row, by the numbers. Two SQL functions belong to it:
//   look_at(number)  notes which row is looked at, and ends the walk when its time is up, so that the caller
//                    learns where to go on
//   has_text(value)  searches, in either case and beyond zero bytes, which LIKE and instr() cannot
// Tested by store_test.cc.
#include "store/sqlite/call_log.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "store/table_time.h"

namespace argwright::store::sqlite {
namespace {

constexpr const char* kWriting = "write to the log of calls";
constexpr const char* kReading = "read the log of calls";
constexpr std::int64_t kRowBytes = 64;  // for numbers and the row itself
constexpr std::size_t kMaxPage = 1000;
constexpr std::size_t kMaxPageBytes = std::size_t{16} << 20;

constexpr std::array<std::string_view, 15> kColumns = {
    "time",     "bytes",    "model",   "tool",  "outcome", "fate",      "provider", "request_id",
    "key_name", "upstream", "call_id", "error", "fixes",   "arguments", "raw"};

// look_at() stands first: it has to be told of every row.
constexpr const char* kSelect = R"sql(
  SELECT number, time, model, tool, outcome, fate, provider, request_id, key_name, upstream, call_id, error,
         fixes, arguments, raw
  FROM calls
  WHERE look_at(number) AND number > ?1 AND number < ?2 AND time >= ?3 AND time < ?4
    AND (?5 = '' OR model = ?5) AND (?6 = '' OR tool = ?6) AND (?7 = '' OR outcome = ?7) AND (?8 = '' OR fate = ?8)
    AND (?9 = '' OR provider = ?9) AND (?10 = '' OR request_id = ?10)
    AND (?11 = 0 OR has_text(raw) OR has_text(arguments) OR has_text(error))
  ORDER BY number )sql";

// What the entry counts for KeepLimits. The arguments count where they are kept apart.
std::int64_t text_bytes(const CallEntry& entry, bool with_arguments) {
  std::size_t bytes = 0;
  for (const std::string* text :
       {&entry.request_id, &entry.key_name, &entry.upstream, &entry.provider, &entry.model, &entry.tool,
        &entry.call_id, &entry.fate, &entry.outcome, &entry.raw, &entry.fixes, &entry.error}) {
    bytes += text->size();
  }
  if (with_arguments) bytes += entry.arguments.size();
  return static_cast<std::int64_t>(bytes);
}

std::optional<std::string_view> text_unless(bool absent, std::string_view text) {
  return absent ? std::nullopt : std::optional(text);
}

// The columns of one row. Most entries have the key, the upstream, the model .. of others. Returns what the
// entry counts.
std::int64_t fill_row(BatchRows& rows, const CallEntry& entry) {
  const bool same = entry.arguments == entry.raw;
  const std::int64_t bytes = kRowBytes + text_bytes(entry, !same);
  rows.number(0, micros_of(entry.time));
  rows.number(1, bytes);
  rows.common_text(2, entry.model);
  rows.common_text(3, entry.tool);
  rows.common_text(4, entry.outcome);
  rows.common_text(5, entry.fate);
  rows.common_text(6, entry.provider);
  rows.text(7, entry.request_id);
  rows.common_text(8, entry.key_name);
  rows.common_text(9, entry.upstream);
  rows.text(10, entry.call_id);
  rows.common_text(11, text_unless(entry.error.empty(), entry.error));
  rows.common_text(12, text_unless(entry.fixes.empty(), entry.fixes));
  rows.common_text(13, text_unless(same, entry.arguments));
  rows.text(14, entry.raw);
  return bytes;
}

CallEntry read_entry(const Execution& run) {
  CallEntry entry;
  entry.number = run.number(0);
  entry.time = time_of(run.number(1));
  entry.model = run.text(2);
  entry.tool = run.text(3);
  entry.outcome = run.text(4);
  entry.fate = run.text(5);
  entry.provider = run.text(6);
  entry.request_id = run.text(7);
  entry.key_name = run.text(8);
  entry.upstream = run.text(9);
  entry.call_id = run.text(10);
  entry.error = run.text(11);
  entry.fixes = run.text(12);
  entry.raw = run.text(14);
  entry.arguments = run.is_null(13) ? entry.raw : run.text(13);
  return entry;
}

void bind_query(Execution& run, const CallQuery& query) {
  constexpr std::int64_t kLast = std::numeric_limits<std::int64_t>::max();
  run.bind(1, query.after.value_or(0));
  run.bind(2, query.before > 0 ? query.before : kLast);
  run.bind(3, query.since ? micros_of(*query.since) : std::numeric_limits<std::int64_t>::min());
  run.bind(4, query.until ? micros_of(*query.until) : kLast);
  run.bind(5, query.model);
  run.bind(6, query.tool);
  run.bind(7, query.outcome);
  run.bind(8, query.fate);
  run.bind(9, query.provider);
  run.bind(10, query.request_id);
  run.bind(11, query.text.empty() ? 0 : 1);
}

}  // namespace

struct CallLog::Functions {
  static Scan& scan_of(sqlite3_context* context) { return *static_cast<Scan*>(sqlite3_user_data(context)); }

  static void look_at(sqlite3_context* context, int /*count*/, sqlite3_value** values) {
    Scan& scan = scan_of(context);
    const bool first = scan.at == 0;  // at least one row, or a query would never come to an end
    scan.at = sqlite3_value_int64(values[0]);
    if (first || std::chrono::steady_clock::now() < scan.deadline) {
      sqlite3_result_int(context, 1);
    } else {
      scan.out_of_time = true;
      sqlite3_result_error(context, "the time of the query is up", -1);
    }
  }

  static void has_text(sqlite3_context* context, int /*count*/, sqlite3_value** values) {
    Scan& scan = scan_of(context);
    const void* data = sqlite3_value_blob(values[0]);
    const auto size = static_cast<std::size_t>(sqlite3_value_bytes(values[0]));
    const bool found = data != nullptr && scan.text->is_in({static_cast<const char*>(data), size});
    sqlite3_result_int(context, found ? 1 : 0);
  }

  static std::optional<Error> add_to(const Database& database, Scan& scan) {
    constexpr int kFlags = SQLITE_UTF8 | SQLITE_DIRECTONLY;
    struct Function {
      const char* name;
      void (*call)(sqlite3_context*, int, sqlite3_value**);
    };
    for (const Function& function : {Function{"look_at", look_at}, Function{"has_text", has_text}}) {
      const int code = sqlite3_create_function_v2(database.handle(), function.name, 1, kFlags, &scan,
                                                  function.call, nullptr, nullptr, nullptr);
      if (code != SQLITE_OK) return database.error(code, kReading);
    }
    return std::nullopt;
  }
};

Result<CallLog> CallLog::prepare(Database& database, Totals& totals) {
  auto scan = std::make_unique<Scan>();
  if (std::optional<Error> error = Functions::add_to(database, *scan)) return *std::move(error);
  Result<BatchInsert> insert = BatchInsert::prepare(database, kWriting, "calls", kColumns);
  if (!insert) return insert.error();
  Result<Statement> newest_first = Statement::prepare(database, kReading, std::string(kSelect) + "DESC");
  if (!newest_first) return newest_first.error();
  Result<Statement> oldest_first = Statement::prepare(database, kReading, std::string(kSelect) + "ASC");
  if (!oldest_first) return oldest_first.error();
  return CallLog(totals, std::move(scan), *std::move(insert), *std::move(newest_first),
                 *std::move(oldest_first));
}

CallLog::CallLog(Totals& totals, std::unique_ptr<Scan> scan, BatchInsert insert, Statement newest_first,
                 Statement oldest_first)
    : totals_(&totals),
      scan_(std::move(scan)),
      insert_(std::move(insert)),
      newest_first_(std::move(newest_first)),
      oldest_first_(std::move(oldest_first)) {}

Result<std::int64_t> CallLog::add(const std::vector<CallEntry>& entries) {
  Result<Total> total = totals_->get("calls");
  if (!total) return total.error();
  const std::int64_t first = total->last_number + 1;
  if (entries.empty()) return first;
  {
    BatchRows rows(insert_, first, entries.size());
    for (const CallEntry& entry : entries) {
      total->bytes += fill_row(rows, entry);
      if (std::optional<Error> error = rows.end_row()) return *std::move(error);
    }
    total->last_number += static_cast<std::int64_t>(entries.size());
  }
  if (std::optional<Error> error = totals_->set("calls", *total)) return *std::move(error);
  return first;
}

Result<CallPage> CallLog::find(const CallQuery& query) {
  const bool ascending = query.after.has_value();
  const std::size_t limit = std::clamp<std::size_t>(query.limit, 1, kMaxPage);
  *scan_ = Scan{std::chrono::steady_clock::now() + query.time, 0, false, std::nullopt};
  if (!query.text.empty()) scan_->text.emplace(query.text);

  CallPage page;
  std::size_t bytes = 0;
  Execution run(ascending ? oldest_first_ : newest_first_);
  bind_query(run, query);
  while (true) {
    const Step step = run.step();
    if (step == Step::kFailed && !scan_->out_of_time) return run.error();
    if (step != Step::kRow) break;
    page.entries.push_back(read_entry(run));
    const CallEntry& entry = page.entries.back();
    bytes += static_cast<std::size_t>(text_bytes(entry, true));
    if (page.entries.size() == limit || bytes >= kMaxPageBytes) {
      page.more = true;
      page.next = entry.number;
      return page;
    }
  }
  if (scan_->out_of_time) {
    page.more = true;
    page.next = ascending ? scan_->at - 1 : scan_->at + 1;
  } else if (ascending) {
    page.next = std::max(scan_->at, *query.after);
  }
  return page;
}

}  // namespace argwright::store::sqlite
