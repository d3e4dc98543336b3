// L4: however a text is split, ArgumentStream answers as repair_arguments() does for the whole.
#include <algorithm>

#include "argwright/repair.h"
#include "fuzz/check.h"
#include "fuzz/laws.h"
#include "fuzz/subject.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace argwright;
  const fuzz::Subject subject = fuzz::make_subject(data, size);
  const std::string_view raw = subject.raw;
  RepairOptions whole = subject.options;
  const bool complete = whole.complete;
  const RepairResult expected = repair_arguments(raw, whole);

  whole.complete = true;
  ArgumentStream stream(whole);
  fuzz::Dice dice(subject.choice);
  // Twice: finish() must leave nothing behind.
  for (int round = 0; round < 2; ++round) {
    const std::size_t longest = 1 + dice.below(round == 0 ? 4 : 200);
    for (std::size_t at = 0; at < raw.size();) {
      const std::size_t length = std::min(dice.below(longest + 1), raw.size() - at);  // 0 too
      const bool kept = stream.feed(raw.substr(at, length));
      at += length;
      fuzz::check(stream.bytes() == at, "bytes() counts what was fed");
      fuzz::check(kept == (at <= whole.limits.max_bytes), "feed() tells when the limit is passed");
    }
    fuzz::check_same(expected, stream.finish(complete), "L4: chunks or whole, the same result");
    fuzz::check(stream.bytes() == 0, "finish() resets the stream");
  }
  return 0;
}
