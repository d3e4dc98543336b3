// Tested by strict_prefix_test.cc.
#include "json/strict_prefix.h"

#include "json/checker.h"
#include "json/grammar.h"
#include "json/key_handler.h"

namespace argwright::json {

StrictPrefix read_strict_prefix(std::string_view text, const Limits& limits) {
  using Kind = StrictPrefix::Kind;
  StrictPrefix prefix;
  if (kind_of_root(text) != json::Kind::kObject) return prefix;
  KeyHandler handler;
  Grammar<KeyHandler> grammar(text, limits, handler);
  const bool whole = grammar.read();
  if (whole || grammar.fault() == SyntaxFault::kEnd) {
    prefix.kind = Kind::kObject;
    prefix.end = text.find_last_of('}', whole ? text.size() : grammar.fault_offset() - 1) + 1;
    prefix.keys_are_unique = !handler.watch.may_repeat();
    return prefix;
  }
  if (grammar.fault_offset() != text.size()) return prefix;
  switch (grammar.fault()) {
    case SyntaxFault::kStringEnd:
      prefix.kind = grammar.fault_in_key() ? Kind::kInsideKey : Kind::kInsideText;
      break;
    case SyntaxFault::kValue: prefix.kind = Kind::kBeforeValue; break;
    case SyntaxFault::kKey:
    case SyntaxFault::kElement: prefix.kind = Kind::kAfterComma; break;
    default: return prefix;
  }
  prefix.closers = grammar.closers();
  return prefix;
}

}  // namespace argwright::json
