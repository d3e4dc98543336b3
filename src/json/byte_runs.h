// Runs of bytes that need no look one by one: 16 at a time where the machine has SSE2 (every
// x86-64), 8 at a time elsewhere. Never reads at or behind `end`.
//
// Tested by byte_runs_test.cc.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace argwright::json {

namespace byte_runs_detail {

#if defined(__SSE2__)
inline __m128i load16(const char* p) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p)); }
inline const char* first_of_mask(const char* p, int mask) {
  return p + std::countr_zero(static_cast<unsigned>(mask));
}
// A bit for each byte that is not is_plain().
inline int not_plain_mask(__m128i bytes) {
  // Signed: one comparison finds control characters and bytes of 0x80 and above.
  const __m128i low_or_high = _mm_cmplt_epi8(bytes, _mm_set1_epi8(0x20));
  const __m128i quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
  const __m128i backslash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
  return _mm_movemask_epi8(_mm_or_si128(low_or_high, _mm_or_si128(quote, backslash)));
}
#endif

// Whether any byte of the word is below `bound`. Precondition: no byte has its high bit set.
constexpr std::uint64_t kOnes = 0x0101010101010101U;
constexpr std::uint64_t kHighs = 0x8080808080808080U;
constexpr bool any_below(std::uint64_t word, std::uint64_t bound) {
  return ((word - kOnes * bound) & kHighs) != 0;
}
constexpr bool any_equal(std::uint64_t word, std::uint64_t byte) {
  return any_below(word ^ (kOnes * byte), 1);
}

// Whether any byte of the word is one that a JSON writer must escape. Bytes with the high bit are none.
constexpr bool any_escaped(std::uint64_t word) {
  const std::uint64_t quote = word ^ (kOnes * '"');
  const std::uint64_t backslash = word ^ (kOnes * '\\');
  return (((word - kOnes * 0x20) & ~word) | ((quote - kOnes) & ~quote) | ((backslash - kOnes) & ~backslash)) &
         kHighs;
}

}  // namespace byte_runs_detail

// A byte that stands for itself inside a JSON string and is ASCII.
constexpr bool is_plain(char c) {
  return static_cast<unsigned char>(c) >= 0x20 && static_cast<unsigned char>(c) < 0x80 && c != '"' &&
         c != '\\';
}
// A byte that a JSON writer may leave as it is; bytes of multi-byte characters are such.
constexpr bool is_unescaped(char c) { return static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\'; }

namespace byte_runs_detail {

// The portable way; also tested where SSE2 makes it unused.
inline const char* skip_plain_by_words(const char* p, const char* end) {
  while (end - p >= 8) {
    std::uint64_t word;
    std::memcpy(&word, p, sizeof word);
    const std::uint64_t low = word & ~kHighs;
    if (low != word || any_below(low, 0x20) || any_equal(low, '"') || any_equal(low, '\\')) break;
    p += 8;
  }
  while (p != end && is_plain(*p)) ++p;
  return p;
}

// For the last bytes of a text. Not inlined, to keep the callers' fast paths small.
[[gnu::noinline]] inline const char* skip_plain_tail(const char* p, const char* end) {
  while (p != end && is_plain(*p)) ++p;
  return p;
}

}  // namespace byte_runs_detail

// The first byte in [p, end) that is not is_plain(), or `end`.
inline const char* skip_plain(const char* p, const char* end) {
#if defined(__SSE2__)
  while (end - p >= 16) {
    const int mask = byte_runs_detail::not_plain_mask(byte_runs_detail::load16(p));
    if (mask != 0) return byte_runs_detail::first_of_mask(p, mask);
    p += 16;
  }
  return byte_runs_detail::skip_plain_tail(p, end);
#else
  return byte_runs_detail::skip_plain_by_words(p, end);
#endif
}

// The first byte in [p, end) that is not is_unescaped(), or `end`.
inline const char* skip_unescaped(const char* p, const char* end) {
#if defined(__SSE2__)
  using byte_runs_detail::load16;
  while (end - p >= 16) {
    const __m128i bytes = load16(p);
    const __m128i control = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1F)), bytes);
    const __m128i quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
    const __m128i backslash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
    const int mask = _mm_movemask_epi8(_mm_or_si128(control, _mm_or_si128(quote, backslash)));
    if (mask != 0) return byte_runs_detail::first_of_mask(p, mask);
    p += 16;
  }
#endif
  // Keys and words are shorter than that.
  if (end - p >= 8) {
    std::uint64_t word;
    std::memcpy(&word, p, sizeof word);
    if (!byte_runs_detail::any_escaped(word)) p += 8;
  }
  while (p != end && is_unescaped(*p)) ++p;
  return p;
}

// The first byte in [p, end) that is not ASCII, or `end`.
inline const char* skip_ascii(const char* p, const char* end) {
#if defined(__SSE2__)
  while (end - p >= 16) {
    const int mask = _mm_movemask_epi8(byte_runs_detail::load16(p));
    if (mask != 0) return byte_runs_detail::first_of_mask(p, mask);
    p += 16;
  }
#endif
  while (p != end && static_cast<unsigned char>(*p) < 0x80) ++p;
  return p;
}

}  // namespace argwright::json
