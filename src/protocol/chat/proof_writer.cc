#include "protocol/chat/proof_writer.h"

#include "protocol/object_text.h"

namespace argwright::protocol::chat {

void append_proof(std::string& out, const Proof& proof, std::string_view text) {
  out += '[';
  bool filled = false;
  const auto separate = [&] {
    if (filled) out += ',';
    filled = true;
  };
  for (const json::Value& detail : proof.details) {
    separate();
    json::append(out, detail);
  }
  if (!proof.signature.empty()) {
    separate();
    ObjectText entry(out);
    entry.text("type", "reasoning.text");
    if (!text.empty()) entry.text("text", text);
    entry.text("signature", proof.signature).close();
  }
  if (!proof.encrypted.empty()) {
    separate();
    ObjectText entry(out);
    entry.text("type", "reasoning.encrypted").text("data", proof.encrypted).close();
  }
  out += ']';
}

}  // namespace argwright::protocol::chat
