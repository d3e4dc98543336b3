// One request for a model's reply, from the client's bytes to the client's bytes: which upstreams are asked,
// and how often.
#pragma once

#include <memory>

#include "gateway/attempt.h"
#include "gateway/call_state.h"

namespace argwright::gateway {

class ModelCall {
 public:
  ModelCall(const Site& site, net::Exchange& exchange, ExchangeRecord& record, protocol::Protocol protocol,
            std::shared_ptr<ClientKey> key)
      : state_(site, exchange, record, protocol, std::move(key)) {}

  // Ends with a reply, or with the client gone.
  net::Task<void> run();

 private:
  net::Task<void> serve(ModelRequest& request);
  net::Task<Attempt> attempt(ModelRequest& request, const Target& target, bool is_last);

  CallState state_;
};

}  // namespace argwright::gateway
