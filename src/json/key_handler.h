// A handler for Grammar that builds nothing and watches the keys.
#pragma once

#include <string_view>

#include "json/key_watch.h"
#include "json/no_handler.h"

namespace argwright::json {

struct KeyHandler : NoHandler {
  void key(std::string_view text) {
    // Keys with escapes or other scripts come without text, as does the empty key.
    if (text.empty()) return watch.doubtful();
    watch.key(text);
  }
  void open_object() { watch.open(); }
  void close_object() { watch.close(); }

  KeyWatch watch;
};

}  // namespace argwright::json
