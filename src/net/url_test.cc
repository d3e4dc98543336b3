#include "net/url.h"

#include <gtest/gtest.h>

namespace argwright::net {
namespace {

std::string parts(std::string_view text) {
  const Result<Url> url = parse_url(text);
  if (!url) return "error: " + url.error().message;
  return std::string(url->tls ? "tls " : "") + url->host + " " + std::to_string(url->port) + " '" +
         url->path + "'" + (url->userinfo.empty() ? "" : " of " + url->userinfo);
}

TEST(Url, IsTakenApart) {
  EXPECT_EQ(parts("http://localhost"), "localhost 80 ''");
  EXPECT_EQ(parts("https://api.openai.com/v1"), "tls api.openai.com 443 '/v1'");
  EXPECT_EQ(parts("https://api.openai.com/v1//"), "tls api.openai.com 443 '/v1'");
  EXPECT_EQ(parts("http://127.0.0.1:8080/a/b/"), "127.0.0.1 8080 '/a/b'");
  EXPECT_EQ(parts("http://[::1]:9/x"), "::1 9 '/x'");
  EXPECT_EQ(parts("http://[fe80::1%25eth0]"), "fe80::1%25eth0 80 ''");
  EXPECT_EQ(parts("http://me:p%40ss@proxy:3128"), "proxy 3128 '' of me:p%40ss");
  EXPECT_EQ(parts("http://a@b@host"), "host 80 '' of a@b");
}

TEST(Url, RefusesWhatItIsNot) {
  for (const char* text : {"",
                           "localhost",
                           "ftp://a",
                           "HTTP//a",
                           "http://",
                           "http:///v1",
                           "http://:80",
                           "http://a:",
                           "http://a:x",
                           "http://a:65536",
                           "http://a:-1",
                           "http://a:+1",
                           "http://a:1:2",
                           "http://[::1",
                           "http://[]",
                           "http://[a]b",
                           "http://a b",
                           "http://a/\x01",
                           "http://a/\x7f",
                           "http://a\r\nX: y",
                           "http://a?b",
                           "http://a/#b",
                           "http://a,b",
                           "http://::1"}) {
    EXPECT_TRUE(parts(text).starts_with("error: ")) << text << " -> " << parts(text);
  }
  EXPECT_EQ(parts("ftp://a"), "error: 'ftp://a' is no URL that begins with http:// or https://");
  EXPECT_EQ(parts("http://a?b"),
            "error: 'http://a?b' has a query or a fragment; an address ends with its path");
}

TEST(Url, TellsNoPassword) {
  EXPECT_EQ(parts("http://me:secret@host:x"), "error: 'http://***@host:x' has no valid host or port");
  EXPECT_EQ(parts("socks://me:secret@host"),
            "error: 'socks://***@host' is no URL that begins with http:// or https://");
  EXPECT_EQ(parts("me:secret@host").find("secret"), std::string::npos);
}

TEST(Url, TellsItsAuthority) {
  const auto authority = [](std::string_view text) { return parse_url(text)->authority(); };
  EXPECT_EQ(authority("http://a:80/x"), "a");
  EXPECT_EQ(authority("http://a:443"), "a:443");
  EXPECT_EQ(authority("https://a"), "a");
  EXPECT_EQ(authority("https://[::1]:8443"), "[::1]:8443");
}

TEST(Url, HostsAndPorts) {
  const auto told = [](std::string_view text) {
    const Result<HostPort> parts = parse_host_port(text);
    return parts ? parts->host + " " + std::to_string(parts->port) : std::string("error");
  };
  EXPECT_EQ(told("127.0.0.1:8787"), "127.0.0.1 8787");
  EXPECT_EQ(told("[::1]:0"), "::1 0");
  EXPECT_EQ(told("localhost:0"), "localhost 0");
  for (const char* text : {"", "localhost", "[::1]", ":80", "a:", "a:b", "a:99999", "::1:80", "a b:80"}) {
    EXPECT_EQ(told(text), "error") << text;
  }
}

TEST(Url, KnowsLoopback) {
  for (const char* host : {"localhost", "127.0.0.1", "127.255.0.3", "::1"})
    EXPECT_TRUE(is_loopback_host(host)) << host;
  for (const char* host :
       {"", "0.0.0.0", "127.0.0.1.example.com", "localhost.example.com", "128.0.0.1", "::", "1127.0.0.1"}) {
    EXPECT_FALSE(is_loopback_host(host)) << host;
  }
}

TEST(Url, PercentDecoding) {
  EXPECT_EQ(percent_decoded("a%20b%2Fc%2f"), "a b/c/");
  EXPECT_EQ(percent_decoded("%41"), "A");
  EXPECT_EQ(percent_decoded("100%"), "100%");
  EXPECT_EQ(percent_decoded("%4"), "%4");
  EXPECT_EQ(percent_decoded("%zz+%"), "%zz+%");
}

}  // namespace
}  // namespace argwright::net
