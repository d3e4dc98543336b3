#include "protocol/chat/reasoning_details.h"

#include <gtest/gtest.h>

#include "protocol/test_events.h"

namespace argwright::protocol::chat {
namespace {

std::string merged(const std::vector<const char*>& lists) {
  DetailsMerger details;
  for (const char* list : lists) details.add(testing::parsed(list).items());
  return json::write(details.take());
}

// The text that each piece adds, and the text of the entry at the end.
std::string told(const std::vector<std::string>& pieces) {
  DetailsMerger details;
  std::string added;
  for (const std::string& piece : pieces) {
    json::Object entry{{"type", "reasoning.text"}, {"index", json::Value::integer(0)}, {"text", piece}};
    added += details.add({json::Value(std::move(entry))});
    added += '|';
  }
  return added + details.details().front().find("text")->string();
}

TEST(ReasoningDetails, TellsCumulativeTextFromIncremental) {
  EXPECT_EQ(told({"The ", "user ", "asks"}), "The |user |asks|The user asks");
  EXPECT_EQ(told({"The ", "The user ", "The user asks"}), "The |user |asks|The user asks");
  EXPECT_EQ(told({"The user", "The user asks", "The user asks"}), "The user| asks||The user asks");
}

TEST(ReasoningDetails, TakesAShortBeginningThatComesAgainForChance) {
  EXPECT_EQ(told({"\n", "\n- a", "- b"}), "\n|\n- a|- b|\n\n- a- b");
  EXPECT_EQ(told({"a", "a", "a"}), "a|a|a|aaa");
  // Settled with the piece after it.
  EXPECT_EQ(told({"I", "I see", "I see it"}), "I|I see| it|I see it");
}

TEST(ReasoningDetails, AWholeTextToldAgainAtTheEndIsNotAdded) {
  const std::string one = "It is a long way to Tipperary, ";
  EXPECT_EQ(told({one, "to go.", one + "to go."}), one + "|to go.||" + one + "to go.");
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

TEST(ReasoningDetails, KeepsTwoTextsOfOneEntryApartAndTakesAnyKind) {
  EXPECT_EQ(merged({R"([{"index":0,"text":"a long text","summary":"s"}])",
                    R"([{"index":0,"text":" goes on"}])", R"([{"index":0,"summary":"hort"}])"}),
            R"([{"index":0,"text":"a long text goes on","summary":"short"}])");
  EXPECT_EQ(
      merged({R"([{"index":0,"text":"a long text"}])", R"([{"index":0,"text":" goes on"}])",
              R"([{"index":0,"text":7}])", R"([{"index":0,"text":"x"}])", R"([{"index":0,"text":"y"}])"}),
      R"([{"index":0,"text":"xy"}])");
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
