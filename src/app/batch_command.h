// `argwright repair --batch`: reads lines, writes answers, shows progress. What an answer is stands in
// batch.h.
#pragma once

#include <string>
#include <vector>

#include "app/batch.h"
#include "app/output.h"

namespace argwright::app {

// Answers every line of every file in order, holding one line at a time. kExitOk when all were answered (a
// rejection is an answer), kExitError when a file could not be read; stops early when `out` fails.
int run_batch(const std::vector<std::string>& files, const BatchDefaults& defaults, Output& out);

}  // namespace argwright::app
