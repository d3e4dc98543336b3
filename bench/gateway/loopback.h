// Sockets on the loopback of this machine, for the programs of this folder. A fault ends the program: what
// they measure would be worth nothing.
#pragma once

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace argwright::bench {

using Clock = std::chrono::steady_clock;

[[noreturn]] inline void give_up(const char* doing) {
  std::perror(doing);
  std::exit(1);
}

inline sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

inline int open_socket() {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (socket < 0) give_up("socket");
  const int on = 1;
  ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return socket;
}

inline void do_not_block(int descriptor) { ::fcntl(descriptor, F_SETFL, O_NONBLOCK); }

// Listens on a port that the system chooses, and tells which.
inline int listen_on_loopback(std::uint16_t& port) {
  const int listener = open_socket();
  sockaddr_in address = loopback(0);
  socklen_t size = sizeof address;
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  if (::bind(listener, any, size) != 0) give_up("bind");
  if (::listen(listener, 4096) != 0) give_up("listen");
  if (::getsockname(listener, any, &size) != 0) give_up("getsockname");
  port = ntohs(address.sin_port);
  return listener;
}

inline int connect_to_loopback(std::uint16_t port) {
  const int socket = open_socket();
  sockaddr_in address = loopback(port);
  if (::connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) give_up("connect");
  return socket;
}

inline void raise_descriptor_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace argwright::bench
