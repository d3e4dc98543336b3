#include "net/proxy.h"

#include "net/head.h"

namespace argwright::net {
namespace {

std::string first_of(const Lookup& environment, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    if (const std::optional<std::string> value = environment(name); value && !value->empty()) return *value;
  }
  return {};
}

bool is_exempt(std::string_view host, std::string_view list) {
  while (!list.empty()) {
    const std::size_t comma = list.find(',');
    std::string_view entry = list.substr(0, comma);
    list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
    while (entry.starts_with(' ')) entry.remove_prefix(1);
    while (entry.ends_with(' ')) entry.remove_suffix(1);
    if (entry == "*") return true;
    while (entry.starts_with('*') || entry.starts_with('.')) entry.remove_prefix(1);
    if (entry.empty()) continue;
    if (same_name(host, entry)) return true;
    if (host.size() > entry.size() && same_name(host.substr(host.size() - entry.size()), entry) &&
        host[host.size() - entry.size() - 1] == '.') {
      return true;
    }
  }
  return false;
}

}  // namespace

Result<std::optional<Url>> proxy_for(const Url& upstream, const Lookup& environment) {
  if (is_loopback_host(upstream.host)) return std::optional<Url>();
  const std::string told =
      upstream.tls ? first_of(environment, {"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"})
                   : first_of(environment, {"http_proxy", "all_proxy", "ALL_PROXY"});
  if (told.empty() || is_exempt(upstream.host, first_of(environment, {"no_proxy", "NO_PROXY"}))) {
    return std::optional<Url>();
  }
  Result<Url> proxy = parse_url(told.find("://") == std::string::npos ? "http://" + told : told);
  if (!proxy) {
    return Error{ErrorCode::kInvalidArgument, "the proxy of the environment: " + proxy.error().message, {}};
  }
  if (proxy->tls) {
    return Error{ErrorCode::kInvalidArgument,
                 "the proxy of the environment is asked for over https, which is not supported: use http://",
                 {}};
  }
  return std::optional<Url>(*std::move(proxy));
}

}  // namespace argwright::net
