// What the demo model answers to one request, before it is written in any protocol.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "argwright/json.h"
#include "gateway/demo/faults.h"
#include "protocol/request.h"
#include "protocol/usage.h"

namespace argwright::gateway::demo {

struct ScriptedCall {
  std::string id;
  std::string name;
  json::Value meant;      // an object
  std::string arguments;  // as they go on the wire
};

struct Script {
  std::string id;  // of the reply
  std::string model;
  std::int64_t created = 0;
  std::string reasoning;  // may be empty
  std::string text;       // may be empty where there are calls
  std::vector<ScriptedCall> calls;
  Shape shape = Shape::kPlain;  // of the calls; one that exists in the protocol
  protocol::Usage usage;
};

// Calls a tool where one is declared and fits; tells the results where the conversation ends with some; else
// talks. `body` is what `request` was read from. The same seed and request give the same script.
Script make_script(const protocol::Request& request, std::string_view body, std::uint64_t seed);

}  // namespace argwright::gateway::demo
