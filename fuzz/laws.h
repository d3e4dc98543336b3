// The laws of DESIGN (L1 to L8, see include/argwright/repair.h) in the forms that can be checked on any
// bytes. Each function stops the program where the law is broken.
#pragma once

#include <string_view>

#include "argwright/repair.h"

namespace argwright::fuzz {

// What holds for every answer, and L1, L2, L3, L6 and L7. `options.enhance` must be true.
//
// L6 in this form: a number of the answer stands in the input as a number, or a number_format fix made it.
// L7 in this form: what lies between two escapes or quotes of a string of the answer stands in the input byte
// for byte; a literal of the answer stands in the input in some spelling. Both leave out inputs with \u
// escapes, which may spell anything, and L7 those with strings that were joined.
void check_answer(std::string_view raw, const RepairOptions& options, const RepairResult& result);

// L8: a text that was not finished is accepted only if it is whole, and then as if it had been finished.
void check_incomplete(std::string_view raw, const RepairOptions& options);

// L8: a strict object that is cut inside one of its strings is rejected. `choice` chooses where. Leaves out
// cuts behind a closing bracket, and cuts in a key that holds one: {"a": "b} and {"a: 1} are whole calls with
// a missing quote (DESIGN).
void check_cut(std::string_view strict_object, const RepairOptions& options, unsigned choice);

// Every field.
void check_same(const RepairResult& a, const RepairResult& b, std::string_view law);

}  // namespace argwright::fuzz
