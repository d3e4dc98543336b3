#include "protocol/responses/response_head.h"

#include <cmath>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "protocol/object_text.h"
#include "protocol/responses/members.h"
#include "protocol/responses/status.h"

namespace argwright::protocol::responses {
namespace {

// What the types of the official clients demand, or programs read without asking, with the API's own
// defaults.
struct Default {
  std::string_view key;
  std::string_view text;  // JSON
};
constexpr Default kDefaults[] = {{"background", "false"},
                                 {"instructions", "null"},
                                 {"max_output_tokens", "null"},
                                 {"metadata", "{}"},
                                 {"parallel_tool_calls", "true"},
                                 {"previous_response_id", "null"},
                                 {"reasoning", R"({"effort":null,"summary":null})"},
                                 {"service_tier", R"("default")"},
                                 {"temperature", "1"},
                                 {"text", R"({"format":{"type":"text"}})"},
                                 {"tool_choice", R"("auto")"},
                                 {"tools", "[]"},
                                 {"top_p", "1"},
                                 {"truncation", R"("disabled")"}};

// Some servers tell fractions of a second.
std::int64_t seconds_at(const json::Value& object, std::string_view key) {
  if (const auto seconds = integer_at(object, key)) return *seconds;
  constexpr double kBound = 9.0e18;
  const json::Value* value = object.find(key);
  const auto seconds = value != nullptr && value->is_number() ? value->as_double() : std::nullopt;
  return seconds && std::abs(*seconds) < kBound ? static_cast<std::int64_t>(*seconds) : 0;
}

// The upstream's members in their order, each once.
Extras merged(const Extras* start, const Extras* finish) {
  Extras all;
  std::unordered_map<std::string_view, std::size_t> places;
  for (const Extras* extras : {start, finish}) {
    if (extras == nullptr) continue;
    for (const json::Member& member : *extras) {
      const auto [place, is_new] = places.emplace(member.key, all.size());
      if (is_new) {
        all.push_back(member);
      } else {
        all[place->second].value = member.value;
      }
    }
  }
  return all;
}

}  // namespace

Start read_start(const json::Value& response) {
  Start start;
  start.id = text_at(response, "id");
  start.model = text_at(response, "model");
  start.created = seconds_at(response, "created_at");
  start.extras = response_extras(response);
  return start;
}

bool lacks_head(const json::Value& response) {
  const json::Value* const model = response.find("model");
  return text_at(response, "id").empty() || model == nullptr || !model->is_string() ||
         !has_number_at(response, "created_at") || array_at(response, "output") == nullptr;
}

void append_response(std::string& out, const ResponseObject& response) {
  ObjectText object(out);
  object.text("id", response.id);
  object.text("object", "response");
  object.integer("created_at", response.start.created);
  object.text("status", response.status);
  if (response.error == nullptr) {
    object.raw("error", "null");
  } else {
    ObjectText error(object.key("error"));
    error.text("code",
               response.error->code.empty() ? "server_error" : std::string_view(response.error->code));
    error.text("message", response.error->message).close();
  }
  if (response.incomplete_reason.empty()) {
    object.raw("incomplete_details", "null");
  } else {
    ObjectText details(object.key("incomplete_details"));
    details.text("reason", response.incomplete_reason).close();
  }
  object.text("model", response.start.model);
  object.raw("output", response.output);
  const Extras extras = merged(response.start_extras, response.finish_extras);
  object.members(extras);
  for (const Default& row : kDefaults) {
    if (find_member(extras, row.key) == nullptr) object.raw(row.key, row.text);
  }
  if (response.usage == nullptr) {
    object.raw("usage", "null");
  } else {
    object.value("usage", *response.usage);
  }
  object.close();
}

}  // namespace argwright::protocol::responses
