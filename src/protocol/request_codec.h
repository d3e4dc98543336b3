// How each protocol reads and writes requests. One folder implements it for one protocol; request_codec() has
// them all.
#pragma once

#include <string>
#include <vector>

#include "argwright/json.h"
#include "argwright/result.h"
#include "protocol/name_aliases.h"
#include "protocol/protocol.h"
#include "protocol/request.h"

namespace argwright::protocol {

// When names and ids that the target's grammar forbids are replaced.
enum class Rewrite : std::uint8_t {
  kNever,
  kWhenForeign,  // the request came in another protocol
  kAlways,
};

// How a wish for reasoning is told to a Messages upstream.
enum class MessagesEffort : std::uint8_t {
  kOutputConfig,  // output_config.effort
  kBudget,        // thinking.budget_tokens, for models that know no effort
};

struct RequestEncodeOptions {
  std::int64_t default_max_tokens = 8192;  // Messages requires one
  bool legacy_max_tokens = false;  // Chat, from another protocol: max_tokens, not max_completion_tokens
  bool developer_role = true;      // Chat: false writes developer turns of another protocol as system
  bool keep_custom_tools = false;  // Chat, Responses: free-text tools of another protocol stay such
  bool reasoning_items = false;    // Responses: reasoning without a proof is written
  bool empty_content = false;  // Chat: "" where an assistant turn of another protocol has no text, not null
  bool stream_usage = true;    // Chat, from another protocol: streams are asked for their usage
  MessagesEffort messages_effort = MessagesEffort::kOutputConfig;
  Rewrite names = Rewrite::kWhenForeign;
  Rewrite ids = Rewrite::kWhenForeign;
};

struct EncodedRequest {
  json::Value body;
  std::vector<Warning> warnings;
  NameAliases aliases;
  std::vector<std::string> wrapped_tools;  // custom tools, by their original names, that became functions
};

// Both are pure. Errors name the member: "messages[3].content[1].image_url.url: ..", and as a JSON pointer in
// Error::where. encode() expects a history as sanitise_history() leaves it where the target is another
// protocol.
struct RequestCodec {
  Result<Request> (*decode)(const json::Value& body);
  Result<EncodedRequest> (*encode)(const Request& request, const RequestEncodeOptions& options);
};

const RequestCodec& request_codec(Protocol protocol);

}  // namespace argwright::protocol
