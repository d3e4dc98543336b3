#include "tests/gateway/sockets.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace argwright::gateway_test {
namespace {

constexpr int kSilenceMs = 30'000;

sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

Descriptor open_socket() {
  Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  EXPECT_GE(socket.number(), 0);
  return socket;
}

// Each write goes out by itself.
void do_not_gather(const Descriptor& socket) {
  const int on = 1;
  ::setsockopt(socket.number(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

}  // namespace

Descriptor::~Descriptor() {
  if (number_ >= 0) ::close(number_);
}

void Descriptor::shut_down() const {
  if (number_ >= 0) ::shutdown(number_, SHUT_RDWR);
}

Listener::Listener() : socket(open_socket()) {
  sockaddr_in address = loopback(0);
  socklen_t size = sizeof address;
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  EXPECT_EQ(::bind(socket.number(), any, size), 0);
  EXPECT_EQ(::listen(socket.number(), 16), 0);
  EXPECT_EQ(::getsockname(socket.number(), any, &size), 0);
  port = ntohs(address.sin_port);
}

Descriptor Listener::accept() const {
  Descriptor accepted(::accept4(socket.number(), nullptr, nullptr, SOCK_CLOEXEC));
  do_not_gather(accepted);
  return accepted;
}

Descriptor connect_to(std::uint16_t port) {
  Descriptor socket = open_socket();
  sockaddr_in address = loopback(port);
  EXPECT_EQ(::connect(socket.number(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  do_not_gather(socket);
  return socket;
}

bool write_all(const Descriptor& to, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t size = ::send(to.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (size <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(size));
  }
  return true;
}

bool read_some(const Descriptor& from, std::string& text) {
  pollfd end{from.number(), POLLIN, 0};
  if (::poll(&end, 1, kSilenceMs) <= 0) return false;
  char buffer[16384];
  const ssize_t size = ::read(from.number(), buffer, sizeof buffer);
  if (size <= 0) return false;
  text.append(buffer, static_cast<std::size_t>(size));
  return true;
}

std::string read_request(const Descriptor& from) {
  constexpr std::string_view kLength = "content-length:";
  std::string text;
  for (;;) {
    if (const std::size_t head = text.find("\r\n\r\n"); head != std::string::npos) {
      std::string lower = text.substr(0, head);
      std::transform(lower.begin(), lower.end(), lower.begin(),
                     [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; });
      const std::size_t field = lower.find(kLength);
      const std::size_t length =
          field == std::string::npos ? 0 : std::strtoul(lower.c_str() + field + kLength.size(), nullptr, 10);
      if (text.size() >= head + 4 + length) return text;
    }
    if (!read_some(from, text)) return text;
  }
}

}  // namespace argwright::gateway_test
