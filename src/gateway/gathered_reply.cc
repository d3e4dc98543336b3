// Tested by gathered_reply_test.cc.
#include "gateway/gathered_reply.h"

#include <string>

#include "protocol/codec.h"

namespace argwright::gateway {

using protocol::RelayedBody;
using protocol::RelayOptions;
using protocol::StreamRelay;

RelayedBody gathered_body(const StreamRelay& relay, const RelayOptions& options) {
  RelayedBody gathered;
  gathered.reply = relay.reply();
  gathered.report = relay.report();
  if (gathered.reply.error) {
    gathered.status = gathered.reply.error->status;
    gathered.body = protocol::write_error(options.to, *gathered.reply.error);
    return gathered;
  }
  protocol::EncodeOptions encode{options.from == options.to, true,
                                 options.governance.keep_content_with_calls};
  encode.reply_id = options.reply_id;
  gathered.body = protocol::codec(options.to).encode_body(gathered.reply, encode);
  return gathered;
}

RelayedBody gathered_stream(std::string_view bytes, const RelayOptions& options) {
  StreamRelay relay(options);
  std::string unheard;
  relay.feed(bytes, unheard);
  relay.finish(unheard);
  return gathered_body(relay, options);
}

}  // namespace argwright::gateway
