// A script on the wire: the bytes of a real upstream, with the fault that the script has.
#pragma once

#include <string>

#include "argwright/json.h"
#include "gateway/demo/dice.h"
#include "gateway/demo/script.h"
#include "protocol/protocol.h"
#include "protocol/request.h"

namespace argwright::gateway::demo {

// The request: some of it is told back, some says how the reply is written.
struct Asked {
  const protocol::Request& request;
  const json::Value& body;
};

struct Writer {
  std::string (*stream)(const Script& script, const Asked& asked, Dice& dice);  // server-sent events
  std::string (*body)(const Script& script, const Asked& asked);
};

const Writer& writer(protocol::Protocol protocol);

extern const Writer kChatWriter;
extern const Writer kResponsesWriter;
extern const Writer kMessagesWriter;

}  // namespace argwright::gateway::demo
