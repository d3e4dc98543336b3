// A gateway as it must not be: it passes a reply on, but holds back events until it has several. It proves
// that a test on the pace of events can fail.
#pragma once

#include <cstdint>
#include <thread>

#include "tests/gateway/sockets.h"

namespace argwright::gateway_test {

class BatchingGateway {
 public:
  // Serves one request; `batch` events go out together, and what is left at the end of the reply.
  BatchingGateway(std::uint16_t upstream, std::size_t batch);
  BatchingGateway(const BatchingGateway&) = delete;
  BatchingGateway& operator=(const BatchingGateway&) = delete;
  ~BatchingGateway();

  std::uint16_t port() const { return listener_.port; }

 private:
  void serve(std::uint16_t upstream, std::size_t batch) const;

  Listener listener_;
  std::thread thread_;
};

}  // namespace argwright::gateway_test
