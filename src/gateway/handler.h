// What the gateway does with each request of one loop's connections.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "gateway/admin.h"
#include "gateway/client_keys.h"
#include "gateway/endpoint.h"
#include "gateway/exchange_record.h"
#include "gateway/site.h"
#include "net/server.h"
#include "protocol/api_error.h"

namespace argwright::gateway {

class Handler final : public net::Handler {
 public:
  Handler(net::Loop& loop, Shared& shared, Admin& admin, std::shared_ptr<const Runtime> runtime);

  net::Task<void> handle(net::Exchange& exchange) override;
  std::string refusal_body(const net::Refusal& refusal, std::string_view target) override;
  void refused(const net::Refusal& refusal, std::string_view peer) override;

  // From the loop's thread: requests that come from now on use this one.
  void use(std::shared_ptr<const Runtime> runtime) { site_.runtime = std::move(runtime); }

 private:
  // Why a client may not: the error, and more fields for its head.
  struct Refusal {
    protocol::ApiError error;
    std::string fields;
  };

  // Nothing: go on, with the client's key if it needs one.
  static std::optional<Refusal> admit(const Site& site, const net::Exchange& exchange, ExchangeRecord& record,
                                      const Endpoint& endpoint, std::shared_ptr<ClientKey>& key);
  net::Task<void> serve(const Site& site, net::Exchange& exchange, ExchangeRecord& record,
                        const Endpoint& endpoint, const std::shared_ptr<ClientKey>& key);
  net::Task<void> count_tokens(const Site& site, net::Exchange& exchange, ExchangeRecord& record,
                               const Endpoint& endpoint, const ClientKey* key);
  net::Task<void> kept_response(const Site& site, net::Exchange& exchange, ExchangeRecord& record,
                                const Endpoint& endpoint, const std::string& owner);

  net::Pool pool_;
  Site site_;
  Admin& admin_;
};

}  // namespace argwright::gateway
