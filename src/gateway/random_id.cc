#include "gateway/random_id.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>

namespace argwright::gateway {
namespace {

// One word of a random device would start two gateways alike once in some tens of thousands.
std::mt19937_64 seeded() {
  std::random_device device;
  std::seed_seq seed{device(), device(), device(), device(), device(), device(), device(), device()};
  return std::mt19937_64{seed};
}

}  // namespace

std::string random_id(std::string_view prefix) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  thread_local std::mt19937_64 random = seeded();
  std::array<char, 24> digits{};
  for (std::size_t i = 0; i < digits.size();) {
    std::uint64_t bits = random();
    for (const std::size_t end = i + 12; i < end; ++i, bits >>= 4) digits[i] = kDigits[bits & 15];
  }
  std::string id;
  id.reserve(prefix.size() + digits.size());
  id += prefix;
  id.append(digits.data(), digits.size());
  return id;
}

}  // namespace argwright::gateway
