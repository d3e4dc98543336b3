// What of an exchange stands in the log, and what never does.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "gateway/key_hash.h"
#include "store/temp_folder.h"
#include "tests/gateway/support/gateway_under_test.h"
#include "tests/gateway/support/samples.h"

namespace argwright::gateway_test {
namespace {

constexpr std::string_view kSecret = "sk-live-0123456789abcdefghij";

// The log of one exchange whose request and reply hold a secret.
std::string log_of(bool bodies, bool stream) {
  const store::TempFolder folder;
  const std::string file = folder.file("argwright.log");
  ScriptedUpstream upstream([&](const HttpMessage&, int) -> Script {
    return {
        Step::send(stream ? stream_reply(Protocol::kChat) : http_reply(200, reply_body(Protocol::kChat)))};
  });
  Config config = test_config(upstream.base_url(), Protocol::kChat);
  config.keys.emplace_back();
  config.keys.back().name = "alice";
  config.keys.back().sha256 = gateway::sha256_hex(kSecret);
  config.log.level = "info";
  config.log.access = gateway::AccessLog::kJson;
  config.log.file = file;
  config.log.bodies = bodies;
  {
    const GatewayUnderTest gateway(config);
    const std::string key(kSecret);
    EXPECT_EQ(gateway
                  .ask(request(Protocol::kChat, stream, "Authorization: Bearer " + key + "\r\n",
                               R"(,"metadata":{"note":"marked-text","key":")" + key + "\"}"))
                  .status,
              200);
    EXPECT_EQ(gateway.ask(get("/v1/models?api_key=" + key, "x-api-key: wrong-" + key + "\r\n")).status, 401);
  }
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

TEST(Logging, OfBodiesHappensOnlyWhereAskedFor) {
  for (const bool stream : {false, true}) {
    const std::string without = log_of(false, stream);
    EXPECT_NE(without.find("\"key_name\":\"alice\""), std::string::npos) << without;
    EXPECT_NE(without.find("\"name\":\"weather\""), std::string::npos) << "calls are told by name";
    EXPECT_EQ(without.find("marked-text"), std::string::npos) << without;
    EXPECT_EQ(without.find("Paris"), std::string::npos) << "arguments are for the log of calls";
    const std::string with = log_of(true, stream);
    EXPECT_NE(with.find("marked-text"), std::string::npos) << with;
    EXPECT_NE(with.find("Paris"), std::string::npos) << with;
  }
}

TEST(Logging, TellsNoSecret) {
  for (const bool bodies : {false, true}) {
    const std::string log = log_of(bodies, false);
    EXPECT_EQ(log.find(kSecret), std::string::npos) << log;
    EXPECT_EQ(log.find("0123456789abcdefghij"), std::string::npos) << log;
  }
}

}  // namespace
}  // namespace argwright::gateway_test
