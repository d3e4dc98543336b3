#include "protocol/chat/body_encoder.h"

#include "protocol/chat/call_writer.h"
#include "protocol/chat/finish_words.h"
#include "protocol/chat/proof_writer.h"
#include "protocol/chat/think_splitter.h"
#include "protocol/chat/usage.h"
#include "protocol/object_text.h"

namespace argwright::protocol::chat {
namespace {

// The parts of a choice by where they stand in a message.
struct Message {
  std::string content, refusal, reasoning, reasoning_field = "reasoning_content";
  std::string calls, annotations, details;  // the insides of lists
};

void append_item(std::string& list, const json::Value& item) {
  if (!list.empty()) list += ',';
  json::append(list, item);
}

void add_part(Message& message, const ReplyPart& part, const EncodeOptions& options) {
  switch (part.start.kind) {
    case PartKind::kText:
      message.content += part.text;
      if (!options.same_protocol) break;
      for (const json::Value& annotation : part.end.annotations) append_item(message.annotations, annotation);
      break;
    case PartKind::kRefusal: message.refusal += part.text; break;
    case PartKind::kOpaque: break;
    case PartKind::kReasoning:
      if (part.start.form == ReasoningForm::kInline && options.same_protocol) {
        message.content += part.start.opening + part.text + part.end.closing;
        break;
      }
      message.reasoning += part.text;
      if (options.same_protocol) {
        for (const json::Member& extra : part.start.extras) {
          if (extra.key == "field") message.reasoning_field = extra.value.string();
        }
      }
      if (!part.end.proof.empty()) {
        std::string list;
        append_proof(list, part.end.proof, part.text);
        if (!message.details.empty()) message.details += ',';
        message.details.append(list, 1, list.size() - 2);
      }
      break;
  }
}

void append_message(std::string& out, const ReplyChoice& choice, const EncodeOptions& options) {
  Message message;
  for (const auto& entry : choice.parts) {
    if (const auto* call = std::get_if<Call>(&entry)) {
      if (!message.calls.empty()) message.calls += ',';
      append_call(message.calls, *call, std::nullopt, options.same_protocol);
    } else {
      add_part(message, std::get<ReplyPart>(entry), options);
    }
  }
  // S2-12. Reasoning in the content is part of the proof, which nobody may take away (C3).
  const bool drop = !message.calls.empty() && !options.keep_content_with_calls &&
                    !(options.same_protocol && holds_reasoning(message.content));
  ObjectText object(out);
  object.text("role", "assistant");
  if (message.content.empty() || drop) {
    object.raw("content", "null");
  } else {
    object.text("content", message.content);
  }
  if (message.refusal.empty()) {
    object.raw("refusal", "null");
  } else {
    object.text("refusal", message.refusal);
  }
  if (!message.reasoning.empty()) object.text(message.reasoning_field, message.reasoning);
  if (!message.details.empty()) object.raw("reasoning_details", "[" + message.details + "]");
  if (!message.calls.empty()) object.raw("tool_calls", "[" + message.calls + "]");
  if (!message.annotations.empty()) object.raw("annotations", "[" + message.annotations + "]");
  if (options.same_protocol) object.members(choice.extras);
  object.close();
}

std::string_view finish_word(const ReplyChoice& choice, bool same_protocol) {
  if (!choice.finish) return word_for(FinishReason::kLength);
  const Finish& finish = *choice.finish;
  if (same_protocol && is_own_word(finish.word) && reason_of(finish.word) == finish.reason)
    return finish.word;
  return word_for(finish.reason);
}

}  // namespace

std::string encode_body(const Reply& reply, const EncodeOptions& options) {
  std::string out;
  ObjectText body(out);
  body.text("id", reply.start.id.empty() ? "chatcmpl-argwright" : std::string_view(reply.start.id));
  body.text("object", "chat.completion")
      .integer("created", reply.start.created)
      .text("model", reply.start.model);
  body.key("choices") += '[';
  for (std::size_t i = 0; i < reply.choices.size(); ++i) {
    if (i != 0) out += ',';
    const ReplyChoice& choice = reply.choices[i];
    ObjectText entry(out);
    entry.integer("index", static_cast<std::int64_t>(i));
    append_message(entry.key("message"), choice, options);
    const bool has_logprobs = options.same_protocol && choice.finish && !choice.finish->extras.empty();
    if (has_logprobs) entry.members(choice.finish->extras);
    entry.text("finish_reason", finish_word(choice, options.same_protocol));
    entry.close();
  }
  out += ']';
  if (reply.has_usage) append_usage(body.key("usage"), reply.usage, options.same_protocol);
  if (options.same_protocol) body.members(reply.start.extras);
  body.close();
  return out;
}

}  // namespace argwright::protocol::chat
