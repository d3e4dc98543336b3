#include "protocol/responses/failure.h"

#include <string>
#include <utility>

#include "json/utf8.h"
#include "protocol/responses/members.h"

namespace argwright::protocol::responses {
namespace {

// An error in a reply that began well: the upstream's status said 200, which tells nothing.
constexpr int kStatus = 500;

}  // namespace

Failure read_failure(const json::Value& data) {
  const json::Value* response = object_of(data, "response");
  const json::Value& holder = response == nullptr ? data : *response;
  json::Object body;
  if (const json::Value* error = holder.find("error"); is_truthy(error)) {
    if (error->is_object()) {
      body.push_back({"error", *error});
    } else {
      body = holder.members();  // {"error": "text", "code": ..}: what is beside it belongs to it
    }
  } else {
    static constexpr std::string_view kFlat[] = {"code", "message", "param"};
    json::Object error_members;
    for (const std::string_view key : kFlat) {
      if (const json::Value* value = holder.find(key)) error_members.push_back({std::string(key), *value});
    }
    if (text_of(holder, "message").empty()) {
      set_member(error_members, "message", "The upstream failed without saying why.");
    }
    body.push_back({"error", std::move(error_members)});
  }
  Failure failure{read_error(kStatus, json::Value(std::move(body)))};
  failure.error.source = data;
  return failure;
}

Failure unreadable(std::string_view bytes, std::string_view what) {
  constexpr std::size_t kShown = 200;
  ApiError error;
  error.status = 502;
  error.message = "The upstream sent something that is no JSON (";
  error.message += what;
  error.message += ")";
  const std::string_view beginning = json::first_code_points(bytes, kShown);
  if (json::is_valid_utf8(beginning)) {
    error.message += ": ";
    error.message += beginning;
    error.source = json::Value(beginning);
  }
  return Failure{std::move(error)};
}

}  // namespace argwright::protocol::responses
