// Chance that can be repeated: what a number draws today it draws again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <vector>

namespace argwright::chance {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  std::size_t below(std::size_t bound) { return bound == 0 ? 0 : engine_() % bound; }
  bool chance(int percent) { return below(100) < static_cast<std::size_t>(percent); }
  template <typename T>
  const T& pick(const std::vector<T>& from) {
    return from[below(from.size())];
  }

 private:
  std::mt19937_64 engine_;
};

// Which numbers a test runs.
struct Seeds {
  std::uint64_t first, last;
  // One that somebody looks at: all bytes are shown.
  bool is_one() const { return first == last; }
};

// As many as `usually`, `in_long` with ARGWRIGHT_LONG, or those of ARGWRIGHT_SEEDS=FIRST-LAST.
inline Seeds seeds(std::uint64_t usually, std::uint64_t in_long) {
  const char* told = std::getenv("ARGWRIGHT_SEEDS");
  if (told == nullptr) return {1, std::getenv("ARGWRIGHT_LONG") != nullptr ? in_long : usually};
  char* end = nullptr;
  Seeds range{};
  range.first = range.last = std::strtoull(told, &end, 10);
  if (*end == '-') range.last = std::strtoull(end + 1, nullptr, 10);
  return range;
}

}  // namespace argwright::chance
