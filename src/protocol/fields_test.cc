#include "protocol/fields.h"

#include <gtest/gtest.h>

#include "protocol/test_events.h"

namespace argwright::protocol {
namespace {

using testing::parsed;

TEST(Fields, TakesWhatIsNullOrOfAnotherKindAsAbsent) {
  json::Value object = parsed(R"({"n":null,"s":"x","o":{},"a":[],"i":7})");
  EXPECT_EQ(member(object, "n"), nullptr);
  EXPECT_NE(member(object, "s"), nullptr);
  EXPECT_NE(object_at(object, "o"), nullptr);
  EXPECT_EQ(object_at(object, "a"), nullptr);
  EXPECT_NE(array_at(object, "a"), nullptr);
  EXPECT_EQ(array_at(object, "o"), nullptr);
  EXPECT_EQ(text_at(object, "s"), "x");
  EXPECT_EQ(text_at(object, "i"), "");
  EXPECT_EQ(integer_at(object, "i"), 7);
  EXPECT_EQ(integer_at(object, "s"), std::nullopt);
}

TEST(Fields, ReadsNothingFromWhatIsNoObject) {
  for (const char* text : {"null", "[1]", "3", R"("x")"}) {
    json::Value value = parsed(text);
    EXPECT_EQ(member(value, "x"), nullptr) << text;
    EXPECT_EQ(text_at(value, "x"), "") << text;
    EXPECT_EQ(take_text(value, "x"), "") << text;
    EXPECT_TRUE(take_extras(value, {}).empty()) << text;
  }
}

TEST(Fields, TakesIntegersOnlyWhereTheyFit) {
  const json::Value object = parsed(R"({"big":12345678901234567890,"part":1.5,"minus":-3})");
  EXPECT_EQ(integer_at(object, "big"), std::nullopt);
  EXPECT_EQ(integer_at(object, "part"), std::nullopt);
  EXPECT_EQ(integer_at(object, "minus"), -3);
}

TEST(Fields, TakesIntegersAsServersWriteThem) {
  const json::Value object = parsed(R"({"real":7.0,"text":"7","word":"x7","minus":"-1","huge":1e30})");
  EXPECT_EQ(integer_at(object, "real"), 7);
  EXPECT_EQ(integer_at(object, "huge"), std::nullopt);
  EXPECT_EQ(integer_at(object, "text"), std::nullopt);
  EXPECT_EQ(index_at(object, "real"), 7);
  EXPECT_EQ(index_at(object, "text"), 7);
  EXPECT_EQ(index_at(object, "minus"), -1);
  EXPECT_EQ(index_at(object, "word"), std::nullopt);
  EXPECT_TRUE(has_number_at(object, "real"));
  EXPECT_FALSE(has_number_at(object, "text"));
}

TEST(Fields, MovesTextOut) {
  json::Value object = parsed(R"({"s":"long enough to be on the heap, surely"})");
  EXPECT_EQ(take_text(object, "s"), "long enough to be on the heap, surely");
  EXPECT_EQ(text_at(object, "s"), "");
}

TEST(Fields, KnowsWhatJavaScriptCallsTruthy) {
  const json::Value object = parsed(
      R"({"n":null,"f":false,"zero":0,"nil":0.0,"e":"","t":true,"one":1,"huge":1e400,"s":"0","a":[],"o":{}})");
  for (const char* key : {"absent", "n", "f", "zero", "nil", "e"})
    EXPECT_FALSE(is_truthy(object.find(key))) << key;
  for (const char* key : {"t", "one", "huge", "s", "a", "o"}) EXPECT_TRUE(is_truthy(object.find(key))) << key;
}

TEST(Fields, KnowsAnErrorThatSaysNothing) {
  const json::Value object = parsed(
      R"({"n":null,"e":"","f":false,"o":{},"m":{"message":"","code":0,"more":{},"list":[],"param":null},)"
      R"("s":"x","t":true,"c":{"code":1},"d":{"more":{"a":null}},"l":{"list":[0]},"a":[]})");
  for (const char* key : {"absent", "n", "e", "f", "o", "m"})
    EXPECT_FALSE(is_told_error(object.find(key))) << key;
  for (const char* key : {"s", "t", "c", "d", "l", "a"}) EXPECT_TRUE(is_told_error(object.find(key))) << key;
}

TEST(Fields, TakesExtrasInOrderAndLeavesTheRest) {
  json::Value object = parsed(R"({"z":1,"known":2,"a":{"deep":[3]}})");
  const Extras extras = take_extras(object, {"known"});
  EXPECT_EQ(json::write(extras), R"({"z":1,"a":{"deep":[3]}})");
  EXPECT_EQ(integer_at(object, "known"), 2);
}

TEST(Fields, DropsExtrasThatSayNothing) {
  json::Value object = parsed(R"({"n":null,"e":"","l":[],"f":false,"zero":0,"o":{},"s":"x"})");
  EXPECT_EQ(json::write(without_blanks(take_extras(object, {}))), R"({"f":false,"zero":0,"o":{},"s":"x"})");
}

}  // namespace
}  // namespace argwright::protocol
