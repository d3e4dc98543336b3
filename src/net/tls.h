// The certificates and the rules of TLS for one side. Made once, used by all loops.
#pragma once

#include <memory>
#include <string>

#include "argwright/result.h"

namespace argwright::net {

class ClientTls {
 public:
  struct Options {
    std::string ca_file;  // trusted beside the system's own; empty: none
    bool verify = true;   // certificate and host name
  };
  static Result<ClientTls> make(const Options& options);

  struct State;
  const State& state() const { return *state_; }

 private:
  explicit ClientTls(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  std::shared_ptr<const State> state_;
};

class ServerTls {
 public:
  // PEM files; the certificate's file may hold the chain.
  static Result<ServerTls> make(const std::string& certificate, const std::string& private_key);

  struct State;
  const State& state() const { return *state_; }

 private:
  explicit ServerTls(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  std::shared_ptr<const State> state_;
};

}  // namespace argwright::net
