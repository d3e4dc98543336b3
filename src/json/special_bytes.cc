#include "json/special_bytes.h"

#include <cstring>

#include "json/byte_runs.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace argwright::json {
namespace {

struct Block {
  const char* at;
  std::uint64_t bits;
};

std::uint64_t bits_of(const char* p) {
#if defined(__SSE2__)
  const auto quarter = [p](std::ptrdiff_t i) {
    const int mask = byte_runs_detail::not_plain_mask(byte_runs_detail::load16(p + 16 * i));
    return static_cast<std::uint64_t>(static_cast<unsigned>(mask)) << (16 * i);
  };
  return quarter(0) | quarter(1) | quarter(2) | quarter(3);
#else
  std::uint64_t bits = 0;
  for (std::ptrdiff_t i = 0; i < 64; ++i) bits |= std::uint64_t{!is_plain(p[i])} << i;
  return bits;
#endif
}

// The first block from `p` on that has such bytes, of the whole blocks before `end`; else what is left.
Block first_block(const char* p, const char* end) {
  for (; end - p >= 64; p += 64) {
    if (const std::uint64_t bits = bits_of(p); bits != 0) return {p, bits};
  }
  return {p, 0};
}

#if defined(__x86_64__)
// Of wider registers, where the machine has them, long texts take a third of the time.
[[gnu::target("avx512bw")]] Block first_block_avx512(const char* p, const char* end) {
  for (; end - p >= 64; p += 64) {
    const __m512i bytes = _mm512_loadu_si512(p);
    const std::uint64_t bits = _mm512_cmplt_epi8_mask(bytes, _mm512_set1_epi8(0x20)) |
                               _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('"')) |
                               _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('\\'));
    if (bits != 0) return {p, bits};
  }
  return {p, 0};
}

[[gnu::target("avx2")]] Block first_block_avx2(const char* p, const char* end) {
  const auto half = [](const char* at) __attribute__((target("avx2"))) {
    const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
    const __m256i low_or_high = _mm256_cmpgt_epi8(_mm256_set1_epi8(0x20), bytes);
    const __m256i quote = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('"'));
    const __m256i backslash = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('\\'));
    const __m256i any = _mm256_or_si256(low_or_high, _mm256_or_si256(quote, backslash));
    return static_cast<std::uint64_t>(static_cast<unsigned>(_mm256_movemask_epi8(any)));
  };
  for (; end - p >= 64; p += 64) {
    if (const std::uint64_t bits = half(p) | half(p + 32) << 32; bits != 0) return {p, bits};
  }
  return {p, 0};
}
#endif

using FirstBlock = Block (*)(const char*, const char*);

FirstBlock widest() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512bw")) return first_block_avx512;
  if (__builtin_cpu_supports("avx2")) return first_block_avx2;
#endif
  return first_block;
}

}  // namespace

const char* SpecialBytes::next_in_blocks(const char* p) {
  static const FirstBlock first_block_here = widest();
  Block block = first_block_here(p, end_);
  if (block.bits == 0) {
    if (block.at >= end_) return end_;
    char last[kBlock] = {};  // zeros are no plain bytes: the first of them is the end
    std::memcpy(last, block.at, static_cast<std::size_t>(end_ - block.at));
    block.bits = bits_of(last);
  }
  block_ = block.at;
  bits_ = block.bits;
  return block_ + std::countr_zero(bits_);
}

}  // namespace argwright::json
