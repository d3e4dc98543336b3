#include "tests/gateway/support/raw_client.h"

namespace argwright::gateway_test {

bool RawClient::read_to_end(std::string& all, milliseconds patience) {
  const Moment until = in(patience);
  all = std::exchange(rest, {});
  for (;;) {
    const Wire::Got got = wire.read(all, until);
    if (got == Wire::Got::kTimeout) return false;
    if (got != Wire::Got::kBytes) return true;
  }
}

bool RawClient::is_ended_within(milliseconds patience) {
  std::string ignored;
  return read_to_end(ignored, patience);
}

bool RawClient::read_at_least(std::size_t size, milliseconds patience) {
  const Moment until = in(patience);
  while (rest.size() < size) {
    if (wire.read(rest, until) != Wire::Got::kBytes) return false;
  }
  return true;
}

HttpMessage ask_once(std::uint16_t port, std::string_view bytes) {
  RawClient client(port);
  return client.ask(bytes);
}

}  // namespace argwright::gateway_test
