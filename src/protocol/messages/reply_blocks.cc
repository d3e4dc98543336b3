// The blocks of the reply reader.
#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "protocol/fields.h"
#include "protocol/mended.h"
#include "protocol/messages/message_shape.h"
#include "protocol/messages/reply_members.h"
#include "protocol/messages/reply_reader.h"
#include "protocol/wire_id.h"

namespace argwright::protocol::messages {
namespace {

// Where text goes that came for the block of a call.
constexpr std::int64_t kAside = std::numeric_limits<std::int64_t>::min();

// The word of a row whose member the object has; for objects that do not say what they are.
struct TellingMember {
  std::string_view member;
  std::string_view type;
};
template <std::size_t kCount>
std::string type_by_members(const json::Value& object, const TellingMember (&rows)[kCount]) {
  for (const TellingMember& row : rows) {
    if (object.find(row.member) != nullptr) return std::string(row.type);
  }
  return {};
}

constexpr TellingMember kBlockTellers[] = {
    {"name", "tool_use"}, {"thinking", "thinking"}, {"text", "text"}, {"data", "redacted_thinking"}};
constexpr TellingMember kDeltaTellers[] = {{"partial_json", "input_json_delta"},
                                           {"thinking", "thinking_delta"},
                                           {"signature", "signature_delta"},
                                           {"text", "text_delta"},
                                           {"citation", "citations_delta"}};

std::string block_type(const json::Value& block, Events& events) {
  const std::string_view told = text_at(block, "type");
  if (!told.empty()) return std::string(told);
  std::string type = type_by_members(block, kBlockTellers);
  if (!type.empty()) mended(events, "type_missing", "a block that does not say what it is");
  return type;
}

// "text" for "text_delta" is read, too.
std::string delta_type(const json::Value& delta, Events& events) {
  const std::string_view told = text_at(delta, "type");
  bool is_short = told.empty();
  for (const TellingMember& row : kDeltaTellers) {
    is_short = is_short || (row.type.starts_with(told) && row.type.size() == told.size() + 6);
  }
  if (!is_short) return std::string(told);
  std::string type = type_by_members(delta, kDeltaTellers);
  if (!type.empty()) mended(events, "type_missing", "a delta that does not say what it is");
  return type;
}

std::string text_of_input(const json::Value& input) {
  return input.is_string() ? input.string() : json::write(input);
}

bool is_empty_input(const json::Value& input) {
  return (input.is_object() && input.members().empty()) || (input.is_array() && input.items().empty());
}

}  // namespace

// Another reply begins: what of this one still waits is not meant any more, and would be there twice.
void ReplyReader::abandon_closed_calls(Events& events) {
  for (const auto& [index, call] : closed_calls_) {
    CallPiece piece;
    piece.index = call.number;
    piece.ended = piece.abandoned = true;
    events.emplace_back(std::move(piece));
  }
  closed_calls_.clear();
}

std::int64_t ReplyReader::index_of(const json::Value& data, bool is_start, Events& events) {
  const std::optional<std::int64_t> sent = index_at(data, "index");
  if (!has_number_at(data, "index")) {
    mended(events, "index_missing", "an event of a block without its index");
  } else if (is_start && sent != begun_) {
    // Clients count by themselves.
    mended(events, "index_not_dense", "the index of a block is not the number of blocks before");
  }
  return sent.value_or(is_start ? begun_ : last_);
}

void ReplyReader::open_part(std::int64_t index, PartKind kind, json::Value& block, std::string_view text_key,
                            Events& events) {
  Block& at = blocks_[index];
  at = {};
  at.part_kind = kind;
  std::string text = take_text(block, text_key);
  at.proof.signature = take_text(block, "signature");
  at.proof.encrypted = take_text(block, "data");
  if (json::Array* citations = array_at(block, "citations")) at.annotations = std::move(*citations);
  PartStart begun;
  begun.extras = without_blanks(take_extras(block, {"type", text_key, "signature", "data", "citations"}));
  start_part(at, std::move(begun), events);
  if (!text.empty()) events.emplace_back(Delta{0, at.number, std::move(text), {}, {}});
}

void ReplyReader::start_part(Block& block, PartStart begun, Events& events) {
  // One after the other, whatever the upstream does: a block that goes on behind another one is a new part.
  if (open_ != nullptr) {
    mended(events, "block_not_closed", "a block begins or goes on while another one is open");
    end_part(*open_, {}, events);
  }
  block.number = parts_++;
  block.is_open = true;
  open_ = &block;
  begun.part = block.number;
  begun.kind = block.part_kind;
  events.emplace_back(std::move(begun));
}

void ReplyReader::end_part(Block& block, Proof proof, Events& events) {
  block.is_open = false;
  open_ = nullptr;
  PartEnd ended;
  ended.part = block.number;
  ended.proof = std::move(proof);
  ended.annotations = std::exchange(block.annotations, {});
  events.emplace_back(std::move(ended));
}

void ReplyReader::add_text(Block& block, PartKind kind, json::Value& delta, Events& events) {
  const std::string_view key = kind == PartKind::kText ? "text" : "thinking";
  if (const json::Value* text = member(delta, key); text == nullptr || !text->is_string())
    return mended(events, "delta_missing", "a delta without its text");
  if (block.part_kind != kind || is_redacted(block)) {
    mended(events, "delta_kind", "a delta that does not fit its block");
    if (block.is_open) end_part(block, std::exchange(block.proof, {}), events);
    block.part_kind = kind;
  }
  if (!block.is_open) start_part(block, {}, events);
  events.emplace_back(Delta{0, block.number, take_text(delta, key), {}, {}});
}

// Clients take the last signature; the encoder writes the whole one behind its pieces.
void ReplyReader::add_signature(Block& block, json::Value& delta, Events& events) {
  if (const json::Value* const sent = delta.find("signature"); sent == nullptr || !sent->is_string())
    return mended(events, "signature_missing", "a delta of a signature without it");
  std::string told = take_text(delta, "signature");
  std::string& signature = block.proof.signature;
  const bool is_another = std::exchange(block.is_signed, true) && !signature.empty() && told != signature;
  if (is_another) mended(events, "signature_pieces", "a signature in several deltas");
  if (is_another && !told.starts_with(signature)) {
    signature += told;
  } else if (!told.empty()) {
    signature = std::move(told);
  }
}

// Text that clients read from deltas only, or not at all.
void ReplyReader::check_start(const json::Value& block, std::string_view text_key, bool whole,
                              Events& events) {
  const json::Value* const text = block.find(text_key);
  if (text == nullptr || !text->is_string()) {
    mended(events, "text_missing", "a block without its text");
  } else if (!whole && !text->string().empty()) {
    mended(events, "text_in_start", "text in the start of a block");
  }
  const json::Value* const signature = block.find("signature");
  if (text_key != "thinking") return;
  if (whole && (signature == nullptr || !signature->is_string()))
    mended(events, "signature_missing", "thinking without a signature");
  if (!whole && !text_at(block, "signature").empty())
    mended(events, "text_in_start", "a signature in the start of a block");
}

// Is the block that begins where a call is open that call once more, perhaps with the name that it lacked?
bool ReplyReader::is_same_call(const Block& at, const json::Value& block) {
  if (at.kind != BlockKind::kCall) return false;
  const std::string_view id = text_at(block, "id");
  const std::string_view name = text_at(block, "name");
  if (!at.name.empty() && !name.empty() && at.name != name) return false;
  if (!at.id.empty() && !id.empty()) return at.id == id;
  return at.name.empty() || !at.has_text;
}

void ReplyReader::shape(json::Value& block, Events& events) {
  if (shape_block(block)) mended(events, "block_shape", "a block that is not spelled as the protocol does");
}

void ReplyReader::open_nameless_call(std::int64_t index) {
  Block& at = blocks_[index];
  at = {};
  at.kind = BlockKind::kCall;
  at.number = calls_++;
}

void ReplyReader::open_call(std::int64_t index, json::Value& block, bool whole, Events& events) {
  const bool is_repeated = blocks_.contains(index);
  if (!is_repeated) open_nameless_call(index);
  Block& at = blocks_[index];
  CallPiece piece;
  piece.index = at.number;
  piece.id = take_text(block, "id");
  piece.name = take_text(block, "name");
  if (whole && client_id(Protocol::kMessages, piece.id) != piece.id)
    mended(events, "call_id", "an id of a call that the protocol does not allow");
  if (at.id.empty()) at.id = piece.id;
  if (at.name.empty()) at.name = piece.name;
  if (const json::Value* input = input_at(block)) {
    if (!input->is_object()) mended(events, "input_not_an_object", "the input of a call is no object");
    if (whole) {
      // An empty list is what some languages write for an empty object.
      piece.arguments = is_empty_input(*input) ? "{}" : text_of_input(*input);
    } else if (!is_empty_input(*input)) {
      // Streams begin with an empty object.
      at.input = text_of_input(*input);
    }
  } else if (whole) {
    mended(events, "input_not_an_object", "a call has no input");
  }
  if (!is_repeated && !at.id.empty() && !told_calls_.emplace(at.id, at.name).second) piece.may_repeat = true;
  if (!is_repeated)
    piece.extras =
        without_blanks(take_extras(block, {"type", "id", "name", "input", "arguments", "parameters"}));
  events.emplace_back(std::move(piece));
}

void ReplyReader::open_block(std::int64_t index, json::Value& block, bool whole, Events& events) {
  shape(block, events);
  if (mend_members(block, kBlockMembers)) mended(events, "member_kind", "a member of another kind");
  const std::string type = block_type(block, events);
  if (const auto open = blocks_.find(index); open != blocks_.end()) {
    if (type == "tool_use" && is_same_call(open->second, block)) {
      mended(events, "block_repeated", "the block of a call begins once more");
    } else {
      mended(events, "block_not_closed", "a block begins where another one is open");
      close_block(index, nullptr, events);
    }
  }
  // Clients read one block after the other. A part tells of another one when it begins.
  const bool will_be_told = type != "tool_use" && open_ != nullptr;
  if (!blocks_.empty() && !blocks_.contains(index) && !will_be_told)
    mended(events, "block_not_closed", "a block begins while another one is open");
  if (type == "text" || type == "thinking") {
    const bool is_text = type == "text";
    const std::string_view key = is_text ? "text" : "thinking";
    check_start(block, key, whole, events);
    return open_part(index, is_text ? PartKind::kText : PartKind::kReasoning, block, key, events);
  }
  if (type == "redacted_thinking" && text_at(block, "data").empty())
    mended(events, "block_missing", "redacted thinking without its data");
  if (type == "redacted_thinking") return open_part(index, PartKind::kReasoning, block, "thinking", events);
  if (type == "tool_use") return open_call(index, block, whole, events);
  if (type.empty()) return mended(events, "block_missing", "a block that says nothing");
  Block& at = blocks_[index];
  at = {};
  at.kind = BlockKind::kOpaque;
  at.part_kind = PartKind::kOpaque;
  PartStart begun;
  begun.opaque = std::move(block);
  start_part(at, std::move(begun), events);
}

// What the deltas of a block are; empty: it has none, or any.
std::string_view ReplyReader::delta_of(const Block& block) {
  if (block.kind == BlockKind::kOpaque || is_redacted(block)) return {};
  if (block.kind == BlockKind::kCall) return "input_json_delta";
  return block.part_kind == PartKind::kText ? "text_delta" : "thinking_delta";
}

bool ReplyReader::fits(const Block& block, std::string_view delta_type) {
  const bool is_input = delta_type == "input_json_delta";
  if (block.kind == BlockKind::kOpaque) return block.is_open;
  if (block.kind == BlockKind::kCall) return is_input;
  if (delta_type == "text_delta" || delta_type == "citations_delta")
    return block.part_kind == PartKind::kText;
  return !is_input && block.part_kind == PartKind::kReasoning && !is_redacted(block);
}

// The block that the index names; where that cannot be, the one at hand: some servers count the calls of
// their deltas apart from the blocks. Nothing: the delta belongs to none.
ReplyReader::Block* ReplyReader::block_for(std::int64_t index, std::string_view delta_type, Events& events) {
  const auto named = blocks_.find(index);
  if (named != blocks_.end() && fits(named->second, delta_type)) {
    named->second.is_named = true;
    return &named->second;
  }
  if (const auto last = blocks_.find(last_);
      last != blocks_.end() && last != named && fits(last->second, delta_type)) {
    mended(events, "block_not_opened", "a delta for another block than the one at hand");
    return &last->second;
  }
  const bool is_text = delta_type == "text_delta" || delta_type == "thinking_delta";
  const PartKind kind = delta_type == "text_delta" ? PartKind::kText : PartKind::kReasoning;
  if (named != blocks_.end() && named->second.kind == BlockKind::kPart) return &named->second;
  if (named != blocks_.end()) {
    mended(events, "delta_kind", "a delta that does not fit its block");
    if (!is_text) return nullptr;
    index = kAside;
  } else {
    mended(events, "block_not_opened", "a delta for a block that was not begun");
  }
  if (is_text) {
    json::Value empty = json::Object{};
    if (!blocks_.contains(index)) open_part(index, kind, empty, "text", events);
  } else if (delta_type == "input_json_delta") {
    open_nameless_call(index);
  } else {
    return nullptr;
  }
  return &blocks_[index];
}

void ReplyReader::add_input(Block& block, json::Value& delta, Events& events) {
  CallPiece piece;
  piece.index = block.number;
  // Pieces that nobody can read: what is left is not the input.
  if (member(delta, "partial_json") == nullptr && may_hide_input(delta)) {
    mended(events, "delta_missing", "a delta of a call without its input");
    piece.cut_off = true;
  }
  const json::Value* const partial = member(delta, "partial_json");
  if (partial != nullptr && !partial->is_string()) {
    mended(events, "arguments_kind", "arguments that are no string");
    piece.arguments = json::write(*partial);
  } else {
    piece.arguments = take_text(delta, "partial_json");
  }
  block.has_text = block.has_text || !piece.arguments.empty();
  events.emplace_back(std::move(piece));
}

// More of a call whose block has ended: it may not have gone out yet.
bool ReplyReader::add_late_input(std::int64_t index, std::string_view delta_type, json::Value& delta,
                                 Events& events) {
  if (delta_type != "input_json_delta" || blocks_.contains(index)) return false;
  const auto closed = closed_calls_.find(index);
  const auto last = blocks_.find(last_);
  const bool goes_on_another = last != blocks_.end() && fits(last->second, delta_type);
  if (closed == closed_calls_.end() || goes_on_another) return false;
  mended(events, "block_not_opened", "a delta for a block that has ended");
  Block ended;
  ended.number = closed->second.number;
  add_input(ended, delta, events);
  closed->second.has_text = closed->second.has_text || ended.has_text;
  // Here, too, deltas count before the start.
  if (ended.has_text)
    std::get<CallPiece>(events.back()).replaces = std::exchange(closed->second.is_by_start, false);
  return true;
}

void ReplyReader::read_delta(std::int64_t index, json::Value& data, Events& events) {
  const auto named = blocks_.find(index);
  const bool is_opaque = named != blocks_.end() && named->second.kind == BlockKind::kOpaque;
  const std::string_view expected = named == blocks_.end() ? std::string_view() : delta_of(named->second);
  json::Value* delta = object_at(data, "delta");
  json::Value within;
  if (delta == nullptr && !is_opaque) within = delta_within(data, expected);
  const bool is_within = delta == nullptr && within.is_object();
  if (is_within) delta = &within;
  if (delta == nullptr) return mended(events, "delta_missing", "content_block_delta without a delta");
  // A block of another kind has words of its own.
  if ((!is_opaque && shape_delta(*delta, expected)) || is_within)
    mended(events, "delta_shape", "a delta that is not spelled as the protocol does");
  const std::string type = delta_type(*delta, events);
  if (add_late_input(index, type, *delta, events)) return;
  Block* const found = block_for(index, type, events);
  if (found == nullptr) return;
  Block& block = *found;
  if (block.kind == BlockKind::kOpaque) {
    events.emplace_back(Other{"content_block_delta", std::move(*delta), block.number});
  } else if (block.kind == BlockKind::kCall) {
    add_input(block, *delta, events);
  } else if (type == "text_delta") {
    add_text(block, PartKind::kText, *delta, events);
  } else if (type == "thinking_delta") {
    add_text(block, PartKind::kReasoning, *delta, events);
  } else if (type == "signature_delta" && block.part_kind == PartKind::kReasoning) {
    add_signature(block, *delta, events);
  } else if (type == "citations_delta" && block.part_kind == PartKind::kText) {
    if (const json::Value* citation = member(*delta, "citation")) block.annotations.push_back(*citation);
  } else {
    mended(events, "delta_kind", "a delta that does not fit its block");
  }
}

bool ReplyReader::add_input_of_stop(std::int64_t index, const json::Value* told_again, Events& events) {
  const auto closed = closed_calls_.find(index);
  if (closed == closed_calls_.end() || closed->second.has_text || told_again == nullptr) return false;
  const json::Value* const input = input_at(*told_again);
  if (input == nullptr || is_empty_input(*input)) return false;
  CallPiece piece;
  piece.index = closed->second.number;
  piece.arguments = text_of_input(*input);
  piece.ended = closed->second.has_text = true;
  events.emplace_back(std::move(piece));
  return true;
}

void ReplyReader::stop_block(std::int64_t index, const json::Value* told_again, Events& events) {
  if (blocks_.contains(index)) return close_block(index, told_again, events);
  mended(events, "block_not_opened", "a block ends that was not begun");
  // The end of another block, which nothing began, may have been taken for its end.
  if (add_input_of_stop(index, told_again, events)) return;
  // It may be the one at hand, by another count than that of its deltas. Of one that we do not know more
  // could not come behind that.
  const auto last = blocks_.find(last_);
  if (last != blocks_.end() && last->second.kind != BlockKind::kOpaque && !last->second.is_named)
    close_block(last_, told_again, events);
}

void ReplyReader::close_block(std::int64_t index, const json::Value* told_again, Events& events) {
  const auto found = blocks_.find(index);
  if (found == blocks_.end()) return;
  Block block = std::move(found->second);
  if (open_ == &found->second) open_ = &block;
  blocks_.erase(found);
  if (block.kind == BlockKind::kCall) {
    CallPiece piece;
    piece.index = block.number;
    piece.ended = true;
    if (!block.has_text) piece.arguments = std::move(block.input);
    const bool is_by_start = !piece.arguments.empty();
    // What Anthropic's own helpers make of a stream has the whole block here: it says what deltas said.
    if (const json::Value* input = told_again != nullptr ? input_at(*told_again) : nullptr;
        input != nullptr && !block.has_text && piece.arguments.empty() && !is_empty_input(*input)) {
      piece.arguments = text_of_input(*input);
    }
    closed_calls_[index] = {block.number, is_by_start, block.has_text || !piece.arguments.empty()};
    events.emplace_back(std::move(piece));
    return;
  }
  if (!block.is_open) {
    // It had to end before; what came behind that still has to be told.
    if (block.kind == BlockKind::kOpaque || (block.proof.empty() && block.annotations.empty())) return;
    start_part(block, {}, events);
  }
  end_part(block, std::move(block.proof), events);
}

void ReplyReader::close_parts(Events& events) {
  if (!blocks_.empty()) mended(events, "block_not_closed", "the message ends while a block is open");
  std::vector<std::int64_t> parts;
  for (const auto& [index, block] : blocks_) {
    if (block.kind != BlockKind::kCall || !block.has_text) parts.push_back(index);
  }
  for (const std::int64_t index : parts) close_block(index, nullptr, events);
}

void ReplyReader::close_all(bool abandon, Events& events) {
  if (blocks_.empty()) return;
  if (!abandon) mended(events, "block_not_closed", "the message ends while a block is open");
  while (!blocks_.empty()) {
    const auto first = blocks_.begin();
    if (abandon && first->second.kind == BlockKind::kCall) {
      CallPiece piece;
      piece.index = first->second.number;
      piece.abandoned = true;
      events.emplace_back(std::move(piece));
      blocks_.erase(first);
    } else {
      close_block(first->first, nullptr, events);
    }
  }
}

}  // namespace argwright::protocol::messages
