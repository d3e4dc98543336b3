// `argwright serve`, the program itself, in front of one Chat upstream on this machine.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>

namespace argwright::gateway_test {

class ServeProcess {
 public:
  // Waits until it listens; port() is 0 where it does not come to that.
  explicit ServeProcess(std::uint16_t upstream);
  ServeProcess(const ServeProcess&) = delete;
  ServeProcess& operator=(const ServeProcess&) = delete;
  ~ServeProcess();

  std::uint16_t port() const { return port_; }

 private:
  std::filesystem::path folder_;
  pid_t process_ = -1;
  std::uint16_t port_ = 0;
};

}  // namespace argwright::gateway_test
