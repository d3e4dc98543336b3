// A handler for Grammar that builds nothing; one that wants to know of little adds that to it.
#pragma once

#include <string_view>

#include "json/string_scanner.h"

namespace argwright::json {

struct NoHandler {
  using Sink = NoSink;
  Sink string_sink(const char*) { return {}; }
  void key(std::string_view) {}
  void string(std::string_view) {}
  void null() {}
  void boolean(bool) {}
  void number(std::string_view) {}
  void empty_object() {}
  void empty_array() {}
  void open_object() {}
  void open_array() {}
  void close_object() {}
  void close_array() {}
};

}  // namespace argwright::json
