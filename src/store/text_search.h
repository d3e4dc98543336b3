// Finds a text in others, with ASCII letters in either case.
#pragma once

#include <string>
#include <string_view>

namespace argwright::store {

class TextSearch {
 public:
  explicit TextSearch(std::string_view wanted);
  // Linear in the text, whatever both hold.
  bool is_in(std::string_view text);

 private:
  std::string wanted_;  // in lower case
  std::string block_;   // a piece of the text, in lower case
};

}  // namespace argwright::store
