// `argwright repair --explain`: what was received, what was done to it and what came out, for a person.
#pragma once

#include <string>
#include <string_view>

#include "app/answer.h"
#include "app/terminal.h"
#include "argwright/repair.h"
#include "argwright/schema.h"

namespace argwright::app {

struct Explained {
  std::string_view name;  // of the input, "standard input"
  std::string_view raw;
  const Answer* answer = nullptr;
  const Details* details = nullptr;
  const Schema* schema = nullptr;  // of the tool, where it is declared
};

// Several lines, the last one ended.
std::string explain(const Explained& explained, const Terminal& terminal);

// The colour in which an outcome is named.
Colour colour_of(Outcome outcome);

// "repaired", "rejected (misfit)", "split (2 calls)".
std::string outcome_words(const ToolCallRequest& call);

}  // namespace argwright::app
