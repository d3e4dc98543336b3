// Reasoning that clients lose comes back to the upstream that thought it, byte for byte, and to no other.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "argwright/json.h"
#include "gateway/key_hash.h"
#include "protocol/fields.h"
#include "tests/gateway/support/gateway_under_test.h"
#include "tests/gateway/support/samples.h"

namespace argwright::gateway_test {
namespace {

using protocol::text_at;

constexpr std::string_view kWhy = "The user asks for the weather.\nSo: \"weather\" in Paris.";
constexpr std::string_view kRandomId = "call_0fGZyNlqsLmPhJbbvQNFIyJC";

std::string in_json(std::string_view text) {
  std::string out;
  json::append_quoted(out, text);
  return out;
}

json::Value parsed(std::string_view text) {
  Result<json::Value> value = json::parse(text);
  EXPECT_TRUE(value) << text;
  return value ? *std::move(value) : json::Value();
}

// --- an upstream for each protocol that thinks, then calls

std::string chat_reply(std::string_view members, std::string_view id = kRandomId,
                       std::string_view call_members = {}) {
  return R"({"id":"chatcmpl-1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":null,)" +
         std::string(members) + R"(,"tool_calls":[{"id":")" + std::string(id) +
         R"(","type":"function","function":{"name":"weather","arguments":"{\"city\":\"Paris\"}"})" +
         std::string(call_members) + R"(}]},"finish_reason":"tool_calls"}]})";
}
std::string reasoning_content() { return R"("reasoning_content":)" + in_json(kWhy); }

std::string messages_reply() {
  return R"({"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"thinking","thinking":)" +
         in_json(kWhy) +
         R"(,"signature":"EqQBnative=="},{"type":"redacted_thinking","data":"Rnative=="},{"type":"tool_use","id":"toolu_01A09q90qw90lq917835lq9","name":"weather","input":{"city":"Paris"}}],"stop_reason":"tool_use","stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}})";
}

std::string responses_reply() {
  return R"({"id":"resp_1","object":"response","created_at":1,"status":"completed","model":"m","output":[{"id":"rs_9","type":"reasoning","summary":[{"type":"summary_text","text":"One."},{"type":"summary_text","text":"Two."}],"encrypted_content":"gAAAnative"},{"id":"fc_9","type":"function_call","status":"completed","call_id":")" +
         std::string(kRandomId) +
         R"(","name":"weather","arguments":"{\"city\":\"Paris\"}"}],"usage":{"input_tokens":1,"output_tokens":1,"total_tokens":2}})";
}

std::string chat_stream(const std::vector<std::string>& deltas) {
  std::string body;
  for (const std::string& delta : deltas) {
    body +=
        R"(data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":)" +
        delta + R"(,"finish_reason":null}]})" + "\n\n";
  }
  body +=
      R"(data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]})"
      "\n\ndata: [DONE]\n\n";
  return http_reply(200, body, "Content-Type: text/event-stream\r\n");
}

// Answers the first request with `first`, and every later one the same.
class Thinker {
 public:
  explicit Thinker(std::string reply)
      : upstream_(
            [reply = std::move(reply)](const HttpMessage&, int) -> Script { return {Step::send(reply)}; }) {}
  json::Value last() const { return parsed(upstream_.requests().back().body); }
  std::string last_text() const { return upstream_.requests().back().body; }
  std::string base_url() const { return upstream_.base_url(); }

 private:
  ScriptedUpstream upstream_;
};

// --- clients

// What a client sends back of a call, without the reasoning, in its protocol.
std::string chat_history(std::string_view id, std::string_view question = "weather?",
                         std::string_view members = {}) {
  return R"({"model":"m","messages":[{"role":"user","content":)" + in_json(question) +
         R"(},{"role":"assistant","content":"",)" + std::string(members) + R"("tool_calls":[{"id":)" +
         in_json(id) +
         R"(,"type":"function","function":{"name":"weather","arguments":"{\"city\": \"Paris\"}"}}]},{"role":"tool","tool_call_id":)" +
         in_json(id) + R"(,"content":"sunny"}]})";
}
std::string chat_question(std::string_view question = "weather?", bool stream = false) {
  return R"({"model":"m","messages":[{"role":"user","content":)" + in_json(question) + "}]" +
         (stream ? R"(,"stream":true})" : "}");
}
std::string ask_chat(std::string_view body, std::string_view fields = {}) {
  return post("/v1/chat/completions", body, fields);
}
std::string ask_messages(std::string_view messages, std::string_view more = {}) {
  return post("/v1/messages",
              R"({"model":"m","max_tokens":100,"messages":[{"role":"user","content":"weather?"})" +
                  std::string(messages) + "]" + std::string(more) + "}");
}
std::string ask_responses(std::string_view items, std::string_view more = {}) {
  return post("/v1/responses", R"({"model":"m","store":false,"input":[{"role":"user","content":"weather?"})" +
                                   std::string(items) + "]" + std::string(more) + "}");
}

const json::Value& message_at(const json::Value& request, std::size_t index) {
  static const json::Value kNone;
  const json::Array* const messages = protocol::array_at(request, "messages");
  return messages != nullptr && index < messages->size() ? (*messages)[index] : kNone;
}

Config config_for(const std::string& base_url, Protocol protocol) {
  Config config = test_config(base_url, protocol);
  // Nothing is changed by a profile of its own, and all is remembered.
  config.providers.push_back({"generic", {}, {}, {{"remember", json::Value(true)}}});
  return config;
}

Config config_for(const Thinker& thinker, Protocol protocol) {
  return config_for(thinker.base_url(), protocol);
}

TEST(Reasoning, OfAProviderThatNobodyKnowsIsNotKept) {
  const Thinker upstream(http_reply(200, chat_reply(reasoning_content())));
  Config config = config_for(upstream, Protocol::kChat);
  config.providers.clear();
  const GatewayUnderTest gateway(std::move(config));
  ASSERT_EQ(gateway.ask(ask_chat(chat_question())).status, 200);
  ASSERT_EQ(gateway.ask(ask_chat(chat_history(kRandomId))).status, 200);
  EXPECT_EQ(text_at(message_at(upstream.last(), 1), "reasoning_content"), "") << upstream.last_text();
  EXPECT_NE(gateway.metrics().find("argwright_reasoning_remembered_total 0"), std::string::npos);
}

// --- Chat

TEST(Reasoning, ChatClientsGetTheirReasoningBack) {
  const Thinker upstream(http_reply(200, chat_reply(reasoning_content())));
  const GatewayUnderTest gateway(config_for(upstream, Protocol::kChat));
  ASSERT_EQ(gateway.ask(ask_chat(chat_question())).status, 200);
  ASSERT_EQ(gateway.ask(ask_chat(chat_history(kRandomId))).status, 200);
  EXPECT_EQ(text_at(message_at(upstream.last(), 1), "reasoning_content"), kWhy) << upstream.last_text();
  EXPECT_NE(gateway.metrics().find(R"(argwright_reasoning_restored_total{source="memory"} 1)"),
            std::string::npos);
  EXPECT_NE(gateway.metrics().find("argwright_reasoning_remembered_total 2"), std::string::npos);
}

TEST(Reasoning, ChatStreamsAreRememberedTooWithTheirDetails) {
  const Thinker upstream(chat_stream({
      R"({"role":"assistant","content":"","reasoning":"Let me ","reasoning_details":[{"type":"reasoning.text","text":"Let me ","index":0,"format":"x-v1"}]})",
      R"({"content":"","reasoning":"see","reasoning_details":[{"type":"reasoning.text","text":"see","index":0,"signature":"sig"}]})",
      R"({"tool_calls":[{"index":0,"id":"functions.weather:0","type":"function","function":{"name":"weather","arguments":"{}"}}]})",
  }));
  const GatewayUnderTest gateway(config_for(upstream, Protocol::kChat));
  ASSERT_EQ(gateway.ask(ask_chat(chat_question("weather?", true))).status, 200);
  std::string history = chat_history("functions.weather:0");
  ASSERT_EQ(gateway.ask(ask_chat(history)).status, 200);
  const json::Value request = upstream.last();
  EXPECT_EQ(text_at(message_at(request, 1), "reasoning"), "Let me see") << upstream.last_text();
  const json::Value* const details = message_at(request, 1).find("reasoning_details");
  ASSERT_NE(details, nullptr) << upstream.last_text();
  EXPECT_EQ(json::write(*details),
            R"([{"type":"reasoning.text","text":"Let me see","index":0,"format":"x-v1","signature":"sig"}])");
}

TEST(Reasoning, AClientThatKeepsItsReasoningIsLeftAlone) {
  const Thinker upstream(http_reply(200, chat_reply(reasoning_content())));
  const GatewayUnderTest gateway(config_for(upstream, Protocol::kChat));
  ASSERT_EQ(gateway.ask(ask_chat(chat_question())).status, 200);
  const std::string same = chat_history(kRandomId, "weather?", reasoning_content() + ",");
  gateway.ask(ask_chat(same));
  EXPECT_EQ(upstream.last_text(), same);
}

TEST(Reasoning, WhatAClientMadeOfItBecomesTheOriginalAgain) {
  const Thinker upstream(http_reply(200, chat_reply(reasoning_content())));
  const GatewayUnderTest gateway(config_for(upstream, Protocol::kChat));
  ASSERT_EQ(gateway.ask(ask_chat(chat_question())).status, 200);
  gateway.ask(ask_chat(chat_history(kRandomId, "weather?", R"("reasoning_content":"in Paris.",)")));
  EXPECT_NE(upstream.last_text().find(reasoning_content()), std::string::npos) << upstream.last_text();
  // Of a turn that nobody here knows they are the client's own words.
  const std::string own =
      chat_history("call_1fGZyNlqsLmPhJbbvQNFIyJC", "weather?", R"("reasoning_content":"my own",)");
  gateway.ask(ask_chat(own));
  EXPECT_EQ(upstream.last_text(), own);
}

TEST(Reasoning, ThoughtSignaturesOfCallsComeBack) {
  const Thinker upstream(
      http_reply(200, chat_reply(R"("name":null)", "call_7",
                                 R"(,"extra_content":{"google":{"thought_signature":"CsQBnative=="}})")));
  const GatewayUnderTest gateway(config_for(upstream, Protocol::kChat));
  ASSERT_EQ(gateway.ask(ask_chat(chat_question())).status, 200);
  gateway.ask(ask_chat(chat_history("call_7")));
  EXPECT_NE(upstream.last_text().find(R"("extra_content":{"google":{"thought_signature":"CsQBnative=="}})"),
            std::string::npos)
      << upstream.last_text();
  // A client of another protocol never saw it.
  ASSERT_EQ(gateway.ask(ask_messages("")).status, 200);
  gateway.ask(ask_messages(
      R"(,{"role":"assistant","content":[{"type":"tool_use","id":"call_7","name":"weather","input":{"city":"Paris"}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"call_7","content":"sunny"}]})"));
  EXPECT_NE(upstream.last_text().find(R"("extra_content":{"google":{"thought_signature":"CsQBnative=="}})"),
            std::string::npos)
      << upstream.last_text();
}

TEST(Reasoning, TextThatTheClientNeverGotComesBack) {
  std::string reply = chat_reply(R"("refusal":null)");
  reply.replace(reply.find("\"content\":null"), 14, "\"content\":\"I look it up.\"");
  const Thinker upstream(http_reply(200, reply));
  const GatewayUnderTest gateway(config_for(upstream, Protocol::kChat));
  const HttpMessage answer = gateway.ask(ask_chat(chat_question()));
  ASSERT_EQ(answer.body.find("I look it up."), std::string::npos) << answer.body;
  gateway.ask(ask_chat(chat_history(kRandomId)));
  EXPECT_EQ(text_at(message_at(upstream.last(), 1), "content"), "I look it up.") << upstream.last_text();
}

TEST(Reasoning, InlineReasoningReturnsByteForByteThroughAnotherProtocol) {
  std::string reply = chat_reply(R"("refusal":null)");
  const std::string content = "<think>\nhm, Paris\n</think>\n\nI look it up.";
  reply.replace(reply.find("\"content\":null"), 14, "\"content\":" + in_json(content));
  const Thinker upstream(http_reply(200, reply));
  const GatewayUnderTest gateway(config_for(upstream, Protocol::kChat));
  const HttpMessage answer = gateway.ask(ask_messages(""));
  ASSERT_EQ(answer.status, 200);
  const json::Value reply_value = parsed(answer.body);
  const json::Value* const blocks = reply_value.find("content");
  ASSERT_NE(blocks, nullptr) << answer.body;
  const std::string results = R"(,{"role":"user","content":[{"type":"tool_result","tool_use_id":")" +
                              std::string(kRandomId) + R"(","content":"sunny"}]})";
  gateway.ask(ask_messages(R"(,{"role":"assistant","content":)" + json::write(*blocks) + "}" + results));
  EXPECT_EQ(text_at(message_at(upstream.last(), 1), "content"), content) << upstream.last_text();
}

// --- the same id in two conversations

TEST(Reasoning, TwoConversationsWithTheSameIdKeepApart) {
  std::atomic<int> asked{0};
  ScriptedUpstream upstream([&](const HttpMessage&, int) -> Script {
    const std::string why = "thought " + std::to_string(asked++);
    return {Step::send(
        http_reply(200, chat_reply(R"("reasoning_content":)" + in_json(why), "functions.weather:0")))};
  });
  const GatewayUnderTest gateway(config_for(upstream.base_url(), Protocol::kChat));
  gateway.ask(ask_chat(chat_question("one?")));
  gateway.ask(ask_chat(chat_question("two?")));
  const auto reasoning = [&](std::string_view question) {
    gateway.ask(ask_chat(chat_history("functions.weather:0", question)));
    return std::string(text_at(message_at(parsed(upstream.requests().back().body), 1), "reasoning_content"));
  };
  EXPECT_EQ(reasoning("one?"), "thought 0");
  EXPECT_EQ(reasoning("two?"), "thought 1");
  EXPECT_EQ(reasoning("three?"), "") << "nobody knows which is meant";
  EXPECT_EQ(gateway.metrics().find("argwright_reasoning_missing_total 0"), std::string::npos);
}

// --- the store

// A file of the folder holds the words.
bool holds(const std::filesystem::path& folder, std::string_view words) {
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    if (bytes.find(words) != std::string::npos) return true;
  }
  return false;
}

TEST(Reasoning, SurvivesARestart) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("argwright-reasoning-" + std::to_string(::getpid()));
  for (const std::string key : {"", "a secret"}) {
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    const Thinker upstream(http_reply(200, chat_reply(reasoning_content())));
    Config config = config_for(upstream, Protocol::kChat);
    const std::string file = (folder / (key.empty() ? "plain.db" : "sealed.db")).string();
    config.store.url = "sqlite:" + file;
    config.reasoning.key = key;
    std::string token;
    {
      const GatewayUnderTest gateway(config);
      ASSERT_TRUE(gateway.is_running());
      ASSERT_EQ(gateway.ask(ask_chat(chat_question())).status, 200);
      const json::Value reply = parsed(gateway.ask(ask_messages("")).body);
      token = text_at(protocol::array_at(reply, "content")->front(), "signature");
    }
    EXPECT_TRUE(token.starts_with("aw1.")) << token;
    EXPECT_EQ(holds(folder, "The user asks for the weather."), key.empty()) << "at rest it is sealed";
    const GatewayUnderTest gateway(config);
    ASSERT_EQ(gateway.ask(ask_chat(chat_history(kRandomId))).status, 200);
    EXPECT_EQ(text_at(message_at(upstream.last(), 1), "reasoning_content"), kWhy) << upstream.last_text();
    EXPECT_NE(gateway.metrics().find(R"(argwright_reasoning_restored_total{source="store"} 1)"),
              std::string::npos);
    // The secret of the tokens is the store's: they open after the restart, too.
    gateway.ask(
        ask_messages(R"(,{"role":"assistant","content":[{"type":"thinking","thinking":"x","signature":")" +
                     token + R"("},{"type":"text","text":"Hm."}]},{"role":"user","content":"go on"})"));
    EXPECT_EQ(text_at(message_at(upstream.last(), 1), "reasoning_content"), kWhy) << upstream.last_text();
  }
  std::filesystem::remove_all(folder);
}

TEST(Reasoning, IsNotRememberedWhereTheVaultIsOff) {
  const Thinker upstream(http_reply(200, chat_reply(reasoning_content())));
  Config config = config_for(upstream, Protocol::kChat);
  config.store.vault = false;
  const GatewayUnderTest gateway(config);
  gateway.ask(ask_chat(chat_question()));
  gateway.ask(ask_chat(chat_history(kRandomId)));
  EXPECT_EQ(message_at(upstream.last(), 1).find("reasoning_content"), nullptr);
}

TEST(Reasoning, OfOneClientIsNotAnothers) {
  const Thinker upstream(http_reply(200, chat_reply(reasoning_content())));
  Config config = config_for(upstream, Protocol::kChat);
  for (const char* name : {"alice", "bob"}) {
    config.keys.emplace_back();
    config.keys.back().name = name;
    config.keys.back().sha256 = gateway::sha256_hex(name);
  }
  const GatewayUnderTest gateway(config);
  ASSERT_EQ(gateway.ask(ask_chat(chat_question(), "Authorization: Bearer alice\r\n")).status, 200);
  gateway.ask(ask_chat(chat_history(kRandomId), "Authorization: Bearer bob\r\n"));
  EXPECT_EQ(message_at(upstream.last(), 1).find("reasoning_content"), nullptr);
  gateway.ask(ask_chat(chat_history(kRandomId), "Authorization: Bearer alice\r\n"));
  EXPECT_EQ(text_at(message_at(upstream.last(), 1), "reasoning_content"), kWhy);
}

// Routes by model: a* to the one upstream, b* to the other; both are told of as generic.
Config two_chat_upstreams(const Thinker& a, const Thinker& b) {
  Config config = config_for(a, Protocol::kChat);
  config.upstreams.push_back(config_for(b, Protocol::kChat).upstreams.front());
  config.upstreams[0].name = "a";
  config.upstreams[1].name = "b";
  for (const char* name : {"a", "b"}) {
    gateway::RouteConfig route;
    route.models = {std::string(name) + "*"};
    route.targets = {{name, "", 0}};
    config.routes.push_back(std::move(route));
  }
  return config;
}

std::string for_model(std::string body, std::string_view model) {
  const std::string_view told = R"("model":"m")";
  return body.replace(body.find(told), told.size(), R"("model":)" + in_json(model));
}

TEST(Reasoning, OfOneUpstreamOrModelIsNotAnothers) {
  const Thinker a(http_reply(200, chat_reply(reasoning_content())));
  const Thinker b(http_reply(200, chat_reply(R"("refusal":null)", "call_9")));
  const GatewayUnderTest gateway(two_chat_upstreams(a, b));
  const auto asks = [&](std::string_view body, std::string_view model) {
    EXPECT_EQ(gateway.ask(ask_chat(for_model(std::string(body), model))).status, 200);
  };
  asks(chat_question(), "a-1");
  for (const char* model : {"a-2", "b-1"}) {
    asks(chat_history(kRandomId), model);
    const json::Value request = model[0] == 'a' ? a.last() : b.last();
    EXPECT_EQ(message_at(request, 1).find("reasoning_content"), nullptr) << model;
  }
  asks(chat_history(kRandomId), "a-1");
  EXPECT_EQ(text_at(message_at(a.last(), 1), "reasoning_content"), kWhy) << a.last_text();
}

// Chat has no place for a seal beside a call: what a client brings there may be anybody's, and what is the
// upstream's own is remembered.
TEST(Reasoning, ASignatureBesideACallIsNeverSentToAnother) {
  constexpr std::string_view kSigned = R"(,"extra_content":{"google":{"thought_signature":"CsQBnative=="}})";
  const Thinker a(http_reply(200, chat_reply(R"("refusal":null)", kRandomId, kSigned)));
  const Thinker b(http_reply(200, chat_reply(R"("refusal":null)", "call_9")));
  const GatewayUnderTest gateway(two_chat_upstreams(a, b));
  gateway.ask(ask_chat(for_model(chat_question(), "a-1")));
  std::string history = chat_history(kRandomId);
  const std::string_view call_end = R"(\"Paris\"}"})";
  history.insert(history.find(call_end) + call_end.size(), kSigned);
  gateway.ask(ask_chat(for_model(history, "b-1")));
  EXPECT_EQ(b.last_text().find("CsQBnative"), std::string::npos) << b.last_text();
  gateway.ask(ask_chat(for_model(history, "a-1")));
  EXPECT_NE(a.last_text().find(kSigned), std::string::npos) << a.last_text();
}

// --- Messages

std::string tool_turn(std::string_view blocks, std::string_view id) {
  return R"(,{"role":"assistant","content":[)" + std::string(blocks) + R"({"type":"tool_use","id":")" +
         std::string(id) +
         R"(","name":"weather","input":{"city":"Paris"}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":")" +
         std::string(id) + R"(","content":"sunny"}]})";
}

TEST(Reasoning, MessagesClientsCarryItSealed) {
  const Thinker upstream(http_reply(200, chat_reply(reasoning_content())));
  Config config = config_for(upstream, Protocol::kChat);
  config.store.vault = false;  // the token alone has to do
  const GatewayUnderTest gateway(config);
  const json::Value reply = parsed(gateway.ask(ask_messages("")).body);
  const json::Value& block = protocol::array_at(reply, "content")->front();
  EXPECT_EQ(text_at(block, "thinking"), kWhy);
  const std::string token(text_at(block, "signature"));
  ASSERT_TRUE(token.starts_with("aw1.")) << json::write(reply);
  EXPECT_EQ(token.find("weather"), std::string::npos);
  gateway.ask(ask_messages(tool_turn(json::write(block) + ",", kRandomId)));
  EXPECT_EQ(text_at(message_at(upstream.last(), 1), "reasoning_content"), kWhy) << upstream.last_text();
  EXPECT_EQ(upstream.last_text().find("aw1."), std::string::npos);
  EXPECT_NE(gateway.metrics().find(R"(argwright_reasoning_restored_total{source="token"} 1)"),
            std::string::npos);
  // The client shortened what it shows: what was sealed counts.
  gateway.ask(ask_messages(
      tool_turn(R"({"type":"thinking","thinking":"..","signature":")" + token + R"("},)", kRandomId)));
  EXPECT_EQ(text_at(message_at(upstream.last(), 1), "reasoning_content"), kWhy) << upstream.last_text();
}

TEST(Reasoning, AnAlteredTokenIsNotUsedAndNotSentOn) {
  const Thinker upstream(http_reply(200, chat_reply(reasoning_content())));
  for (const bool vault : {true, false}) {
    Config config = config_for(upstream, Protocol::kChat);
    config.store.vault = vault;
    const GatewayUnderTest gateway(config);
    const json::Value reply = parsed(gateway.ask(ask_messages("")).body);
    std::string token(text_at(protocol::array_at(reply, "content")->front(), "signature"));
    ASSERT_TRUE(token.starts_with("aw1."));
    token[20] = token[20] == 'A' ? 'B' : 'A';
    const HttpMessage answer = gateway.ask(ask_messages(tool_turn(
        R"({"type":"thinking","thinking":)" + in_json(kWhy) + R"(,"signature":")" + token + R"("},)",
        kRandomId)));
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(upstream.last_text().find("aw1."), std::string::npos);
    EXPECT_EQ(text_at(message_at(upstream.last(), 1), "reasoning_content"), kWhy)
        << "its text is a text still";
  }
}

TEST(Reasoning, MessagesStreamsShowItInThinkingBlocks) {
  const Thinker upstream(chat_stream({
      R"({"role":"assistant","content":"","reasoning_content":"Let me "})",
      R"({"reasoning_content":"see"})",
      R"({"tool_calls":[{"index":0,"id":"functions.weather:0","type":"function","function":{"name":"weather","arguments":"{}"}}]})",
  }));
  const GatewayUnderTest gateway(config_for(upstream, Protocol::kChat));
  const HttpMessage answer = gateway.ask(ask_messages("", R"(,"stream":true)"));
  EXPECT_NE(answer.body.find(R"({"type":"thinking_delta","thinking":"Let me "})"), std::string::npos)
      << answer.body;
  const std::size_t sealed = answer.body.find(R"({"type":"signature_delta","signature":"aw1.)");
  ASSERT_NE(sealed, std::string::npos) << answer.body;
  EXPECT_LT(sealed, answer.body.find("tool_use"));
}

TEST(Reasoning, NativeSignaturesPassWhereThereIsOneUpstream) {
  const Thinker upstream(http_reply(200, messages_reply()));
  const GatewayUnderTest gateway(config_for(upstream, Protocol::kMessages));
  const HttpMessage answer = gateway.ask(ask_messages(""));
  EXPECT_EQ(answer.body, messages_reply());
  // Dropped by the client, they come back.
  gateway.ask(ask_messages(tool_turn("", "toolu_01A09q90qw90lq917835lq9")));
  const json::Value request = upstream.last();
  EXPECT_EQ(
      json::write(*message_at(request, 1).find("content")),
      R"([{"type":"thinking","thinking":)" + in_json(kWhy) +
          R"(,"signature":"EqQBnative=="},{"type":"redacted_thinking","data":"Rnative=="},{"type":"tool_use","id":"toolu_01A09q90qw90lq917835lq9","name":"weather","input":{"city":"Paris"}}])");
}

// Two upstreams of one protocol and two providers; the model's name chooses.
Config two_upstreams(const Thinker& a, const Thinker& b, Protocol protocol) {
  Config config = config_for(a, protocol);
  config.upstreams.push_back(config_for(b, protocol).upstreams.front());
  config.upstreams[0].name = "a";
  config.upstreams[1].name = "b";
  config.upstreams[1].provider = "minimax";
  for (const char* name : {"a", "b"}) {
    gateway::RouteConfig route;
    route.models = {std::string(name) + "*"};
    route.targets = {{name, "m", 0}};
    config.routes.push_back(std::move(route));
  }
  return config;
}

std::string with_model(std::string request, std::string_view model) {
  const std::size_t at = request.find("\"model\":\"m\"");
  request.replace(at + 9, 1, model);
  return request;
}

TEST(Reasoning, ASignatureOfOneProviderIsNeverSentToAnother) {
  const Thinker a(http_reply(200, messages_reply()));
  const Thinker b(http_reply(200, messages_reply()));
  for (const bool vault : {true, false}) {
    Config config = two_upstreams(a, b, Protocol::kMessages);
    config.store.vault = vault;
    const GatewayUnderTest gateway(config);
    const json::Value reply = parsed(gateway.ask(with_model(ask_messages(""), "a")).body);
    const json::Array& blocks = *protocol::array_at(reply, "content");
    ASSERT_EQ(blocks.size(), 3U) << json::write(reply);
    EXPECT_TRUE(text_at(blocks[0], "signature").starts_with("aw1."));
    EXPECT_TRUE(text_at(blocks[1], "data").starts_with("aw1."));
    const std::string history = ask_messages(
        tool_turn(json::write(blocks[0]) + "," + json::write(blocks[1]) + ",", text_at(blocks[2], "id")));
    gateway.ask(with_model(history, "b"));
    for (const char* never : {"EqQBnative", "Rnative", "aw1.", "thinking"}) {
      EXPECT_EQ(b.last_text().find(never), std::string::npos) << never << " in " << b.last_text();
    }
    gateway.ask(with_model(history, "a"));
    for (const char* always : {"EqQBnative==", "Rnative=="}) {
      EXPECT_NE(a.last_text().find(always), std::string::npos) << always << " in " << a.last_text();
    }
    EXPECT_EQ(a.last_text().find("aw1."), std::string::npos);
    // A signature that nobody sealed: whose it is cannot be told.
    gateway.ask(with_model(
        ask_messages(tool_turn(R"({"type":"thinking","thinking":"x","signature":"Efremd=="},)", "t1")), "b"));
    EXPECT_EQ(b.last_text().find("Efremd"), std::string::npos);
  }
}

TEST(Reasoning, StreamsOfTheSameProtocolAreSealedToo) {
  std::string body;
  const auto event = [&](const char* type, const std::string& data) {
    body += "event: " + std::string(type) + "\ndata: {\"type\":\"" + type + "\"" + data + "}\n\n";
  };
  event(
      "message_start",
      R"(,"message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}})");
  event("content_block_start",
        R"(,"index":0,"content_block":{"type":"thinking","thinking":"","signature":""})");
  event("content_block_delta", R"(,"index":0,"delta":{"type":"thinking_delta","thinking":"hm"})");
  event("content_block_delta", R"(,"index":0,"delta":{"type":"signature_delta","signature":"EqQBnative=="})");
  event("content_block_stop", R"(,"index":0)");
  event("content_block_start", R"(,"index":1,"content_block":{"type":"text","text":""})");
  event("content_block_delta", R"(,"index":1,"delta":{"type":"text_delta","text":"Hello"})");
  event("content_block_stop", R"(,"index":1)");
  event("message_delta",
        R"(,"delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":5})");
  event("message_stop", "");
  const Thinker a(http_reply(200, body, "Content-Type: text/event-stream\r\n"));
  const Thinker b(http_reply(200, body, "Content-Type: text/event-stream\r\n"));
  const GatewayUnderTest two(two_upstreams(a, b, Protocol::kMessages));
  const HttpMessage answer = two.ask(with_model(ask_messages("", R"(,"stream":true)"), "a"));
  EXPECT_EQ(answer.body.find("EqQBnative"), std::string::npos) << answer.body;
  EXPECT_NE(answer.body.find(R"("signature":"aw1.)"), std::string::npos) << answer.body;
  EXPECT_NE(answer.body.find("Hello"), std::string::npos) << answer.body;
  const GatewayUnderTest one(config_for(a, Protocol::kMessages));
  EXPECT_EQ(one.ask(ask_messages("", R"(,"stream":true)")).body, body);
}

TEST(Reasoning, TokensAreOpenedForTheCountOfTokensToo) {
  const Thinker a(http_reply(200, messages_reply()));
  const Thinker b(http_reply(200, messages_reply()));
  const GatewayUnderTest gateway(two_upstreams(a, b, Protocol::kMessages));
  const json::Value reply = parsed(gateway.ask(with_model(ask_messages(""), "a")).body);
  const std::string block = json::write(protocol::array_at(reply, "content")->front());
  const std::string body =
      R"({"model":"a","messages":[{"role":"user","content":"q"},{"role":"assistant","content":[)" + block +
      R"(,{"type":"text","text":"said"}]},{"role":"user","content":"more"}]})";
  gateway.ask(post("/v1/messages/count_tokens", body));
  EXPECT_EQ(a.last_text().find("aw1."), std::string::npos) << a.last_text();
  EXPECT_NE(a.last_text().find("EqQBnative=="), std::string::npos) << a.last_text();
}

TEST(Reasoning, AskedAgainTheModelHearsItsOwnThoughts) {
  std::atomic<int> asked{0};
  ScriptedUpstream upstream([&](const HttpMessage&, int) -> Script {
    std::string reply = chat_reply(R"("reasoning_content":)" + in_json("thought " + std::to_string(asked)));
    if (asked++ == 0) {
      const std::string_view good = R"("{\"city\":\"Paris\"}")";
      reply.replace(reply.find(good), good.size(), R"("nothing that can be read")");
    }
    return {Step::send(http_reply(200, reply))};
  });
  Config config = config_for(upstream.base_url(), Protocol::kChat);
  config.governance.reask_rejected = true;
  const GatewayUnderTest gateway(config);
  ASSERT_EQ(gateway.ask(ask_chat(chat_question())).status, 200);
  ASSERT_EQ(upstream.requests().size(), 2U);
  const json::Value again = parsed(upstream.requests().back().body);
  EXPECT_EQ(text_at(message_at(again, 1), "reasoning_content"), "thought 0")
      << upstream.requests().back().body;
  gateway.ask(ask_chat(chat_history(kRandomId)));
  const json::Value next = parsed(upstream.requests().back().body);
  EXPECT_EQ(text_at(message_at(next, 1), "reasoning_content"), "thought 1")
      << upstream.requests().back().body;
}

// --- Responses

TEST(Reasoning, ResponsesClientsCarryItSealed) {
  const Thinker upstream(http_reply(200, chat_reply(reasoning_content())));
  Config config = config_for(upstream, Protocol::kChat);
  config.store.vault = false;
  const GatewayUnderTest gateway(config);
  const json::Value reply = parsed(gateway.ask(ask_responses("")).body);
  const json::Value& item = protocol::array_at(reply, "output")->front();
  ASSERT_TRUE(text_at(item, "encrypted_content").starts_with("aw1.")) << json::write(reply);
  const std::string rest =
      R"(,{"type":"function_call","call_id":")" + std::string(kRandomId) +
      R"(","name":"weather","arguments":"{\"city\":\"Paris\"}"},{"type":"function_call_output","call_id":")" +
      std::string(kRandomId) + R"(","output":"sunny"})";
  gateway.ask(ask_responses("," + json::write(item) + rest));
  EXPECT_EQ(text_at(message_at(upstream.last(), 1), "reasoning_content"), kWhy) << upstream.last_text();
  EXPECT_EQ(protocol::array_at(upstream.last(), "messages")->size(), 3U) << upstream.last_text();
}

TEST(Reasoning, ResponsesStreamsShowItAsASummary) {
  const Thinker upstream(chat_stream({
      R"({"role":"assistant","content":"","reasoning_content":"Let me "})",
      R"({"reasoning_content":"see"})",
      R"({"tool_calls":[{"index":0,"id":"functions.weather:0","type":"function","function":{"name":"weather","arguments":"{}"}}]})",
  }));
  const GatewayUnderTest gateway(config_for(upstream, Protocol::kChat));
  const std::string body = gateway.ask(ask_responses("", R"(,"stream":true)")).body;
  for (const char* event : {"response.reasoning_summary_part.added", "response.reasoning_summary_text.delta",
                            "response.reasoning_summary_text.done", "response.reasoning_summary_part.done"}) {
    EXPECT_NE(body.find("event: " + std::string(event) + "\n"), std::string::npos) << event << body;
  }
  EXPECT_NE(body.find(R"("delta":"Let me ")"), std::string::npos) << body;
  const std::size_t sealed = body.find(R"("encrypted_content":"aw1.)");
  ASSERT_NE(sealed, std::string::npos) << body;
  EXPECT_LT(sealed, body.find("function_call")) << "the item ends before the call begins";
}

TEST(Reasoning, ChatStreamsShowThatOfOtherProtocols) {
  std::string body;
  const auto event = [&](const char* type, const std::string& data) {
    body += "event: " + std::string(type) + "\ndata: {\"type\":\"" + type + "\"" + data + "}\n\n";
  };
  event(
      "message_start",
      R"(,"message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}})");
  event("content_block_start",
        R"(,"index":0,"content_block":{"type":"thinking","thinking":"","signature":""})");
  event("content_block_delta", R"(,"index":0,"delta":{"type":"thinking_delta","thinking":"hm"})");
  event("content_block_delta", R"(,"index":0,"delta":{"type":"signature_delta","signature":"EqQBnative=="})");
  event("content_block_stop", R"(,"index":0)");
  event("content_block_start", R"(,"index":1,"content_block":{"type":"text","text":""})");
  event("content_block_delta", R"(,"index":1,"delta":{"type":"text_delta","text":"Hello"})");
  event("content_block_stop", R"(,"index":1)");
  event("message_delta",
        R"(,"delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":5})");
  event("message_stop", "");
  const Thinker upstream(http_reply(200, body, "Content-Type: text/event-stream\r\n"));
  const GatewayUnderTest gateway(config_for(upstream, Protocol::kMessages));
  const std::string out = gateway.ask(ask_chat(chat_question("weather?", true))).body;
  const std::size_t why = out.find(R"("reasoning_content":"hm")");
  ASSERT_NE(why, std::string::npos) << out;
  EXPECT_LT(why, out.find(R"("content":"Hello")")) << out;
  EXPECT_EQ(out.find("EqQBnative"), std::string::npos) << out;
}

// A setting chooses what gives way where a model that thinks takes no forced tool.
TEST(Reasoning, GivesWayToAForcedToolOrNotAsTheConfigurationSays) {
  const Thinker upstream(http_reply(200, chat_reply(reasoning_content())));
  const std::string body =
      R"({"model":"deepseek-v4-pro","messages":[{"role":"user","content":"weather?"}],"tool_choice":"required","tools":[{"type":"function","function":{"name":"weather","parameters":{"type":"object"}}}]})";
  for (const bool keeps_thinking : {false, true}) {
    Config config = test_config(upstream.base_url(), Protocol::kChat);
    config.upstreams.front().provider = "deepseek";
    if (keeps_thinking) config.governance.forced_tools = provider::ForcedTools::kAuto;
    const GatewayUnderTest gateway(config);
    ASSERT_EQ(gateway.ask(ask_chat(body)).status, 200);
    const json::Value request = upstream.last();
    EXPECT_EQ(text_at(request, "tool_choice"), keeps_thinking ? "auto" : "required");
    const json::Value* const thinking = request.find("thinking");
    EXPECT_EQ(thinking == nullptr ? "" : json::write(*thinking),
              keeps_thinking ? "" : R"({"type":"disabled"})");
  }
}

TEST(Reasoning, ResponsesClientsGetItBackWhereTheyDropIt) {
  const Thinker upstream(http_reply(200, responses_reply()));
  const GatewayUnderTest gateway(config_for(upstream, Protocol::kResponses));
  const std::string rest =
      R"(,{"type":"function_call","call_id":")" + std::string(kRandomId) +
      R"(","name":"weather","arguments":"{\"city\":\"Paris\"}"},{"type":"function_call_output","call_id":")" +
      std::string(kRandomId) + R"(","output":"sunny"})";
  const std::string_view item =
      R"({"type":"reasoning","id":"rs_9","summary":[{"type":"summary_text","text":"One."},{"type":"summary_text","text":"Two."}],"encrypted_content":"gAAAnative"})";
  EXPECT_EQ(gateway.ask(ask_responses("")).body, responses_reply());
  gateway.ask(ask_responses(rest));
  EXPECT_NE(upstream.last_text().find(item), std::string::npos) << upstream.last_text();
  // And for clients of other protocols, with what they carry sealed or without.
  ASSERT_EQ(gateway.ask(ask_chat(chat_question())).status, 200);
  gateway.ask(ask_chat(chat_history(kRandomId)));
  EXPECT_NE(upstream.last_text().find(item), std::string::npos) << upstream.last_text();
  const json::Value reply = parsed(gateway.ask(ask_messages("")).body);
  const json::Array& blocks = *protocol::array_at(reply, "content");
  ASSERT_EQ(blocks.size(), 3U) << json::write(reply);
  gateway.ask(
      ask_messages(tool_turn(json::write(blocks[0]) + "," + json::write(blocks[1]) + ",", kRandomId)));
  EXPECT_NE(upstream.last_text().find(item), std::string::npos) << upstream.last_text();
}

TEST(Reasoning, SignedThinkingServesChatClients) {
  const Thinker upstream(http_reply(200, messages_reply()));
  const GatewayUnderTest gateway(config_for(upstream, Protocol::kMessages));
  const HttpMessage answer = gateway.ask(ask_chat(chat_question()));
  EXPECT_EQ(answer.body.find("EqQBnative"), std::string::npos) << "a proof leaves its protocol sealed";
  gateway.ask(ask_chat(chat_history("toolu_01A09q90qw90lq917835lq9")));
  for (const char* native : {"EqQBnative==", "Rnative=="}) {
    EXPECT_NE(upstream.last_text().find(native), std::string::npos) << upstream.last_text();
  }
}

}  // namespace
}  // namespace argwright::gateway_test
