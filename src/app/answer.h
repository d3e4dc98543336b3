// One argument text, answered: the record that batch, report and explanation are written from.
#pragma once

#include <cstddef>
#include <string_view>

#include "app/declaration.h"
#include "argwright/repair.h"
#include "argwright/result.h"
#include "argwright/tool.h"

namespace argwright::app {

struct Answer {
  // What the engine says, also where the text goes on as received.
  ToolCallRequest call;
  // False (RCC_TOOL_ENHANCE=0): the text goes on as received, and `call` only tells what would have been
  // done.
  bool enhance = true;

  bool is_misfit() const { return call.rejection == Rejection::kMisfit; }
};

// Repairs `raw` and types it by the declaration; without a schema S3's promotions apply, unless
// `declaration.text_alone`. `tool_name` and `declared_keys` of the options are not used: the declaration
// stands for them.
Answer answer_arguments(std::string_view raw, const Declaration& declaration, const RepairOptions& options);

// What a person or a report wants to know beyond the record.
struct Details {
  Error error;                  // why there are no arguments; for a misfit the errors with their places
  std::size_t fixes_total = 0;  // also those that the list left out
};

// `answer` is what answer_arguments() made of the same declaration and options. Repairs once more where the
// record does not tell.
Details details_of(const Answer& answer, const Declaration& declaration, const RepairOptions& options);

}  // namespace argwright::app
