#include "protocol/responses/part_form.h"

namespace argwright::protocol::responses {
namespace {

constexpr const PartForm* kForms[] = {&kOutputText, &kRefusalPart, &kSummaryText, &kReasoningText};

constexpr PartListWords kContentWords{"content", "content_index", "response.content_part"};
constexpr PartListWords kSummaryWords{"summary", "summary_index", "response.reasoning_summary_part"};

// Spellings of servers that imitate the protocol, and of its first versions.
struct Alias {
  std::string_view spelling;
  const PartForm* form;
};
constexpr Alias kPartAliases[] = {{"text", &kOutputText}, {"input_text", &kOutputText}};
constexpr Alias kEventAliases[] = {
    {"response.reasoning", &kReasoningText},
    {"response.reasoning_content", &kReasoningText},
    {"response.reasoning_summary", &kSummaryText},
};

struct KindRow {
  std::string_view type;
  ItemKind kind;
};
constexpr KindRow kKinds[] = {{"message", ItemKind::kMessage},
                              {"reasoning", ItemKind::kReasoning},
                              {"function_call", ItemKind::kFunctionCall},
                              {"custom_tool_call", ItemKind::kCustomCall}};

}  // namespace

ItemKind item_kind(std::string_view type) {
  for (const KindRow& row : kKinds) {
    if (row.type == type) return row.kind;
  }
  return ItemKind::kOpaque;
}

const PartListWords& words(PartList list) {
  return list == PartList::kSummary ? kSummaryWords : kContentWords;
}

const PartForm* form_of_part(std::string_view part_type) {
  for (const PartForm* form : kForms) {
    if (form->type == part_type) return form;
  }
  for (const Alias& alias : kPartAliases) {
    if (alias.spelling == part_type) return alias.form;
  }
  return nullptr;
}

const PartForm* form_of_text_events(std::string_view prefix) {
  for (const PartForm* form : kForms) {
    if (form->text_events == prefix) return form;
  }
  for (const Alias& alias : kEventAliases) {
    if (alias.spelling == prefix) return alias.form;
  }
  return nullptr;
}

const PartForm& form_for(PartKind kind, ReasoningForm form) {
  if (kind == PartKind::kRefusal) return kRefusalPart;
  if (kind == PartKind::kReasoning) return form == ReasoningForm::kText ? kReasoningText : kSummaryText;
  return kOutputText;
}

}  // namespace argwright::protocol::responses
