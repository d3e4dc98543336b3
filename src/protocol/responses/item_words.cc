#include "protocol/responses/item_words.h"

#include <utility>

#include "protocol/fields.h"
#include "protocol/responses/item_shape.h"

namespace argwright::protocol::responses {
namespace {

constexpr std::string_view kMessageMembers[] = {"id", "type", "role", "status", "content", "tool_calls"};
constexpr std::string_view kReasoningMembers[] = {"id",      "type",    "status",
                                                  "summary", "content", "encrypted_content"};
constexpr std::string_view kCallMembers[] = {"id", "type", "status", "call_id", "name", "arguments", "input"};

constexpr KindWords kKindWords[] = {{ItemKind::kMessage, "message", "", kMessageMembers},
                                    {ItemKind::kReasoning, "reasoning", "", kReasoningMembers},
                                    {ItemKind::kFunctionCall, "function_call", "arguments", kCallMembers},
                                    {ItemKind::kCustomCall, "custom_tool_call", "input", kCallMembers}};

}  // namespace

const KindWords& words_of(ItemKind kind) {
  for (const KindWords& row : kKindWords) {
    if (row.kind == kind) return row;
  }
  static constexpr KindWords kOpaqueWords{ItemKind::kOpaque, "", "", {}};
  return kOpaqueWords;
}

bool is_call(ItemKind kind) { return kind == ItemKind::kFunctionCall || kind == ItemKind::kCustomCall; }

const json::Value& item_of(const json::Value& event) {
  static const json::Value none;
  const json::Value* item = object_at(event, "item");
  return item == nullptr ? none : *item;
}

std::optional<json::Value> with_item_in_shape(const json::Value& event) {
  const json::Value* item = object_at(event, "item");
  std::optional<json::Value> shaped = item == nullptr ? std::nullopt : in_shape(*item);
  if (!shaped) return std::nullopt;
  json::Value mended = event;
  *mended.find("item") = *std::move(shaped);
  return mended;
}

std::string call_text(const json::Value& holder, std::string_view key) {
  const json::Value* text = holder.find(key);
  if (text == nullptr || text->is_null()) return {};
  return text->is_string() ? text->string() : json::write(*text);
}

bool is_no_string(const json::Value& holder, std::string_view key) {
  const json::Value* text = holder.find(key);
  return text != nullptr && !text->is_null() && !text->is_string();
}

}  // namespace argwright::protocol::responses
