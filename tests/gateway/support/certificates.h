// Certificates made for one test, and TLS for its sockets.
#pragma once

#include <string>

#include "store/temp_folder.h"

using SSL_CTX = struct ssl_ctx_st;

namespace argwright::gateway_test {

// Signed by itself, for one host name and 127.0.0.1.
class TestCertificate {
 public:
  explicit TestCertificate(const std::string& host);
  ~TestCertificate();
  TestCertificate(const TestCertificate&) = delete;
  TestCertificate& operator=(const TestCertificate&) = delete;

  const std::string& certificate_file() const { return certificate_file_; }
  const std::string& key_file() const { return key_file_; }
  SSL_CTX* server() const { return server_; }
  // Trusts this certificate alone.
  SSL_CTX* client() const { return client_; }

 private:
  store::TempFolder folder_;
  std::string certificate_file_, key_file_;
  SSL_CTX* server_ = nullptr;
  SSL_CTX* client_ = nullptr;
};

}  // namespace argwright::gateway_test
