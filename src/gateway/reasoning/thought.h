// What one assistant turn of one upstream thought, in that upstream's own words: whatever has to go back to
// it unchanged by a byte, in order.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "argwright/json.h"
#include "argwright/result.h"
#include "protocol/event.h"

namespace argwright::gateway {

struct ThoughtPart {
  enum class Kind : std::uint8_t {
    kReasoning,
    kText,
    kCall,  // a place in the order, and what stood beside the call
  };
  Kind kind = Kind::kReasoning;
  std::string text = {};  // kReasoning, kText
  protocol::ReasoningForm form = protocol::ReasoningForm::kText;
  std::string member = {};                 // Chat: "reasoning_content", "reasoning" or "reasoning_details"
  protocol::Proof proof = {};              // kReasoning
  std::string opening = {}, closing = {};  // kInline: the tags as they came
  std::string id = {};                     // kCall: its id; kReasoning: that of the Responses item
  protocol::Extras extras = {};            // kCall: members that must come back, such as a thought signature
  bool operator==(const ThoughtPart&) const = default;
};

struct Thought {
  std::vector<ThoughtPart> parts;
  protocol::Extras extras;     // of the message
  bool withheld_text = false;  // the client got calls without the text beside them (S2-12)

  bool has_reasoning() const;
  std::size_t calls() const;
  std::string reasoning_text() const;  // joined, as clients without parts get it
  // The content as it came, inline reasoning with its tags included.
  std::string content() const;
  // Is there anything that a client may lose?
  bool is_worth_keeping() const;
  bool operator==(const Thought&) const = default;
};

// Compact JSON, and back. What an older or newer release wrote and this one cannot read is an error.
std::string thought_text(const Thought& thought);
Result<Thought> read_thought(std::string_view text);
json::Value part_value(const ThoughtPart& part);
std::optional<ThoughtPart> read_part(const json::Value& value);

}  // namespace argwright::gateway
