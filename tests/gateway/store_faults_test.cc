// A gateway whose store is locked, removed, damaged or away serves on, and says so.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include "store/sqlite/database.h"
#include "store/temp_folder.h"
#include "tests/gateway/support/gateway_under_test.h"
#include "tests/gateway/support/samples.h"

namespace argwright::gateway_test {
namespace {

using std::chrono::seconds;
using std::chrono::steady_clock;

constexpr std::string_view kReply =
    R"({"id":"chatcmpl-1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":null,"reasoning_content":"Why not?","tool_calls":[{"id":"call_0fGZyNlqsLmPhJbbvQNFIyJC","type":"function","function":{"name":"weather","arguments":"{\"city\":\"Paris\"}"}}]},"finish_reason":"tool_calls"}]})";

class StoreFaults : public testing::Test {
 protected:
  void start(const std::string& url) {
    Config config = test_config(upstream_.base_url(), Protocol::kChat);
    config.store.url = url;
    config.upstreams.front().provider = "deepseek";  // wants reasoning back: it is remembered
    config.log.level = "info";
    config.log.file = log_;
    gateway_ = std::make_unique<GatewayUnderTest>(std::move(config));
    ASSERT_TRUE(gateway_->is_running());
  }

  int serve() {
    return gateway_
        ->ask(post("/v1/chat/completions",
                   R"({"model":"m","messages":[{"role":"user","content":"weather?"}]})"))
        .status;
  }
  HttpMessage ask_responses(std::string_view members) {
    return gateway_->ask(post("/v1/responses", R"({"model":"m",)" + std::string(members) + "}"));
  }
  // What a Responses client gets to name this reply by.
  static std::string id_of(const HttpMessage& answer) {
    const std::size_t at = answer.body.find(R"("id":"resp_)");
    if (at == std::string::npos) return "none in " + answer.body;
    return answer.body.substr(at + 6, answer.body.find('"', at + 6) - at - 6);
  }
  int look_at(const std::string& id, std::string_view method = "GET") {
    return gateway_->ask(get("/v1/responses/" + id, {}, method)).status;
  }
  std::string log() const {
    std::ifstream file(log_);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::string readiness() { return gateway_->ask("GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n").body; }
  std::string status() { return gateway_->ask("GET /admin/status HTTP/1.1\r\nHost: localhost\r\n\r\n").body; }
  bool tells(bool up) {
    return has(gateway_->metrics(), up ? "\nargwright_store_up 1\n" : "\nargwright_store_up 0\n");
  }
  static bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
  }

  void expect_degraded(std::string_view why) {
    EXPECT_EQ(serve(), 200);
    EXPECT_TRUE(becomes_true([&] { return tells(false); }));
    EXPECT_TRUE(has(readiness(), "degraded")) << readiness();
    EXPECT_TRUE(has(status(), why)) << status();
    EXPECT_EQ(serve(), 200);
  }

  store::TempFolder folder_;
  std::string file_ = folder_.file("store.db");
  std::string log_ = folder_.file("argwright.log");
  ScriptedUpstream upstream_{
      [](const HttpMessage&, int) -> Script { return {Step::send(http_reply(200, kReply))}; }};
  std::unique_ptr<GatewayUnderTest> gateway_;
};

TEST_F(StoreFaults, ALockIsSurvived) {
  start("sqlite:" + file_);
  EXPECT_EQ(serve(), 200);
  Result<std::unique_ptr<store::sqlite::Database>> holder = store::sqlite::Database::open(file_, {});
  ASSERT_TRUE(holder);
  ASSERT_FALSE((*holder)->execute("BEGIN IMMEDIATE", "test"));
  expect_degraded("is locked by another program");
  ASSERT_FALSE((*holder)->execute("ROLLBACK", "test"));
  EXPECT_TRUE(becomes_true([&] { return tells(true); }));
  EXPECT_FALSE(has(readiness(), "degraded")) << readiness();
}

TEST_F(StoreFaults, ResponsesWaitForALockToEndAndCanBeUsedMeanwhile) {
  start("sqlite:" + file_);
  Result<std::unique_ptr<store::sqlite::Database>> holder = store::sqlite::Database::open(file_, {});
  ASSERT_TRUE(holder);
  ASSERT_FALSE((*holder)->execute("BEGIN IMMEDIATE", "test"));
  const std::string first = id_of(ask_responses(R"("input":"question one")"));
  const std::string unwanted = id_of(ask_responses(R"("input":"forget this")"));
  const std::string secret = id_of(ask_responses(R"("input":"keep nothing","store":false)"));
  const HttpMessage second =
      ask_responses(R"("input":"question two","stream":true,"previous_response_id":")" + first + '"');
  EXPECT_EQ(second.status, 200) << second.body;
  EXPECT_TRUE(has(upstream_.requests().back().body, "question one"));
  ASSERT_TRUE(becomes_true([&] { return tells(false); }));
  EXPECT_EQ(look_at(first), 200);
  EXPECT_EQ(look_at(id_of(second)), 200);
  EXPECT_EQ(look_at(unwanted), 200);
  EXPECT_EQ(look_at(unwanted, "DELETE"), 200);
  EXPECT_EQ(look_at(unwanted, "DELETE"), 404);
  EXPECT_EQ(look_at(unwanted), 404);
  EXPECT_EQ(ask_responses(R"("input":"x","previous_response_id":")" + unwanted + '"').status, 404);
  EXPECT_EQ(look_at(secret), 404);
  ASSERT_FALSE((*holder)->execute("ROLLBACK", "test"));
  EXPECT_TRUE(becomes_true([&] { return tells(true); }));
  EXPECT_TRUE(becomes_true([&] { return has(gateway_->metrics(), "\nargwright_calllog_queue 0\n"); }));
  // The next gateway finds them in the file.
  gateway_.reset();
  start("sqlite:" + file_);
  EXPECT_EQ(look_at(first), 200);
  EXPECT_EQ(look_at(id_of(second)), 200);
  EXPECT_EQ(look_at(unwanted), 404);
  EXPECT_EQ(look_at(secret), 404);
  EXPECT_TRUE(has(gateway_->metrics(), "\nargwright_responses_dropped_total 0\n"));
}

TEST_F(StoreFaults, ResponsesThatFindNoRoomAreCountedAndToldOf) {
  start("sqlite:" + file_);
  Result<std::unique_ptr<store::sqlite::Database>> holder = store::sqlite::Database::open(file_, {});
  ASSERT_TRUE(holder);
  ASSERT_FALSE((*holder)->execute("BEGIN IMMEDIATE", "test"));
  EXPECT_EQ(serve(), 200);
  ASSERT_TRUE(becomes_true([&] { return tells(false); }));
  EXPECT_FALSE(has(readiness(), "lost")) << readiness();
  // The queue holds 64 MiB.
  const std::string large = R"("input":")" + std::string(std::size_t{12} << 20, 'x') + '"';
  for (int i = 0; i < 7; ++i) EXPECT_EQ(ask_responses(large).status, 200);
  EXPECT_TRUE(has(gateway_->metrics(), "\nargwright_responses_dropped_total 2\n")) << gateway_->metrics();
  EXPECT_TRUE(has(readiness(), "entries are lost")) << readiness();
  EXPECT_TRUE(has(status(), R"("dropped_responses":2)")) << status();
  EXPECT_TRUE(becomes_true([&] { return has(log(), "are lost: there is no room in the queue"); })) << log();
  ASSERT_FALSE((*holder)->execute("ROLLBACK", "test"));
  EXPECT_TRUE(becomes_true([&] { return !has(readiness(), "degraded"); })) << readiness();
  EXPECT_TRUE(has(gateway_->metrics(), "\nargwright_calllog_dropped_total 0\n"));
}

TEST_F(StoreFaults, AFileThatIsGoneIsToldOf) {
  start("sqlite:" + file_);
  EXPECT_EQ(serve(), 200);
  ASSERT_TRUE(becomes_true([&] { return has(gateway_->metrics(), "argwright_calllog_queue 0"); }));
  std::filesystem::rename(file_, file_ + ".moved");
  expect_degraded("was removed or replaced while in use");
  std::filesystem::rename(file_ + ".moved", file_);
  EXPECT_TRUE(becomes_true([&] { return tells(true); }));
}

// Whether it is found when the file is opened (its first pages hold the schema) or when it is written to.
TEST_F(StoreFaults, ADamagedFileIsToldOf) {
  constexpr std::streamoff kPage = 8192;
  for (const std::streamoff sound : {kPage / 2, kPage, 4 * kPage}) {
    SCOPED_TRACE(sound);
    start("sqlite:" + file_);
    for (int i = 0; i < 100; ++i) ASSERT_EQ(serve(), 200);
    gateway_.reset();
    {
      std::fstream bytes(file_, std::ios::binary | std::ios::in | std::ios::out);
      const auto size = static_cast<std::streamoff>(std::filesystem::file_size(file_));
      ASSERT_GT(size, sound);
      bytes.seekp(sound);
      for (std::streamoff at = sound; at < size; ++at) bytes.put('\x5a');
    }
    start("sqlite:" + file_);
    expect_degraded("is damaged");
    gateway_.reset();
    std::filesystem::remove(file_);
  }
}

TEST_F(StoreFaults, AFileThatCannotBeUsedAtTheStartIsUsedLater) {
  {
    Result<std::unique_ptr<store::sqlite::Database>> holder = store::sqlite::Database::open(file_, {});
    ASSERT_TRUE(holder);
    ASSERT_FALSE((*holder)->execute("BEGIN EXCLUSIVE", "test"));
    start("sqlite:" + file_);
    expect_degraded("is locked by another program");
    ASSERT_FALSE((*holder)->execute("ROLLBACK", "test"));
  }
  EXPECT_TRUE(becomes_true([&] { return tells(true); }));
  EXPECT_FALSE(has(readiness(), "degraded")) << readiness();
  EXPECT_TRUE(becomes_true([&] { return has(gateway_->metrics(), "\nargwright_calllog_queue 0\n"); }));
  EXPECT_TRUE(has(gateway_->metrics(), "\nargwright_calllog_dropped_total 0\n"));
}

// Others may read a shared store: replies wait until it has them, but not for ever, and not all of them.
TEST_F(StoreFaults, ASharedStoreThatIsAwayHoldsOnlyTheFirstReplies) {
  start("postgresql://me@127.0.0.1:1/argwright");  // nobody listens there
  auto began = steady_clock::now();
  EXPECT_EQ(serve(), 200);
  EXPECT_LT(steady_clock::now() - began, seconds(14));
  EXPECT_TRUE(tells(false));
  for (int i = 0; i < 3; ++i) {
    began = steady_clock::now();
    EXPECT_EQ(serve(), 200);
    EXPECT_LT(steady_clock::now() - began, seconds(3));
  }
}

}  // namespace
}  // namespace argwright::gateway_test
