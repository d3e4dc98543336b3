#include "protocol/body_text.h"

#include <optional>
#include <string>
#include <utility>

#include "protocol/event_text.h"
#include "protocol/fields.h"

namespace argwright::protocol {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") + 1 - begin);
}

constexpr std::string_view kField = "data:";

std::string_view without_field(std::string_view line) {
  return line.starts_with(kField) ? trimmed(line.substr(kField.size())) : line;
}

// Without the words of a stream before and behind it; nothing where there are none.
std::optional<std::string_view> without_stream_lines(std::string_view body) {
  std::string_view text = trimmed(body);
  const std::size_t size = text.size();
  const std::size_t before_last = text.find_last_of("\r\n");
  if (before_last != std::string_view::npos && is_done_mark(without_field(text.substr(before_last + 1))))
    text = trimmed(text.substr(0, before_last));
  text = without_field(text);
  if (text.size() == size) return std::nullopt;
  return text;
}

// The text that is the whole body: a string, or what functions behind AWS's API Gateway return.
std::string_view inner_text(const json::Value& value) {
  if (value.is_string()) return value.string();
  for (const std::string_view key : {"choices", "output", "content"}) {
    if (member(value, key) != nullptr) return {};
  }
  return text_at(value, "body");
}

// Of JSON that holds its JSON as a string.
std::optional<json::Value> unwrapped(const json::Value& value, const Limits& limits) {
  const std::string_view text = inner_text(value);
  if (!trimmed(text).starts_with('{')) return std::nullopt;
  Result<json::Value> inner = json::parse(text, limits);
  if (!inner) return std::nullopt;
  return *std::move(inner);
}

}  // namespace

Result<json::Value> read_body_text(std::string_view body, const Limits& limits, Events& events) {
  EventText text(limits, EventText::Scope::kBody);
  Result<json::Value> value = text.read(body, events);
  if (!value) {
    const std::optional<std::string_view> inside = without_stream_lines(body);
    if (!inside) return value;
    Result<json::Value> again = text.read(*inside, events);
    if (!again) return value;
    events.emplace_back(Mended{"body_shape", "a body with lines of a stream around it"});
    value = std::move(again);
  }
  if (std::optional<json::Value> inner = unwrapped(*value, limits)) {
    events.emplace_back(Mended{"body_shape", "a body that is written as a text"});
    return *std::move(inner);
  }
  return value;
}

}  // namespace argwright::protocol
