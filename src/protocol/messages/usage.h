// Usage as Messages replies tell it, where the input does not count what the cache read and wrote.
#pragma once

#include <string>

#include "protocol/usage.h"

namespace argwright::protocol::messages {

Usage read_usage(const json::Value& source);
// As an object of the protocol; the upstream's own where `same_protocol` and there is one.
void append_usage(std::string& out, const Usage& usage, bool same_protocol);

}  // namespace argwright::protocol::messages
