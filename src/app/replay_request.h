// What the request of a recorded reply says of how the reply is read.
#pragma once

#include <string>
#include <unordered_set>

#include "argwright/catalog.h"
#include "argwright/result.h"
#include "protocol/name_aliases.h"
#include "protocol/protocol.h"

namespace argwright::app {

struct ReplayRequest {
  ToolCatalog tools;
  // Where the request is the client's, and the upstream speaks another protocol: names that the upstream was
  // given in place of others, and free-text tools that it was given as functions. As the gateway makes them.
  protocol::NameAliases aliases;
  std::unordered_set<std::string> custom_tools;
};

// The request may be the client's (of `to`) or what the upstream got (of `from`): its tools tell which.
Result<ReplayRequest> read_replay_request(const std::string& text, protocol::Protocol from,
                                          protocol::Protocol to);

}  // namespace argwright::app
