// A client that sends whatever bytes a test likes.
#pragma once

#include <string>
#include <string_view>

#include "tests/gateway/support/http_text.h"

namespace argwright::gateway_test {

class RawClient {
 public:
  explicit RawClient(std::uint16_t port, int receive_buffer = 0)
      : wire(Wire::connect(port, receive_buffer)) {}

  // False: not all of it was taken.
  bool send(std::string_view bytes) { return wire.send(bytes) == bytes.size(); }
  HttpMessage read_reply(milliseconds patience = kPatience, bool to_head = false) {
    return read_message(wire, rest, in(patience), true, to_head);
  }
  HttpMessage ask(std::string_view bytes) {
    send(bytes);
    return read_reply();
  }
  // Everything until the other side ends the connection. False: it did not.
  bool read_to_end(std::string& all, milliseconds patience = kPatience);
  // True: the other side ends it within this time.
  bool is_ended_within(milliseconds patience);
  // Waits until so much of the reply is there.
  bool read_at_least(std::size_t size, milliseconds patience = kPatience);

  Wire wire;
  std::string rest;  // came and is not yet part of a reply
};

// One request on a connection of its own.
HttpMessage ask_once(std::uint16_t port, std::string_view bytes);

}  // namespace argwright::gateway_test
