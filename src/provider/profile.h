// What is known of a provider, or of some of its models: where its API is, how its reasoning comes and has to
// be sent back, what a request to it may hold. Only data: shape.h applies it. A row owns its texts, so that
// argwright.toml can add rows of its own. profile_fields.h has the members as a table, by the names that
// argwright.toml and `argwright providers` use.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "argwright/json.h"
#include "protocol/protocol.h"
#include "protocol/request_codec.h"

namespace argwright::provider {

// What stands before /chat/completions, /responses or /messages. Empty: the provider has no such endpoint, or
// it is self-hosted and only its owner knows where it is.
struct BaseUrls {
  std::string chat = {};
  std::string responses = {};
  std::string messages = {};

  const std::string& of(protocol::Protocol protocol) const;
};

// The member of a Chat message in which reasoning stands.
enum class ReasoningMember : std::uint8_t {
  kAsSent,  // whatever the client used; reasoning_content for reasoning of another protocol
  kContent,
  kReasoning,
  kDetails,
  kThinkTags,  // <think>..</think> before the text
  kNone,
};

// Whether reasoning is sent back in a Chat request.
enum class Back : std::uint8_t {
  kNone,
  kWhenPresent,
  kAlwaysField,  // where there is none, or it was cleared, `back_placeholder` stands in its place
};

// Which assistant turns keep their reasoning; that of the others is cleared.
enum class BackScope : std::uint8_t {
  kTurn,   // those after the last message of the user that is no tool result
  kCalls,  // those, and earlier ones with calls
  kAll,
};

enum class PlaceholderOn : std::uint8_t {
  kAll,
  kCalls,
  kTurnCalls,  // those with calls after the last message of the user that is no tool result
};

// Whether the model thinks before it answers.
enum class Thinking : std::uint8_t {
  kNone,  // nothing is known of it
  kOff,   // where it is asked to
  kOn,    // unless it is asked not to
  kAlways,
};

// How thinking is turned on and off in a Chat request.
enum class ThinkingSwitch : std::uint8_t {
  kNone,
  kThinking,        // thinking: {type: enabled | disabled}
  kAdaptive,        // thinking: {type: adaptive | disabled}
  kEnableThinking,  // enable_thinking: bool, with thinking_budget
  kReasoning,       // reasoning: {enabled | effort | max_tokens}
  kEffort,          // reasoning_effort, with "none" for off
};

enum class EffortMember : std::uint8_t { kNone, kReasoningEffort, kReasoning };

enum class Strict : std::uint8_t {
  kKeep,
  kDrop,
  kAll,  // all tools or none
};

enum class EmptyContent : std::uint8_t {
  kAsSent,  // null for a turn of another protocol
  kText,    // ""
};

enum class MaxTokens : std::uint8_t { kMaxTokens, kMaxCompletionTokens };

enum class IdGrammar : std::uint8_t {
  kProtocol,   // whatever Chat takes
  kNineAlnum,  // nine letters or digits
};

// When a reply that is not streamed is refused. Then a stream is asked for, which is gathered for the client.
enum class StreamsOnly : std::uint8_t { kNo, kThinking, kAlways };

enum class TemperatureRange : std::uint8_t {
  kAny,
  kAboveZeroToOne,  // 0 < temperature <= 1
};

struct Profile {     // NOLINT(clang-analyzer-optin.performance.Padding): in the order in which it is read
  std::string name;  // "deepseek"
  std::string title = {};                                   // "DeepSeek", as its owner spells it
  std::vector<std::string> models = {};                     // patterns; none: the provider's own row
  protocol::Protocol protocol = protocol::Protocol::kChat;  // spoken unless another is asked for
  BaseUrls base_urls = {};
  std::string example_url = {};         // for an error that asks for a base URL; empty: there is a default
  std::vector<std::string> hosts = {};  // a base URL whose host holds one of these is this provider's

  ReasoningMember reply_reasoning = ReasoningMember::kContent;  // in replies and deltas of Chat
  Back back = Back::kWhenPresent;
  ReasoningMember back_as = ReasoningMember::kAsSent;
  BackScope back_scope = BackScope::kAll;
  std::string back_placeholder = {};
  PlaceholderOn placeholder_on = PlaceholderOn::kAll;
  std::string details_format = {};  // `format` of its own reasoning_details; empty: any
  bool make_details = false;        // text without details is sent as details; else as `reasoning`
  bool call_proofs = false;         // proofs beside calls (call_proofs.h) are its own; others' are left out
  // Stands for the proof of a reply's first call that nobody has any more, as Google documents it.
  std::string lost_proof = {};
  // In Messages: with thinking on, the last reply of a tool loop begins with its thinking, or is refused.
  bool loop_needs_thinking = false;
  bool remember = true;  // what its models thought beside calls is kept, and put back where a client drops it

  Thinking thinking = Thinking::kNone;
  ThinkingSwitch thinking_switch = ThinkingSwitch::kNone;
  StreamsOnly streams_only = StreamsOnly::kNo;
  EffortMember effort_as = EffortMember::kReasoningEffort;
  std::vector<std::string> efforts = {};  // those it knows; empty: any word passes

  // Words: auto none required named allowed.
  std::vector<std::string> tool_choice = {"auto", "none", "required", "named"};
  std::vector<std::string> tool_choice_thinking = {"auto", "none", "required", "named"};

  json::Object send = {};                       // members that a Chat request has unless the client set them
  std::vector<std::string> drop = {};           // parameters that it refuses
  std::vector<std::string> drop_thinking = {};  // .. while it thinks
  TemperatureRange temperature = TemperatureRange::kAny;
  // Members of Chat messages, beside role, content, calls, ids and reasoning, that it takes; "*": any, of
  // calls, too.
  std::vector<std::string> message_members = {"*"};
  EmptyContent empty_content = EmptyContent::kAsSent;
  Strict strict = Strict::kKeep;
  std::string strict_all_at = {};  // a base URL that ends so takes strict tools: all of them or none
  MaxTokens max_tokens = MaxTokens::kMaxTokens;
  bool max_tokens_only = false;  // the client's own spelling is replaced, too
  bool stream_options = true;
  bool developer_role = false;    // else developer turns of another protocol are written as system
  bool calls_together = false;    // in Responses nothing may stand between the calls of one reply
  bool sealed_reasoning = false;  // its Responses endpoint gives the proof of reasoning where it is asked to
  bool reasoning_items = false;   // its Responses endpoint takes reasoning without a proof

  IdGrammar id_grammar = IdGrammar::kProtocol;  // of calls in Chat; other ids are replaced

  std::string ids = {};  // for people: how its ids look ..
  std::string errors = {};
  std::string stream = {};
};

protocol::RequestEncodeOptions encode_options(const Profile& profile);

// The header by which an upstream of this protocol takes its key: name in lower case, and value.
std::pair<std::string, std::string> key_header(protocol::Protocol protocol, std::string_view key);

}  // namespace argwright::provider
