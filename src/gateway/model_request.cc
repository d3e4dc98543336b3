#include "gateway/model_request.h"

#include <algorithm>

#include "gateway/shell_hints.h"
#include "protocol/history.h"
#include "protocol/wire_id.h"

namespace argwright::gateway {

using protocol::Protocol;

Result<ModelRequest> ModelRequest::read(Protocol protocol, std::string body, SchemaCache& cache) {
  ModelRequest request;
  request.protocol_ = protocol;
  request.body_ = std::make_shared<std::string>(std::move(body));
  Result<RequestLook> look = look_at_request(protocol, *request.body_);
  if (!look) return look.error();
  request.look_ = *std::move(look);
  if (!request.look_.tools.empty()) {
    // Broken declarations are the upstream's to refuse: calls are then parsed as undeclared.
    if (Result<ToolCatalog> tools = cache.tools(request.look_.tools)) request.tools_ = *std::move(tools);
  }
  return request;
}

Result<const protocol::Request*> ModelRequest::neutral() {
  if (!request_) {
    const Result<json::Value> value = json::parse(*body_);
    if (!value) return value.error();
    Result<protocol::Request> request = protocol::request_codec(protocol_).decode(*value);
    if (!request) return request.error();
    request_ = *std::move(request);
  }
  return &*request_;
}

std::string ModelRequest::with_model(std::string_view model) const {
  std::string quoted;
  json::append_quoted(quoted, model);
  std::string body;
  const std::size_t at = static_cast<std::size_t>(look_.model_text.data() - body_->data());
  body.reserve(body_->size() + quoted.size());
  body.append(*body_, 0, at);
  body += quoted;
  body.append(*body_, at + look_.model_text.size());
  return body;
}

Result<std::string> encode_for(protocol::Request request, Protocol target, const ShapeOptions& options) {
  protocol::restore_upstream_ids(request);
  protocol::sanitise_history(request);
  if (options.shell_hints) add_shell_hints(request);
  if (!options.model.empty()) request.model = options.model;
  Result<protocol::EncodedRequest> encoded = protocol::request_codec(target).encode(request, options.encode);
  if (!encoded) return encoded.error();
  return json::write(encoded->body);
}

Result<ShapedRequest> ModelRequest::shape(Protocol target, const ShapeOptions& options) {
  ShapedRequest shaped;
  const bool same = target == protocol_;
  const bool renamed = !options.model.empty() && options.model != look_.model && !look_.model_text.empty();
  const bool hints = options.shell_hints && holds_shell_tool(tools_);
  if (same && !hints && (!look_.has_history || !options.mend_history)) {
    if (renamed) shaped.own = with_model(options.model);
    return shaped;
  }
  Result<const protocol::Request*> read = neutral();
  if (!read) {
    // In its own protocol a request that we cannot read is the upstream's to judge.
    if (!same) return read.error();
    if (renamed) shaped.own = with_model(options.model);
    return shaped;
  }
  protocol::Request request = **read;
  bool changed = false;
  if (options.mend_history) {
    protocol::restore_upstream_ids(request);
    shaped.warnings = protocol::sanitise_history(request);
    changed = !shaped.warnings.empty() || body_->find(protocol::kWireIdMark) != std::string::npos;
  }
  if (hints) changed = add_shell_hints(request) || changed;
  if (same && !changed) {
    if (renamed) shaped.own = with_model(options.model);
    return shaped;
  }
  if (!options.model.empty()) request.model = options.model;
  Result<protocol::EncodedRequest> encoded = protocol::request_codec(target).encode(request, options.encode);
  if (!encoded) return encoded.error();
  shaped.own = json::write(encoded->body);
  shaped.aliases = std::move(encoded->aliases);
  shaped.custom_tools.insert(encoded->wrapped_tools.begin(), encoded->wrapped_tools.end());
  shaped.warnings.insert(shaped.warnings.end(), encoded->warnings.begin(), encoded->warnings.end());
  return shaped;
}

}  // namespace argwright::gateway
