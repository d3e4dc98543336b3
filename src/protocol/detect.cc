#include "protocol/detect.h"

#include "protocol/fields.h"
#include "protocol/sse.h"

namespace argwright::protocol {
namespace {

// Words at the beginning of `type` or `object`.
struct TypeRow {
  std::string_view prefix;
  Protocol protocol;
};
constexpr TypeRow kTypes[] = {
    {"chat.completion", Protocol::kChat}, {"response", Protocol::kResponses},
    {"message", Protocol::kMessages},     {"content_block", Protocol::kMessages},
    {"ping", Protocol::kMessages},
};

std::optional<Protocol> protocol_of(const json::Value& value) {
  for (const std::string_view key : {"type", "object"}) {
    const std::string_view word = text_at(value, key);
    for (const TypeRow& row : kTypes) {
      if (!word.empty() && word.starts_with(row.prefix)) return row.protocol;
    }
  }
  if (array_at(value, "choices") != nullptr) return Protocol::kChat;
  if (array_at(value, "output") != nullptr) return Protocol::kResponses;
  if (text_at(value, "type") == "error") return Protocol::kMessages;
  if (is_error_body(value)) return Protocol::kChat;  // the shape that most servers share
  return std::nullopt;
}

}  // namespace

bool looks_like_body(std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  const std::size_t first = bytes.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && (bytes[first] == '{' || bytes[first] == '[');
}

std::optional<Protocol> detect_protocol(std::string_view bytes) {
  if (looks_like_body(bytes)) {
    const Result<json::Value> body = json::parse(bytes);
    return body ? protocol_of(*body) : std::nullopt;
  }
  SseReader reader;
  reader.feed(bytes);
  reader.finish();
  for (SseBlock block; reader.next(block);) {
    if (!block.has_data) continue;
    const Result<json::Value> data = json::parse(block.data);
    if (!data) continue;
    if (const std::optional<Protocol> protocol = protocol_of(*data)) return protocol;
  }
  return std::nullopt;
}

}  // namespace argwright::protocol
