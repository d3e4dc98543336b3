#include "protocol/chat/chunk_shape.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "protocol/test_events.h"

namespace argwright::protocol::chat {
namespace {

// The delta of a chunk; "-" where nothing had to be done.
std::string shaped(const std::string& delta) {
  json::Value chunk = testing::parsed(R"({"choices":[{"delta":)" + delta + "}]}");
  return shape_chunk(chunk) ? testing::at(json::write(chunk), "choices.0.delta.tool_calls.0") : "-";
}

TEST(ChunkShape, FindsCallsInTheDelta) {
  EXPECT_EQ(shaped(R"({"type":"tool_use","tool_use_id":"a","name":"f","input":{},"text":""})"),
            R"({"id":"a","type":"function","function":{"name":"f"}})");
  EXPECT_EQ(shaped(R"({"type":"tool_use","input":"{\"x\"","content_list":[{"input":"{\"x\""}]})"),
            R"({"type":"function","function":{"arguments":"{\"x\""}})");
}

TEST(ChunkShape, LeavesOthersAlone) {
  EXPECT_EQ(shaped(R"({"type":"text","content":"a"})"), "-");
  EXPECT_EQ(shaped(R"({"type":"tool_use","tool_calls":[{"index":0}]})"), "-");
  EXPECT_EQ(shaped("null"), "-");
}

}  // namespace
}  // namespace argwright::protocol::chat
