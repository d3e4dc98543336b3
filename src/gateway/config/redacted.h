// The configuration in effect, for `serve --check` and GET /admin/config.
#pragma once

#include <string>

#include "gateway/config.h"

namespace argwright::gateway {

// JSON, with the keys of argwright.toml and every default filled in. Without secrets: no key, no digest of
// one, no value of a header, no password of a store.
std::string redacted(const Config& config);

}  // namespace argwright::gateway
