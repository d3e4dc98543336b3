// The progress line of a long batch, on a terminal only.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace argwright::app {

class Progress {
 public:
  // `total_bytes` where it is known. Does nothing unless `shown`.
  Progress(bool shown, std::optional<std::uint64_t> total_bytes);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { erase(); }

  // Call after every line: cheap, and draws at most ten times a second, from half a second on.
  void update(std::size_t lines, std::uint64_t bytes);
  // Makes room for another line on standard error.
  void erase();

 private:
  using Clock = std::chrono::steady_clock;

  bool shown_;
  bool drawn_ = false;
  std::optional<std::uint64_t> total_bytes_;
  Clock::time_point next_;
};

}  // namespace argwright::app
