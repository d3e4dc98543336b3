#include "protocol/media.h"

namespace argwright::protocol {

Source source_from_url(std::string_view url) {
  constexpr std::string_view kScheme = "data:";
  constexpr std::string_view kBase64 = ";base64,";
  Source source;
  const std::size_t comma = url.find(',');
  const std::size_t mark = url.substr(0, comma == std::string_view::npos ? 0 : comma + 1).rfind(kBase64);
  if (!url.starts_with(kScheme) || mark == std::string_view::npos) {
    source.url = url;
    return source;
  }
  source.media_type = url.substr(kScheme.size(), mark - kScheme.size());
  source.data = url.substr(mark + kBase64.size());
  return source;
}

std::string url_of(const Source& source) {
  if (source.data.empty() && source.media_type.empty()) return source.url;
  return "data:" + source.media_type + ";base64," + source.data;
}

}  // namespace argwright::protocol
