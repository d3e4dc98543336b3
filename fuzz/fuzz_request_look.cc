// The quick look at a request agrees with the reader of JSON on whatever is valid and told once.
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "argwright/json.h"
#include "fuzz/check.h"
#include "gateway/request_look.h"

namespace argwright::fuzz {
namespace {

using gateway::RequestLook;

constexpr std::array<std::string_view, 7> kKnown = {
    "model", "stream", "tools", "stream_options", "previous_response_id", "store", "thread"};

bool tells_twice(const json::Value& object) {
  return std::any_of(kKnown.begin(), kKnown.end(), [&](std::string_view key) {
    return std::count_if(object.members().begin(), object.members().end(),
                         [&](const json::Member& member) { return member.key == key; }) > 1;
  });
}

bool is_within(std::string_view part, const std::string& body) {
  return part.empty() ||
         (part.data() >= body.data() && part.data() + part.size() <= body.data() + body.size());
}

std::string text_of(const json::Value* value) {
  return value != nullptr && value->is_string() ? value->string() : std::string();
}
bool flag_of(const json::Value* value, bool otherwise) {
  return value != nullptr && value->is_boolean() ? value->boolean() : otherwise;
}

void check_agreement(const RequestLook& look, const json::Value& object) {
  check(look.model == text_of(object.find("model")), "the same model", look.model);
  check(look.model_text.empty() == (object.find("model") == nullptr), "the model's text");
  if (!look.model_text.empty()) {
    const Result<json::Value> model = json::parse(look.model_text);
    check(model && model->is_string() && model->string() == look.model, "the model's text is the model",
          look.model_text);
  }
  check(look.stream == flag_of(object.find("stream"), false), "the same stream");
  check(look.store == flag_of(object.find("store"), true), "the same store");
  const json::Value* const tools = object.find("tools");
  const bool has_tools = tools != nullptr && tools->is_array();
  check(look.tools.empty() != has_tools, "tools are seen");
  if (has_tools) {
    const Result<json::Value> read = json::parse(look.tools);
    check(read && json::write(*read) == json::write(*tools), "the same tools", look.tools);
  }
  check(look.previous_response_id == text_of(object.find("previous_response_id")),
        "the same previous_response_id");
  const json::Value* const thread = object.find("thread");
  check(look.has_thread == (thread != nullptr && !thread->is_null()), "the same thread");
}

}  // namespace
}  // namespace argwright::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace argwright;
  const std::string text(reinterpret_cast<const char*>(bytes), size);
  std::string body = text;
  constexpr protocol::Protocol kProtocols[] = {protocol::Protocol::kChat, protocol::Protocol::kResponses,
                                               protocol::Protocol::kMessages};
  const Result<gateway::RequestLook> look = gateway::look_at_request(kProtocols[size % 3], body);
  fuzz::check(body == text, "the content stays as it is");
  const Result<json::Value> value = json::parse(text);
  if (look) {
    fuzz::check(fuzz::is_within(look->model_text, body) && fuzz::is_within(look->tools, body),
                "views into the body");
  } else {
    fuzz::check(!look.error().message.empty(), "an error says why");
  }
  if (!value) return 0;
  if (!value->is_object()) {
    fuzz::check(!look, "what is no object is refused");
    return 0;
  }
  if (fuzz::tells_twice(*value)) {
    fuzz::check(!look, "what is told twice is refused");
    return 0;
  }
  const json::Value* const model = value->find("model");
  if (model != nullptr && !model->is_string()) {
    fuzz::check(!look, "a model that is no string is refused");
    return 0;
  }
  fuzz::check(static_cast<bool>(look), "a valid request is read",
              look ? std::string() : look.error().message);
  fuzz::check_agreement(*look, *value);
  return 0;
}
