// Driven by tests/cli/terminal_test.cc on a pseudo-terminal.
#include "app/progress.h"

#include <unistd.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace argwright::app {
namespace {

constexpr std::chrono::milliseconds kSilence(500);
constexpr std::chrono::milliseconds kInterval(100);
constexpr std::string_view kErase = "\r\x1b[K";

// Straight to the terminal. What it does not take is not worth a word.
void show(std::string_view text) { (void)!::write(STDERR_FILENO, text.data(), text.size()); }

std::string megabytes(std::uint64_t bytes) {
  const std::uint64_t tenths = bytes / 100'000;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

}  // namespace

Progress::Progress(bool shown, std::optional<std::uint64_t> total_bytes)
    : shown_(shown), total_bytes_(total_bytes), next_(Clock::now() + kSilence) {}

void Progress::erase() {
  if (drawn_) show(kErase);
  drawn_ = false;
}

void Progress::update(std::size_t lines, std::uint64_t bytes) {
  if (!shown_) return;
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + kInterval;
  std::string line(kErase);
  line += "argwright: " + std::to_string(lines) + " lines, " + megabytes(bytes);
  if (total_bytes_ && *total_bytes_ > 0) {
    line += " of " + megabytes(*total_bytes_) + " MB, " +
            std::to_string(std::min<std::uint64_t>(bytes * 100 / *total_bytes_, 100)) + "%";
  } else {
    line += " MB";
  }
  show(line);
  drawn_ = true;
}

}  // namespace argwright::app
