// What the gateway keeps: the log of calls, and the replies of Responses clients. One engine implements it;
// all functions block, may be called from one thread at a time, and never throw. StoreWorker (worker.h) runs
// an engine off the threads that serve.
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

// One call of one reply.
struct CallEntry {
  std::int64_t number = 0;  // given by the store, ascending
  Time time;
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

struct CallQuery {
  std::int64_t before = 0;  // entries with smaller numbers; 0: from the newest
  std::int64_t after = 0;   // entries with greater numbers (for following the log); then ascending
  std::optional<Time> since, until;
  std::string model, tool, outcome, fate, provider, request_id;  // exact; empty: any
  std::string text;         // stands somewhere in raw, arguments or error, case-insensitive
  std::size_t limit = 100;  // at most 1000
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

struct KeepLimits {
  std::chrono::seconds responses_age{std::chrono::hours(24 * 30)}, calls_age{std::chrono::hours(24 * 14)};
  std::uint64_t responses_bytes = std::uint64_t{1} << 30, calls_bytes = std::uint64_t{1} << 30;
};

class Store {
 public:
  virtual ~Store() = default;
  // All entries or none, durable on return.
  virtual std::optional<Error> add_calls(const std::vector<CallEntry>& entries) = 0;
  virtual Result<std::vector<CallEntry>> calls(const CallQuery& query) = 0;

  virtual std::optional<Error> put_response(const StoredResponse& response) = 0;
  virtual Result<std::optional<StoredResponse>> response(std::string_view owner, std::string_view id) = 0;
  // The response (of this owner) that holds the item with this id: the newest.
  virtual Result<std::optional<StoredResponse>> response_with_item(std::string_view owner,
                                                                   std::string_view item_id) = 0;
  // False: there is none.
  virtual Result<bool> remove_response(std::string_view owner, std::string_view id) = 0;

  // Removes what is too old or too much, a bounded number of rows at a time; true: there is more to remove.
  virtual Result<bool> prune(const KeepLimits& limits, Time now) = 0;
  // Is it usable? For /readyz.
  virtual std::optional<Error> check() = 0;
};

}  // namespace argwright::store
