#include "gateway/report_reply.h"

#include "argwright/json.h"
#include "gateway/observe/test_reports.h"

#include <gtest/gtest.h>

namespace argwright::gateway {
namespace {

protocol::Report report() {
  protocol::Report told;
  told.calls.push_back(call_of("{'city': 'Oslo\\nNord'}"));
  return told;
}

TEST(ReportReply, IsOneCommentInAStream) {
  const std::string comment = report_comment(report());
  EXPECT_TRUE(comment.starts_with(": argwright-report {"));
  EXPECT_TRUE(comment.ends_with("}\n\n"));
  EXPECT_EQ(comment.find('\n'), comment.size() - 2);
  EXPECT_EQ(comment.find('\r'), std::string::npos);
}

TEST(ReportReply, IsTheLastMemberOfABody) {
  for (const char* body : {"{}", " { } \n", R"({"a":1})", "{\"a\":{\"b\":\"}\"} }\n"}) {
    const std::string with = add_report(body, report());
    const Result<json::Value> value = json::parse(with);
    ASSERT_TRUE(value) << with;
    EXPECT_EQ(value->members().back().key, "argwright") << with;
    EXPECT_EQ(value->members().size(), json::parse(body)->members().size() + 1);
  }
}

TEST(ReportReply, LeavesWhatIsNoObjectAlone) {
  for (const char* body : {"", " ", "}", "{", "[{}]", "text }", "\"}\""}) {
    EXPECT_EQ(add_report(body, report()), body);
  }
}

}  // namespace
}  // namespace argwright::gateway
