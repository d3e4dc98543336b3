#include "protocol/media.h"

#include <utility>

#include "base/base64.h"
#include "json/utf8.h"

namespace argwright::protocol {
namespace {

// Padding is often left out.
Result<std::string> from_base64(std::string_view text) {
  std::string padded(text);
  padded.append((4 - padded.size() % 4) % 4, '=');
  return decode_base64(padded);
}

}  // namespace

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

std::string plain_media_type(std::string_view media_type) {
  std::string plain(media_type.substr(0, media_type.find(';')));
  for (char& c : plain) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return plain == "image/jpg" ? "image/jpeg" : plain;
}

void make_plain(Source& source) {
  if (source.plain || !plain_media_type(source.media_type).starts_with("text/")) return;
  Result<std::string> text = from_base64(source.data);
  if (!text || text->empty() || !json::is_valid_utf8(*text)) return;
  source.data = *std::move(text);
  source.media_type = "text/plain";
  source.plain = true;
}

}  // namespace argwright::protocol
