// Tested by key_check_test.cc.
#include "json/key_check.h"

#include "json/checker.h"
#include "json/grammar.h"
#include "json/key_handler.h"

namespace argwright::json {

KeyCheck check_keys(std::string_view text, const Limits& limits) {
  if (kind_of_root(text) != Kind::kObject) return KeyCheck::kNotStrict;
  KeyHandler handler;
  if (!Grammar<KeyHandler>(text, limits, handler).read()) return KeyCheck::kNotStrict;
  return handler.watch.may_repeat() ? KeyCheck::kMayRepeat : KeyCheck::kUnique;
}

}  // namespace argwright::json
