// What a request can use while it is worked on: the parts of its own loop, and those that all loops share.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "argwright/catalog.h"
#include "gateway/exchange_record.h"
#include "gateway/runtime.h"
#include "net/loop.h"
#include "net/pool.h"

namespace argwright::store {
class StoreWorker;
}

namespace argwright::gateway {

struct ReasoningMemory;

// What became of the reasoning of one request: turns, by where it came from.
struct ReasoningCounts {
  std::size_t from_token = 0, from_memory = 0, from_store = 0;
  std::size_t missing = 0;         // turns with calls and nothing known of what was thought
  std::size_t remembered = 0;      // turns
  std::size_t lookups_failed = 0;  // the store did not answer in time, or not at all
};

// Told of what happens. Called on the loops' threads, must not block.
class Watcher {
 public:
  virtual ~Watcher() = default;
  // An exchange is over.
  virtual void exchange_ended(const ExchangeRecord& record) = 0;
  // An attempt at an upstream failed: "connect", "timeout", "status_500" .. `is_followed`: another one is
  // made.
  virtual void attempt_failed(const std::string& upstream, const std::string& kind,
                              const std::string& message, bool is_followed) = 0;
  virtual void breaker_changed(const std::string& upstream, bool is_open) = 0;
  virtual void stream_opened() = 0;
  virtual void stream_closed() = 0;
  // log.bodies = true: what came from the client, or went to it.
  virtual void body_seen(const std::string& request_id, std::string_view what, std::string_view text) = 0;
  virtual void asked_again() = 0;  // on_reject or on_misfit = reask
  virtual void reasoning_counted(const ReasoningCounts& counts) = 0;
};

// Shared by all loops.
struct Shared {
  SchemaCache schemas;
  Watcher* watcher = nullptr;
  store::StoreWorker* store = nullptr;   // null: off
  ReasoningMemory* reasoning = nullptr;  // null: nothing is remembered, sealed or put back
};

// Of one loop.
struct Site {
  net::Loop& loop;
  net::Pool& pool;
  Shared& shared;
  std::shared_ptr<const Runtime> runtime;  // the current one
};

}  // namespace argwright::gateway
