// The response object around the output items.
#pragma once

#include <string>
#include <string_view>

#include "argwright/json.h"
#include "protocol/event.h"

namespace argwright::protocol::responses {

// `response`: the object, or whatever came in its place.
Start read_start(const json::Value& response);
// Members that clients read of every response are missing, or of another kind.
bool lacks_head(const json::Value& response);

// A response object, written member by member as the official types order and demand them.
struct ResponseObject {
  const Start& start;
  std::string_view id;
  std::string_view status;
  std::string_view incomplete_reason = {};  // empty: incomplete_details is null
  const ApiError* error = nullptr;          // nullptr: null
  const json::Value* usage = nullptr;       // nullptr: null
  const Extras* start_extras = nullptr;     // told by the upstream at the beginning,
  const Extras* finish_extras = nullptr;    // and at the end, which wins
  std::string_view output = "[]";           // JSON
};
void append_response(std::string& out, const ResponseObject& response);

}  // namespace argwright::protocol::responses
