// The words of the items of a response: their types and members, and what they hold.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "argwright/json.h"
#include "protocol/responses/part_form.h"

namespace argwright::protocol::responses {

struct KindWords {
  ItemKind kind;
  std::string_view type;
  std::string_view text_key;  // of calls
  std::span<const std::string_view> members;
};
const KindWords& words_of(ItemKind kind);
bool is_call(ItemKind kind);

// The item that an event holds; null where it holds none.
const json::Value& item_of(const json::Value& event);
// The event with its item in shape, where that is not.
std::optional<json::Value> with_item_in_shape(const json::Value& event);

// Arguments are a string; a server that sends the object itself means its text.
std::string call_text(const json::Value& holder, std::string_view key);
bool is_no_string(const json::Value& holder, std::string_view key);

}  // namespace argwright::protocol::responses
