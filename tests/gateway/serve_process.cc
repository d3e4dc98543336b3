#include "tests/gateway/serve_process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <string>

#include "tests/gateway/sockets.h"

namespace argwright::gateway_test {
namespace {

std::uint16_t port_in(const std::string& announcement) {
  constexpr std::string_view kAddress = "http://127.0.0.1:";
  const std::size_t at = announcement.find(kAddress);
  if (at == std::string::npos || announcement.find('\n', at) == std::string::npos) return 0;
  return static_cast<std::uint16_t>(std::strtoul(announcement.c_str() + at + kAddress.size(), nullptr, 10));
}

}  // namespace

ServeProcess::ServeProcess(std::uint16_t upstream) {
  std::string pattern = (std::filesystem::temp_directory_path() / "argwright_serve_XXXXXX").string();
  EXPECT_NE(::mkdtemp(pattern.data()), nullptr);
  folder_ = pattern;
  const std::string file = (folder_ / "argwright.toml").string();
  std::ofstream(file) << "drain = \"1s\"\n[[listener]]\naddress = \"127.0.0.1:0\"\n"
                      << "[[upstream]]\nname = \"paced\"\nbase_url = \"http://127.0.0.1:" << upstream
                      << "/v1\"\n"
                      << "[store]\nurl = \"off\"\n[log]\naccess = \"off\"\n";
  int ends[2] = {-1, -1};
  EXPECT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  const Descriptor ours(ends[0]);
  {
    const Descriptor theirs(ends[1]);
    process_ = ::fork();
    if (process_ == 0) {
      ::dup2(theirs.number(), STDOUT_FILENO);
      ::execl(ARGWRIGHT_PROGRAM, ARGWRIGHT_PROGRAM, "serve", "--config", file.c_str(), nullptr);
      ::_exit(127);
    }
  }
  std::string announcement;
  while (port_ == 0) {
    if (!read_some(ours, announcement)) break;
    port_ = port_in(announcement);
  }
  EXPECT_NE(port_, 0) << "argwright serve said: " << announcement;
}

ServeProcess::~ServeProcess() {
  if (process_ > 0) {
    ::kill(process_, SIGTERM);
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "argwright serve ended with " << status;
  }
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

}  // namespace argwright::gateway_test
