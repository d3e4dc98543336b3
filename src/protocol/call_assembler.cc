#include "protocol/call_assembler.h"

#include <utility>

#include "json/validator.h"

namespace argwright::protocol {
namespace {

// Does the piece begin a call of its own, although its index (or the lack of one) points to `last`?
bool begins_another(const CallPiece& last, const CallPiece& piece) {
  if (!piece.id.empty() && !last.id.empty()) return piece.id != last.id;
  if (piece.name.empty()) return false;
  if (!last.name.empty() && piece.name != last.name) return true;
  // Without ids: a named piece behind a call that is already whole.
  return piece.id.empty() && last.id.empty() && !last.name.empty() && !piece.arguments.empty() &&
         json::is_strict_object(last.arguments);
}

}  // namespace

AssembledCall* CallAssembler::find(const CallPiece& piece) {
  const bool has_index = piece.index && *piece.index >= 0;
  for (std::size_t i = calls_.size(); i-- > 0;) {
    AssembledCall& at = calls_[i];
    if (at.call.choice != piece.choice) continue;
    if (has_index && at.call.index != piece.index) continue;
    if (!at.settled && !begins_another(at.call, piece)) return &at;
    // With an id the piece may go on an older call of the same index.
    if (piece.id.empty()) return nullptr;
  }
  return nullptr;
}

AssembledCall* CallAssembler::add(CallPiece&& piece) {
  AssembledCall* at = find(piece);
  if (at == nullptr) {
    // An end, or the text once more, of a call that is settled already.
    if ((piece.ended || piece.replaces) && piece.name.empty() && piece.id.empty()) return nullptr;
    if (calls_.size() >= max_calls_) return nullptr;
    at = &calls_.emplace_back();
    at->call.choice = piece.choice;
    at->call.index = piece.index;
  }
  CallPiece& call = at->call;
  if (call.id.empty()) call.id = std::move(piece.id);
  if (call.name.empty()) call.name = std::move(piece.name);
  if (call.item_id.empty()) call.item_id = std::move(piece.item_id);
  if (piece.replaces) {
    if (!piece.arguments.empty()) call.arguments = std::move(piece.arguments);
  } else {
    call.arguments += piece.arguments;
  }
  if (call.arguments.size() > max_bytes_) {
    call.arguments.resize(max_bytes_);
    at->too_large = true;
  }
  call.custom = call.custom || piece.custom;
  call.ended = call.ended || piece.ended;
  call.abandoned = call.abandoned || piece.abandoned;
  for (json::Member& extra : piece.extras) call.extras.push_back(std::move(extra));
  return at;
}

}  // namespace argwright::protocol
