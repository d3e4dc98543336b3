// JSON objects written member by member, without values in between: for reports and logs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace argwright::json {

// A JSON object on one line, written member by member.
class ObjectWriter {
 public:
  // Bytes that are not UTF-8 become U+FFFD.
  void text(std::string_view key, std::string_view value);
  // As text(), null when empty.
  void text_or_null(std::string_view key, std::string_view value);
  // `json` is written as it is.
  void raw(std::string_view key, std::string_view json);
  void number(std::string_view key, std::uint64_t value);
  void boolean(std::string_view key, bool value);

  std::string finish() &&;

 private:
  std::string out_ = "{";
};

}  // namespace argwright::json
