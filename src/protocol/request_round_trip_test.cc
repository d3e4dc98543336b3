// Requests that use every member, read and written again in their own protocol: nothing may be lost. The
// recorded ones are in tests/conformance.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "protocol/history.h"
#include "protocol/request_codec.h"
#include "protocol/test_request_samples.h"

namespace argwright::protocol {
namespace {

TEST(RequestRoundTrip, NothingIsLostInTheSameProtocol) {
  for (const RequestSample& sample : kRequestSamples) {
    SCOPED_TRACE(sample.name);
    const Result<json::Value> body = json::parse(sample.text);
    ASSERT_TRUE(body) << body.error().describe();
    const RequestCodec& codec = request_codec(sample.protocol);
    const Result<Request> request = codec.decode(*body);
    ASSERT_TRUE(request) << request.error().describe();
    const Result<EncodedRequest> encoded = codec.encode(*request, {});
    ASSERT_TRUE(encoded);
    EXPECT_TRUE(json::same_meaning(encoded->body, *body))
        << "  was " << json::write(*body) << "\n  is  " << json::write(encoded->body);
    EXPECT_TRUE(encoded->warnings.empty());
  }
}

TEST(RequestRoundTrip, KeyOrderAndNumberTextOfSchemasAndArgumentsSurvive) {
  for (const RequestSample& sample : kRequestSamples) {
    const RequestCodec& codec = request_codec(sample.protocol);
    const json::Value body = *json::parse(sample.text);
    const std::string text = json::write(codec.encode(*codec.decode(body), {})->body);
    for (const std::string_view piece :
         {R"("maximum":12345678901234567890},"a":{})", R"({\"z\": 1.10 })",
          R"({"z":1.10,"a":12345678901234567890})", R"({"z":1,"a":2})", "0.70"}) {
      if (json::write(body).find(piece) == std::string::npos) continue;
      EXPECT_NE(text.find(piece), std::string::npos) << sample.name << ": " << piece;
    }
  }
}

// Whatever a request holds, the other protocols take it or refuse it with a word; what they take, they can
// read.
TEST(RequestRoundTrip, EveryProtocolReadsWhatItWrites) {
  for (const RequestSample& sample : kRequestSamples) {
    const Request request = convertible(*request_codec(sample.protocol).decode(*json::parse(sample.text)));
    for (const Protocol target : kProtocols) {
      const Result<EncodedRequest> encoded = request_codec(target).encode(request, {});
      ASSERT_TRUE(encoded) << sample.name << ": " << encoded.error().describe();
      const Result<Request> read = request_codec(target).decode(encoded->body);
      EXPECT_TRUE(read) << sample.name << ": " << read.error().describe() << "\n"
                        << json::write(encoded->body);
    }
  }
}

// A broken member anywhere is an error or an extra, never a crash, and what is read is written again.
TEST(RequestRoundTrip, MembersOfAnyKindAreReadOrRefused) {
  const json::Value odd[] = {nullptr,
                             true,
                             json::Value::integer(7),
                             "text",
                             json::Array{"x", json::Value::integer(1)},
                             json::Object{{"type", "odd"}},
                             json::Object{}};
  int refused = 0;
  for (const RequestSample& sample : kRequestSamples) {
    const RequestCodec& codec = request_codec(sample.protocol);
    const json::Value body = *json::parse(sample.text);
    for (std::size_t i = 0; i < body.members().size(); ++i) {
      for (const json::Value& value : odd) {
        json::Value changed = body;
        changed.members()[i].value = value;
        const Result<Request> request = codec.decode(changed);
        if (!request) {
          const std::string& message = request.error().message;
          EXPECT_EQ(message.find(body.members()[i].key), 0U) << message;
          ++refused;
          continue;
        }
        const Result<EncodedRequest> encoded = codec.encode(*request, {});
        ASSERT_TRUE(encoded);
        EXPECT_TRUE(json::same_meaning(encoded->body, changed))
            << sample.name << " " << body.members()[i].key << " = " << json::write(value) << "\n"
            << json::write(encoded->body);
      }
    }
  }
  EXPECT_GT(refused, 100);
}

struct Node {
  std::string key;
  json::Value* value;
};

void collect(const std::string& key, json::Value& value, std::vector<Node>& all) {
  all.push_back({key, &value});
  if (value.is_array()) {
    for (json::Value& item : value.items()) collect(key, item, all);
  } else if (value.is_object()) {
    for (json::Member& member : value.members()) collect(member.key, member.value, all);
  }
}

// Members whose odd spellings are made regular: docs/conversions.md, "The same protocol".
bool is_made_regular(std::string_view key) {
  return key == "arguments" || key == "input" || key == "type" || key == "function" || key == "custom";
}

// The same at any depth, and in all protocols.
TEST(RequestRoundTrip, BrokenRequestsAreRefusedOrWrittenTheSameWayTwice) {
  const json::Value odd[] = {"", json::Value::integer(7), json::Object{}};
  int written = 0;
  int refused = 0;
  for (const RequestSample& sample : kRequestSamples) {
    const RequestCodec& codec = request_codec(sample.protocol);
    json::Value body = *json::parse(sample.text);
    std::vector<Node> all;
    collect("", body, all);
    for (const auto& [key, place] : all) {
      if (place == &body) continue;
      json::Value kept = std::move(*place);
      bool converted = false;  // once is enough, it takes the most time
      for (const json::Value& value : odd) {
        *place = value;
        Result<Request> request = codec.decode(body);
        if (!request) {
          EXPECT_NE(request.error().message.find(": "), std::string::npos) << request.error().message;
          ++refused;
          continue;
        }
        ++written;
        const json::Value once = codec.encode(*request, {})->body;
        const Result<Request> again = codec.decode(once);
        ASSERT_TRUE(again) << again.error().describe() << "\n" << json::write(once);
        EXPECT_TRUE(json::same_meaning(codec.encode(*again, {})->body, once)) << json::write(once);
        EXPECT_TRUE(is_made_regular(key) || json::same_meaning(once, body))
            << sample.name << ": " << json::write(kept) << " := " << json::write(value);
        if (std::exchange(converted, true)) continue;
        *request = convertible(*std::move(request));
        sanitise_history(*request);
        for (const Protocol target : kProtocols) {
          const Result<EncodedRequest> other = request_codec(target).encode(*request, {});
          if (!other) continue;
          const Result<Request> read = request_codec(target).decode(other->body);
          EXPECT_TRUE(read) << read.error().describe() << "\n" << json::write(other->body);
        }
      }
      *place = std::move(kept);
    }
  }
  EXPECT_GT(written, 1000);
  EXPECT_GT(refused, 500);
}

}  // namespace
}  // namespace argwright::protocol
