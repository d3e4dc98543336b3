// The tools that the race test calls, and the thread that answers some of them late.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "argwright/execution.h"

namespace argwright::races {

// Small, seeded, one per thread.
class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  unsigned below(unsigned limit) { return static_cast<unsigned>(engine_() % limit); }

 private:
  std::mt19937 engine_;
};

// Answers from a thread of its own: in time, late, twice, or never (drops `done`).
class LateAnswers {
 public:
  LateAnswers() : thread_([this](const std::stop_token& stop) { answer(stop); }) {}

  void put(ToolDone done);
  // Drops what is left.
  void close();

 private:
  void answer(const std::stop_token& stop);

  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<ToolDone> waiting_;
  std::jthread thread_;
};

// Declared with one parameter, `number`, an integer.
std::shared_ptr<Tool> echo_tool(std::string name, std::string description);  // answers the number at once
std::shared_ptr<Tool> throwing_tool(std::string name);                       // throws
std::shared_ptr<Tool> obedient_tool(std::string name);                       // runs until it is told to stop
std::shared_ptr<Tool> stubborn_tool(std::string name);  // runs for a few ms, whatever it is told
std::shared_ptr<Tool> late_tool(std::string name, std::shared_ptr<LateAnswers> answers);

}  // namespace argwright::races
