#include "gateway/model_request.h"

#include <algorithm>
#include <unordered_set>

#include "gateway/shell_hints.h"
#include "json/writer.h"
#include "protocol/history.h"
#include "protocol/wire_id.h"

namespace argwright::gateway {
namespace {

// A tool that is declared twice must not leave all others without types: what was declared first counts.
Result<ToolCatalog> declared_once(std::string_view text) {
  Result<json::Value> definitions = json::parse(text);
  if (!definitions) return definitions.error();
  Result<std::vector<ToolDeclaration>> declarations = read_declarations(*std::move(definitions));
  if (!declarations) return declarations.error();
  std::unordered_set<std::string> names;
  std::erase_if(*declarations, [&](const ToolDeclaration& tool) { return !names.insert(tool.name).second; });
  return ToolCatalog::create_declared(*std::move(declarations));
}

// Most requests declare the tools of the one before: those are found by one comparison, without a hash and
// the lock that all loops share. Longer declarations would be copied too often where they take turns.
Result<ToolCatalog> compiled_tools(std::string_view text, SchemaCache& cache) {
  constexpr std::size_t kMost = std::size_t{16} << 10;
  struct Recent {
    std::string text;
    std::optional<ToolCatalog> tools;
  };
  thread_local Recent recent;
  if (recent.tools && recent.text == text) return *recent.tools;
  Result<ToolCatalog> tools = cache.tools(text);
  if (!tools) tools = declared_once(text);
  if (tools && text.size() <= kMost) recent = {std::string(text), *tools};
  return tools;
}

}  // namespace

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
    if (Result<ToolCatalog> tools = compiled_tools(request.look_.tools, cache))
      request.tools_ = *std::move(tools);
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

Result<protocol::Request> ModelRequest::take_neutral() {
  if (const Result<const protocol::Request*> read = neutral(); !read) return read.error();
  protocol::Request taken = *std::move(request_);
  request_.reset();
  return taken;
}

namespace {

provider::ShapeResult shape_for(protocol::Request& request, Protocol target, const ShapeOptions& options) {
  if (options.profile == nullptr) return {};
  return provider::shape(request, *options.profile,
                         {target, options.forced_tools, options.base_url, options.is_restored});
}

}  // namespace

Result<ShapedRequest> encode_for(protocol::Request request, Protocol target, const ShapeOptions& options) {
  protocol::restore_upstream_ids(request);
  protocol::sanitise_history(request);
  if (options.shell_hints) add_shell_hints(request);
  if (!options.model.empty()) request.model = options.model;
  shape_for(request, target, options);
  Result<protocol::EncodedRequest> encoded = protocol::request_codec(target).encode(request, options.encode);
  if (!encoded) return encoded.error();
  ShapedRequest shaped;
  shaped.own = json::write(encoded->body);
  shaped.streams = request.stream == true;
  return shaped;
}

Result<ShapedRequest> ModelRequest::shape(Protocol target, const ShapeOptions& options,
                                          RestoredRequest* restored) {
  ShapedRequest shaped;
  shaped.streams = look_.stream;
  const bool same = target == protocol_;
  const bool renamed = !options.model.empty() && options.model != look_.model && !look_.model_text.empty();
  const bool hints = options.shell_hints && holds_shell_tool(tools_);
  const bool was_restored = restored != nullptr && restored->changed;
  const bool is_mended = look_.has_history && options.mend_history;
  // Asked last: it goes through the whole text, once for each word.
  const auto suits = [&] {
    return options.profile == nullptr || !provider::needs_shaping(*options.profile, target, *body_);
  };
  if (same && !hints && !was_restored && !is_mended && suits()) {
    if (renamed) shaped.own = with_model(*body_, look_, options.model);
    return shaped;
  }
  Result<const protocol::Request*> read = restored != nullptr ? &restored->request : neutral();
  if (!read) {
    // In its own protocol a request that we cannot read is the upstream's to judge.
    if (!same) return read.error();
    if (renamed) shaped.own = with_model(*body_, look_, options.model);
    return shaped;
  }
  protocol::Request request;
  if (restored != nullptr && !restored->is_needed_again) {
    request = std::move(restored->request);
  } else {
    request = **read;
  }
  bool changed = was_restored;
  if (options.mend_history) {
    protocol::restore_upstream_ids(request);
    shaped.warnings = protocol::sanitise_history(request);
    changed = changed || !shaped.warnings.empty() || body_->find(protocol::kWireIdMark) != std::string::npos;
  }
  if (hints) changed = add_shell_hints(request) || changed;
  provider::ShapeResult shape = shape_for(request, target, options);
  shaped.warnings.insert(shaped.warnings.end(), shape.warnings.begin(), shape.warnings.end());
  if (options.profile != nullptr) shaped.streams = shape.streams;
  changed = changed || shape.changed;
  if (same && !changed) {
    if (renamed) shaped.own = with_model(*body_, look_, options.model);
    return shaped;
  }
  if (!options.model.empty()) request.model = options.model;
  protocol::RequestEncodeOptions encode = options.encode;
  // An id that was restored may be another upstream's, whose grammar this protocol does not know.
  if (target == Protocol::kMessages && body_->find(protocol::kWireIdMark) != std::string::npos)
    encode.ids = protocol::Rewrite::kAlways;
  Result<protocol::EncodedRequest> encoded = protocol::request_codec(target).encode(request, encode);
  if (!encoded) return encoded.error();
  // About as long as it came, and what was put back.
  shaped.own.reserve(body_->size() + body_->size() / 4 + 1024);
  json::append(shaped.own, encoded->body);
  shaped.aliases = std::move(encoded->aliases);
  shaped.custom_tools.insert(encoded->wrapped_tools.begin(), encoded->wrapped_tools.end());
  shaped.warnings.insert(shaped.warnings.end(), encoded->warnings.begin(), encoded->warnings.end());
  if (restored != nullptr)
    shaped.warnings.insert(shaped.warnings.end(), restored->warnings.begin(), restored->warnings.end());
  return shaped;
}

}  // namespace argwright::gateway
