// What a reply is made of, told in order. Decoders turn a reply of any protocol, streamed or whole, into
// events; the governor turns pieces of calls into whole calls; encoders turn events into a reply of any
// protocol. A body is a stream of one chunk.
//
//   Start (PartStart Delta* PartEnd | CallPiece* | Other)* Finish Usage? End        in any sane order
//
// Parts are numbered by their decoder, from 0, in order; their events may not interleave with those of
// another part of the same choice (calls apart, which the governor gathers).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "argwright/json.h"
#include "argwright/tool.h"
#include "protocol/api_error.h"
#include "protocol/usage.h"

namespace argwright::protocol {

// Members of the upstream's objects for which the model has no place. They are written again for a client of
// the same protocol, and are lost, by rule, for any other.
using Extras = json::Object;

// The head of the reply. Once, first.
struct Start {
  std::string id;
  std::string model;
  std::int64_t created = 0;  // seconds since 1970; 0: not told
  Extras extras;
};

enum class PartKind : std::uint8_t {
  kText,
  kRefusal,
  kReasoning,
  kOpaque,  // of one protocol only (hosted tools, compaction ..): PartStart::opaque
};

enum class ReasoningForm : std::uint8_t {
  kText,     // reasoning_content, thinking, reasoning_text
  kSummary,  // a summary of a Responses reasoning item
  kInline,   // <think> in the content of a chat reply: PartStart::opening, PartEnd::closing
};

// What proves reasoning to the provider that made it. Never changed by a byte.
struct Proof {
  std::string signature;  // Messages: thinking.signature
  std::string encrypted;  // Responses: encrypted_content; Messages: redacted_thinking.data
  json::Array details;    // Chat: reasoning_details, merged
  bool empty() const { return signature.empty() && encrypted.empty() && details.empty(); }
  bool operator==(const Proof&) const = default;
};

struct PartStart {
  int choice = 0;
  int part = 0;
  PartKind kind = PartKind::kText;
  ReasoningForm form = ReasoningForm::kText;
  std::string id;       // of the item (Responses), shared by the parts of one item; else empty
  std::string opening;  // kInline: the tag as it came, with white space before it
  json::Value opaque;   // kOpaque: the block or item as it came
  Extras extras;
};

// More text of a part.
struct Delta {
  int choice = 0;
  int part = 0;
  std::string text;
  Extras extras;
  Extras choice_extras;  // Chat: members of the choice, not of its delta
};

struct PartEnd {
  int choice = 0;
  int part = 0;
  Proof proof;              // kReasoning
  json::Array annotations;  // kText: citations, in the form of the upstream's protocol
  std::string closing;      // kInline: the tag as it came; empty: it never came
  json::Value opaque;       // kOpaque: the block or item as it ended, where it is told again
};

// A piece of a call, as it came; only the governor sees these. See CallAssembler for how they are put
// together.
struct CallPiece {
  int choice = 0;
  std::optional<std::int64_t> index;  // as sent; none where it was missing
  std::string id;                     // empty: not in this piece
  std::string name;                   // empty: not in this piece
  std::string arguments;              // to be appended
  bool replaces = false;              // `arguments` is the whole text, told once more at the end
  bool custom = false;                // a free-text tool: `arguments` is its input, not JSON
  bool ended = false;                 // nothing more comes for this index
  bool begins = false;                // a call of its own, whatever its index says
  bool cut_off = false;               // the upstream says that only half of it is there
  bool abandoned = false;             // the upstream began anew: the call is not meant any more
  bool may_repeat = false;            // by its id and name it may be an earlier call once more
  std::string item_id;                // Responses
  Extras extras;
};

// A whole call, out once.
struct Call {
  int choice = 0;
  std::string id;         // never empty
  std::string name;       // never empty
  std::string arguments;  // as it goes on the wire; of a custom tool: the free text
  bool custom = false;
  std::string item_id;  // Responses; may be empty
  Extras extras;
  // Outcome, fixes, warnings, raw text. None for a custom call. Shared by the calls that one text was split
  // into.
  std::shared_ptr<const ToolCallRequest> report;
};

enum class FinishReason : std::uint8_t {
  kStop,
  kCalls,
  kLength,
  kFilter,   // content filter, refusal
  kPause,    // Messages pause_turn
  kUnknown,  // absent, empty or a word that nobody knows
};

struct Finish {
  int choice = 0;
  FinishReason reason = FinishReason::kUnknown;
  std::string word;                          // as sent
  std::optional<std::string> stop_sequence;  // the one that matched
  Extras extras;
};

struct UsageTold {
  Usage usage;
  bool in_place = true;  // false: where clients of the protocol do not look for it
};

// The upstream told an error, also in the middle of a stream.
struct Failure {
  ApiError error;
};

// Something of one protocol only that changes nothing here (ping, citations, progress of hosted tools).
// `part` where it belongs to one. Chat: members of a "chunk", of a "choice" or of its "delta".
struct Other {
  std::string type;
  json::Value data;
  std::optional<int> part;
  int choice = 0;
};

// A breach of the protocol that the decoder has mended: what holds it does not pass as it came.
struct Mended {
  std::string code;     // "index_not_from_zero"
  std::string message;  // for people
};

// The last event. Once.
struct End {
  bool clean = true;  // false: the bytes ended before the protocol said so
};

using Event = std::variant<Start, PartStart, Delta, PartEnd, CallPiece, Call, Finish, UsageTold, Failure,
                           Other, Mended, End>;
using Events = std::vector<Event>;

}  // namespace argwright::protocol
