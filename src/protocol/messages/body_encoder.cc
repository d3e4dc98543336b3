#include "protocol/messages/body_encoder.h"

#include "protocol/messages/block_writer.h"
#include "protocol/messages/stop_words.h"
#include "protocol/messages/usage.h"
#include "protocol/object_text.h"

namespace argwright::protocol::messages {

std::string encode_body(const Reply& reply, const EncodeOptions& options) {
  const ReplyChoice& choice = reply.choices.front();
  std::string content = "[";
  for (const auto& entry : choice.parts) {
    if (const auto* call = std::get_if<Call>(&entry)) {
      if (content.size() > 1) content += ',';
      append_tool_use(content, *call, input_of(*call), options.same_protocol);
    } else {
      append_part(content, std::get<ReplyPart>(entry), options.same_protocol);
    }
  }
  content += ']';

  Finish finish = choice.finish.value_or(Finish{});
  if (!choice.finish) finish.reason = FinishReason::kLength;
  std::string out;
  ObjectText body(out);
  body.text("id", reply.start.id.empty() ? "msg_argwright" : std::string_view(reply.start.id));
  body.text("type", "message").text("role", "assistant").text("model", reply.start.model);
  body.raw("content", content).text("stop_reason", word_for(finish, options.same_protocol));
  if (finish.stop_sequence) {
    body.text("stop_sequence", *finish.stop_sequence);
  } else {
    body.raw("stop_sequence", "null");
  }
  append_usage(body.key("usage"), reply.usage, options.same_protocol);
  if (options.same_protocol) body.members(finish.extras).members(reply.start.extras);
  body.close();
  return out;
}

}  // namespace argwright::protocol::messages
