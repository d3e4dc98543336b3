#include "protocol/api_error.h"

#include <algorithm>
#include <vector>

#include "json/utf8.h"
#include "protocol/error_words.h"
#include "protocol/fields.h"
#include "protocol/object_text.h"

namespace argwright::protocol {
namespace {

constexpr std::size_t kMaxExcerpt = 500;

// What each protocol calls the error of a status; statuses between the rows take the one of their hundred.
struct StatusRow {
  int status;
  std::string_view openai;
  std::string_view anthropic;
};
constexpr StatusRow kStatuses[] = {
    {400, "invalid_request_error", "invalid_request_error"},
    {401, "invalid_request_error", "authentication_error"},
    {402, "insufficient_quota", "billing_error"},
    {403, "invalid_request_error", "permission_error"},
    {404, "invalid_request_error", "not_found_error"},
    {408, "timeout", "timeout_error"},
    {409, "conflict", "conflict_error"},
    {413, "invalid_request_error", "request_too_large"},
    {429, "rate_limit_exceeded", "rate_limit_error"},
    {500, "server_error", "api_error"},
    {503, "server_error", "overloaded_error"},
    {504, "timeout", "timeout_error"},
    {529, "server_error", "overloaded_error"},
};

// Members of an error, first the one that says most.
constexpr std::string_view kMessageKeys[] = {
    "message", "msg",         "Message", "error_msg", "error_message", "errorMessage", "error_description",
    "err_msg", "faultstring", "error",   "detail",    "details",       "title",        "errors"};
// Where one of them stands beside nothing of a reply, the body is an error.
constexpr std::string_view kErrorTextKeys[] = {
    "message", "msg", "Message", "error_msg", "error_message", "errorMessage", "error_description"};
constexpr std::string_view kCodeKeys[] = {"code",      "Code",   "error_code", "errorCode",
                                          "errorcode", "__type", "error_type"};
constexpr std::string_view kStatusKeys[] = {"status",    "code",       "status_code", "statusCode",
                                            "http_code", "httpStatus", "http_status", "raw_status_code",
                                            "error_code"};
// Before the words that only describe.
constexpr std::string_view kWordKeys[] = {
    "code",      "Code",   "status", "__type",  "type",    "error_type", "error_code", "errorCode",
    "errorcode", "reason", "error",  "message", "Message", "msg",        "detail",     "title"};
// Members that hold the error, and those that may hold something with one.
constexpr std::string_view kErrorKeys[] = {"error", "errors", "Error", "fault"};
constexpr std::string_view kWrapKeys[] = {"response", "Response", "detail", "data", "result", "body"};
constexpr std::string_view kReplyKeys[] = {"choices", "output", "content", "usage"};

// Words that OpenAI's clients may know.
bool is_openai_type(std::string_view type) {
  return type.find("_error") != std::string_view::npos ||
         std::ranges::any_of(kStatuses, [type](const StatusRow& row) { return row.openai == type; });
}

bool is_error_status(std::int64_t status) { return status >= 400 && status <= 599; }

std::string text_of(const json::Value* value) {
  if (value == nullptr || value->is_null()) return {};
  if (value->is_string()) return value->string();
  if (value->is_number()) return value->number_text();
  return json::write(*value);
}

std::string excerpt(std::string_view text) {
  std::size_t size = std::min(text.size(), kMaxExcerpt);
  // Not through the middle of a character.
  while (size > 0 && size < text.size() && (static_cast<unsigned char>(text[size]) & 0xC0U) == 0x80U) --size;
  return std::string(text.substr(0, size));
}

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

// null, "", [], {}
bool says_nothing(const json::Value& value) {
  if (value.is_string()) return is_blank(value.string());
  if (value.is_array()) return value.items().empty();
  return value.is_null() || (value.is_object() && value.members().empty());
}

// The first of a list, the value itself.
const json::Value& first_item(const json::Value& value) {
  return value.is_array() && !value.items().empty() ? value.items().front() : value;
}

std::string told_at(const json::Value& object, std::string_view key) {
  const json::Value* const value = object.find(key);
  return value == nullptr || says_nothing(*value) ? std::string() : text_of(value);
}

template <typename Keys>
const json::Value* first_of(const json::Value& object, const Keys& keys) {
  for (const std::string_view key : keys) {
    const json::Value* const value = object.find(key);
    if (value != nullptr && !says_nothing(*value) && !value->is_boolean()) return value;
  }
  return nullptr;
}

// {"error": ..} of any spelling, as an object or a list of such.
const json::Value* held_error(const json::Value& object) {
  for (const std::string_view key : kErrorKeys) {
    const json::Value* const told = object.find(key);
    if (told != nullptr && first_item(*told).is_object() && !says_nothing(first_item(*told)))
      return &first_item(*told);
  }
  return nullptr;
}

// Bedrock: {"throttlingException": {"message": ..}}
const json::Member* held_exception(const json::Value& object) {
  for (const json::Member& held : object.members()) {
    if (held.key.ends_with("Exception") && held.value.is_object()) return &held;
  }
  return nullptr;
}

// Null: an error is not held, neither in a member nor in what a member holds.
const json::Value* inner_error(const json::Value& object) {
  if (const json::Value* told = held_error(object)) return told;
  for (const std::string_view key : kWrapKeys) {
    const json::Value* const inner = object_at(object, key);
    if (inner == nullptr) continue;
    if (const json::Value* told = held_error(*inner)) return told;
    if (!text_at(*inner, "error").empty()) return inner;
  }
  const json::Member* const exception = held_exception(object);
  return exception != nullptr ? &exception->value : nullptr;
}

// Of one that is known to tell an error: {"detail": {"message": ..}}
const json::Value* inner_message(const json::Value& object) {
  for (const std::string_view key : kWrapKeys) {
    const json::Value* const inner = object_at(object, key);
    if (inner != nullptr && !text_at(*inner, "message").empty()) return inner;
  }
  return nullptr;
}

// The objects that tell, the innermost last: {"error": {..}}, [{"error": ..}], {"errors": [..]}, the body
// itself. Gateways wrap the error of a gateway behind them; what the first of them says of it counts.
std::vector<const json::Value*> telling_objects(const json::Value& body) {
  std::vector<const json::Value*> found;
  const json::Value* at = &first_item(body);
  while (at != nullptr && at->is_object()) {
    found.push_back(at);
    const bool is_told = found.size() > 1 && !text_at(*at, "message").empty();
    const json::Value* const inner = is_told ? nullptr : inner_error(*at);
    const bool is_bare = !is_told && inner == nullptr && text_at(*at, "message").empty();
    at = is_bare ? inner_message(*at) : inner;
  }
  return found;
}

// A number that is a status of HTTP, also as a text.
int status_by_number(const json::Value& error) {
  for (const std::string_view key : kStatusKeys) {
    if (const auto told = index_at(error, key); told && is_error_status(*told))
      return static_cast<int>(*told);
  }
  return 0;
}

// A name of the error that stands elsewhere than in a member of its own.
std::string_view hidden_name(const json::Value& error) {
  if (const json::Member* exception = held_exception(error)) return exception->key;
  const json::Value* const detail = object_at(error, "detail");  // Apigee
  return detail != nullptr ? text_at(*detail, "errorcode") : std::string_view();
}

int status_by_word(const json::Value& error, WordRank rank) {
  for (const std::string_view key : kWordKeys) {
    if (const int status = status_of_error_word(text_at(error, key), rank); status != 0) return status;
  }
  return status_of_error_word(hidden_name(error), rank);
}

// Numbers of the provider's own.
int status_by_own_number(const json::Value& error) {
  if (const auto told = index_at(error, "error_code"))
    return status_of_error_number(CodePlace::kErrorCode, *told);
  const auto told = index_at(error, "code");
  // Mistral's mean something else.
  return told && text_at(error, "object") != "error" ? status_of_error_number(CodePlace::kCode, *told) : 0;
}

// Words that are sent with any error count last.
int status_told(const std::vector<const json::Value*>& objects) {
  constexpr int (*kWays[])(const json::Value&) = {
      status_by_number,
      [](const json::Value& error) { return status_by_word(error, WordRank::kTelling); },
      status_by_own_number,
      [](const json::Value& error) { return status_by_word(error, WordRank::kGeneral); },
  };
  for (const auto way : kWays) {
    for (std::size_t i = objects.size(); i-- > 0;) {
      if (const int status = way(*objects[i]); status != 0) return status;
    }
  }
  return 0;
}

template <typename Keys>
std::string_view text_among(const json::Value& object, const Keys& keys) {
  for (const std::string_view key : keys) {
    if (const std::string_view text = text_at(object, key); !is_blank(text)) return text;
  }
  return {};
}

// A list of texts as one; anything else as it is written.
std::string message_of(const json::Value& error) {
  const json::Value* const told = first_of(error, kMessageKeys);
  const bool is_list_of_texts =
      told != nullptr && told->is_array() &&
      std::ranges::all_of(told->items(), [](const json::Value& item) { return item.is_string(); });
  if (!is_list_of_texts) return text_of(told);
  std::string message;
  for (const json::Value& item : told->items()) {
    if (!message.empty()) message += "; ";
    message += item.string();
  }
  return message;
}

// 0, 200 or a word for them: some send it with whatever they say.
bool says_success(const json::Value& object) {
  constexpr std::string_view kKeys[] = {"code", "error_code", "errcode", "status_code", "status"};
  constexpr std::string_view kSuccess[] = {"success", "Success", "SUCCESS", "ok", "OK", "Ok"};
  if (const json::Value* success = object.find("success"); success != nullptr && success->is_boolean())
    return success->boolean();
  if (status_by_number(object) != 0) return false;
  return std::ranges::any_of(kKeys, [&](std::string_view key) {
    if (const auto number = index_at(object, key)) return *number == 0 || *number == 200;
    return std::ranges::find(kSuccess, text_at(object, key)) != std::end(kSuccess);
  });
}

void read_base_resp(const json::Value& base, ApiError& error) {
  const std::int64_t code = index_at(base, "status_code").value_or(0);
  error.code = std::to_string(code);
  error.message = text_at(base, "status_msg");
  if (!is_error_status(error.status)) error.status = status_of_error_number(CodePlace::kBaseResp, code);
}

// What the innermost object leaves out, those around it may say.
void read_members(const std::vector<const json::Value*>& objects, ApiError& error) {
  const json::Value& told = *objects.back();
  error.type = told_at(told, "type");
  error.param = told_at(told, "param");
  for (std::size_t i = objects.size(); i-- > 0;) {
    const json::Value& at = *objects[i];
    if (error.code.empty()) error.code = text_of(first_of(at, kCodeKeys));
    if (error.code.empty()) error.code = hidden_name(at);
    if (is_blank(error.message)) error.message = &at == &told ? message_of(at) : text_among(at, kMessageKeys);
  }
  if (told.find("error") != nullptr && error.type == "error") error.type.clear();
}

// The status, and a message where there is none. `told`: what an error without a message is told by.
void settle(ApiError& error, const json::Value& told) {
  if (!is_error_status(error.status)) error.status = 502;
  if (!is_blank(error.message)) return;
  error.message = "the upstream answered with status " + std::to_string(error.status) + " and no message";
  if (!says_nothing(told)) error.message += ": " + excerpt(json::write(told));
}

}  // namespace

bool is_error_body(const json::Value& body) {
  const json::Value& at = first_item(body);
  if (!at.is_object()) return false;
  if (is_truthy(at.find("error"))) return true;
  if (text_at(at, "type") == "error" || text_at(at, "object") == "error") return true;
  if (has_bad_status(at)) return true;
  // Words that are an error's where nothing of a reply stands beside them.
  for (const std::string_view key : kReplyKeys) {
    if (member(at, key) != nullptr) return false;
  }
  if (says_success(at)) return false;
  const json::Value* const success = at.find("success");
  const json::Value* const detail = at.find("detail");
  const json::Array* const errors = array_at(at, "errors");
  return !text_among(at, kErrorTextKeys).empty() || (detail != nullptr && !says_nothing(*detail)) ||
         (errors != nullptr && !errors->empty()) || is_truthy(at.find("error_code")) ||
         (success != nullptr && success->is_boolean()) || inner_error(at) != nullptr;
}

bool is_own_error(Protocol protocol, const json::Value& body) {
  const json::Value* error = object_at(body, "error");
  if (error == nullptr || text_at(*error, "message").empty()) return false;
  const json::Value* const type = member(*error, "type");
  const json::Value* const code = member(*error, "code");
  if (type != nullptr && !type->is_string()) return false;
  if (code != nullptr && !code->is_string() && !code->is_number()) return false;
  // In a stream AI SDK knows OpenAI's error by one of these beside the message.
  if (protocol == Protocol::kChat)
    return type != nullptr || error->find("code") != nullptr || error->find("param") != nullptr;
  if (protocol != Protocol::kMessages) return true;
  return text_at(body, "type") == "error" && !text_at(*error, "type").empty();
}

bool has_bad_status(const json::Value& body) {
  const json::Value* base = object_at(body, "base_resp");
  return base != nullptr && index_at(*base, "status_code").value_or(0) != 0;
}

ApiError read_error(int status, const json::Value& body) {
  ApiError error;
  error.status = status;
  error.source = body;
  const std::vector<const json::Value*> objects = telling_objects(body);
  if (objects.empty()) {
    error.message = text_of(&first_item(body));
    settle(error, nullptr);
    return error;
  }
  const json::Value& told = *objects.back();
  if (const json::Value* base = object_at(told, "base_resp")) {
    read_base_resp(*base, error);
  } else {
    read_members(objects, error);
    if (!is_error_status(status)) {
      error.status = status_told(objects);
      // "Success" says nothing of what is wrong.
      if (says_success(told) && !is_error_body(body)) error.message.clear();
    }
  }
  settle(error, told);
  return error;
}

ApiError read_error_text(int status, std::string_view body) {
  if (const Result<json::Value> value = json::parse(body)) return read_error(status, *value);
  ApiError error;
  error.status = status;
  error.message =
      json::is_valid_utf8(body) ? excerpt(body) : std::string("the upstream's answer is not text");
  settle(error, nullptr);
  return error;
}

std::string_view error_type(Protocol protocol, int status) {
  const StatusRow* best = &kStatuses[0];
  for (const StatusRow& row : kStatuses) {
    if (row.status == status) {
      best = &row;
      break;
    }
    if (status >= 500 && row.status == 500) best = &row;
  }
  return protocol == Protocol::kMessages ? best->anthropic : best->openai;
}

std::string write_error(Protocol protocol, const ApiError& error) {
  std::string out;
  ObjectText body(out);
  if (protocol == Protocol::kMessages) {
    body.text("type", "error");
    ObjectText inner(body.key("error"));
    inner.text("type", error_type(protocol, error.status)).text("message", error.message).close();
    body.close();
    return out;
  }
  ObjectText inner(body.key("error"));
  inner.text("message", error.message)
      .text("type", is_openai_type(error.type) ? error.type : error_type(protocol, error.status));
  if (error.param.empty()) {
    inner.raw("param", "null");
  } else {
    inner.text("param", error.param);
  }
  if (error.code.empty()) {
    inner.raw("code", "null");
  } else {
    inner.text("code", error.code);
  }
  inner.close();
  body.close();
  return out;
}

}  // namespace argwright::protocol
