#include "gateway/admin.h"

#include <gtest/gtest.h>

namespace argwright::gateway {
namespace {

using std::chrono::seconds;

store::Time at(std::int64_t time) { return store::Time(seconds(time)); }

TEST(CallQuery, TakesWhatItIsAskedFor) {
  const Result<store::CallQuery> query =
      read_call_query("model=m%2Fx&tool=get_weather&outcome=repaired&text=a+b%26c&limit=7&before=40");
  ASSERT_TRUE(query);
  EXPECT_EQ(query->model, "m/x");
  EXPECT_EQ(query->tool, "get_weather");
  EXPECT_EQ(query->outcome, "repaired");
  EXPECT_EQ(query->text, "a b&c");
  EXPECT_EQ(query->limit, 7U);
  EXPECT_EQ(query->before, 40);
  EXPECT_FALSE(query->after);
  EXPECT_EQ(read_call_query("limit=100000")->limit, 1000U);
  EXPECT_EQ(read_call_query("after=0")->after, 0);
}

TEST(CallQuery, TimesAreSecondsOrUtc) {
  EXPECT_EQ(read_call_query("since=1769860800")->since, at(1769860800));
  EXPECT_EQ(read_call_query("since=2026-01-31T12:00:00Z")->since, at(1769860800));
  EXPECT_EQ(read_call_query("until=2026-01-31T12:00:00")->until, at(1769860800));
}

TEST(CallQuery, SaysWhatItDoesNotUnderstand) {
  for (const char* query : {"nothing=1", "limit=many", "before=", "since=yesterday",
                            "since=2026-01-31T12:00:00%2B02:00", "until=2026-01-31"}) {
    const Result<store::CallQuery> read = read_call_query(query);
    ASSERT_FALSE(read) << query;
    const std::string name(query, std::string_view(query).find('='));
    EXPECT_NE(read.error().message.find("'" + name + "'"), std::string::npos) << read.error().message;
  }
}

}  // namespace
}  // namespace argwright::gateway
