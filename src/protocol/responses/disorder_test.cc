// Streams whose events are missing, doubled, swapped or misnumbered: whatever comes in, the rules of the
// neutral model hold, and what is written from it is a stream without any fault.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "protocol/fields.h"
#include "protocol/relay.h"
#include "protocol/responses/shown_events.h"

namespace argwright::protocol::responses {
namespace {

// One of everything.
const std::vector<std::string>& blocks() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> list;
    for (
        const std::string_view data : {
            R"({"type":"response.created","sequence_number":0,"response":{"id":"resp_1","created_at":1,"model":"m","output":[]}})",
            R"({"type":"response.in_progress","response":{"id":"resp_1"}})",
            R"({"type":"response.output_item.added","output_index":0,"item":{"id":"rs_1","type":"reasoning","summary":[]}})",
            R"({"type":"response.reasoning_summary_part.added","item_id":"rs_1","output_index":0,"summary_index":0,"part":{"type":"summary_text","text":""}})",
            R"({"type":"response.reasoning_summary_text.delta","item_id":"rs_1","output_index":0,"summary_index":0,"delta":"One"})",
            R"({"type":"response.reasoning_summary_part.done","item_id":"rs_1","output_index":0,"summary_index":0,"part":{"type":"summary_text","text":"One"}})",
            R"({"type":"response.output_item.done","output_index":0,"item":{"id":"rs_1","type":"reasoning","summary":[{"type":"summary_text","text":"One"}],"encrypted_content":"e"}})",
            R"({"type":"response.output_item.added","output_index":1,"item":{"id":"ws_1","type":"web_search_call"}})",
            R"({"type":"response.web_search_call.searching","item_id":"ws_1","output_index":1})",
            R"({"type":"response.output_item.added","output_index":2,"item":{"id":"ws_2","type":"web_search_call"}})",
            R"({"type":"response.output_item.done","output_index":1,"item":{"id":"ws_1","type":"web_search_call"}})",
            R"({"type":"response.output_item.done","output_index":2,"item":{"id":"ws_2","type":"web_search_call"}})",
            R"({"type":"response.output_item.added","output_index":3,"item":{"id":"msg_1","type":"message","content":[]}})",
            R"({"type":"response.content_part.added","item_id":"msg_1","output_index":3,"content_index":0,"part":{"type":"output_text","text":""}})",
            R"({"type":"response.output_text.delta","item_id":"msg_1","output_index":3,"content_index":0,"delta":"Hel"})",
            R"({"type":"response.output_text.delta","item_id":"msg_1","output_index":3,"content_index":0,"delta":"lo"})",
            R"({"type":"response.output_text.annotation.added","item_id":"msg_1","output_index":3,"content_index":0,"annotation_index":0,"annotation":{"type":"url_citation"}})",
            R"({"type":"response.output_text.done","item_id":"msg_1","output_index":3,"content_index":0,"text":"Hello"})",
            R"({"type":"response.content_part.done","item_id":"msg_1","output_index":3,"content_index":0,"part":{"type":"output_text","text":"Hello"}})",
            R"({"type":"response.output_item.done","output_index":3,"item":{"id":"msg_1","type":"message","content":[{"type":"output_text","text":"Hello"}]}})",
            R"({"type":"response.output_item.added","output_index":4,"item":{"id":"fc_1","type":"function_call","arguments":"","call_id":"c1","name":"f"}})",
            R"({"type":"response.function_call_arguments.delta","item_id":"fc_1","output_index":4,"delta":"{}"})",
            R"({"type":"response.function_call_arguments.done","item_id":"fc_1","output_index":4,"arguments":"{}"})",
            R"({"type":"response.output_item.done","output_index":4,"item":{"id":"fc_1","type":"function_call","arguments":"{}","call_id":"c1","name":"f","status":"completed"}})",
            R"({"type":"response.output_item.added","output_index":5,"item":{"id":"ctc_1","type":"custom_tool_call","input":"","call_id":"c2","name":"g"}})",
            R"({"type":"response.custom_tool_call_input.delta","item_id":"ctc_1","output_index":5,"delta":"x"})",
            R"({"type":"response.output_item.done","output_index":5,"item":{"id":"ctc_1","type":"custom_tool_call","input":"x","call_id":"c2","name":"g","status":"completed"}})",
            R"({"type":"response.completed","response":{"id":"resp_1","status":"completed","output":[{"id":"rs_1","type":"reasoning","summary":[{"type":"summary_text","text":"One"}],"encrypted_content":"e"},)"
            R"({"id":"ws_1","type":"web_search_call"},{"id":"ws_2","type":"web_search_call"},{"id":"msg_1","type":"message","content":[{"type":"output_text","text":"Hello"}]},)"
            R"({"id":"fc_1","type":"function_call","arguments":"{}","call_id":"c1","name":"f","status":"completed"},{"id":"ctc_1","type":"custom_tool_call","input":"x","call_id":"c2","name":"g","status":"completed"}]}})",
        }) {
      list.push_back(block(data));
    }
    return list;
  }();
  return all;
}

std::string joined(const std::vector<std::string>& list) {
  std::string bytes;
  for (const std::string& text : list) bytes += text;
  return bytes;
}

// Start first, End last, once each; parts numbered in order, one after the other, each ended.
void expect_rules(const Events& events) {
  ASSERT_FALSE(events.empty());
  int open = -1;
  int next = 0;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i];
    EXPECT_EQ(std::holds_alternative<Start>(event), i == 0) << shown(event);
    EXPECT_EQ(std::holds_alternative<End>(event), i + 1 == events.size()) << shown(event);
    if (const auto* start = std::get_if<PartStart>(&event)) {
      EXPECT_EQ(open, -1) << shown(event);
      EXPECT_EQ(start->part, next++);
      open = start->part;
    } else if (const auto* delta = std::get_if<Delta>(&event)) {
      EXPECT_EQ(delta->part, open) << shown(event);
    } else if (const auto* end = std::get_if<PartEnd>(&event)) {
      EXPECT_EQ(end->part, open) << shown(event);
      open = -1;
    }
  }
  EXPECT_EQ(open, -1);
}

// Text, proofs and calls; where a part is cut in two makes no difference.
std::string essence(const Events& events) {
  ReplyBuilder builder;
  for (const Event& event : with_whole_calls(events)) builder.add(event);
  const Reply& reply = builder.reply();
  std::string text = reply.text(PartKind::kText) + "|" + reply.text(PartKind::kReasoning) + "|";
  std::vector<std::string> calls;
  for (const Call* call : reply.calls()) calls.push_back(call->id + call->name + call->arguments);
  std::ranges::sort(calls);
  for (const std::string& call : calls) text += call + ",";
  return text;
}

void expect_sound(const std::string& bytes) {
  const Events events = decode_stream(bytes);
  expect_rules(events);
  for (const bool same : {true, false}) {
    Events whole = with_whole_calls(events);
    std::erase_if(whole, [](const Event& event) { return std::holds_alternative<Mended>(event); });
    // A governor gives out no call without a name.
    std::erase_if(whole, [](const Event& event) {
      const Call* call = std::get_if<Call>(&event);
      return call != nullptr && call->name.empty();
    });
    const std::string written = encode_stream(whole, {same, true, true});
    const Events again = decode_stream(written);
    expect_rules(again);
    for (const Event& event : again) EXPECT_FALSE(std::holds_alternative<Mended>(event)) << shown(event);
    EXPECT_EQ(essence(again), essence(whole)) << written;
    EXPECT_EQ(shown(again.back()), "clean");
  }
}

// As a relay does it, with a governor that gathers calls: what passed and what was encoded fit together.
void expect_relays(const std::string& bytes) {
  const auto decoder = responses_codec().stream_decoder(DecodeOptions{});
  const auto encoder = responses_codec().stream_encoder({true, true, true});
  SseReader reader;
  reader.feed(bytes);
  reader.finish();
  std::string out;
  Events pieces;  // of calls that have not ended
  const auto relay = [&](const SseBlock* block, Events events) {
    bool changed = false;
    Events governed;
    for (Event& event : events) {
      if (std::holds_alternative<Mended>(event)) {
        changed = true;
      } else if (const auto* piece = std::get_if<CallPiece>(&event)) {
        changed = true;
        const auto index = piece->index;
        const bool ended = piece->ended;
        pieces.push_back(std::move(event));
        if (!ended) continue;
        Events one;
        std::erase_if(pieces, [&](const Event& held) {
          const bool mine = std::get<CallPiece>(held).index == index;
          if (mine) one.push_back(held);
          return mine;
        });
        for (Event& call : with_whole_calls(one)) governed.push_back(std::move(call));
      } else {
        governed.push_back(std::move(event));
      }
    }
    std::erase_if(governed, [](const Event& event) {
      const Call* call = std::get_if<Call>(&event);
      return call != nullptr && call->name.empty();
    });
    if (block != nullptr && !changed && encoder->pass(*block, governed, out)) return;
    encoder->diverge();
    for (const Event& event : governed) encoder->encode(event, out);
  };
  for (SseBlock block; reader.next(block);) {
    Events events;
    decoder->decode(block, events);
    relay(&block, std::move(events));
  }
  Events rest;
  decoder->finish(rest);
  relay(nullptr, std::move(rest));

  // A client counts items as they are added, and finds each by its place.
  std::size_t items = 0;
  SseReader client;
  client.feed(out);
  client.finish();
  for (SseBlock block; client.next(block);) {
    const Result<json::Value> event = json::parse(block.data);
    ASSERT_TRUE(event) << block.data;
    const auto place = integer_at(*event, "output_index");
    if (text_at(*event, "type") == "response.output_item.added") {
      EXPECT_EQ(place, static_cast<std::int64_t>(items)) << out;
      ++items;
    } else if (place) {
      EXPECT_LT(*place, static_cast<std::int64_t>(items)) << block.data << "\n" << out;
    }
  }
}

void check(const std::vector<std::string>& list) {
  const std::string bytes = joined(list);
  expect_sound(bytes);
  expect_relays(bytes);
}

TEST(ResponsesDisorder, KeepsTheRulesWhenEventsAreMissing) {
  const std::string whole = essence(decode_stream(joined(blocks())));
  EXPECT_EQ(whole, "Hello|One|c1f{},c2gx,");
  for (std::size_t i = 0; i < blocks().size(); ++i) {
    SCOPED_TRACE(i);
    std::vector<std::string> list = blocks();
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
    check(list);
    // The final response makes up for every loss but its own, and that of text before other text.
    const bool is_lost =
        i + 1 == blocks().size() || blocks()[i].find(R"("delta":"Hel")") != std::string::npos;
    if (!is_lost) {
      EXPECT_EQ(essence(decode_stream(joined(list))), whole);
    }
  }
}

TEST(ResponsesDisorder, KeepsTheRulesWhenEventsAreDoubledOrSwapped) {
  for (std::size_t i = 0; i < blocks().size(); ++i) {
    for (std::size_t k = i; k < blocks().size(); ++k) {
      SCOPED_TRACE(std::to_string(i) + " and " + std::to_string(k));
      std::vector<std::string> list = blocks();
      if (i == k) {
        list.insert(list.begin() + static_cast<std::ptrdiff_t>(i), blocks()[i]);
      } else {
        std::swap(list[i], list[k]);
      }
      check(list);
    }
  }
}

TEST(ResponsesDisorder, KeepsTheRulesWhenTheStreamIsCutAnywhere) {
  for (std::size_t i = 0; i <= blocks().size(); ++i) {
    SCOPED_TRACE(i);
    expect_rules(
        decode_stream(joined({blocks().begin(), blocks().begin() + static_cast<std::ptrdiff_t>(i)})));
  }
}

TEST(ResponsesDisorder, KeepsTheRulesWhenPlacesOrIdsAreMissing) {
  for (const std::string_view member :
       {R"("output_index":)", R"("item_id":)", R"("id":)", R"("content_index":)", R"("summary_index":)"}) {
    SCOPED_TRACE(member);
    std::vector<std::string> list = blocks();
    for (std::string& text : list) {
      for (std::size_t at = text.find(member); at != std::string::npos; at = text.find(member, at)) {
        text.insert(at + 1, "x_");
        at += member.size();
      }
    }
    check(list);
  }
}

// Any order of any events, by a generator that is the same each time.
TEST(ResponsesDisorder, KeepsTheRulesInAnyOrder) {
  std::uint64_t state = 88172645463325252U;
  const auto random = [&state](std::size_t below) {
    state ^= state << 13U;
    state ^= state >> 7U;
    state ^= state << 17U;
    return static_cast<std::size_t>(state % below);
  };
  for (int round = 0; round < 200; ++round) {
    SCOPED_TRACE(round);
    std::vector<std::string> list;
    const std::size_t length = 1 + random(40);
    for (std::size_t i = 0; i < length; ++i) list.push_back(blocks()[random(blocks().size())]);
    check(list);
    if (HasFailure()) return;
  }
}

// --- odd servers: what they mean has to come out, once, as a stream that passes without any note
// -----------------------------------------------------------------------------------------------------------

// What a client of the same protocol is given.
std::string relayed(const std::vector<std::string_view>& data) {
  RelayOptions options;
  options.from = options.to = Protocol::kResponses;
  StreamRelay relay(options);
  std::string out;
  relay.feed(stream(data), out);
  relay.finish(out);
  return out;
}

// The text of it, and the calls with their ids.
std::string served(const std::vector<std::string_view>& data) {
  const std::string out = relayed(data);
  ReplyBuilder builder;
  for (const Event& event : with_whole_calls(decode_stream(out))) {
    EXPECT_FALSE(std::holds_alternative<Mended>(event)) << shown(event) << "\n" << out;
    builder.add(event);
  }
  std::string text = builder.reply().text(PartKind::kText) + "|";
  for (const Call* call : builder.reply().calls())
    text += call->id + " " + call->name + call->arguments + ",";
  return text;
}

constexpr std::string_view kBegun =
    R"({"type":"response.created","response":{"id":"r","created_at":1,"model":"m","output":[]}})";
constexpr std::string_view kEnded =
    R"({"type":"response.completed","response":{"status":"completed","output":[]}})";

std::string added(int index, std::string_view item) {
  return R"({"type":"response.output_item.added","output_index":)" + std::to_string(index) + R"(,"item":)" +
         std::string(item) + "}";
}
std::string done(int index, std::string_view item) {
  return R"({"type":"response.output_item.done","output_index":)" + std::to_string(index) + R"(,"item":)" +
         std::string(item) + "}";
}
std::string ended_with(std::string_view output) {
  return R"({"type":"response.completed","response":{"status":"completed","output":[)" + std::string(output) +
         "]}}";
}
// A function_call item; an empty member is left out.
std::string call_item(std::string_view id, std::string_view call_id, std::string_view name,
                      std::string_view arguments) {
  json::Object item{{"type", "function_call"}};
  if (!id.empty()) item.push_back({"id", id});
  if (!call_id.empty()) item.push_back({"call_id", call_id});
  if (!name.empty()) item.push_back({"name", name});
  item.push_back({"arguments", arguments});
  return json::write(item);
}
std::string message_item(std::string_view id, std::string_view text) {
  return R"({"type":"message","id":")" + std::string(id) + R"(","content":[{"type":"output_text","text":")" +
         std::string(text) + R"("}]})";
}
std::string piece(std::string_view id, int index, std::string_view delta) {
  return json::write(json::Object{{"type", "response.function_call_arguments.delta"},
                                  {"item_id", id},
                                  {"output_index", json::Value::integer(index)},
                                  {"delta", delta}});
}

TEST(ResponsesDisorder, TellsCallsApartThatShareAnIdOrAPlace) {
  const std::string both = "|c1 f{\"a\":1},c2 f{\"a\":2},";
  for (const std::string_view id : {"x", ""}) {
    for (const int second : {0, 1}) {
      SCOPED_TRACE(std::string(id) + std::to_string(second));
      const std::string one = call_item(id, "c1", "f", R"({"a":1})");
      const std::string two = call_item(id, "c2", "f", R"({"a":2})");
      const std::string bare_one = call_item(id, "c1", "f", "");
      const std::string bare_two = call_item(id, "c2", "f", "");
      EXPECT_EQ(served({kBegun, added(0, bare_one), done(0, one), added(second, bare_two), done(second, two),
                        ended_with(one + "," + two)}),
                both);
      // Side by side: the call_id tells which has ended.
      EXPECT_EQ(served({kBegun, added(0, bare_one), added(second, bare_two), done(0, one), done(second, two),
                        ended_with(one + "," + two)}),
                both);
      EXPECT_EQ(served({kBegun, done(0, one), done(second, two), kEnded}), both);
    }
  }
  // By the id and the place together.
  EXPECT_EQ(served({kBegun, added(0, call_item("x", "c1", "f", "")), added(1, call_item("x", "c2", "f", "")),
                    piece("x", 0, R"({"a")"), piece("x", 1, R"({"a")"), piece("x", 0, ":1}"),
                    piece("x", 1, ":2}"), kEnded}),
            both);
}

// A name tells more than any id or place.
TEST(ResponsesDisorder, GivesNoToolTheArgumentsOfAnother) {
  const auto without_ids = [](const std::string& served) {
    std::string text;
    bool is_id = false;
    for (const char c : served) {
      if (!is_id) text += c;
      is_id = c == '|' || c == ',' || (is_id && c != ' ');
    }
    return text;
  };
  const std::string both = "|f{\"a\":1},g{\"b\":2},";
  for (const std::string_view id : {"x", ""}) {
    SCOPED_TRACE(id);
    const std::string one = call_item(id, "", "f", R"({"a":1})");
    const std::string two = call_item(id, "", "g", R"({"b":2})");
    const std::string bare_one = call_item(id, "", "f", "");
    const std::string bare_two = call_item(id, "", "g", "");
    EXPECT_EQ(without_ids(served({kBegun, added(1, bare_one), done(1, one), added(2, bare_two), done(2, two),
                                  ended_with(one + "," + two)})),
              both)
        << "counted from 1";
    EXPECT_EQ(without_ids(served({kBegun, added(1, bare_one), piece(id, 1, R"({"a":1})"), added(2, bare_two),
                                  piece(id, 2, R"({"b":2})"), kEnded})),
              both)
        << "not ended";
    EXPECT_EQ(without_ids(served({kBegun, done(0, one), done(1, two), kEnded})), both) << "never added";
    EXPECT_EQ(
        without_ids(served({kBegun, added(0, bare_one), added(1, bare_two), ended_with(one + "," + two)})),
        both)
        << "told by the response only";
  }
  EXPECT_EQ(without_ids(served({kBegun, done(0, call_item("x", "", "f", R"({"a":1})")),
                                done(1, call_item("x", "", "f", R"({"a":2})")), kEnded})),
            "|f{\"a\":1},f{\"a\":2},")
      << "of one name, in two places";
}

TEST(ResponsesDisorder, TakesACallThatOnlyTheResponseTellsForNoOther) {
  const std::string one = call_item("a", "c1", "f", R"({"a":1})");
  const std::string two = call_item("b", "c2", "f", R"({"a":2})");
  EXPECT_EQ(
      served({kBegun, added(0, call_item("b", "c2", "f", "")), done(0, two), ended_with(one + "," + two)}),
      "|c2 f{\"a\":2},c1 f{\"a\":1},");
}

TEST(ResponsesDisorder, TakesACallWithChangingIdsForOne) {
  const auto with_call_ids = [](std::string_view first, std::string_view second, std::string_view third) {
    return served({kBegun, added(0, call_item("fc", first, "f", "")), piece("fc", 0, R"({"a":1})"),
                   done(0, call_item("fc", second, "f", R"({"a":1})")),
                   ended_with(call_item("fc", third, "f", R"({"a": 1})"))});
  };
  EXPECT_EQ(with_call_ids("c1", "c2", "c3"), "|c1 f{\"a\":1},");
  EXPECT_EQ(with_call_ids("", "c2", "c2"), "|c2 f{\"a\":1},");
  EXPECT_EQ(with_call_ids("c1", "", ""), "|c1 f{\"a\":1},");
  EXPECT_EQ(with_call_ids("", "", ""), "|fc f{\"a\": 1},");
  // As long as it may still be told, a call waits for its id.
  EXPECT_EQ(with_call_ids("", "", "c3"), "|c3 f{\"a\": 1},");
}

TEST(ResponsesDisorder, TakesTheNameOfACallFromWhereverItIsTold) {
  const auto with_names = [](std::string_view first, std::string_view second, std::string_view third) {
    return served({kBegun, added(0, call_item("fc", "c", first, "")), piece("fc", 0, "{}"),
                   done(0, call_item("fc", "c", second, "{}")),
                   ended_with(call_item("fc", "c", third, "{}"))});
  };
  EXPECT_EQ(with_names("f", "", ""), "|c f{},");
  EXPECT_EQ(with_names("", "f", ""), "|c f{},");
  EXPECT_EQ(with_names("", "", "f"), "|c f{},");
}

TEST(ResponsesDisorder, TakesEventsWithMadeUpIdsAndNoPlaceAsThoseOfTheLastItem) {
  const std::string whole = call_item("z", "c", "f", R"({"a":1})");
  EXPECT_EQ(
      served(
          {kBegun,
           R"({"type":"response.output_item.added","item":{"id":"x","type":"function_call","call_id":"c","name":"f","arguments":""}})",
           R"({"type":"response.function_call_arguments.delta","item_id":"y","delta":"{\"a\":1}"})",
           R"({"type":"response.output_item.done","item":)" + whole + "}", ended_with(whole)}),
      "|c f{\"a\":1},");
}

TEST(ResponsesDisorder, FindsTheEndOfACallByItsCallId) {
  const std::string text = message_item("m", "Hi");
  EXPECT_EQ(served({kBegun, done(0, text), added(1, call_item("x", "c", "f", "")),
                    done(0, call_item("y", "c", "f", "{}")), ended_with(text)}),
            "Hi|c f{},");
}

TEST(ResponsesDisorder, KeepsArgumentsThatAnEmptyObjectWouldReplace) {
  EXPECT_EQ(
      served(
          {kBegun, added(0, call_item("fc", "c", "f", "")), piece("fc", 0, R"({"a":1})"),
           R"({"type":"response.function_call_arguments.done","item_id":"fc","output_index":0,"arguments":"{}"})",
           done(0, call_item("fc", "c", "f", "{}")), kEnded}),
      "|c f{\"a\":1},");
  // L8: nor does it make a whole call of half a one.
  EXPECT_EQ(served({kBegun, added(0, call_item("fc", "c", "f", "")), piece("fc", 0, R"({"a":)"),
                    done(0, call_item("fc", "c", "f", "{}")), kEnded}),
            "|");
}

TEST(ResponsesDisorder, TakesAnItemThatIsAddedBehindItsEndOnce) {
  const std::string text = message_item("m", "Hi");
  const std::string call = call_item("fc", "c", "f", "{}");
  EXPECT_EQ(served({kBegun, done(0, text), added(0, R"({"type":"message","id":"m","content":[]})"),
                    done(1, call), added(1, call), ended_with(text + "," + call)}),
            "Hi|c f{},");
}

TEST(ResponsesDisorder, TakesItemsThatTheOutputRepeatsOnce) {
  const std::string text = message_item("m", "Hi");
  EXPECT_EQ(served({kBegun, done(0, text), ended_with(text + "," + text)}), "Hi|");
  EXPECT_EQ(served({kBegun, ended_with(text + "," + message_item("m", "You"))}), "HiYou|") << "not the same";
}

TEST(ResponsesDisorder, FindsPartsThatAreCountedOtherwise) {
  const auto part = [](std::string_view type, int index, std::string_view rest) {
    return R"({"type":"response.)" + std::string(type) +
           R"(","item_id":"m","output_index":0,"content_index":)" + std::to_string(index) + "," +
           std::string(rest) + "}";
  };
  const std::string item =
      R"({"type":"message","id":"m","content":[{"type":"output_text","text":"ab"},{"type":"output_text","text":"cd"},{"type":"output_text","text":"e"}]})";
  EXPECT_EQ(served({kBegun, added(0, R"({"type":"message","id":"m","content":[]})"),
                    part("content_part.added", 1, R"("part":{"type":"output_text","text":""})"),
                    part("output_text.delta", 1, R"("delta":"ab")"),
                    part("content_part.added", 2, R"("part":{"type":"output_text","text":""})"),
                    part("output_text.delta", 2, R"("delta":"c")"), done(0, item), ended_with(item)}),
            "abcde|");
}

// Streams that would break a client, or take away from it what it had, are written anew.
TEST(ResponsesDisorder, TellsWhatClientsWouldFailOn) {
  const std::string bare = R"({"type":"message","id":"m","content":[]})";
  const std::string text = message_item("m", "Hi");
  const auto notes = [](const std::vector<std::string_view>& data) { return decoded(data); };
  const auto has = [](const Lines& lines, std::string_view line) {
    return std::ranges::find(lines, line) != lines.end();
  };
  const std::string_view part_added =
      R"({"type":"response.content_part.added","item_id":"m","output_index":0,"content_index":0,"part":{"type":"output_text","text":""}})";
  const std::string_view delta =
      R"({"type":"response.output_text.delta","item_id":"m","output_index":0,"content_index":0,"delta":"Hi"})";
  const std::vector<std::string> head{std::string(kBegun), added(0, bare), std::string(part_added),
                                      std::string(delta)};
  const auto with = [&](const std::vector<std::string>& rest) {
    std::vector<std::string_view> data(head.begin(), head.end());
    data.insert(data.end(), rest.begin(), rest.end());
    EXPECT_EQ(served(data).substr(0, 2), "Hi");
    return notes(data);
  };
  EXPECT_EQ(std::ranges::count_if(with({done(0, text), ended_with(text)}),
                                  [](const std::string& line) { return line.starts_with("mended"); }),
            0);
  EXPECT_TRUE(
      has(with({std::string(part_added), done(0, text), ended_with(text)}), "mended part_added_twice"));
  EXPECT_TRUE(has(with({done(1, text), ended_with(text)}), "mended output_index_differs"));
  EXPECT_TRUE(
      has(with({done(0, text), added(1, bare), done(1, bare), ended_with(text)}), "mended item_id_repeated"));
  EXPECT_TRUE(has(with({added(1, R"({"type":"compaction","id":"k"})")}), "mended item_not_done"));
  EXPECT_TRUE(has(with({done(0, text), std::string(kEnded)}), "mended output_incomplete"));
  EXPECT_TRUE(has(with({done(0, text), ended_with(bare)}), "mended output_differs"));
  EXPECT_TRUE(
      has(with({done(0, text), R"({"type":"response.completed","response":{"output":[)" + text + "]}}"}),
          "mended status_differs"));
  EXPECT_TRUE(
      has(with({done(0, text),
                R"({"type":"response.done","response":{"status":"completed","output":[)" + text + "]}}"}),
          "mended event_type"));
}

TEST(ResponsesDisorder, RepeatsReasoningWithoutTextAsItPassed) {
  const std::string_view reasoning = R"({"id":"rs","type":"reasoning","summary":[],"encrypted_content":"e"})";
  const std::string out = relayed({kBegun, added(0, R"({"id":"rs","type":"reasoning","summary":[]})"),
                                   done(0, reasoning), done(1, call_item("fc", "c", "f", "{}")), kEnded});
  EXPECT_NE(out.find("\"output\":[" + std::string(reasoning) + ","), std::string::npos) << out;
}

TEST(ResponsesDisorder, GivesHostedToolsIdsOfTheirOwn) {
  const std::string_view search = R"({"id":"ws","type":"web_search_call"})";
  EXPECT_EQ(served({kBegun, added(0, search), done(0, search), added(1, search), done(1, search), kEnded}),
            "|");
}

TEST(ResponsesDisorder, ReadsItemsOfImitators) {
  EXPECT_EQ(
      served({kBegun, done(0, R"({"id":"m","content":["Hi"]})"),
              done(1, R"({"type":"function","id":"c","function":{"name":"f","arguments":"{}"}})"), kEnded}),
      "Hi|c f{},");
  EXPECT_EQ(
      served({kBegun, R"({"type":"response.completed","response":{"status":"completed","output":"Hi"}})"}),
      "Hi|");
}

// L8: half a call of an answer that was begun anew is not one of the next answer.
TEST(ResponsesDisorder, ForgetsHalfACallWhenAnotherResponseBegins) {
  const std::string_view again =
      R"({"type":"response.created","response":{"id":"r2","created_at":1,"model":"m","output":[]}})";
  const std::string half = added(0, call_item("fc", "c", "f", R"({"a":1)"));
  EXPECT_EQ(served({kBegun, half, again, done(0, message_item("m", "Hi")), kEnded}), "Hi|");
  EXPECT_EQ(served({kBegun, half, again, added(0, call_item("fc", "c", "f", "")),
                    piece("fc", 0, R"({"a":2})"), done(0, call_item("fc", "c", "f", R"({"a":2})")), kEnded}),
            "|c f{\"a\":2},");
  // The same response told once more is no other.
  EXPECT_EQ(
      served({kBegun, added(0, call_item("fc", "c", "f", R"({"a":)")), kBegun, piece("fc", 0, "1}"), kEnded}),
      "|c f{\"a\":1},");
  EXPECT_EQ(relayed({kBegun, again, kEnded}).find("\"r2\""), std::string::npos);
}

// L8: whichever of the two says that it was cut off is believed.
TEST(ResponsesDisorder, WithholdsHalfACallWhereAnythingSaysThatItWasCutOff) {
  const std::string half = added(0, call_item("fc", "c", "f", R"({"a":1)"));
  EXPECT_EQ(served({kBegun, half, R"({"type":"response.completed","response":{"status":"completed"}})"}),
            "|c f{\"a\":1},")
      << "only closed where nothing does";
  for (const std::string_view end : {
           R"({"type":"response.incomplete","response":{"status":"completed"}})",
           R"({"type":"response.completed","response":{"status":"INCOMPLETE"}})",
           R"({"type":"response.completed","response":{"status":"canceled"}})",
           R"({"type":"response.completed","response":{"status":"completed","incomplete_details":"length"}})",
       }) {
    EXPECT_EQ(served({kBegun, half, end}), "|") << end;
  }
  EXPECT_EQ(
      served(
          {kBegun,
           done(
               0,
               R"({"type":"function_call","id":"fc","call_id":"c","name":"f","arguments":"{\"a\":1","status":"cancelled"})"),
           kEnded}),
      "|");
}

TEST(ResponsesDisorder, GivesNoCallsOutWithAFailure) {
  const std::string out = relayed(
      {kBegun,
       R"({"type":"response.failed","response":{"status":"failed","error":{"code":"x","message":"boom"},"output":[{"type":"function_call","id":"fc","call_id":"c","name":"f","arguments":"{\"a\":"}]}})"});
  EXPECT_EQ(out.find("function_call"), std::string::npos) << out;
  EXPECT_NE(out.find("boom"), std::string::npos) << out;
}

TEST(ResponsesDisorder, TakesArgumentsWhateverTheirEventsAreCalled) {
  const auto with_events = [](std::string_view name, std::string_view text) {
    const std::string event = R"({"type":"response.)" + std::string(name) +
                              R"(","item_id":"fc","output_index":0,)" + std::string(text) + "}";
    return served({kBegun, added(0, call_item("fc", "c", "f", "")), event, kEnded});
  };
  for (const std::string_view name : {"function_call_arguments.delta", "custom_tool_call_input.delta",
                                      "tool_call_arguments.delta", "function_call.delta"}) {
    EXPECT_EQ(with_events(name, R"("delta":"{\"a\":1}")"), "|c f{\"a\":1},") << name;
  }
  for (const std::string_view name : {"function_call_arguments.done", "tool_call_arguments.done"}) {
    EXPECT_EQ(with_events(name, R"("arguments":"{\"a\":1}")"), "|c f{\"a\":1},") << name;
  }
  EXPECT_EQ(with_events("custom_tool_call_input.done", R"("input":"{\"a\":1}")"), "|c f{\"a\":1},");
}

TEST(ResponsesDisorder, TakesTheTextThatAPartIsAddedWithOnce) {
  const auto with_deltas = [](const std::vector<std::string_view>& deltas) {
    std::vector<std::string> data{
        std::string(kBegun), added(0, R"({"type":"message","id":"m","content":[]})"),
        R"({"type":"response.content_part.added","item_id":"m","output_index":0,"content_index":0,"part":{"type":"output_text","text":"Hello"}})"};
    for (const std::string_view delta : deltas) {
      data.push_back(
          R"({"type":"response.output_text.delta","item_id":"m","output_index":0,"content_index":0,"delta":")" +
          std::string(delta) + "\"}");
    }
    data.emplace_back(kEnded);
    return served({data.begin(), data.end()});
  };
  EXPECT_EQ(with_deltas({}), "Hello|");
  EXPECT_EQ(with_deltas({"Hello"}), "Hello|");
  EXPECT_EQ(with_deltas({"Hel", "lo"}), "Hello|");
  EXPECT_EQ(with_deltas({" you"}), "Hello you|");
}

TEST(ResponsesDisorder, KeepsTheProofThatReasoningBeganWith) {
  const Lines lines =
      decoded({kBegun, added(0, R"({"id":"rs","type":"reasoning","summary":[],"encrypted_content":"e"})"),
               done(0, R"({"id":"rs","type":"reasoning","summary":[]})"), kEnded});
  EXPECT_NE(std::ranges::find(lines, "end 0 encrypted=e"), lines.end());
}

TEST(ResponsesDisorder, ReadsAWholeBodyInAStream) {
  const std::string body = R"({"id":"r","status":"STATUS","output":[)" + message_item("m", "Hi") + "," +
                           call_item("fc", "c", "f", R"({"a":1)") + "]}";
  const auto with_status = [&body](std::string_view status) {
    std::string data = body;
    return served({data.replace(data.find("STATUS"), 6, status)});
  };
  EXPECT_EQ(with_status("completed"), "Hi|c f{\"a\":1},");
  EXPECT_EQ(with_status("in_progress"), "Hi|") << "half a call";
}

TEST(ResponsesDisorder, DropsArgumentsBehindTheWholeOfThem) {
  const std::string_view all =
      R"({"type":"response.function_call_arguments.done","item_id":"fc","output_index":0,"arguments":"{\"a\":1}"})";
  EXPECT_EQ(served({kBegun, added(0, call_item("fc", "c", "f", "")), piece("fc", 0, R"({"a":"long"})"),
                    piece("fc", 0, "}}}}"), all, piece("fc", 0, R"({"a":2})"), kEnded}),
            "|c f{\"a\":1},");
}

TEST(ResponsesDisorder, TakesACallThatIsToldAgainForTheSame) {
  const std::string bare = call_item("fc", "c", "f", "");
  const std::string one = call_item("fc", "c", "f", R"({"a":1})");
  const std::string two = call_item("fc", "c", "f", R"({"a":2})");
  EXPECT_EQ(served({kBegun, added(0, bare), done(0, one), added(0, bare), kEnded}), "|c f{\"a\":1},");
  EXPECT_EQ(served({kBegun, added(0, bare), done(0, one), added(0, bare), done(0, one), kEnded}),
            "|c f{\"a\":1},");
  EXPECT_EQ(served({kBegun, added(0, bare), done(0, one), added(0, bare), done(0, two), kEnded}),
            "|c f{\"a\":1},c-2 f{\"a\":2},")
      << "all that differs are the arguments";
}

TEST(ResponsesDisorder, GivesLateArgumentsToNoOtherCall) {
  const std::string_view late =
      R"({"type":"response.function_call_arguments.done","item_id":"x","output_index":0,"arguments":"{\"a\":1}"})";
  EXPECT_EQ(served({kBegun, added(0, call_item("x", "c1", "f", "")),
                    done(0, call_item("x", "c1", "f", R"({"a":1})")), added(0, call_item("y", "c2", "g", "")),
                    piece("y", 0, R"({"b":2})"), late, kEnded}),
            "|c1 f{\"a\":1},c2 g{\"b\":2},");
}

}  // namespace
}  // namespace argwright::protocol::responses
