#include "tests/gateway/support/scripted_upstream.h"

namespace argwright::gateway_test {
namespace {

// How soon a thread sees that the test is over.
constexpr milliseconds kSlice{10};
constexpr std::size_t kSendPiece = 65536;

}  // namespace

ScriptedUpstream::ScriptedUpstream(Author author, SSL_CTX* tls)
    : author_(std::move(author)), tls_(tls), acceptor_([this] { accept(); }) {}

ScriptedUpstream::~ScriptedUpstream() {
  stopping_ = true;
  acceptor_.join();
  for (std::thread& each : threads_) each.join();
}

std::string ScriptedUpstream::base_url(std::string_view host) const {
  return (tls_ != nullptr ? "https://" : "http://") + std::string(host) + ":" + std::to_string(port()) +
         "/v1";
}

std::vector<HttpMessage> ScriptedUpstream::requests() const {
  const std::lock_guard lock(mutex_);
  return requests_;
}

void ScriptedUpstream::accept() {
  while (!stopping_) {
    Wire wire = listener_.accept(kSlice);
    if (!wire.is_open()) continue;
    ++connections_;
    ++open_;
    threads_.emplace_back([this, own = std::move(wire)]() mutable {
      serve(std::move(own));
      --open_;
    });
  }
}

void ScriptedUpstream::serve(Wire wire) {
  if (tls_ != nullptr && !wire.shake_hands_as_server(tls_)) return;
  std::string rest;
  while (!stopping_ && wire.is_open()) {
    // Waits for the first byte in slices, so that an idle connection does not hold the end of the test up.
    if (rest.empty()) {
      const Wire::Got got = wire.read(rest, in(kSlice));
      if (got == Wire::Got::kTimeout) continue;
      if (got != Wire::Got::kBytes) return;
    }
    const HttpMessage request = read_message(wire, rest, in(kPatience), false);
    if (!request.is_whole) return;
    {
      const std::lock_guard lock(mutex_);
      requests_.push_back(request);
    }
    for (const Step& step : author_(request, asked_++)) {
      if (!run(step, wire, rest)) return;
    }
  }
}

bool ScriptedUpstream::run(const Step& step, Wire& wire, std::string&) {
  switch (step.kind) {
    case Step::Kind::kSend: {
      std::string_view left = step.bytes;
      while (!left.empty() && !stopping_) {
        const std::size_t sent = wire.send(left.substr(0, kSendPiece), in(kSlice));
        bytes_sent_ += sent;
        left.remove_prefix(sent);
        std::string ignored;
        if (sent == 0 && wire.read(ignored, in(milliseconds(0))) != Wire::Got::kTimeout) {
          ++abandoned_;
          return false;
        }
      }
      return !stopping_;
    }
    case Step::Kind::kPause: {
      const Moment until = in(step.time);
      while (!stopping_ && std::chrono::steady_clock::now() < until)
        std::this_thread::sleep_for(milliseconds(2));
      return !stopping_;
    }
    case Step::Kind::kClose: wire.close(); return false;
    case Step::Kind::kReset: wire.reset(); return false;
    case Step::Kind::kStall: return wait_for_end(wire);
    case Step::Kind::kTunnel: tunnel(wire, step.port); return false;
  }
  return false;
}

bool ScriptedUpstream::wait_for_end(Wire& wire) {
  std::string ignored;
  while (!stopping_) {
    const Wire::Got got = wire.read(ignored, in(kSlice));
    if (got == Wire::Got::kEnd || got == Wire::Got::kReset) {
      ++abandoned_;
      return false;
    }
  }
  return false;
}

void ScriptedUpstream::tunnel(Wire& wire, std::uint16_t port) {
  Wire other = Wire::connect(port);
  const auto carry = [](Wire& from, Wire& to) {
    std::string bytes;
    const Wire::Got got = from.read(bytes, in(milliseconds(1)));
    if (!bytes.empty()) to.send(bytes);
    return got == Wire::Got::kBytes || got == Wire::Got::kTimeout;
  };
  while (!stopping_ && carry(wire, other) && carry(other, wire)) {
  }
}

}  // namespace argwright::gateway_test
