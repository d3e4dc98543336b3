// Texts that make readers of broken JSON slow: each is one fault, or one look-ahead, repeated to a given
// size.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace argwright::shapes {

struct Shape {
  std::string_view name;
  std::string (*make)(std::size_t size);  // about `size` bytes
};

// Most pressing first: the leading kPromised ones are the shapes that the README promises to be linear.
const std::vector<Shape>& all();
inline constexpr std::size_t kPromised = 10;

// Nullptr for a name that is none.
const Shape* find(std::string_view name);

// Strict JSON of about this size, as a tool call would have it: records with text, numbers and escapes.
std::string valid_arguments(std::size_t size);

}  // namespace argwright::shapes
