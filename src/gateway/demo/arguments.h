// Arguments that a model could have meant: right by the schema, with the words of the message where they fit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "argwright/json.h"

namespace argwright::gateway::demo {

// What a fault needs in order to show: an optional parameter is filled for it where no required one has it.
enum class Wish : std::uint8_t {
  kNone,
  kNumber,
  kList,
  kFlag,     // a boolean
  kLines,    // a text of two lines
  kNothing,  // no argument at all
};

struct ArgumentWish {
  std::string_view message;  // of the user
  Wish wish = Wish::kNone;
  std::size_t number = 0;  // 1: the second of two calls, which asks for something else if it can
};

// An object with every required member. Where none is required, the first few are given. `schema` may be any
// JSON, also none; the result is always an object.
json::Value fill_arguments(const json::Value& schema, const ArgumentWish& wish);

// Does the schema demand a member?
bool requires_arguments(const json::Value& schema);

// The schema of a parameter is of this type and no other: "integer", "array".
bool is_declared(const json::Value& schema, std::string_view parameter, std::string_view type);

}  // namespace argwright::gateway::demo
