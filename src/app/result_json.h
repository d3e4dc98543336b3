// How an Answer is written as JSON, in pieces that the report and the batch share. Everything written is
// one line of valid UTF-8, whatever bytes the input held.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/answer.h"
#include "argwright/repair.h"
#include "argwright/tool.h"
#include "json/object_writer.h"

namespace argwright::app {

using json::ObjectWriter;

// The arguments themselves: numbers keep their text; a list of objects for a split; null when there are none.
// Where the text goes on as received, it counts only if it is strict.
std::string arguments_json(const Answer& answer);

// What could be read of a misfit, coerced where possible; null when it is none.
std::string partial_json(const Answer& answer);

// The argument string as it goes on the wire; null when there is none. A misfit has one: whoever declared the
// tool refuses it in their own words.
void write_wire_text(ObjectWriter& out, const Answer& answer);

// [{"rule":..,"offset":..,"before":..,"after":..}, ...]
std::string fixes_json(const std::vector<Fix>& fixes);

// [{"path":..,"code":..,"message":..,"severity":"warning" or "error"}, ...]
std::string diagnostics_json(const std::vector<Diagnostic>& diagnostics);

// "truncated", "unreadable", "misfit"; null when it is none.
void write_rejection(ObjectWriter& out, Rejection rejection);

}  // namespace argwright::app
