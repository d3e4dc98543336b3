#include "gateway/demo/demo_model.h"

#include <algorithm>
#include <utility>

#include "argwright/json.h"
#include "gateway/demo/dice.h"
#include "gateway/demo/faults.h"
#include "gateway/demo/script.h"
#include "gateway/demo/writer.h"
#include "protocol/api_error.h"
#include "protocol/object_text.h"
#include "protocol/request_codec.h"

namespace argwright::gateway::demo {
namespace {

using protocol::ObjectText;
using protocol::Protocol;

constexpr std::string_view kJson = "application/json";
constexpr std::uint64_t kWriterSalt = 0x5DEECE66DU;  // how a script is cut is drawn apart from what it says

Answer refused(Protocol protocol, std::string message) {
  protocol::ApiError error;
  error.status = 400;
  error.message = std::move(message);
  Answer answer{400, std::string(kJson), {}};
  answer.pieces.push_back({std::chrono::milliseconds(0), protocol::write_error(protocol, error)});
  return answer;
}

bool has_message(const protocol::Request& request) {
  return std::ranges::any_of(request.turns, [](const protocol::Turn& turn) {
    return turn.role != protocol::Role::kSystem && turn.role != protocol::Role::kDeveloper;
  });
}

struct ListedModel {
  std::string id, shows;
};

std::vector<ListedModel> listed_models() {
  std::vector<ListedModel> models = {{"demo", "a fault drawn at random"}};
  for (const Fault& fault : faults()) models.push_back({model_name(fault), std::string(fault.shows)});
  return models;
}

}  // namespace

const Writer& writer(Protocol protocol) {
  static const Writer* const writers[] = {&kChatWriter, &kResponsesWriter, &kMessagesWriter};
  return *writers[static_cast<std::size_t>(protocol)];
}

Answer answer(Protocol protocol, std::string_view request_body, std::uint64_t seed, double pace) {
  const Result<json::Value> body = json::parse(request_body);
  if (!body) return refused(protocol, "The body of the request is no JSON: " + body.error().describe());
  const Result<protocol::Request> request = protocol::request_codec(protocol).decode(*body);
  if (!request) return refused(protocol, request.error().message);
  if (!has_message(*request)) {
    const std::string_view member = protocol == Protocol::kResponses ? "input" : "messages";
    return refused(protocol,
                   std::string(member) + ": there is no message to answer; send at least one of a user");
  }
  const Script script = make_script(*request, request_body, seed);
  Dice dice(seed ^ kWriterSalt);
  const Asked asked{*request, *body};
  Answer made;
  if (request->stream.value_or(false)) {
    made.content_type = "text/event-stream";
    made.pieces = paced_stream(writer(protocol).stream(script, asked, dice), pace, dice);
  } else {
    made.content_type = kJson;
    made.pieces = paced_body(writer(protocol).body(script, asked), pace, dice);
  }
  return made;
}

std::string models_body(Protocol protocol) {
  const std::vector<ListedModel> models = listed_models();
  std::string list = "[";
  for (const ListedModel& model : models) {
    if (list.size() > 1) list += ',';
    ObjectText entry(list);
    if (protocol == Protocol::kMessages) {
      entry.text("type", "model").text("id", model.id).text("display_name", "Argwright demo: " + model.shows);
      entry.text("created_at", "2026-01-01T00:00:00Z");
    } else {
      entry.text("id", model.id).text("object", "model").integer("created", 1'767'225'600);
      entry.text("owned_by", "argwright");
    }
    entry.close();
  }
  list += ']';
  std::string out;
  ObjectText object(out);
  if (protocol != Protocol::kMessages) object.text("object", "list");
  object.raw("data", list);
  if (protocol == Protocol::kMessages) {
    object.raw("has_more", "false").text("first_id", models.front().id).text("last_id", models.back().id);
  }
  object.close();
  return out;
}

}  // namespace argwright::gateway::demo
