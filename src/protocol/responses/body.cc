#include "protocol/responses/body.h"

#include <optional>
#include <utility>
#include <variant>

#include "protocol/responses/failure.h"
#include "protocol/responses/item_shape.h"
#include "protocol/responses/members.h"
#include "protocol/responses/output_decoder.h"
#include "protocol/responses/reply_members.h"
#include "protocol/responses/response_head.h"
#include "protocol/responses/response_writer.h"
#include "protocol/responses/status.h"
#include "protocol/responses/usage.h"
#include "protocol/wrapped_body.h"

namespace argwright::protocol::responses {

namespace {

bool holds_response(const json::Value& body) {
  return body.find("output") != nullptr || whole_output(body).has_value();
}

void add_failure(Failure failure, Events& events) {
  events.emplace_back(std::move(failure));
  events.emplace_back(End{true});
}

}  // namespace

void decode_body(json::Value whole, Events& events) {
  // There are servers that send the last event of a stream for a body.
  const json::Value* const wrapped = wrapped_reply(whole, holds_response);
  const bool is_wrapped = wrapped != nullptr;
  json::Value body;
  if (is_wrapped) {
    body = *wrapped;
  } else {
    body = std::move(whole);
  }
  const bool is_mended = mend_response(body);
  const bool is_error = tells_error(body) || is_failed(text_at(body, "status"));
  // A head without output is no response: an error of some shape that names no `error`.
  const json::Array* output = array_at(body, "output");
  const std::optional<json::Array> other_output = whole_output(body);
  if (output == nullptr && !other_output) {
    events.emplace_back(Start{});
    return add_failure(read_failure(body), events);
  }
  events.emplace_back(read_start(body));
  if (is_wrapped)
    events.emplace_back(Mended{"body_shape", "a body that holds its response in a member or a list"});
  if (is_mended) events.emplace_back(Mended{"member_kind", "a member of another kind"});
  if (lacks_head(body))
    events.emplace_back(Mended{"head_incomplete", "a response without members that clients read"});
  if (other_output)
    events.emplace_back(Mended{"output_kind", "a response whose output is no list of its items"});
  OutputDecoder decoder(OutputMode::kBody);
  decoder.reconcile(other_output ? *other_output : *output, events);
  decoder.close(Closing::kAtEnd, events);
  const json::Value* usage = object_at(body, "usage");
  if (is_error) {
    if (usage != nullptr) events.emplace_back(UsageTold{read_usage(*usage)});
    return add_failure(read_failure(body), events);
  }
  std::optional<Finish> finish = read_finish(body, "", decoder.has_calls());
  const bool has_ended = finish.has_value();
  if (finish) events.emplace_back(std::move(*finish));
  if (has_ended && !is_official_status(text_at(body, "status")))
    events.emplace_back(Mended{"status_differs", "a response's status is no word that clients know"});
  if (has_odd_details(body))
    events.emplace_back(Mended{"details_kind", "details of an end that name no reason, or no error"});
  if (lacks_counts(body)) events.emplace_back(Mended{"usage_missing", "usage without its counts"});
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
