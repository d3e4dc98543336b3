#include "protocol/responses/body.h"

#include <utility>
#include <variant>

#include "protocol/responses/failure.h"
#include "protocol/responses/members.h"
#include "protocol/responses/output_decoder.h"
#include "protocol/responses/response_head.h"
#include "protocol/responses/response_writer.h"
#include "protocol/responses/status.h"
#include "protocol/responses/usage.h"

namespace argwright::protocol::responses {

void decode_body(const json::Value& body, Events& events) {
  const bool is_error = is_truthy(body.find("error")) || text_at(body, "status") == "failed";
  // A head without output is no response: an error of some shape that names no `error`.
  const bool is_response = body.is_object() && array_at(body, "output") != nullptr;
  if (is_error && !is_response) {
    events.emplace_back(Start{});
    events.emplace_back(read_failure(body));
    events.emplace_back(End{true});
    return;
  }
  if (!is_response) {
    events.emplace_back(Start{});
    events.emplace_back(Failure{read_error(502, body)});
    events.emplace_back(End{true});
    return;
  }
  events.emplace_back(read_start(body));
  OutputDecoder output(OutputMode::kBody);
  output.reconcile(array_of(body, "output"), events);
  output.close(Closing::kAtEnd, events);
  const json::Value* usage = object_at(body, "usage");
  if (is_error) {
    if (usage != nullptr) events.emplace_back(UsageTold{read_usage(*usage)});
    events.emplace_back(read_failure(body));
    events.emplace_back(End{true});
    return;
  }
  std::optional<Finish> finish = read_finish(body, "", output.has_calls());
  const bool has_ended = finish.has_value();
  if (finish) events.emplace_back(std::move(*finish));
  if (usage != nullptr && !has_counts(*usage))
    events.emplace_back(Mended{"usage_missing", "usage without its counts"});
  if (usage != nullptr) events.emplace_back(UsageTold{read_usage(*usage)});
  events.emplace_back(End{has_ended});
}

std::string encode_body(const Reply& reply, const EncodeOptions& options) {
  ResponseWriter writer(options);
  writer.add(reply.start, nullptr);
  if (!reply.choices.empty()) {
    int number = 0;
    for (const auto& entry : reply.choices.front().parts) {
      if (const Call* call = std::get_if<Call>(&entry)) {
        writer.add(*call, nullptr);
        continue;
      }
      // Numbered anew: a reply may have been gathered from several decoders.
      ReplyPart part = std::get<ReplyPart>(entry);
      part.start.choice = part.end.choice = 0;
      part.start.part = part.end.part = number++;
      Delta delta;
      delta.part = part.start.part;
      delta.text = std::move(part.text);
      writer.add(std::move(part.start), nullptr);
      writer.add(std::move(delta), nullptr);
      writer.add(std::move(part.end), nullptr);
    }
    if (reply.choices.front().finish) writer.add(*reply.choices.front().finish, nullptr);
  }
  if (reply.has_usage) writer.add(UsageTold{reply.usage}, nullptr);
  if (reply.error) writer.add(Failure{*reply.error}, nullptr);
  writer.add(End{reply.clean}, nullptr);
  return writer.response();
}

}  // namespace argwright::protocol::responses
