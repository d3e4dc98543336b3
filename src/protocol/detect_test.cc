#include "protocol/detect.h"

#include <gtest/gtest.h>

namespace argwright::protocol {
namespace {

struct Case {
  const char* bytes;
  std::optional<Protocol> protocol;
};

TEST(Detect, TellsTheProtocolOfABody) {
  const Case cases[] = {
      {R"({"object":"chat.completion","choices":[]})", Protocol::kChat},
      {R"({"choices":[{"message":{}}]})", Protocol::kChat},
      {R"({"object":"response","output":[]})", Protocol::kResponses},
      {R"({"id":"resp_1","output":[]})", Protocol::kResponses},
      {R"({"type":"message","content":[]})", Protocol::kMessages},
      {R"({"type":"error","error":{"type":"api_error","message":"x"}})", Protocol::kMessages},
      {R"({"error":{"message":"x"}})", Protocol::kChat},
      {R"([{"error":{"code":400,"message":"x"}}])", Protocol::kChat},
      {R"({"something":"else"})", std::nullopt},
      {R"({"choices":[)", std::nullopt},
      {"[]", std::nullopt},
  };
  for (const Case& one : cases) EXPECT_EQ(detect_protocol(one.bytes), one.protocol) << one.bytes;
}

TEST(Detect, TellsTheProtocolOfAStream) {
  const Case cases[] = {
      {"data: {\"object\":\"chat.completion.chunk\",\"choices\":[]}\n\n", Protocol::kChat},
      {": OPENROUTER PROCESSING\n\ndata: {\"choices\":[]}\n\n", Protocol::kChat},
      {"event: response.created\ndata: {\"type\":\"response.created\"}\n\n", Protocol::kResponses},
      {"event: message_start\ndata: {\"type\":\"message_start\"}\n\n", Protocol::kMessages},
      {"event: ping\ndata: {\"type\":\"ping\"}\n\n", Protocol::kMessages},
      {"data: {\"type\":\"content_block_start\",\"index\":0}", Protocol::kMessages},
      // What tells nothing is passed over.
      {"data: no json\n\ndata: {\"x\":1}\n\ndata: {\"choices\":[]}\n\n", Protocol::kChat},
      {"data: [DONE]\n\n", std::nullopt},
      {"", std::nullopt},
      {"plain text", std::nullopt},
  };
  for (const Case& one : cases) EXPECT_EQ(detect_protocol(one.bytes), one.protocol) << one.bytes;
}

TEST(Detect, KnowsABodyByItsFirstBracket) {
  EXPECT_TRUE(looks_like_body("{"));
  EXPECT_TRUE(looks_like_body(" \r\n\t[1]"));
  EXPECT_TRUE(looks_like_body("\xEF\xBB\xBF{}"));
  EXPECT_FALSE(looks_like_body(""));
  EXPECT_FALSE(looks_like_body("  "));
  EXPECT_FALSE(looks_like_body("data: {}"));
}

}  // namespace
}  // namespace argwright::protocol
