// Parts that need the network's headers and little else: who may come in, errors, lists of models, what was
// kept, what is watched.
#include "gateway/access.h"

#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "gateway/error_reply.h"
#include "gateway/model_list.h"
#include "gateway/observe/test_reports.h"
#include "gateway/stored_responses.h"
#include "gateway/test_head.h"
#include "gateway/watch.h"

namespace argwright::gateway {
namespace {

using protocol::Protocol;

constexpr net::ListenerFacts kLoopback{true, false};
constexpr net::ListenerFacts kPublic{false, false};

bool local(const std::string& fields, const net::ListenerFacts& listener = kLoopback) {
  return is_local(request_head(fields), listener);
}

TEST(Access, IsLocalWhatOnlyThisMachineCanSend) {
  EXPECT_TRUE(local("Host: localhost:8787\r\n"));
  EXPECT_TRUE(local("Host: 127.0.0.1\r\n"));
  EXPECT_TRUE(local("Host: [::1]:8787\r\n"));
  EXPECT_TRUE(local("Host: localhost\r\nOrigin: http://localhost:3000\r\n"));
  EXPECT_FALSE(local("Host: localhost\r\n", kPublic));
  EXPECT_FALSE(local(""));
  EXPECT_FALSE(local("Host: rebound.example:8787\r\n"));
  EXPECT_FALSE(local("Host: 127.0.0.1.example\r\n"));
  EXPECT_FALSE(local("Host: [::1\r\n"));
  EXPECT_FALSE(local("Host: localhost\r\nX-Forwarded-For: 1.2.3.4\r\n"));
  EXPECT_FALSE(local("Host: localhost\r\nForwarded: for=1.2.3.4\r\n"));
  EXPECT_FALSE(local("Host: localhost\r\nOrigin: https://evil.example\r\n"));
  EXPECT_FALSE(local("Host: localhost\r\nSec-Fetch-Site: cross-site\r\n"));
}

TEST(Access, KnowsForeignPages) {
  const auto foreign = [](const std::string& fields) { return is_foreign_page(request_head(fields)); };
  EXPECT_FALSE(foreign(""));
  EXPECT_FALSE(foreign("Origin: http://127.0.0.1:8787\r\n"));
  EXPECT_FALSE(foreign("Origin: http://[::1]:8787\r\n"));
  EXPECT_FALSE(foreign("Sec-Fetch-Site: same-origin\r\n"));
  EXPECT_TRUE(foreign("Origin: null\r\n"));
  EXPECT_TRUE(foreign("Origin: https://localhost.evil.example\r\n"));
  EXPECT_TRUE(foreign("Origin: https://evil.example\r\n"));
  EXPECT_TRUE(foreign("Sec-Fetch-Site: cross-site\r\n"));
}

TEST(ErrorReply, TellsWhoseFaultItIs) {
  const protocol::ApiError late = api_error(net::Fault{net::FaultKind::kTimeout, "late"});
  EXPECT_EQ(late.status, 504);
  EXPECT_EQ(late.code, "upstream_timeout");
  EXPECT_EQ(late.message, "late");
  const protocol::ApiError broken = api_error(net::Fault{net::FaultKind::kBadReply, "no HTTP"});
  EXPECT_EQ(broken.status, 502);
  EXPECT_EQ(broken.code, "upstream_bad_reply");
  EXPECT_EQ(protocol_of_path("/v1/messages/count_tokens"), Protocol::kMessages);
  EXPECT_EQ(protocol_of_path("/responses"), Protocol::kResponses);
  EXPECT_EQ(protocol_of_path(""), Protocol::kChat);
}

TEST(ModelList, ReadsListsOfBothKinds) {
  const auto read = [](std::string_view body) {
    std::string text;
    for (const ListedModel& model : read_model_list(body, "up")) {
      text +=
          model.id + "/" + model.owner + "/" + std::to_string(model.created) + "/" + model.display_name + " ";
    }
    return text;
  };
  EXPECT_EQ(read(R"({"object":"list","data":[{"id":"a","owned_by":"o","created":5},{"id":"b"}]})"),
            "a/o/5/ b/up/0/ ");
  EXPECT_EQ(read(R"({"data":[{"type":"model","id":"claude","display_name":"Claude"}],"has_more":false})"),
            "claude/up/0/Claude ");
  EXPECT_EQ(read(R"({"models":[{"name":"llama3"}]})"), "llama3/up/0/ ");
  EXPECT_EQ(read(R"([{"id":"x"}])"), "x/up/0/ ");
  for (const char* body : {"", "no", "{}", R"({"data":5})", R"({"data":[5,{},{"id":""},{"id":7}]})"}) {
    EXPECT_EQ(read(body), "") << body;
  }
}

TEST(ModelList, WritesTheClientsKind) {
  const std::vector<ListedModel> models{{"a", "o", 0, ""}, {"b", "o", 1'700'000'000, "Bee"}};
  EXPECT_EQ(write_model_list(models, false),
            R"({"object":"list","data":[{"id":"a","object":"model","created":0,"owned_by":"o"},)"
            R"({"id":"b","object":"model","created":1700000000,"owned_by":"o"}]})");
  EXPECT_EQ(write_model_list(models, true),
            R"({"data":[{"type":"model","id":"a","display_name":"a","created_at":"1970-01-01T00:00:00Z"},)"
            R"({"type":"model","id":"b","display_name":"Bee","created_at":"2023-11-14T22:13:20Z"}],)"
            R"("has_more":false,"first_id":"a","last_id":"b"})");
  EXPECT_EQ(write_model_list({}, true), R"({"data":[],"has_more":false,"first_id":null,"last_id":null})");
  EXPECT_EQ(write_model(models[0], false), R"({"id":"a","object":"model","created":0,"owned_by":"o"})");
}

TEST(StoredResponses, FindWhatARequestRefersTo) {
  const json::Value body = *json::parse(
      R"({"input":[{"type":"item_reference","id":"a"},{"role":"user","content":"x"},{"type":"item_reference","id":"b"}]})");
  EXPECT_EQ(referenced_items(body), (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(referenced_items(*json::parse(R"({"input":"text"})")).empty());
  EXPECT_EQ(input_items(body).size(), 3U);
  EXPECT_EQ(json::write(json::Value(input_items(*json::parse(R"({"input":"text"})")))),
            R"([{"type":"message","role":"user","content":"text"}])");
  EXPECT_TRUE(input_items(*json::parse(R"({"input":5})")).empty());
  EXPECT_TRUE(input_items(*json::parse("{}")).empty());

  SchemaCache cache;
  const auto needs = [&](const char* text) {
    return needs_references(*ModelRequest::read(Protocol::kResponses, text, cache));
  };
  EXPECT_TRUE(needs(R"({"previous_response_id":"resp_1"})"));
  EXPECT_TRUE(needs(R"({"input":[{"type":"item_reference","id":"a"}]})"));
  EXPECT_FALSE(needs(R"({"input":"x","previous_response_id":null})"));
}

TEST(StoredResponses, TellTheItemsThatWereKept) {
  store::StoredResponse kept;
  kept.body = R"({"output":[{"id":"o1","type":"message"},{"type":"reasoning"}]})";
  kept.input = R"([{"role":"user"},{"id":"i1","type":"function_call"}])";
  EXPECT_EQ(json::write(json::Value(items_of(kept))),
            R"([{"id":"o1","type":"message"},{"id":"i1","type":"function_call"}])");
  kept.body = kept.input = "broken";
  EXPECT_TRUE(items_of(kept).empty());
}

TEST(StoredResponses, TakeTheLastEventOfAStream) {
  const std::string data = R"({"type":"response.completed","response":{"id":"resp_1","output":[]}})";
  const std::string whole = R"({"id":"resp_1","output":[]})";
  EXPECT_EQ(terminal_response("event: response.completed\ndata: " + data + "\n\n"), whole);
  EXPECT_EQ(terminal_response("event: x\ndata: {}\n\nevent: response.completed\r\ndata:" + data + "\r\n\r\n"),
            whole);
  EXPECT_EQ(terminal_response("data: " + data + "\n\n: comment\n\n"), whole);
  EXPECT_EQ(terminal_response(R"(data: {"type":"response.incomplete","response":{"id":"r"}})"
                              "\n\n"),
            R"({"id":"r"})");
  EXPECT_EQ(terminal_response("event: response.created\ndata: {}\n\n"), std::nullopt);
  EXPECT_EQ(terminal_response("event: response.completed\ndata: {\"type\":\n\n"), std::nullopt);
  // A model that talks about it.
  EXPECT_EQ(
      terminal_response(
          R"(data: {"type":"response.output_text.delta","delta":"event: response.completed\n","response":{}})"
          "\n\n"),
      std::nullopt);
  EXPECT_EQ(terminal_response(""), std::nullopt);
}

TEST(StoredResponses, AreLeftToWhoKeepsThem) {
  UpstreamConfig config;
  config.name = "a";
  config.base_url = "http://127.0.0.1:9/v1";
  const net::Lookup empty = [](std::string_view) { return std::optional<std::string>(); };
  const auto keeps = [&](const char* provider, Protocol protocol) {
    config.provider = provider;
    config.protocol = protocol;
    return keeps_responses_itself(**Upstream::make(config, empty));
  };
  EXPECT_TRUE(keeps("openai", Protocol::kResponses));
  EXPECT_FALSE(keeps("openai", Protocol::kChat));
  EXPECT_FALSE(keeps("generic", Protocol::kResponses));
}

TEST(Watch, CountsAndTells) {
  const std::filesystem::path file = std::filesystem::temp_directory_path() /
                                     ("argwright_watch_test_" + std::to_string(::getpid()) + ".log");
  Metrics metrics;
  {
    LogConfig config;
    config.file = file;
    const std::unique_ptr<GatewayLog> log = *GatewayLog::open(config, {});
    Watch watch(metrics, *log, nullptr, CallLogging::kAll);
    ExchangeRecord record = sample_record();
    record.bytes_in = 10;
    record.bytes_out = 20;
    watch.exchange_ended(record);
    watch.attempt_failed("main", "status_503", "busy", true);
    watch.attempt_failed("main", "connect", "refused", false);
    watch.breaker_changed("main", true);
    watch.stream_opened();
    watch.stream_opened();
    watch.stream_closed();
    watch.asked_again();
  }
  EXPECT_EQ(metrics.live().bytes_in.load(), 10U);
  EXPECT_EQ(metrics.live().bytes_out.load(), 20U);
  EXPECT_EQ(metrics.live().streams_open.load(), 1);
  EXPECT_EQ(metrics.live().reasks.load(), 1U);
  std::ifstream in(file);
  const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  EXPECT_NE(text.find("upstream 'main' failed (status_503): busy; asking again"), std::string::npos) << text;
  EXPECT_NE(text.find("upstream 'main' failed (connect): refused"), std::string::npos) << text;
  EXPECT_NE(text.find("it is left alone for a while"), std::string::npos) << text;
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace argwright::gateway
