// What a chat reply says: text, refusals and reasoning, in whatever form.
#include <algorithm>
#include <iterator>
#include <utility>

#include "protocol/chat/reasoning_words.h"
#include "protocol/chat/reply_reader.h"
#include "protocol/fields.h"
#include "protocol/mended.h"

namespace argwright::protocol::chat {
namespace {

// Parts of a content that are thought, not said.
constexpr std::string_view kReasoningParts[] = {"thinking", "reasoning", "reasoning_text",
                                                "redacted_thinking"};

}  // namespace

void ReplyReader::read_reasoning(Choice& choice, json::Value& delta, Events& events) {
  bool is_told = false;
  for (const std::string_view field : kReasoningTexts) {
    std::string text = take_text(delta, field);
    if (text.empty() || std::exchange(is_told, true)) continue;
    choice.has_reasoning_text = true;
    add(choice, PartKind::kReasoning, std::move(text), events, field);
  }
  json::Array* details = array_at(delta, "reasoning_details");
  if (details == nullptr || details->empty()) return;
  choice.has_reasoning = true;
  open(choice, PartKind::kReasoning, ReasoningForm::kText, {}, events);
  std::string text = choice.details.add(*details);
  // S4-66: where nothing else tells the text, the details do.
  if (!choice.has_reasoning_text && !text.empty()) {
    events.emplace_back(Delta{choice.number, choice.next_part - 1, std::move(text), {}, {}});
  }
  plain_ = false;
}

void ReplyReader::read_content(Choice& choice, json::Value& content, Events& events) {
  if (content.is_string()) return read_text(choice, std::move(content.string()), events);
  if (content.is_array()) {
    mended(events, "content_list", "content that is a list of parts");
    for (json::Value& part : content.items()) read_content_part(choice, part, events);
    return;
  }
  if (content.is_object()) {
    mended(events, "content_list", "content that is a part");
    return read_content_part(choice, content, events);
  }
  mended(events, "content_kind", "content that is neither text nor a list");
}

void ReplyReader::read_text(Choice& choice, std::string text, Events& events) {
  if (text.empty()) return;
  choice.has_text = true;
  if (options_.split_inline_reasoning) {
    ThinkSplitter& splitter = choice.splitter;
    return add_content(choice,
                       choice.is_thought      ? splitter.feed_thought(text)
                       : mode_ == Mode::kBody ? splitter.feed_whole(text)
                                              : splitter.feed(text),
                       events);
  }
  add(choice, PartKind::kText, std::move(text), events);
}

void ReplyReader::read_content_part(Choice& choice, json::Value& part, Events& events) {
  if (part.is_string()) return read_text(choice, std::move(part.string()), events);
  const std::string_view type = text_at(part, "type");
  if (type == "refusal") {
    add_refusal(choice, take_text(part, "refusal"), events);
  } else if (std::ranges::find(kReasoningParts, type) != std::end(kReasoningParts)) {
    read_reasoning_part(choice, part, events);
  } else if (!text_at(part, "text").empty() || type == "text" || type == "output_text") {
    read_text(choice, take_text(part, "text"), events);
  } else {
    events.emplace_back(Other{"content_part", part, std::nullopt});
  }
}

// Mistral: {"thinking": [{"type": "text", "text": ..}]}; Databricks: {"summary": [{"text": .., "signature":
// ..}]}; others have a text in place of the list, and the signature beside it.
void ReplyReader::read_reasoning_part(Choice& choice, json::Value& part, Events& events) {
  for (const std::string_view key : {"thinking", "summary", "content", "reasoning", "text"}) {
    json::Array* const pieces = array_at(part, key);
    std::string text = take_text(part, key);
    if (pieces == nullptr && text.empty()) continue;
    add(choice, PartKind::kReasoning, std::move(text), events);
    if (pieces == nullptr) break;
    for (json::Value& piece : *pieces) {
      add(choice, PartKind::kReasoning, piece.is_string() ? piece.string() : take_text(piece, "text"),
          events);
      end_with_proof(choice, piece, events);
    }
    break;
  }
  end_with_proof(choice, part, events);
}

// At once: the chunk that ends the part may pass as it came, and would not tell the proof.
void ReplyReader::end_with_proof(Choice& choice, json::Value& told, Events& events) {
  std::string signature = take_text(told, "signature");
  std::string encrypted = take_text(told, "data");
  if (signature.empty() && encrypted.empty()) return;
  choice.has_reasoning = true;
  open(choice, PartKind::kReasoning, ReasoningForm::kText, {}, events);
  choice.signature = std::move(signature);
  choice.encrypted = std::move(encrypted);
  close(choice, events);
}

void ReplyReader::add_content(Choice& choice, ThinkSplitter::Piece piece, Events& events) {
  if (!piece.opening.empty()) {
    close(choice, events);
    open(choice, PartKind::kReasoning, ReasoningForm::kInline, piece.opening, events);
  }
  if (!piece.reasoning.empty()) {
    open(choice, PartKind::kReasoning, ReasoningForm::kInline, {}, events);  // a call may have come between
    events.emplace_back(Delta{choice.number, choice.next_part - 1, std::move(piece.reasoning), {}, {}});
  }
  if (!piece.closing.empty() && choice.open) {
    choice.closing = std::move(piece.closing);
    close(choice, events);
  }
  if (!piece.text.empty()) add(choice, PartKind::kText, std::move(piece.text), events);
}

void ReplyReader::add_refusal(Choice& choice, std::string text, Events& events) {
  if (text.empty()) return;
  // What was held of the content stands before it.
  add_content(choice, choice.splitter.pause(), events);
  add(choice, PartKind::kRefusal, std::move(text), events);
}

void ReplyReader::open(Choice& choice, PartKind kind, ReasoningForm form, std::string_view field,
                       Events& events) {
  if (choice.open && choice.kind == kind) return;
  close(choice, events);
  choice.open = true;
  choice.field = form == ReasoningForm::kText ? field : std::string_view();  // one of read_reasoning()'s
  choice.kind = kind;
  choice.form = form;
  PartStart start;
  start.choice = choice.number;
  start.part = choice.next_part++;
  start.kind = kind;
  start.form = form;
  if (form == ReasoningForm::kInline) {
    start.opening = field;
  } else if (!field.empty()) {
    start.extras.push_back({"field", json::Value(field)});
  }
  events.emplace_back(std::move(start));
}

void ReplyReader::close(Choice& choice, Events& events) {
  if (!choice.open) return;
  choice.open = false;
  PartEnd end;
  end.choice = choice.number;
  end.part = choice.next_part - 1;
  if (choice.kind == PartKind::kReasoning) {
    end.proof.details = choice.details.take();
    end.proof.signature = std::exchange(choice.signature, {});
    end.proof.encrypted = std::exchange(choice.encrypted, {});
  }
  if (choice.kind == PartKind::kText) end.annotations = std::exchange(choice.annotations, {});
  end.closing = std::exchange(choice.closing, {});
  events.emplace_back(std::move(end));
}

void ReplyReader::add(Choice& choice, PartKind kind, std::string text, Events& events,
                      std::string_view field) {
  if (text.empty()) return;
  (kind == PartKind::kReasoning ? choice.has_reasoning : choice.has_text) = true;
  open(choice, kind, ReasoningForm::kText, field, events);
  events.emplace_back(Delta{choice.number, choice.next_part - 1, std::move(text), {}, {}});
}

}  // namespace argwright::protocol::chat
