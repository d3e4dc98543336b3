// Usage as chat replies tell it, in every spelling seen, and as we write it.
#pragma once

#include <string>

#include "protocol/usage.h"

namespace argwright::protocol::chat {

Usage read_usage(const json::Value& source);
// As an object of the protocol; the upstream's own where `same_protocol` and there is one.
void append_usage(std::string& out, const Usage& usage, bool same_protocol);

}  // namespace argwright::protocol::chat
