// Bodies of gateways that hold the reply in a member, or as the one item of a list.
#pragma once

#include "argwright/json.h"

namespace argwright::protocol {

// The reply in it; null: it is one itself, or nothing in it is. `holds_reply` asks for the members that only
// a reply of the protocol has.
const json::Value* wrapped_reply(const json::Value& body, bool (*holds_reply)(const json::Value&));

}  // namespace argwright::protocol
