#include "protocol/responses/failure.h"

#include <utility>

#include "protocol/fields.h"

namespace argwright::protocol::responses {

Failure read_failure(json::Value data) {
  // The reply began well, so its status tells nothing: read_error() finds a better one.
  constexpr int kStatus = 200;
  Failure failure{read_error(kStatus, data)};
  // Where nothing is nested, `type` is the event's and not the error's.
  if (failure.error.type == text_at(data, "type")) failure.error.type.clear();
  failure.error.source = std::move(data);
  return failure;
}

bool is_raised(const json::Value& event) {
  const std::string_view type = text_at(event, "type");
  if (type == "response.failed") return true;
  const json::Value* error = object_at(event, "error");
  return type == "error" && has_number_at(event, "sequence_number") && error != nullptr &&
         !text_at(*error, "message").empty();
}

}  // namespace argwright::protocol::responses
