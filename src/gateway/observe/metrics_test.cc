#include "gateway/observe/metrics.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "argwright/version.h"
#include "gateway/observe/test_reports.h"

namespace argwright::gateway {
namespace {

bool has_line(const std::string& text, std::string_view line) {
  return ("\n" + text).find("\n" + std::string(line) + "\n") != std::string::npos;
}

std::size_t occurrences(const std::string& text, std::string_view what) {
  std::size_t count = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++count;
  return count;
}

TEST(Metrics, CountsAnExchange) {
  Metrics metrics;
  metrics.record(sample_record());
  const std::string text = metrics.text();
  for (const std::string_view line : {
           R"(argwright_requests_total{endpoint="chat",status="200",stream="true"} 1)",
           R"(argwright_request_seconds_count{endpoint="chat"} 1)",
           R"(argwright_request_seconds_sum{endpoint="chat"} 1.24)",
           R"(argwright_request_seconds_bucket{endpoint="chat",le="1"} 0)",
           R"(argwright_request_seconds_bucket{endpoint="chat",le="2.5"} 1)",
           R"(argwright_request_seconds_bucket{endpoint="chat",le="+Inf"} 1)",
           R"(argwright_first_byte_seconds_bucket{endpoint="chat",le="0.5"} 1)",
           R"(argwright_overhead_seconds_bucket{endpoint="chat",le="2.5e-05"} 0)",
           R"(argwright_overhead_seconds_bucket{endpoint="chat",le="5e-05"} 1)",
           R"(argwright_upstream_attempts_total{upstream="main"} 1)",
           R"(argwright_calls_total{fate="released",outcome="repaired",provider="openai",model="gpt-4o"} 1)",
           R"(argwright_fixes_total{rule="trailing_comma"} 1)",
           R"(argwright_tokens_total{kind="input",model="gpt-4o"} 100)",
           R"(argwright_tokens_total{kind="output",model="gpt-4o"} 20)",
       }) {
    EXPECT_TRUE(has_line(text, line)) << line << "\nis not in\n" << text;
  }
  EXPECT_EQ(occurrences(text, "argwright_upstream_errors_total{"), 0U);
}

TEST(Metrics, AddsUpOverThreads) {
  Metrics metrics;
  const ExchangeRecord record = sample_record();
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < 500; ++n) metrics.record(record);
    });
  }
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(metrics.text().empty());
  for (std::thread& thread : threads) thread.join();
  const std::string text = metrics.text();
  EXPECT_TRUE(has_line(text, R"(argwright_requests_total{endpoint="chat",status="200",stream="true"} 2000)"));
  EXPECT_TRUE(has_line(text, R"(argwright_overhead_seconds_count{endpoint="chat"} 2000)"));
}

TEST(Metrics, NamesTheErrorOfAnUpstream) {
  struct Case {
    Ending ending;
    int status;
    std::string_view kind;
  };
  for (const Case& c :
       {Case{Ending::kUpstreamError, 429, "rate_limited"}, Case{Ending::kUpstreamError, 404, "client_error"},
        Case{Ending::kUpstreamError, 503, "server_error"}, Case{Ending::kFailed, 504, "timeout"},
        Case{Ending::kFailed, 502, "connection"}, Case{Ending::kFailed, 200, "broken_off"}}) {
    Metrics metrics;
    ExchangeRecord record = sample_record();
    record.ending = c.ending;
    record.status = c.status;
    metrics.record(record);
    EXPECT_TRUE(has_line(metrics.text(), "argwright_upstream_errors_total{upstream=\"main\",kind=\"" +
                                             std::string(c.kind) + "\"} 1"));
  }
}

TEST(Metrics, AttemptsThatAnotherFollowed) {
  Metrics metrics;
  metrics.attempt_failed("spare", UpstreamError::kTimeout);
  metrics.record(sample_record());
  const std::string text = metrics.text();
  EXPECT_TRUE(has_line(text, R"(argwright_upstream_attempts_total{upstream="spare"} 1)"));
  EXPECT_TRUE(has_line(text, R"(argwright_upstream_errors_total{upstream="spare",kind="timeout"} 1)"));
  EXPECT_TRUE(has_line(text, R"(argwright_upstream_attempts_total{upstream="main"} 1)"));
}

TEST(Metrics, OneWeCannotAskIsNoErrorOfAnUpstream) {
  Metrics metrics;
  ExchangeRecord record = sample_record();
  record.ending = Ending::kFailed;
  record.attempts = 0;
  metrics.record(record);
  EXPECT_EQ(occurrences(metrics.text(), "upstream=\""), 0U);
}

TEST(Metrics, BoundsTheModels) {
  Metrics metrics;
  for (std::size_t i = 0; i < Metrics::kMaxModels + 50; ++i) {
    ExchangeRecord record = sample_record();
    record.model = "model-" + std::to_string(i);
    metrics.record(record);
  }
  const std::string text = metrics.text();
  EXPECT_EQ(occurrences(text, "argwright_calls_total{"), Metrics::kMaxModels + 1);
  EXPECT_TRUE(has_line(
      text,
      R"(argwright_calls_total{fate="released",outcome="repaired",provider="openai",model="other"} 50)"));
}

TEST(Metrics, AModelThatNeverAnsweredTakesNoPlace) {
  Metrics metrics;
  ExchangeRecord junk = sample_record();
  junk.report = {};
  junk.usage = {};
  for (std::size_t i = 0; i < 2 * Metrics::kMaxModels; ++i) {
    junk.model = "junk-" + std::to_string(i);
    metrics.record(junk);
  }
  metrics.record(sample_record());
  EXPECT_TRUE(has_line(metrics.text(), R"(argwright_tokens_total{kind="input",model="gpt-4o"} 100)"));
}

TEST(Metrics, LabelsOfClientsCannotBreakTheText) {
  Metrics metrics;
  ExchangeRecord record = sample_record();
  record.model = "a\"\n} 1\nevil 2\\" + std::string(500, 'x');
  metrics.record(record);
  const std::string text = metrics.text();
  EXPECT_EQ(occurrences(text, "\nevil"), 0U);
  EXPECT_EQ(occurrences(text, std::string(65, 'x')), 0U);
}

TEST(Metrics, OddStatuses) {
  Metrics metrics;
  ExchangeRecord record = sample_record();
  for (const int status : {0, 999, -5, 1'000'000}) {
    record.status = status;
    metrics.record(record);
  }
  EXPECT_TRUE(
      has_line(metrics.text(), R"(argwright_requests_total{endpoint="chat",status="none",stream="true"} 1)"));
  EXPECT_TRUE(has_line(metrics.text(),
                       R"(argwright_requests_total{endpoint="chat",status="other",stream="true"} 3)"));
}

TEST(Metrics, FixesOfASplitTextAreCountedOnce) {
  Metrics metrics;
  ExchangeRecord record = sample_record();
  record.report.calls = {call_of("{\"a\":1,}{\"b\":2}", protocol::Fate::kSplit)};
  ASSERT_FALSE(record.report.calls[0].parsed->fixes.empty());
  record.report.calls.push_back(record.report.calls[0]);
  metrics.record(record);
  EXPECT_TRUE(has_line(metrics.text(), R"(argwright_fixes_total{rule="trailing_comma"} 1)"));
  EXPECT_TRUE(
      has_line(metrics.text(),
               R"(argwright_calls_total{fate="split",outcome="split",provider="openai",model="gpt-4o"} 2)"));
}

TEST(Metrics, LiveCountsBreakersAndBuild) {
  Metrics metrics;
  metrics.live().connections_open += 3;
  metrics.live().bytes_out += 1000;
  metrics.live().calllog_dropped += 1;
  metrics.set_breaker("main", true);
  metrics.set_breaker("spare", true);
  metrics.set_breaker("spare", false);
  const std::string text = metrics.text();
  for (const std::string_view line :
       {R"(argwright_connections_open 3)", R"(argwright_streams_open 0)",
        R"(argwright_bytes_total{direction="in"} 0)", R"(argwright_bytes_total{direction="out"} 1000)",
        R"(argwright_calllog_dropped_total 1)", R"(argwright_calllog_queue 0)", R"(argwright_reasks_total 0)",
        R"(argwright_breaker_open{upstream="main"} 1)", R"(argwright_breaker_open{upstream="spare"} 0)"}) {
    EXPECT_TRUE(has_line(text, line)) << line;
  }
  EXPECT_TRUE(has_line(text, "argwright_build_info{version=\"" ARGWRIGHT_VERSION "\"} 1"));
  EXPECT_EQ(occurrences(text, "# TYPE argwright_bytes_total"), 1U);
}

}  // namespace
}  // namespace argwright::gateway
