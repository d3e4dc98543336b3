// A client's request for a model's reply, and what becomes of it on the way to one upstream.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "argwright/catalog.h"
#include "argwright/result.h"
#include "gateway/config.h"
#include "gateway/request_look.h"
#include "protocol/name_aliases.h"
#include "protocol/request.h"
#include "protocol/request_codec.h"

namespace argwright::gateway {

// What is sent to one upstream, and what its reply needs to be read by.
struct ShapedRequest {
  std::string own;  // empty: the client's bytes go as they came
  protocol::NameAliases aliases;
  std::unordered_set<std::string> custom_tools;
  std::vector<protocol::Warning> warnings;
};

struct ShapeOptions {
  protocol::RequestEncodeOptions encode;
  std::string model;         // what it is called there; empty: as the client calls it
  bool shell_hints = false;  // S2-38 .. S2-41
  bool mend_history = true;
};

// The body of a request in the upstream's protocol, its history mended.
Result<std::string> encode_for(protocol::Request request, protocol::Protocol target,
                               const ShapeOptions& options);

class ModelRequest {
 public:
  // `cache` keeps declarations that come again.
  static Result<ModelRequest> read(protocol::Protocol protocol, std::string body, SchemaCache& cache);

  protocol::Protocol protocol() const { return protocol_; }
  const RequestLook& look() const { return look_; }
  const std::string& body() const { return *body_; }
  // That the client declared; calls are parsed by it.
  const ToolCatalog& tools() const { return tools_; }

  Result<ShapedRequest> shape(protocol::Protocol target, const ShapeOptions& options);
  // The neutral form, read at the first call.
  Result<const protocol::Request*> neutral();

 private:
  std::string with_model(std::string_view model) const;

  protocol::Protocol protocol_ = protocol::Protocol::kChat;
  std::shared_ptr<std::string> body_;  // its bytes stay where they are: look_ holds views into them
  RequestLook look_;
  ToolCatalog tools_;
  std::optional<protocol::Request> request_;
};

}  // namespace argwright::gateway
