#include "gateway/observe/access_line.h"

#include <gtest/gtest.h>

#include "argwright/json.h"
#include "gateway/observe/test_reports.h"

namespace argwright::gateway {
namespace {

using std::chrono::microseconds;

TEST(ConsoleLine, TellsAnExchange) {
  EXPECT_EQ(console_line(sample_record(), {}),
            "2026-01-01 00:00:00.123 POST /v1/chat/completions gpt-4o -> main 200 1.24s first 312ms "
            "in 1.2kB out 3.4MB  get_weather repaired (3 fixes)");
}

TEST(ConsoleLine, IsColouredOnlyWhereColoursAreShown) {
  EXPECT_EQ(console_line(sample_record(), {}).find('\x1b'), std::string::npos);
  const std::string line = console_line(sample_record(), {.colours = true});
  EXPECT_NE(line.find("\x1b[32m200\x1b[0m"), std::string::npos);
  EXPECT_NE(line.find("\x1b[33mrepaired\x1b[0m"), std::string::npos);
}

TEST(ConsoleLine, TellsHowItEnded) {
  ExchangeRecord record;
  record.method = "GET";
  record.path = "/v1/models?key=abc";
  record.ending = Ending::kFailed;
  record.error = "sent Bearer abc\nto nobody";
  record.began = std::chrono::system_clock::time_point();
  record.total = microseconds(85);
  record.attempts = 3;
  EXPECT_EQ(console_line(record, {}),
            "1970-01-01 00:00:00.000 GET /v1/models?key=*** --- 85us in 0B out 0B attempts 3  failed: "
            "sent Bearer ***␊to nobody");
}

TEST(ConsoleLine, ManyCallsAreNotAllNamed) {
  ExchangeRecord record = sample_record();
  record.report.calls.assign(11, call_of("{}"));
  const std::string line = console_line(record, {});
  EXPECT_TRUE(line.ends_with("get_weather ok, 3 more")) << line;
}

TEST(ConsoleLine, ATerminalIsSafeFromClients) {
  ExchangeRecord record = sample_record();
  record.path = "/\x1b[2J";
  record.model = "\x1b]0;evil\a" + std::string(5000, 'x');
  record.report.calls[0].name = "\x1b[31m";
  const std::string line = console_line(record, {});
  EXPECT_EQ(line.find('\x1b'), std::string::npos);
  EXPECT_LT(line.size(), 500U);
}

TEST(ConsoleLine, TimesAndSizesInThreeDigits) {
  ExchangeRecord record = sample_record();
  record.first_byte = microseconds(999'999);
  record.total = microseconds(125'400'000);
  record.bytes_in = 999;
  record.bytes_out = 999'999;
  const std::string line = console_line(record, {});
  EXPECT_NE(line.find("200 125s first 999ms in 999B out 1.0MB"), std::string::npos) << line;
}

TEST(JsonLine, HoldsEveryField) {
  const std::string line = json_line(sample_record());
  EXPECT_EQ(line.find('\n'), std::string::npos);
  const Result<json::Value> value = json::parse(line);
  ASSERT_TRUE(value);
  for (const auto& [key, expected] : std::initializer_list<std::pair<std::string_view, std::string_view>>{
           {"time", "2026-01-01T00:00:00.123Z"},
           {"level", "info"},
           {"request_id", "req_1"},
           {"trace_id", "4bf92f3577b34da6a3ce929d0e0e4736"},
           {"peer", "127.0.0.1"},
           {"key_name", "alice"},
           {"method", "POST"},
           {"path", "/v1/chat/completions"},
           {"endpoint", "chat"},
           {"model", "gpt-4o"},
           {"upstream_model", "gpt-4o-2024-08-06"},
           {"upstream", "main"},
           {"provider", "openai"},
           {"client_protocol", "chat"},
           {"upstream_protocol", "chat"},
           {"ending", "done"}}) {
    ASSERT_NE(value->find(key), nullptr) << key;
    EXPECT_EQ(value->find(key)->string(), expected) << key;
  }
  for (const auto& [key, expected] :
       std::initializer_list<std::pair<std::string_view, std::int64_t>>{{"status", 200},
                                                                        {"attempts", 1},
                                                                        {"bytes_in", 1200},
                                                                        {"bytes_out", 3'400'000},
                                                                        {"total_us", 1'240'000},
                                                                        {"first_byte_us", 312'000},
                                                                        {"waited_us", 1'239'950}}) {
    ASSERT_NE(value->find(key), nullptr) << key;
    EXPECT_EQ(value->find(key)->as_int64(), expected) << key;
  }
  EXPECT_TRUE(value->find("stream")->boolean());
  EXPECT_TRUE(value->find("error")->is_null());
  const json::Value& call = value->find("calls")->items().at(0);
  EXPECT_EQ(call.find("outcome")->string(), "repaired");
  EXPECT_EQ(call.find("fixes")->items().size(), 3U);
  EXPECT_EQ(value->find("notes")->items().at(0).find("code")->string(), "finish_changed");
  EXPECT_EQ(value->find("usage")->find("output")->as_int64(), 20);
  EXPECT_EQ(value->find("usage")->find("cached"), nullptr);
}

TEST(JsonLine, HoldsNoSecret) {
  ExchangeRecord record = sample_record();
  record.path = "/v1/models?key=hunter2";
  record.error = "x-api-key: hunter2";
  record.model = "Bearer hunter2";
  record.report.notes[0].message = "password=hunter2";
  EXPECT_EQ(json_line(record).find("hunter2"), std::string::npos);
  EXPECT_EQ(console_line(record, {}).find("hunter2"), std::string::npos);
}

TEST(JsonLine, IsJsonWhateverTheBytes) {
  ExchangeRecord record = sample_record();
  record.path = std::string("/\xFF\0\n\"", 5);
  record.report.calls = {free_text_call(), call_of("{\"a\": \"b", protocol::Fate::kWithheld)};
  EXPECT_TRUE(json::parse(json_line(record)));
}

TEST(LogMessage, InBothForms) {
  const std::chrono::system_clock::time_point time;
  EXPECT_EQ(console_message(time, LogLevel::kWarn, "key sk-abcdefghijk\nrefused", {}),
            "1970-01-01 00:00:00.000 warn key sk-***␊refused");
  EXPECT_EQ(json_message(time, LogLevel::kError, "sk-abcdefghijk"),
            R"({"time":"1970-01-01T00:00:00.000Z","level":"error","message":"sk-***"})");
}

TEST(LogLevels, ByEndingAndByName) {
  EXPECT_EQ(level_of(Ending::kDone), LogLevel::kInfo);
  EXPECT_EQ(level_of(Ending::kRefused), LogLevel::kWarn);
  EXPECT_EQ(level_of(Ending::kUpstreamError), LogLevel::kWarn);
  EXPECT_EQ(level_of(Ending::kFailed), LogLevel::kError);
  EXPECT_EQ(log_level_by_name("warn"), LogLevel::kWarn);
  EXPECT_EQ(log_level_by_name(log_level_name(LogLevel::kOff)), LogLevel::kOff);
  EXPECT_EQ(log_level_by_name("loud"), std::nullopt);
}

}  // namespace
}  // namespace argwright::gateway
