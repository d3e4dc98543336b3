// The argument engine: whatever text a model sent as tool-call arguments goes in; strict JSON with
// an object at the root, or an honest rejection, comes out, with every change listed.
//
//   argwright::RepairResult r = argwright::repair_arguments("{'city': 'Oslo',}");
//   // r.outcome == Outcome::kRepaired, r.text == R"({"city":"Oslo"})", r.fixes tells what was done
//
// Promises (DESIGN laws, checked by property tests and fuzzers):
//   L1 a valid object is returned byte for byte           L5 linear in time and memory, never throws
//   L2 an answer is always strict JSON, object at root    L6 numbers keep their text
//   L3 repairing an answer changes nothing                L7 nothing is invented, strings keep their text
//   L4 fed in chunks or whole: the same result            L8 a call that was cut off is never executable
//
// Threading: every function may be called from any thread; one ArgumentStream belongs to one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "argwright/excerpt.h"
#include "argwright/json.h"
#include "argwright/limits.h"
#include "argwright/result.h"

namespace argwright {

// From best to worst.
enum class Outcome : std::uint8_t {
  kOk,        // valid object, passed byte for byte
  kDecoded,   // only unquoted
  kRepaired,  // syntax mended
  kCoerced,   // types mended by a declaration (never set by this header's functions)
  kSplit,     // several different calls in one text: RepairResult::parts, no single answer
  kRejected,
};
std::string_view outcome_name(Outcome outcome);  // "ok", "decoded", ...

enum class Rejection : std::uint8_t {
  kNone,
  kTruncated,   // the text was cut off
  kUnreadable,  // a finished text in which no single object can be found
  kMisfit,      // readable, but refused by its declaration (never set by this header's functions)
};
std::string_view rejection_name(Rejection rejection);  // "none", "truncated", ...

// One change. `rule` and `words` are those of a row of repair_rules() and live for ever.
struct Fix {
  std::string_view rule;   // "trailing_comma"
  std::string_view words;  // "dropped a trailing comma"
  std::size_t offset = 0;  // byte in the text as received; 0 where the change is about the text as a whole
  Excerpt before;          // what stood there
  Excerpt after;           // what stands there now
};

struct RuleInfo {
  std::string_view name;   // "trailing_comma"
  std::string_view words;  // "dropped a trailing comma"
};
// Every rule there is, in a stable order.
const std::vector<RuleInfo>& repair_rules();
// The plain words of a rule; empty for a name that is none.
std::string_view rule_words(std::string_view rule);

enum class TruncatedPolicy : std::uint8_t {
  kReject,  // default: a call that was cut off is rejected
  kClose,   // close what is open and drop what is half there (S2-10); the fixes tell
};

struct RepairOptions {
  // False when the upstream did not finish (stream broke, finish reason length): then only a text
  // that is already a whole strict JSON object, plain or quoted, is accepted.
  bool complete = true;
  TruncatedPolicy truncated = TruncatedPolicy::kReject;
  // False (RCC_TOOL_ENHANCE=0): `text` is the input as received; outcome and fixes still tell.
  bool enhance = true;
  // Name of the called tool where known: lets wrappers such as {"name":..,"arguments":..} and
  // f(a=1) be recognised, or refused when they name another tool. Must outlive the call.
  std::string_view tool_name;
  // Keys that the tool declares, where known. A wrapper is opened only if they lack its keys.
  const std::vector<std::string>* declared_keys = nullptr;
  Limits limits;
};

struct RepairResult {
  Outcome outcome = Outcome::kRejected;
  Rejection rejection = Rejection::kNone;
  // The arguments as they go on the wire: strict JSON, object at the root. Empty when rejected or
  // split; the input itself when enhance was off.
  std::string text;
  std::vector<Fix> fixes;
  std::size_t fixes_total = 0;     // fixes.size() unless Limits::max_fixes cut the list
  int unquote_depth = 0;           // layers of JSON string encoding that were taken off
  bool complete = true;            // as given, and false when the text itself is cut off
  std::vector<std::string> parts;  // for kSplit: each call's arguments, in order
  // For kRejected: the cause. error_message() has the whole line.
  Error error;
  // "failed to parse arguments after unquoting: CAUSE (original: FIRST 100 CODE POINTS)"; empty
  // unless rejected or split.
  std::string parse_error;
  // What was done, for people and models: "arguments unquoted 2 layer(s); dropped a trailing comma".
  std::string parse_warning;

  bool accepted() const { return outcome != Outcome::kRejected && outcome != Outcome::kSplit; }
};

// Repairs one argument text. Never throws (out of memory apart).
RepairResult repair_arguments(std::string_view raw, const RepairOptions& options = {});

// The strict API of S0: JSON objects, plain or JSON-string-encoded up to ten times. Blank is an
// error. The error's message is the S0-28 literal.
Result<json::Value> parse_arguments(std::string_view raw, const Limits& limits = {});

// Arguments that arrive in pieces. Bytes are kept until finish(); how they were split never matters.
class ArgumentStream {
 public:
  explicit ArgumentStream(RepairOptions options = {}) : options_(options) {}

  // False once Limits::max_bytes is passed; further bytes are counted but not kept, and finish()
  // rejects with ErrorCode::kTooLarge.
  bool feed(std::string_view piece);
  std::size_t bytes() const { return received_; }
  // `complete` as RepairOptions::complete. Resets the stream for the next call.
  RepairResult finish(bool complete = true);

 private:
  RepairOptions options_;
  std::string buffer_;
  std::size_t received_ = 0;
};

// S3-27 to S3-29, for arguments without a declaration: the whole strings "true", "false" and
// "null" become what they say, at any depth. Returns the warnings in document order.
std::vector<std::string> promote_literals(json::Value& arguments);

}  // namespace argwright
