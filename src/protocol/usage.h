// What a reply cost, in the one count that all protocols can be told in.
#pragma once

#include <cstdint>
#include <optional>

#include "argwright/json.h"

namespace argwright::protocol {

// Every count is optional: an upstream may tell some and not others.
struct Usage {
  std::optional<std::int64_t> input;          // all of the prompt, cache reads and writes included
  std::optional<std::int64_t> cached;         // read from a cache; part of `input`
  std::optional<std::int64_t> cache_written;  // written to a cache; part of `input`
  std::optional<std::int64_t> output;         // reasoning included
  std::optional<std::int64_t> reasoning;      // part of `output`
  std::optional<std::int64_t> total;          // as told; may exceed input + output (hidden reasoning)
  json::Value source;                         // the object as it came; for a client of the same protocol

  // Counts that a later event tells replace those told before: they are cumulative.
  void merge(const Usage& later);
  // By the counts alone.
  bool same_counts(const Usage& other) const;
};

}  // namespace argwright::protocol
