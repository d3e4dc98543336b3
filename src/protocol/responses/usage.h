// What a reply cost, as the Responses protocol spells it.
#pragma once

#include "argwright/json.h"
#include "protocol/usage.h"

namespace argwright::protocol::responses {

// `usage` is an object; counts that it does not tell stay unknown.
Usage read_usage(const json::Value& usage);

// Clients read input_tokens and output_tokens without asking.
bool has_counts(const json::Value& usage);
// The response tells a usage that has none of them, or is no object at all.
bool lacks_counts(const json::Value& response);

enum class UsageForm {
  kAsItCame,  // Usage::source, for a client of the upstream's protocol, where it has those two
  kCounted,   // written anew from the counts
};
// Unknown counts are written as 0.
json::Value write_usage(const Usage& usage, UsageForm form);

}  // namespace argwright::protocol::responses
