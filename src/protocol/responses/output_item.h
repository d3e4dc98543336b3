// One item of the output that is being written, and its JSON.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "argwright/json.h"
#include "protocol/event.h"
#include "protocol/responses/part_form.h"

namespace argwright::protocol::responses {

struct OutputPart {
  const PartForm* form = nullptr;
  std::size_t index = 0;   // in its list
  bool announced = false;  // the client knows of it
  bool ended = false;
  std::string text;
  json::Array annotations;
  json::Array logprobs;
};

struct OutputItem {
  ItemKind kind = ItemKind::kMessage;
  std::string id;
  std::string
      source_id;  // as the upstream told it; `id` may be another one where that was empty or used before
  std::string status = "in_progress";
  Extras extras;
  std::vector<OutputPart> parts;  // kMessage, kReasoning
  std::size_t contents = 0;       // how many of them stand in each list
  std::size_t summaries = 0;
  std::string encrypted;  // kReasoning: the proof
  std::string call_id;    // calls
  std::string name;
  std::string arguments;
  json::Value opaque;  // kOpaque: the item
  json::Value told;    // as the upstream told it at its end, where that is what was written of it; else null

  bool is_call() const { return kind == ItemKind::kFunctionCall || kind == ItemKind::kCustomCall; }
};

// How much of an item is written.
enum class ItemView {
  kBare,  // as it begins: no parts, no arguments
  kWhole,
};
// Does `told`, an item as it ended, say what was written of `item`, no more and no less?
bool says_the_same(const json::Value& told, const OutputItem& item);
void append_item(std::string& out, const OutputItem& item, ItemView view);
// kBare: the part as it begins, without its text.
void append_part(std::string& out, const OutputPart& part, ItemView view);

}  // namespace argwright::protocol::responses
