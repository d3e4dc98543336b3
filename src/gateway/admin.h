// The gateway's own pages: health, metrics, and /admin/* for operators and the console.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "argwright/json.h"
#include "argwright/result.h"
#include "gateway/endpoint.h"
#include "gateway/exchange_record.h"
#include "gateway/site.h"
#include "net/exchange.h"
#include "store/store.h"

namespace argwright::gateway {

// New entries of the call log, for those who follow it. Any thread publishes; each loop takes its own copy.
class CallFeed {
 public:
  using Entries = std::shared_ptr<const std::vector<store::CallEntry>>;
  using Listener = std::function<void(const Entries&)>;  // null: there will be no more

  void publish(const std::vector<store::CallEntry>& entries);
  // Those who follow, now or later, are told that there is no more: nobody waits for them to leave.
  void end();
  std::uint64_t subscribe(Listener listener);
  void unsubscribe(std::uint64_t number);

 private:
  std::mutex mutex_;
  bool has_ended_ = false;
  std::uint64_t next_ = 1;
  std::vector<std::pair<std::uint64_t, Listener>> listeners_;
};

class Admin {
 public:
  virtual ~Admin() = default;
  virtual std::string metrics_text() = 0;
  // Why requests cannot be served at present; nothing: they can.
  virtual std::optional<std::string> not_ready() = 0;
  // What does not work although requests are served; nothing: all does.
  virtual std::optional<std::string> degraded() = 0;
  virtual std::string config_text() = 0;
  // Reads the configuration anew. An error leaves the old one in use.
  virtual Result<std::string> reload() = 0;
  virtual json::Value status() = 0;

  CallFeed feed;
};

// "model=gpt-5&limit=10" -> a query; an error names the parameter that is not understood.
Result<store::CallQuery> read_call_query(std::string_view query);
json::Value call_value(const store::CallEntry& entry);

net::Task<void> answer_admin(const Site& site, Admin& admin, net::Exchange& exchange, ExchangeRecord& record,
                             const Endpoint& endpoint);

}  // namespace argwright::gateway
