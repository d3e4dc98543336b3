#include "gateway/config/base_url.h"

#include <gtest/gtest.h>

namespace argwright::gateway {
namespace {

std::string reading(std::string_view text) {
  const Result<std::string> result = parse_base_url(text);
  return result ? *result : "fault: " + result.error().message;
}

TEST(BaseUrl, IsTakenWithoutItsLastSlash) {
  EXPECT_EQ(reading("https://api.openai.com/v1"), "https://api.openai.com/v1");
  EXPECT_EQ(reading("https://api.openai.com/v1//"), "https://api.openai.com/v1");
  EXPECT_EQ(reading("http://127.0.0.1:11434"), "http://127.0.0.1:11434");
  EXPECT_EQ(reading("http://[::1]:8000/v1"), "http://[::1]:8000/v1");
  EXPECT_EQ(reading("http://[::1]"), "http://[::1]");
}

TEST(BaseUrl, IsRefusedWithTheReason) {
  const std::string scheme = "fault: must begin with \"http://\" or \"https://\"";
  EXPECT_EQ(reading(""), scheme);
  EXPECT_EQ(reading("api.openai.com/v1"), scheme);
  EXPECT_EQ(reading("ftp://example.com"), scheme);
  EXPECT_EQ(reading("://example.com"), scheme);
  const std::string host = "fault: must name a host, as in \"https://api.example.com/v1\"";
  EXPECT_EQ(reading("http://"), host);
  EXPECT_EQ(reading("http:///v1"), host);
  EXPECT_EQ(reading("http://:80"), host);
  EXPECT_EQ(reading("http://a,b"), host);
  EXPECT_EQ(reading("http://[]"), host);
  EXPECT_EQ(reading("http://[::1"), "fault: has a '[' without ']'");
  const std::string port = "fault: has a port that is no number between 1 and 65535";
  EXPECT_EQ(reading("http://a:0"), port);
  EXPECT_EQ(reading("http://a:65536"), port);
  EXPECT_EQ(reading("http://a:"), port);
  EXPECT_EQ(reading("http://::1"), host);
  EXPECT_EQ(reading("http://[::1]80"), port);
  EXPECT_EQ(reading("https://a/v1?key=secret"), "fault: must not hold '?' or '#'");
  EXPECT_EQ(reading("https://a/v1#x"), "fault: must not hold '?' or '#'");
  EXPECT_EQ(reading("https://a/v 1"),
            "fault: holds a space, a control character or a character that a URL must escape as %XX");
}

TEST(BaseUrl, DoesNotRepeatWhatMayBeAKey) {
  EXPECT_EQ(reading("https://me:secret@example.com"),
            "fault: holds a user name or password; name the key's environment variable by api_key_env");
}

TEST(BaseUrl, EndsBeforeTheEndpoint) {
  EXPECT_EQ(reading("https://api.openai.com/v1/chat/completions"),
            "fault: must end before \"/chat/completions\", which is added for each request");
  EXPECT_EQ(reading("https://api.anthropic.com/v1/messages/"),
            "fault: must end before \"/messages\", which is added for each request");
}

}  // namespace
}  // namespace argwright::gateway
