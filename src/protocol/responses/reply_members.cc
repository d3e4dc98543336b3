#include "protocol/responses/reply_members.h"

#include <vector>

#include "protocol/fields.h"

namespace argwright::protocol::responses {
namespace {

bool mend_item(json::Value& item) {
  bool is_mended = mend_members(item, kItemMembers);
  json::Array* const content = array_at(item, "content");
  if (content == nullptr) return is_mended;
  for (json::Value& part : *content) {
    if (part.is_object() && mend_members(part, kPartMembers)) is_mended = true;
  }
  return is_mended;
}

}  // namespace

bool mend_response(json::Value& response) {
  bool is_mended = mend_members(response, kResponseMembers);
  json::Array* const output = array_at(response, "output");
  if (output == nullptr) return is_mended;
  for (json::Value& item : *output) {
    if (item.is_object() && mend_item(item)) is_mended = true;
  }
  return is_mended;
}

bool mend_event(json::Value& event) {
  bool is_mended = mend_members(event, kEventMembers);
  // Clients in Python look for anything in it.
  if (member(event, "error") != nullptr && !is_told_error(event.find("error"))) {
    std::erase_if(event.members(), [](const json::Member& one) { return one.key == "error"; });
    is_mended = true;
  }
  if (json::Value* const part = object_at(event, "part"))
    is_mended = mend_members(*part, kPartMembers) || is_mended;
  if (json::Value* const item = object_at(event, "item")) is_mended = mend_item(*item) || is_mended;
  if (json::Value* const response = object_at(event, "response"))
    is_mended = mend_response(*response) || is_mended;
  return is_mended;
}

}  // namespace argwright::protocol::responses
