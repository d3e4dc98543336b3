// Tested by checker_test.cc.
#include "json/checker.h"

#include "json/grammar.h"
#include "json/no_handler.h"

namespace argwright::json {

Result<Kind> check(std::string_view text, const Limits& limits) {
  NoHandler handler;
  Grammar<NoHandler> grammar(text, limits, handler);
  if (!grammar.read()) return grammar.error();
  return kind_of_root(text);
}

bool is_strict(std::string_view text, const Limits& limits) {
  NoHandler handler;
  return Grammar<NoHandler>(text, limits, handler).read();
}

Kind kind_of_root(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return Kind::kNull;
  switch (text[first]) {
    case '{': return Kind::kObject;
    case '[': return Kind::kArray;
    case '"': return Kind::kString;
    case 't':
    case 'f': return Kind::kBoolean;
    case '-':
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9': return Kind::kNumber;
    default: return Kind::kNull;
  }
}

}  // namespace argwright::json
