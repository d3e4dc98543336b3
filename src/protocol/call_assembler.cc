#include "protocol/call_assembler.h"

#include <algorithm>
#include <utility>

#include "json/validator.h"

namespace argwright::protocol {

namespace {

// How much it tells that a piece begins with all of `before`: in a place where an object may stand it may be
// one that begins like the object around it.
constexpr int kEnoughEvidence = 2;
int evidence_of(std::string_view before) {
  const std::size_t last = before.find_last_not_of(" \t\r\n");
  const char c = last == std::string_view::npos ? ':' : before[last];
  return c == ':' || c == ',' || c == '[' ? 1 : kEnoughEvidence;
}

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

bool begins_object(std::string_view text) {
  return !is_blank(text) && text[text.find_first_not_of(" \t\r\n")] == '{';
}

// A piece that tells all of the text once more: an object that was whole, or a text that is named again
// (short ones, and free text, may repeat themselves).
bool is_told_again(const AssembledCall& to, const CallPiece& piece) {
  const std::size_t telling = piece.custom ? 32 : 4;
  if (piece.arguments != to.text()) return false;
  if (!piece.custom && to.whole) return true;
  if (piece.name.empty() || (!piece.custom && to.whole.is_open())) return false;
  return to.text_pieces > 1 || piece.arguments.size() >= telling;
}

}  // namespace

void WholeObject::add(std::string_view text) {
  const char* p = text.data();
  const char* const end = p + text.size();
  while (p != end && !is_hopeless_) {
    if (escaped_) {
      escaped_ = false;
      ++p;
    } else if (quote_ != '\0') {
      while (p != end && *p != quote_ && *p != '\\') ++p;  // most of all bytes
      if (p == end) return;
      escaped_ = *p == '\\';
      if (*p++ == quote_) {
        quote_ = '\0';
        is_hopeless_ = depth_ == 0;
      }
    } else {
      take(*p++);
    }
  }
}

void WholeObject::take(char c) {
  if (c == ' ' || c == '\t' || c == '\r' || c == '\n') return;
  if (depth_ == 0 && (is_closed_ || (c != '{' && c != '"'))) {
    is_hopeless_ = true;
    is_closed_ = false;
  } else if (c == '"' || c == '\'') {
    quote_ = c;
  } else if (c == '{' || c == '[') {
    ++depth_;
  } else if (c == '}' || c == ']') {
    is_closed_ = --depth_ == 0;
  }
}

bool AssembledCall::has_snapshots() const { return grows && growth_evidence >= kEnoughEvidence; }

std::string_view AssembledCall::text() const {
  return std::string_view(call.arguments).substr(has_snapshots() ? last_piece : 0);
}

bool AssembledCall::take_last_snapshot(const Limits& limits) {
  if (!has_snapshots() || json::is_strict_object(call.arguments, limits)) return false;
  call.arguments.erase(0, std::exchange(last_piece, 0));
  growth_evidence = 0;
  return true;
}

std::string CallAssembler::joined_name(const AssembledCall& at, const CallPiece& piece) const {
  const std::string& told = at.call.name;
  const bool has_id = !at.call.id.empty() && !at.id_made_up;
  const bool is_same_id = has_id && piece.id == at.call.id;
  const bool tells_more = piece.name.starts_with(told);  // all of the name so far
  // Names come before the text.
  if (!is_blank(at.call.arguments)) {
    return is_same_id && tells_more && at.whole.is_open() ? piece.name : std::string();
  }
  std::string joined = told + piece.name;
  const NameMatch joint = match(joined);
  if (joint == NameMatch::kWhole) return joined;
  if (joint == NameMatch::kBeginning && !(is_declared(told) && is_declared(piece.name))) return joined;
  // Nothing less than a declared name joins what is told under two ids.
  if (has_id && !piece.id.empty() && !is_same_id) return {};
  // An id, or a place, would come with another call.
  const bool is_same_call = is_same_id || (has_id && piece.index && piece.id.empty());
  if (is_declared(told) || is_declared(piece.name)) {
    const bool grows = tells_more && is_declared(piece.name) && (is_same_call || !is_declared(told));
    return grows ? piece.name : std::string();
  }
  // Nobody knows either.
  if (tells_more) return is_same_call || piece.index ? piece.name : std::string();
  return is_same_call && piece.index && piece.arguments.empty() ? joined : std::string();
}

// Does the piece begin a call of its own, although its index (or the lack of one) points to `at`?
bool CallAssembler::begins_another(const AssembledCall& at, const CallPiece& piece) const {
  if (piece.begins) return true;
  if (piece.id.empty() && piece.name.empty()) return false;  // nearly all of them
  const CallPiece& last = at.call;
  const bool has_id = !last.id.empty() && !at.id_made_up;
  const bool renames = !piece.name.empty() && !last.name.empty() && piece.name != last.name;
  const bool says_something = !is_blank(piece.arguments);
  // From the middle of an object. An object within it may begin there, too, where nothing speaks for a call.
  const bool may_begin = begins_object(piece.arguments) && !piece.name.empty() && !at.ids_vary;
  const bool goes_on = at.whole.is_open() && (!piece.arguments.empty() || at.ids_vary) && !may_begin;
  if (!piece.id.empty() && has_id) {
    if (piece.id == last.id) return renames && !goes_on && joined_name(at, piece).empty();
    // There are servers that make up an id for every piece.
    const bool tells_ids_once = at.has_piece_without_id && !at.ids_vary;
    if (piece.name.empty() && !says_something && !tells_ids_once) return false;
    // A name is still due.
    if (at.ids_vary && last.name.empty()) return false;
    if (at.whole) return true;
    if (renames) return joined_name(at, piece).empty();
    if (goes_on) return false;
    if (tells_ids_once) return true;
    const bool was_announced = is_blank(last.arguments) && says_something;
    if (piece.name.empty() && piece.index) return false;
    return !was_announced;
  }
  if (piece.name.empty()) return false;
  if (renames) return joined_name(at, piece).empty();
  // Without ids: a named piece behind a call that is already whole.
  return piece.id.empty() && !has_id && !last.name.empty() && !piece.arguments.empty() && at.whole;
}

// There are servers that count the pieces where the number of the call belongs. Then it goes on under its id:
// in the middle of its text, or with the text that its beginning announced.
AssembledCall* CallAssembler::counted_by_pieces(const CallPiece& piece) {
  if (!piece.index || *piece.index <= 0 || is_blank(piece.arguments)) return nullptr;
  AssembledCall* found = nullptr;
  for (AssembledCall& at : calls_) {
    if (at.call.choice != piece.choice) continue;
    if (at.call.index == piece.index) return nullptr;  // a call of that number
    if (at.call.id != piece.id) continue;
    if (found != nullptr) return nullptr;  // an id that calls share
    found = &at;
  }
  if (found == nullptr || found->settled) return nullptr;
  if (!piece.name.empty() && piece.name != found->call.name) return nullptr;
  if (is_blank(found->call.arguments)) return found;
  return found->whole.is_open() && (piece.name.empty() || !begins_object(piece.arguments)) ? found : nullptr;
}

AssembledCall* CallAssembler::find(CallPiece& piece) {
  const bool has_index = piece.index && *piece.index >= 0;
  const auto is_candidate = [&](const AssembledCall& at) {
    return at.call.choice == piece.choice && (!has_index || at.call.index == piece.index);
  };
  // An id tells more than a place; with one the piece may go on an older call of the same index.
  if (!piece.id.empty()) {
    for (std::size_t i = calls_.size(); i-- > 0;) {
      AssembledCall& at = calls_[i];
      if (!is_candidate(at) || at.settled || at.call.id != piece.id) continue;
      if (!begins_another(at, piece)) return &at;
      break;  // an id that calls share
    }
    if (AssembledCall* const at = counted_by_pieces(piece)) return at;
  }
  for (std::size_t i = calls_.size(); i-- > 0;) {
    AssembledCall& at = calls_[i];
    if (!is_candidate(at)) continue;
    if (at.named_again && !piece.replaces && piece.name.empty() && piece.id.empty() &&
        !is_blank(piece.arguments) && piece.arguments != at.call.arguments) {
      piece.name = at.call.name;
      if (!at.id_made_up) piece.id = at.call.id;
      piece.may_repeat = true;  // by that id
      return nullptr;
    }
    return !at.settled && !begins_another(at, piece) ? &at : nullptr;
  }
  return nullptr;
}

void CallAssembler::add_arguments(AssembledCall& to, CallPiece& piece) const {
  std::string& text = to.call.arguments;
  if (piece.arguments.empty() || is_told_again(to, piece)) return;
  ++to.text_pieces;
  if (piece.replaces) {
    text = std::move(piece.arguments);
    to.grows = false;
    to.last_piece = 0;
  } else if (text.empty()) {
    to.grows = !piece.custom && piece.arguments.starts_with('{');  // free text may repeat itself
    to.last_piece = 0;
    text = std::move(piece.arguments);
  } else {
    const std::string_view before = std::string_view(text).substr(to.last_piece);
    // One that only repeats the last may be the whole once more; else such objects nest in each other.
    to.grows = to.grows && piece.arguments.starts_with(before) &&
               (piece.arguments.size() > before.size() || to.whole || json::is_strict_object(before));
    if (to.grows) to.growth_evidence = std::min(to.growth_evidence + evidence_of(before), kEnoughEvidence);
    // A long text that is told over and over: what came before its last piece is of no use.
    constexpr std::size_t kSurely = 256;
    if (to.has_snapshots() && to.last_piece > kSurely) text.erase(0, to.last_piece);
    to.last_piece = text.size();
    text += piece.arguments;
  }
  if (piece.replaces || to.has_snapshots()) to.whole.forget();
  to.whole.add(std::string_view(text).substr(to.last_piece));
  if (text.size() > max_bytes_) {
    text.resize(max_bytes_);
    to.too_large = true;
  }
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
  if (!piece.name.empty() && call.name != piece.name) {
    std::string name = call.name.empty() ? piece.name : joined_name(*at, piece);
    if (!name.empty()) call.name = std::move(name);
  }
  const bool is_blank_again = !piece.name.empty() && is_blank(piece.arguments) && !piece.ended;
  at->named_again = at->named_again || (is_blank_again && at->whole);
  add_arguments(*at, piece);
  at->has_piece_without_id = at->has_piece_without_id || (piece.id.empty() && !call.id.empty());
  at->ids_vary = at->ids_vary || (!piece.id.empty() && !call.id.empty() && piece.id != call.id);
  if (call.id.empty()) call.id = std::move(piece.id);
  if (call.item_id.empty()) call.item_id = std::move(piece.item_id);
  call.custom = call.custom || piece.custom;
  call.ended = call.ended || piece.ended;
  call.cut_off = call.cut_off || piece.cut_off;
  call.abandoned = call.abandoned || piece.abandoned;
  call.may_repeat = call.may_repeat || piece.may_repeat;
  for (json::Member& extra : piece.extras) call.extras.push_back(std::move(extra));
  return at;
}

}  // namespace argwright::protocol
