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
  if (url.starts_with("postgres:") || url.starts_with("postgresql:")) {
    if (url.find('\0') != std::string_view::npos) return "holds a zero byte";
    if (url.substr(url.find(':') + 1).starts_with("//")) return {};
    return R"(must be "postgresql://USER@HOST:PORT/DATABASE")";
  }
  return R"(must be "sqlite:FILE", "sqlite::memory:", "postgresql://USER@HOST:PORT/DATABASE" or "off")";
}

std::string redacted_store_url(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme == std::string_view::npos) return std::string(url);
  // libpq takes a password, or the name of a file that holds one, among the parameters, too.
  const std::size_t question = url.find('?', scheme);
  // An '@' behind the '?': whatever stands before it may be the rest of a password that was not escaped.
  if (question != std::string_view::npos && url.find('@', question) != std::string_view::npos)
    return std::string(url.substr(0, scheme + 3)) + "***";
  const std::string_view front = url.substr(0, question);
  const bool has_secret =
      question != std::string_view::npos && url.find("pass", question) != std::string_view::npos;
  const std::string parameters = question == std::string_view::npos ? ""
                                 : has_secret                       ? "?***"
                                                                    : std::string(url.substr(question));
  const std::size_t at = front.rfind('@');
  if (at == std::string_view::npos || at < scheme + 3) return std::string(front) + parameters;
  return std::string(front.substr(0, scheme + 3)) + "***" + std::string(front.substr(at)) + parameters;
}

}  // namespace argwright::gateway
