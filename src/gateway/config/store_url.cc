#include "gateway/config/store_url.h"

namespace argwright::gateway {

std::string store_url_fault(std::string_view url) {
  if (url == "off") return {};
  if (url.starts_with("sqlite:")) {
    const std::string_view file = url.substr(7);
    if (file.empty()) return R"(names no file; write "sqlite:argwright.db" or "sqlite::memory:")";
    if (file.find('\0') != std::string_view::npos) return "holds a zero byte";
    if (file.starts_with("//"))
      return R"(must be a path behind "sqlite:", without "//": "sqlite:/var/lib/argwright.db")";
    return {};
  }
  if (url.starts_with("postgres:") || url.starts_with("postgresql:"))
    return R"(names PostgreSQL, which this version cannot use; write "sqlite:FILE")";
  return R"(must be "sqlite:FILE", "sqlite::memory:" or "off")";
}

std::string redacted_store_url(std::string_view url) {
  const std::size_t scheme = url.find("://");
  const std::size_t at = url.rfind('@');
  if (scheme == std::string_view::npos || at == std::string_view::npos || at < scheme + 3)
    return std::string(url);
  return std::string(url.substr(0, scheme + 3)) + "***" + std::string(url.substr(at));
}

}  // namespace argwright::gateway
