// What a long task does when somebody presses Ctrl-C.
#pragma once

#include <functional>
#include <thread>

namespace argwright::app {

// While it lives, SIGINT and SIGTERM do not end the program: `told` is called, once, on a thread of its own,
// with the number of the signal; it should end the program. Make it before other threads: they inherit what
// it does.
class Interruption {
 public:
  explicit Interruption(std::function<void(int signal)> told);
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

 private:
  std::thread thread_;
};

}  // namespace argwright::app
