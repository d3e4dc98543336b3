#include "protocol/request_codec.h"

#include "protocol/chat/request_decode.h"
#include "protocol/chat/request_encode.h"
#include "protocol/messages/request_decode.h"
#include "protocol/messages/request_encode.h"
#include "protocol/responses/request_decode.h"
#include "protocol/responses/request_encode.h"

namespace argwright::protocol {

const RequestCodec& request_codec(Protocol protocol) {
  // In the order of the enumeration.
  static constexpr RequestCodec kCodecs[] = {
      {chat::decode_request, chat::encode_request},
      {responses::decode_request, responses::encode_request},
      {messages::decode_request, messages::encode_request},
  };
  return kCodecs[static_cast<std::size_t>(protocol)];
}

}  // namespace argwright::protocol
