#include "protocol/exception_event.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "protocol/test_events.h"

namespace argwright::protocol {
namespace {

// "-" where it is none.
std::string shaped(std::string_view name, std::string_view text) {
  json::Value event = testing::parsed(text);
  return shape_exception(name, event) ? json::write(event) : "-";
}

TEST(ExceptionEvent, KnowsExceptionsByNameAndByMember) {
  EXPECT_EQ(shaped("exception", R"({"throttlingException":{"message":"slow"}})"),
            R"({"type":"error","error":{"type":"throttlingException","message":"slow","status":429}})");
  EXPECT_EQ(shaped("", R"({"ModelTimeoutException":{"message":"late"}})"),
            R"({"type":"error","error":{"type":"ModelTimeoutException","message":"late","status":504}})");
  EXPECT_EQ(
      shaped("modelStreamErrorException", R"({"message":"gone","originalStatusCode":424})"),
      R"({"type":"error","error":{"type":"modelStreamErrorException","message":"gone","originalStatusCode":424}})");
  EXPECT_EQ(shaped("", R"({"type":"exception","message":"no"})"),
            R"({"type":"error","error":{"type":"exception","message":"no"}})");
  EXPECT_EQ(shaped("exception", R"("no")"),
            R"({"type":"error","error":{"type":"exception","message":"no"}})");
}

TEST(ExceptionEvent, LeavesOthersAlone) {
  EXPECT_EQ(shaped("", R"({"choices":[],"lastException":{"message":"before"}})"), "-");
  EXPECT_EQ(shaped("", R"({"anyException":"text"})"), "-");
  EXPECT_EQ(shaped("message_start", R"({"type":"message_start"})"), "-");
}

}  // namespace
}  // namespace argwright::protocol
