#include "tests/cli/process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <optional>

namespace argwright::cli {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds kPatience(60);
constexpr std::chrono::milliseconds kLate(750);

// One end for the test, one for the program.
struct Ends {
  int ours = -1;
  int theirs = -1;
};

void close_end(int& end) {
  if (end >= 0) ::close(end);
  end = -1;
}

Ends open_pipe(bool program_reads) {
  int ends[2] = {-1, -1};
  EXPECT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  return program_reads ? Ends{ends[1], ends[0]} : Ends{ends[0], ends[1]};
}

Ends open_terminal(int columns) {
  Ends ends;
  ends.ours = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  EXPECT_GE(ends.ours, 0);
  EXPECT_EQ(::grantpt(ends.ours), 0);
  EXPECT_EQ(::unlockpt(ends.ours), 0);
  ends.theirs = ::open(::ptsname(ends.ours), O_RDWR | O_NOCTTY | O_CLOEXEC);
  EXPECT_GE(ends.theirs, 0);
  winsize size{};
  size.ws_col = static_cast<unsigned short>(columns);
  size.ws_row = 40;
  EXPECT_EQ(::ioctl(ends.theirs, TIOCSWINSZ, &size), 0);
  return ends;
}

Ends open_sink(Sink sink, int columns) {
  switch (sink) {
    case Sink::kPipe: return open_pipe(false);
    case Sink::kTerminal: return open_terminal(columns);
    case Sink::kFull: return Ends{-1, ::open("/dev/full", O_WRONLY | O_CLOEXEC)};
  }
  return {};
}

std::vector<std::string> environment_of(const Invocation& what) {
  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    if (!text.starts_with("NO_COLOR=") && !text.starts_with("RCC_")) variables.emplace_back(text);
  }
  for (const auto& [name, value] : what.environment) variables.push_back(name + "=" + value);
  return variables;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> list;
  for (std::string& text : texts) list.push_back(text.data());
  list.push_back(nullptr);
  return list;
}

pid_t start(const Invocation& what, const Ends& in, const Ends& out, const Ends& err) {
  std::vector<std::string> words = what.arguments;
  words.insert(words.begin(), ARGWRIGHT_PROGRAM);
  std::vector<std::string> variables = environment_of(what);
  const std::vector<char*> argv = pointers(words);
  const std::vector<char*> envp = pointers(variables);
  const pid_t child = ::fork();
  if (child == 0) {
    // The test ignores SIGPIPE; the program must cope with its default.
    (void)std::signal(SIGPIPE, SIG_DFL);
    if (::dup2(in.theirs, STDIN_FILENO) >= 0 && ::dup2(out.theirs, STDOUT_FILENO) >= 0 &&
        ::dup2(err.theirs, STDERR_FILENO) >= 0) {
      ::execve(argv.front(), argv.data(), envp.data());
    }
    ::_exit(127);
  }
  return child;
}

// What is still to be fed, in one or two parts. A machine that does other things, too, may take its time to
// start the program: what is late is so for the program.
class Feed {
 public:
  explicit Feed(const Invocation& what)
      : now_(what.input), late_(what.late_input), before_late_(what.before_late) {}

  bool is_late(int descriptor) {
    if (is_late_) return true;
    int unread = 0;
    const bool is_taken = now_.empty() && ::ioctl(descriptor, FIONREAD, &unread) == 0 && unread == 0;
    if (!is_taken) return false;
    if (!late_at_) late_at_ = Clock::now() + kLate;
    is_late_ = Clock::now() >= *late_at_;
    if (is_late_ && before_late_) before_late_();
    return is_late_;
  }
  bool waiting(int descriptor) { return now_.empty() && !late_.empty() && !is_late(descriptor); }
  bool done() const { return now_.empty() && late_.empty(); }
  // False when nobody reads any more.
  bool write(int descriptor) {
    if (now_.empty()) std::swap(now_, late_);
    const ssize_t written = ::write(descriptor, now_.data(), now_.size());
    if (written < 0) return errno == EAGAIN;
    now_.remove_prefix(static_cast<std::size_t>(written));
    return true;
  }

 private:
  std::string_view now_;
  std::string_view late_;
  const std::function<void()>& before_late_;
  std::optional<Clock::time_point> late_at_;
  bool is_late_ = false;
};

// Reads what there is; closes the end when there will be no more.
void drain(int& end, std::string& text) {
  char buffer[65536];
  const ssize_t got = ::read(end, buffer, sizeof(buffer));
  if (got > 0) {
    text.append(buffer, static_cast<std::size_t>(got));
  } else if (got == 0 || errno != EINTR) {  // a terminal whose other side is closed says EIO
    close_end(end);
  }
}

void converse(const Invocation& what, pid_t child, Ends& in, Ends& out, Ends& err, Ended& ended) {
  Feed feed(what);
  int late_signal = what.late_signal;
  ::fcntl(in.ours, F_SETFL, O_NONBLOCK);
  const Clock::time_point deadline = Clock::now() + kPatience;
  while ((out.ours >= 0 || err.ours >= 0) && Clock::now() < deadline) {
    if (late_signal != 0 && feed.is_late(in.ours)) ::kill(child, std::exchange(late_signal, 0));
    if (in.ours >= 0 && feed.done() && what.late_signal == 0) close_end(in.ours);
    pollfd ends[] = {{feed.done() || feed.waiting(in.ours) ? -1 : in.ours, POLLOUT, 0},
                     {out.ours, POLLIN, 0},
                     {err.ours, POLLIN, 0}};
    if (::poll(ends, 3, 20) <= 0) continue;
    if (ends[0].revents != 0 && !feed.write(in.ours)) close_end(in.ours);
    if (ends[1].revents != 0) drain(out.ours, ended.out);
    if (ends[2].revents != 0) drain(err.ours, ended.err);
    if (what.leave_after_line && ended.out.find('\n') != std::string::npos) close_end(out.ours);
  }
}

}  // namespace

Ended run(const Invocation& what) {
  (void)std::signal(SIGPIPE, SIG_IGN);
  Ends in = open_pipe(true);
  Ends out = open_sink(what.out, what.columns);
  Ends err = open_sink(what.err, what.columns);
  const pid_t child = start(what, in, out, err);
  for (Ends* ends : {&in, &out, &err}) close_end(ends->theirs);

  Ended ended;
  converse(what, child, in, out, err, ended);
  const bool stuck = out.ours >= 0 || err.ours >= 0;
  if (stuck) ::kill(child, SIGKILL);
  for (Ends* ends : {&in, &out, &err}) close_end(ends->ours);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status)) ended.status = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) ended.signal = WTERMSIG(status);
  return ended;
}

Ended repair(std::string input, std::vector<std::string> arguments) {
  Invocation what;
  what.arguments = std::move(arguments);
  what.arguments.insert(what.arguments.begin(), "repair");
  what.input = std::move(input);
  return run(what);
}

Folder::Folder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "argwright_cli_XXXXXX").string();
  EXPECT_NE(::mkdtemp(pattern.data()), nullptr);
  path_ = pattern;
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string Folder::file(const std::string& name, std::string_view content) const {
  const std::filesystem::path path = path_ / name;
  std::ofstream(path, std::ios::binary) << content;
  return path.string();
}

std::size_t count_lines(std::string_view text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace argwright::cli
