// What goes wrong with a call, one row for each kind.
//
// Most faults are in the text of the arguments and exist in every protocol. Some are in the way the call is
// sent; where a protocol has no such way, the row's fault of the text stands in for it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "argwright/json.h"
#include "gateway/demo/arguments.h"
#include "gateway/demo/dice.h"
#include "protocol/protocol.h"

namespace argwright::gateway::demo {

// How calls are sent. kPlain: by the rules.
enum class Shape : std::uint8_t {
  kPlain,
  kEmpty,        // no argument text at all
  kObject,       // arguments are an object, not a text
  kInterleaved,  // the pieces of two calls take turns
  kSameIndex,    // two calls under one index
  kNoIndex,
  kOneBased,       // indices from 1
  kInFinishChunk,  // the whole call beside the finish reason
  kFinishStop,     // the finish reason denies that there are calls
  kNoFinish,       // no finish reason
  kNoDone,         // the stream ends without its last word
  kTruncated,      // the limit of tokens was reached inside the arguments
};

struct Fault {             // NOLINT(clang-analyzer-optin.performance.Padding): rows are read in this order
  std::string_view name;   // "single_quotes"
  std::string_view shows;  // for people
  // The arguments as text. `schema` is that of the tool. nullptr: as they should be.
  std::string (*spoil)(const json::Value& meant, const json::Value& schema);
  Wish wish = Wish::kNone;
  Shape shape = Shape::kPlain;
  unsigned calls = 1;
  bool drawn = true;  // may stand behind the model "demo"
};

std::span<const Fault> faults();

// "demo-single-quotes"
std::string model_name(const Fault& fault);
// The fault that the model stands for; nullptr: "demo", or a model that is not known here.
const Fault* fault_of_model(std::string_view model);

// One of those that can be mended. What takes away arguments or adds calls is left out where the tool demands
// arguments, or only one call is allowed.
const Fault& draw_fault(Dice& dice, bool requires_arguments, bool allows_two_calls);

struct Delivery {
  protocol::Protocol protocol = protocol::Protocol::kChat;
  bool stream = false;
};
// Does the protocol have this way of sending a call?
bool exists(Shape shape, const Delivery& delivery);

// The argument text of one call; for a shape that exists it is the right one (kTruncated: its beginning).
// Where the fault finds nothing to spoil in these arguments, they are fenced instead.
std::string argument_text(const Fault& fault, const Delivery& delivery, const json::Value& meant,
                          const json::Value& schema);

}  // namespace argwright::gateway::demo
