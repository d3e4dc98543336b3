// The content blocks of a message, whole.
#pragma once

#include <string>

#include "protocol/event.h"
#include "protocol/reply.h"

namespace argwright::protocol::messages {

// {"type": "tool_use", ..}. With `input` empty the block begins a stream.
void append_tool_use(std::string& out, const Call& call, std::string_view input, bool same_protocol);
// The arguments of a call as they go into `input`: JSON, also for a free-text call.
std::string input_of(const Call& call);
// The block of a part, appended behind a comma where `out` holds one already; nothing for a part that has no
// place in the protocol.
void append_part(std::string& out, const ReplyPart& part, bool same_protocol);
void append_redacted(std::string& out, std::string_view data);

}  // namespace argwright::protocol::messages
