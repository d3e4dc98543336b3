// Reading files and standard input, with a bound on what is held in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "argwright/result.h"

namespace argwright::app {

// An open file, or standard input for "-". Closed by the destructor, standard input apart.
class InputFile {
 public:
  // kIo with the system's words when it cannot be opened.
  static Result<InputFile> open(const std::string& path);

  InputFile(InputFile&& other) noexcept;
  InputFile& operator=(InputFile&& other) = delete;
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile();

  // Appends up to `bytes` bytes to `buffer`; 0 at the end.
  Result<std::size_t> read(std::string& buffer, std::size_t bytes);
  // Where it is a plain file.
  std::optional<std::uint64_t> size() const;

 private:
  explicit InputFile(int descriptor) : descriptor_(descriptor) {}

  int descriptor_;
};

// "standard input" for "-", else the path.
std::string input_name(const std::string& path);

// All of a file. kTooLarge past max_bytes, kIo when it cannot be read; the message does not name the file.
Result<std::string> read_whole(const std::string& path, std::size_t max_bytes);

// "input is larger than N bytes; raise --max-bytes".
Error too_large(std::string_view what, std::size_t max_bytes);

// Lines of a file, one at a time; memory is bounded by the longest line or max_bytes, whichever is less.
class LineReader {
 public:
  struct Line {
    std::string_view text;   // without its end; valid until the next call. Empty when too long
    std::size_t number = 0;  // from 1
    bool too_long = false;   // longer than max_bytes: skipped up to its end
  };

  // Before each wait for more input `before_wait` is called, so that answers go out before their sender is
  // asked for more. `file` must outlive the reader.
  LineReader(InputFile& file, std::size_t max_bytes, std::function<void()> before_wait)
      : file_(file), max_bytes_(max_bytes), before_wait_(std::move(before_wait)) {}

  // Nothing at the end.
  Result<std::optional<Line>> next();
  // Bytes consumed so far.
  std::uint64_t position() const { return position_; }

 private:
  void consume(std::size_t bytes);
  // Drops what was consumed and reads on.
  std::optional<Error> fill();

  InputFile& file_;
  std::size_t max_bytes_;
  std::function<void()> before_wait_;
  std::string buffer_;
  std::size_t start_ = 0;  // of the line being read
  bool at_end_ = false;
  std::size_t number_ = 0;
  std::uint64_t position_ = 0;
};

}  // namespace argwright::app
