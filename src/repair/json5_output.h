// The text that the JSON5 reader writes.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "json/utf8.h"

namespace argwright::repair::json5 {

// Whether copy_plain() stops at this byte.
inline bool ends_plain(char c, char quote) {
  return static_cast<unsigned char>(c) < 0x20 || c == quote || c == '"' || c == '\\';
}

// Copies plain text of a string: up to `quote`, '"', a backslash, a control character or `end`.
// Moves both pointers behind what was copied. Writes up to 15 bytes more than that.
inline void copy_plain(const char*& at, const char* end, char*& out, char quote) {
#if defined(__SSE2__)
  const __m128i quotes = _mm_set1_epi8(quote);
  while (end - at >= 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out), bytes);
    const __m128i control = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1F)), bytes);
    const __m128i any_quote =
        _mm_or_si128(_mm_cmpeq_epi8(bytes, quotes), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')));
    const __m128i backslash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
    const int stops = _mm_movemask_epi8(_mm_or_si128(control, _mm_or_si128(any_quote, backslash)));
    if (stops != 0) {
      const int plain = std::countr_zero(static_cast<unsigned>(stops));
      at += plain;
      out += plain;
      return;
    }
    at += 16;
    out += 16;
  }
#endif
  while (at != end && !ends_plain(*at, quote)) *out++ = *at++;
}

// The text being written. JSON5 read as JSON mostly shrinks: whoever writes no more bytes than it
// has read need not ask for room, since there is always room for the rest of the input as it stands
// (and for the overshoot of copy_plain). Whoever writes more asks first.
class Output {
 public:
  explicit Output(std::size_t input_bytes) {
    buffer_.resize(input_bytes + input_bytes / 8 + kSlack + 64);
    next = buffer_.data();
    stop_ = next + buffer_.size();
  }

  std::size_t size() const { return static_cast<std::size_t>(next - buffer_.data()); }
  bool empty() const { return size() == 0; }
  // Valid until the next make_room().
  std::string_view view() const { return {buffer_.data(), size()}; }

  void put(char c) { *next++ = c; }
  void put(std::string_view bytes) {
    std::memcpy(next, bytes.data(), bytes.size());
    next += bytes.size();
  }
  void put_character(char32_t c) { next += json::write_utf8(next, c); }

  // Room for `bytes` and then for the `input_left` bytes that are yet to be read.
  void make_room(std::size_t bytes, std::size_t input_left) {
    const std::size_t need = bytes + input_left + kSlack;
    if (static_cast<std::size_t>(stop_ - next) >= need) return;
    const std::size_t used = size();
    buffer_.resize(std::max(used + need, buffer_.size() * 2));
    next = buffer_.data() + used;
    stop_ = buffer_.data() + buffer_.size();
  }
  bool has_room(std::size_t input_left) const {
    return static_cast<std::size_t>(stop_ - next) >= input_left + kSlack;
  }

  std::string take() {
    buffer_.resize(size());
    return std::move(buffer_);
  }

  char* next;  // where the next byte goes

 private:
  static constexpr std::size_t kSlack = 16;

  std::string buffer_;
  char* stop_;
};

}  // namespace argwright::repair::json5
