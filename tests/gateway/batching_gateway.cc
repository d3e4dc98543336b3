#include "tests/gateway/batching_gateway.h"

#include <string>
#include <string_view>

namespace argwright::gateway_test {
namespace {

std::size_t count_events(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = text.find("\n\n"); at != std::string_view::npos; at = text.find("\n\n", at + 2))
    ++count;
  return count;
}

}  // namespace

BatchingGateway::BatchingGateway(std::uint16_t upstream, std::size_t batch)
    : thread_([this, upstream, batch] { serve(upstream, batch); }) {}

BatchingGateway::~BatchingGateway() {
  listener_.socket.shut_down();
  thread_.join();
}

void BatchingGateway::serve(std::uint16_t upstream, std::size_t batch) const {
  const Descriptor client = listener_.accept();
  if (client.number() < 0) return;
  const Descriptor model = connect_to(upstream);
  write_all(model, read_request(client));
  std::string held;
  while (read_some(model, held)) {
    if (count_events(held) < batch && !held.ends_with("\r\n0\r\n\r\n")) continue;
    write_all(client, held);
    held.clear();
  }
  write_all(client, held);
}

}  // namespace argwright::gateway_test
