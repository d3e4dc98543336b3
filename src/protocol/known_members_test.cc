#include "protocol/known_members.h"

#include <gtest/gtest.h>

#include <string>

#include "protocol/test_events.h"

namespace argwright::protocol {
namespace {

using testing::parsed;
using enum KnownKind;
using enum KnownMember::Absent;

constexpr KnownMember kToken[] = {{"token", kText, {}, kNeeded}, {"score", kNumber, {}, kEmpty}};
constexpr KnownMember kCounts[] = {{"input", kNumber}, {"output", kNumber}};
constexpr KnownMember kKnown[] = {{"id", kText},
                                  {"created", kNumber},
                                  {"flag", kBoolean},
                                  {"usage", kObject, kCounts},
                                  {"tokens", kList, kToken}};

// Empty: nothing had to be mended.
std::string mended(const std::string& text) {
  json::Value value = parsed(text);
  const std::string before = json::write(value);
  const bool is_mended = mend_members(value, kKnown);
  const std::string after = json::write(value);
  EXPECT_EQ(is_mended, before != after) << text;
  return is_mended ? after : std::string();
}

TEST(KnownMembers, LeavesWhatFits) {
  for (const char* text :
       {"{}", R"({"id":"a","created":1.5e3,"flag":false,"usage":{"input":1,"other":"x"},"tokens":[]})",
        R"({"id":null,"created":null,"flag":null,"usage":null,"tokens":null})",
        R"({"tokens":[{"token":"a","score":-0.1,"bytes":[97]}],"usage":{"input":null}})",
        R"({"other":7,"Id":7,"more":{"id":7}})"}) {
    EXPECT_EQ(mended(text), "") << text;
  }
}

TEST(KnownMembers, TakesOutWhatIsOfAnotherKindAndNothingElse) {
  EXPECT_EQ(mended(R"({"id":7,"x":[1,{"y":null}],"created":1e400})"),
            R"({"x":[1,{"y":null}],"created":1e400})");
  EXPECT_EQ(mended(R"({"created":"soon","flag":"true"})"), "{}");
  EXPECT_EQ(mended(R"({"usage":[1],"tokens":{"token":"a"}})"), "{}");
  EXPECT_EQ(mended(R"({"usage":{"input":{},"output":2,"other":[]}})"),
            R"({"usage":{"output":2,"other":[]}})");
  EXPECT_EQ(mended(R"({"id":7,"id":"a"})"), R"({"id":"a"})") << "each of a key that is told twice";
}

TEST(KnownMembers, TakesNumbersOutOfQuotes) {
  EXPECT_EQ(mended(R"({"created":"1700000000"})"), R"({"created":1700000000})");
  EXPECT_EQ(mended(R"({"usage":{"input":"12345678901234567890"}})"),
            R"({"usage":{"input":12345678901234567890}})")
      << "the text of a number stays";
  EXPECT_EQ(mended(R"({"created":"","usage":{"input":"1 2"}})"), R"({"usage":{}})");
  EXPECT_EQ(mended(R"({"created":"null","id":"a"})"), R"({"id":"a"})") << "it would be no number";
}

TEST(KnownMembers, TakesOutOfListsWhatLacksWhatItNeeds) {
  EXPECT_EQ(mended(R"({"tokens":[{"token":"a","score":1},{"score":2},7,null,{"token":null,"score":3}]})"),
            R"({"tokens":[{"token":"a","score":1}]})");
  EXPECT_EQ(mended(R"({"tokens":[{"token":"a"}]})"), R"({"tokens":[{"token":"a","score":0}]})");
  EXPECT_EQ(mended(R"({"tokens":[{"token":"a","score":null}]})"), R"({"tokens":[{"token":"a","score":0}]})")
      << "null is not enough for who demands it";
}

TEST(KnownMembers, AsksMoreOfObjectsOfOneType) {
  static constexpr KnownMember kLink[] = {
      {"url", kText, {}, kNeeded, "link"}, {"title", kText, {}, kEmpty, "link"}, {"url", kText}};
  static constexpr KnownMember kLinks[] = {{"list", kList, kLink}};
  const auto mended_links = [&](const std::string& links) {
    json::Value value = parsed(R"({"list":[)" + links + "]}");
    mend_members(value, kLinks);
    return json::write(*value.find("list"));
  };
  EXPECT_EQ(mended_links(R"({"type":"link","url":"u","title":"t"},{"type":"file"},{"url":"u"})"),
            R"([{"type":"link","url":"u","title":"t"},{"type":"file"},{"url":"u"}])");
  EXPECT_EQ(mended_links(R"({"title":null,"url":"u","type":"link"},{"type":"link"},{"type":"file","url":7})"),
            R"([{"url":"u","type":"link","title":""},{"type":"file"}])");
}

}  // namespace
}  // namespace argwright::protocol
