#include "protocol/chat/chunk_shape.h"

#include <string>
#include <string_view>
#include <utility>

#include "protocol/fields.h"

namespace argwright::protocol::chat {
namespace {

// What the members of such a delta are called, the likelier first.
constexpr std::string_view kIdKeys[] = {"tool_use_id", "id", "call_id"};
constexpr std::string_view kInputKeys[] = {"input", "arguments", "partial_json"};

template <std::size_t kCount>
json::Value take_first(json::Value& object, const std::string_view (&keys)[kCount]) {
  for (const std::string_view key : keys) {
    if (json::Value* const found = member(object, key)) return std::exchange(*found, nullptr);
  }
  return nullptr;
}

// A list of the same beside the members says nothing else.
void drop(json::Value& object, std::string_view key) {
  std::erase_if(object.members(), [key](const json::Member& member) { return member.key == key; });
}

bool shape_delta(json::Value& delta) {
  if (text_at(delta, "type") != "tool_use" || member(delta, "tool_calls") != nullptr) return false;
  json::Value function = json::Object{};
  if (json::Value* const name = member(delta, "name"))
    function.members().push_back({"name", std::exchange(*name, nullptr)});
  json::Value input = take_first(delta, kInputKeys);
  // Streams begin with an empty object.
  const bool is_empty = input.is_null() || (input.is_object() && input.members().empty());
  if (!is_empty) function.members().push_back({"arguments", std::move(input)});
  json::Value call = json::Object{};
  if (json::Value id = take_first(delta, kIdKeys); !id.is_null())
    call.members().push_back({"id", std::move(id)});
  if (json::Value* const index = member(delta, "index"))
    call.members().push_back({"index", std::move(*index)});
  call.members().push_back({"type", "function"});
  call.members().push_back({"function", std::move(function)});
  for (const std::string_view key : {"type", "name", "content_list", "index"}) drop(delta, key);
  delta.members().push_back({"tool_calls", json::Array{std::move(call)}});
  return true;
}

}  // namespace

bool shape_chunk(json::Value& chunk) {
  json::Array* const choices = array_at(chunk, "choices");
  if (choices == nullptr) return false;
  bool is_mended = false;
  for (json::Value& choice : *choices) {
    json::Value* const delta = object_at(choice, "delta");
    if (delta != nullptr && shape_delta(*delta)) is_mended = true;
  }
  return is_mended;
}

}  // namespace argwright::protocol::chat
