#include "gateway/endpoint.h"

#include <algorithm>

#include "gateway/error_reply.h"
#include "net/url.h"

namespace argwright::gateway {
namespace {

struct Row {
  std::string_view method;  // empty: any
  std::string_view path;    // ends with '/': whatever follows belongs to it
  EndpointKind kind;
  std::string_view name;
};

// The first that fits. Paths of the API are also taken without /v1, since clients differ in where they put
// it.
constexpr Row kRows[] = {
    {"POST", "/v1/chat/completions", EndpointKind::kModelCall, "chat"},
    {"POST", "/v1/responses", EndpointKind::kModelCall, "responses"},
    {"POST", "/v1/messages", EndpointKind::kModelCall, "messages"},
    {"POST", "/v1/messages/count_tokens", EndpointKind::kCountTokens, "count_tokens"},
    {"GET", "/v1/models", EndpointKind::kModels, "models"},
    {"GET", "/v1/models/", EndpointKind::kModels, "models"},
    {"GET", "/v1/responses/", EndpointKind::kResponses, "responses_kept"},
    {"DELETE", "/v1/responses/", EndpointKind::kResponses, "responses_kept"},
    {"", "/v1/", EndpointKind::kPass, "pass"},
    {"GET", "/healthz", EndpointKind::kHealth, "health"},
    {"GET", "/readyz", EndpointKind::kReady, "ready"},
    {"GET", "/metrics", EndpointKind::kMetrics, "metrics"},
    {"", "/admin/", EndpointKind::kAdmin, "admin"},
    {"GET", "/console", EndpointKind::kConsole, "console"},
    {"GET", "/console/", EndpointKind::kConsole, "console"},
};

constexpr std::string_view kPrefix = "/v1";
constexpr std::string_view kWithoutPrefix[] = {"/chat/completions", "/responses", "/messages", "/models"};

// What may be handed on. TRACE would tell the client the key that we show the upstream, CONNECT and its like
// would leave HTTP.
constexpr std::string_view kPassedMethods[] = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"};

bool may_pass(std::string_view method) {
  return std::find(std::begin(kPassedMethods), std::end(kPassedMethods), method) != std::end(kPassedMethods);
}

// "." or ".." between slashes, also in escapes: an upstream that resolves it answers for another place than
// the one that was asked for, with our key.
bool has_dot_segment(std::string_view path) {
  if (path.find_first_of(".%") == std::string_view::npos) return false;
  const std::string plain = net::percent_decoded(path);
  std::string_view rest = plain;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find_first_of("/\\"), rest.size());
    const std::string_view segment = rest.substr(0, end);
    if (segment == "." || segment == "..") return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

bool is_method(std::string_view method, std::string_view wanted) {
  return wanted.empty() || method == wanted || (wanted == "GET" && method == "HEAD");
}

}  // namespace

Endpoint find_endpoint(std::string_view method, std::string_view target) {
  Endpoint endpoint;
  // Proxies' clients write the whole URL.
  if (const std::size_t scheme = target.find("://");
      scheme != std::string_view::npos && !target.starts_with('/')) {
    const std::size_t slash = target.find('/', scheme + 3);
    target = slash == std::string_view::npos ? std::string_view("/") : target.substr(slash);
  }
  const std::size_t question = target.find('?');
  endpoint.path = target.substr(0, question);
  if (question != std::string_view::npos) endpoint.query = target.substr(question + 1);
  endpoint.protocol = protocol_of_path(endpoint.path);
  if (has_dot_segment(endpoint.path)) return endpoint;

  std::string_view path = endpoint.path;
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  bool bare = false;
  for (const std::string_view each : kWithoutPrefix) {
    bare = bare || (path.starts_with(each) && (path.size() == each.size() || path[each.size()] == '/'));
  }
  for (const Row& row : kRows) {
    std::string_view wanted = row.path;
    if (bare) {
      if (!wanted.starts_with(kPrefix)) continue;
      wanted.remove_prefix(kPrefix.size());
      if (wanted == "/") continue;
    }
    const bool is_tree = wanted.ends_with('/');
    const bool fits = is_tree ? path.starts_with(wanted) && path.size() > wanted.size() : path == wanted;
    if (!fits) continue;
    if (!is_method(method, row.method) || (row.kind == EndpointKind::kPass && !may_pass(method))) {
      endpoint.wrong_method = true;
      continue;
    }
    endpoint.kind = row.kind;
    endpoint.name = row.name;
    endpoint.wrong_method = false;
    if (is_tree) endpoint.rest = path.substr(wanted.size());
    return endpoint;
  }
  return endpoint;
}

}  // namespace argwright::gateway
