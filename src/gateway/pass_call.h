// Requests that the gateway does not understand and hands on as they are: embeddings, files, audio ..
#pragma once

#include <string>
#include <string_view>

#include "gateway/client_keys.h"
#include "gateway/endpoint.h"
#include "gateway/exchange_record.h"
#include "gateway/site.h"
#include "net/client_call.h"
#include "net/exchange.h"

namespace argwright::gateway {

// Which upstream a request without a protocol of its own is for: the first of its model's that speaks the
// client's family of protocols (Anthropic's or OpenAI's), else the first of all that does. Nothing: there is
// none. `model`: as the client calls it; where its route has another name for it, the body says that then.
std::shared_ptr<Upstream> upstream_for_pass(const Site& site, net::Exchange& exchange, std::string& model);

// Sends the request on and the reply back, untouched.
net::Task<void> pass_on(const Site& site, net::Exchange& exchange, ExchangeRecord& record,
                        const Endpoint& endpoint, const Upstream& upstream);

// One GET or POST whose whole answer is wanted.
struct Fetched {
  int status = 0;
  std::string body;
  std::optional<net::Fault> fault;
};
net::Task<Fetched> fetch(const Site& site, const Upstream& upstream, std::string method, std::string path,
                         std::string client_secret, std::chrono::milliseconds within,
                         net::Cancellation& cancellation);

}  // namespace argwright::gateway
