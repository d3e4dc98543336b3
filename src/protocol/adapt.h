// What a request of one protocol has to become before another can be written: whatever has no place in the
// target is mapped, dropped with a warning or refused, so that writers write what is there.
// docs/conversions.md has the rules. The request of the same protocol stays as it is, names and ids apart
// where options ask for that.
#pragma once

#include <optional>

#include "argwright/result.h"
#include "protocol/request_codec.h"
#include "protocol/warning_log.h"

namespace argwright::protocol {

// Adapts a copy where one is needed, writes it, and gathers what the reply needs to be mapped back.
Result<EncodedRequest> encode_adapted(const Request& request, Protocol target,
                                      const RequestEncodeOptions& options,
                                      json::Value (*write)(const Request&));

// --- the steps, in order; each may assume those before it
// --------------------------------------------------------

struct Adaptation {
  Request& request;
  Protocol target;
  const RequestEncodeOptions& options;
  WarningLog& warnings;
  EncodedRequest& encoded;

  // Members of `extras` have no place in the target. `where` is the place they stand in: "tools[]".
  void drop_extras(Extras& extras, std::string_view where) const;
  void dropped(std::string_view what) const;  // "seed has no counterpart in Messages"
  bool wraps_custom_tools() const { return target == Protocol::kMessages || !options.keep_custom_tools; }
};

std::string_view display_name(Protocol protocol);  // "Chat", "Responses", "Messages"
bool is_blank(std::string_view text);              // nothing but white space
// null, and an empty string, list or object: nothing is lost with it.
bool says_nothing(const json::Value& value);

void adapt_ids(const Adaptation& adaptation);
std::optional<Error> adapt_members(const Adaptation& adaptation);
std::optional<Error> adapt_tools(const Adaptation& adaptation);
std::optional<Error> adapt_turns(const Adaptation& adaptation);
void adapt_names(const Adaptation& adaptation);

}  // namespace argwright::protocol
