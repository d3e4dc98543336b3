#include "net/tls.h"

#include <openssl/err.h>

#include "net/tls_state.h"

namespace argwright::net {
namespace {

Error tls_error(const std::string& what, const error_code& error) {
  return {ErrorCode::kIo, what + ": " + error.message(), {}};
}

void set_minimum(asio::ssl::context& context) {
  SSL_CTX_set_min_proto_version(context.native_handle(), TLS1_2_VERSION);
  // An idle connection keeps no buffers: they are most of what TLS costs in memory.
  SSL_CTX_set_mode(context.native_handle(), SSL_MODE_RELEASE_BUFFERS);
}

}  // namespace

Result<ClientTls> ClientTls::make(const Options& options) {
  auto state = std::make_shared<State>();
  set_minimum(state->context);
  state->verify = options.verify;
  error_code error;
  state->context.set_default_verify_paths(error);
  if (error) return tls_error("the system's certificates cannot be read", error);
  if (!options.ca_file.empty()) {
    state->context.load_verify_file(options.ca_file, error);
    if (error) return tls_error("the certificates of " + options.ca_file + " cannot be read", error);
  }
  state->context.set_verify_mode(options.verify ? asio::ssl::verify_peer : asio::ssl::verify_none, error);
  if (error) return tls_error("verification cannot be set", error);
  return ClientTls(std::move(state));
}

Result<ServerTls> ServerTls::make(const std::string& certificate, const std::string& private_key) {
  auto state = std::make_shared<State>();
  set_minimum(state->context);
  error_code error;
  state->context.use_certificate_chain_file(certificate, error);
  if (error) return tls_error("the certificate " + certificate + " cannot be used", error);
  state->context.use_private_key_file(private_key, asio::ssl::context::pem, error);
  if (error) return tls_error("the private key " + private_key + " cannot be used", error);
  if (SSL_CTX_check_private_key(state->context.native_handle()) != 1) {
    ERR_clear_error();
    return Error{ErrorCode::kInvalidArgument,
                 "the private key " + private_key + " does not belong to the certificate " + certificate,
                 {}};
  }
  return ServerTls(std::move(state));
}

}  // namespace argwright::net
