// Tested by input_test.cc.
#include "app/input.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

namespace argwright::app {
namespace {

constexpr std::size_t kChunkBytes = std::size_t{64} << 10;
constexpr std::string_view kStandardInput = "-";

Error system_error(int code) { return Error{ErrorCode::kIo, std::generic_category().message(code), {}}; }

}  // namespace

Result<InputFile> InputFile::open(const std::string& path) {
  if (path == kStandardInput) return InputFile(STDIN_FILENO);
  int descriptor = -1;
  do {
    descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  } while (descriptor < 0 && errno == EINTR);
  if (descriptor < 0) return system_error(errno);
  return InputFile(descriptor);
}

InputFile::InputFile(InputFile&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

InputFile::~InputFile() {
  if (descriptor_ > STDIN_FILENO) ::close(descriptor_);
}

Result<std::size_t> InputFile::read(std::string& buffer, std::size_t bytes) {
  const std::size_t old_size = buffer.size();
  buffer.resize(old_size + bytes);
  ssize_t got = -1;
  do {
    got = ::read(descriptor_, buffer.data() + old_size, bytes);
  } while (got < 0 && errno == EINTR);
  const int code = errno;
  buffer.resize(old_size + (got > 0 ? static_cast<std::size_t>(got) : 0));
  if (got < 0) return system_error(code);
  return static_cast<std::size_t>(got);
}

std::optional<std::uint64_t> InputFile::size() const {
  struct stat status{};
  if (fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return static_cast<std::uint64_t>(status.st_size);
}

std::string input_name(const std::string& path) { return path == kStandardInput ? "standard input" : path; }

Error too_large(std::string_view what, std::size_t max_bytes) {
  return Error{
      ErrorCode::kTooLarge,
      std::string(what) + " is larger than " + std::to_string(max_bytes) + " bytes; raise --max-bytes",
      {}};
}

Result<std::string> read_whole(const std::string& path, std::size_t max_bytes) {
  Result<InputFile> file = InputFile::open(path);
  if (!file) return file.error();
  std::string bytes;
  for (;;) {
    const Result<std::size_t> got = file->read(bytes, kChunkBytes);
    if (!got) return got.error();
    if (*got == 0) return bytes;
    if (bytes.size() > max_bytes) return too_large("input", max_bytes);
  }
}

Result<std::optional<LineReader::Line>> LineReader::next() {
  Line line{{}, ++number_, false};
  std::size_t searched = 0;  // bytes of the line that are known to hold no end
  for (;;) {
    const std::size_t end = buffer_.find('\n', start_ + searched);
    const bool found = end != std::string::npos;
    const std::size_t length = (found ? end : buffer_.size()) - start_;
    line.too_long = line.too_long || length > max_bytes_;
    if (found || at_end_) {
      if (!found && length == 0 && !line.too_long) return std::optional<Line>();
      if (!line.too_long) line.text = std::string_view(buffer_).substr(start_, length);
      consume(found ? length + 1 : length);
      return std::optional<Line>(line);
    }
    searched = length;
    if (line.too_long) {
      consume(length);
      searched = 0;
    }
    if (std::optional<Error> error = fill()) return std::move(*error);
  }
}

void LineReader::consume(std::size_t bytes) {
  start_ += bytes;
  position_ += bytes;
}

std::optional<Error> LineReader::fill() {
  buffer_.erase(0, start_);
  start_ = 0;
  before_wait_();
  const Result<std::size_t> got = file_.read(buffer_, kChunkBytes);
  if (!got) return got.error();
  at_end_ = *got == 0;
  return std::nullopt;
}

}  // namespace argwright::app
