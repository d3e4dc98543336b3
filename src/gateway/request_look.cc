#include "gateway/request_look.h"

#include <algorithm>
#include <initializer_list>

#include <simdjson.h>

#include "argwright/json.h"

namespace argwright::gateway {
namespace {

using protocol::Protocol;
namespace ondemand = simdjson::ondemand;
using simdjson::SUCCESS;

// A parser keeps memory for the largest text it has seen.
constexpr std::size_t kKeptCapacity = std::size_t{1} << 20;

// Words without which no calls, results or references stand in a conversation. They may stand elsewhere, too:
// then the request is read for nothing.
constexpr std::string_view kChatWord = "_call";  // tool_calls, tool_call_id, function_call
constexpr std::string_view kMessagesWords[] = {"\"tool_use\"", "\"tool_result\""};
constexpr std::string_view kResponsesWords[] = {"_call", "\"item_reference\"", "\"reasoning\""};

// An underscore is rare in a conversation: looking for it alone is several times faster than for a word.
bool holds(std::string_view body, std::string_view word) {
  const std::size_t anchor = word.find('_');
  if (anchor == std::string_view::npos) {
    return memmem(body.data(), body.size(), word.data(), word.size()) != nullptr;
  }
  for (std::size_t at = body.find('_'); at != std::string_view::npos; at = body.find('_', at + 1)) {
    if (at >= anchor && body.substr(at - anchor, word.size()) == word) return true;
  }
  return false;
}

bool holds_any(std::string_view body, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return holds(body, word); });
}

bool holds_history(Protocol protocol, std::string_view body) {
  switch (protocol) {
    case Protocol::kChat: return holds_any(body, {kChatWord});
    case Protocol::kMessages: return holds_any(body, {kMessagesWords[0], kMessagesWords[1]});
    case Protocol::kResponses:
      return holds_any(body, {kResponsesWords[0], kResponsesWords[1], kResponsesWords[2]});
  }
  return true;
}

enum class Name : std::uint8_t {
  kModel,
  kStream,
  kTools,
  kStreamOptions,
  kPrevious,
  kStore,
  kThread,
  kCount
};
struct Known {
  std::string_view key;
  Name name;
};
constexpr Known kKnown[] = {
    {"model", Name::kModel},
    {"stream", Name::kStream},
    {"tools", Name::kTools},
    {"stream_options", Name::kStreamOptions},
    {"previous_response_id", Name::kPrevious},
    {"store", Name::kStore},
    {"thread", Name::kThread},
};

struct Reading {
  RequestLook look;
  unsigned seen = 0;  // a bit for each Name
  std::string fault;

  bool read(Name name, ondemand::value value);
};

// False: of another kind than the protocols say.
bool Reading::read(Name name, ondemand::value value) {
  ondemand::json_type type{};
  if (value.type().get(type) != SUCCESS) return false;
  std::string_view text;
  bool flag = false;
  switch (name) {
    case Name::kModel:
      if (type != ondemand::json_type::string) {
        fault = "'model' is no string";
        return true;
      }
      look.model_text = value.raw_json_token();
      while (!look.model_text.empty() && look.model_text.back() != '"') look.model_text.remove_suffix(1);
      if (value.get_string().get(text) != SUCCESS) return false;
      look.model = text;
      return true;
    case Name::kStream:
      if (type == ondemand::json_type::boolean && value.get_bool().get(flag) == SUCCESS) look.stream = flag;
      return true;
    case Name::kStore:
      if (type == ondemand::json_type::boolean && value.get_bool().get(flag) == SUCCESS) look.store = flag;
      return true;
    case Name::kTools: {
      if (type != ondemand::json_type::array) return true;
      ondemand::array list;
      return value.get_array().get(list) == SUCCESS && list.raw_json().get(look.tools) == SUCCESS;
    }
    case Name::kStreamOptions: {
      if (type != ondemand::json_type::object) return true;
      ondemand::object options;
      if (value.get_object().get(options) != SUCCESS) return false;
      if (options["include_usage"].get_bool().get(flag) == SUCCESS) look.include_usage = flag;
      return true;
    }
    case Name::kPrevious:
      if (type == ondemand::json_type::string && value.get_string().get(text) == SUCCESS) {
        look.previous_response_id = text;
      }
      return true;
    case Name::kThread: look.has_thread = type != ondemand::json_type::null; return true;
    case Name::kCount: break;
  }
  return true;
}

Error not_json(const char* why) {
  return {ErrorCode::kSyntax, std::string("the request's body is no JSON object: ") + why, {}};
}

}  // namespace

Result<RequestLook> look_at_request(Protocol protocol, std::string& body) {
  thread_local std::optional<ondemand::parser> parser;
  if (!parser || parser->capacity() > kKeptCapacity) parser.emplace();
  // simdjson reads a little beyond the end.
  if (body.capacity() < body.size() + simdjson::SIMDJSON_PADDING)
    body.reserve(body.size() + simdjson::SIMDJSON_PADDING);
  ondemand::document document;
  if (const simdjson::error_code error =
          parser->iterate(simdjson::padded_string_view(body.data(), body.size(), body.capacity()))
              .get(document)) {
    return not_json(simdjson::error_message(error));
  }
  ondemand::object root;
  if (const simdjson::error_code error = document.get_object().get(root))
    return not_json(simdjson::error_message(error));
  Reading reading;
  for (auto member : root) {
    std::string_view key;
    ondemand::field field;
    if (const simdjson::error_code error = std::move(member).get(field))
      return not_json(simdjson::error_message(error));
    if (const simdjson::error_code error = field.unescaped_key().get(key))
      return not_json(simdjson::error_message(error));
    for (const Known& known : kKnown) {
      if (known.key != key) continue;
      const unsigned bit = 1U << static_cast<unsigned>(known.name);
      if ((reading.seen & bit) != 0) {
        return Error{ErrorCode::kInvalidArgument, "'" + std::string(key) + "' is told twice",
                     Where::at("/" + std::string(key))};
      }
      reading.seen |= bit;
      if (!reading.read(known.name, field.value())) return not_json("a value cannot be read");
      if (!reading.fault.empty()) {
        return Error{ErrorCode::kInvalidArgument, reading.fault, Where::at("/" + std::string(key))};
      }
      break;
    }
  }
  // At the end of a document that was read to its end there is no location any more.
  const char* rest = nullptr;
  if (document.current_location().get(rest) == SUCCESS) return not_json("something follows it");
  reading.look.has_history = holds_history(protocol, body);
  return std::move(reading.look);
}

std::string with_model(std::string_view body, const RequestLook& look, std::string_view model) {
  std::string renamed;
  renamed.reserve(body.size() + model.size() + 2);
  const std::size_t at = static_cast<std::size_t>(look.model_text.data() - body.data());
  renamed += body.substr(0, at);
  json::append_quoted(renamed, model);
  renamed += body.substr(at + look.model_text.size());
  return renamed;
}

}  // namespace argwright::gateway
