// A new configuration while streams go on: what has begun ends as it began, what comes is served by the new.
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <thread>

#include "gateway/key_hash.h"
#include "tests/gateway/support/ending.h"
#include "tests/gateway/support/gateway_under_test.h"
#include "tests/gateway/support/samples.h"

namespace argwright::gateway_test {
namespace {

// An upstream that says its name; with x-slow it pauses in the middle of its stream.
Script named_reply(const HttpMessage& request, const std::string& name) {
  const std::string event = R"(data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m",)"
                            R"("choices":[{"index":0,"delta":{"content":")" +
                            name + R"("},"finish_reason":null}]})" + "\n\n";
  const std::string end = R"(data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m",)"
                          R"("choices":[{"index":0,"delta":{},"finish_reason":"stop"}]})"
                          "\n\ndata: [DONE]\n\n";
  Script script{Step::send(chunked_head(200, "Content-Type: text/event-stream\r\n") + chunk(event))};
  if (!request.field("x-slow").empty()) script.push_back(Step::pause(milliseconds(300)));
  script.push_back(Step::send(chunk(event) + chunk(end) + std::string(kEndOfChunks)));
  return script;
}

class Reload : public testing::Test {
 protected:
  Reload()
      : old_([](const HttpMessage& request, int) { return named_reply(request, "old"); }),
        new_([](const HttpMessage& request, int) { return named_reply(request, "new"); }),
        next_(test_config(old_.base_url(), Protocol::kChat)),
        gateway_(test_config(old_.base_url(), Protocol::kChat), {}, [this]() -> Result<Config> {
          const std::lock_guard lock(mutex_);
          return next_;
        }) {}

  void set_next(Result<Config> config) {
    const std::lock_guard lock(mutex_);
    next_ = std::move(config);
  }
  std::string text(std::string_view fields = {}) {
    const HttpMessage answer = gateway_.ask(request(Protocol::kChat, true, fields));
    const Ending ending = ending_of(Protocol::kChat, answer);
    EXPECT_EQ(ending.fault, "") << answer.body;
    return ending.text;
  }

  ScriptedUpstream old_, new_;
  std::mutex mutex_;
  Result<Config> next_;
  GatewayUnderTest gateway_;
};

TEST_F(Reload, StreamsGoOnAndNewRequestsUseTheNewOne) {
  RawClient streaming = gateway_.client();
  streaming.send(request(Protocol::kChat, true, "x-slow: 1\r\n"));
  ASSERT_TRUE(streaming.read_at_least(300));
  set_next(test_config(new_.base_url(), Protocol::kChat));
  const HttpMessage told = gateway_.ask(post("/admin/reload", ""));
  EXPECT_EQ(told.status, 200) << told.body;
  EXPECT_EQ(text(), "newnew");
  const Ending ending = ending_of(Protocol::kChat, streaming.read_reply());
  EXPECT_EQ(ending.fault, "");
  EXPECT_EQ(ending.text, "oldold");
  // A kept connection of before is served by the new one, too.
  streaming.send(request(Protocol::kChat, true));
  EXPECT_EQ(ending_of(Protocol::kChat, streaming.read_reply()).text, "newnew");
}

TEST_F(Reload, ABrokenConfigurationChangesNothing) {
  set_next(Error{ErrorCode::kInvalidArgument, "argwright.toml:3: no such thing", {}});
  const HttpMessage told = gateway_.ask(post("/admin/reload", ""));
  EXPECT_EQ(told.status, 422);
  EXPECT_NE(told.body.find("argwright.toml:3"), std::string::npos) << told.body;
  EXPECT_EQ(text(), "oldold");
  Config unusable = test_config(new_.base_url(), Protocol::kChat);
  unusable.routes.push_back({{"*"}, {{"nobody", "", 0}}});
  set_next(unusable);
  EXPECT_EQ(gateway_.ask(post("/admin/reload", "")).status, 422);
  EXPECT_EQ(text(), "oldold");
}

TEST_F(Reload, KeysComeAndGo) {
  Config with_key = test_config(new_.base_url(), Protocol::kChat);
  with_key.keys.emplace_back();
  with_key.keys.back().name = "alice";
  with_key.keys.back().sha256 = gateway::sha256_hex("secret-a");
  set_next(with_key);
  ASSERT_TRUE(gateway_.reload());
  EXPECT_TRUE(becomes_true([&] { return gateway_.ask(request(Protocol::kChat, true)).status == 401; }));
  EXPECT_EQ(text("x-api-key: secret-a\r\n"), "newnew");
}

TEST_F(Reload, WhatNeedsARestartIsTold) {
  Config other = test_config(new_.base_url(), Protocol::kChat);
  other.threads = 2;
  other.store.url = "sqlite::memory:";
  other.store.calls = gateway::CallLogging::kMended;
  other.log.level = "debug";
  set_next(other);
  const Result<std::string> told = gateway_.reload();
  ASSERT_TRUE(told);
  for (const char* each : {" threads", " store.url", " store.calls", " log"})
    EXPECT_NE(told->find(each), std::string::npos) << each << " in " << *told;
  EXPECT_EQ(told->find(" listeners"), std::string::npos) << *told;
  // As long as they differ from what was started, not only the first time.
  const Result<std::string> again = gateway_.reload();
  ASSERT_TRUE(again);
  EXPECT_EQ(*again, *told);
}

TEST_F(Reload, ManyTimesUnderLoad) {
  std::atomic<bool> over{false};
  std::thread reloader([&] {
    for (int i = 0; !over; ++i) {
      set_next(test_config(i % 2 == 0 ? new_.base_url() : old_.base_url(), Protocol::kChat));
      EXPECT_TRUE(gateway_.reload());
    }
  });
  for (int i = 0; i < 100; ++i) {
    const std::string got = text();
    EXPECT_TRUE(got == "oldold" || got == "newnew") << got;
  }
  over = true;
  reloader.join();
}

TEST(ReloadWithoutAFile, IsRefused) {
  ScriptedUpstream upstream([](const HttpMessage& request, int) { return named_reply(request, "old"); });
  GatewayUnderTest gateway(test_config(upstream.base_url(), Protocol::kChat));
  EXPECT_EQ(gateway.ask(post("/admin/reload", "")).status, 422);
  EXPECT_EQ(gateway.ask(get("/admin/reload")).status, 404);
}

}  // namespace
}  // namespace argwright::gateway_test
