#include "tests/gateway/support/certificates.h"

#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <cstdio>
#include <memory>

namespace argwright::gateway_test {
namespace {

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, FileCloser>;

}  // namespace

TestCertificate::TestCertificate(const std::string& host)
    : certificate_file_(folder_.file("certificate.pem")), key_file_(folder_.file("key.pem")) {
  EVP_PKEY* const key = EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519");
  X509* const certificate = X509_new();
  X509_set_version(certificate, 2);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate), -3600);
  X509_gmtime_adj(X509_getm_notAfter(certificate), 3600);
  X509_set_pubkey(certificate, key);
  X509_NAME* const name = X509_get_subject_name(certificate);
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>(host.c_str()),
                             -1, -1, 0);
  X509_set_issuer_name(certificate, name);
  const std::string names = "DNS:" + host + ",IP:127.0.0.1";
  X509_EXTENSION* const extension =
      X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, names.c_str());
  X509_add_ext(certificate, extension, -1);
  X509_EXTENSION_free(extension);
  EXPECT_GT(X509_sign(certificate, key, nullptr), 0);
  const File certificate_file(std::fopen(certificate_file_.c_str(), "w"));
  PEM_write_X509(certificate_file.get(), certificate);
  const File key_file(std::fopen(key_file_.c_str(), "w"));
  PEM_write_PrivateKey(key_file.get(), key, nullptr, nullptr, 0, nullptr, nullptr);
  server_ = SSL_CTX_new(TLS_server_method());
  SSL_CTX_use_certificate(server_, certificate);
  SSL_CTX_use_PrivateKey(server_, key);
  client_ = SSL_CTX_new(TLS_client_method());
  X509_STORE_add_cert(SSL_CTX_get_cert_store(client_), certificate);
  SSL_CTX_set_verify(client_, SSL_VERIFY_PEER, nullptr);
  X509_free(certificate);
  EVP_PKEY_free(key);
}

TestCertificate::~TestCertificate() {
  SSL_CTX_free(server_);
  SSL_CTX_free(client_);
}

}  // namespace argwright::gateway_test
