// Runs the argwright program with pipes, or a pseudo-terminal, around it.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace argwright::cli {

// What an output of the program is connected to.
enum class Sink { kPipe, kTerminal, kFull /* a device without room */ };

struct Invocation {
  std::vector<std::string> arguments = {};
  std::string input = {};  // on standard input, which is then closed
  // Set in addition to the environment of the test, less the variables that the program reads.
  std::vector<std::pair<std::string, std::string>> environment = {};
  Sink out = Sink::kPipe;
  Sink err = Sink::kPipe;
  int columns = 100;              // of the terminal
  bool leave_after_line = false;  // as `| head -1`: close its output after one line
  // Three quarters of a second after the program has taken all of `input` from its pipe:
  std::function<void()> before_late = {};
  std::string late_input = {};  // follows `input`
  int late_signal = 0;          // is sent, while standard input stays open; 0: none
};

struct Ended {
  int status = -1;  // exit status, or -1
  int signal = 0;   // that ended it, or 0
  std::string out;
  std::string err;
};

// Runs it to its end. Gives up after a minute, with a signal in the result.
Ended run(const Invocation& what);

// argwright repair ARGUMENTS... with `input`.
Ended repair(std::string input, std::vector<std::string> arguments = {});

// A folder that is gone with the test.
class Folder {
 public:
  Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder();

  // Writes a file and returns its path.
  std::string file(const std::string& name, std::string_view content) const;
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

std::size_t count_lines(std::string_view text);

}  // namespace argwright::cli
