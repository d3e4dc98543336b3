#include "protocol/messages/block_writer.h"

#include "json/validator.h"
#include "protocol/custom_call.h"
#include "protocol/object_text.h"
#include "protocol/proof.h"
#include "protocol/wire_id.h"

namespace argwright::protocol::messages {
namespace {

void separate(std::string& out) {
  if (!out.empty() && out.back() != '[') out += ',';
}

}  // namespace

std::string input_of(const Call& call) {
  if (call.custom) return wrapped_input(call.arguments);
  return call.arguments.empty() ? "{}" : call.arguments;
}

void append_tool_use(std::string& out, const Call& call, std::string_view input, bool same_protocol) {
  ObjectText block(out);
  block.text("type", "tool_use").text("id", client_id(Protocol::kMessages, call.id)).text("name", call.name);
  // A body has no place for arguments that are no object (tool_enhance off): the text itself is told.
  if (input.empty() || json::is_strict_object(input)) {
    block.raw("input", input.empty() ? "{}" : input);
  } else {
    block.text("input", input);
  }
  if (same_protocol) block.members(call.extras);
  block.close();
}

void append_redacted(std::string& out, std::string_view data) {
  ObjectText block(out);
  block.text("type", "redacted_thinking").text("data", data).close();
}

void append_part(std::string& out, const ReplyPart& part, bool same_protocol) {
  switch (part.start.kind) {
    case PartKind::kOpaque:
      if (!same_protocol) return;
      separate(out);
      json::append(out, part.start.opaque);
      return;
    case PartKind::kText:
    case PartKind::kRefusal: {
      if (part.text.empty()) return;  // the API refuses empty text blocks when they are sent back
      separate(out);
      ObjectText block(out);
      block.text("type", "text").text("text", part.text);
      if (same_protocol && !part.end.annotations.empty()) block.value("citations", part.end.annotations);
      if (same_protocol) block.members(part.start.extras);
      block.close();
      return;
    }
    case PartKind::kReasoning: {
      const std::string_view signature = signature_of(part.end.proof);
      const std::string_view encrypted = encrypted_of(part.end.proof);
      if (!part.text.empty() || !signature.empty()) {
        separate(out);
        ObjectText block(out);
        block.text("type", "thinking").text("thinking", part.text).text("signature", signature);
        if (same_protocol) block.members(part.start.extras);
        block.close();
      } else if (!encrypted.empty()) {
        separate(out);
        append_redacted(out, encrypted);
      }
      return;
    }
  }
}

}  // namespace argwright::protocol::messages
