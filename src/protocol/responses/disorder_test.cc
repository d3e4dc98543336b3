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
            R"({"type":"response.output_text.annotation.added","item_id":"msg_1","output_index":3,"content_index":0,"annotation_index":0,"annotation":{"type":"file_citation"}})",
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

}  // namespace
}  // namespace argwright::protocol::responses
