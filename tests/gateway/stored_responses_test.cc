// previous_response_id, item_reference and /v1/responses/{id} in front of upstreams that keep nothing.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "argwright/json.h"
#include "gateway/key_hash.h"
#include "protocol/fields.h"
#include "store/postgres/test_server.h"
#include "tests/gateway/support/ending.h"
#include "tests/gateway/support/gateway_under_test.h"
#include "tests/gateway/support/samples.h"

namespace argwright::gateway_test {
namespace {

// A request of a Responses client.
std::string ask_for(std::string_view members, std::string_view fields = {}) {
  return post("/v1/responses", R"({"model":"m",)" + std::string(members) + "}", fields);
}

std::string id_of(const HttpMessage& answer) {
  const Result<json::Value> value = json::parse(answer.body);
  return value ? std::string(protocol::text_at(*value, "id")) : std::string();
}

std::string chat_answer(int number) {
  return R"({"id":"chatcmpl-)" + std::to_string(number) +
         R"(","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":)"
         R"({"role":"assistant","content":"answer )" +
         std::to_string(number) + R"("},"finish_reason":"stop"}]})";
}

class StoredResponses : public testing::Test {
 protected:
  StoredResponses()
      : upstream_([](const HttpMessage&, int number) -> Script {
          return {Step::send(http_reply(200, chat_answer(number)))};
        }),
        gateway_(config()) {}

  Config config() {
    Config config = test_config(upstream_.base_url(), Protocol::kChat);
    config.store.url = "sqlite::memory:";
    for (const char* name : {"alice", "bob"}) {
      config.keys.emplace_back();
      config.keys.back().name = name;
      config.keys.back().sha256 = gateway::sha256_hex(name);
    }
    return config;
  }
  std::string last_body() { return upstream_.requests().back().body; }

  static constexpr std::string_view kAlice = "Authorization: Bearer alice\r\n";
  static constexpr std::string_view kBob = "Authorization: Bearer bob\r\n";
  ScriptedUpstream upstream_;
  GatewayUnderTest gateway_;
};

TEST_F(StoredResponses, APreviousResponseIsPutBeforeTheInput) {
  const HttpMessage first = gateway_.ask(ask_for(R"("input":"question one")", kAlice));
  ASSERT_EQ(first.status, 200) << first.body;
  const HttpMessage second = gateway_.ask(ask_for(
      R"("input":[{"role":"user","content":"question two"}],"previous_response_id":")" + id_of(first) + '"',
      kAlice));
  ASSERT_EQ(second.status, 200) << second.body;
  const HttpMessage third = gateway_.ask(
      ask_for(R"("input":"question three","previous_response_id":")" + id_of(second) + '"', kAlice));
  ASSERT_EQ(third.status, 200) << third.body;
  std::size_t at = 0;
  for (const char* part : {"question one", "answer 0", "question two", "answer 1", "question three"}) {
    const std::size_t found = last_body().find(part);
    ASSERT_NE(found, std::string::npos) << part << " in " << last_body();
    EXPECT_GE(found, at) << part;
    at = found;
  }
}

TEST_F(StoredResponses, AStreamedResponseIsKeptToo) {
  const HttpMessage first = gateway_.ask(ask_for(R"("input":"question one","stream":true)", kAlice));
  ASSERT_EQ(first.status, 200);
  const std::size_t at = first.body.find("\"id\":\"");
  ASSERT_NE(at, std::string::npos) << first.body;
  const std::string id = first.body.substr(at + 6, first.body.find('"', at + 6) - at - 6);
  EXPECT_EQ(gateway_.ask(get("/v1/responses/" + id, kAlice)).status, 200);
}

// Other protocols' ids need not be unique, and some upstreams send none.
TEST(StoredResponsesOfUpstreamsThatRepeatIds, AreAllKept) {
  for (const bool streams : {false, true}) {
    for (const std::string id : {R"("id":"chatcmpl-1",)", ""}) {
      ScriptedUpstream upstream([&](const HttpMessage&, int number) -> Script {
        std::string answer = chat_answer(number);
        answer.replace(1, answer.find(R"("object")") - 1, id);
        return {Step::send(http_reply(200, answer))};
      });
      Config config = test_config(upstream.base_url(), Protocol::kChat);
      config.store.url = "sqlite::memory:";
      GatewayUnderTest gateway(config);
      std::vector<std::string> ids;
      for (int i = 0; i < 3; ++i) {
        const HttpMessage answer =
            gateway.ask(ask_for(streams ? R"("input":"x","stream":true)" : R"("input":"x")"));
        const std::size_t at = answer.body.find(R"("id":"resp_)");
        ASSERT_NE(at, std::string::npos) << answer.body;
        ids.push_back(answer.body.substr(at + 6, answer.body.find('"', at + 6) - at - 6));
      }
      for (int i = 0; i < 3; ++i) {
        const HttpMessage kept = gateway.ask(get("/v1/responses/" + ids[static_cast<std::size_t>(i)]));
        EXPECT_EQ(kept.status, 200);
        EXPECT_NE(kept.body.find("answer " + std::to_string(i)), std::string::npos) << kept.body;
        EXPECT_EQ(id_of(kept), ids[static_cast<std::size_t>(i)]);
      }
      const HttpMessage next =
          gateway.ask(ask_for(R"("input":"next","previous_response_id":")" + ids[1] + '"'));
      EXPECT_EQ(next.status, 200);
      const std::string asked = upstream.requests().back().body;
      EXPECT_NE(asked.find("answer 1"), std::string::npos) << asked;
      EXPECT_EQ(asked.find("answer 2"), std::string::npos) << asked;
    }
  }
}

TEST_F(StoredResponses, APreviousResponseWithoutNewInputIsEnough) {
  const HttpMessage first = gateway_.ask(ask_for(R"("input":"question one")", kAlice));
  const HttpMessage second = gateway_.ask(
      ask_for(R"("instructions":"go on","previous_response_id":")" + id_of(first) + '"', kAlice));
  EXPECT_EQ(second.status, 200) << second.body;
  EXPECT_NE(last_body().find("question one"), std::string::npos) << last_body();
}

TEST_F(StoredResponses, AnItemReferenceIsReplacedByTheItem) {
  const HttpMessage first = gateway_.ask(ask_for(R"("input":"question one")", kAlice));
  const Result<json::Value> body = json::parse(first.body);
  ASSERT_TRUE(body);
  const json::Array* const output = protocol::array_at(*body, "output");
  ASSERT_TRUE(output != nullptr && !output->empty());
  const std::string item(protocol::text_at(output->front(), "id"));
  const std::string input = R"("input":[{"type":"item_reference","id":")" + item +
                            R"("},{"role":"user","content":"question two"}])";
  EXPECT_EQ(gateway_.ask(ask_for(input, kAlice)).status, 200);
  EXPECT_NE(last_body().find("answer 0"), std::string::npos) << last_body();
  EXPECT_EQ(gateway_.ask(ask_for(input, kBob)).status, 404) << "another client's item";
}

TEST_F(StoredResponses, UnknownOnesAreToldAs404) {
  const std::string requests[] = {
      ask_for(R"("input":"x","previous_response_id":"resp_nobody")", kAlice),
      ask_for(R"("input":[{"type":"item_reference","id":"msg_nobody"}])", kAlice),
      get("/v1/responses/resp_nobody", kAlice),
      get("/v1/responses/resp_nobody/input_items", kAlice),
      get("/v1/responses/resp_nobody", kAlice, "DELETE"),
      get("/v1/responses/a/b/c", kAlice),
  };
  for (const std::string& each : requests) {
    const HttpMessage answer = gateway_.ask(each);
    EXPECT_EQ(answer.status, 404) << each;
    EXPECT_NE(error_message(Protocol::kResponses, answer.body), "") << answer.body;
  }
  EXPECT_TRUE(upstream_.requests().empty());
}

TEST_F(StoredResponses, AreReadAndRemoved) {
  const HttpMessage first = gateway_.ask(ask_for(R"("input":"question one")", kAlice));
  const std::string path = "/v1/responses/" + id_of(first);
  const HttpMessage kept = gateway_.ask(get(path, kAlice));
  EXPECT_EQ(kept.status, 200);
  EXPECT_EQ(kept.body, first.body);
  const HttpMessage items = gateway_.ask(get(path + "/input_items", kAlice));
  EXPECT_EQ(items.status, 200);
  EXPECT_NE(items.body.find("question one"), std::string::npos) << items.body;
  EXPECT_EQ(gateway_.ask(get(path, kAlice, "DELETE")).status, 200);
  EXPECT_EQ(gateway_.ask(get(path, kAlice)).status, 404);
  EXPECT_EQ(gateway_.ask(get(path, kAlice, "DELETE")).status, 404);
}

TEST_F(StoredResponses, BelongToTheKeyThatAsked) {
  const HttpMessage first = gateway_.ask(ask_for(R"("input":"question one")", kAlice));
  const std::string path = "/v1/responses/" + id_of(first);
  EXPECT_EQ(gateway_.ask(get(path, kBob)).status, 404);
  EXPECT_EQ(gateway_.ask(get(path, kBob, "DELETE")).status, 404);
  EXPECT_EQ(
      gateway_.ask(ask_for(R"("input":"x","previous_response_id":")" + id_of(first) + '"', kBob)).status,
      404);
  EXPECT_EQ(gateway_.ask(get(path, kAlice)).status, 200);
}

TEST_F(StoredResponses, AreNotKeptWhereTheClientSaysSo) {
  const HttpMessage first = gateway_.ask(ask_for(R"("input":"question one","store":false)", kAlice));
  ASSERT_EQ(first.status, 200);
  EXPECT_EQ(gateway_.ask(get("/v1/responses/" + id_of(first), kAlice)).status, 404);
}

TEST(StoredResponsesWithoutAStore, AreToldAsUnavailable) {
  ScriptedUpstream upstream([](const HttpMessage&, int number) -> Script {
    return {Step::send(http_reply(200, chat_answer(number)))};
  });
  GatewayUnderTest gateway(test_config(upstream.base_url(), Protocol::kChat));
  EXPECT_EQ(gateway.ask(ask_for(R"("input":"x")")).status, 200);
  const HttpMessage answer = gateway.ask(ask_for(R"("input":"x","previous_response_id":"resp_1")"));
  EXPECT_EQ(answer.status, 503) << answer.body;
  EXPECT_NE(error_message(Protocol::kResponses, answer.body), "");
}

// Behind a balancer the next request may go to another gateway, at once.
TEST(StoredResponsesOfSeveralGateways, AreThereForAllOfThem) {
  if (store::postgres::TestServer::shared() == nullptr) GTEST_SKIP() << store::postgres::TestServer::why();
  ScriptedUpstream upstream([](const HttpMessage&, int number) -> Script {
    return {Step::send(http_reply(200, chat_answer(number)))};
  });
  Config config = test_config(upstream.base_url(), Protocol::kChat);
  config.store.url = store::postgres::TestServer::shared()->url("gateways");
  GatewayUnderTest one(config), other(config);
  for (int i = 0; i < 40; ++i) {
    const bool stream = i % 2 == 1;
    const HttpMessage first = one.ask(ask_for(stream ? R"("input":"x","stream":true)" : R"("input":"x")"));
    const std::size_t at = first.body.find(R"("id":"resp_)");
    ASSERT_NE(at, std::string::npos) << first.body;
    const std::string id = first.body.substr(at + 6, first.body.find('"', at + 6) - at - 6);
    const HttpMessage next = other.ask(ask_for(R"("input":"y","previous_response_id":")" + id + '"'));
    ASSERT_EQ(next.status, 200) << i << ": " << next.body;
  }
}

// While the server is away this gateway still knows them; once it is back, so do the others.
TEST(StoredResponsesOfSeveralGateways, SurviveAnOutageOfTheirStore) {
  if (store::postgres::TestServer::shared() == nullptr) GTEST_SKIP() << store::postgres::TestServer::why();
  std::string error;
  const std::unique_ptr<store::postgres::TestServer> server = store::postgres::TestServer::start(error);
  ASSERT_TRUE(server) << error;
  ScriptedUpstream upstream([](const HttpMessage&, int number) -> Script {
    return {Step::send(http_reply(200, chat_answer(number)))};
  });
  Config config = test_config(upstream.base_url(), Protocol::kChat);
  config.store.url = server->url("outage");
  GatewayUnderTest one(config), other(config);
  const std::string before = id_of(one.ask(ask_for(R"("input":"x")")));
  EXPECT_EQ(other.ask(get("/v1/responses/" + before)).status, 200);
  server->stop();
  std::vector<std::string> ids;
  for (int i = 0; i < 5; ++i) {
    const HttpMessage answer = one.ask(ask_for(
        ids.empty() ? R"("input":"first")" : R"("input":"y","previous_response_id":")" + ids.back() + '"'));
    ASSERT_EQ(answer.status, 200) << answer.body;
    ids.push_back(id_of(answer));
  }
  EXPECT_NE(upstream.requests().back().body.find("first"), std::string::npos);
  EXPECT_EQ(one.ask(get("/v1/responses/" + ids[1])).status, 200);
  EXPECT_EQ(one.ask(get("/v1/responses/" + ids[1], {}, "DELETE")).status, 200);
  EXPECT_EQ(one.ask(get("/v1/responses/" + ids[1])).status, 404);
  EXPECT_EQ(one.ask(get("/v1/responses/" + before)).status, 503) << "only the store knows";
  ASSERT_TRUE(server->run());
  EXPECT_TRUE(becomes_true([&] { return other.ask(get("/v1/responses/" + ids[4])).status == 200; }));
  for (const std::size_t i : {0U, 2U, 3U, 4U})
    EXPECT_EQ(other.ask(get("/v1/responses/" + ids[i])).status, 200) << i;
  EXPECT_EQ(other.ask(get("/v1/responses/" + ids[1])).status, 404);
  EXPECT_NE(one.metrics().find("\nargwright_responses_dropped_total 0\n"), std::string::npos);
}

// Streams whose lines end in CR LF, as some servers send them.
TEST(StoredResponsesOfNativeStreams, AreKeptWhateverTheirLineEnds) {
  for (const bool crlf : {false, true}) {
    std::string text =
        "event: response.created\ndata: "
        "{\"type\":\"response.created\",\"sequence_number\":0,\"response\":{\"id\":"
        "\"resp_9\",\"object\":\"response\",\"status\":\"in_progress\",\"output\":[]}}\n\n"
        "event: response.completed\ndata: "
        "{\"type\":\"response.completed\",\"sequence_number\":1,\"response\":"
        "{\"id\":\"resp_9\",\"object\":\"response\",\"status\":\"completed\",\"output\":[]}}\n\n";
    if (crlf) {
      for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2)
        text.insert(at, "\r");
    }
    ScriptedUpstream upstream([&](const HttpMessage&, int) -> Script {
      return {Step::send(chunked_head(200, "Content-Type: text/event-stream\r\n") + chunk(text) +
                         std::string(kEndOfChunks))};
    });
    Config config = test_config(upstream.base_url(), Protocol::kResponses);
    config.store.url = "sqlite::memory:";
    GatewayUnderTest gateway(config);
    EXPECT_EQ(gateway.ask(ask_for(R"("input":"x","stream":true)")).status, 200);
    EXPECT_EQ(gateway.ask(get("/v1/responses/resp_9")).status, 200) << (crlf ? "CR LF" : "LF");
  }
}

}  // namespace
}  // namespace argwright::gateway_test
