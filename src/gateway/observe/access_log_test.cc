#include "gateway/observe/access_log.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "argwright/json.h"
#include "gateway/observe/test_reports.h"

namespace argwright::gateway {
namespace {

namespace fs = std::filesystem;

class GatewayLogTest : public testing::Test {
 protected:
  GatewayLogTest()
      : folder_(fs::temp_directory_path() / ("argwright_log_test_" + std::to_string(::getpid()) + "_" +
                                             testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    config_.file = folder_ / "access.log";
  }
  ~GatewayLogTest() override { fs::remove_all(folder_); }

  std::unique_ptr<GatewayLog> open(std::size_t queue = GatewayLog::kQueue) {
    Result<std::unique_ptr<GatewayLog>> log = GatewayLog::open(config_, {.colours = true}, queue);
    EXPECT_TRUE(log) << (log ? "" : log.error().message);
    return log ? *std::move(log) : nullptr;
  }
  static std::vector<std::string> lines_of(const fs::path& file) {
    std::ifstream in(file);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
  }
  // The queue is written by another thread.
  static void wait_for(const fs::path& file, std::size_t lines) {
    for (int i = 0; i < 500 && lines_of(file).size() < lines; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ASSERT_GE(lines_of(file).size(), lines);
  }

  fs::path folder_;
  LogConfig config_;
};

TEST_F(GatewayLogTest, WritesLinesForPeopleWithoutColours) {
  open()->record(sample_record());
  EXPECT_EQ(lines_of(config_.file), std::vector<std::string>{console_line(sample_record(), {})});
}

TEST_F(GatewayLogTest, WritesJsonLines) {
  config_.access = AccessLog::kJson;
  auto log = open();
  log->record(sample_record());
  log->say(LogLevel::kWarn, "Bearer abc");
  log->show("a story\n");
  log.reset();
  const std::vector<std::string> lines = lines_of(config_.file);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0], json_line(sample_record()));
  const Result<json::Value> message = json::parse(lines[1]);
  ASSERT_TRUE(message);
  EXPECT_EQ(message->find("message")->string(), "Bearer ***");
}

TEST_F(GatewayLogTest, ObeysTheLevel) {
  config_.level = "warn";
  auto log = open();
  ExchangeRecord record = sample_record();
  log->record(record);
  record.ending = Ending::kRefused;
  log->record(record);
  record.ending = Ending::kFailed;
  log->record(record);
  log->say(LogLevel::kInfo, "not this");
  log.reset();
  EXPECT_EQ(lines_of(config_.file).size(), 2U);
}

TEST_F(GatewayLogTest, OffMeansOff) {
  config_.access = AccessLog::kOff;
  auto log = open();
  log->record(sample_record());
  log->say(LogLevel::kInfo, "messages stay");
  log.reset();
  EXPECT_EQ(lines_of(config_.file).size(), 1U);
  config_.level = "off";
  log = open();
  log->say(LogLevel::kError, "nothing");
  log.reset();
  EXPECT_EQ(lines_of(config_.file).size(), 1U);
}

TEST_F(GatewayLogTest, OpensItsFileAnew) {
  auto log = open();
  log->say(LogLevel::kInfo, "one");
  wait_for(config_.file, 1);
  const fs::path rotated = folder_ / "access.log.1";
  fs::rename(config_.file, rotated);
  log->reopen();
  log->say(LogLevel::kInfo, "two");
  log.reset();
  EXPECT_EQ(lines_of(rotated).size(), 1U);
  EXPECT_EQ(lines_of(config_.file).size(), 1U);
}

TEST_F(GatewayLogTest, KeepsTheOldFileWhereThereIsNoNewOne) {
  auto log = open();
  log->say(LogLevel::kInfo, "one");
  wait_for(config_.file, 1);
  const fs::path moved = folder_.string() + "_moved";
  fs::rename(folder_, moved);
  log->reopen();
  log->say(LogLevel::kInfo, "two");
  log.reset();
  EXPECT_EQ(lines_of(moved / "access.log").size(), 3U);  // with a word about it
  fs::remove_all(moved);
}

TEST_F(GatewayLogTest, GivesUpTheOldestLinesAndCountsThem) {
  // A pipe that nobody reads stops the writer, so that the queue fills up.
  config_.file = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(config_.file.c_str(), 0600), 0);
  std::string read;
  std::thread reader;
  constexpr std::size_t kLines = 3000;
  std::uint64_t dropped = 0;
  {
    std::ifstream held;
    std::thread opener([&] { held.open(config_.file); });  // both ends have to be opened at once
    auto log = open(16);
    opener.join();
    for (std::size_t i = 0; i < kLines; ++i)
      log->say(LogLevel::kInfo, "line " + std::to_string(i) + std::string(100, '.'));
    dropped = log->dropped();
    reader = std::thread([&read, in = std::move(held)]() mutable {
      std::ostringstream all;
      all << in.rdbuf();
      read = all.str();
    });
  }
  reader.join();
  EXPECT_GT(dropped, 0U);
  EXPECT_NE(read.find("line " + std::to_string(kLines - 1) + "."), std::string::npos) << "the newest is kept";
  const auto written = static_cast<std::uint64_t>(std::count(read.begin(), read.end(), '\n'));
  EXPECT_EQ(written + dropped, kLines);
}

TEST_F(GatewayLogTest, SaysWhatIsWrongWithTheFile) {
  config_.file = folder_ / "missing" / "access.log";
  const auto log = GatewayLog::open(config_, {});
  ASSERT_FALSE(log);
  EXPECT_EQ(log.error().code, ErrorCode::kIo);
  EXPECT_NE(log.error().message.find(config_.file), std::string::npos);
  EXPECT_NE(log.error().message.find("No such file"), std::string::npos);
}

TEST_F(GatewayLogTest, SaysWhatIsWrongWithTheLevel) {
  config_.level = "loud";
  const auto log = GatewayLog::open(config_, {});
  ASSERT_FALSE(log);
  EXPECT_NE(log.error().message.find("'loud'"), std::string::npos);
}

TEST_F(GatewayLogTest, CountsWhatTheDiskRefuses) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  config_.file = "/dev/full";
  auto log = open();
  log->say(LogLevel::kInfo, "one");
  for (int i = 0; i < 500 && log->dropped() == 0; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_EQ(log->dropped(), 1U);
}

}  // namespace
}  // namespace argwright::gateway
