// Requests on their way to an upstream: also the hints for shells and the estimate of tokens.
#include "gateway/model_request.h"

#include "argwright/tool_export.h"

#include "gateway/shell_hints.h"
#include "gateway/token_estimate.h"
#include "provider/profiles.h"

#include <gtest/gtest.h>

namespace argwright::gateway {
namespace {

using protocol::Protocol;

ModelRequest request_of(Protocol protocol, std::string body) {
  static SchemaCache cache;
  Result<ModelRequest> request = ModelRequest::read(protocol, std::move(body), cache);
  EXPECT_TRUE(request) << (request ? "" : request.error().message);
  return *std::move(request);
}

// What goes to an upstream; empty: the client's own bytes.
std::string shaped(Protocol from, const std::string& body, Protocol to, const ShapeOptions& options = {}) {
  ModelRequest request = request_of(from, body);
  const Result<ShapedRequest> shape = request.shape(to, options);
  EXPECT_EQ(request.body(), body);
  return shape ? shape->own : "error: " + shape.error().message;
}

constexpr const char* kPlain =
    R"({ "model":"a", "messages":[{"role":"user","content":"hi"}], "unknown": 1.10 })";

TEST(ModelRequest, PassesTheSameBytes) {
  EXPECT_EQ(shaped(Protocol::kChat, kPlain, Protocol::kChat), "");
  EXPECT_EQ(shaped(Protocol::kMessages, R"({"model":"a","max_tokens":5,"messages":[]})", Protocol::kMessages),
            "");
  const std::string sound =
      R"({"model":"a","messages":[{"role":"user","content":"x"},{"role":"assistant","tool_calls":[{"id":"c1",)"
      R"("type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"y"}]})";
  EXPECT_EQ(shaped(Protocol::kChat, sound, Protocol::kChat), "");
}

TEST(ModelRequest, RenamesTheModelAndNothingElse) {
  ShapeOptions options;
  options.model = "b\"c";
  EXPECT_EQ(shaped(Protocol::kChat, kPlain, Protocol::kChat, options),
            R"({ "model":"b\"c", "messages":[{"role":"user","content":"hi"}], "unknown": 1.10 })");
  options.model = "a";
  EXPECT_EQ(shaped(Protocol::kChat, kPlain, Protocol::kChat, options), "");
  options.model = "b";
  EXPECT_EQ(shaped(Protocol::kChat, R"({"messages":[]})", Protocol::kChat, options), "");
}

TEST(ModelRequest, MendsTheHistory) {
  // A call without its result: most upstreams answer 400.
  const std::string broken =
      R"({"model":"a","messages":[{"role":"user","content":"x"},{"role":"assistant","tool_calls":[{"id":"c1",)"
      R"("type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"user","content":"y"}]})";
  ModelRequest request = request_of(Protocol::kChat, broken);
  const Result<ShapedRequest> shape = request.shape(Protocol::kChat, {});
  ASSERT_TRUE(shape);
  EXPECT_FALSE(shape->own.empty());
  EXPECT_FALSE(shape->warnings.empty());
  ShapeOptions leave;
  leave.mend_history = false;
  EXPECT_EQ(shaped(Protocol::kChat, broken, Protocol::kChat, leave), "");
}

TEST(ModelRequest, CrossesProtocols) {
  ShapeOptions options;
  options.model = "claude";
  const std::string own = shaped(Protocol::kChat, kPlain, Protocol::kMessages, options);
  const Result<json::Value> value = json::parse(own);
  ASSERT_TRUE(value) << own;
  EXPECT_EQ(value->find("model")->string(), "claude");
  ASSERT_NE(value->find("messages"), nullptr);
  EXPECT_NE(value->find("max_tokens"), nullptr);
  EXPECT_TRUE(
      shaped(Protocol::kChat, R"({"model":"a","messages":5})", Protocol::kMessages).starts_with("error: "));
  // In its own protocol the upstream says what it thinks of it.
  EXPECT_EQ(shaped(Protocol::kChat, R"({"model":"a","messages":5,"x":"tool_calls"})", Protocol::kChat), "");
}

TEST(ModelRequest, KnowsTheToolsThatWereDeclared) {
  const ModelRequest request = request_of(
      Protocol::kChat,
      R"({"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object","properties":{}}}}]})");
  EXPECT_NE(request.tools().get("f"), nullptr);
  const ModelRequest twice = request_of(
      Protocol::kChat,
      R"({"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object","properties":{"n":{}}}}},)"
      R"({"type":"function","function":{"name":"f"}},{"type":"function","function":{"name":"g"}}]})");
  EXPECT_NE(twice.tools().get("g"), nullptr) << "one declared twice does not hide the others";
  ASSERT_NE(twice.tools().get("f"), nullptr);
  EXPECT_NE(twice.tools().schema("f")->source().find("properties"), nullptr) << "the first counts";
  EXPECT_EQ(request_of(Protocol::kChat, R"({"tools":[{"type":5}]})").tools().get("f"), nullptr);
}

TEST(ModelRequest, StaysWholeWhenItIsMoved) {
  ModelRequest first = request_of(Protocol::kChat, R"({"model":"a"})");
  ModelRequest second = std::move(first);
  ShapeOptions options;
  options.model = "b";
  EXPECT_EQ(second.shape(Protocol::kChat, options)->own, R"({"model":"b"})");
}

TEST(ModelRequest, TellsWhatIsNoRequest) {
  SchemaCache cache;
  EXPECT_FALSE(ModelRequest::read(Protocol::kChat, "no", cache));
  EXPECT_FALSE(ModelRequest::read(Protocol::kChat, R"({"model":"a","model":"b"})", cache));
}

// ---- S2-38 .. S2-41

protocol::Request request_with(std::vector<protocol::ToolSpec> tools) {
  protocol::Request request;
  request.tools = std::move(tools);
  return request;
}
protocol::ToolSpec tool(const std::string& name, std::optional<std::string> description) {
  protocol::ToolSpec spec;
  spec.name = name;
  spec.description = std::move(description);
  return spec;
}

TEST(GatewayShellHints, StandInTheDescriptionsOfShellsOnly) {
  protocol::Request request = request_with({tool("shell", "Runs a command."), tool("search", "Finds.")});
  EXPECT_TRUE(add_shell_hints(request));
  const std::string text = *request.tools->at(0).description;
  EXPECT_EQ(text, with_shell_hints("Runs a command."));
  EXPECT_NE(text.find("-e"), std::string::npos);         // S2-39
  EXPECT_NE(text.find("-f"), std::string::npos);         // S2-39
  EXPECT_NE(text.find("rg"), std::string::npos);         // S2-40
  EXPECT_NE(text.find("arguments"), std::string::npos);  // S2-41
  EXPECT_EQ(request.tools->at(1).description, "Finds.");
  EXPECT_FALSE(add_shell_hints(request));  // they are there
  EXPECT_EQ(*request.tools->at(0).description, text);
}

TEST(GatewayShellHints, NeedNoDescriptionAndLeaveHostedToolsAlone) {
  protocol::Request request = request_with({tool("shell", std::nullopt)});
  EXPECT_TRUE(add_shell_hints(request));
  EXPECT_EQ(request.tools->at(0).description, with_shell_hints(""));
  protocol::ToolSpec hosted = tool("shell", std::nullopt);
  hosted.kind = protocol::ToolKind::kHosted;
  request = request_with({hosted});
  EXPECT_FALSE(add_shell_hints(request));
  protocol::Request without;
  EXPECT_FALSE(add_shell_hints(without));
}

TEST(GatewayShellHints, AreAddedOnTheWay) {
  const std::string body =
      R"({"model":"a","messages":[],"tools":[{"type":"function","function":{"name":"shell","description":"Runs."}}]})";
  ShapeOptions options;
  EXPECT_EQ(shaped(Protocol::kChat, body, Protocol::kChat, options), "");
  options.shell_hints = true;
  std::string hinted;
  json::append_quoted(hinted, with_shell_hints("Runs."));
  EXPECT_NE(shaped(Protocol::kChat, body, Protocol::kChat, options).find(hinted), std::string::npos);
  EXPECT_EQ(shaped(Protocol::kChat, kPlain, Protocol::kChat, options), "");
}

TEST(TokenEstimate, CountsBytes) {
  EXPECT_EQ(estimate_tokens(""), 1);
  EXPECT_EQ(estimate_tokens("abcd"), 1);
  EXPECT_EQ(estimate_tokens("abcde"), 2);
  EXPECT_EQ(estimate_tokens(std::string(4000, 'a')), 1000);
  EXPECT_EQ(estimate_tokens("\xe6\x97\xa5\xe6\x9c\xac"), 3);  // two characters of Japanese
  EXPECT_EQ(estimate_tokens("abcd\xc3\xa9"), 2);
}

// --- by the provider's profile

ShapeOptions options_for(const char* provider, const char* model) {
  static const provider::Profiles profiles;
  ShapeOptions options;
  options.profile = &provider::profile_for(profiles, provider, "", model);
  options.encode = provider::encode_options(*options.profile);
  return options;
}

TEST(ModelRequest, PassesTheSameBytesWhereTheProviderWantsNothingElse) {
  const std::string looked_at = R"({ "model":"a","messages":[{"role":"user","content":"hi"}],"tools":[],)"
                                R"("tool_choice":"none", "unknown":1.10})";
  for (const char* provider : {"generic", "openai", "vllm", "deepseek", "kimi"}) {
    EXPECT_EQ(shaped(Protocol::kChat, looked_at, Protocol::kChat, options_for(provider, "a")), "")
        << provider;
  }
  // Looked at, read, and found to be right.
  const std::string history =
      R"({ "model":"a","messages":[{"role":"user","content":"x"},{"role":"assistant","content":"y"},)"
      R"({"role":"user","content":"z"}]})";
  EXPECT_EQ(shaped(Protocol::kChat, history, Protocol::kChat, options_for("glm", "glm-4.7")), "");
}

TEST(ModelRequest, IsShapedByTheProfile) {
  EXPECT_EQ(
      shaped(Protocol::kChat, kPlain, Protocol::kChat, options_for("minimax", "MiniMax-M2.5")),
      R"({"model":"a","messages":[{"role":"user","content":"hi"}],"unknown":1.10,"reasoning_split":true})");
  ModelRequest request = request_of(
      Protocol::kChat, R"({"model":"a","messages":[],"tools":[{"type":"function","function":{"name":"f"}}],)"
                       R"("tool_choice":"required"})");
  const Result<ShapedRequest> shape = request.shape(Protocol::kChat, options_for("glm", "glm-4.7"));
  ASSERT_TRUE(shape);
  ASSERT_EQ(shape->warnings.size(), 1U);
  EXPECT_EQ(shape->warnings[0].code, "changed_tool_choice");
  EXPECT_NE(shape->own.find(R"("tool_choice":"auto")"), std::string::npos) << shape->own;
}

}  // namespace
}  // namespace argwright::gateway
