// What the gateway keeps: the log of calls, the replies of Responses clients, what turns thought, and the
// history of conversations. An engine implements it (SQLite, PostgreSQL); all functions block, may be called
// from one thread at a time, and never throw. StoreWorker (worker.h) runs an engine off the threads that
// serve.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "argwright/result.h"

namespace argwright::store {

using Time = std::chrono::system_clock::time_point;

// One call of one reply. The texts are bytes: what came from an upstream need not be UTF-8.
struct CallEntry {
  std::int64_t number = 0;  // given by the store: ascending from 1, never given twice
  Time time;                // kept to the microsecond
  std::string request_id;
  std::string key_name;  // of the client
  std::string upstream, provider, model;
  std::string tool, call_id;
  std::string fate;       // "released", "emptied", ...
  std::string outcome;    // "ok", "decoded", "repaired", "coerced", "rejected"; empty for a free-text call
  std::string raw;        // the arguments as received
  std::string arguments;  // as they went out; empty: never went out. Kept once where equal to `raw`
  std::string fixes;      // a JSON array: the rules that were applied, with their places
  std::string error;      // parse_error, empty if none
};

// Newest first, or, with `after`, oldest first.
struct CallQuery {
  std::int64_t before = 0;                     // entries with smaller numbers; 0: from the newest
  std::optional<std::int64_t> after = {};      // entries with greater numbers: follows the log, from 0 on
  std::optional<Time> since = {}, until = {};  // at or after `since`, before `until`
  // Exact; empty: any.
  std::string model = {}, tool = {}, outcome = {}, fate = {}, provider = {}, request_id = {};
  std::string text = {};    // stands somewhere in raw, arguments or error; ASCII letters in either case
  std::size_t limit = 100;  // at least 1, at most 1000
  std::chrono::milliseconds time{200};  // looks no longer than this, so that a search delays no write
};

// What a query found. A page ends at its limit, at 16 MiB of texts, when the time of the query is up, or with
// the log; it may be empty although there is more to look through.
struct CallPage {
  std::vector<CallEntry> entries;
  bool more = false;  // the log may hold more that match
  // Where to go on: the `before` of the next query, or its `after` where this one had one. With `after` it is
  // set even at the end of the log: follow from there.
  std::int64_t next = 0;
};

// A reply kept for previous_response_id, item_reference and GET /v1/responses/{id}.
struct StoredResponse {
  std::string owner;  // the client key's name; another owner never sees it
  std::string id;     // resp_..
  Time time;
  std::string body;                   // the response object
  std::string input;                  // a JSON array: the whole conversation before it, as Responses items
  std::vector<std::string> item_ids;  // of its output and of its input, for item_reference
};

// What one assistant turn with calls thought, kept so that a later request which lacks it can have it back.
// Nothing in it is read by the store.
struct RememberedTurn {
  std::string scope;         // who may have it back: client key, upstream and model, hashed
  std::string call_id;       // of the turn's first call, as the client got it
  std::string conversation;  // what was said before it, hashed: ids repeat across conversations
  Time time;
  std::string content;  // bytes; sealed where a key is configured
};

// Which turns are asked for: all that were remembered under this scope and call id (the newest 8).
struct TurnQuestion {
  std::string scope;
  std::string call_id;
};

// One message of a conversation that is kept (S4-47 .. S4-50, S4-71).
struct HistoryMessage {
  std::int64_t number = 0;  // given by the store: ascending
  std::string session;
  Time time;
  std::string role;                                   // "user", "assistant", "tool", "system"
  std::string content;                                // the text
  std::optional<std::string> reasoning_content = {};  // none in rows older than its column
  std::string payload;                                // the message whole, as JSON
};

// What is older, or more than so many bytes, is removed, the oldest first. Bytes are those of the texts and a
// little for each row; an engine needs somewhat more room than that.
struct KeepLimits {
  std::chrono::seconds responses_age{std::chrono::hours(24 * 30)}, calls_age{std::chrono::hours(24 * 14)},
      turns_age{std::chrono::hours(24 * 30)};
  std::uint64_t responses_bytes = std::uint64_t{1} << 30, calls_bytes = std::uint64_t{1} << 30,
                turns_bytes = std::uint64_t{1} << 30;
};

// Some rows of a table in the order they were written, for those who read all of it. A page ends at 500 rows
// or about 16 MiB of texts.
template <typename Row>
struct RowPage {
  std::vector<Row> rows;
  std::int64_t next = 0;  // where to go on
  bool more = false;
};

struct SharedValue {
  std::string name, value;
};

// What a store holds.
struct Inspection {
  std::uint64_t calls = 0, responses = 0, turns = 0, history = 0;  // rows
  std::vector<std::string> faults;                                 // what does not agree or is damaged
};

// Errors of what writes: kIo and kUnavailable say that the store cannot write now (unreached, locked, full,
// damaged, too slow), any other code that it refuses what it was given.
inline bool cannot_write_now(const Error& error) {
  return error.code == ErrorCode::kIo || error.code == ErrorCode::kUnavailable;
}

class Store {
 public:
  virtual ~Store() = default;
  // All or none, in one transaction; on return they survive the end of this process, however it ends. Fills
  // in `number` of the calls. A turn of the same scope, call id and conversation is replaced (one that
  // turns() would not give any more may stay until it is pruned).
  virtual std::optional<Error> add_batch(std::vector<CallEntry>& calls,
                                         const std::vector<RememberedTurn>& turns) = 0;
  std::optional<Error> add_calls(std::vector<CallEntry>& entries) { return add_batch(entries, {}); }
  std::optional<Error> add_turns(const std::vector<RememberedTurn>& turns) {
    std::vector<CallEntry> none;
    return add_batch(none, turns);
  }
  virtual Result<CallPage> calls(const CallQuery& query) = 0;

  // Replaces one of the same owner and id.
  virtual std::optional<Error> put_response(const StoredResponse& response) = 0;
  virtual Result<std::optional<StoredResponse>> response(std::string_view owner, std::string_view id) = 0;
  // The response (of this owner) that holds the item with this id: the one put last.
  virtual Result<std::optional<StoredResponse>> response_with_item(std::string_view owner,
                                                                   std::string_view item_id) = 0;
  // False: there is none.
  virtual Result<bool> remove_response(std::string_view owner, std::string_view id) = 0;

  // In no order; turns that nobody remembers are left out. One round trip, whatever the number of questions.
  virtual Result<std::vector<RememberedTurn>> turns(const std::vector<TurnQuestion>& questions) = 0;

  // All or none. Fills in `number`.
  virtual std::optional<Error> add_history(std::vector<HistoryMessage>& messages) = 0;
  // Of one session, in order.
  virtual Result<std::vector<HistoryMessage>> history(std::string_view session) = 0;

  // A value that all who use this store share: the first that was proposed for this name.
  virtual Result<std::string> shared_value(std::string_view name, std::string_view proposed) = 0;

  // From the row after `number` on; 0: from the first.
  virtual Result<RowPage<StoredResponse>> responses_after(std::int64_t number) = 0;
  virtual Result<RowPage<RememberedTurn>> turns_after(std::int64_t number) = 0;
  virtual Result<RowPage<HistoryMessage>> history_after(std::int64_t number) = 0;
  virtual Result<std::vector<SharedValue>> shared_values() = 0;
  // Reads everything: may take long.
  virtual Result<Inspection> inspect() = 0;

  // Removes what is too old or too much: a bounded number of rows, so that it is soon done; true: there is
  // more to remove.
  virtual Result<bool> prune(const KeepLimits& limits, Time now) = 0;
  // Can it be written to? For /readyz.
  virtual std::optional<Error> check() = 0;
};

}  // namespace argwright::store
