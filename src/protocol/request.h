// A request, in the one form that all protocols can be told in. Decoders keep the grain of what came: one
// turn for each chat message, each Messages message and each Responses item, so that the same protocol gets
// it back as it was; what another protocol needs (joined turns, other names, nothing foreign) is done by
// adapt.h on the way out.
//
// `extras` anywhere are members for which the model has no place. They are written again where the target is
// `origin`, and are dropped with a warning for any other. A null for a member that the model knows is an
// extra, except for the arguments of a call: those are always written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "argwright/catalog.h"
#include "argwright/json.h"
#include "protocol/event.h"
#include "protocol/protocol.h"

namespace argwright::protocol {

// --- parts
// -----------------------------------------------------------------------------------------------------

struct TextPart {
  std::string text;
  Extras extras;
};

struct RefusalPart {
  std::string text;
  bool member = false;  // Chat: the message's member `refusal`, no part of its content
  Extras extras;
};

// Where the bytes of an image or a document are. One of `url`, `data` and `file_id` is set, except for a text
// document, which has `data` as it is.
struct Source {
  std::string url;
  std::string data;        // base64, unless `plain`
  std::string media_type;  // "image/png"; may be empty for a URL or a file id
  std::string file_id;
  bool plain = false;  // Messages: a document of plain text
};

struct ImagePart {
  Source source;
  std::string detail;  // "low", "high", "auto"; empty: not told
  Extras extras;
};

struct FilePart {
  Source source;
  std::string filename;
  Extras extras;
};

// Something of `Request::origin` only: a hosted tool's item, an audio part, a citation source ..
struct OpaquePart {
  json::Value value;
};

// What a user message or a tool's result may hold.
using Content = std::variant<TextPart, RefusalPart, ImagePart, FilePart, OpaquePart>;

// How content was written; a list of parts can say everything.
enum class ContentForm : std::uint8_t { kList, kString, kNull, kAbsent };

struct ReasoningPart {
  std::string text;
  ReasoningForm form = ReasoningForm::kText;
  Proof proof;  // of the request's origin
  // The member it came in. Chat: "reasoning_content", "reasoning", or "reasoning_details" where `text` was
  // read out of the proof. Responses: "summary", "content", or none for an item without text. Messages: none.
  std::string member;
  Extras extras;
  bool native =
      false;  // restored from what this upstream itself once sent: written exactly as it is, proof included
  std::string item_id = {};  // Responses, where `native`: parts of one item have the same
};

struct CallPart {
  std::string id;         // as sent; may be empty
  std::string name;       // as sent
  std::string arguments;  // as sent; of a custom tool its input
  bool custom = false;
  std::string item_id;  // Responses
  Extras extras;
  // Chat: members that this upstream itself once sent, restored. Written whatever the origin is.
  Extras native = {};
};

struct ResultPart {
  std::string call_id;  // as sent; may be empty
  std::vector<Content> content;
  ContentForm form = ContentForm::kString;
  std::optional<bool> is_error;
  bool custom = false;  // the result of a custom tool, where the protocol tells
  Extras extras;
};

using Part =
    std::variant<TextPart, RefusalPart, ImagePart, FilePart, OpaquePart, ReasoningPart, CallPart, ResultPart>;

Part to_part(Content content);

// --- turns
// -----------------------------------------------------------------------------------------------------

enum class Role : std::uint8_t {
  kSystem,
  kDeveloper,
  kUser,
  kAssistant,
  kTool,    // results only (Messages has them in user turns)
  kOpaque,  // an item or message of one protocol only: one OpaquePart
};

struct Turn {
  Role role = Role::kUser;
  std::vector<Part> parts;
  ContentForm form = ContentForm::kList;
  bool top_level =
      false;  // kSystem: `instructions` of Responses, `system` of Messages; always the first turn
  Extras extras;
  Extras native = {};  // as in CallPart
};

// --- tools
// -----------------------------------------------------------------------------------------------------

enum class ToolKind : std::uint8_t {
  kFunction,
  kCustom,  // free text
  kHosted,  // run by one provider: `hosted`
};

struct ToolSpec {
  ToolKind kind = ToolKind::kFunction;
  std::string name;
  std::optional<std::string> description;
  std::optional<json::Value> parameters;
  std::optional<bool> strict;
  std::optional<json::Value> format;  // kCustom: the grammar, in the form of Responses (flat)
  json::Value hosted;                 // kHosted: as it came
  Extras extras;
  Extras inner_extras;  // Chat: those of `function` or `custom`
  bool nested = false;  // Responses: told in `function`, as Chat does it; extras hold that
};

enum class ToolChoiceMode : std::uint8_t { kAuto, kNone, kRequired, kTool, kHosted };

struct ToolChoice {
  ToolChoiceMode mode = ToolChoiceMode::kAuto;
  std::string name;     // kTool
  bool custom = false;  // kTool: a free-text tool
  // kAuto, kRequired: only these may be called (allowed_tools), each as it came in the flat form of
  // Responses.
  std::optional<json::Array> allowed;
  json::Value hosted;  // kHosted: as it came. Chat: a dialect's own spelling, such as Mistral's "any"
  Extras extras;
};

// --- the rest
// --------------------------------------------------------------------------------------------------

enum class FormatKind : std::uint8_t { kText, kJsonObject, kJsonSchema };

struct ResponseFormat {
  FormatKind kind = FormatKind::kText;
  std::string name;  // kJsonSchema; Messages has none
  std::optional<std::string> description;
  std::optional<json::Value> schema;
  std::optional<bool> strict;
  Extras extras;        // of the format
  Extras inner_extras;  // Chat: of its json_schema
};

enum class ThinkingMode : std::uint8_t { kEnabled, kAdaptive, kDisabled };

struct ReasoningWish {
  std::optional<std::string> effort;     // none minimal low medium high xhigh max, or a word that came
  std::optional<json::Number> budget;    // Messages: thinking.budget_tokens
  std::optional<ThinkingMode> thinking;  // Messages: thinking.type
  std::optional<std::string> summary;    // Responses: auto concise detailed
};

struct Request {
  Protocol origin = Protocol::kChat;
  std::optional<std::string> model;
  std::vector<Turn> turns;
  ContentForm input_form = ContentForm::kList;  // Responses: how `input` was written

  std::optional<std::vector<ToolSpec>> tools;
  std::optional<ToolChoice> tool_choice;
  std::optional<bool> parallel;

  std::optional<json::Number> max_output_tokens;
  bool legacy_max_tokens = false;  // Chat: told as max_tokens
  std::optional<json::Number> temperature;
  std::optional<json::Number> top_p;
  std::optional<json::Number> top_k;
  std::optional<std::vector<std::string>> stop;
  bool stop_is_string = false;  // Chat: told as one string
  std::optional<bool> stream;
  std::optional<bool> include_usage;  // Chat: stream_options.include_usage
  std::optional<ResponseFormat> response_format;
  std::optional<std::string> verbosity;
  ReasoningWish reasoning;
  std::optional<json::Number> seed;
  std::optional<json::Number> n;
  std::optional<std::string> user;  // Messages: metadata.user_id
  std::optional<json::Object> metadata;
  std::optional<std::string> previous_response_id;
  json::Object shared;  // members that Chat and Responses have in common, word by word: shared_members()
  Extras extras;
  json::Object target_members;  // set by shaping: written by the encoder of whatever target, in place of
                                // members of the same name
};

// "store", "service_tier" ..
const std::vector<std::string_view>& shared_members();

// Something that was changed or lost on the way.
struct Warning {
  std::string code;     // stable: "dropped_member"
  std::string message;  // for people
  bool operator==(const Warning&) const = default;
};

// The request goes on with a conversation that the upstream keeps, as a whole or in part:
// previous_response_id, conversation, thread, item_reference.
bool continues_stored(const Request& request);

// Ids that client_id() gave out in earlier replies become the upstream's own again.
void restore_upstream_ids(Request& request);

// The function tools, for parsing calls; a custom tool is declared by custom_tool_schema().
std::vector<ToolDeclaration> declarations(const Request& request);

}  // namespace argwright::protocol
