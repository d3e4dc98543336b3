// What the parts of one request for a model's reply know of it, while it is being answered.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "gateway/client_keys.h"
#include "gateway/exchange_record.h"
#include "gateway/model_request.h"
#include "gateway/reasoning/restore.h"
#include "gateway/site.h"
#include "gateway/upstream.h"
#include "net/exchange.h"
#include "net/loop.h"

namespace argwright::gateway {

struct CallState {
  CallState(const Site& own_site, net::Exchange& own_exchange, ExchangeRecord& own_record,
            protocol::Protocol spoken, std::shared_ptr<ClientKey> shown)
      : site(own_site),
        exchange(own_exchange),
        record(own_record),
        protocol(spoken),
        key(std::move(shown)),
        began(net::Clock::now()) {}

  const Site site;
  net::Exchange& exchange;
  ExchangeRecord& record;
  const protocol::Protocol protocol;  // the client's
  const std::shared_ptr<ClientKey> key;
  const net::Instant began;
  ModelRequest* request = nullptr;
  // Of the upstream that is being asked.
  const Upstream* upstream = nullptr;
  ShapeOptions shaping;
  ReasoningContext reasoning;
  std::unique_ptr<RestoredRequest> restored;  // what it was asked, where that is not what the client sent
  std::unique_ptr<ThoughtReader> reader;

  std::string owner() const { return key ? key->config.name : std::string(); }
  // When the whole request has to be over.
  net::Instant until() const { return began + upstream->config.timeouts.total; }
  // Did the client ask for the report of its calls?
  bool wants_report() const {
    const std::string_view wish = exchange.head.field("x-argwright-report");
    return !wish.empty() && wish != "0";
  }
};

}  // namespace argwright::gateway
