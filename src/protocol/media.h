// Data URLs, in which Chat and Responses carry what Messages carries as base64.
#pragma once

#include <string>
#include <string_view>

#include "protocol/request.h"

namespace argwright::protocol {

// "data:image/png;base64,AAAA" becomes media type and data; anything else stays a URL.
Source source_from_url(std::string_view url);
// The other way.
std::string url_of(const Source& source);

}  // namespace argwright::protocol
