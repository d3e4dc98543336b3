// Each rule of each provider, from a request as a client sends it to the body that goes out.
#include "provider/shape.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "protocol/request_codec.h"
#include "provider/profiles.h"

namespace argwright::provider {
namespace {

using protocol::Protocol;

struct Shaped {
  bool changed = false;
  std::string codes;  // of the warnings, joined
  json::Value body;

  std::string at(std::string_view key) const {
    const json::Value* const value = body.find(key);
    return value == nullptr ? "absent" : json::write(*value);
  }
  // messages[index].key
  std::string of(std::size_t index, std::string_view key) const {
    const json::Value* const messages = body.find("messages");
    if (messages == nullptr || index >= messages->items().size()) return "no message";
    const json::Value* const value = messages->items()[index].find(key);
    return value == nullptr ? "absent" : json::write(*value);
  }
};

struct Case {
  std::string provider;
  std::string model;
  Protocol from = Protocol::kChat;
  Protocol to = Protocol::kChat;
  ForcedTools forced = ForcedTools::kNoThinking;
  std::string url = "https://host.example/v1";
  bool is_restored = true;
};

Shaped shaped(const Case& by, const std::string& text) {
  static const Profiles profiles;
  const Profile& profile = profile_for(profiles, by.provider, by.url, by.model);
  Result<json::Value> body = json::parse(text);
  EXPECT_TRUE(body) << text;
  Result<protocol::Request> request = protocol::request_codec(by.from).decode(*body);
  EXPECT_TRUE(request) << (request ? "" : request.error().message);
  const ShapeResult result = shape(*request, profile, {by.to, by.forced, by.url, by.is_restored});
  if (by.from == by.to && result.changed) {
    EXPECT_TRUE(needs_shaping(profile, by.to, text)) << text;
  }
  Result<protocol::EncodedRequest> encoded =
      protocol::request_codec(by.to).encode(*request, encode_options(profile));
  EXPECT_TRUE(encoded) << (encoded ? "" : encoded.error().message);
  Shaped out;
  out.changed = result.changed;
  for (const protocol::Warning& warning : result.warnings)
    out.codes += (out.codes.empty() ? "" : " ") + warning.code;
  out.body = std::move(encoded->body);
  return out;
}

// A conversation with an old turn (text only, then with a call) and one under way, as a Chat client that
// keeps reasoning sends it.
std::string history(const std::string& member, const std::string& old_text, const std::string& old_call,
                    const std::string& now, const std::string& rest = "") {
  const auto put = [&](const std::string& value) {
    return value.empty() ? std::string() : ",\"" + member + "\":" + value;
  };
  return R"({"model":"m","messages":[{"role":"user","content":"one"},)"
         R"({"role":"assistant","content":"first")" +
         put(old_text) + R"(},{"role":"user","content":"two"},{"role":"assistant","content":null)" +
         put(old_call) +
         R"(,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},)"
         R"({"role":"tool","tool_call_id":"c1","content":"r1"},{"role":"assistant","content":"done"},)"
         R"({"role":"user","content":"three"},{"role":"assistant","content":null)" +
         put(now) +
         R"(,"tool_calls":[{"id":"c2","type":"function","function":{"name":"f","arguments":"{}"}}]},)"
         R"({"role":"tool","tool_call_id":"c2","content":"r2"}])" +
         rest + "}";
}

constexpr std::size_t kOldText = 1;
constexpr std::size_t kOldCall = 3;
constexpr std::size_t kOldDone = 5;
constexpr std::size_t kNow = 7;

struct BackRow {
  const char* provider;
  const char* model;
  const char* old_text;
  const char* old_call;
  const char* old_done;  // it had none
  const char* now;
};

// S4-11, S4-12, S4-13, S4-46, S4-85, S4-86, S4-90, C5
TEST(ShapeReasoning, GoesBackAsTheProviderWantsIt) {
  const BackRow rows[] = {
      {"deepseek", "deepseek-v4-pro", R"("")", R"("b")", R"("")", R"("c")"},
      {"deepseek", "deepseek-reasoner", "absent", "absent", "absent", R"("c")"},
      {"glm", "glm-4.7", R"("a")", R"("b")", "absent", R"("c")"},
      {"kimi", "kimi-k2-thinking", "absent", R"("b")", "absent", R"("c")"},
      {"qwen", "qwen3-max", R"("a")", R"("b")", "absent", R"("c")"},
      {"openai", "gpt-4o", "absent", "absent", "absent", "absent"},
      {"mistral", "mistral-medium-latest", "absent", "absent", "absent", "absent"},
      {"gemini", "gemini-3-pro", "absent", "absent", "absent", "absent"},
      {"generic", "m", R"("a")", R"("b")", "absent", R"("c")"},
      {"vllm", "m", R"("a")", R"("b")", "absent", R"("c")"},
  };
  for (const BackRow& row : rows) {
    SCOPED_TRACE(row.model + std::string(" at ") + row.provider);
    const Shaped out =
        shaped({row.provider, row.model}, history("reasoning_content", R"("a")", R"("b")", R"("c")"));
    EXPECT_EQ(out.of(kOldText, "reasoning_content"), row.old_text);
    EXPECT_EQ(out.of(kOldCall, "reasoning_content"), row.old_call);
    EXPECT_EQ(out.of(kOldDone, "reasoning_content"), row.old_done);
    EXPECT_EQ(out.of(kNow, "reasoning_content"), row.now);
  }
}

// V3.2 refuses a turn of its loop without the member, whoever answered it; V4 and Kimi also earlier ones.
TEST(ShapeReasoning, ThatWasLostGetsAPlaceholderWhereTheLoopNeedsOne) {
  const std::string lost = history("reasoning_content", "", "", "");
  const Shaped reasoner = shaped({"deepseek", "deepseek-reasoner"}, lost);
  EXPECT_EQ(reasoner.of(kOldCall, "reasoning_content"), "absent");
  EXPECT_EQ(reasoner.of(kNow, "reasoning_content"), R"("")");
  EXPECT_EQ(shaped({"deepseek", "deepseek-chat"}, lost).of(kNow, "reasoning_content"), "absent");
  EXPECT_EQ(shaped({"deepseek", "deepseek-chat"},
                   history("reasoning_content", "", "", "", R"(,"thinking":{"type":"enabled"})"))
                .of(kNow, "reasoning_content"),
            R"("")");
  EXPECT_EQ(shaped({"deepseek", "deepseek-v4-pro"}, lost).of(kOldCall, "reasoning_content"), R"("")");
}

// Dumps of a library's objects have members without a value, which strict servers do not know.
TEST(ShapeReasoning, NullsAndUnknownMembersAreLeftOutWhereTheyAreRefused) {
  const std::string dumped =
      history("reasoning_content", "null", "null",
              R"(null,"refusal":null,"audio":null,"annotations":[],"function_call":null,"name":"a","x":1)");
  for (const char* provider : {"mistral", "gemini", "glm"}) {
    const Shaped out = shaped({provider, "m"}, dumped);
    for (const char* member :
         {"reasoning_content", "refusal", "audio", "annotations", "function_call", "x"}) {
      EXPECT_EQ(out.of(kNow, member), "absent") << member << " of " << provider;
    }
    EXPECT_EQ(out.of(kNow, "name"), std::string_view(provider) == "gemini" ? R"("a")" : "absent");
  }
  EXPECT_EQ(shaped({"qwen", "m"}, dumped).of(kNow, "reasoning_content"), "absent");
  EXPECT_EQ(shaped({"qwen", "m"}, dumped).of(kNow, "x"), "1");
  EXPECT_FALSE(shaped({"generic", "m"}, dumped).changed);
}

// 400 "Expected `thinking` or `redacted_thinking`, but found `tool_use`" would end the loop.
TEST(ShapeLoop, ThatLostItsThinkingGoesOnWithoutThinking) {
  const auto body = [](const std::string& thinking, const std::string& last) {
    return R"({"model":"m","max_tokens":4096,"thinking":{"type":"enabled","budget_tokens":1024},"messages":[)"
           R"({"role":"user","content":"x"},{"role":"assistant","content":[)" +
           thinking +
           R"({"type":"tool_use","id":"a","name":"f","input":{}}]},{"role":"user","content":[)"
           R"({"type":"tool_result","tool_use_id":"a","content":"1"}]})" +
           last + "]}";
  };
  const std::string own = R"({"type":"thinking","thinking":"t","signature":"s"},)";
  const std::string redacted = R"({"type":"redacted_thinking","data":"d"},)";
  Case claude{"anthropic", "claude-sonnet-4-5", Protocol::kMessages, Protocol::kMessages};
  EXPECT_EQ(shaped(claude, body("", "")).at("thinking"), R"({"type":"disabled"})");
  EXPECT_EQ(shaped(claude, body("", "")).codes, "thinking_off");
  EXPECT_FALSE(shaped(claude, body(own, "")).changed);
  EXPECT_FALSE(shaped(claude, body(redacted, "")).changed);
  // A new question begins anew.
  EXPECT_FALSE(
      shaped(claude, body("", R"(,{"role":"assistant","content":"done"},{"role":"user","content":"y"})"))
          .changed);
  // An earlier reply of the loop may lack it.
  EXPECT_FALSE(
      shaped(claude, body("", R"(,{"role":"assistant","content":[)" + own +
                                  R"({"type":"tool_use","id":"b","name":"f","input":{}}]},)"
                                  R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"b",)"
                                  R"("content":"1"}]})"))
          .changed);
  // Where nobody looked for it, it is the client's to bring.
  claude.is_restored = false;
  EXPECT_FALSE(shaped(claude, body("", "")).changed);
  const std::string chat =
      R"({"model":"m","reasoning_effort":"high","messages":[{"role":"user","content":"x"},{"role":"assistant",)"
      R"("content":null,"reasoning_content":"another's","tool_calls":[{"id":"a","type":"function","function":)"
      R"({"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"a","content":"1"}]})";
  const Shaped foreign =
      shaped({"anthropic", "claude-sonnet-4-5", Protocol::kChat, Protocol::kMessages}, chat);
  EXPECT_EQ(foreign.at("thinking"), R"({"type":"disabled"})");
  EXPECT_EQ(foreign.codes, "thinking_off");
}

// Google's word for a signature that nobody has: on the first call of each reply of this turn.
TEST(ShapeReasoning, ASignatureThatWasLostIsReplacedByTheProvidersWord) {
  const std::string lost = history("x", "", "", "");
  const auto signature = [](const Shaped& out, std::size_t at) {
    const std::string calls = out.of(at, "tool_calls");
    return calls.find("skip_thought_signature_validator") != std::string::npos;
  };
  const Shaped three = shaped({"gemini", "gemini-3-pro-preview"}, lost);
  EXPECT_TRUE(signature(three, kNow));
  EXPECT_FALSE(signature(three, kOldCall));
  EXPECT_FALSE(signature(shaped({"gemini", "gemini-2.5-flash"}, lost), kNow));
  Case unsought{"gemini", "gemini-3-pro-preview"};
  unsought.is_restored = false;
  EXPECT_FALSE(signature(shaped(unsought, lost), kNow));
  const std::string kept =
      R"({"model":"m","messages":[{"role":"user","content":"x"},{"role":"assistant","content":null,"tool_calls":[)"
      R"({"id":"a","type":"function","function":{"name":"f","arguments":"{}"},)"
      R"("extra_content":{"google":{"thought_signature":"own"}}},)"
      R"({"id":"b","type":"function","function":{"name":"f","arguments":"{}"}}]},)"
      R"({"role":"tool","tool_call_id":"a","content":"1"},{"role":"tool","tool_call_id":"b","content":"1"}]})";
  const Shaped same = shaped({"gemini", "gemini-3-pro-preview"}, kept);
  EXPECT_FALSE(same.changed) << json::write(same.body);
}

// S4-86, S4-93: a field for its own sake only where it is demanded.
TEST(ShapeReasoning, IsInventedOnlyWhereTheMemberIsDemanded) {
  const std::string lost = history("reasoning_content", "", "", "");
  const auto now = [&](const char* provider, const char* model) {
    return shaped({provider, model}, lost).of(kNow, "reasoning_content");
  };
  EXPECT_EQ(now("deepseek", "deepseek-v4-flash"), R"("")");
  EXPECT_EQ(now("kimi", "kimi-k2.5"), R"(" ")");
  EXPECT_EQ(now("generic", "deepseek-v4-flash"), R"("")");
  EXPECT_EQ(now("generic", "moonshotai/kimi-k2-thinking"), R"(" ")");
  EXPECT_EQ(shaped({"kimi", "kimi-k2.5"}, lost).of(kOldText, "reasoning_content"), "absent");
  for (const char* provider :
       {"glm", "minimax", "qwen", "openrouter", "generic", "vllm", "ollama", "openai"}) {
    EXPECT_EQ(now(provider, "m"), "absent") << provider;
    EXPECT_EQ(shaped({provider, "m"}, lost).of(kNow, "reasoning_details"), "absent") << provider;
  }
  EXPECT_EQ(now("deepseek", "deepseek-chat"), "absent");
  // Thinking is off: nobody asks for it.
  EXPECT_EQ(
      shaped({"deepseek", "deepseek-v4-pro"}, history("x", "", "", "", R"(,"thinking":{"type":"disabled"})"))
          .of(kNow, "reasoning_content"),
      "absent");
}

// S4-25, S4-67, S4-99, C4
TEST(ShapeReasoning, DetailsOfMiniMaxStayAndAreMadeOfText) {
  const std::string details =
      R"([{"type":"reasoning.text","id":"x","format":"MiniMax-response-v1","index":0,"text":"c"}])";
  const Shaped kept =
      shaped({"minimax", "MiniMax-M2.5"}, history("reasoning_details", details, details, details));
  EXPECT_EQ(kept.of(kNow, "reasoning_details"), details);
  EXPECT_EQ(kept.of(kOldCall, "reasoning_details"), "absent");
  const Shaped made = shaped({"minimax", "MiniMax-M2.5"}, history("reasoning_content", "", "", R"("c")"));
  EXPECT_EQ(made.of(kNow, "reasoning_details"), R"([{"type":"reasoning.text","text":"c"}])");
  EXPECT_EQ(made.of(kNow, "reasoning_content"), "absent");
  // Another provider's are no use: their text is.
  const std::string foreign =
      R"([{"type":"reasoning.text","format":"google-gemini-v1","text":"c","signature":"s"}])";
  EXPECT_EQ(shaped({"minimax", "MiniMax-M2.5"}, history("reasoning_details", "", "", foreign))
                .of(kNow, "reasoning_details"),
            R"([{"type":"reasoning.text","text":"c"}])");
  const Shaped text = shaped({"deepseek", "deepseek-v4-pro"}, history("reasoning_details", "", "", foreign));
  EXPECT_EQ(text.of(kNow, "reasoning_content"), R"("c")");
  EXPECT_EQ(text.of(kNow, "reasoning_details"), "absent");
}

TEST(ShapeReasoning, OpenRouterGetsDetailsWholeAndTextAsReasoning) {
  const std::string details =
      R"([{"type":"reasoning.encrypted","data":"e"},{"type":"reasoning.text","text":"c"}])";
  const Shaped kept = shaped({"openrouter", "x"}, history("reasoning_details", details, "", details));
  EXPECT_EQ(kept.of(kNow, "reasoning_details"), details);
  EXPECT_EQ(kept.of(kOldText, "reasoning_details"), details);
  EXPECT_FALSE(kept.changed);
  EXPECT_EQ(shaped({"openrouter", "x"}, history("reasoning_content", "", "", R"("c")")).of(kNow, "reasoning"),
            R"("c")");
  EXPECT_EQ(shaped({"ollama", "x"}, history("reasoning_content", "", "", R"("c")")).of(kNow, "reasoning"),
            R"("c")");
}

// S4-22, S4-24, S4-68, C3
TEST(ShapeReasoning, ThoughtsInsideContentStayAsTheyAre) {
  const std::string body =
      R"({"model":"m","reasoning_split":false,"messages":[{"role":"user","content":"x"},)"
      R"({"role":"assistant","content":"<think>\nhm\n</think>\n\nyes"},{"role":"user","content":"y"}]})";
  const Shaped out = shaped({"minimax", "MiniMax-M2.5"}, body);
  EXPECT_EQ(out.of(1, "content"), R"("<think>\nhm\n</think>\n\nyes")");
  EXPECT_EQ(out.at("reasoning_split"), "false");
  EXPECT_FALSE(out.changed);
}

// Gemini's signature of a call belongs to Gemini: to whom it goes is the profile's word. What was restored
// is the provider's own, whoever that is.
TEST(ShapeReasoning, SignaturesBesideCallsGoOnlyToWhomTheyBelong) {
  static const Profiles profiles;
  const std::string signature = R"({"google":{"thought_signature":"s"}})";
  const std::string body =
      R"({"model":"m","messages":[{"role":"user","content":"x"},{"role":"assistant","content":"y",)"
      R"("extra_content":)" +
      signature +
      R"(,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"},)"
      R"("extra_content":)" +
      signature + R"(}]},{"role":"tool","tool_call_id":"c1","content":"r"}]})";
  for (const std::string_view provider : profiles.names()) {
    const bool takes = provider == "gemini" || provider == "generic";
    const Shaped out = shaped({std::string(provider), "m"}, body);
    EXPECT_EQ(json::write(out.body).find("thought_signature") != std::string::npos, takes) << provider;
    EXPECT_EQ(out.codes, takes ? "" : "dropped_proof") << provider;
  }
  Result<protocol::Request> request = protocol::request_codec(Protocol::kChat).decode(*json::parse(body));
  ASSERT_TRUE(request);
  protocol::Turn& turn = request->turns[1];
  turn.native = std::exchange(turn.extras, {});
  EXPECT_FALSE(turn.native.empty());
  shape(*request, *profiles.by_name("kimi"), {});
  EXPECT_EQ(json::write(*protocol::request_codec(Protocol::kChat)
                             .encode(*request, {})
                             ->body.find("messages")
                             ->items()[1]
                             .find("extra_content")),
            signature);
}

// What the upstream itself once sent, put back by whoever remembered it, goes exactly so.
TEST(ShapeReasoning, NativePartsKeepTheirFormUnlessCleared) {
  static const Profiles profiles;
  protocol::Request request;
  request.origin = Protocol::kMessages;
  protocol::ReasoningPart reasoning;
  reasoning.text = "t";
  reasoning.member = "reasoning_details";
  reasoning.proof.details = {json::Object{{"type", "reasoning.text"}, {"format", "odd"}, {"text", "t"}}};
  reasoning.native = true;
  protocol::Turn user;
  user.parts.emplace_back(protocol::TextPart{"hi", {}});
  protocol::Turn assistant;
  assistant.role = protocol::Role::kAssistant;
  assistant.parts.emplace_back(reasoning);
  assistant.parts.emplace_back(protocol::TextPart{"yes", {}});
  request.turns = {user, assistant};
  const Profile& minimax = *profiles.by_name("minimax");
  const auto encode = [&](protocol::Request copy) {
    shape(copy, minimax, {});
    return json::write(protocol::request_codec(Protocol::kChat).encode(copy, {})->body);
  };
  EXPECT_NE(
      encode(request).find(R"("reasoning_details":[{"type":"reasoning.text","format":"odd","text":"t"}])"),
      std::string::npos);
  request.turns.push_back(user);
  EXPECT_EQ(encode(request).find("reasoning_details"), std::string::npos);
}

// Clients that have a place for reasoning and nothing in it send null.
TEST(ShapeReasoning, ANullGivesWay) {
  static const Profiles profiles;
  const Shaped placeholder =
      shaped({"deepseek", "deepseek-v4-pro"}, history("reasoning_content", "null", "null", "null"));
  EXPECT_EQ(placeholder.of(kNow, "reasoning_content"), R"("")");
  EXPECT_EQ(placeholder.of(kOldText, "reasoning_content"), R"("")");
  Result<protocol::Request> request =
      protocol::request_codec(Protocol::kChat)
          .decode(*json::parse(history("reasoning_content", "null", "null", "null")));
  ASSERT_TRUE(request);
  protocol::ReasoningPart restored;
  restored.text = "c";
  restored.member = "reasoning_content";
  restored.native = true;
  request->turns[kNow].parts.insert(request->turns[kNow].parts.begin(), restored);
  EXPECT_TRUE(shape(*request, *profiles.by_name("generic"), {}).changed);
  const json::Value body = protocol::request_codec(Protocol::kChat).encode(*request, {})->body;
  EXPECT_EQ(json::write(*body.find("messages")->items()[kNow].find("reasoning_content")), R"("c")");
}

constexpr const char* kMessagesLoop =
    R"({"model":"m","max_tokens":100,"messages":[{"role":"user","content":"one"},)"
    R"({"role":"assistant","content":[{"type":"thinking","thinking":"a","signature":"s"},{"type":"text","text":"x"}]},)"
    R"({"role":"user","content":"two"},)"
    R"({"role":"assistant","content":[{"type":"thinking","thinking":"b","signature":"s"},)"
    R"({"type":"tool_use","id":"c1","name":"f","input":{}}]},)"
    R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"r"},{"type":"text","text":"note"}]}],)"
    R"("tools":[{"name":"f","input_schema":{"type":"object"}}])";

// A tool result is no new turn, even with text beside it.
TEST(ShapeReasoning, OfAnotherProtocolIsToldInTheProvidersMember) {
  const std::string body = std::string(kMessagesLoop) + "}";
  const Shaped deepseek = shaped({"deepseek", "deepseek-reasoner", Protocol::kMessages}, body);
  EXPECT_EQ(deepseek.of(1, "reasoning_content"), "absent");
  EXPECT_EQ(deepseek.of(3, "reasoning_content"), R"("b")");
  EXPECT_EQ(deepseek.of(3, "content"), R"("")");
  EXPECT_EQ(shaped({"deepseek", "deepseek-v4-pro", Protocol::kMessages}, body).of(1, "reasoning_content"),
            R"("")");
  EXPECT_EQ(shaped({"minimax", "MiniMax-M2.5", Protocol::kMessages}, body).of(3, "reasoning_details"),
            R"([{"type":"reasoning.text","text":"b"}])");
  EXPECT_EQ(shaped({"ollama", "m", Protocol::kMessages}, body).of(3, "reasoning"), R"("b")");
  EXPECT_EQ(shaped({"gemini", "gemini-3-pro", Protocol::kMessages}, body).of(3, "reasoning_content"),
            "absent");
  EXPECT_EQ(shaped({"glm", "glm-4.7", Protocol::kMessages}, body).of(3, "content"), "null");
}

// Responses has an item for each: together they are one reply.
TEST(ShapeReasoning, ItemsOfResponsesAreOneReply) {
  const std::string body =
      R"({"model":"m","input":[{"role":"user","content":"x"},{"type":"reasoning","summary":[],)"
      R"("content":[{"type":"reasoning_text","text":"b"}]},)"
      R"({"type":"function_call","call_id":"c1","name":"f","arguments":"{}"},)"
      R"({"type":"function_call_output","call_id":"c1","output":"r"},{"role":"user","content":"y"}]})";
  const Shaped out = shaped({"kimi", "kimi-k2-thinking", Protocol::kResponses}, body);
  EXPECT_EQ(out.of(1, "reasoning_content"), R"("b")");
  EXPECT_NE(out.of(1, "tool_calls"), "absent");
}

constexpr const char* kTools =
    R"({"model":"m","messages":[{"role":"user","content":"x"}],"tools":[)"
    R"({"type":"function","function":{"name":"f"}},{"type":"function","function":{"name":"g"}}])";
constexpr const char* kNamed = R"({"type":"function","function":{"name":"g"}})";

struct ChoiceRow {
  const char* provider;
  const char* model;
  std::string choice;
  const char* result;
  const char* switch_member;
  const char* switched;
  const char* codes;
  ForcedTools forced = ForcedTools::kNoThinking;
};

// S4-27, S4-35, S4-101 and the refusals of PROVIDERS
TEST(ShapeToolChoice, FollowsTheProvider) {
  const ChoiceRow rows[] = {
      {"glm", "glm-4.7", R"("auto")", R"("auto")", "thinking", "absent", ""},
      {"glm", "glm-4.7", R"("required")", R"("auto")", "thinking", "absent", "changed_tool_choice"},
      {"glm", "glm-4.7", kNamed, R"("auto")", "thinking", "absent", "changed_tool_choice"},
      {"glm", "glm-4.7", R"("none")", "absent", "tools", "absent", "dropped_tools"},
      {"openrouter", "z-ai/glm-4.6", R"("required")", R"("auto")", "reasoning", "absent",
       "changed_tool_choice"},
      {"minimax", "MiniMax-M2.5", R"("required")", R"("auto")", "reasoning_split", "true",
       "changed_tool_choice"},
      {"deepseek", "deepseek-v4-pro", R"("required")", R"("required")", "thinking", R"({"type":"disabled"})",
       "thinking_off"},
      {"deepseek", "deepseek-v4-pro", R"("required")", R"("auto")", "thinking", "absent",
       "changed_tool_choice", ForcedTools::kAuto},
      {"deepseek", "deepseek-v4-pro", R"("none")", R"("none")", "thinking", "absent", ""},
      {"deepseek", "deepseek-chat", kNamed, kNamed, "thinking", "absent", ""},
      {"deepseek", "deepseek-reasoner", kNamed, R"("auto")", "thinking", "absent", "changed_tool_choice"},
      {"kimi", "kimi-k2.5", kNamed, kNamed, "thinking", R"({"type":"disabled"})", "thinking_off"},
      {"kimi", "kimi-k2-thinking", R"("required")", R"("auto")", "thinking", "absent", "changed_tool_choice"},
      {"kimi", "kimi-k2-0905-preview", R"("required")", R"("required")", "thinking", "absent", ""},
      {"qwen", "qwen3-max", R"("required")", R"("required")", "enable_thinking", "false", "thinking_off"},
      {"qwen", "qwen3-235b-a22b-thinking-2507", R"("required")", R"("auto")", "enable_thinking", "absent",
       "changed_tool_choice"},
      {"openrouter", "deepseek/deepseek-v4-pro", R"("required")", R"("required")", "reasoning",
       R"({"enabled":false})", "thinking_off"},
      {"llamacpp", "m", R"("required")", R"("required")", "thinking", "absent", ""},
      {"llamacpp", "m", kNamed, R"("required")", "tools", R"([{"type":"function","function":{"name":"g"}}])",
       "changed_tool_choice"},
      {"ollama", "m", R"("none")", "absent", "tools", "absent", "dropped_tools"},
      {"vllm", "m", kNamed, kNamed, "thinking", "absent", ""},
      {"generic", "m", kNamed, kNamed, "thinking", "absent", ""},
  };
  for (const ChoiceRow& row : rows) {
    SCOPED_TRACE(row.choice + " to " + row.model + " at " + row.provider);
    const Shaped out = shaped({row.provider, row.model, Protocol::kChat, Protocol::kChat, row.forced},
                              std::string(kTools) + ",\"tool_choice\":" + row.choice + "}");
    EXPECT_EQ(out.at("tool_choice"), row.result);
    EXPECT_EQ(out.at(row.switch_member), row.switched);
    EXPECT_EQ(out.codes, row.codes);
  }
}

TEST(ShapeToolChoice, AForcedToolEndsEvenThinkingThatWasAskedFor) {
  const Shaped out =
      shaped({"deepseek", "deepseek-chat"},
             std::string(kTools) + R"(,"tool_choice":"required","thinking":{"type":"enabled"}})");
  EXPECT_EQ(out.at("thinking"), R"({"type":"disabled"})");
  const Shaped claude =
      shaped({"anthropic", "claude-x", Protocol::kMessages, Protocol::kMessages},
             std::string(kMessagesLoop) +
                 R"(,"tool_choice":{"type":"any"},"thinking":{"type":"enabled","budget_tokens":1024}})");
  EXPECT_EQ(claude.at("thinking"), R"({"type":"disabled"})");
  EXPECT_EQ(claude.at("tool_choice"), R"({"type":"any"})");
}

// Claude takes effort beside a forced tool: only thinking, which some models do unasked, is at odds with it.
TEST(ShapeToolChoice, EffortStaysWhereClaudesThinkingIsOff) {
  const Shaped out = shaped({"anthropic", "claude-x", Protocol::kChat, Protocol::kMessages},
                            std::string(kTools) + R"(,"tool_choice":"required","reasoning_effort":"high"})");
  EXPECT_EQ(out.at("tool_choice"), R"({"type":"any"})");
  EXPECT_EQ(out.at("thinking"), R"({"type":"disabled"})");
  EXPECT_EQ(out.at("output_config"), R"({"effort":"high"})");
}

TEST(ShapeToolChoice, WithoutToolsIsLeftOutWhereThatIsAnError) {
  const std::string body =
      R"({"model":"m","messages":[{"role":"user","content":"x"}],"tools":[],"tool_choice":"auto"})";
  EXPECT_EQ(shaped({"glm", "glm-4.7"}, body).at("tool_choice"), "absent");
  EXPECT_FALSE(shaped({"generic", "m"}, body).changed);
}

TEST(ShapeToolChoice, AllowedToolsBecomeAShorterList) {
  const Shaped out = shaped(
      {"vllm", "m"}, std::string(kTools) +
                         R"(,"tool_choice":{"type":"allowed_tools","allowed_tools":{"mode":"required",)"
                         R"("tools":[{"type":"function","function":{"name":"g"}}]}}})");
  EXPECT_EQ(out.at("tool_choice"), R"("required")");
  EXPECT_EQ(out.at("tools"), R"([{"type":"function","function":{"name":"g"}}])");
}

std::string with(const std::string& members) {
  return R"({"model":"m","messages":[{"role":"user","content":"x"}],)" + members + "}";
}

struct MemberRow {
  const char* provider;
  const char* model;
  std::string told;
  const char* member;
  const char* result;
  const char* codes;
};

// S4-5, S4-14, S4-21, S4-38, S4-69, S4-98 and the parameters of PROVIDERS
TEST(ShapeParameters, FollowTheProvider) {
  const MemberRow rows[] = {
      {"minimax", "MiniMax-M2.5", R"("n":1)", "reasoning_split", "true", ""},
      {"minimax", "MiniMax-M2.5", R"("reasoning_split":false)", "reasoning_split", "false", ""},
      {"minimax", "MiniMax-M2.5", R"("n":2)", "n", "absent", "dropped_parameter"},
      {"minimax", "MiniMax-M2.5", R"("temperature":0)", "temperature", "0.01", "changed_parameter"},
      {"minimax", "MiniMax-M2.5", R"("temperature":1.5)", "temperature", "1", "changed_parameter"},
      {"minimax", "MiniMax-M2.5", R"("temperature":0.70)", "temperature", "0.70", ""},
      {"minimax", "MiniMax-M2.5", R"("max_tokens":5)", "max_completion_tokens", "5", ""},
      {"minimax", "MiniMax-M2.5", R"("reasoning_effort":"none")", "reasoning_effort", "absent",
       "thinking_stays"},
      {"minimax", "MiniMax-M3", R"("reasoning_effort":"none")", "thinking", R"({"type":"disabled"})", ""},
      {"glm", "glm-4.7", R"("max_completion_tokens":5)", "max_tokens", "5", ""},
      {"glm", "glm-4.7", R"("stream":true,"stream_options":{"include_usage":true})", "stream_options",
       "absent", ""},
      {"glm", "glm-4.7", R"("presence_penalty":1)", "presence_penalty", "absent", "dropped_parameter"},
      {"glm", "glm-4.7", R"("reasoning_effort":"none")", "thinking", R"({"type":"disabled"})", ""},
      {"glm", "glm-4.5-air", R"("reasoning_effort":"high")", "thinking", R"({"type":"enabled"})",
       "dropped_parameter"},
      // Hybrid models may think or not: a wish is told either way.
      {"glm", "glm-4.6", R"("reasoning_effort":"none")", "thinking", R"({"type":"disabled"})", ""},
      {"glm", "glm-4.7", R"("thinking":{"type":"enabled","clear_thinking":false})", "thinking",
       R"({"type":"enabled","clear_thinking":false})", ""},
      {"glm", "glm-5.3", R"("reasoning_effort":"none")", "reasoning_effort", "absent", "thinking_stays"},
      {"glm", "glm-5.3", R"("reasoning_effort":"medium")", "reasoning_effort", R"("high")",
       "changed_parameter"},
      {"deepseek", "deepseek-v4-pro", R"("temperature":0.5)", "temperature", "absent", "dropped_parameter"},
      {"deepseek", "deepseek-v4-pro", R"("temperature":0.5,"thinking":{"type":"disabled"})", "temperature",
       "0.5", ""},
      {"deepseek", "deepseek-v4-pro", R"("logprobs":true)", "logprobs", "absent", "dropped_parameter"},
      {"deepseek", "deepseek-v4-pro", R"("reasoning_effort":"medium")", "reasoning_effort", R"("high")",
       "changed_parameter"},
      {"deepseek", "deepseek-v4-pro", R"("reasoning_effort":"none")", "thinking", R"({"type":"disabled"})",
       ""},
      {"deepseek", "deepseek-v4-pro", R"("reasoning_effort":"none")", "reasoning_effort", "absent", ""},
      {"deepseek", "deepseek-v4-pro", R"("reasoning_effort":"low")", "thinking", R"({"type":"enabled"})", ""},
      {"deepseek", "deepseek-chat", R"("reasoning_effort":"none")", "thinking", R"({"type":"disabled"})", ""},
      {"deepseek", "deepseek-chat", R"("temperature":0.5)", "temperature", "0.5", ""},
      {"deepseek", "deepseek-chat", R"("reasoning_effort":"low")", "thinking", R"({"type":"enabled"})",
       "dropped_parameter"},
      {"kimi", "kimi-k2.5", R"("temperature":0.5)", "temperature", "absent", "dropped_parameter"},
      {"kimi", "kimi-k2.7-code", R"("temperature":0.5)", "temperature", "absent", "dropped_parameter"},
      {"kimi", "kimi-k2-0905-preview", R"("temperature":0.5)", "temperature", "0.5", ""},
      {"kimi", "kimi-k2.5", R"("thinking":{"type":"enabled"},"reasoning_effort":"high")", "reasoning_effort",
       "absent", "dropped_parameter"},
      {"kimi", "kimi-k2.5", R"("thinking":{"type":"enabled"},"reasoning_effort":"high")", "thinking",
       R"({"type":"enabled"})", "dropped_parameter"},
      // Who cannot stop to think refuses to be told so.
      {"kimi", "kimi-k2.7-code", R"("thinking":{"type":"disabled"})", "thinking", "absent", "thinking_stays"},
      {"kimi", "kimi-k2-thinking", R"("thinking":{"type":"enabled"})", "thinking", R"({"type":"enabled"})",
       ""},
      {"glm", "glm-5.3", R"("thinking":{"type":"disabled"})", "thinking", "absent", "thinking_stays"},
      {"qwen", "qwen3-235b-a22b-thinking-2507", R"("enable_thinking":false)", "enable_thinking", "absent",
       "thinking_stays"},
      {"openrouter", "moonshotai/kimi-k2-thinking", R"("reasoning":{"enabled":false})", "reasoning", "absent",
       "thinking_stays"},
      {"deepseek", "deepseek-reasoner", R"("thinking":{"type":"disabled"})", "thinking",
       R"({"type":"disabled"})", ""},
      {"qwen", "qwen3-max", R"("enable_thinking":true)", "enable_thinking", "true", ""},
      {"qwen", "qwen3-max", R"("reasoning_effort":"none")", "enable_thinking", "false", ""},
      {"qwen", "qwen-plus", R"("reasoning_effort":"high")", "enable_thinking", "true", "dropped_parameter"},
      // Who thinks only in streams is asked for one, and goes on thinking.
      {"qwen", "qwen3-32b", R"("stream":false)", "stream", "true", ""},
      {"qwen", "qwen3-32b", R"("stream":false)", "stream_options", R"({"include_usage":true})", ""},
      {"qwen", "qwen3-32b", R"("stream":false)", "enable_thinking", "absent", ""},
      {"qwen", "qwen3-235b-a22b", R"("enable_thinking":true)", "stream", "true", ""},
      {"qwen", "qwen3-235b-a22b", R"("enable_thinking":true)", "enable_thinking", "true", ""},
      {"qwen", "qwen3-32b", R"("enable_thinking":false)", "stream", "absent", ""},
      {"qwen", "qwen3-32b", R"("stream":true)", "stream_options", "absent", ""},
      {"qwen", "qwen3-235b-a22b-thinking-2507", R"("stream":false)", "stream", "true", ""},
      {"qwen", "qwq-plus", R"("enable_thinking":false)", "stream", "true", "thinking_stays"},
      {"qwen", "qwen3-coder-plus", R"("stream":false)", "stream", "false", ""},
      {"qwen", "qwen2.5-omni-7b", R"("stream":false)", "stream", "true", ""},
      {"openrouter", "x", R"("reasoning_effort":"high")", "reasoning", R"({"effort":"high"})", ""},
      {"openrouter", "minimax/minimax-m2.5", R"("reasoning_effort":"high")", "reasoning",
       R"({"effort":"high"})", ""},
      {"openrouter", "minimax/minimax-m2.5", R"("reasoning_effort":"none")", "reasoning", "absent",
       "thinking_stays"},
      {"openrouter", "x", R"("reasoning":{"max_tokens":100})", "reasoning", R"({"max_tokens":100})", ""},
      {"ollama", "x", R"("reasoning_effort":"max")", "reasoning_effort", R"("high")", "changed_parameter"},
      {"gemini", "gemini-3-pro", R"("reasoning_effort":"minimal")", "reasoning_effort", R"("low")",
       "changed_parameter"},
      {"openai", "o3", R"("temperature":0.5)", "temperature", "absent", "dropped_parameter"},
      {"openai", "o3", R"("max_tokens":5)", "max_completion_tokens", "5", ""},
      {"openai", "gpt-4o", R"("temperature":0.5)", "temperature", "0.5", ""},
      {"openai", "gpt-5.2", R"("temperature":0.5)", "temperature", "0.5", ""},
      {"openai", "gpt-5.2", R"("temperature":0.5,"reasoning_effort":"none")", "temperature", "0.5", ""},
      {"openai", "gpt-5.2", R"("temperature":0.5,"reasoning_effort":"high")", "temperature", "absent",
       "dropped_parameter"},
      {"openai", "gpt-5.2", R"("max_tokens":5)", "max_completion_tokens", "5", ""},
      {"generic", "m", R"("reasoning_effort":"odd")", "reasoning_effort", R"("odd")", ""},
      // Even where they ask for nothing.
      {"mistral", "m", R"("store":false)", "store", "absent", "dropped_parameter"},
      {"mistral", "m", R"("metadata":{"a":"b"},"user":"u")", "metadata", "absent",
       "dropped_parameter dropped_parameter"},
      {"mistral", "m", R"("logprobs":false)", "logprobs", "absent", ""},
      {"mistral", "m", R"("verbosity":"low")", "verbosity", "absent", "dropped_parameter"},
      {"gemini", "m", R"("store":false)", "store", "absent", "dropped_parameter"},
  };
  for (const MemberRow& row : rows) {
    SCOPED_TRACE(row.told + " to " + row.model + " at " + row.provider);
    const Shaped out = shaped({row.provider, row.model}, with(row.told));
    EXPECT_EQ(out.at(row.member), row.result);
    EXPECT_EQ(out.codes, row.codes);
  }
}

TEST(ShapeParameters, WishesOfAnotherProtocolBecomeTheProvidersSwitch) {
  const auto at = [](const char* provider, const char* model, const std::string& thinking,
                     const char* member) {
    return shaped({provider, model, Protocol::kMessages},
                  std::string(kMessagesLoop) + ",\"thinking\":" + thinking + "}")
        .at(member);
  };
  const std::string on = R"({"type":"enabled","budget_tokens":2000})";
  const std::string off = R"({"type":"disabled"})";
  EXPECT_EQ(at("deepseek", "deepseek-chat", on, "thinking"), R"({"type":"enabled"})");
  EXPECT_EQ(at("deepseek", "deepseek-v4-pro", off, "thinking"), R"({"type":"disabled"})");
  EXPECT_EQ(at("deepseek", "deepseek-v4-pro", on, "reasoning_effort"), R"("low")");
  EXPECT_EQ(at("kimi", "kimi-k2.5", on, "reasoning_effort"), "absent");
  EXPECT_EQ(at("qwen", "qwen3-max", on, "thinking_budget"), "2000");
  EXPECT_EQ(at("openrouter", "x", on, "reasoning"), R"({"max_tokens":2000})");
  EXPECT_EQ(at("openrouter", "x", off, "reasoning"), R"({"enabled":false})");
  EXPECT_EQ(at("ollama", "x", off, "reasoning_effort"), R"("none")");
  EXPECT_EQ(at("minimax", "MiniMax-M2.5", on, "reasoning_split"), "true");
  EXPECT_EQ(at("generic", "x", on, "reasoning_effort"), R"("low")");
  EXPECT_EQ(shaped({"glm", "glm-4.7", Protocol::kMessages}, std::string(kMessagesLoop) + R"(,"stream":true})")
                .at("stream_options"),
            "absent");
  EXPECT_EQ(shaped({"kimi", "kimi-k2.5", Protocol::kResponses},
                   R"({"model":"m","input":"x","reasoning":{"effort":"none"}})")
                .at("thinking"),
            R"({"type":"disabled"})");
}

TEST(ShapeParameters, ThinkingOfClaudeTakesNoTemperature) {
  const Case claude{"anthropic", "claude-x", Protocol::kMessages, Protocol::kMessages};
  const std::string thinking = R"(,"thinking":{"type":"enabled","budget_tokens":1024})";
  EXPECT_EQ(
      shaped(claude, std::string(kMessagesLoop) + thinking + R"(,"temperature":0.2})").at("temperature"),
      "absent");
  EXPECT_FALSE(shaped(claude, std::string(kMessagesLoop) + thinking + R"(,"temperature":1})").changed);
  EXPECT_EQ(shaped(claude, std::string(kMessagesLoop) + thinking + R"(,"top_p":0.9})").at("top_p"), "absent");
  EXPECT_EQ(shaped(claude, std::string(kMessagesLoop) + thinking + R"(,"top_p":0.97})").at("top_p"), "0.97");
  EXPECT_FALSE(shaped(claude, std::string(kMessagesLoop) + R"(,"top_p":0.9})").changed);
  EXPECT_FALSE(shaped(claude, std::string(kMessagesLoop) + R"(,"temperature":0.2})").changed);
}

// S4-10, S4-106
TEST(ShapeStrict, IsForAllToolsOrNone) {
  const auto tools = [](const char* closed) {
    return with(R"("tools":[{"type":"function","function":{"name":"f","strict":true,)"
                R"("parameters":{"type":"object","additionalProperties":false}}},)"
                R"({"type":"function","function":{"name":"g","parameters":{"type":"object")" +
                std::string(closed) + "}}}]");
  };
  Case beta{"deepseek", "deepseek-chat"};
  beta.url = "https://api.deepseek.com/beta";
  const auto count = [](const std::string& text) {
    std::size_t found = 0;
    for (std::size_t at = text.find("\"strict\":true"); at != std::string::npos;
         at = text.find("\"strict\":true", at + 1))
      ++found;
    return found;
  };
  EXPECT_EQ(count(shaped(beta, tools(R"(,"additionalProperties":false)")).at("tools")), 2U);
  EXPECT_EQ(count(shaped(beta, tools("")).at("tools")), 0U);
  EXPECT_EQ(shaped(beta, tools("")).codes, "changed_strict");
  EXPECT_EQ(count(shaped({"deepseek", "deepseek-chat"}, tools("")).at("tools")), 0U);
  EXPECT_EQ(count(shaped({"glm", "glm-4.7"}, tools("")).at("tools")), 0U);
  EXPECT_EQ(count(shaped({"openai", "gpt-4o"}, tools("")).at("tools")), 1U);
}

TEST(ShapeIds, BecomeThoseThatTheProviderTakes) {
  const auto ids = [](const Shaped& out) {
    std::vector<std::string> found;
    for (const json::Value& message : out.body.find("messages")->items()) {
      if (const json::Value* const calls = message.find("tool_calls")) {
        for (const json::Value& call : calls->items()) found.push_back(call.find("id")->string());
      }
      if (const json::Value* const id = message.find("tool_call_id")) found.push_back(id->string());
    }
    return found;
  };
  const auto body = [](const char* first, const char* second) {
    return R"({"model":"m","messages":[{"role":"user","content":"x"},{"role":"assistant","content":"","tool_calls":[)"
           R"({"id":")" +
           std::string(first) +
           R"(","type":"function","function":{"name":"f","arguments":"{}"}},)"
           R"({"id":")" +
           second +
           R"(","type":"function","function":{"name":"f","arguments":"{}"}}]},)"
           R"({"role":"tool","tool_call_id":")" +
           first +
           R"(","content":"1"},)"
           R"({"role":"tool","tool_call_id":")" +
           second + R"(","content":"2"}]})";
  };
  const std::string foreign = body("toolu_01VpEm654HvfMoRcrE3Hgdc6", "functions.f:1");
  const std::vector<std::string> made = ids(shaped({"mistral", "m"}, foreign));
  ASSERT_EQ(made.size(), 4U);
  for (const std::string& id : made) {
    EXPECT_EQ(id.size(), 9U) << id;
    EXPECT_TRUE(std::ranges::all_of(id, [](unsigned char c) { return std::isalnum(c) != 0; })) << id;
  }
  EXPECT_NE(made[0], made[1]);
  EXPECT_EQ(made[0], made[2]);
  EXPECT_EQ(made[1], made[3]);
  EXPECT_EQ(ids(shaped({"mistral", "m"}, foreign)), made) << "the same each time";
  // Its own stay, and nobody else gets one of them.
  const std::string own = body("D681PevKs", "9bYXp0Rk1");
  EXPECT_FALSE(shaped({"mistral", "m"}, own).changed);
  const std::vector<std::string> beside =
      ids(shaped({"mistral", "m"}, body("functions.f:1", made[1].c_str())));
  EXPECT_EQ(beside[1], made[1]);
  EXPECT_NE(beside[0], made[1]);
  EXPECT_EQ(beside[0], beside[2]);
  EXPECT_EQ(ids(shaped({"kimi", "kimi-k2.5"}, foreign))[1], "functions.f:1");
  // Of another protocol, too.
  const Shaped messages = shaped({"mistral", "m", Protocol::kMessages}, std::string(kMessagesLoop) + "}");
  EXPECT_EQ(ids(messages)[0].size(), 9U);
  EXPECT_EQ(ids(messages)[0], ids(messages)[1]);
}

// 400 "No tool output found for tool call call-a." where a message stands between two calls of one reply.
TEST(ShapeItems, CallsOfOneReplyStandTogether) {
  const auto kinds = [](const Shaped& out) {
    std::string line;
    for (const json::Value& item : out.body.find("input")->items()) {
      const json::Value* const id = item.find("call_id");
      const json::Value* const type = item.find("type");
      const json::Value* const role = item.find("role");
      line += (line.empty() ? "" : " ") + (role != nullptr ? role->string() : type->string()) +
              (id != nullptr ? "/" + id->string() : "");
    }
    return line;
  };
  const auto call = [](const std::string& id) {
    return R"({"type":"function_call","call_id":")" + id + R"(","name":"f","arguments":"{}"},)" + "\n";
  };
  const auto result = [](const std::string& id) {
    return R"({"type":"function_call_output","call_id":")" + id + R"(","output":"1"},)";
  };
  const std::string said = R"({"role":"assistant","content":"And now the other."},)";
  const std::string thought =
      R"({"type":"reasoning","summary":[],"content":[{"type":"reasoning_text","text":"t"}]},)";
  const std::string end = R"({"role":"user","content":"go"}]})";
  const std::string begin = R"({"model":"m","input":[{"role":"user","content":"x"},)";
  const std::string between = begin + thought + call("a") + said + thought + call("b") + result("a") +
                              result("b") + said + call("c") + result("c") + end;
  const Case deepseek{"deepseek", "deepseek-v4-flash", Protocol::kResponses, Protocol::kResponses};
  EXPECT_EQ(kinds(shaped(deepseek, between)),
            "user reasoning assistant reasoning function_call/a function_call/b function_call_output/a "
            "function_call_output/b assistant function_call/c function_call_output/c user");
  EXPECT_FALSE(
      shaped(deepseek, begin + thought + said + call("a") + call("b") + result("a") + result("b") + end)
          .changed);
  // Others keep them where they were said.
  const Case other{"openai", "gpt-5.2", Protocol::kResponses, Protocol::kResponses};
  EXPECT_FALSE(shaped(other, between).changed);
  // Messages has them in one turn, or in neighbours.
  const std::string messages =
      R"({"model":"m","max_tokens":9,"messages":[{"role":"user","content":"x"},{"role":"assistant","content":[)"
      R"({"type":"tool_use","id":"a","name":"f","input":{}},{"type":"text","text":"one"},)"
      R"({"type":"tool_use","id":"b","name":"f","input":{}}]},{"role":"assistant","content":[)"
      R"({"type":"text","text":"two"},{"type":"tool_use","id":"c","name":"f","input":{}}]},)"
      R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"1"},)"
      R"({"type":"tool_result","tool_use_id":"b","content":"2"},)"
      R"({"type":"tool_result","tool_use_id":"c","content":"3"}]}]})";
  EXPECT_EQ(
      kinds(shaped({"deepseek", "deepseek-v4-flash", Protocol::kMessages, Protocol::kResponses}, messages)),
      "user assistant assistant function_call/a function_call/b function_call/c function_call_output/a "
      "function_call_output/b function_call_output/c");
}

// What a model thought comes back only where it was given out.
TEST(ShapeParameters, ProofsOfReasoningAreAskedForWhereTheyAreOptional) {
  const auto include = [](const char* model, Protocol from, const std::string& body) {
    return shaped({"openai", model, from, Protocol::kResponses}, body).at("include");
  };
  const std::string chat = with(R"("n":1)");
  EXPECT_EQ(include("gpt-5", Protocol::kChat, chat), R"(["reasoning.encrypted_content"])");
  EXPECT_EQ(include("o3", Protocol::kMessages, kMessagesLoop + std::string("}")),
            R"(["reasoning.encrypted_content"])");
  for (const char* model : {"gpt-4o", "gpt-5-chat-latest"})
    EXPECT_EQ(include(model, Protocol::kChat, chat), "absent") << model;
  // A Responses client says what it wants.
  EXPECT_EQ(include("gpt-5", Protocol::kResponses, R"({"model":"m","input":"x"})"), "absent");
}

TEST(NeedsShaping, IsFreeWhereNothingCanChange) {
  static const Profiles profiles;
  const std::string plain = with(R"("temperature":0.5,"tool_choice":"required","max_tokens":5)");
  EXPECT_FALSE(needs_shaping(*profiles.by_name("generic"), Protocol::kChat, plain));
  EXPECT_FALSE(needs_shaping(*profiles.by_name("openai"), Protocol::kChat, plain));
  EXPECT_TRUE(needs_shaping(*profiles.by_name("glm"), Protocol::kChat, plain));
  EXPECT_FALSE(needs_shaping(*profiles.by_name("kimi"), Protocol::kChat, with(R"("max_tokens":5)")));
  EXPECT_TRUE(needs_shaping(*profiles.by_name("minimax"), Protocol::kChat, with(R"("max_tokens":5)")));
  EXPECT_FALSE(needs_shaping(*profiles.by_name("minimax"), Protocol::kMessages, with(R"("max_tokens":5)")));
}

// Where the look for words says no, the body goes on as it is: it must never be wrong.
TEST(NeedsShaping, IsTrueWhereverSomethingWouldChange) {
  const std::string tools = R"("tools":[{"type":"function","function":{"name":"f","strict":true}}])";
  const std::string items =
      R"({"model":"m","input":"x","tools":[{"type":"function","name":"f","strict":true}])";
  std::vector<std::pair<Protocol, std::string>> bodies;
  for (const char* members :
       {R"("temperature":0)", R"("temperature":2)", R"("top_p":0.5)", R"("n":2)", R"("seed":1)",
        R"("logprobs":true)", R"("presence_penalty":1)", R"("max_tokens":5)", R"("max_completion_tokens":5)",
        R"("stream":true,"stream_options":{"include_usage":true})", R"("stream":false)",
        R"("reasoning_effort":"none")", R"("reasoning_effort":"xhigh")", R"("reasoning":{"enabled":false})",
        R"("thinking":{"type":"disabled"})", R"("thinking":{"type":"enabled"})", R"("enable_thinking":false)",
        R"("tool_choice":"auto","tools":[])", R"("temperature":1,"thinking":{"type":"enabled"})"}) {
    bodies.emplace_back(Protocol::kChat, with(members));
  }
  for (const char* choice : {R"("auto")", R"("none")", R"("required")", kNamed}) {
    bodies.emplace_back(Protocol::kChat, with(tools + ",\"tool_choice\":" + choice));
  }
  for (const char* member : {"reasoning_content", "reasoning"}) {
    for (const char* text : {R"("a")", R"("")", "null"})
      bodies.emplace_back(Protocol::kChat, history(member, text, text, text));
  }
  bodies.emplace_back(Protocol::kChat,
                      history("reasoning_details", "", "", R"([{"type":"reasoning.text","text":"c"}])"));
  bodies.emplace_back(Protocol::kChat, history("x", "", "", ""));
  for (const char* members :
       {"}", R"(,"temperature":0.5})", R"(,"top_k":5})", R"(,"tool_choice":{"type":"any"}})",
        R"(,"tool_choice":{"type":"none"}})", R"(,"thinking":{"type":"enabled","budget_tokens":1024}})",
        R"(,"thinking":{"type":"enabled","budget_tokens":1024},"tool_choice":{"type":"tool","name":"f"}})",
        R"(,"thinking":{"type":"enabled","budget_tokens":1024},"top_p":0.5,"top_k":5})"}) {
    bodies.emplace_back(Protocol::kMessages, kMessagesLoop + std::string(members));
  }
  for (const char* members :
       {"}", R"(,"tool_choice":"required"})", R"(,"tool_choice":"none"})", R"(,"temperature":0})",
        R"(,"reasoning":{"effort":"high"},"temperature":0})", R"(,"max_output_tokens":5,"top_p":0.5})"}) {
    bodies.emplace_back(Protocol::kResponses, items + members);
  }
  static const Profiles profiles;
  std::size_t changed = 0;
  for (const Profile& profile : profiles.rows()) {
    for (const auto& [protocol, text] : bodies) {
      for (const char* url : {"https://host.example/v1", "https://host.example/beta"}) {
        Result<protocol::Request> request = protocol::request_codec(protocol).decode(*json::parse(text));
        ASSERT_TRUE(request) << text;
        if (!shape(*request, profile, {protocol, ForcedTools::kNoThinking, url}).changed) continue;
        ++changed;
        EXPECT_TRUE(needs_shaping(profile, protocol, text))
            << profile.name << " " << (profile.models.empty() ? "" : profile.models.front()) << ": " << text;
      }
    }
  }
  EXPECT_GT(changed, 500U);
}

TEST(Shape, OfARequestThatSuitsChangesNothing) {
  for (const char* provider :
       {"generic", "openai", "vllm", "llamacpp", "glm", "qwen", "openrouter", "gemini", "ollama"}) {
    EXPECT_FALSE(
        shaped({provider, "m"}, std::string(kTools) + R"(,"tool_choice":"auto","stream":true})").changed)
        << provider;
  }
}

}  // namespace
}  // namespace argwright::provider
