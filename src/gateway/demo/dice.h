// Chance that can be repeated: the same seed gives the same throws on every machine, which the distributions
// of <random> do not promise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace argwright::gateway::demo {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}

  // SplitMix64.
  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  }
  // Both ends are possible. Precondition: low <= high.
  std::size_t between(std::size_t low, std::size_t high) { return low + next() % (high - low + 1); }
  bool chance(unsigned percent) { return next() % 100 < percent; }
  // Letters and digits, as ids have them.
  std::string word(std::size_t length) {
    constexpr char kLetters[] = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0123456789";
    std::string text;
    for (std::size_t i = 0; i < length; ++i) text += kLetters[next() % (sizeof(kLetters) - 1)];
    return text;
  }

 private:
  std::uint64_t state_;
};

}  // namespace argwright::gateway::demo
