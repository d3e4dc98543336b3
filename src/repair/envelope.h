// Stage 4, the outside of the object: fences, prose, thinking, template tokens, tags, call syntax, members
// without braces. Scans the text once and mends every object it meets on the way; what is left to decide
// between several objects is candidates.h's business.
//
// Prose is not scraped: among text an object counts only where a person would set one apart (on a line of its
// own, after a colon or a sentence, behind the tool's name), with a quoted key. Code in the arguments stays
// unread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "argwright/result.h"
#include "repair/fix_log.h"
#include "repair/mender.h"

namespace argwright::repair {

struct Candidate {
  std::string json;
  std::size_t begin = 0;
  std::size_t end = 0;
  FixLog::Mark fixes_before{};  // to forget the candidate's own fixes when it is dropped
  bool in_call_tag = false;
  bool text_before = false;      // prose between this candidate and the one before
  bool keys_are_unique = false;  // false: not known
};

struct EnvelopeOptions {
  MendSettings mend;
  std::string_view tool_name;
  const std::vector<std::string>* declared_keys = nullptr;
};

struct EnvelopeScan {
  std::vector<Candidate> candidates;
  bool failed = false;
  Error error;  // when failed
};

EnvelopeScan scan_envelope(std::string_view text, const EnvelopeOptions& options, FixLog& fixes);

}  // namespace argwright::repair
