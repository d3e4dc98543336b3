#include "gateway/access.h"

#include "net/url.h"

namespace argwright::gateway {
namespace {

std::string_view host_of(std::string_view authority) {
  if (authority.starts_with('[')) {
    const std::size_t end = authority.find(']');
    return end == std::string_view::npos ? std::string_view() : authority.substr(1, end - 1);
  }
  return authority.substr(0, authority.find(':'));
}

}  // namespace

bool is_local(const net::Head& head, const net::ListenerFacts& listener) {
  if (!listener.is_loopback || head.has("forwarded") || head.has("x-forwarded-for")) return false;
  const std::string_view host = head.field("host");
  return net::is_loopback_host(host_of(host)) && !is_foreign_page(head);
}

bool is_foreign_page(const net::Head& head) {
  if (head.field("sec-fetch-site") == "cross-site") return true;
  std::string_view origin = head.field("origin");
  if (origin.empty()) return false;
  const std::size_t scheme = origin.find("://");
  if (scheme == std::string_view::npos) return true;  // "null"
  return !net::is_loopback_host(host_of(origin.substr(scheme + 3)));
}

}  // namespace argwright::gateway
