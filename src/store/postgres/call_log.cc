// A query walks the table from one end, a window of numbers after the other, so that it can stop when its
// time is up and tell where to go on. The server finds which rows of a window match and how large they are;
// only those that fit into the page are fetched. Tested by store_test.cc.
#include "store/postgres/call_log.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <string>
#include <utility>

#include "store/postgres/totals.h"
#include "store/table_time.h"
#include "store/text_search.h"

namespace argwright::store::postgres {
namespace {

constexpr const char* kWriting = "write to the log of calls";
constexpr const char* kReading = "read the log of calls";
constexpr std::int64_t kRowBytes = 64;  // for numbers and the row itself
constexpr std::size_t kMaxPage = 1000;
constexpr std::int64_t kMaxPageBytes = std::int64_t{16} << 20;
// How many rows are looked at before the clock is: some milliseconds.
constexpr std::int64_t kWindow = 2000;

using Member = std::string CallEntry::*;
// In the order of the columns after `bytes`; the arguments, which may be NULL, stand before the last.
constexpr std::array<Member, 13> kTexts = {&CallEntry::model,    &CallEntry::tool,     &CallEntry::outcome,
                                           &CallEntry::fate,     &CallEntry::provider, &CallEntry::request_id,
                                           &CallEntry::key_name, &CallEntry::upstream, &CallEntry::call_id,
                                           &CallEntry::error,    &CallEntry::fixes,    &CallEntry::arguments,
                                           &CallEntry::raw};

constexpr Query kInsert = {kWriting, R"sql(
  INSERT INTO calls(number, time, bytes, model, tool, outcome, fate, provider, request_id, key_name, upstream,
                    call_id, error, fixes, arguments, raw)
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bytea[], $5::bytea[], $6::bytea[],
                       $7::bytea[], $8::bytea[], $9::bytea[], $10::bytea[], $11::bytea[], $12::bytea[],
                       $13::bytea[], $14::bytea[], $15::bytea[], $16::bytea[])
)sql"};

// Every row tells of the window too: its last number and how many it holds. NULL: none matched. $11 and $12:
// the text in PostgreSQL's escape form, which is ASCII; what it finds is looked at again, since the digits of
// an escape are no text.
#define ARGWRIGHT_WINDOW(order, edge)                                                                       \
  "WITH part AS MATERIALIZED (SELECT * FROM calls WHERE number > $1 AND number < $2 ORDER BY number " order \
  " LIMIT $13), found AS (SELECT number, bytes FROM part WHERE time >= $3 AND time < $4"                    \
  " AND ($5 = ''::bytea OR model = $5) AND ($6 = ''::bytea OR tool = $6)"                                   \
  " AND ($7 = ''::bytea OR outcome = $7) AND ($8 = ''::bytea OR fate = $8)"                                 \
  " AND ($9 = ''::bytea OR provider = $9) AND ($10 = ''::bytea OR request_id = $10)"                        \
  " AND ($11 = 0::bigint OR strpos(lower(encode(raw, 'escape') COLLATE \"C\"), $12::text) > 0"              \
  "  OR strpos(lower(encode(arguments, 'escape') COLLATE \"C\"), $12::text) > 0"                            \
  "  OR strpos(lower(encode(error, 'escape') COLLATE \"C\"), $12::text) > 0)"                               \
  " ORDER BY number " order                                                                                 \
  " LIMIT $14)"                                                                                             \
  " SELECT edge.last, edge.size, found.number, found.bytes"                                                 \
  " FROM (SELECT " edge                                                                                     \
  "(number) AS last, count(*) AS size FROM part) edge LEFT JOIN found ON true"                              \
  " ORDER BY found.number " order
constexpr Query kNewestFirst = {kReading, ARGWRIGHT_WINDOW("DESC", "min")};
constexpr Query kOldestFirst = {kReading, ARGWRIGHT_WINDOW("ASC", "max")};
#undef ARGWRIGHT_WINDOW

constexpr Query kFetch = {kReading, R"sql(
  SELECT number, time, model, tool, outcome, fate, provider, request_id, key_name, upstream, call_id, error,
         fixes, arguments, raw
  FROM calls WHERE number = ANY($1::bigint[]) ORDER BY number
)sql"};

std::int64_t bytes_of(const CallEntry& entry, bool same) {
  std::size_t bytes = 0;
  for (const Member member : kTexts) {
    if (member != &CallEntry::arguments || !same) bytes += (entry.*member).size();
  }
  return kRowBytes + static_cast<std::int64_t>(bytes);
}

// As encode(.., 'escape') does, in lower case.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\\') {
      out += "\\\\";
    } else if (byte == 0 || byte >= 0x80) {
      out += '\\';
      for (const int shift : {6, 3, 0}) out += static_cast<char>('0' + ((byte >> shift) & 7));
    } else {
      out += c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
    }
  }
  return out;
}

struct Found {
  std::int64_t number = 0, bytes = 0;
};
struct Window {
  std::vector<Found> found;
  std::int64_t last = 0, size = 0;
};

Result<Window> look(Connection& connection, const CallQuery& query, std::int64_t after, std::int64_t before,
                    std::size_t limit) {
  Parameters parameters;
  parameters.add(after)
      .add(before)
      .add(query.since ? micros_of(*query.since) : std::numeric_limits<std::int64_t>::min())
      .add(query.until ? micros_of(*query.until) : std::numeric_limits<std::int64_t>::max());
  for (const std::string* text :
       {&query.model, &query.tool, &query.outcome, &query.fate, &query.provider, &query.request_id}) {
    parameters.add(*text);
  }
  parameters.add(query.text.empty() ? std::int64_t{0} : std::int64_t{1}).add_text(escaped(query.text));
  parameters.add(kWindow).add(static_cast<std::int64_t>(limit));
  const Result<Rows> rows = connection.run(query.after ? kOldestFirst : kNewestFirst, parameters);
  if (!rows) return rows.error();
  Window window{{}, rows->number(0, 0), rows->number(0, 1)};
  for (std::size_t i = 0; i < rows->size(); ++i) {
    if (!rows->is_null(i, 2)) window.found.push_back({rows->number(i, 2), rows->number(i, 3)});
  }
  return window;
}

Result<std::vector<CallEntry>> fetch(Connection& connection, const std::vector<std::int64_t>& numbers) {
  Parameters parameters;
  parameters.add(numbers);
  const Result<Rows> rows = connection.run(kFetch, parameters);
  if (!rows) return rows.error();
  std::vector<CallEntry> entries(rows->size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    entries[i].number = rows->number(i, 0);
    entries[i].time = time_of(rows->number(i, 1));
    int column = 2;
    for (const Member member : kTexts) entries[i].*member = rows->bytes(i, column++);
    if (rows->is_null(i, 13)) entries[i].arguments = entries[i].raw;
  }
  return entries;
}

bool holds(TextSearch& search, const CallEntry& entry) {
  return search.is_in(entry.raw) || search.is_in(entry.arguments) || search.is_in(entry.error);
}

}  // namespace

Result<std::int64_t> add_calls(Connection& connection, const std::vector<CallEntry>& entries) {
  const Result<std::int64_t> first = take_numbers(connection, "calls", entries.size());
  if (!first) return first.error();
  std::vector<std::int64_t> numbers, times, bytes;
  std::vector<bool> same;
  std::int64_t total = 0;
  for (const CallEntry& entry : entries) {
    numbers.push_back(*first + static_cast<std::int64_t>(numbers.size()));
    times.push_back(micros_of(entry.time));
    same.push_back(entry.arguments == entry.raw);
    bytes.push_back(bytes_of(entry, same.back()));
    total += bytes.back();
  }
  Parameters parameters;
  parameters.add(numbers).add(times).add(bytes);
  std::vector<std::string_view> column(entries.size());
  for (const Member member : kTexts) {
    for (std::size_t i = 0; i < entries.size(); ++i) column[i] = entries[i].*member;
    parameters.add(column, member == &CallEntry::arguments ? same : std::vector<bool>());
  }
  if (const Result<Rows> done = connection.run(kInsert, parameters); !done) return done.error();
  if (std::optional<Error> error = count_bytes(connection, "calls", total)) return *std::move(error);
  return *first;
}

Result<CallPage> find_calls(Connection& connection, const CallQuery& query) {
  const bool ascending = query.after.has_value();
  const std::size_t limit = std::clamp<std::size_t>(query.limit, 1, kMaxPage);
  const auto deadline = std::chrono::steady_clock::now() + query.time;
  std::int64_t after = query.after.value_or(0);
  std::int64_t before = query.before > 0 ? query.before : std::numeric_limits<std::int64_t>::max();
  std::optional<TextSearch> search;
  if (!query.text.empty()) search.emplace(query.text);

  CallPage page;
  std::int64_t bytes = 0;
  while (true) {
    const std::size_t room = limit - page.entries.size();
    const Result<Window> window = look(connection, query, after, before, room);
    if (!window) return window.error();
    std::vector<std::int64_t> numbers;
    for (const Found& found : window->found) {
      if (bytes >= kMaxPageBytes) break;
      numbers.push_back(found.number);
      bytes += found.bytes;
    }
    if (!numbers.empty()) {
      Result<std::vector<CallEntry>> entries = fetch(connection, numbers);
      if (!entries) return entries.error();
      if (!ascending) std::reverse(entries->begin(), entries->end());
      for (CallEntry& entry : *entries) {
        if (!search || holds(*search, entry)) page.entries.push_back(std::move(entry));
      }
      const bool full = numbers.size() < window->found.size() || bytes >= kMaxPageBytes;
      if (full || window->found.size() == room) {
        page.more = true;
        page.next = numbers.back();
        return page;
      }
    }
    // The whole window was looked at.
    if (window->size > 0) (ascending ? after : before) = window->last;
    if (window->size < kWindow) {
      if (ascending) page.next = after;
      return page;
    }
    if (std::chrono::steady_clock::now() >= deadline) {
      page.more = true;
      page.next = window->last;
      return page;
    }
  }
}

}  // namespace argwright::store::postgres
