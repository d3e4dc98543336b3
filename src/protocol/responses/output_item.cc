#include "protocol/responses/output_item.h"

#include "json/writer.h"
#include "protocol/object_text.h"
#include "protocol/responses/members.h"

namespace argwright::protocol::responses {
namespace {

void append_list(std::string& out, const OutputItem& item, PartList list, ItemView view) {
  out += '[';
  bool first = true;
  for (const OutputPart& part : item.parts) {
    if (view == ItemView::kBare || part.form->list != list || !part.announced) continue;
    if (!first) out += ',';
    first = false;
    append_part(out, part, ItemView::kWhole);
  }
  out += ']';
}

bool has_content(const OutputItem& item) {
  for (const OutputPart& part : item.parts) {
    if (part.form->list == PartList::kContent && part.announced) return true;
  }
  return false;
}

// The parts of one list, compared.
bool same_texts(const json::Value& told, const OutputItem& item, PartList list) {
  const json::Array& parts = array_of(told, words(list).item_key);
  std::size_t i = 0;
  for (const OutputPart& part : item.parts) {
    if (part.form->list != list) continue;
    if (i == parts.size() || text_at(parts[i], "type") != part.form->type ||
        text_at(parts[i], part.form->text_key) != part.text) {
      return false;
    }
    ++i;
  }
  return i == parts.size();
}

}  // namespace

bool says_the_same(const json::Value& told, const OutputItem& item) {
  return text_at(told, "id") == item.id && text_at(told, "encrypted_content") == item.encrypted &&
         same_texts(told, item, PartList::kContent) && same_texts(told, item, PartList::kSummary);
}

void append_part(std::string& out, const OutputPart& part, ItemView view) {
  const bool whole = view == ItemView::kWhole;
  ObjectText object(out);
  object.text("type", part.form->type);
  if (part.form->kind == PartKind::kText) {
    object.value("annotations", whole ? part.annotations : json::Array{});
    object.value("logprobs", whole ? part.logprobs : json::Array{});
  }
  object.text(part.form->text_key, whole ? std::string_view(part.text) : std::string_view());
  object.close();
}

void append_item(std::string& out, const OutputItem& item, ItemView view) {
  if (item.kind == ItemKind::kOpaque) {
    json::append(out, item.opaque);
    return;
  }
  if (view == ItemView::kWhole && !item.told.is_null()) {
    json::append(out, item.told);
    return;
  }
  const bool whole = view == ItemView::kWhole;
  const std::string_view status = whole ? std::string_view(item.status) : std::string_view("in_progress");
  const std::string_view arguments = whole ? std::string_view(item.arguments) : std::string_view();
  ObjectText object(out);
  object.text("id", item.id);
  switch (item.kind) {
    case ItemKind::kMessage:
      object.text("type", "message").text("status", status);
      append_list(object.key("content"), item, PartList::kContent, view);
      object.text("role", "assistant");
      break;
    case ItemKind::kReasoning:
      object.text("type", "reasoning");
      append_list(object.key("summary"), item, PartList::kSummary, view);
      if (whole && has_content(item)) append_list(object.key("content"), item, PartList::kContent, view);
      if (whole && !item.encrypted.empty()) object.text("encrypted_content", item.encrypted);
      break;
    case ItemKind::kFunctionCall:
      object.text("type", "function_call").text("status", status).text("arguments", arguments);
      object.text("call_id", item.call_id).text("name", item.name);
      break;
    case ItemKind::kCustomCall:
      object.text("type", "custom_tool_call").text("status", status).text("call_id", item.call_id);
      object.text("input", arguments).text("name", item.name);
      break;
    case ItemKind::kOpaque: break;
  }
  object.members(item.extras);
  object.close();
}

}  // namespace argwright::protocol::responses
