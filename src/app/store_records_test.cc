#include "app/store_records.h"

#include <gtest/gtest.h>

#include <string>

namespace argwright::app {
namespace {

std::string refusal(std::string_view line) {
  const Result<StoreRecord> read = read_store_line(line);
  return read ? "read" : read.error().message;
}

TEST(StoreRecords, SurviveTheWayThere) {
  store::CallEntry call;
  call.time = store::Time(std::chrono::microseconds(1'767'225'600'123'456));
  call.tool = "read_file";
  call.raw = std::string("\0\xff", 2);
  call.arguments = "{\"a\": \"\xc3\xa9\"}";
  const std::string line = store_line(call);
  EXPECT_NE(line.find(R"("raw":{"base64":"AP8="})"), std::string::npos) << line;
  EXPECT_NE(line.find(R"("time_us":1767225600123456)"), std::string::npos) << line;
  const Result<StoreRecord> read = read_store_line(line);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(store_line(*read), line);
  const store::CallEntry& kept = std::get<store::CallEntry>(*read);
  EXPECT_EQ(kept.raw, call.raw);
  EXPECT_EQ(kept.time, call.time);

  store::HistoryMessage message;
  message.session = "s";
  EXPECT_NE(store_line(message).find(R"("reasoning_content":null)"), std::string::npos);
  EXPECT_EQ(store_line(*read_store_line(store_line(message))), store_line(message));
  message.reasoning_content = "";
  EXPECT_EQ(store_line(*read_store_line(store_line(message))), store_line(message));

  const store::StoredResponse response{"me", "resp_1", call.time, "{}", "[]", {"a", std::string("\xff")}};
  EXPECT_EQ(store_line(*read_store_line(store_line(response))), store_line(response));
  const store::RememberedTurn turn{"s", "call_1", "c", call.time, "x"};
  EXPECT_EQ(store_line(*read_store_line(store_line(turn))), store_line(turn));
  EXPECT_EQ(store_line(store::SharedValue{"a", "b"}), R"({"kind":"shared","name":"a","value":"b"})");
}

TEST(StoreRecords, SayWhatIsWrongWithALine) {
  EXPECT_NE(refusal("").find("no JSON"), std::string::npos);
  EXPECT_NE(refusal("[1]").find("\"kind\" must be"), std::string::npos);
  EXPECT_NE(refusal(R"({"kind":"calls"})").find("\"kind\" must be"), std::string::npos);
  EXPECT_EQ(refusal(R"({"kind":"call","colour":"red"})"), "\"colour\" is no member of such a record");
  EXPECT_NE(refusal(R"({"kind":"call","tool":7})").find("\"tool\" must be a string"), std::string::npos);
  EXPECT_NE(refusal(R"({"kind":"call","raw":{"base64":"%"}})").find("no base64"), std::string::npos);
  EXPECT_NE(refusal(R"({"kind":"turn","time_us":1e99})").find("microseconds"), std::string::npos);
}

}  // namespace
}  // namespace argwright::app
