#include "tests/gateway/support/wire.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace argwright::gateway_test {
namespace {

sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

// True: it can be read or written before the moment.
bool is_ready(int descriptor, short events, Moment until) {
  const auto left = std::chrono::duration_cast<milliseconds>(until - std::chrono::steady_clock::now());
  pollfd entry{descriptor, events, 0};
  return ::poll(&entry, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0))) > 0;
}

}  // namespace

Wire& Wire::operator=(Wire&& other) noexcept {
  if (this == &other) return *this;
  close();
  descriptor_ = std::exchange(other.descriptor_, -1);
  tls_ = std::exchange(other.tls_, nullptr);
  return *this;
}

Wire Wire::connect(std::uint16_t port, int receive_buffer) {
  const int descriptor = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (receive_buffer > 0) {
    ::setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
  }
  const int on = 1;
  ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  const sockaddr_in address = loopback(port);
  if (::connect(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    ::close(descriptor);
    return Wire();
  }
  return Wire(descriptor);
}

bool Wire::shake_hands_as_client(SSL_CTX* context, const std::string& host) {
  tls_ = SSL_new(context);
  SSL_set_fd(tls_, descriptor_);
  SSL_set_tlsext_host_name(tls_, host.c_str());
  return SSL_connect(tls_) == 1;
}

bool Wire::shake_hands_as_server(SSL_CTX* context) {
  tls_ = SSL_new(context);
  SSL_set_fd(tls_, descriptor_);
  return SSL_accept(tls_) == 1;
}

std::size_t Wire::send(std::string_view bytes, Moment until) {
  std::size_t sent = 0;
  while (descriptor_ >= 0 && sent < bytes.size()) {
    if (tls_ != nullptr) {
      const int size = SSL_write(tls_, bytes.data() + sent, static_cast<int>(bytes.size() - sent));
      if (size <= 0) break;
      sent += static_cast<std::size_t>(size);
      continue;
    }
    const ssize_t size =
        ::send(descriptor_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (size >= 0) {
      sent += static_cast<std::size_t>(size);
    } else if (errno != EAGAIN || !is_ready(descriptor_, POLLOUT, until)) {
      break;
    }
  }
  return sent;
}

Wire::Got Wire::read(std::string& into, Moment until) {
  if (descriptor_ < 0) return Got::kEnd;
  const bool has_rest = tls_ != nullptr && SSL_pending(tls_) > 0;
  if (!has_rest && !is_ready(descriptor_, POLLIN, until)) return Got::kTimeout;
  std::array<char, 16384> room;
  const ssize_t size = tls_ != nullptr ? SSL_read(tls_, room.data(), static_cast<int>(room.size()))
                                       : ::recv(descriptor_, room.data(), room.size(), 0);
  if (size > 0) {
    into.append(room.data(), static_cast<std::size_t>(size));
    return Got::kBytes;
  }
  return size < 0 && errno == ECONNRESET ? Got::kReset : Got::kEnd;
}

void Wire::end_writing() { ::shutdown(descriptor_, SHUT_WR); }

void Wire::close() {
  if (tls_ != nullptr) SSL_free(std::exchange(tls_, nullptr));
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

void Wire::reset() {
  const linger at_once{1, 0};
  ::setsockopt(descriptor_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  close();
}

ListeningSocket::ListeningSocket(int backlog)
    : descriptor_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address = loopback(0);
  socklen_t size = sizeof address;
  ::bind(descriptor_, reinterpret_cast<const sockaddr*>(&address), sizeof address);
  ::listen(descriptor_, backlog);
  ::getsockname(descriptor_, reinterpret_cast<sockaddr*>(&address), &size);
  port_ = ntohs(address.sin_port);
}

ListeningSocket::~ListeningSocket() { ::close(descriptor_); }

Wire ListeningSocket::accept(milliseconds time) {
  if (!is_ready(descriptor_, POLLIN, in(time))) return Wire();
  const int descriptor = ::accept4(descriptor_, nullptr, nullptr, SOCK_CLOEXEC);
  const int on = 1;
  if (descriptor >= 0) ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return Wire(descriptor);
}

}  // namespace argwright::gateway_test
