// 128 bits of one text after another, at memory's speed: what is said in a conversation is hashed with every
// request. No cryptographic hash: who wanted to meet the hash of somebody else's conversation would have to
// know it, and it is told to nobody. The same on every machine that is little-endian; stores keep it.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace argwright::gateway {

class TextHash {
 public:
  void add(std::string_view text) {
    const char* at = text.data();
    std::size_t left = text.size();
    if (left >= 2 * kStripe) take_stripes(at, left);
    for (; left >= kBlock; left -= kBlock, at += kBlock) {
      std::uint64_t words[2];
      std::memcpy(words, at, kBlock);
      mix(words[0], words[1]);
    }
    std::uint64_t rest[2] = {};
    if (left > 0) std::memcpy(rest, at, left);
    mix(rest[0], rest[1]);
    // So that no text runs into the next.
    mix(text.size(), kOdd);
  }
  void add(std::uint64_t number) { mix(number, ~kOdd); }

  struct Value {
    std::uint64_t a, b;
    bool operator==(const Value&) const = default;
  };
  // Of what has come so far; more may follow.
  Value now() const {
    TextHash last = *this;
    for (int round = 0; round < 3; ++round) last.mix(last.b_, last.a_);
    return {last.a_, last.b_};
  }
  // 32 hex digits.
  std::string hex() const {
    static constexpr char kDigits[] = "0123456789abcdef";
    const Value value = now();
    std::string text(32, '0');
    char* at = text.data();
    for (const std::uint64_t half : {value.a, value.b}) {
      for (int shift = 60; shift >= 0; shift -= 4) *at++ = kDigits[(half >> shift) & 0xF];
    }
    return text;
  }

 private:
  static constexpr std::size_t kBlock = 16;
  static constexpr std::size_t kLanes = 4, kStripe = kLanes * kBlock;
  static constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15U;

  // Both halves of the product of two words.
  static std::uint64_t folded(std::uint64_t a, std::uint64_t b) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  }
  // Where one product is lost because a factor is 0, the other one still tells both words.
  void mix(std::uint64_t first, std::uint64_t second) {
    const std::uint64_t a = a_;
    a_ = std::rotl(a, 23) + folded(first ^ a, second ^ 0xa0761d6478bd642fU);
    b_ = std::rotl(b_, 29) + folded(second ^ b_, first ^ 0xe7037ed1a0b428dbU);
  }

  // Long texts by four hashes side by side: a step of one need not wait for that of another.
  void take_stripes(const char*& at, std::size_t& left) {
    TextHash lanes[kLanes];
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      lanes[lane] = *this;
      lanes[lane].mix(lane, kOdd);
    }
    for (; left >= kStripe; left -= kStripe, at += kStripe) {
      std::uint64_t words[2 * kLanes];
      std::memcpy(words, at, kStripe);
      for (std::size_t lane = 0; lane < kLanes; ++lane) lanes[lane].mix(words[2 * lane], words[2 * lane + 1]);
    }
    for (const TextHash& lane : lanes) mix(lane.a_, lane.b_);
  }

  std::uint64_t a_ = 0x8ebc6af09c88c6e3U, b_ = 0x589965cc75374cc3U;
};

}  // namespace argwright::gateway
