// Every fault, in every protocol, streamed and whole, on its way through the relay to every client.
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <variant>

#include "gateway/demo/demo_model.h"
#include "gateway/demo/faults.h"
#include "gateway/demo/script.h"
#include "gateway/demo/test_requests.h"
#include "protocol/codec.h"
#include "protocol/relay.h"
#include "protocol/sse.h"

namespace argwright::gateway::demo {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace)
using protocol::kProtocols;
using protocol::protocol_name;

// What a client that follows the rules, and mends nothing, makes of a reply.
struct PlainReading {
  struct PlainCall {
    std::string name, arguments;
  };
  std::map<std::int64_t, PlainCall> calls;  // by index
  std::string text;
  std::optional<protocol::FinishReason> finish;
  bool broke_rules = false;  // the decoder had to mend
  bool clean = true;
};

PlainReading plain_reading(Protocol protocol, bool stream, std::string_view bytes) {
  const protocol::Codec& codec = protocol::codec(protocol);
  protocol::Events events;
  if (stream) {
    const auto decoder = codec.stream_decoder({});
    protocol::SseReader reader;
    reader.feed(bytes);
    reader.finish();
    for (protocol::SseBlock block; reader.next(block);) decoder->decode(block, events);
    decoder->finish(events);
  } else {
    Result<json::Value> body = json::parse(bytes);
    EXPECT_TRUE(body) << bytes;
    if (body) codec.decode_body(*std::move(body), {}, events);
  }
  PlainReading reading;
  for (const protocol::Event& event : events) {
    if (const auto* piece = std::get_if<protocol::CallPiece>(&event)) {
      // The calls of a chat body have no index; in a stream it is against the rules to leave it out.
      if (!piece->index && stream) reading.broke_rules = true;
      const auto next = static_cast<std::int64_t>(reading.calls.size());
      auto& call = reading.calls[piece->index.value_or(stream ? 0 : next)];
      if (!piece->name.empty()) call.name = piece->name;
      if (piece->replaces) {
        call.arguments = piece->arguments;
      } else {
        call.arguments += piece->arguments;
      }
    }
    if (const auto* delta = std::get_if<protocol::Delta>(&event)) reading.text += delta->text;
    if (const auto* finish = std::get_if<protocol::Finish>(&event)) reading.finish = finish->reason;
    if (std::holds_alternative<protocol::Mended>(event)) reading.broke_rules = true;
    if (const auto* end = std::get_if<protocol::End>(&event)) reading.clean = end->clean;
  }
  return reading;
}

PlainReading relayed(Protocol from, Protocol to, bool stream, std::string_view request,
                     std::string_view bytes, std::string* sent = nullptr) {
  protocol::RelayOptions options;
  options.from = from;
  options.to = to;
  options.tools = *ToolCatalog::create_declared(protocol::declarations(decoded(from, request)));
  std::string out;
  if (stream) {
    protocol::StreamRelay relay(options);
    relay.feed(bytes, out);
    relay.finish(out);
  } else {
    out = std::string(protocol::relay_body(200, bytes, options).served(bytes));
  }
  if (sent != nullptr) *sent = out;
  return plain_reading(to, stream, out);
}

struct ExpectedCall {
  std::string name, arguments;
};

// Told here once more, not taken from the script.
std::vector<ExpectedCall> expected_calls(std::string_view fault) {
  const std::string usual = R"({"city":"Paris","days":3,"hours":[3],"metric":true})";
  if (fault == "truncated") return {};
  if (fault == "raw_newline")
    return {{"get_weather", R"({"city":"Paris\n","days":3,"hours":[3],"metric":true})"}};
  if (fault == "empty_arguments") return {{"get_weather", "{}"}};
  if (fault == "interleaved" || fault == "same_index") {
    return {{"get_weather", usual}, {"read_file", R"({"path":"demo.txt"})"}};
  }
  return {{"get_weather", usual}};
}

// Is every call there, in order, with the arguments that were meant? Chat counts calls from 0, Responses
// counts items.
bool reads_right(Protocol protocol, const PlainReading& reading, const std::vector<ExpectedCall>& expected) {
  if (reading.calls.size() != expected.size()) return false;
  std::int64_t position = 0;
  for (const auto& [index, call] : reading.calls) {
    const ExpectedCall& wanted = expected[static_cast<std::size_t>(position)];
    if (protocol == Protocol::kChat && index != position) return false;
    ++position;
    if (call.name != wanted.name) return false;
    const Result<json::Value> arguments = json::parse(call.arguments);
    if (!arguments || !json::same_meaning(*arguments, *json::parse(wanted.arguments))) return false;
  }
  return true;
}

struct Case {
  const Fault& fault;
  Protocol protocol;
  bool stream;
  std::string request, bytes;
  std::string label;
};

template <typename Check>
void for_every_case(const Check& check) {
  for (const Fault& fault : faults()) {
    for (const Protocol protocol : kProtocols) {
      for (const bool stream : {false, true}) {
        // One says something before its call, the other thinks.
        for (const std::uint64_t seed : {1U, 2U}) {
          Ask ask;
          ask.model = model_name(fault);
          ask.stream = stream;
          const std::string request = request_text(protocol, ask);
          const Answer reply = answer(protocol, request, seed, 0);
          EXPECT_EQ(reply.status, 200) << bytes(reply);
          check(Case{fault, protocol, stream, request, bytes(reply),
                     ask.model + " " + std::string(protocol_name(protocol)) +
                         (stream ? " stream " : " body ") + std::to_string(seed)});
        }
      }
    }
  }
}

TEST(DemoRelay, EveryClientGetsTheCallThatWasMeant) {
  for_every_case([](const Case& given) {
    for (const Protocol client : kProtocols) {
      std::string sent;
      const PlainReading reading =
          relayed(given.protocol, client, given.stream, given.request, given.bytes, &sent);
      const std::vector<ExpectedCall> expected = expected_calls(given.fault.name);
      const std::string label = given.label + " to " + std::string(protocol_name(client));
      EXPECT_TRUE(reads_right(client, reading, expected)) << label << "\n" << given.bytes << "\n-> " << sent;
      ASSERT_TRUE(reading.finish) << label << "\n" << sent;
      EXPECT_EQ(*reading.finish,
                expected.empty() ? protocol::FinishReason::kLength : protocol::FinishReason::kCalls)
          << label;
      EXPECT_FALSE(reading.broke_rules) << label << "\n" << sent;
    }
  });
}

TEST(DemoRelay, WithoutTheRelayTheCallIsReallyFaulty) {
  for_every_case([](const Case& given) {
    const PlainReading reading = plain_reading(given.protocol, given.stream, given.bytes);
    const bool ends_well =
        given.protocol != Protocol::kChat || !given.stream || given.bytes.find("[DONE]") != std::string::npos;
    const bool right = reads_right(given.protocol, reading, expected_calls(given.fault.name)) &&
                       !reading.broke_rules && reading.clean &&
                       reading.finish == protocol::FinishReason::kCalls && ends_well;
    // Pieces that take turns and a call beside its finish reason are legal, but many clients lose them.
    const bool legal =
        given.fault.name == "valid" ||
        (given.stream && given.protocol == Protocol::kChat &&
         (given.fault.shape == Shape::kInterleaved || given.fault.shape == Shape::kInFinishChunk));
    EXPECT_EQ(right, legal) << given.label << "\n" << given.bytes;
  });
}

TEST(DemoRelay, AValidCallPassesByteForByte) {
  for (const Protocol protocol : kProtocols) {
    Ask ask;
    ask.model = "demo-valid";
    ask.stream = true;
    const std::string request = request_text(protocol, ask);
    std::string sent;
    relayed(protocol, protocol, true, request, bytes(answer(protocol, request, 1, 0)), &sent);
    EXPECT_NE(sent.find(R"(\"city\": \"Paris\", \"days\": 3)"), std::string::npos) << sent;
  }
}

TEST(DemoRelay, WhateverIsDrawnCanBeMended) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    for (const Protocol protocol : kProtocols) {
      Ask ask;
      ask.stream = seed % 2 == 0;
      const std::string request = request_text(protocol, ask);
      const Script script = make_script(decoded(protocol, request), request, seed);
      std::vector<ExpectedCall> expected;
      for (const ScriptedCall& call : script.calls) expected.push_back({call.name, json::write(call.meant)});
      ASSERT_FALSE(expected.empty());
      const std::string sent = bytes(answer(protocol, request, seed, 0));
      EXPECT_TRUE(reads_right(Protocol::kChat, relayed(protocol, Protocol::kChat, ask.stream, request, sent),
                              expected))
          << seed << " " << sent;
    }
  }
}

}  // namespace
}  // namespace argwright::gateway::demo
