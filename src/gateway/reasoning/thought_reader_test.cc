#include "gateway/reasoning/thought_reader.h"

#include <gtest/gtest.h>

namespace argwright::gateway {
namespace {

using protocol::Protocol;
using protocol::RelayOptions;
using Kind = ThoughtPart::Kind;

ReadingOptions reading(Protocol from, Protocol to) {
  ReadingOptions options;
  options.from = from;
  options.to = to;
  options.origin = {"main", "generic", "m"};
  return options;
}

RelayOptions relaying(ThoughtReader& reader) {
  RelayOptions options;
  options.from = reader.options().from;
  options.to = reader.options().to;
  options.filter = &reader;
  return options;
}

// "r:why t:text c:id", a word for each part.
std::string told(const Thought& thought) {
  std::string text;
  for (const ThoughtPart& part : thought.parts) {
    if (!text.empty()) text += ' ';
    text += part.kind == Kind::kReasoning ? "r:" : part.kind == Kind::kText ? "t:" : "c:";
    text += part.kind == Kind::kCall ? part.id : part.opening + part.text + part.closing;
  }
  return text;
}

std::string streamed(ThoughtReader& reader, const std::vector<std::string>& deltas) {
  protocol::StreamRelay relay(relaying(reader));
  std::string out;
  for (const std::string& delta : deltas) {
    relay.feed(
        R"(data: {"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":)" +
            delta + R"(,"finish_reason":null}]})" + "\n\n",
        out);
  }
  relay.feed(
      R"(data: {"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]})"
      "\n\ndata: [DONE]\n\n",
      out);
  relay.finish(out);
  return out;
}

std::string chat_body(std::string_view message) {
  return R"({"id":"x","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant",)" +
         std::string(message) + R"(},"finish_reason":"tool_calls"}]})";
}
constexpr std::string_view kCall =
    R"("tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{\"a\":1}"}}])";

// S4-87.
TEST(ThoughtReader, TellsTextFromReasoningInABody) {
  ThoughtReader reader(reading(Protocol::kChat, Protocol::kMessages));
  protocol::relay_body(200, chat_body(R"("content":"text","reasoning_content":"why",)" + std::string(kCall)),
                       relaying(reader));
  EXPECT_EQ(told(reader.thought()), "r:why t:text c:c1");
  EXPECT_EQ(reader.thought().parts.front().member, "reasoning_content");
}

// S4-54, S4-56, S4-57, S4-60.
TEST(ThoughtReader, EmptyIsNone) {
  ThoughtReader body(reading(Protocol::kChat, Protocol::kMessages));
  protocol::relay_body(200, chat_body(R"("content":"","reasoning_content":"",)" + std::string(kCall)),
                       relaying(body));
  EXPECT_EQ(told(body.thought()), "c:c1");
  ThoughtReader stream(reading(Protocol::kChat, Protocol::kMessages));
  const std::string out = streamed(
      stream,
      {R"({"role":"assistant","content":"","reasoning_content":""})",
       R"({"content":null,"reasoning_content":null})", R"({"content":"","reasoning_content":""})",
       R"({"tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]})"});
  EXPECT_EQ(told(stream.thought()), "c:c1");
  EXPECT_FALSE(stream.thought().has_reasoning());
  EXPECT_EQ(out.find("thinking"), std::string::npos) << out;
  EXPECT_EQ(out.find("text_delta"), std::string::npos) << out;
}

// S4-55, S4-75, S4-104: a reply that is thoughts and nothing else has no text.
TEST(ThoughtReader, ReasoningIsNeverTakenForText) {
  const std::string body =
      R"({"id":"x","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":null,"reasoning_content":"why"},"finish_reason":"stop"}]})";
  for (const Protocol client : {Protocol::kMessages, Protocol::kResponses}) {
    ThoughtReader reader(reading(Protocol::kChat, client));
    const protocol::RelayedBody relayed = protocol::relay_body(200, body, relaying(reader));
    EXPECT_EQ(told(reader.thought()), "r:why");
    EXPECT_EQ(relayed.body.find(R"("text":"why")") == std::string::npos, client == Protocol::kMessages)
        << relayed.body;  // of Responses that is the summary
    EXPECT_EQ(relayed.body.find("output_text"), std::string::npos) << relayed.body;
  }
  ThoughtReader same(reading(Protocol::kChat, Protocol::kChat));
  EXPECT_TRUE(protocol::relay_body(200, body, relaying(same)).passed);
}

// S4-88.
TEST(ThoughtReader, GathersTextAndReasoningApartInAStream) {
  ThoughtReader reader(reading(Protocol::kChat, Protocol::kChat));
  streamed(
      reader,
      {R"({"role":"assistant","content":"","reasoning":"wh"})", R"({"content":"","reasoning":"y"})",
       R"({"content":"te"})", R"({"content":"xt"})",
       R"({"tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"f","arguments":"{"}}]})",
       R"({"tool_calls":[{"index":0,"function":{"arguments":"}"}}]})",
       R"({"tool_calls":[{"index":1,"id":"c2","type":"function","function":{"name":"f","arguments":"{}"}}]})"});
  EXPECT_TRUE(reader.is_finished());
  EXPECT_EQ(told(reader.thought()), "r:why t:text c:c1 c:c2");
  EXPECT_EQ(reader.thought().parts.front().member, "reasoning");
}

TEST(ThoughtReader, CostsNothingWhereNothingWasThought) {
  ThoughtReader reader(reading(Protocol::kChat, Protocol::kChat));
  streamed(
      reader,
      {R"({"role":"assistant","content":"some "})", R"({"content":"text"})",
       R"({"tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]})"});
  EXPECT_EQ(told(reader.thought()), "c:c1") << "the text is not copied";
  EXPECT_FALSE(reader.thought().is_worth_keeping());
}

TEST(ThoughtReader, ALookIsEnoughForBodiesWithoutReasoning) {
  const auto is_read = [](const std::string& body) {
    ThoughtReader reader(reading(Protocol::kChat, Protocol::kChat));
    EXPECT_TRUE(protocol::relay_body(200, body, relaying(reader)).passed) << body;
    return !reader.thought().parts.empty();
  };
  const std::string call(kCall);
  EXPECT_FALSE(
      is_read(chat_body(R"("content":null,"reasoning_content":null,"reasoning_details":[],)" + call)));
  EXPECT_TRUE(is_read(chat_body(R"("content":null,"reasoning":"x",)" + call)));
  EXPECT_TRUE(is_read(chat_body(R"("content":null,"reasoning_content":"x",)" + call)));
  EXPECT_TRUE(is_read(
      chat_body(R"("content":null,"reasoning_details":[{"type":"reasoning.text","text":"x"}],)" + call)));
  EXPECT_TRUE(is_read(chat_body(R"("content":"\n<think>x</think>",)" + call)));
  std::string with_signature = chat_body(R"("content":null,)" + call);
  with_signature.insert(with_signature.find("}]}"),
                        R"(,"extra_content":{"google":{"thought_signature":"x"}})");
  EXPECT_TRUE(is_read(with_signature));
}

TEST(ThoughtReader, KeepsInlineReasoningInEitherWay) {
  const std::string body = chat_body(R"("content":"<think>hm</think>\n\ntext",)" + std::string(kCall));
  ThoughtReader foreign(reading(Protocol::kChat, Protocol::kMessages));
  protocol::relay_body(200, body, relaying(foreign));
  EXPECT_EQ(foreign.thought().content(), "<think>hm</think>\n\ntext");
  EXPECT_EQ(foreign.thought().parts.front().text, "hm");
  ThoughtReader same(reading(Protocol::kChat, Protocol::kChat));
  EXPECT_TRUE(protocol::relay_body(200, body, relaying(same)).passed);
  EXPECT_EQ(same.thought().content(), "<think>hm</think>\n\ntext");
  EXPECT_TRUE(same.thought().is_worth_keeping());
}

TEST(ThoughtReader, TakesSignaturesFromBesideTheCalls) {
  ThoughtReader reader(reading(Protocol::kChat, Protocol::kChat));
  streamed(
      reader,
      {R"({"role":"assistant","extra_content":{"google":{"thought":true}},"content":null})",
       R"({"tool_calls":[{"index":0,"id":"","type":"function","function":{"name":"f","arguments":"{}"},"extra_content":{"google":{"thought_signature":"s"}}}]})",
       R"({"tool_calls":[{"index":1,"id":"","type":"function","function":{"name":"f","arguments":"{}"}}]})"});
  const Thought thought = reader.thought();
  ASSERT_EQ(thought.calls(), 2U);
  EXPECT_EQ(json::write(thought.parts.front().extras),
            R"({"extra_content":{"google":{"thought_signature":"s"}}})");
  EXPECT_TRUE(thought.parts.back().extras.empty());
  EXPECT_EQ(json::write(thought.extras), R"({"extra_content":{"google":{"thought":true}}})");
}

TEST(ThoughtReader, SealsWhatItIsToldToSeal) {
  const Sealer sealer("secret");
  ReadingOptions options = reading(Protocol::kChat, Protocol::kMessages);
  options.sealer = &sealer;
  options.owner = "alice";
  ThoughtReader reader(options);
  const std::string out = streamed(
      reader, {R"({"role":"assistant","content":"","reasoning_content":"why"})", R"({"content":"text"})"});
  const std::size_t at = out.find("aw1.");
  ASSERT_NE(at, std::string::npos) << out;
  const std::optional<OpenedToken> opened =
      open_token(sealer, out.substr(at, out.find('"', at) - at), "alice");
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->origin, options.origin);
  ASSERT_EQ(opened->parts.size(), 1U);
  EXPECT_EQ(opened->parts.front(), reader.thought().parts.front());
}

TEST(ThoughtReader, AHundredThousandCallsAreNoTrouble) {
  ThoughtReader reader(reading(Protocol::kChat, Protocol::kChat));
  protocol::Events events;
  for (int i = 0; i < 100'000; ++i) {
    protocol::CallPiece piece;
    piece.id = "c" + std::to_string(i);
    piece.name = "f";
    events.emplace_back(std::move(piece));
  }
  reader.filter(events);
  reader.filter(events);
  EXPECT_EQ(reader.thought().calls(), 100'000U);
}

}  // namespace
}  // namespace argwright::gateway
