// The four things that a Responses item holds text in, and how each is spelled on the wire. The decoder and
// the encoder read the same table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "protocol/event.h"

namespace argwright::protocol::responses {

enum class ItemKind : std::uint8_t {
  kMessage,
  kReasoning,
  kFunctionCall,
  kCustomCall,
  kOpaque,  // hosted tools, compaction and whatever comes next
};
inline constexpr std::size_t kItemKinds = 5;

// By the item's `type`.
ItemKind item_kind(std::string_view type);

// Which list of the item the part stands in.
enum class PartList : std::uint8_t { kContent, kSummary };

struct PartForm {
  std::string_view type;         // of the part: "output_text"
  std::string_view text_key;     // the part's member with the text, and that of the event .done
  std::string_view text_events;  // "response.output_text": .delta and .done
  ItemKind item;
  PartList list;
  PartKind kind;
  ReasoningForm reasoning;
};

inline constexpr PartForm kOutputText{
    "output_text",      "text",          "response.output_text", ItemKind::kMessage,
    PartList::kContent, PartKind::kText, ReasoningForm::kText};
inline constexpr PartForm kRefusalPart{"refusal",           "refusal",          "response.refusal",
                                       ItemKind::kMessage,  PartList::kContent, PartKind::kRefusal,
                                       ReasoningForm::kText};
inline constexpr PartForm kSummaryText{"summary_text",
                                       "text",
                                       "response.reasoning_summary_text",
                                       ItemKind::kReasoning,
                                       PartList::kSummary,
                                       PartKind::kReasoning,
                                       ReasoningForm::kSummary};
inline constexpr PartForm kReasoningText{"reasoning_text",          "text",
                                         "response.reasoning_text", ItemKind::kReasoning,
                                         PartList::kContent,        PartKind::kReasoning,
                                         ReasoningForm::kText};

// How a list is spelled.
struct PartListWords {
  std::string_view item_key;     // the item's member
  std::string_view index_key;    // the events' member
  std::string_view part_events;  // .added and .done
};
const PartListWords& words(PartList list);

// nullptr: no such form.
const PartForm* form_of_part(std::string_view part_type);
const PartForm* form_of_text_events(std::string_view prefix);
// The form in which an item of this kind is written or read when nothing tells it.
const PartForm& form_for(PartKind kind, ReasoningForm form);

}  // namespace argwright::protocol::responses
