#include "gateway/observe/report_json.h"

#include <gtest/gtest.h>

#include "argwright/json.h"
#include "gateway/observe/test_reports.h"

namespace argwright::gateway {
namespace {

using protocol::Fate;
using protocol::Report;

TEST(ReportJson, TellsCallsAndNotes) {
  Report report;
  report.calls = {call_of("{'city': 'Oslo'}"), free_text_call()};
  report.notes.push_back({"finish_changed", "said \"stop\""});
  const Result<json::Value> value = json::parse(report_json(report));
  ASSERT_TRUE(value);
  const json::Array& calls = value->find("calls")->items();
  ASSERT_EQ(calls.size(), 2U);
  EXPECT_EQ(calls[0].find("id")->string(), "call_1");
  EXPECT_EQ(calls[0].find("name")->string(), "get_weather");
  EXPECT_EQ(calls[0].find("fate")->string(), "released");
  EXPECT_EQ(calls[0].find("outcome")->string(), "repaired");
  EXPECT_TRUE(calls[0].find("rejection")->is_null());
  EXPECT_TRUE(calls[0].find("parse_error")->is_null());
  EXPECT_TRUE(calls[0].find("parse_warning")->is_string());
  const json::Array& fixes = calls[0].find("fixes")->items();
  ASSERT_FALSE(fixes.empty());
  for (const char* member : {"rule", "offset", "before", "after"}) EXPECT_NE(fixes[0].find(member), nullptr);
  EXPECT_TRUE(calls[1].find("outcome")->is_null());
  EXPECT_TRUE(calls[1].find("fixes")->items().empty());
  EXPECT_EQ(value->find("notes")->items()[0].find("message")->string(), "said \"stop\"");
}

TEST(ReportJson, TellsWhyACallWasRejected) {
  Report report;
  report.calls = {call_of("{\"a\": \"b", Fate::kWithheld)};
  const Result<json::Value> value = json::parse(report_json(report));
  ASSERT_TRUE(value);
  const json::Value& call = value->find("calls")->items()[0];
  EXPECT_EQ(call.find("fate")->string(), "withheld");
  EXPECT_EQ(call.find("rejection")->string(), "truncated");
  EXPECT_FALSE(call.find("parse_error")->string().empty());
  EXPECT_FALSE(call.find("complete")->boolean());
}

TEST(ReportJson, AnEmptyReport) { EXPECT_EQ(report_json({}), R"({"calls":[],"notes":[]})"); }

TEST(CallHeader, CountsInAStableOrder) {
  Report report;
  EXPECT_EQ(call_header(report), "");
  report.calls = {call_of("{\"a\": \"b", Fate::kWithheld), call_of("{'a': 1}"), call_of("{}"),
                  call_of("{'a': 1}"), free_text_call()};
  EXPECT_EQ(call_header(report), "ok=1, repaired=2, text=1, withheld=1");
}

TEST(CallHeader, NoCallIsLeftOut) {
  for (const Fate fate : {Fate::kReleased, Fate::kSplit, Fate::kEmptied, Fate::kMisfit, Fate::kPassed,
                          Fate::kWithheld, Fate::kRefused}) {
    for (const std::string_view raw : {"{}", "{'a': 1}", "\"{}\"", "nothing", "{\"a\":1}{\"b\":2}"}) {
      Report report;
      report.calls = {call_of(raw, fate)};
      EXPECT_EQ(call_header(report).ends_with("=1"), true) << raw << ' ' << protocol::fate_name(fate);
    }
  }
}

}  // namespace
}  // namespace argwright::gateway
