#include "gateway/observe/call_entries.h"

#include <gtest/gtest.h>

#include <utility>

#include "argwright/json.h"
#include "gateway/observe/test_reports.h"

namespace argwright::gateway {
namespace {

using protocol::Fate;

ExchangeRecord record_with(std::vector<protocol::CallReport> calls) {
  ExchangeRecord record = sample_record();
  record.report.calls = std::move(calls);
  return record;
}

TEST(CallEntries, KeepsWhatIsKnownOfACall) {
  const ExchangeRecord record = sample_record();
  const std::vector<store::CallEntry> entries = call_entries(record, CallLogging::kAll);
  ASSERT_EQ(entries.size(), 1U);
  const store::CallEntry& entry = entries[0];
  EXPECT_EQ(entry.time, record.began);
  EXPECT_EQ(entry.request_id, "req_1");
  EXPECT_EQ(entry.key_name, "alice");
  EXPECT_EQ(entry.upstream, "main");
  EXPECT_EQ(entry.provider, "openai");
  EXPECT_EQ(entry.model, "gpt-4o");
  EXPECT_EQ(entry.tool, "get_weather");
  EXPECT_EQ(entry.call_id, "call_1");
  EXPECT_EQ(entry.fate, "released");
  EXPECT_EQ(entry.outcome, "repaired");
  EXPECT_EQ(entry.raw, "{'city': 'Oslo',}");
  EXPECT_EQ(entry.arguments, record.report.calls[0].parsed->text());
  EXPECT_EQ(entry.error, "");
}

TEST(CallEntries, ListsFixesWithTheirPlaces) {
  ToolCallRequest request = *parsed("{\"n\": \"5\",}");
  request.diagnostics.push_back({Severity::kWarning, "/n", "string_to_integer", "\"5\" taken as 5"});
  request.diagnostics.push_back({Severity::kError, "/m", "missing_required", "m is missing"});
  protocol::CallReport call = call_of("{}");
  call.parsed = std::make_shared<const ToolCallRequest>(request);
  const std::vector<store::CallEntry> entries = call_entries(record_with({call}), CallLogging::kAll);
  const Result<json::Value> fixes = json::parse(entries.at(0).fixes);
  ASSERT_TRUE(fixes);
  ASSERT_EQ(fixes->items().size(), 2U);
  EXPECT_EQ(fixes->items()[0].find("rule")->string(), "trailing_comma");
  EXPECT_EQ(fixes->items()[0].find("message")->string(), "dropped a trailing comma");
  EXPECT_EQ(fixes->items()[0].find("at")->as_int64(), 9);
  EXPECT_EQ(fixes->items()[1].find("rule")->string(), "string_to_integer");
  EXPECT_EQ(fixes->items()[1].find("at")->string(), "/n");
}

TEST(CallEntries, ObeysTheSetting) {
  const ExchangeRecord record = record_with(
      {call_of("{}"), call_of("{'a': 1}"), free_text_call(), call_of("{\"a\": \"b", Fate::kWithheld)});
  EXPECT_EQ(call_entries(record, CallLogging::kOff).size(), 0U);
  EXPECT_EQ(call_entries(record, CallLogging::kAll).size(), 4U);
  const std::vector<store::CallEntry> mended = call_entries(record, CallLogging::kMended);
  ASSERT_EQ(mended.size(), 2U);
  EXPECT_EQ(mended[0].outcome, "repaired");
  EXPECT_EQ(mended[1].fate, "withheld");
  EXPECT_EQ(mended[1].arguments, "");
  EXPECT_FALSE(mended[1].error.empty());
}

TEST(CallEntries, AFreeTextCallHasNoOutcome) {
  const std::vector<store::CallEntry> entries =
      call_entries(record_with({free_text_call()}), CallLogging::kAll);
  EXPECT_EQ(entries.at(0).outcome, "");
  EXPECT_EQ(entries.at(0).fixes, "[]");
  EXPECT_EQ(entries.at(0).tool, "apply_patch");
}

TEST(CallEntries, PartsOfOneText) {
  const protocol::CallReport call = call_of("{\"a\":1}{\"b\":2}", Fate::kSplit);
  const std::vector<store::CallEntry> entries = call_entries(record_with({call, call}), CallLogging::kMended);
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(entries[0].arguments, "{\"a\":1}");
  EXPECT_EQ(entries[1].arguments, "{\"b\":2}");
  EXPECT_EQ(entries[1].raw, entries[0].raw);
  EXPECT_EQ(entries[1].fixes, "[]");
}

}  // namespace
}  // namespace argwright::gateway
