// Buffered writing to a file descriptor, so that a full disk and a closed pipe are seen and told apart.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace argwright::app {

class Output {
 public:
  // The descriptor stays the caller's. SIGPIPE must be ignored, else a closed pipe ends the program.
  explicit Output(int descriptor) : descriptor_(descriptor) {}
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  // Both are false once something could not be written; later calls then do nothing.
  bool write(std::string_view bytes);
  bool flush();

  bool failed() const { return error_ != 0; }
  // The reader has gone (`| head -1`): a reason to stop, and for what is only looked at none to complain.
  bool closed() const;
  // Why it failed, e.g. "No space left on device".
  std::string error_words() const;

 private:
  int descriptor_;
  int error_ = 0;  // errno
  std::string buffer_;
};

}  // namespace argwright::app
