// Reads the members of one object of a request: each known one once, whatever is left becomes extras. The
// first member that is not what it has to be is the error of the whole request.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "argwright/json.h"
#include "argwright/result.h"
#include "protocol/event.h"

namespace argwright::protocol {

// Where a value stands: "messages[3].content[1].image_url". Places are made on the way down and live on the
// stack; a place must not outlive the one it stands in.
struct Place {
  static constexpr std::size_t kNoIndex = static_cast<std::size_t>(-1);

  const Place* parent = nullptr;
  std::string_view key{};
  std::size_t index = kNoIndex;

  Place member(std::string_view name) const { return Place{this, name, kNoIndex}; }
  Place item(std::size_t number) const { return Place{this, {}, number}; }
  std::string text() const;     // "messages[3].content"; "request" for the root
  std::string pointer() const;  // "/messages/3/content"
};

// The first fault found.
class Faults {
 public:
  void add(const Place& place, std::string message);
  void expected(const Place& place, std::string_view what, const json::Value& found);
  bool any() const { return error_.has_value(); }
  const Error& error() const { return *error_; }

 private:
  std::optional<Error> error_;
};

class ObjectReader {
 public:
  // `object` must outlive the reader. A value that is no object is a fault and reads as empty.
  ObjectReader(const json::Value& object, const Place& place, Faults& faults);

  const Place& place() const { return place_; }
  Faults& faults() { return faults_; }
  // The member, where it is there and not null; it is then no extra.
  const json::Value* take(std::string_view key);
  // The same, but a null is no extra either: for members that are written whatever they were.
  const json::Value* take_or_forget(std::string_view key);
  // The member, where it is there; it stays what it is.
  const json::Value* peek(std::string_view key) const;
  // A member that was taken and cannot be read here after all: it is an extra.
  void leave(std::string_view key);

  // take(), and a fault where the kind is another.
  std::optional<std::string> text(std::string_view key);
  std::optional<bool> flag(std::string_view key);
  std::optional<json::Number> number(std::string_view key);
  const json::Value* list(std::string_view key);
  const json::Value* object(std::string_view key);
  // A text that has to be there.
  std::string required_text(std::string_view key);
  // A text that has to be there and say something.
  std::string filled_text(std::string_view key);
  // A text for which empty means absent: "" stays an extra, so that it is written again.
  std::string text_or_empty(std::string_view key);

  bool empty() const { return taken_.empty(); }
  // What was not taken, in order.
  Extras rest() const;

 private:
  void set_taken(std::string_view key, bool taken);
  const json::Value* take_kind(std::string_view key, json::Kind kind, std::string_view words);

  const json::Value& object_;
  const Place place_;
  Faults& faults_;
  std::vector<bool> taken_;
};

// What is left of a nested object that is read member by member: as an extra under its own key, also where
// the object was empty. See merge_extras().
void keep_rest(Extras& extras, std::string_view key, const ObjectReader& nested);

}  // namespace argwright::protocol
