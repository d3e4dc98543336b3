// One TCP connection of a test, plain or TLS, with blocking calls that never wait longer than told.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

using SSL = struct ssl_st;
using SSL_CTX = struct ssl_ctx_st;

namespace argwright::gateway_test {

using std::chrono::milliseconds;
using Moment = std::chrono::steady_clock::time_point;

// As long as a step of a test may take before it counts as stuck; sanitizers are slow.
inline constexpr milliseconds kPatience{15'000};
inline Moment in(milliseconds time) { return std::chrono::steady_clock::now() + time; }

class Wire {
 public:
  enum class Got : std::uint8_t { kBytes, kEnd, kReset, kTimeout };

  Wire() = default;
  explicit Wire(int descriptor) : descriptor_(descriptor) {}
  Wire(Wire&& other) noexcept
      : descriptor_(std::exchange(other.descriptor_, -1)), tls_(std::exchange(other.tls_, nullptr)) {}
  Wire& operator=(Wire&& other) noexcept;
  ~Wire() { close(); }

  // To 127.0.0.1; a small receive buffer (0: the system's own) makes a client that takes little.
  static Wire connect(std::uint16_t port, int receive_buffer = 0);
  bool is_open() const { return descriptor_ >= 0; }

  // False: the peers did not agree.
  bool shake_hands_as_client(SSL_CTX* context, const std::string& host);
  bool shake_hands_as_server(SSL_CTX* context);

  // How many bytes the system took until the moment; fewer than all: the peer takes no more, or has gone.
  std::size_t send(std::string_view bytes, Moment until = in(kPatience));
  // Appends what has come.
  Got read(std::string& into, Moment until);

  void end_writing();
  void close();
  // The peer sees a reset instead of an end.
  void reset();

 private:
  int descriptor_ = -1;
  SSL* tls_ = nullptr;
};

// Listens on a port of 127.0.0.1 that the system chooses.
class ListeningSocket {
 public:
  explicit ListeningSocket(int backlog = 256);
  ~ListeningSocket();
  ListeningSocket(const ListeningSocket&) = delete;
  ListeningSocket& operator=(const ListeningSocket&) = delete;

  std::uint16_t port() const { return port_; }
  // Not open: nobody came within this time.
  Wire accept(milliseconds time);

 private:
  int descriptor_ = -1;
  std::uint16_t port_ = 0;
};

}  // namespace argwright::gateway_test
