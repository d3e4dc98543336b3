#include "protocol/chat/reasoning_details.h"

#include <gtest/gtest.h>

#include "protocol/test_events.h"

namespace argwright::protocol::chat {
namespace {

std::string merged(const std::vector<const char*>& lists) {
  json::Array details;
  for (const char* list : lists) merge_details(details, testing::parsed(list).items());
  return json::write(details);
}

TEST(ReasoningDetails, AppendsTextsOfOneEntry) {
  EXPECT_EQ(merged({R"([{"type":"reasoning.text","text":"a","index":0}])",
                    R"([{"type":"reasoning.text","text":"b","index":0,"signature":null}])",
                    R"([{"type":"reasoning.text","signature":"s","index":0}])"}),
            R"([{"type":"reasoning.text","text":"ab","index":0,"signature":"s"}])");
  EXPECT_EQ(merged({R"([{"type":"reasoning.summary","summary":"a","index":0}])",
                    R"([{"type":"reasoning.summary","summary":"b","index":0}])"}),
            R"([{"type":"reasoning.summary","summary":"ab","index":0}])");
}

TEST(ReasoningDetails, KeepsEntriesOfAnotherTypeIndexOrIdApart) {
  const char* const entries =
      R"([{"type":"reasoning.text","text":"a","index":0},{"type":"reasoning.text","text":"b","index":1},)"
      R"({"type":"reasoning.encrypted","data":"x","index":1,"id":"i"},)"
      R"({"type":"reasoning.encrypted","data":"y","index":1,"id":"j"}])";
  EXPECT_EQ(merged({entries}), entries);
}

TEST(ReasoningDetails, KeepsEntriesWithoutAnIndexApart) {
  const char* const entries =
      R"([{"type":"reasoning.text","text":"a"},{"type":"reasoning.text","text":"b"}])";
  EXPECT_EQ(merged({entries}), entries);
}

TEST(ReasoningDetails, ReplacesDataAndLeavesOutWhatIsNoObject) {
  EXPECT_EQ(
      merged({R"([3,{"type":"t","data":"x","index":0},null])", R"([{"type":"t","data":"y","index":0}])"}),
      R"([{"type":"t","data":"y","index":0}])");
}

}  // namespace
}  // namespace argwright::protocol::chat
