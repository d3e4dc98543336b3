// repair_arguments() on any bytes with any options: L1 to L3 and L5 to L8.
#include "argwright/repair.h"
#include "fuzz/check.h"
#include "fuzz/laws.h"
#include "fuzz/subject.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace argwright;
  fuzz::Subject subject = fuzz::make_subject(data, size);
  const bool enhance = subject.options.enhance;
  subject.options.enhance = true;
  const RepairResult result = repair_arguments(subject.raw, subject.options);
  fuzz::check_answer(subject.raw, subject.options, result);
  fuzz::check_incomplete(subject.raw, subject.options);
  if (result.accepted()) fuzz::check_cut(result.text, subject.options, subject.choice);

  if (!enhance) {
    subject.options.enhance = false;
    const RepairResult told = repair_arguments(subject.raw, subject.options);
    fuzz::check(told.text == subject.raw && told.parts.empty(), "without enhance the text is as received",
                told.text);
    fuzz::check(told.outcome == result.outcome && told.fixes_total == result.fixes_total,
                "without enhance the report still tells");
  }

  // The strict API reads what stages 1 and 2 accept, and nothing else.
  RepairOptions plain;
  plain.limits = subject.options.limits;
  const Outcome outcome = repair_arguments(subject.raw, plain).outcome;
  const Result<json::Value> strict = parse_arguments(subject.raw, plain.limits);
  if (subject.raw.size() <= plain.limits.max_bytes) {
    fuzz::check(strict.has_value() == (outcome == Outcome::kOk || outcome == Outcome::kDecoded),
                "parse_arguments() is stages 1 and 2", strict ? "" : strict.error().message);
  }
  return 0;
}
