// Blocking sockets on the loopback of this machine, for fakes that stand around a gateway.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace argwright::gateway_test {

// Owns a descriptor.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor();

  int number() const { return number_; }
  // Wakes whoever reads, writes or accepts on this socket.
  void shut_down() const;

 private:
  int number_ = -1;
};

// A port that the system chooses.
struct Listener {
  Listener();

  Descriptor socket;
  std::uint16_t port = 0;

  Descriptor accept() const;  // negative after shut_down()
};

Descriptor connect_to(std::uint16_t port);
bool write_all(const Descriptor& to, std::string_view bytes);
// Appends what has come, waiting for it; false at the end, or after 30 s of silence.
bool read_some(const Descriptor& from, std::string& text);
// A request with its body, or as much as came.
std::string read_request(const Descriptor& from);

}  // namespace argwright::gateway_test
