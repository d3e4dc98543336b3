#include "gateway/observe/call_view.h"

#include <gtest/gtest.h>

#include "gateway/observe/test_reports.h"

namespace argwright::gateway {
namespace {

using protocol::Fate;
using protocol::Report;

TEST(CallView, NamesOutcomeOrFate) {
  EXPECT_EQ(call_word(call_of("{}")), "ok");
  EXPECT_EQ(call_word(call_of("{'a': 1}")), "repaired");
  EXPECT_EQ(call_word(call_of("{\"a\": \"b", Fate::kWithheld)), "withheld");
  EXPECT_EQ(call_word(free_text_call()), "text");
}

TEST(CallView, TellsWhatWasMended) {
  EXPECT_FALSE(is_mended(call_of("{}")));
  EXPECT_FALSE(is_mended(free_text_call()));
  EXPECT_TRUE(is_mended(call_of("{'a': 1}")));
  EXPECT_TRUE(is_mended(call_of("{}", Fate::kPassed)));
}

TEST(CallView, TellsWhatWentOut) {
  Report report;
  report.calls = {call_of("{\"a\": 1}"),
                  call_of("{'a': 1}"),
                  call_of("nothing", Fate::kEmptied),
                  call_of("{'a': 1}", Fate::kPassed),
                  call_of("{\"a\": \"b", Fate::kWithheld),
                  call_of("nothing", Fate::kRefused),
                  free_text_call()};
  EXPECT_EQ(sent_arguments(report, 0), "{\"a\": 1}");
  EXPECT_EQ(sent_arguments(report, 1), "{\"a\":1}");
  EXPECT_EQ(sent_arguments(report, 2), "{}");
  EXPECT_EQ(sent_arguments(report, 3), "{'a': 1}");
  EXPECT_EQ(sent_arguments(report, 4), std::nullopt);
  EXPECT_EQ(sent_arguments(report, 5), std::nullopt);
  EXPECT_EQ(sent_arguments(report, 6), std::nullopt);
}

TEST(CallView, PartsOfOneTextAreToldApart) {
  Report report;
  report.calls.push_back(call_of("{\"a\":1}{\"b\":2}", Fate::kSplit));
  report.calls.push_back(report.calls.front());
  report.calls.push_back(call_of("{\"a\":1}"));
  ASSERT_EQ(report.calls[0].parsed->parts.size(), 2U);
  EXPECT_FALSE(is_further_part(report, 0));
  EXPECT_TRUE(is_further_part(report, 1));
  EXPECT_FALSE(is_further_part(report, 2));
  EXPECT_EQ(sent_arguments(report, 0), "{\"a\":1}");
  EXPECT_EQ(sent_arguments(report, 1), "{\"b\":2}");
}

TEST(CallView, AFreeTextToolBehindAFunction) {
  Report report;
  report.calls.push_back(call_of("{\"input\": \"*** Begin\"}"));
  report.calls[0].custom = true;
  EXPECT_EQ(sent_arguments(report, 0), "*** Begin");
}

}  // namespace
}  // namespace argwright::gateway
