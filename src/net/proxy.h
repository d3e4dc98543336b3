// Which proxy, if any, stands between us and an upstream: as the environment tells programs.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "argwright/result.h"
#include "net/url.h"

namespace argwright::net {

using Lookup = std::function<std::optional<std::string>(std::string_view name)>;

// https_proxy or HTTPS_PROXY for https, http_proxy for http (its upper-case name is left alone, since a
// client can set it through a CGI server), all_proxy for both; NO_PROXY lists hosts, domains
// (".corp.example") or "*". Loopback is never asked through a proxy. Nothing: go straight.
Result<std::optional<Url>> proxy_for(const Url& upstream, const Lookup& environment);

}  // namespace argwright::net
