#include "protocol/api_error.h"

#include <algorithm>
#include <utility>

#include "json/utf8.h"
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

// Codes of MiniMax's base_resp, which comes with status 200.
struct BaseRespRow {
  std::int64_t code;
  int status;
};
constexpr BaseRespRow kBaseResp[] = {
    {1001, 504}, {1002, 429}, {1004, 401}, {1008, 402}, {1013, 500}, {1026, 400},
    {1027, 400}, {1039, 429}, {2013, 400}, {2049, 401}, {2056, 429},
};

// Types of an error that tell its status where nothing else does.
struct TypeRow {
  std::string_view type;
  int status;
};
constexpr TypeRow kTypes[] = {
    {"invalid_request_error", 400}, {"authentication_error", 401},
    {"billing_error", 402},         {"permission_error", 403},
    {"not_found_error", 404},       {"conflict_error", 409},
    {"request_too_large", 413},     {"rate_limit_error", 429},
    {"rate_limit_exceeded", 429},   {"api_error", 500},
    {"server_error", 500},          {"overloaded_error", 529},
    {"timeout_error", 504},         {"tool_use_failed", 400},
};

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

const json::Value* first_of(const json::Value& object, std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) {
    const json::Value* value = member(object, key);
    if (value != nullptr && !(value->is_string() && value->string().empty())) return value;
  }
  return nullptr;
}

int status_told(const json::Value& error) {
  for (const std::string_view key : {"status", "code", "status_code", "statusCode", "http_code"}) {
    if (const auto told = integer_at(error, key); told && is_error_status(*told))
      return static_cast<int>(*told);
  }
  for (const std::string_view key : {"type", "code"}) {
    const std::string_view word = text_at(error, key);
    for (const TypeRow& row : kTypes) {
      if (row.type == word) return row.status;
    }
  }
  return 0;
}

// The first of a list, the value itself.
const json::Value& first_item(const json::Value& value) {
  return value.is_array() && !value.items().empty() ? value.items().front() : value;
}

// The object that tells: {"error": {..}}, [{"error": ..}], {"errors": [..]}, {"base_resp": ..},
// {"detail": ..}, the body itself. Gateways wrap the error of a gateway behind them.
const json::Value& telling_object(const json::Value& body) {
  const json::Value* at = &first_item(body);
  if (const json::Value* response = object_at(*at, "response")) {
    if (object_at(*response, "error") != nullptr) at = response;  // Responses: response.failed
  }
  for (const json::Value* inner = at; inner != nullptr;) {
    const bool is_told = inner != at && !text_at(*inner, "message").empty();
    at = inner;
    inner = nullptr;
    if (is_told) break;
    for (const std::string_view key : {"error", "errors"}) {
      const json::Value* const told = at->is_object() ? member(*at, key) : nullptr;
      if (inner == nullptr && told != nullptr && first_item(*told).is_object()) inner = &first_item(*told);
    }
  }
  return *at;
}

void read_base_resp(const json::Value& base, ApiError& error) {
  const std::int64_t code = integer_at(base, "status_code").value_or(0);
  error.code = std::to_string(code);
  error.message = text_at(base, "status_msg");
  for (const BaseRespRow& row : kBaseResp) {
    if (row.code == code && !is_error_status(error.status)) error.status = row.status;
  }
}

void settle(ApiError& error, const json::Value* told) {
  if (!is_error_status(error.status)) {
    const int status = told != nullptr ? status_told(*told) : 0;
    error.status = status != 0 ? status : 502;
  }
  if (error.message.find_first_not_of(" \t\r\n") == std::string::npos) {
    error.message = "the upstream answered with status " + std::to_string(error.status) + " and no message";
  }
}

}  // namespace

bool is_error_body(const json::Value& body) {
  const json::Value* at = &body;
  if (at->is_array() && !at->items().empty()) at = &at->items().front();
  if (!at->is_object()) return false;
  if (is_truthy(at->find("error"))) return true;
  if (text_at(*at, "type") == "error" || text_at(*at, "object") == "error") return true;
  if (has_bad_status(*at)) return true;
  // Words that are an error's where nothing of a reply stands beside them.
  for (const std::string_view key : {"choices", "output", "content"}) {
    if (member(*at, key) != nullptr) return false;
  }
  return member(*at, "detail") != nullptr || !text_at(*at, "message").empty() || !text_at(*at, "msg").empty();
}

bool is_own_error(Protocol protocol, const json::Value& body) {
  const json::Value* error = object_at(body, "error");
  if (error == nullptr || text_at(*error, "message").empty()) return false;
  const json::Value* const type = member(*error, "type");
  const json::Value* const code = member(*error, "code");
  if (type != nullptr && !type->is_string()) return false;
  if (code != nullptr && !code->is_string() && !code->is_number()) return false;
  if (protocol != Protocol::kMessages) return true;
  return text_at(body, "type") == "error" && !text_at(*error, "type").empty();
}

bool has_bad_status(const json::Value& body) {
  const json::Value* base = object_at(body, "base_resp");
  return base != nullptr && integer_at(*base, "status_code").value_or(0) != 0;
}

ApiError read_error(int status, const json::Value& body) {
  ApiError error;
  error.status = status;
  error.source = body;
  const json::Value& told = telling_object(body);
  if (const json::Value* base = object_at(told, "base_resp")) {
    read_base_resp(*base, error);
    settle(error, nullptr);
    return error;
  }
  if (told.is_object()) {
    error.type = text_of(first_of(told, {"type"}));
    error.code = text_of(first_of(told, {"code"}));
    error.param = text_of(first_of(told, {"param"}));
    error.message = text_of(first_of(told, {"message", "error", "detail", "msg", "error_description",
                                            "error_msg", "errorMessage", "Message", "details"}));
    if (told.find("error") != nullptr && error.type == "error") error.type.clear();
  } else {
    error.message = text_of(&told);
  }
  settle(error, &told);
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
  const bool typed = !error.type.empty() && error.type.find("_error") != std::string::npos;
  inner.text("message", error.message).text("type", typed ? error.type : error_type(protocol, error.status));
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
