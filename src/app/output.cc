#include "app/output.h"

#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace argwright::app {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{64} << 10;

}  // namespace

bool Output::write(std::string_view bytes) {
  if (failed()) return false;
  buffer_ += bytes;
  return buffer_.size() < kBufferBytes || flush();
}

bool Output::flush() {
  std::string_view rest = buffer_;
  while (!failed() && !rest.empty()) {
    const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
    if (written >= 0) {
      rest.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      error_ = errno;
    }
  }
  buffer_.clear();
  return !failed();
}

bool Output::closed() const { return error_ == EPIPE; }

std::string Output::error_words() const { return std::generic_category().message(error_); }

}  // namespace argwright::app
