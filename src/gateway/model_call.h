// One request for a model's reply, from the client's bytes to the client's bytes.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "gateway/client_keys.h"
#include "gateway/exchange_record.h"
#include "gateway/model_request.h"
#include "gateway/site.h"
#include "net/client_call.h"
#include "net/exchange.h"
#include "protocol/relay.h"

namespace argwright::gateway {

class ModelCall {
 public:
  ModelCall(const Site& site, net::Exchange& exchange, ExchangeRecord& record, protocol::Protocol protocol,
            std::shared_ptr<ClientKey> key);

  // Ends with a reply, or with the client gone.
  net::Task<void> run();

 private:
  // What came of asking one upstream once.
  struct Attempt {
    bool is_settled = false;  // the client has its reply, or has gone
    bool may_retry = true;
    protocol::ApiError error;  // what the client is told where nobody else can be asked
    std::string fields;        // of the upstream's reply
    std::string kind;          // "timeout", "status_500"
    std::optional<std::chrono::milliseconds> retry_after;
  };

  net::Task<void> serve(ModelRequest& request);
  net::Task<Attempt> attempt(ModelRequest& request, const Target& target, bool is_last);
  net::Task<Attempt> relay_error(net::ClientCall& call, protocol::RelayOptions& options, bool is_last);
  net::Task<Attempt> relay_whole(net::ClientCall& call, protocol::RelayOptions& options);
  net::Task<Attempt> relay_stream(net::ClientCall& call, protocol::RelayOptions& options);
  net::Task<Attempt> gather_stream(net::ClientCall& call, protocol::RelayOptions& options);
  // Tells the model what was wrong with its calls and asks again, as often as may be. Nothing: no reply came
  // whose calls can be used.
  net::Task<std::optional<protocol::RelayedBody>> ask_again(protocol::Report& report,
                                                            const protocol::RelayOptions& options);
  net::Task<void> fail(protocol::ApiError error, std::string_view fields = {});
  net::Task<bool> reply_whole(int status, std::string_view upstream_fields, std::string_view body,
                              std::string_view content_type);

  std::string upstream_head(const Upstream& upstream, std::size_t body_size) const;
  void append_own_fields(std::string& fields) const;
  Attempt failed(const net::Fault& fault);
  Attempt settled(Ending ending);
  void answered() const;  // the upstream is well
  bool wants_report() const;
  void show_body(std::string_view what, std::string_view text) const;
  void keep_response(std::string_view response_body);
  void keep_streamed_response(std::string_view sent);
  net::Instant until() const;

  Site site_;
  net::Exchange& exchange_;
  ExchangeRecord& record_;
  protocol::Protocol protocol_;
  std::shared_ptr<ClientKey> key_;
  ModelRequest* request_ = nullptr;
  const Upstream* upstream_ = nullptr;
  ShapeOptions shaping_;  // of the upstream that is being asked
  net::Instant began_;
};

}  // namespace argwright::gateway
