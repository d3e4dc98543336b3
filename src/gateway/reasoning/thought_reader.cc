#include "gateway/reasoning/thought_reader.h"

#include <algorithm>
#include <utility>

#include "protocol/chat/think_splitter.h"
#include "provider/call_proofs.h"

namespace argwright::gateway {
namespace {

using protocol::CallPiece;
using protocol::Delta;
using protocol::Extras;
using protocol::PartEnd;
using protocol::PartKind;
using protocol::PartStart;
using protocol::Proof;
using protocol::Protocol;
using protocol::ReasoningForm;
using Kind = ThoughtPart::Kind;

// Those that upstreams want back.
Extras returned(const Extras& extras) {
  Extras kept;
  for (const json::Member& extra : extras) {
    if (provider::is_call_proof(extra.key)) kept.push_back(extra);
  }
  return kept;
}

void merge(Extras& into, const Extras& extras) {
  for (const json::Member& extra : extras) {
    const auto found = std::find_if(into.begin(), into.end(),
                                    [&](const json::Member& mine) { return mine.key == extra.key; });
    if (found == into.end()) {
      into.push_back(extra);
    } else {
      found->value = extra.value;
    }
  }
}

// The member of a Chat message that the text came in.
std::string member_of(const PartStart& start) {
  for (const json::Member& extra : start.extras) {
    if (extra.key == "field" && extra.value.is_string()) return extra.value.string();
  }
  return {};
}

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

}  // namespace

bool ThoughtReader::filter(protocol::Events& events) {
  // A block of the same protocol that tells a proof and nothing else: the sealed one is told with the end.
  bool changed = options_.sealer != nullptr && open_reasoning_ && events.empty();
  for (protocol::Event& event : events) {
    if (const auto* const delta = std::get_if<Delta>(&event)) {
      on(*delta);
    } else if (const auto* const start = std::get_if<PartStart>(&event)) {
      on(*start);
    } else if (auto* const end = std::get_if<PartEnd>(&event)) {
      changed = on(*end) || changed;
    } else if (const auto* const piece = std::get_if<CallPiece>(&event)) {
      on(*piece);
    } else if (const auto* const finish = std::get_if<protocol::Finish>(&event)) {
      is_finished_ = is_finished_ || finish->choice == 0;
    } else if (const auto* const other = std::get_if<protocol::Other>(&event)) {
      if (other->type == "delta" && other->data.is_object()) keep_extras(other->data.members());
    }
  }
  return changed;
}

void ThoughtReader::keep_extras(const Extras& extras) {
  if (!extras.empty() && options_.from == Protocol::kChat) merge(thought_.extras, returned(extras));
}

void ThoughtReader::on(const PartStart& start) {
  if (start.choice != 0) return;
  open_part_.reset();
  open_reasoning_ = start.kind == PartKind::kReasoning;
  if (open_reasoning_) {
    collects_text_ = true;
    ThoughtPart part;
    part.form = start.form;
    part.opening = start.opening;
    part.id = start.id;
    part.member = member_of(start);
    thought_.parts.push_back(std::move(part));
    open_part_ = start.part;
  } else if (start.kind == PartKind::kText) {
    ThoughtPart part;
    part.kind = Kind::kText;
    thought_.parts.push_back(std::move(part));
    open_part_ = start.part;
  }
}

void ThoughtReader::on(const Delta& delta) {
  if (delta.choice != 0) return;
  keep_extras(delta.extras);
  if (open_part_ != delta.part) return;
  ThoughtPart& part = thought_.parts.back();
  if (part.kind == Kind::kText && !collects_text_) {
    // Without reasoning the text is of interest only where the client does not get it, or where the reasoning
    // stands in it.
    collects_text_ =
        options_.withholds_text || (!has_text_ && options_.from == Protocol::kChat && same() &&
                                    delta.text.find_first_not_of(" \t\r\n") < delta.text.size() &&
                                    delta.text[delta.text.find_first_not_of(" \t\r\n")] == '<');
    has_text_ = has_text_ || !is_blank(delta.text);
    if (!collects_text_) return;
  }
  part.text += delta.text;
}

bool ThoughtReader::on(PartEnd& end) {
  if (end.choice != 0) {
    if (options_.sealer == nullptr || end.proof.empty()) return false;
    end.proof = {};  // whose it is could not be told any more
    return true;
  }
  if (open_part_ != end.part) return false;
  open_part_.reset();
  ThoughtPart& part = thought_.parts.back();
  if (!std::exchange(open_reasoning_, false)) return false;
  part.proof = end.proof;
  part.closing = end.closing;
  if (part.member.empty() && options_.from == Protocol::kChat && part.form == ReasoningForm::kText) {
    part.member = part.proof.details.empty() ? "reasoning_content" : "reasoning_details";
  }
  if (options_.sealer == nullptr || (part.text.empty() && part.proof.empty())) return false;
  // Chat clients have no place for a proof where the upstream gave none.
  if (options_.to == Protocol::kChat && part.proof.empty()) return false;
  end.proof = sealed(part);
  return true;
}

Proof ThoughtReader::sealed(const ThoughtPart& part) const {
  // The parts of one Responses item share one proof, told with the last of them.
  std::size_t first = thought_.parts.size() - 1;
  if (options_.to == Protocol::kResponses && !part.id.empty()) {
    while (first > 0 && thought_.parts[first - 1].id == part.id &&
           thought_.parts[first - 1].kind == Kind::kReasoning)
      --first;
  }
  std::string token =
      sealed_token(*options_.sealer, options_.origin,
                   std::span(thought_.parts).subspan(first, thought_.parts.size() - first), options_.owner);
  Proof proof;
  const bool is_hidden = part.text.empty() && part.proof.signature.empty();
  (options_.to == Protocol::kResponses || is_hidden ? proof.encrypted : proof.signature) = std::move(token);
  return proof;
}

void ThoughtReader::on(const CallPiece& piece) {
  if (piece.choice != 0) return;
  open_part_.reset();
  open_reasoning_ = false;
  Extras extras = options_.from == Protocol::kChat ? returned(piece.extras) : Extras{};
  // Pieces of a call may repeat its id; a name with no id, or another id, begins a call.
  std::optional<std::size_t> known;
  if (!piece.id.empty()) {
    if (const auto found = calls_.find(piece.id); found != calls_.end()) known = found->second;
  } else if (piece.name.empty()) {
    known = last_call_;
  }
  if (known) {
    merge(thought_.parts[*known].extras, extras);
    return;
  }
  if (piece.id.empty() && piece.name.empty()) return;
  last_call_ = thought_.parts.size();
  if (!piece.id.empty()) calls_.emplace(piece.id, *last_call_);
  ThoughtPart part;
  part.kind = Kind::kCall;
  part.id = piece.id;
  part.extras = std::move(extras);
  thought_.parts.push_back(std::move(part));
}

Thought ThoughtReader::thought() const {
  Thought thought = thought_;
  std::erase_if(thought.parts, [](const ThoughtPart& part) {
    return (part.kind == Kind::kText && part.text.empty()) ||
           (part.kind == Kind::kReasoning && part.text.empty() && part.proof.empty());
  });
  const std::string content = thought.content();
  const bool keeps_inline = same() && protocol::chat::begins_with_reasoning(content);
  thought.withheld_text = options_.withholds_text && thought.calls() > 0 && !content.empty() &&
                          !keeps_inline &&
                          std::any_of(thought.parts.begin(), thought.parts.end(),
                                      [](const ThoughtPart& part) { return part.kind == Kind::kText; });
  return thought;
}

}  // namespace argwright::gateway
