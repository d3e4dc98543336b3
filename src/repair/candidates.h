// Several objects in one text: which of them is the call?
//
// Identical ones are one call that was repeated; an empty one beside another is a false start. Different ones
// are different calls: they are offered as a split, never chosen from. Where one extends the other, or prose
// stands between them ("or, if you prefer"), not even the split is certain.
#pragma once

#include <string>
#include <vector>

#include "argwright/result.h"
#include "repair/envelope.h"
#include "repair/fix_log.h"

namespace argwright::repair {

struct Choice {
  std::string json;                // the one answer, or
  std::vector<std::string> parts;  // two or more different ones
  bool in_call_tag = false;
  bool keys_are_unique = false;  // in `json`; false: not known
};

Result<Choice> choose(std::vector<Candidate> candidates, const Limits& limits, FixLog& fixes);

}  // namespace argwright::repair
