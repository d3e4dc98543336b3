#include "protocol/codec.h"

#include "protocol/chat/codec.h"
#include "protocol/messages/codec.h"
#include "protocol/responses/codec.h"

namespace argwright::protocol {

const Codec& codec(Protocol protocol) {
  switch (protocol) {
    case Protocol::kChat: return chat::chat_codec();
    case Protocol::kResponses: return responses::responses_codec();
    case Protocol::kMessages: return messages::messages_codec();
  }
  return chat::chat_codec();
}

}  // namespace argwright::protocol
