// What the repair targets make of their bytes. Two bytes choose the options, the rest is the argument text:
//
//   first ^ '@'    1 complete = false   2 truncated = close   4 a tool name     8 declared keys
//                 16 enhance = false   32 small limits
//   second ^ '@'   low 3 bits: which tool name, next 3 bits: which keys; all of it: where texts are cut or
//   split
//
// So a seed that starts with "@@" runs with the defaults, and seeds stay readable.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "argwright/repair.h"

namespace argwright::fuzz {

struct Subject {
  std::string_view raw;
  RepairOptions options;
  std::uint8_t choice = 0;  // for whatever a target wants to choose
};

// The views and pointers in the answer point into `data` or to constants.
Subject make_subject(const std::uint8_t* data, std::size_t size);

// Numbers that follow from a seed and nothing else.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed * 2 + 1) {}
  // Precondition: bound > 0. 0 <= answer < bound.
  std::size_t below(std::size_t bound) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::size_t>(state_ >> 33) % bound;
  }

 private:
  std::uint64_t state_;
};

}  // namespace argwright::fuzz
