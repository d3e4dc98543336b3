#include "gateway/endpoint.h"

#include <gtest/gtest.h>

namespace argwright::gateway {
namespace {

using protocol::Protocol;

// "name rest", or what is wrong.
std::string found(std::string_view method, std::string_view target) {
  const Endpoint endpoint = find_endpoint(method, target);
  if (endpoint.kind == EndpointKind::kUnknown) return endpoint.wrong_method ? "wrong method" : "unknown";
  return std::string(endpoint.name) + (endpoint.rest.empty() ? "" : " " + std::string(endpoint.rest));
}

TEST(Endpoint, IsFoundByMethodAndPath) {
  EXPECT_EQ(found("POST", "/v1/chat/completions"), "chat");
  EXPECT_EQ(found("POST", "/v1/responses"), "responses");
  EXPECT_EQ(found("POST", "/v1/messages"), "messages");
  EXPECT_EQ(found("POST", "/v1/messages/count_tokens"), "count_tokens");
  EXPECT_EQ(found("GET", "/v1/models"), "models");
  EXPECT_EQ(found("GET", "/v1/models/vendor/model"), "models vendor/model");
  EXPECT_EQ(found("GET", "/v1/responses/resp_1/input_items"), "responses_kept resp_1/input_items");
  EXPECT_EQ(found("DELETE", "/v1/responses/resp_1"), "responses_kept resp_1");
  EXPECT_EQ(found("POST", "/v1/embeddings"), "pass embeddings");
  EXPECT_EQ(found("GET", "/healthz"), "health");
  EXPECT_EQ(found("HEAD", "/readyz"), "ready");
  EXPECT_EQ(found("GET", "/metrics"), "metrics");
  EXPECT_EQ(found("GET", "/admin/calls/stream"), "admin calls/stream");
  EXPECT_EQ(found("GET", "/console"), "console");
  EXPECT_EQ(found("GET", "/console/app.js"), "console app.js");
}

TEST(Endpoint, TakesPathsAsClientsWriteThem) {
  EXPECT_EQ(found("POST", "/chat/completions"), "chat");
  EXPECT_EQ(found("POST", "/messages/count_tokens"), "count_tokens");
  EXPECT_EQ(found("GET", "/models/x"), "models x");
  EXPECT_EQ(found("POST", "/v1/chat/completions/"), "chat");
  EXPECT_EQ(found("POST", "/v1/messages?beta=true"), "messages");
  EXPECT_EQ(found("POST", "http://localhost:8787/v1/messages?a=b"), "messages");
  const Endpoint endpoint = find_endpoint("POST", "http://a/v1/messages?beta=true&x=/?");
  EXPECT_EQ(endpoint.path, "/v1/messages");
  EXPECT_EQ(endpoint.query, "beta=true&x=/?");
}

TEST(Endpoint, KnowsWhatIsNotThere) {
  for (const char* target :
       {"/", "", "*", "/v1", "/v1/", "/embeddings", "/modelsx", "/admin", "http://a", "/healthz/x"}) {
    EXPECT_EQ(found("GET", target), "unknown") << target;
  }
  EXPECT_EQ(found("POST", "/healthz"), "wrong method");
  EXPECT_EQ(found("POST", "/models/x"), "wrong method");
}

TEST(Endpoint, ErrorsAreToldInTheWordsOfTheProtocol) {
  EXPECT_EQ(find_endpoint("GET", "/v1/messages/x").protocol, Protocol::kMessages);
  EXPECT_EQ(find_endpoint("GET", "/responses/x").protocol, Protocol::kResponses);
  EXPECT_EQ(find_endpoint("GET", "/v1/embeddings").protocol, Protocol::kChat);
}

TEST(Endpoint, ResolvesNoDotSegments) {
  for (const char* target :
       {"/v1/../admin/config", "/v1/..", "/v1/./x", "/v1/a/%2e%2E/b", "/v1/.%2e/b", "/v1/a%2f..%2Fb",
        "/v1/a\\..\\b", "/v1/a%5c..%5cb", "/v1/models/..", "http://a/v1/../x"}) {
    EXPECT_EQ(found("GET", target), "unknown") << target;
  }
  for (const char* target :
       {"/v1/a..b", "/v1/...", "/v1/files/x.json", "/v1/.well-known", "/v1/x?path=../y"}) {
    EXPECT_TRUE(found("GET", target).starts_with("pass")) << target;
  }
  EXPECT_EQ(found("GET", "/v1/models/gpt-3.5-turbo"), "models gpt-3.5-turbo");
  EXPECT_EQ(found("GET", "/v1/models/org%2Fmodel"), "models org%2Fmodel");
}

TEST(Endpoint, PassesOnlyWhatStaysHttpAndTellsNoKeys) {
  for (const char* method : {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}) {
    EXPECT_EQ(found(method, "/v1/files"), "pass files") << method;
  }
  for (const char* method : {"TRACE", "CONNECT", "get", "PROPFIND"}) {
    EXPECT_EQ(found(method, "/v1/files"), "wrong method") << method;
  }
}

}  // namespace
}  // namespace argwright::gateway
