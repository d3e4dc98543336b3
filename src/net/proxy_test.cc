#include "net/proxy.h"

#include <map>

#include <gtest/gtest.h>

namespace argwright::net {
namespace {

using Environment = std::map<std::string, std::string, std::less<>>;

std::string proxy_of(std::string_view upstream, const Environment& environment) {
  const Result<Url> url = parse_url(upstream);
  const Result<std::optional<Url>> proxy =
      proxy_for(*url, [&](std::string_view name) -> std::optional<std::string> {
        const auto found = environment.find(name);
        if (found == environment.end()) return std::nullopt;
        return found->second;
      });
  if (!proxy) return "error: " + proxy.error().message;
  return *proxy ? (*proxy)->authority() : "straight";
}

TEST(Proxy, IsTheOneOfTheScheme) {
  const Environment both{{"http_proxy", "http://plain:1"}, {"HTTPS_PROXY", "http://safe:2"}};
  EXPECT_EQ(proxy_of("http://api", both), "plain:1");
  EXPECT_EQ(proxy_of("https://api", both), "safe:2");
  EXPECT_EQ(proxy_of("https://api", {}), "straight");
  EXPECT_EQ(proxy_of("http://api", {{"HTTP_PROXY", "http://set-by-a-client:1"}}), "straight");
  EXPECT_EQ(proxy_of("http://api", {{"ALL_PROXY", "all:3"}}), "all:3");
  EXPECT_EQ(proxy_of("https://api", {{"https_proxy", ""}, {"all_proxy", "all:3"}}), "all:3");
}

TEST(Proxy, IsNotAskedForThisMachine) {
  const Environment all{{"all_proxy", "http://all:3"}};
  EXPECT_EQ(proxy_of("http://localhost:11434", all), "straight");
  EXPECT_EQ(proxy_of("http://127.0.0.1", all), "straight");
  EXPECT_EQ(proxy_of("http://[::1]", all), "straight");
}

TEST(Proxy, HasExceptions) {
  const auto with = [](std::string_view upstream, const char* list) {
    return proxy_of(upstream, {{"all_proxy", "http://all:3"}, {"NO_PROXY", list}});
  };
  EXPECT_EQ(with("http://api.corp.example", "other, .corp.example"), "straight");
  EXPECT_EQ(with("http://api.corp.example", "*.corp.example"), "straight");
  EXPECT_EQ(with("http://CORP.example", "corp.example"), "straight");
  EXPECT_EQ(with("http://api", "*"), "straight");
  EXPECT_EQ(with("http://notcorp.example", "corp.example"), "all:3");
  EXPECT_EQ(with("http://corp.example.org", "corp.example"), "all:3");
  EXPECT_EQ(with("http://api", " , ,."), "all:3");
}

TEST(Proxy, TellsWhatCannotBeUsed) {
  EXPECT_EQ(proxy_of("http://api", {{"http_proxy", "http://me:secret@a:b"}}),
            "error: the proxy of the environment: 'http://***@a:b' has no valid host or port");
  EXPECT_EQ(
      proxy_of("http://api", {{"http_proxy", "https://a"}}),
      "error: the proxy of the environment is asked for over https, which is not supported: use http://");
}

}  // namespace
}  // namespace argwright::net
