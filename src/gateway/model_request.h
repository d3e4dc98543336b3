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
#include "provider/profile.h"
#include "provider/shape.h"

namespace argwright::gateway {

// What is sent to one upstream, and what its reply needs to be read by.
struct ShapedRequest {
  std::string own;       // empty: the client's bytes go as they came
  bool streams = false;  // a stream is asked for
  protocol::NameAliases aliases;
  std::unordered_set<std::string> custom_tools;
  std::vector<protocol::Warning> warnings;
};

struct ShapeOptions {
  protocol::RequestEncodeOptions encode;
  const provider::Profile* profile = nullptr;  // of the model that is asked; none: nothing is shaped
  provider::ForcedTools forced_tools = provider::ForcedTools::kNoThinking;
  std::string_view base_url;  // of the upstream, which outlives this
  std::string model;          // what it is called there; empty: as the client calls it
  bool shell_hints = false;   // S2-38 .. S2-41
  bool mend_history = true;
  bool is_restored = false;  // ShapeSettings::is_restored
};

// A request whose reasoning was put back, on its way to one upstream. Its ids are the upstream's.
struct RestoredRequest {
  protocol::Request request;
  bool changed = false;
  bool is_needed_again = true;  // false: who shapes it may take it
  std::vector<protocol::Warning> warnings;
};

// A request in the upstream's protocol, its history mended.
Result<ShapedRequest> encode_for(protocol::Request request, protocol::Protocol target,
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

  // `restored`: takes the place of what the client sent.
  Result<ShapedRequest> shape(protocol::Protocol target, const ShapeOptions& options,
                              RestoredRequest* restored = nullptr);
  // The neutral form, read at the first call.
  Result<const protocol::Request*> neutral();
  // The same, for who changes it; who asks again has it read again.
  Result<protocol::Request> take_neutral();

 private:
  protocol::Protocol protocol_ = protocol::Protocol::kChat;
  std::shared_ptr<std::string> body_;  // its bytes stay where they are: look_ holds views into them
  RequestLook look_;
  ToolCatalog tools_;
  std::optional<protocol::Request> request_;
};

}  // namespace argwright::gateway
