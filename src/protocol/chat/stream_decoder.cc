#include "protocol/chat/stream_decoder.h"

#include <utility>

#include "protocol/stream_fault.h"

namespace argwright::protocol::chat {

void ChatStreamDecoder::decode(const SseBlock& block, Events& events) {
  // Clients stop reading at [DONE], whatever follows.
  if (!block.has_data || reader_.ended()) return;
  if (block.data.starts_with("[DONE]")) return reader_.end(true, events);
  Result<json::Value> chunk = json::parse(block.data, limits_);
  if (!chunk) {
    return add_unreadable_block(block.data, chunk.error(), events);
  }
  reader_.read(*std::move(chunk), events);
}

// Servers that close the connection in place of [DONE] are common: a finish reason is what tells a whole reply.
void ChatStreamDecoder::finish(Events& events) { reader_.end(false, events); }

}  // namespace argwright::protocol::chat
