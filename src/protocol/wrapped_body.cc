#include "protocol/wrapped_body.h"

#include <string_view>

#include "protocol/api_error.h"
#include "protocol/fields.h"

namespace argwright::protocol {
namespace {

// An error may hold what it is about.
bool fails(const json::Value& body) {
  return is_told_error(body.find("error")) || text_at(body, "type") == "error" || has_bad_status(body);
}

constexpr std::string_view kKeys[] = {"response", "message", "data", "result", "body"};

}  // namespace

const json::Value* wrapped_reply(const json::Value& body, bool (*holds_reply)(const json::Value&)) {
  const bool is_one = body.is_array() && body.items().size() == 1;
  const json::Value& at = is_one ? body.items().front() : body;
  if (holds_reply(at)) return is_one ? &at : nullptr;
  if (fails(at)) return nullptr;
  for (const std::string_view key : kKeys) {
    if (const json::Value* inner = object_at(at, key); inner != nullptr && holds_reply(*inner)) return inner;
  }
  return nullptr;
}

}  // namespace argwright::protocol
