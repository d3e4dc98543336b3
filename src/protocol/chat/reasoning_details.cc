#include "protocol/chat/reasoning_details.h"

#include <utility>

#include "protocol/fields.h"

namespace argwright::protocol::chat {
namespace {

bool continues(const json::Value& entry, const json::Value& piece) {
  if (text_at(entry, "type") != text_at(piece, "type")) return false;
  const json::Value* mine = member(entry, "index");
  const json::Value* other = member(piece, "index");
  if (mine == nullptr || other == nullptr || !(*mine == *other)) return false;
  // Encrypted entries are whole; one index with another id is another entry.
  const std::string_view id = text_at(piece, "id");
  return id.empty() || text_at(entry, "id").empty() || id == text_at(entry, "id");
}

void continue_with(json::Value& entry, json::Value piece) {
  for (json::Member& part : piece.members()) {
    if (part.value.is_null()) continue;
    json::Value* mine = entry.find(part.key);
    if (mine == nullptr) {
      entry.members().push_back(std::move(part));
    } else if ((part.key == "text" || part.key == "summary") && mine->is_string() && part.value.is_string()) {
      mine->string() += part.value.string();
    } else {
      *mine = std::move(part.value);
    }
  }
}

}  // namespace

void merge_details(json::Array& details, json::Array pieces) {
  for (json::Value& piece : pieces) {
    if (!piece.is_object()) continue;
    // Only the last entry goes on: entries do not interleave.
    if (!details.empty() && continues(details.back(), piece)) {
      continue_with(details.back(), std::move(piece));
    } else {
      details.push_back(std::move(piece));
    }
  }
}

}  // namespace argwright::protocol::chat
