// Streams on their way: what passes untouched, what is held, what is kept.
#include "protocol/relay.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "protocol/test_events.h"

namespace argwright::protocol {
namespace {

using testing::at;
using testing::stream_events;
using testing::Texts;

std::string chunk(std::string_view delta, std::string_view finish = "null") {
  return "data: "
         "{\"id\":\"r\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":[{"
         "\"index\":"
         "0,\"delta\":" +
         std::string(delta) + ",\"finish_reason\":" + std::string(finish) + "}]}\n\n";
}

const std::string kRole = chunk(R"({"role":"assistant","content":""})");
const std::string kStop = chunk("{}", "\"stop\"");
const std::string kCallsFinish = chunk("{}", "\"tool_calls\"");
const std::string kDone = "data: [DONE]\n\n";
const std::string kCallBegin = chunk(
    R"({"tool_calls":[{"index":0,"id":"a","type":"function","function":{"name":"f","arguments":"{'x'"}}]})");
const std::string kCallMore = chunk(R"({"tool_calls":[{"index":0,"function":{"arguments":":1}"}}]})");

std::string relayed(std::string_view stream, const RelayOptions& options = RelayOptions(),
                    std::size_t cut = 0) {
  StreamRelay relay(options);
  std::string out;
  if (cut == 0) cut = stream.size() + 1;
  for (std::size_t i = 0; i < stream.size(); i += cut) relay.feed(stream.substr(i, cut), out);
  relay.finish(out);
  return out;
}

TEST(Relay, PassesAnUntouchedStreamByteForByteHoweverItIsCut) {
  const std::string odd =
      ": OPENROUTER PROCESSING\r\n\r\n" + kRole +
      "data:{\"id\":\"r\",\"choices\":[{\"index\":0,"
      "\"delta\":{\"content\":\"h\xC3\xA9\"},\"finish_reason\":null}],\"odd\":[1.10]}\r\n\r\n" +
      "id: 7\nretry: 3\n\n" + kStop + kDone;
  for (const std::size_t cut : {0U, 1U, 2U, 7U}) EXPECT_EQ(relayed(odd, RelayOptions(), cut), odd) << cut;
}

// The finish waits for a call that goes on behind it, and the usage with it.
TEST(Relay, TellsTheUsageOfAChunkWhoseFinishFollowsACallBehindAnother) {
  const std::string begin = chunk(
      R"({"tool_calls":[{"index":0,"id":"a","type":"function","function":{"name":"f","arguments":""}}]})");
  const std::string text = chunk(R"({"tool_calls":[{"index":0,"function":{"arguments":"{}"}}]})");
  std::string usage = kCallsFinish;
  usage.insert(usage.rfind('}'), R"(,"usage":{"prompt_tokens":3,"completion_tokens":4,"total_tokens":7})");
  const std::string out = relayed(kRole + begin + kCallsFinish + text + usage + kDone);
  EXPECT_NE(out.find(R"("usage":{"prompt_tokens":3)"), std::string::npos) << out;
}

// Clients take the last usage for all there is.
TEST(Relay, TellsCountsAgainThatALaterUsageForgets) {
  const auto with = [](std::string text, std::string_view usage) {
    return text.insert(text.rfind('}'), R"(,"usage":)" + std::string(usage));
  };
  const std::string first = with(kRole, R"({"prompt_tokens":3,"completion_tokens":0,"total_tokens":3})");
  const std::string whole = with(kStop, R"({"prompt_tokens":3,"completion_tokens":4,"total_tokens":7})");
  EXPECT_EQ(relayed(first + whole + kDone), first + whole + kDone);
  const std::string forgetful = with(kStop, R"({"completion_tokens":4})");
  const Texts events = stream_events(relayed(first + forgetful + kDone));
  ASSERT_GE(events.size(), 3U);
  EXPECT_EQ(at(events[2], "usage.prompt_tokens"), "3");
  EXPECT_EQ(at(events[2], "usage.completion_tokens"), "4");
}

// What stands beside the choices of later chunks, and beside the calls of a chunk, is kept where it is
// written anew.
TEST(Relay, KeepsUnknownMembersOfLaterChunks) {
  const auto with = [](std::string text, std::string_view at, std::string_view more) {
    return text.insert(text.find(at), more);
  };
  const std::string begin = with(kCallBegin, ",\"finish_reason\"", R"(,"logprobs":{"content":[]},"seed":7)");
  const std::string finish = with(kCallsFinish, ",\"choices\"", R"(,"generationId":"g","obfuscation":"x")");
  const Texts events = stream_events(relayed(kRole + begin + kCallMore + finish + kDone));
  const auto has = [&](std::string_view path, std::string_view value) {
    return std::ranges::any_of(events, [&](const std::string& event) { return at(event, path) == value; });
  };
  EXPECT_TRUE(has("choices.0.seed", "7"));
  EXPECT_TRUE(has("choices.0.logprobs", R"({"content":[]})"));
  EXPECT_TRUE(has("generationId", R"("g")"));
  EXPECT_FALSE(has("obfuscation", R"("x")"));
}

TEST(Relay, TellsUnknownMembersOfADeltaInItsChoice) {
  std::string second = chunk(R"({"audio":{"id":"a"}})");
  second.replace(second.find("\"index\":0"), 9, "\"index\":1");
  for (const std::string& event :
       stream_events(relayed(kRole + kCallBegin + kCallMore + second + kCallsFinish + kDone))) {
    if (at(event, "choices.0.delta.audio") == "-") continue;
    EXPECT_EQ(at(event, "choices.0.index"), "1");
  }
}

TEST(Relay, FramesEventsAsEveryClientReadsThem) {
  const std::string stream = kRole + chunk(R"({"content":"hi"})") + ": more comes\n\n" + kStop + kDone;
  std::string returns = stream;
  std::replace(returns.begin(), returns.end(), '\n', '\r');
  for (const std::string& odd : {returns, "\xEF\xBB\xBF" + stream, kRole + returns.substr(kRole.size())}) {
    for (const std::size_t cut : {0U, 1U, 5U}) {
      EXPECT_EQ(relayed(odd, RelayOptions(), cut), stream) << cut;
    }
  }
  RelayOptions options;
  options.governance.tool_enhance = options.governance.sse_tool_aggregate = false;
  EXPECT_EQ(relayed(returns, options), returns) << "as it came, where that is asked for";
}

TEST(Relay, TellsAnErrorThatHasNoData) {
  for (const char* error : {"event: error\n\n", "event: error\ndata:\n\n"}) {
    const Texts events = stream_events(relayed(kRole + error));
    ASSERT_GE(events.size(), 2U);
    EXPECT_NE(at(events[1], "error.message"), "-") << error;
  }
}

TEST(Relay, SendsACallOnceAndMended) {
  const std::string out = relayed(kRole + kCallBegin + kCallMore + kCallsFinish + kDone);
  const Texts events = stream_events(out);
  ASSERT_EQ(events.size(), 4U) << out;
  EXPECT_EQ(at(events[1], "choices.0.delta.tool_calls.0"),
            R"({"index":0,"id":"a","type":"function","function":{"name":"f","arguments":"{\"x\":1}"}})");
  EXPECT_EQ(at(events[2], "choices.0.finish_reason"), R"("tool_calls")");
  EXPECT_EQ(events[3], "[DONE]");
  for (const std::size_t cut : {1U, 5U}) {
    EXPECT_EQ(relayed(kRole + kCallBegin + kCallMore + kCallsFinish + kDone, RelayOptions(), cut), out)
        << cut;
  }
}

// C3: taken from the chunk of the call, never from the client.
TEST(Relay, SendsTextThatStandsBesideACallBeforeIt) {
  const std::string both = chunk(
      R"({"content":"see","tool_calls":[{"index":0,"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]})");
  const Texts events = stream_events(relayed(kRole + both + kCallsFinish + kDone));
  ASSERT_EQ(events.size(), 5U);
  EXPECT_EQ(at(events[1], "choices.0.delta"), R"({"content":"see"})");
  EXPECT_EQ(at(events[2], "choices.0.delta.tool_calls.0.id"), R"("a")");
  EXPECT_EQ(at(events[2], "choices.0.delta.content"), "-");
}

// OpenAI's own library reads them as JSON.
TEST(Relay, DropsEventsWithoutData) {
  EXPECT_EQ(relayed(kRole + "event: ping\n\n" + "data:\n\n" + kStop + "data: \n\n" + kDone),
            kRole + kStop + kDone);
  EXPECT_EQ(relayed(kRole + kStop + "data: [done]\n\n"), kRole + kStop + kDone);
}

// They wait for events: nobody would see it.
TEST(Relay, SendsAnErrorInALineOfItsOwnAsAnEvent) {
  for (const char* error : {R"({"error":{"message":"gone"}})", R"({"code":500,"message":"gone"})"}) {
    const Texts events = stream_events(relayed(kRole + "error: " + error + "\n\n"));
    ASSERT_EQ(events.size(), 3U) << error;
    EXPECT_EQ(at(events[1], "error.message"), R"("gone")") << error;
  }
}

TEST(Relay, GathersACallThatStandsInDeltasThemselves) {
  const Texts events =
      stream_events(relayed(chunk(R"({"type":"tool_use","tool_use_id":"a","name":"f"})") +
                            chunk(R"({"type":"tool_use","input":"{\"x\""})") +
                            chunk(R"({"type":"tool_use","input":":1}"})") + chunk("{}") + kDone));
  Texts calls;
  for (const std::string& event : events) {
    const std::string call = at(event, "choices.0.delta.tool_calls.0.function");
    if (call != "-") calls.push_back(call);
  }
  EXPECT_EQ(calls, (Texts{R"({"name":"f","arguments":"{\"x\":1}"})"}));
}

TEST(Relay, TellsThatAStreamIsAnotherProtocols) {
  const std::string stream = "data: {\"type\":\"response.created\",\"response\":{}}\n\n";
  for (const std::string& end : {std::string(), kDone}) {
    const Texts events = stream_events(relayed(stream + end));
    ASSERT_EQ(events.size(), 2U) << end;
    EXPECT_EQ(at(events[0], "error.code"), R"("strange_stream")");
  }
}

TEST(Relay, SendsAnErrorOfAnyShapeAsTheClientsOwn) {
  for (const char* error :
       {R"({"error":"gone"})", R"([{"error":{"code":400,"message":"gone"}}])", R"({"detail":"gone"})"}) {
    const Texts events = stream_events(relayed(kRole + "data: " + error + "\n\n"));
    ASSERT_EQ(events.size(), 3U) << error;
    EXPECT_EQ(at(events[1], "error.message"), R"("gone")") << error;
  }
  const std::string own = "data: {\"error\":{\"message\":\"gone\",\"code\":7}}\n\n";
  EXPECT_EQ(relayed(kRole + own).substr(0, kRole.size() + own.size()), kRole + own);
}

TEST(Relay, TellsUsageWhereClientsLookForIt) {
  const std::string groq =
      "data: "
      "{\"id\":\"r\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}],\"x_groq\":{"
      "\"usage\":"
      "{\"prompt_tokens\":1,\"completion_tokens\":2}}}\n\n";
  const Texts events = stream_events(relayed(kRole + groq + kDone));
  ASSERT_EQ(events.size(), 4U);
  EXPECT_EQ(at(events[2], "usage.completion_tokens"), "2");
  EXPECT_EQ(at(events[2], "choices"), "[]");
}

TEST(Relay, TellsUsageAgainThatOpenAisLibraryWouldLose) {
  const std::string head = "data: {\"id\":\"";
  const std::string usage = "\",\"choices\":[],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":2}}\n\n";
  const std::string none = "data: {\"id\":\"r\",\"choices\":[],\"usage\":null}\n\n";
  const std::string well = kRole + kStop + head + "r" + usage + kDone;
  EXPECT_EQ(relayed(well), well);
  for (const std::string& lost : {head + usage, head + "r" + usage + none}) {
    const Texts events = stream_events(relayed(kRole + kStop + lost + kDone));
    ASSERT_GE(events.size(), 2U);
    EXPECT_EQ(at(events[events.size() - 2], "usage.completion_tokens"), "2") << lost;
    EXPECT_EQ(at(events[events.size() - 2], "id"), R"("r")") << lost;
  }
}

TEST(Relay, SendsTheRoleThatAFirstChunkWithoutChoicesHasNot) {
  const std::string empty = "data: {\"id\":\"r\",\"model\":\"m\",\"choices\":[]}\n\n";
  const Texts events = stream_events(relayed(empty + chunk(R"({"content":"hi"})") + kStop + kDone));
  ASSERT_EQ(events.size(), 5U);
  EXPECT_EQ(at(events[1], "choices.0.delta.role"), R"("assistant")");
}

TEST(Relay, TellsTheFinishAgainWhenCallsComeBehindIt) {
  const std::string call = chunk(
      R"({"tool_calls":[{"index":0,"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]})");
  RelayOptions options;
  options.to = Protocol::kMessages;
  EXPECT_NE(relayed(kRole + kStop + call + kDone, options).find(R"("stop_reason":"tool_use")"),
            std::string::npos);
  options.to = Protocol::kChat;
  EXPECT_NE(relayed(kRole + kStop + call + kDone, options).find(R"("finish_reason":"tool_calls")"),
            std::string::npos);
}

TEST(Relay, KeepsConnectionsOpenAcrossProtocols) {
  RelayOptions options;
  options.to = Protocol::kMessages;
  const Texts events = stream_events(relayed(": wait\n\n" + kRole + kStop + kDone, options));
  EXPECT_EQ(events.front(), ":");
}

TEST(Relay, ReadsALastEventWithoutItsBlankLine) {
  std::string cut = kRole + chunk("{}", "\"stop\"");
  cut.resize(cut.size() - 2);
  EXPECT_EQ(relayed(cut), cut + "\n\n") << "strict clients drop an event without its blank line";
  std::string open = kRole + chunk(R"({"content":"x"})");
  open.resize(open.size() - 2);
  const Texts events = stream_events(relayed(open));
  ASSERT_EQ(events.size(), 4U) << "what is added stands apart";
  EXPECT_EQ(at(events[1], "choices.0.delta.content"), R"("x")");
  EXPECT_EQ(at(events[2], "choices.0.finish_reason"), R"("length")");
}

TEST(Relay, AddsNothingToACommentThatWasCutOff) {
  const Texts events = stream_events(relayed(kRole + ": OPENROUT"));
  ASSERT_GE(events.size(), 3U);
  EXPECT_EQ(events[1], ":");
  EXPECT_EQ(at(events[2], "choices.0.finish_reason"), R"("length")");
}

TEST(Relay, EndsABrokenStreamForEveryClient) {
  for (const Protocol to : kProtocols) {
    for (const std::string& stream : {std::string(), kRole, kRole + kCallBegin}) {
      RelayOptions options;
      options.to = to;
      const std::string out = relayed(stream, options);
      const char* const sign = to == Protocol::kChat       ? R"("finish_reason":"length")"
                               : to == Protocol::kMessages ? R"("stop_reason":"max_tokens")"
                                                           : "response.incomplete";
      EXPECT_NE(out.find(sign), std::string::npos) << protocol_name(to) << "\n" << out;
      EXPECT_EQ(out.find("{'x'"), std::string::npos) << out;
    }
  }
}

TEST(Relay, TellsOfAnEventThatIsTooLarge) {
  RelayOptions options;
  options.max_event_bytes = 400;
  const std::string out = relayed(kRole + chunk("{\"content\":\"" + std::string(1000, 'x') + "\"}"), options);
  EXPECT_NE(out.find("event_too_large"), std::string::npos) << out;
  EXPECT_EQ(out.find("xxxx"), std::string::npos);
}

TEST(Relay, TellsOfAnEventThatIsNoJson) {
  const Texts events = stream_events(relayed(kRole + "data: <html>\n\n" + kDone));
  ASSERT_EQ(events.size(), 3U);
  EXPECT_EQ(at(events[1], "error.code"), R"("unreadable_event")");
}

TEST(Relay, PassesEverythingWithBothSwitchesOff) {
  RelayOptions options;
  options.governance.tool_enhance = options.governance.sse_tool_aggregate = false;
  const std::string stream = kRole + kCallBegin + kCallMore + chunk("{}", "\"stop\"") + kDone;
  EXPECT_EQ(relayed(stream, options), stream);
  StreamRelay relay(options);
  std::string out;
  relay.feed(stream, out);
  relay.finish(out);
  ASSERT_EQ(relay.report().calls.size(), 1U) << "the report still tells";
  EXPECT_EQ(relay.report().calls[0].request()->raw_arguments, "{'x':1}");
}

TEST(Relay, PassesFragmentsWithoutGathering) {
  RelayOptions options;
  options.governance.sse_tool_aggregate = false;
  const std::string stream = kRole + kCallBegin + kCallMore + kCallsFinish + kDone;
  EXPECT_EQ(relayed(stream, options), stream);
  options.to = Protocol::kMessages;
  const std::string out = relayed(stream, options);
  EXPECT_NE(out.find(R"("partial_json":"{'x'")"), std::string::npos) << out;
  EXPECT_NE(out.find(R"("partial_json":":1}")"), std::string::npos) << out;
}

TEST(Relay, GivesFragmentsTheClientsNamesAndKeepsTheirIndices) {
  RelayOptions options;
  options.governance.sse_tool_aggregate = false;
  const std::string alias = options.aliases.alias("a.b");
  const std::string second =
      chunk("{\"tool_calls\":[{\"index\":1,\"id\":\"b\",\"type\":\"function\",\"function\":{\"name\":\"" +
            alias + "\",\"arguments\":\"{}\"}}]}");
  const Texts events =
      stream_events(relayed(kRole + kCallBegin + kCallMore + second + kCallsFinish + kDone, options));
  ASSERT_EQ(events.size(), 6U);
  EXPECT_EQ(at(events[3], "choices.0.delta.tool_calls.0.function.name"), R"("a.b")");
  EXPECT_EQ(at(events[3], "choices.0.delta.tool_calls.0.index"), "1");
}

std::string event(std::string_view type, std::string_view members) {
  return "event: " + std::string(type) + "\ndata: {\"type\":\"" + std::string(type) + "\"," +
         std::string(members) + "}\n\n";
}
std::string tool_start(int index, std::string_view id, std::string_view name) {
  return event("content_block_start",
               "\"index\":" + std::to_string(index) + ",\"content_block\":{\"type\":\"tool_use\",\"id\":\"" +
                   std::string(id) + "\",\"name\":\"" + std::string(name) + "\",\"input\":{}}");
}
std::string tool_delta(int index, std::string_view quoted) {
  return event("content_block_delta", "\"index\":" + std::to_string(index) +
                                          ",\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"" +
                                          std::string(quoted) + "\"}");
}
std::string block_stop(int index) {
  return event("content_block_stop", "\"index\":" + std::to_string(index));
}
const std::string kMessageStart = event(
    "message_start",
    R"("message":{"id":"r","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"usage":{"input_tokens":1,"output_tokens":1}})");
const std::string kMessageEnd =
    event("message_delta",
          R"("delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":9})") +
    "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n";

// The calls that a client reads, which takes a delta for the block at hand.
Texts messages_calls(std::string_view stream) {
  Texts calls;
  for (const std::string& text : stream_events(stream)) {
    const std::string data = text.substr(text.find('{'));
    if (at(data, "content_block.type") == R"("tool_use")")
      calls.push_back(at(data, "content_block.id") + " " + at(data, "content_block.name") + " ");
    if (const std::string piece = at(data, "delta.partial_json"); piece != "-")
      calls.back() += testing::parsed(piece).string();
  }
  return calls;
}

// Whether the stream passed untouched before or not.
TEST(Relay, InterleavesNoFragmentsOfBlocks) {
  RelayOptions options;
  options.from = options.to = Protocol::kMessages;
  options.governance.sse_tool_aggregate = false;
  const Texts whole{R"("a" "f" {"x":1})", R"("b" "g" {"y":2})"};
  const std::string text =
      event("content_block_start", R"("index":2,"content_block":{"type":"text","text":""})") +
      event("content_block_delta", R"("index":2,"delta":{"type":"text_delta","text":"hi"})");
  const std::string interleaved = tool_start(0, "a", "f") + tool_delta(0, R"({\"x\")") +
                                  tool_start(1, "b", "g") + tool_delta(1, R"({\"y\")") +
                                  tool_delta(0, ":1}") + text + tool_delta(1, ":2}") + block_stop(0) +
                                  block_stop(2) + block_stop(1);
  const std::string ping = "data: {\"type\":\"ping\"}\n\n";
  for (const std::string& before : {std::string(), ping}) {
    const std::string out = relayed(kMessageStart + before + interleaved + kMessageEnd, options);
    EXPECT_EQ(messages_calls(out), whole) << out;
    EXPECT_NE(out.find(R"("text":"hi")"), std::string::npos);
    EXPECT_NE(out.find(R"("stop_reason":"tool_use")"), std::string::npos);
  }
}

TEST(Relay, GoesOnWithAFragmentThatHasPassedWhereTheStreamIsMended) {
  RelayOptions options;
  options.from = options.to = Protocol::kMessages;
  options.governance.sse_tool_aggregate = false;
  const std::string begun = kMessageStart + tool_start(0, "a", "f") + tool_delta(0, R"({\"x\")");
  const std::string out =
      relayed(begun + "data: {\"type\":\"ping\"}\n\n" + tool_delta(0, ":1}") + block_stop(0) +
                  tool_start(1, "b", "g") + tool_delta(1, "{}") + block_stop(1) + kMessageEnd,
              options);
  EXPECT_TRUE(out.starts_with(begun)) << out;
  EXPECT_EQ(messages_calls(out), (Texts{R"("a" "f" {"x":1})", R"("b" "g" {})"}));
}

TEST(Relay, GluesNoFragmentsWithoutAnIndex) {
  RelayOptions options;
  options.governance.sse_tool_aggregate = false;
  const auto whole = [](std::string_view id) {
    return chunk(R"({"role":"","tool_calls":[{"id":")" + std::string(id) +
                 R"(","type":"function","function":{"name":"f","arguments":"{}"}}]})");
  };
  const Texts events =
      stream_events(relayed(kRole + whole("a") + whole("b") + kCallsFinish + kDone, options));
  ASSERT_EQ(events.size(), 5U);
  EXPECT_EQ(at(events[1], "choices.0.delta.tool_calls.0.id"), R"("a")");
  EXPECT_EQ(at(events[2], "choices.0.delta.tool_calls.0.id"), R"("b")");
  EXPECT_EQ(at(events[2], "choices.0.delta.tool_calls.0.index"), "1");
}

TEST(Relay, KeepsTheFragmentsOfACallTogetherWhereItsFirstWasMended) {
  RelayOptions options;
  options.governance.sse_tool_aggregate = false;
  const auto entry = [](int index, std::string_view members) {
    return "\"tool_calls\":[{\"index\":" + std::to_string(index) + "," + std::string(members) + "}]}";
  };
  const std::string first = chunk(
      "{\"role\":\"\"," + entry(1, R"("id":"a","type":"function","function":{"name":"f","arguments":""})"));
  const std::string more = chunk("{" + entry(1, R"("function":{"arguments":"{}"})"));
  const std::string second =
      chunk("{" + entry(2, R"("id":"b","type":"function","function":{"name":"g","arguments":"{}"})"));
  const Texts events = stream_events(relayed(kRole + first + more + second + kCallsFinish + kDone, options));
  ASSERT_EQ(events.size(), 6U);
  EXPECT_EQ(at(events[1], "choices.0.delta.tool_calls.0.index"),
            at(events[2], "choices.0.delta.tool_calls.0.index"));
  EXPECT_EQ(at(events[2], "choices.0.delta.tool_calls.0.function.arguments"), R"("{}")");
  EXPECT_EQ(at(events[3], "choices.0.delta.tool_calls.0.index"), "2");
}

TEST(Relay, WritesNoFragmentBeforeTheNameOfItsCall) {
  RelayOptions options;
  options.governance.sse_tool_aggregate = false;
  const std::string first =
      chunk(R"({"tool_calls":[{"index":0,"id":"a","type":"function","function":{"arguments":"{"}}]})");
  const std::string named = chunk(R"({"tool_calls":[{"index":0,"function":{"name":"f","arguments":"}"}}]})");
  const Texts events = stream_events(relayed(kRole + first + named + kCallsFinish + kDone, options));
  ASSERT_EQ(events.size(), 4U);
  EXPECT_EQ(at(events[1], "choices.0.delta.tool_calls.0"),
            R"({"index":0,"id":"a","type":"function","function":{"name":"f","arguments":"{}"}})");
  const Texts nameless = stream_events(relayed(kRole + first + kStop + kDone, options));
  ASSERT_EQ(nameless.size(), 3U);
  EXPECT_EQ(at(nameless[1], "choices.0.finish_reason"), R"("stop")");
}

TEST(Relay, SendsMendedCallsAsReceivedWithoutEnhancement) {
  RelayOptions options;
  options.governance.tool_enhance = false;
  const Texts events = stream_events(relayed(kRole + kCallBegin + kCallMore + kCallsFinish + kDone, options));
  ASSERT_EQ(events.size(), 4U);
  EXPECT_EQ(at(events[1], "choices.0.delta.tool_calls.0.function.arguments"), R"("{'x':1}")");
}

TEST(Relay, SendsTheUsageOnlyToAClientThatAsked) {
  const std::string usage =
      "data: {\"id\":\"r\",\"choices\":[],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":2}}\n\n";
  RelayOptions options;
  EXPECT_EQ(relayed(kRole + kStop + usage + kDone, options), kRole + kStop + usage + kDone);
  options.include_usage = false;
  EXPECT_EQ(relayed(kRole + kStop + usage + kDone, options), kRole + kStop + kDone);
}

class Shout : public EventFilter {
 public:
  bool filter(Events& events) override {
    bool changed = false;
    for (Event& event : events) {
      if (auto* delta = std::get_if<Delta>(&event)) {
        delta->text += "!";
        changed = true;
      }
    }
    return changed;
  }
};

class Watch : public RelayObserver {
 public:
  void saw(const SseBlock* block, std::span<const Event> decoded, std::span<const Event> governed,
           bool passed) override {
    seen.push_back((block != nullptr ? "block " : "end ") + std::to_string(decoded.size()) + " " +
                   std::to_string(governed.size()) + (passed ? " passed" : ""));
  }
  Texts seen;
};

TEST(Relay, LetsAFilterChangeEventsAndAnObserverSeeThem) {
  Shout filter;
  Watch observer;
  RelayOptions options;
  options.filter = &filter;
  options.observer = &observer;
  const Texts events = stream_events(relayed(kRole + chunk(R"({"content":"hi"})") + kStop + kDone, options));
  ASSERT_EQ(events.size(), 4U);
  EXPECT_EQ(at(events[1], "choices.0.delta.content"), R"("hi!")");
  ASSERT_EQ(observer.seen.size(), 5U) << "four blocks and the end";
  EXPECT_EQ(observer.seen[0], "block 1 1 passed");
  EXPECT_EQ(observer.seen[1], "block 2 2");
  EXPECT_TRUE(observer.seen[4].starts_with("end "));
}

TEST(Relay, KeepsTheReplyAsTheClientWasTold) {
  RelayOptions options;
  options.gather_reply = true;
  StreamRelay relay(options);
  std::string out;
  relay.feed(kRole + chunk(R"({"content":"hi"})") + kCallBegin + kCallMore + kCallsFinish + kDone, out);
  relay.finish(out);
  const std::size_t size = out.size();
  relay.finish(out);
  EXPECT_EQ(out.size(), size) << "once";
  EXPECT_EQ(relay.reply().text(PartKind::kText), "hi");
  ASSERT_EQ(relay.reply().calls().size(), 1U);
  EXPECT_EQ(relay.reply().calls()[0]->arguments, R"({"x":1})");
}

// As in the other protocols.
TEST(StreamRelay, AbandonsTheHalfCallOfAChatReplyThatBeginsAnew) {
  const auto chunk = [](const std::string& id, const std::string& delta, const std::string& finish = "null") {
    return R"(data: {"id":")" + id + R"(","model":"m","choices":[{"index":0,"delta":)" + delta +
           R"(,"finish_reason":)" + finish + "}]}\n\n";
  };
  const auto call = [](const std::string& id, const std::string& arguments) {
    return R"({"tool_calls":[{"index":0,"id":")" + id +
           R"(","type":"function","function":{"name":"f","arguments":")" + arguments + R"("}}]})";
  };
  const std::string role = R"({"role":"assistant","content":""})";
  const std::string bytes = chunk("r", role) + chunk("r", call("a", R"({\"x\":\"y)")) + chunk("s", role) +
                            chunk("s", call("b", R"({\"x\":1})")) + chunk("s", "{}", R"("tool_calls")") +
                            "data: [DONE]\n\n";
  for (const Protocol to : {Protocol::kChat, Protocol::kMessages, Protocol::kResponses}) {
    RelayOptions options;
    options.to = to;
    options.gather_reply = true;
    StreamRelay relay(options);
    std::string out;
    relay.feed(bytes, out);
    relay.finish(out);
    const auto calls = relay.reply().calls();
    ASSERT_EQ(calls.size(), 1U);
    EXPECT_EQ(calls[0]->id, "b");
    EXPECT_EQ(calls[0]->arguments, R"({"x":1})");
    ASSERT_TRUE(relay.reply().choices[0].finish);
    EXPECT_EQ(relay.reply().choices[0].finish->reason, FinishReason::kCalls);
    EXPECT_EQ(out.find(R"("a")"), std::string::npos) << out;
  }
}

}  // namespace
}  // namespace argwright::protocol
