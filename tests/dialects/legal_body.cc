#include "tests/dialects/legal_body.h"

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <set>
#include <utility>

#include "argwright/json.h"
#include "protocol/fields.h"

namespace argwright::dialects {
namespace {

using namespace argwright::protocol;

bool is_text(const json::Value& object, std::string_view key) {
  const json::Value* value = object.find(key);
  return value != nullptr && value->is_string();
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

bool is_object_text(std::string_view text) {
  const Result<json::Value> value = json::parse(text);
  return value && value->is_object();
}

class Check {
 public:
  explicit Check(bool is_own) : is_own_(is_own) {}
  std::string breach() && { return std::move(breach_); }

  void chat(const json::Value& body) {
    const json::Array* choices = array_at(body, "choices");
    if (choices == nullptr || choices->size() != 1) return tell("choices");
    const json::Value& choice = choices->front();
    const json::Value* message = object_at(choice, "message");
    if (message == nullptr) return tell("message");
    if (text_at(*message, "role") != "assistant") tell("role");
    const json::Value* content = message->find("content");
    if (content != nullptr && !content->is_null() && !content->is_string()) tell("content");
    // Clients take an empty list for none.
    const json::Value* calls = member(*message, "tool_calls");
    if (calls != nullptr && !calls->is_array()) return tell("tool_calls");
    if (calls != nullptr) {
      for (const json::Value& call : calls->items()) chat_call(call);
    }
    if ((text_at(choice, "finish_reason") == "tool_calls") == ids_.empty()) tell("finish_reason");
  }

  void messages(const json::Value& body) {
    if (text_at(body, "type") != "message") tell("type");
    if (text_at(body, "role") != "assistant") tell("role");
    const json::Array* content = array_at(body, "content");
    if (content == nullptr) return tell("content");
    for (const json::Value& block : *content) messages_block(block);
    if (!is_one_of(text_at(body, "stop_reason"), {"end_turn", "tool_use"})) tell("stop_reason");
    if ((text_at(body, "stop_reason") == "tool_use") == ids_.empty()) tell("stop_reason and calls");
    const json::Value* usage = object_at(body, "usage");
    if (usage == nullptr || !has_number_at(*usage, "input_tokens") || !has_number_at(*usage, "output_tokens"))
      tell("usage");
  }

  void responses(const json::Value& body) {
    const json::Array* output = array_at(body, "output");
    if (output == nullptr) return tell("output");
    for (const json::Value& item : *output) responses_item(item);
  }

 private:
  void tell(std::string_view what) { (breach_ += breach_.empty() ? "" : ", ") += what; }

  void add_id(std::string_view id) {
    if (id.empty() || !ids_.insert(std::string(id)).second) tell("id of a call");
  }

  void chat_call(const json::Value& call) {
    add_id(text_at(call, "id"));
    if (text_at(call, "type") != "function") tell("type of a call");
    const json::Value* function = object_at(call, "function");
    if (function == nullptr) return tell("function");
    if (text_at(*function, "name").empty()) tell("name");
    if (!is_object_text(text_at(*function, "arguments"))) tell("arguments");
  }

  void messages_block(const json::Value& block) {
    const std::string_view type = text_at(block, "type");
    if (type.empty()) return tell("type of a block");
    if (type == "text" && !is_text(block, "text")) tell("text");
    if (type == "thinking" && !(is_text(block, "thinking") && is_text(block, "signature"))) tell("thinking");
    if (type != "tool_use") return;
    const std::string_view id = text_at(block, "id");
    add_id(id);
    const auto is_allowed = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-'; };
    if (!is_own_ && !std::ranges::all_of(id, is_allowed)) tell("characters of an id");
    if (text_at(block, "name").empty()) tell("name");
    if (object_at(block, "input") == nullptr) tell("input");
  }

  void responses_item(const json::Value& item) {
    const std::string_view type = text_at(item, "type");
    if (type.empty()) return tell("type of an item");
    if (!is_one_of(type, {"message", "reasoning", "function_call"})) return;
    if (text_at(item, "id").empty()) tell("id of an item");
    if (type == "reasoning" && array_at(item, "summary") == nullptr) tell("summary");
    if (type == "function_call") {
      add_id(text_at(item, "call_id"));
      if (text_at(item, "name").empty()) tell("name");
      if (!is_object_text(text_at(item, "arguments"))) tell("arguments");
    }
    if (type != "message") return;
    if (text_at(item, "role") != "assistant") tell("role of a message");
    const json::Array* content = array_at(item, "content");
    if (content == nullptr) return tell("content");
    for (const json::Value& part : *content) {
      if (text_at(part, "type") != "output_text" || !is_text(part, "text")) tell("part");
    }
  }

  const bool is_own_;
  std::string breach_;
  std::set<std::string> ids_;
};

}  // namespace

std::string breach_of(Protocol protocol, std::string_view text, bool is_own) {
  const Result<json::Value> body = json::parse(text);
  if (!body || !body->is_object()) return "no JSON";
  Check check(is_own);
  switch (protocol) {
    case Protocol::kChat: check.chat(*body); break;
    case Protocol::kMessages: check.messages(*body); break;
    case Protocol::kResponses: check.responses(*body); break;
  }
  return std::move(check).breach();
}

}  // namespace argwright::dialects
