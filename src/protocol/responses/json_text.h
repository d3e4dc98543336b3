// Writing a JSON object member by member, without building a value first.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "argwright/json.h"

namespace argwright::protocol::responses {

// Appends to `out`, which must outlive this. The caller closes the object with close(), once.
class ObjectText {
 public:
  explicit ObjectText(std::string& out) : out_(out) { out_ += '{'; }
  // Writes the key; the caller appends the value to the text.
  std::string& key(std::string_view name);
  ObjectText& text(std::string_view name, std::string_view value);
  ObjectText& number(std::string_view name, std::int64_t value);
  ObjectText& value(std::string_view name, const json::Value& value);
  // `json_text` is JSON.
  ObjectText& raw(std::string_view name, std::string_view json_text);
  ObjectText& members(const json::Object& members);
  void close() { out_ += '}'; }

 private:
  std::string& out_;
  bool first_ = true;
};

}  // namespace argwright::protocol::responses
