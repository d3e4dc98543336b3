// Driven by tests/cli/store_test.cc. A thread waits for signals, so that no handler runs inside anything.
#include "app/interruption.h"

#include <pthread.h>

#include <csignal>
#include <utility>

namespace argwright::app {
namespace {

constexpr int kEnough = SIGUSR1;  // of our own: nobody waits any more

sigset_t signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int number : {SIGINT, SIGTERM, kEnough}) sigaddset(&set, number);
  return set;
}

}  // namespace

Interruption::Interruption(std::function<void(int signal)> told) {
  const sigset_t set = signals();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  thread_ = std::thread([set, told = std::move(told)] {
    int number = 0;
    while (sigwait(&set, &number) != 0) {
    }
    if (number != kEnough) told(number);
  });
}

Interruption::~Interruption() {
  pthread_kill(thread_.native_handle(), kEnough);
  thread_.join();
  const sigset_t set = signals();
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

}  // namespace argwright::app
