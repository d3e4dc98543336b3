// Declarations that must not compile. The test tool_builder_misuse compiles this file with ARGWRIGHT_MISUSE
// and expects, in this order, the words that stand after each `says:`. Nothing is linked or run.
#include "argwright/tool_builder.h"

#ifdef ARGWRIGHT_MISUSE
namespace argwright {

// Found where they stand.
auto a_type_that_no_declaration_can_hold() {
  // says: T is std::string, bool
  return param<float>("a", "");
}
auto a_kind_that_the_type_cannot_hold() {
  // says: this_type_cannot_hold_that_kind
  return param<bool>("a", "").kind(ValueKind::kUri);
}

// Found when the templates are filled in, at the end.
void misuse() {
  // says: argument of another type than its param<T> declares
  make_tool("t", "", param<std::int64_t>("a", ""), [](std::string a) { return a; });
  // says: takes one argument for each param
  make_tool("t", "", param<std::string>("a", ""), param<bool>("b", ""), [](std::string a) { return a; });
  // says: whose argument types are written out
  make_tool("t", "", param<std::string>("a", ""), [](auto a) { return a; });
  // says: must not be mutable
  make_tool("t", "", [n = 0]() mutable { return std::to_string(++n); });
  // says: returns ToolResult, text or json::Value
  make_tool("t", "", [] { return 7; });
  // says: takes its arguments by value: they end with the call
  make_tool("t", "", param<std::string>("a", ""), [](const std::string&, ToolDone) {});
  // says: a param<Token> needs its words
  make_tool("t", "", param<Token>("a", ""), [](Token a) { return a.text; });
  // says: then only param<T>
  make_tool("t", "", "a", [](std::string a) { return a; });
  // says: by value or by constant reference
  make_tool("t", "", param<std::string>("a", ""), [](std::string& a) { return a; });
}

}  // namespace argwright
#endif
