#include "gateway/reasoning/put_back.h"

#include <gtest/gtest.h>

#include "protocol/request_codec.h"

namespace argwright::gateway {
namespace {

using protocol::Protocol;
using Kind = ThoughtPart::Kind;

protocol::Request decoded(Protocol protocol, const std::string& body) {
  const Result<json::Value> value = json::parse(body);
  EXPECT_TRUE(value) << body;
  Result<protocol::Request> request = protocol::request_codec(protocol).decode(*value);
  EXPECT_TRUE(request) << request.error().describe();
  return request ? *std::move(request) : protocol::Request{};
}

// The messages or items that go to the upstream.
std::string encoded(Protocol target, const protocol::Request& request) {
  const Result<protocol::EncodedRequest> made = protocol::request_codec(target).encode(request, {});
  if (!made) return made.error().describe();
  const json::Value* list = made->body.find("messages");
  if (list == nullptr) list = made->body.find("input");
  return list != nullptr ? json::write(*list) : "none";
}

ThoughtPart reasoning(std::string text, std::string signature = {}) {
  ThoughtPart part;
  part.text = std::move(text);
  part.proof.signature = std::move(signature);
  return part;
}
ThoughtPart text(std::string said) { return {Kind::kText, std::move(said)}; }
ThoughtPart call(std::string id) {
  ThoughtPart part;
  part.kind = Kind::kCall;
  part.id = std::move(id);
  return part;
}

std::string chat(std::string_view members) {
  return R"({"model":"m","messages":[{"role":"user","content":"q"},{"role":"assistant",)" +
         std::string(members) +
         R"(,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"b","type":"function","function":{"name":"f","arguments":"{}"}}]}]})";
}

TEST(PutBack, KeepsTheOrderInWhichItWasThought) {
  const Thought thought{{reasoning("one", "s1"), text("said"), reasoning("two", "s2"), call("a"),
                         reasoning("three", "s3"), call("b")},
                        {},
                        true};
  protocol::Request request = decoded(Protocol::kChat, chat(R"("content":null)"));
  EXPECT_EQ(put_back(request, assistant_runs(request).front(), thought, Protocol::kMessages),
            PutBack::kRestored);
  EXPECT_EQ(
      encoded(Protocol::kMessages, request),
      R"([{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"thinking","thinking":"one","signature":"s1"},)"
      R"({"type":"text","text":"said"},{"type":"thinking","thinking":"two","signature":"s2"},)"
      R"({"type":"tool_use","id":"a","name":"f","input":{}},{"type":"thinking","thinking":"three","signature":"s3"},)"
      R"({"type":"tool_use","id":"b","name":"f","input":{}}]}])");
}

TEST(PutBack, FindsThePlaceBetweenTheClientsTexts) {
  const Thought thought{
      {reasoning("one", "s1"), text("t1"), reasoning("two", "s2"), text("t2"), call("a")}, {}, false};
  protocol::Request request = decoded(
      Protocol::kMessages,
      R"({"model":"m","max_tokens":1,"messages":[{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"text","text":"t1"},{"type":"text","text":"t2"},{"type":"tool_use","id":"a","name":"f","input":{}}]}]})");
  put_back(request, assistant_runs(request).front(), thought, Protocol::kMessages);
  EXPECT_EQ(
      encoded(Protocol::kMessages, request),
      R"([{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"thinking","thinking":"one","signature":"s1"},)"
      R"({"type":"text","text":"t1"},{"type":"thinking","thinking":"two","signature":"s2"},{"type":"text","text":"t2"},)"
      R"({"type":"tool_use","id":"a","name":"f","input":{}}]}])");
}

// Accumulators that keep the last piece, clients that trim or rewrite: the original is what the provider
// knows.
TEST(PutBack, ReplacesWhatTheClientMadeOfIt) {
  const Thought thought{{reasoning(" one\nand two "), call("a"), call("b")}, {}, false};
  for (const char* text : {"two ", "one\\nand two", " one\\nand three "}) {
    protocol::Request request =
        decoded(Protocol::kChat, chat(R"("content":null,"reasoning_content":")" + std::string(text) + '"'));
    EXPECT_EQ(put_back(request, assistant_runs(request).front(), thought, Protocol::kChat),
              PutBack::kRestored);
    EXPECT_NE(encoded(Protocol::kChat, request).find(R"("reasoning_content":" one\nand two ")"),
              std::string::npos)
        << encoded(Protocol::kChat, request);
  }
}

TEST(PutBack, LeavesTheClientsWordsWhereNothingWasThought) {
  const Thought thought{{call("a"), call("b")}, {}, false};
  protocol::Request request =
      decoded(Protocol::kChat, chat(R"("content":null,"reasoning_content":"my own")"));
  const std::string before = encoded(Protocol::kChat, request);
  EXPECT_EQ(put_back(request, assistant_runs(request).front(), thought, Protocol::kChat), PutBack::kOther);
  EXPECT_EQ(encoded(Protocol::kChat, request), before);
}

TEST(PutBack, ChangesNothingWhereAllIsThere) {
  const Thought thought{{reasoning("one"), call("a"), call("b")}, {}, false};
  protocol::Request request = decoded(Protocol::kChat, chat(R"("content":null,"reasoning_content":"one")"));
  const std::string before = encoded(Protocol::kChat, request);
  const AssistantRun run = assistant_runs(request).front();
  EXPECT_EQ(put_back(request, run, thought, Protocol::kChat), PutBack::kUnchanged);
  EXPECT_EQ(encoded(Protocol::kChat, request), before);
  EXPECT_TRUE(is_native(request, run));
}

TEST(PutBack, RestoresDetailsBesideATextThatTheClientKept) {
  ThoughtPart part = reasoning("one");
  part.member = "reasoning_content";
  part.proof.details = {json::Value(json::Object{{"type", "reasoning.text"}, {"text", "one"}})};
  protocol::Request request = decoded(Protocol::kChat, chat(R"("content":null,"reasoning_content":"one")"));
  put_back(request, assistant_runs(request).front(), {{part, call("a"), call("b")}, {}, false},
           Protocol::kChat);
  EXPECT_NE(
      encoded(Protocol::kChat, request)
          .find(R"("reasoning_content":"one","reasoning_details":[{"type":"reasoning.text","text":"one"}])"),
      std::string::npos)
      << encoded(Protocol::kChat, request);
}

TEST(PutBack, InlineReasoningThatAChatClientCutOffIsPutBeforeItsText) {
  const Thought thought{{text("<think>hm</think>\n\nsaid"), call("a"), call("b")}, {}, false};
  protocol::Request request = decoded(Protocol::kChat, chat(R"("content":"said")"));
  put_back(request, assistant_runs(request).front(), thought, Protocol::kChat);
  EXPECT_NE(encoded(Protocol::kChat, request).find(R"("content":"<think>hm</think>\n\nsaid")"),
            std::string::npos)
      << encoded(Protocol::kChat, request);
}

TEST(PutBack, SpaceBehindInlineReasoningThatAClientDroppedComesBack) {
  ThoughtPart thinking;
  thinking.text = "hm";
  thinking.form = protocol::ReasoningForm::kInline;
  thinking.opening = "<think>";
  thinking.closing = "</think>";
  const Thought thought{{thinking, text("\n\n"), call("a"), call("b")}, {}, false};
  protocol::Request request = decoded(Protocol::kChat, chat(R"("content":"<think>hm</think>")"));
  put_back(request, assistant_runs(request).front(), thought, Protocol::kChat);
  EXPECT_NE(encoded(Protocol::kChat, request).find(R"("content":"<think>hm</think>\n\n")"), std::string::npos)
      << encoded(Protocol::kChat, request);

  // What the client says otherwise is its own.
  request = decoded(Protocol::kChat, chat(R"("content":"<think>hm</think>other")"));
  put_back(request, assistant_runs(request).front(), thought, Protocol::kChat);
  EXPECT_NE(encoded(Protocol::kChat, request).find(R"("content":"<think>hm</think>other")"),
            std::string::npos)
      << encoded(Protocol::kChat, request);
}

class OpenSealed : public testing::Test {
 protected:
  std::string opened(Protocol client, Protocol target, const std::string& body, bool keeps_unsealed = false) {
    protocol::Request request = decoded(client, body);
    const ProofRules rules{sealer_, "alice", target_, target, keeps_unsealed};
    warnings_ = {};
    counts_ = open_sealed(request, rules, warnings_);
    return encoded(target, request);
  }
  std::string token(const Origin& origin, ThoughtPart part) {
    return sealed_token(sealer_, origin, std::vector{std::move(part)}, "alice");
  }
  std::string warned() {
    std::string codes;
    for (const protocol::Warning& warning : warnings_.take()) codes += warning.code + ";";
    return codes;
  }
  static std::string messages(const std::string& signature, std::string_view text) {
    return R"({"model":"m","max_tokens":1,"messages":[{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"thinking","thinking":"x","signature":")" +
           signature + R"("},{"type":"text","text":")" + std::string(text) +
           R"("}]},{"role":"user","content":"more"}]})";
  }

  const Sealer sealer_{"secret"};
  const Origin target_{"main", "deepseek", "m"};
  const Origin other_{"other", "anthropic", "m"};
  protocol::WarningLog warnings_;
  ProofCounts counts_;
};

TEST_F(OpenSealed, GivesTheTargetItsOwnWords) {
  EXPECT_EQ(
      opened(Protocol::kMessages, Protocol::kChat, messages(token(target_, reasoning("why")), "said")),
      R"([{"role":"user","content":"q"},{"role":"assistant","content":"said","reasoning_content":"why"},{"role":"user","content":"more"}])");
  EXPECT_EQ(counts_.opened, 1U);
  EXPECT_EQ(warned(), "");
}

TEST_F(OpenSealed, PutsInlineReasoningBeforeTheText) {
  ThoughtPart part = reasoning("hm");
  part.form = protocol::ReasoningForm::kInline;
  part.opening = "<think>";
  part.closing = "</think>\n";
  EXPECT_EQ(
      opened(Protocol::kMessages, Protocol::kChat, messages(token(target_, part), "said")),
      R"([{"role":"user","content":"q"},{"role":"assistant","content":"<think>hm</think>\nsaid"},{"role":"user","content":"more"}])");
}

TEST_F(OpenSealed, GivesOthersTheTextAtMost) {
  const std::string foreign = token(other_, reasoning("why", "native"));
  EXPECT_EQ(
      opened(Protocol::kMessages, Protocol::kChat, messages(foreign, "said")),
      R"([{"role":"user","content":"q"},{"role":"assistant","content":"said","reasoning_content":"x"},{"role":"user","content":"more"}])");
  EXPECT_EQ(warned(), "foreign_reasoning;");
  EXPECT_EQ(
      opened(Protocol::kMessages, Protocol::kMessages, messages(foreign, "said")),
      R"([{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"text","text":"said"}]},{"role":"user","content":"more"}])");
}

TEST_F(OpenSealed, DropsWhatDoesNotOpen) {
  EXPECT_EQ(
      opened(Protocol::kMessages, Protocol::kMessages, messages("aw1.AAAA", "said"), true),
      R"([{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"text","text":"said"}]},{"role":"user","content":"more"}])");
  EXPECT_EQ(warned(), "broken_seal;");
}

TEST_F(OpenSealed, KeepsProofsWithoutASealOnlyWhereTheyMustBeTheTargets) {
  EXPECT_NE(opened(Protocol::kMessages, Protocol::kMessages, messages("native", "said"), true).find("native"),
            std::string::npos);
  EXPECT_FALSE(counts_.changed);
  EXPECT_EQ(
      opened(Protocol::kMessages, Protocol::kMessages, messages("native", "said"), false).find("native"),
      std::string::npos);
}

TEST_F(OpenSealed, AReasoningItemThatIsGoneLeavesNoEmptyMessage) {
  const std::string body =
      R"({"model":"m","input":[{"role":"user","content":"q"},{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"aw1.AAAA"},{"role":"assistant","content":"said"}]})";
  EXPECT_EQ(opened(Protocol::kResponses, Protocol::kResponses, body),
            R"([{"role":"user","content":"q"},{"role":"assistant","content":"said"}])");
}

}  // namespace
}  // namespace argwright::gateway
