#include "protocol/responses/stream_encoder.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "protocol/fields.h"
#include "protocol/responses/shown_events.h"

namespace argwright::protocol::responses {
namespace {

std::vector<json::Value> events_of(std::string_view bytes) {
  SseReader reader;
  reader.feed(bytes);
  reader.finish();
  std::vector<json::Value> events;
  for (SseBlock block; reader.next(block);) {
    Result<json::Value> event = json::parse(block.data);
    EXPECT_TRUE(event) << block.data;
    if (!event) continue;
    EXPECT_EQ(block.type, text_at(*event, "type"));
    EXPECT_EQ(integer_at(*event, "sequence_number"), static_cast<std::int64_t>(events.size()));
    events.push_back(std::move(*event));
  }
  return events;
}

// The types, without "response.".
Lines types_of(const std::vector<json::Value>& events) {
  Lines types;
  for (const json::Value& event : events) {
    const std::string_view type = text_at(event, "type");
    types.emplace_back(type.starts_with("response.") ? type.substr(9) : type);
  }
  return types;
}

Start start(std::string id = "chatcmpl-42") {
  Start start;
  start.id = std::move(id);
  start.model = "m";
  start.created = 9;
  return start;
}
PartStart begin(int part, PartKind kind, std::string id = {}, ReasoningForm form = ReasoningForm::kText) {
  PartStart start;
  start.part = part;
  start.kind = kind;
  start.form = form;
  start.id = std::move(id);
  return start;
}
Delta delta(int part, std::string text) {
  Delta delta;
  delta.part = part;
  delta.text = std::move(text);
  return delta;
}
PartEnd finish_part(int part) {
  PartEnd end;
  end.part = part;
  return end;
}
Call call(std::string id, std::string arguments) {
  Call call;
  call.id = std::move(id);
  call.name = "f";
  call.arguments = std::move(arguments);
  return call;
}
Finish finish(FinishReason reason) {
  Finish finish;
  finish.reason = reason;
  return finish;
}

const EncodeOptions kOther{};
const EncodeOptions kSame{true, true, true};

const json::Value& response_of(const json::Value& event) { return *event.find("response"); }
std::string output_of(const json::Value& event) { return json::write(*response_of(event).find("output")); }

TEST(ResponsesStreamEncoder, WritesTextInTheOrderThatClientsDemand) {
  const auto events =
      events_of(encode_stream({start(), begin(0, PartKind::kText), delta(0, "Hel"), delta(0, "lo"),
                               finish_part(0), finish(FinishReason::kStop), End{}},
                              kOther));
  EXPECT_EQ(types_of(events), (Lines{"created", "in_progress", "output_item.added", "content_part.added",
                                     "output_text.delta", "output_text.delta", "output_text.done",
                                     "content_part.done", "output_item.done", "completed"}));
  EXPECT_EQ(json::write(events[2]),
            R"({"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":)"
            R"({"id":"msg_42_0","type":"message","status":"in_progress","content":[],"role":"assistant"}})");
  EXPECT_EQ(
      json::write(events[3]),
      R"({"type":"response.content_part.added","sequence_number":3,"item_id":"msg_42_0","output_index":0,)"
      R"("content_index":0,"part":{"type":"output_text","annotations":[],"logprobs":[],"text":""}})");
  EXPECT_EQ(
      json::write(events[4]),
      R"({"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_42_0","output_index":0,)"
      R"("content_index":0,"delta":"Hel","logprobs":[]})");
  EXPECT_EQ(text_at(events[6], "text"), "Hello");
  EXPECT_EQ(output_of(events[9]),
            R"([{"id":"msg_42_0","type":"message","status":"completed","content":[{"type":"output_text",)"
            R"("annotations":[],"logprobs":[],"text":"Hello"}],"role":"assistant"}])");
}

TEST(ResponsesStreamEncoder, WritesAResponseWithEveryMemberThatTypesDemand) {
  const auto events = events_of(encode_stream({start(), finish(FinishReason::kStop), End{}}, kOther));
  EXPECT_EQ(
      json::write(response_of(events[2])),
      R"({"id":"chatcmpl-42","object":"response","created_at":9,"status":"completed","error":null,)"
      R"("incomplete_details":null,"model":"m","output":[],"background":false,"instructions":null,)"
      R"("max_output_tokens":null,"metadata":{},"parallel_tool_calls":true,"previous_response_id":null,)"
      R"("reasoning":{"effort":null,"summary":null},"service_tier":"default","temperature":1,)"
      R"("text":{"format":{"type":"text"}},"tool_choice":"auto","tools":[],"top_p":1,)"
      R"("truncation":"disabled","usage":null})");
  EXPECT_EQ(text_at(response_of(events[0]), "status"), "in_progress");
}

TEST(ResponsesStreamEncoder, WritesExtrasForTheSameProtocolOnly) {
  Start head = start();
  head.extras = {{"store", true}, {"temperature", json::Number{"0.5"}}};
  Finish last = finish(FinishReason::kStop);
  last.extras = {{"store", false}};
  const auto same = events_of(encode_stream({head, last, End{}}, kSame));
  EXPECT_EQ(json::write(*response_of(same[0]).find("store")), "true");
  EXPECT_EQ(json::write(*response_of(same[0]).find("temperature")), "0.5");
  EXPECT_EQ(json::write(*response_of(same[2]).find("store")), "false");
  const auto other = events_of(encode_stream({head, last, End{}}, kOther));
  EXPECT_EQ(response_of(other[2]).find("store"), nullptr);
  EXPECT_EQ(json::write(*response_of(other[2]).find("temperature")), "1");
}

TEST(ResponsesStreamEncoder, GroupsPartsOfOneItem) {
  const auto events = events_of(encode_stream(
      {start(), begin(0, PartKind::kText, "msg_1"), delta(0, "a"), finish_part(0),
       begin(1, PartKind::kRefusal, "msg_1"), delta(1, "b"), finish_part(1), begin(2, PartKind::kText),
       delta(2, "c"), finish_part(2), begin(3, PartKind::kText), delta(3, "d"), finish_part(3), End{}},
      kOther));
  const json::Array& output = response_of(events.back()).find("output")->items();
  ASSERT_EQ(output.size(), 3U);
  EXPECT_EQ(
      json::write(*output[0].find("content")),
      R"([{"type":"output_text","annotations":[],"logprobs":[],"text":"a"},{"type":"refusal","refusal":"b"}])");
  EXPECT_EQ(text_at(output[0], "id"), "msg_1");
  EXPECT_EQ(text_at(output[1], "id"), "msg_42_1");
  EXPECT_EQ(text_at(output[2], "id"), "msg_42_2");
}

TEST(ResponsesStreamEncoder, WritesReasoningAsSummariesWithItsProof) {
  PartEnd end = finish_part(0);
  end.proof.signature = "sig";
  const auto events = events_of(
      encode_stream({start(), begin(0, PartKind::kReasoning), delta(0, "why"), end, End{}}, kOther));
  EXPECT_EQ(types_of(events),
            (Lines{"created", "in_progress", "output_item.added", "reasoning_summary_part.added",
                   "reasoning_summary_text.delta", "reasoning_summary_text.done",
                   "reasoning_summary_part.done", "output_item.done", "completed"}));
  EXPECT_EQ(output_of(events.back()),
            R"([{"id":"rs_42_0","type":"reasoning","summary":[{"type":"summary_text","text":"why"}],)"
            R"("encrypted_content":"sig"}])");
}

TEST(ResponsesStreamEncoder, WritesReasoningTextWhereTheSameProtocolToldIt) {
  const auto events = events_of(encode_stream(
      {start(), begin(0, PartKind::kReasoning, "rs_1"), delta(0, "why"), finish_part(0), End{}}, kSame));
  EXPECT_EQ(types_of(events), (Lines{"created", "in_progress", "output_item.added", "content_part.added",
                                     "reasoning_text.delta", "reasoning_text.done", "content_part.done",
                                     "output_item.done", "completed"}));
  EXPECT_EQ(
      output_of(events.back()),
      R"([{"id":"rs_1","type":"reasoning","summary":[],"content":[{"type":"reasoning_text","text":"why"}]}])");
}

TEST(ResponsesStreamEncoder, WritesReasoningWithoutTextAsABareItem) {
  PartEnd end = finish_part(0);
  end.proof.encrypted = "e";
  const auto events =
      events_of(encode_stream({start(), begin(0, PartKind::kReasoning, "rs_1"), end, End{}}, kOther));
  EXPECT_EQ(types_of(events),
            (Lines{"created", "in_progress", "output_item.added", "output_item.done", "completed"}));
  EXPECT_EQ(output_of(events.back()),
            R"([{"id":"rs_1","type":"reasoning","summary":[],"encrypted_content":"e"}])");
}

TEST(ResponsesStreamEncoder, WritesCallsWhole) {
  Call custom = call("call_2", "free");
  custom.custom = true;
  custom.item_id = "ctc_9";
  const auto events = events_of(encode_stream(
      {start(), call("call_1", R"({"a":1})"), custom, finish(FinishReason::kCalls), End{}}, kOther));
  EXPECT_EQ(types_of(events), (Lines{"created", "in_progress", "output_item.added",
                                     "function_call_arguments.delta", "function_call_arguments.done",
                                     "output_item.done", "output_item.added", "custom_tool_call_input.delta",
                                     "custom_tool_call_input.done", "output_item.done", "completed"}));
  EXPECT_EQ(
      json::write(*events[2].find("item")),
      R"({"id":"fc_42_0","type":"function_call","status":"in_progress","arguments":"","call_id":"call_1","name":"f"})");
  EXPECT_EQ(json::write(events[3]),
            R"({"type":"response.function_call_arguments.delta","sequence_number":3,"item_id":"fc_42_0",)"
            R"("output_index":0,"delta":"{\"a\":1}"})");
  EXPECT_EQ(json::write(events[4]),
            R"({"type":"response.function_call_arguments.done","sequence_number":4,"item_id":"fc_42_0",)"
            R"("output_index":0,"name":"f","arguments":"{\"a\":1}"})");
  EXPECT_EQ(output_of(events.back()),
            R"([{"id":"fc_42_0","type":"function_call","status":"completed","arguments":"{\"a\":1}",)"
            R"("call_id":"call_1","name":"f"},{"id":"ctc_9","type":"custom_tool_call","status":"completed",)"
            R"("call_id":"call_2","input":"free","name":"f"}])");
}

TEST(ResponsesStreamEncoder, GoesOnWithAPartThatACallInterrupted) {
  const auto events = events_of(encode_stream({start(), begin(0, PartKind::kText, "msg_1"), delta(0, "a"),
                                               call("call_1", "{}"), delta(0, "b"), finish_part(0), End{}},
                                              kOther));
  const json::Array& output = response_of(events.back()).find("output")->items();
  ASSERT_EQ(output.size(), 3U);
  EXPECT_EQ(text_at(output[0].find("content")->items()[0], "text"), "a");
  EXPECT_EQ(text_at(output[1], "type"), "function_call");
  EXPECT_EQ(text_at(output[2].find("content")->items()[0], "text"), "b");
}

TEST(ResponsesStreamEncoder, WritesPiecesOfCallsAsTheyCome) {
  CallPiece first;
  first.index = 3;
  first.id = "call_1";
  CallPiece named;
  named.index = 3;
  named.name = "f";
  named.arguments = "{";
  CallPiece whole;
  whole.index = 3;
  whole.arguments = "{}";
  whole.replaces = true;
  whole.ended = true;
  const auto events = events_of(encode_stream({start(), first, named, whole, End{}}, kOther));
  EXPECT_EQ(types_of(events), (Lines{"created", "in_progress", "output_item.added",
                                     "function_call_arguments.delta", "function_call_arguments.delta",
                                     "function_call_arguments.done", "output_item.done", "completed"}));
  EXPECT_EQ(
      output_of(events.back()),
      R"([{"id":"fc_42_0","type":"function_call","status":"completed","arguments":"{}","call_id":"call_1","name":"f"}])");
}

TEST(ResponsesStreamEncoder, WritesOpaquePartsForTheSameProtocolOnly) {
  PartStart search = begin(0, PartKind::kOpaque, "ws_1");
  search.opaque = json::Object{{"id", "ws_1"}, {"type", "web_search_call"}, {"status", "in_progress"}};
  PartEnd end = finish_part(0);
  end.opaque = json::Object{{"id", "ws_1"}, {"type", "web_search_call"}, {"status", "completed"}};
  Other progress{"response.web_search_call.searching",
                 json::Object{{"type", "response.web_search_call.searching"},
                              {"sequence_number", json::Number{"77"}},
                              {"output_index", json::Number{"5"}},
                              {"item_id", "ws_1"}},
                 0};
  const Events all{start(), search, progress, end, End{}};
  const auto same = events_of(encode_stream(all, kSame));
  EXPECT_EQ(types_of(same), (Lines{"created", "in_progress", "output_item.added", "web_search_call.searching",
                                   "output_item.done", "completed"}));
  EXPECT_EQ(
      json::write(same[3]),
      R"({"type":"response.web_search_call.searching","sequence_number":3,"output_index":0,"item_id":"ws_1"})");
  EXPECT_EQ(output_of(same.back()), R"([{"id":"ws_1","type":"web_search_call","status":"completed"}])");
  EXPECT_EQ(types_of(events_of(encode_stream(all, kOther))), (Lines{"created", "in_progress", "completed"}));
}

TEST(ResponsesStreamEncoder, WritesAnnotationsForTheSameProtocolOnly) {
  PartEnd end = finish_part(0);
  end.annotations = {json::Object{{"url", "u"}}};
  const Events all{start(), begin(0, PartKind::kText), delta(0, "a"), end, End{}};
  const auto same = events_of(encode_stream(all, kSame));
  EXPECT_EQ(json::write(same[5]),
            R"({"type":"response.output_text.annotation.added","sequence_number":5,"item_id":"msg_42_0",)"
            R"("output_index":0,"content_index":0,"annotation_index":0,"annotation":{"url":"u"}})");
  EXPECT_NE(output_of(same.back()).find(R"("annotations":[{"url":"u"}])"), std::string::npos);
  EXPECT_NE(output_of(events_of(encode_stream(all, kOther)).back()).find(R"("annotations":[])"),
            std::string::npos);
}

// Members for which the model has no place, and the order of all.
TEST(ResponsesStreamEncoder, WritesAnItemAsItWasToldWhereNothingOfItChanged) {
  const auto output = [](std::string_view text) {
    Events events = decode_stream(stream(
        {R"({"type":"response.created","response":{"id":"resp_1","created_at":1,"model":"m","output":[]}})",
         R"({"type":"response.output_item.added","output_index":0,"item":{"type":"message","id":"msg_1","content":[]}})",
         R"({"type":"response.content_part.added","item_id":"msg_1","output_index":0,"content_index":0,"part":{"type":"output_text","text":""}})",
         R"({"type":"response.output_text.delta","item_id":"msg_1","output_index":0,"content_index":0,"delta":"a"})",
         R"({"type":"response.content_part.done","item_id":"msg_1","output_index":0,"content_index":0,"part":{"type":"output_text","text":"a"}})",
         R"({"type":"response.output_item.done","output_index":0,"item":{"type":"message","id":"msg_1","new":1,"content":[{"text":"a","type":"output_text"}]}})",
         R"({"type":"response.completed","response":{}})"}));
    for (Event& event : events) {
      if (auto* delta = std::get_if<Delta>(&event)) delta->text = text;
    }
    return output_of(events_of(encode_stream(events, kSame)).back());
  };
  EXPECT_EQ(output("a"),
            R"([{"type":"message","id":"msg_1","new":1,"content":[{"text":"a","type":"output_text"}]}])");
  EXPECT_NE(output("b").find(R"("text":"b")"), std::string::npos);
}

TEST(ResponsesStreamEncoder, WritesTheEndByTheFinish) {
  const auto last = [](const Events& events) { return events_of(encode_stream(events, kOther)).back(); };
  const json::Value length = last({start(), begin(0, PartKind::kText), delta(0, "a"), finish_part(0),
                                   finish(FinishReason::kLength), End{}});
  EXPECT_EQ(text_at(length, "type"), "response.incomplete");
  EXPECT_EQ(json::write(*response_of(length).find("incomplete_details")),
            R"({"reason":"max_output_tokens"})");
  EXPECT_EQ(text_at(response_of(length).find("output")->items()[0], "status"), "incomplete");
  const json::Value filter = last({start(), finish(FinishReason::kFilter), End{}});
  EXPECT_EQ(json::write(*response_of(filter).find("incomplete_details")), R"({"reason":"content_filter"})");
  EXPECT_EQ(text_at(last({start(), finish(FinishReason::kPause), End{}}), "type"), "response.completed");
  EXPECT_EQ(text_at(last({start(), End{false}}), "type"), "response.incomplete");
  EXPECT_EQ(text_at(last({start(), finish(FinishReason::kStop), End{false}}), "type"), "response.completed");
}

TEST(ResponsesStreamEncoder, WritesUsageInItsOwnWords) {
  UsageTold told;
  told.usage.input = 10;
  told.usage.cached = 4;
  told.usage.output = 5;
  told.usage.source = json::Object{{"prompt_tokens", json::Number{"10"}}};
  const auto usage = [&](const EncodeOptions& options) {
    const auto events =
        events_of(encode_stream({start(), finish(FinishReason::kStop), told, End{}}, options));
    return json::write(*response_of(events.back()).find("usage"));
  };
  EXPECT_EQ(usage(kOther),
            R"({"input_tokens":10,"input_tokens_details":{"cached_tokens":4},"output_tokens":5,)"
            R"("output_tokens_details":{"reasoning_tokens":0},"total_tokens":15})");
  EXPECT_EQ(usage(kSame), usage(kOther)) << "clients demand the two counts";
  told.usage.source =
      json::Object{{"input_tokens", json::Number{"10"}}, {"output_tokens", json::Number{"5"}}};
  EXPECT_EQ(usage(kSame), R"({"input_tokens":10,"output_tokens":5})");
}

TEST(ResponsesStreamEncoder, WritesAFailureSoThatEveryClientSeesIt) {
  Failure failure;
  failure.error.message = "boom";
  failure.error.code = "rate_limited";
  const auto events =
      events_of(encode_stream({start(), begin(0, PartKind::kText), delta(0, "a"), failure, End{}}, kOther));
  EXPECT_EQ(types_of(events),
            (Lines{"created", "in_progress", "output_item.added", "content_part.added", "output_text.delta",
                   "output_text.done", "content_part.done", "output_item.done", "error", "failed"}));
  EXPECT_EQ(json::write(events[8]),
            R"({"type":"error","sequence_number":8,"code":"rate_limited","message":"boom","param":null,)"
            R"("error":{"type":"server_error","code":"rate_limited","message":"boom","param":null}})");
  EXPECT_EQ(json::write(*response_of(events[9]).find("error")),
            R"({"code":"rate_limited","message":"boom"})");
  EXPECT_EQ(text_at(response_of(events[9]), "status"), "failed");
}

TEST(ResponsesStreamEncoder, DropsOtherChoices) {
  PartStart second = begin(0, PartKind::kText);
  second.choice = 1;
  Delta text = delta(0, "x");
  text.choice = 1;
  EXPECT_EQ(types_of(events_of(encode_stream({start(), second, text, End{}}, kOther))),
            (Lines{"created", "in_progress", "completed"}));
}

TEST(ResponsesStreamEncoder, MakesUpIdsThatAreTheSameEachTimeAndNeverUsedTwice) {
  const Events all{start(""),
                   begin(0, PartKind::kText, "msg_1"),
                   delta(0, "a"),
                   finish_part(0),
                   call("c", "{}"),
                   begin(1, PartKind::kText, "msg_1"),
                   delta(1, "b"),
                   finish_part(1),
                   End{}};
  const std::string bytes = encode_stream(all, kSame);
  EXPECT_EQ(bytes, encode_stream(all, kSame));
  const auto events = events_of(bytes);
  EXPECT_TRUE(text_at(response_of(events[0]), "id").starts_with("resp_"));
  const json::Array& output = response_of(events.back()).find("output")->items();
  ASSERT_EQ(output.size(), 3U);
  EXPECT_EQ(text_at(output[0], "id"), "msg_1");
  EXPECT_NE(text_at(output[2], "id"), "msg_1");
}

TEST(ResponsesStreamEncoder, WritesNothingBehindTheEnd) {
  const Events all{start(), End{}, begin(0, PartKind::kText), delta(0, "a"), End{}};
  EXPECT_EQ(types_of(events_of(encode_stream(all, kOther))), (Lines{"created", "in_progress", "completed"}));
}

// --- passing
// -------------------------------------------------------------------------------------------------

// As a relay does it: blocks pass unless `changes` says that the block with this number was changed.
template <typename Changes>
std::string relayed(std::string_view bytes, const Changes& changes) {
  const auto decoder = responses_codec().stream_decoder(DecodeOptions{});
  const auto encoder = responses_codec().stream_encoder(kSame);
  SseReader reader;
  reader.feed(bytes);
  reader.finish();
  std::string out;
  int number = 0;
  for (SseBlock block; reader.next(block); ++number) {
    Events events;
    decoder->decode(block, events);
    const bool changed = changes(number, events);
    if (!changed && encoder->pass(block, events, out)) continue;
    encoder->diverge();
    for (const Event& event : events) encoder->encode(event, out);
  }
  Events rest;
  decoder->finish(rest);
  for (const Event& event : rest) encoder->encode(event, out);
  return out;
}

std::string sample() {
  return encode_stream(
      {start("resp_1"), begin(0, PartKind::kReasoning, "rs_1", ReasoningForm::kSummary), delta(0, "why"),
       finish_part(0), begin(1, PartKind::kText, "msg_1"), delta(1, "Hello"), finish_part(1),
       call("call_1", "{}"), finish(FinishReason::kCalls), End{}},
      kSame);
}

TEST(ResponsesStreamEncoder, PassesAStreamByteForByte) {
  const std::string bytes = ": comment\n\n" + sample() + "data: [DONE]\n\n";
  EXPECT_EQ(relayed(bytes, [](int, Events&) { return false; }), bytes);
}

TEST(ResponsesStreamEncoder, DoesNotPassASecondResponse) {
  const std::string bytes = sample();
  EXPECT_EQ(relayed(bytes + bytes, [](int, Events&) { return false; }), bytes);
}

TEST(ResponsesStreamEncoder, GoesOnWithItsOwnCountBehindAChange) {
  const std::string bytes = sample();
  const std::size_t count = events_of(bytes).size();
  const Lines types = types_of(events_of(bytes));
  // From whichever block on, what was passed and what is encoded fit together (events_of checks the numbers).
  for (std::size_t from = 0; from < count; ++from) {
    const std::string out = relayed(bytes, [&](int number, Events& events) {
      events = with_whole_calls(events);
      return static_cast<std::size_t>(number) >= from;
    });
    SCOPED_TRACE(from);
    // The end of a reasoning part waits for its proof: it may be told twice, or once more, but nothing is
    // missing.
    const auto events = [&] {
      SseReader reader;
      reader.feed(out);
      std::vector<json::Value> values;
      for (SseBlock block; reader.next(block);) values.push_back(*json::parse(block.data));
      return values;
    }();
    EXPECT_EQ(output_of(events.back()), output_of(events_of(bytes).back()));
  }
}

TEST(ResponsesStreamEncoder, EncodesAnItemWhosePlaceIsNotTheClients) {
  // The call is held back, as a governor does with one that may still change.
  const std::string bytes = stream(
      {R"({"type":"response.created","sequence_number":0,"response":{"id":"resp_1","created_at":1,"model":"m","output":[]}})",
       R"({"type":"response.output_item.added","output_index":0,"item":{"id":"fc_1","type":"function_call","arguments":"","call_id":"c","name":"f"}})",
       R"({"type":"response.output_item.added","output_index":1,"item":{"id":"msg_1","type":"message","content":[]}})",
       R"({"type":"response.completed","response":{}})"});
  const std::string out = relayed(bytes, [](int, Events& events) {
    return std::erase_if(events,
                         [](const Event& event) { return std::holds_alternative<CallPiece>(event); }) > 0;
  });
  EXPECT_EQ(out.find(R"("output_index":1)"), std::string::npos) << out;
  EXPECT_NE(out.find(R"("output_index":0,"item":{"id":"msg_1")"), std::string::npos) << out;
}

// What the upstream's own event has announced is not announced again.
TEST(ResponsesStreamEncoder, GoesOnWithAReasoningPartThatHasPassed) {
  const std::string out = relayed(
      block(
          R"({"type":"response.created","response":{"id":"resp_1","created_at":1,"model":"m","output":[]}})") +
          block(
              R"({"type":"response.output_item.added","output_index":0,"item":{"id":"rs_1","type":"reasoning","summary":[]}})") +
          block(
              R"({"type":"response.reasoning_summary_part.added","item_id":"rs_1","output_index":0,"summary_index":0,"part":{"type":"summary_text","text":""}})") +
          block(
              R"({"type":"response.reasoning_summary_text.delta","item_id":"rs_1","output_index":0,"summary_index":0,"delta":"why"})"),
      [](int number, Events&) { return number == 3; });
  const std::string added = R"("type":"response.reasoning_summary_part.added")";
  EXPECT_NE(out.find(added), std::string::npos);
  EXPECT_EQ(out.find(added), out.rfind(added)) << out;
}

TEST(ResponsesStreamEncoder, EncodesAFlatErrorThatClientsWouldNotRaise) {
  const std::string created = block(
      R"({"type":"response.created","response":{"id":"resp_1","created_at":1,"model":"m","output":[]}})");
  const auto keep = [](int, Events&) { return false; };
  const std::string flat = relayed(created + block(R"({"type":"error","code":"c","message":"boom"})"), keep);
  EXPECT_NE(flat.find(R"("error":{"type":"server_error","code":"c","message":"boom")"), std::string::npos)
      << flat;
  const std::string bare = relayed(created + block(R"({"error":{"message":"boom"}})"), keep);
  EXPECT_NE(bare.find(R"("type":"error","sequence_number":1)"), std::string::npos) << bare;
  const std::string nested =
      created + block(R"({"type":"error","sequence_number":1,"error":{"type":"t","message":"boom"}})");
  EXPECT_EQ(relayed(nested, keep), nested);
}

}  // namespace
}  // namespace argwright::protocol::responses
