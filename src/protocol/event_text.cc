#include "protocol/event_text.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "json/utf8.h"

namespace argwright::protocol {
namespace {

constexpr std::size_t kEscapeSize = 6;  // \u0000
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

std::optional<unsigned> unicode_escape(std::string_view text) {
  if (text.size() < kEscapeSize || !text.starts_with("\\u")) return std::nullopt;
  unsigned code = 0;
  const char* const end = text.data() + kEscapeSize;
  const auto [stop, fault] = std::from_chars(text.data() + 2, end, code, 16);
  if (fault != std::errc() || stop != end) return std::nullopt;
  return code;
}

bool is_high(std::optional<unsigned> code) { return code && *code >= 0xD800 && *code <= 0xDBFF; }
bool is_low(std::optional<unsigned> code) { return code && *code >= 0xDC00 && *code <= 0xDFFF; }

// Bytes of the whole character that begins with `lead`.
std::size_t length_of(char lead) {
  const auto byte = static_cast<unsigned char>(lead);
  return byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC2 ? 2 : 1;
}

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

// Python writes these.
std::size_t not_a_number(std::string_view text) {
  for (const std::string_view word : {"NaN", "Infinity", "-Infinity"}) {
    if (text.starts_with(word)) return word.size();
  }
  return 0;
}

}  // namespace

bool is_done_mark(std::string_view data) {
  constexpr std::size_t kLongest = 32;
  // Events are objects, nearly all of them.
  if (data.size() > kLongest || data.starts_with('{')) return false;
  std::string word;
  for (const char c : data) {
    if (std::string_view(" \t\r\n\"[]").find(c) != std::string_view::npos) continue;
    word += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return word == "done" || is_plain_done_mark(data);
}

Result<json::Value> EventText::read(std::string_view data, Events& events) {
  Result<json::Value> value = json::parse(data, limits_);
  if (value || data.size() > limits_.max_bytes) return value;
  const std::string half = half_;
  Result<json::Value> again = json::parse(mended(data), limits_);
  if (!again) {
    half_ = half;  // it may be read in another way
    return value;
  }
  events.emplace_back(Mended{"event_text", "a text that is no strict JSON"});
  return again;
}

std::string EventText::mended(std::string_view data) {
  std::string out;
  out.reserve(data.size());
  for (std::size_t at = 0; at < data.size();) {
    if (data[at] == '"') {
      at = mend_string(data, at, out);
    } else if (const std::size_t word = not_a_number(data.substr(at)); word != 0) {
      out += "null";
      at += word;
    } else {
      out += data[at++];
    }
  }
  return out;
}

// Returns what is behind the string that begins at `at`.
std::size_t EventText::mend_string(std::string_view data, std::size_t at, std::string& out) {
  out += data[at++];
  const std::string_view rest = data.substr(at);
  if (is_high(unicode_escape(half_)) && is_low(unicode_escape(rest))) {
    out += std::exchange(half_, {});
    out += rest.substr(0, kEscapeSize);
    at += kEscapeSize;
  } else if (!half_.empty() && !rest.empty() && is_continuation(rest.front())) {
    const std::string whole =
        half_ +
        std::string(rest.substr(0, length_of(half_.front()) - std::min<std::size_t>(half_.size(), 3)));
    if (json::is_valid_utf8(whole)) {
      at += whole.size() - half_.size();
      out += whole;
      half_.clear();
    }
  }
  while (at < data.size() && data[at] != '"') {
    const auto byte = static_cast<unsigned char>(data[at]);
    if (byte == '\\') {
      at = mend_escape(data, at, out);
    } else if (byte >= 0x80) {
      at = mend_bytes(data, at, out);
    } else if (byte < 0x20) {
      constexpr std::string_view kDigits = "0123456789abcdef";
      out += "\\u00";
      out += kDigits[byte >> 4U];
      out += kDigits[byte & 15U];
      ++at;
    } else {
      out += data[at++];
    }
  }
  if (at < data.size()) out += data[at++];
  return at;
}

std::size_t EventText::mend_escape(std::string_view data, std::size_t at, std::string& out) {
  const std::string_view rest = data.substr(at);
  const std::optional<unsigned> code = unicode_escape(rest);
  if (!is_high(code) && !is_low(code)) {
    out += rest.substr(0, 2);
    return at + std::min<std::size_t>(rest.size(), 2);
  }
  if (is_high(code) && is_low(unicode_escape(rest.substr(kEscapeSize)))) {
    out += rest.substr(0, 2 * kEscapeSize);
    return at + 2 * kEscapeSize;
  }
  if (scope_ == Scope::kStream && is_high(code) && rest.substr(kEscapeSize).starts_with('"')) {
    half_ = rest.substr(0, kEscapeSize);
  } else {
    out += kReplacement;
  }
  return at + kEscapeSize;
}

std::size_t EventText::mend_bytes(std::string_view data, std::size_t at, std::string& out) {
  const json::CodePoint point = json::decode_utf8(data, at);
  const std::string_view bytes = data.substr(at, point.length);
  const bool may_go_on = scope_ == Scope::kStream && data.substr(at + point.length).starts_with('"');
  if (point.well_formed) {
    out += bytes;
  } else if (may_go_on && length_of(bytes.front()) > bytes.size()) {
    half_ = bytes;
  } else {
    out += kReplacement;
  }
  return at + point.length;
}

}  // namespace argwright::protocol
