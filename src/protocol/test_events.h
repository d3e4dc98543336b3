// For tests: events as short texts, and the pieces that most tests are made of.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "argwright/catalog.h"
#include "argwright/json.h"
#include "protocol/event.h"
#include "protocol/sse.h"

namespace argwright::protocol::testing {

using Texts = std::vector<std::string>;

inline json::Value parsed(std::string_view text) {
  Result<json::Value> value = json::parse(text);
  return value ? *std::move(value) : json::Value("no JSON: " + std::string(text));
}

inline std::string_view reason_name(FinishReason reason) {
  constexpr std::string_view kNames[] = {"stop", "calls", "length", "filter", "pause", "unknown"};
  return kNames[static_cast<std::size_t>(reason)];
}

inline std::string_view part_name(PartKind kind) {
  constexpr std::string_view kNames[] = {"text", "refusal", "reasoning", "opaque"};
  return kNames[static_cast<std::size_t>(kind)];
}

// "[0.1 text", "0.1 hello", "0.1]", "call id name {}", "finish 0 stop", "mended role_empty" ..
inline std::string shown(const Event& event) {
  const auto place = [](const auto& at) { return std::to_string(at.choice) + "." + std::to_string(at.part); };
  if (const auto* start = std::get_if<Start>(&event)) return "start " + start->id + " " + start->model;
  if (const auto* part = std::get_if<PartStart>(&event)) {
    std::string text = "[" + place(*part) + " " + std::string(part_name(part->kind));
    if (part->form == ReasoningForm::kInline) text += " " + part->opening;
    return text;
  }
  if (const auto* delta = std::get_if<Delta>(&event)) return place(*delta) + " " + delta->text;
  if (const auto* end = std::get_if<PartEnd>(&event)) return place(*end) + "]" + end->closing;
  if (const auto* piece = std::get_if<CallPiece>(&event)) {
    std::string text = "piece " + (piece->index ? std::to_string(*piece->index) : std::string("-"));
    text += " " + piece->id + " " + piece->name + " " + piece->arguments;
    if (piece->custom) text += " custom";
    if (piece->ended) text += " ended";
    if (piece->abandoned) text += " abandoned";
    return text;
  }
  if (const auto* call = std::get_if<Call>(&event)) {
    return std::string(call->custom ? "custom " : "call ") + call->id + " " + call->name + " " +
           call->arguments;
  }
  if (const auto* finish = std::get_if<Finish>(&event)) {
    return "finish " + std::to_string(finish->choice) + " " + std::string(reason_name(finish->reason));
  }
  if (const auto* told = std::get_if<UsageTold>(&event)) {
    return "usage " + std::to_string(told->usage.input.value_or(-1)) + " " +
           std::to_string(told->usage.output.value_or(-1));
  }
  if (const auto* failure = std::get_if<Failure>(&event))
    return "failure " + std::to_string(failure->error.status);
  if (const auto* other = std::get_if<Other>(&event)) return "other " + other->type;
  if (const auto* mended = std::get_if<Mended>(&event)) return "mended " + mended->code;
  return std::get<End>(event).clean ? "end" : "end broken";
}

inline Texts shown(const Events& events) {
  Texts texts;
  for (const Event& event : events) texts.push_back(shown(event));
  return texts;
}

// The events of one kind, in order.
template <typename Kind>
std::vector<Kind> only(const Events& events) {
  std::vector<Kind> found;
  for (const Event& event : events) {
    if (const auto* one = std::get_if<Kind>(&event)) found.push_back(*one);
  }
  return found;
}

inline CallPiece piece(std::optional<std::int64_t> index, std::string id, std::string name,
                       std::string arguments) {
  CallPiece made;
  made.index = index;
  made.id = std::move(id);
  made.name = std::move(name);
  made.arguments = std::move(arguments);
  return made;
}

inline CallPiece ended(std::int64_t index) {
  CallPiece made;
  made.index = index;
  made.ended = true;
  return made;
}

inline Finish finish(FinishReason reason, std::string word = {}, int choice = 0) {
  Finish made;
  made.choice = choice;
  made.reason = reason;
  made.word = std::move(word);
  return made;
}

inline PartStart part(int number, PartKind kind, int choice = 0) {
  PartStart made;
  made.choice = choice;
  made.part = number;
  made.kind = kind;
  return made;
}

inline Delta delta(int part, std::string text, int choice = 0) {
  Delta made;
  made.choice = choice;
  made.part = part;
  made.text = std::move(text);
  return made;
}

inline PartEnd part_end(int number, int choice = 0) {
  PartEnd made;
  made.choice = choice;
  made.part = number;
  return made;
}

inline Call whole_call(std::string id, std::string name, std::string arguments) {
  Call made;
  made.id = std::move(id);
  made.name = std::move(name);
  made.arguments = std::move(arguments);
  return made;
}

inline Start start(std::string id, std::string model) {
  Start made;
  made.id = std::move(id);
  made.model = std::move(model);
  return made;
}

// A catalog with one tool, declared by the text of its JSON Schema.
inline ToolCatalog declared(std::string name, std::string_view schema) {
  std::vector<ToolDeclaration> tools;
  tools.push_back(ToolDeclaration::from_schema_text(std::move(name), "", schema));
  return *ToolCatalog::create_declared(std::move(tools));
}

// The data of every event of a stream, "TYPE DATA" where it has a type, and ":" for a block of comments.
inline Texts stream_events(std::string_view stream) {
  Texts texts;
  SseReader reader;
  reader.feed(stream);
  reader.finish();
  for (SseBlock block; reader.next(block);) {
    if (!block.has_data) {
      texts.emplace_back(":");
    } else {
      texts.push_back((block.type.empty() ? "" : std::string(block.type) + " ") + std::string(block.data));
    }
  }
  return texts;
}

// What stands in a JSON text at a path of members and positions, "choices.0.delta.content", as JSON; "-"
// where nothing does.
inline std::string at(std::string_view text, std::string_view path) {
  const json::Value value = parsed(text);
  const json::Value* here = &value;
  while (here != nullptr && !path.empty()) {
    const std::string key(path.substr(0, path.find('.')));
    path.remove_prefix(std::min(path.size(), key.size() + 1));
    if (here->is_array()) {
      const auto place = static_cast<std::size_t>(std::stoul(key));
      here = place < here->items().size() ? &here->items()[place] : nullptr;
    } else {
      here = here->find(key);
    }
  }
  return here != nullptr ? json::write(*here) : "-";
}

}  // namespace argwright::protocol::testing
