// A request and its reply in each protocol: some text, and one call whose arguments need a repair, so that
// the gateway has to hold it back.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol/protocol.h"

namespace argwright::gateway_test {

using protocol::kProtocols;
using protocol::Protocol;

// "/v1/chat/completions" ..
std::string path_of(Protocol protocol);
// The body of a request that declares the tool `weather`. `more`: further members, `,"name":value`.
std::string request_body(Protocol protocol, bool stream, std::string_view more = {});
// The whole request, as bytes.
std::string request(Protocol protocol, bool stream, std::string_view fields = {}, std::string_view more = {});

// The events of the stream, each with its blank line.
std::vector<std::string> stream_events(Protocol protocol);
std::string stream_text(Protocol protocol);
// The stream as the reply of an HTTP server, a chunk for each event.
std::string stream_reply(Protocol protocol, std::string_view fields = {});
// The whole reply as a body.
std::string reply_body(Protocol protocol);

inline constexpr std::string_view kReplyText = "Let me look that up for you.";
inline constexpr std::string_view kBrokenArguments = R"({"city": "Paris", "days": 3,})";
inline constexpr std::string_view kMendedArguments = R"({"city":"Paris","days":3})";

// JSON text of a string.
std::string quoted(std::string_view text);

}  // namespace argwright::gateway_test
