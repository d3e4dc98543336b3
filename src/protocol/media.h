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

// "image/JPG;name=a" as Messages spells it: "image/jpeg".
std::string plain_media_type(std::string_view media_type);
// Text in base64, which Messages takes as it is only. Anything else stays what it was.
void make_plain(Source& source);

}  // namespace argwright::protocol
