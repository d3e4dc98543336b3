#include "protocol/custom_call.h"

#include "argwright/json.h"
#include "protocol/object_text.h"

namespace argwright::protocol {

std::string wrapped_input(std::string_view text) {
  std::string out;
  ObjectText(out).text("input", text).close();
  return out;
}

std::optional<std::string> unwrapped_input(std::string_view arguments) {
  const Result<json::Value> value = json::parse(arguments);
  if (!value || !value->is_object() || value->members().size() != 1) return std::nullopt;
  const json::Value* input = value->find("input");
  if (input == nullptr || !input->is_string()) return std::nullopt;
  return input->string();
}

}  // namespace argwright::protocol
