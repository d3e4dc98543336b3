// Replies that nobody sends, made of recorded ones: a member missing, null or of another kind, an event lost,
// repeated or swapped with the next.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "argwright/json.h"
#include "tests/chance.h"

namespace argwright::recordings {

class Damage {
 public:
  explicit Damage(chance::Dice dice) : dice_(dice) {}

  // In one place or two. What cannot be read as JSON, or as events, stays as it is.
  std::string to_body(const std::string& bytes);
  std::string to_stream(const std::string& bytes);
  // What was done, in words.
  const std::string& told() const { return told_; }

 private:
  json::Value odd_value();
  void damage(json::Value& value);
  std::size_t place_among(std::size_t events);
  std::string damage_event(const std::string& raw);

  chance::Dice dice_;
  std::string told_;
};

}  // namespace argwright::recordings
