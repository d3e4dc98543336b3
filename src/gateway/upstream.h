// One upstream, ready to be asked. Shared by all loops.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "argwright/result.h"
#include "gateway/breaker.h"
#include "gateway/config.h"
#include "net/pool.h"
#include "net/proxy.h"

namespace argwright::gateway {

class Upstream {
 public:
  // Reads the proxy from the environment.
  static Result<std::shared_ptr<Upstream>> make(const UpstreamConfig& config, const net::Lookup& environment);

  const UpstreamConfig config;
  const std::shared_ptr<const net::Origin> origin;
  const std::string key;           // empty: the client's own is sent on
  const std::string authority;     // for Host
  const std::string extra_fields;  // lines for every request: those of the configuration, the proxy's

  // Does the configuration send this field with every request? Then the client's own is left out.
  bool sets(std::string_view name) const;

  // Carried over when the configuration is read anew and the upstream stays.
  std::shared_ptr<Breaker> breaker = std::make_shared<Breaker>();

  // Requests that are being answered, where UpstreamConfig::max_connections bounds them. False: no more may
  // be.
  bool enter() const;
  void leave() const;

  // "/v1/chat/completions" for the endpoint of `protocol` below base_url.
  std::string path_of(protocol::Protocol protocol) const;
  // "/v1/embeddings" (or "/embeddings") of a client's request below base_url.
  std::string path_below(std::string_view path) const;

 private:
  Upstream(UpstreamConfig told, std::shared_ptr<const net::Origin> where, std::string secret,
           std::string fields);

  mutable std::atomic<std::size_t> under_way_{0};
};

// Appends the line by which a key is shown to the upstream; nothing without a key, or where its configured
// headers show one.
void append_key_field(std::string& head, const Upstream& upstream, std::string_view key);

}  // namespace argwright::gateway
