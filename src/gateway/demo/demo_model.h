// The demo model: a scripted upstream for `argwright serve --demo`, as pure logic. It speaks all three
// protocols, calls the tools that a request declares, breaks its calls in the ways that real models and
// servers do, and quotes the results, so that a tool loop runs to its end without a key. Who serves it over
// HTTP owns the sockets and the clock.
//
//   Answer reply = answer(Protocol::kChat, body, seed);
//   for (const Piece& piece : reply.pieces) wait(piece.delay), send(piece.bytes);
//
// Threading: no state; any number of threads.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gateway/demo/pacing.h"
#include "protocol/protocol.h"

namespace argwright::gateway::demo {

struct Answer {
  int status = 200;
  std::string content_type;   // "text/event-stream" or "application/json"
  std::vector<Piece> pieces;  // never empty; a body is one piece
};

// The same request and seed give the same answer. `pace` is a factor on all delays, 0 for none. A request
// that is no JSON, breaks its protocol or has no message gets its protocol's own error with status 400. A
// model that is not known answers as "demo" does, under the name that was asked for.
Answer answer(protocol::Protocol protocol, std::string_view request_body, std::uint64_t seed,
              double pace = 1.0);

// The answer to GET /v1/models: "demo", and one model for each fault.
std::string models_body(protocol::Protocol protocol);

// For a banner: one command for each protocol, which declares a tool and streams. `base_url` is what stands
// before /chat/completions, with or without a slash at its end: "http://127.0.0.1:8787/v1".
std::string curl_examples(std::string_view base_url);

}  // namespace argwright::gateway::demo
