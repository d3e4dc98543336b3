#include "protocol/responses/stream_decoder.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "protocol/responses/shown_events.h"

namespace argwright::protocol::responses {
namespace {

constexpr std::string_view kCreated =
    R"({"type":"response.created","sequence_number":0,"response":{"id":"resp_1","object":"response","created_at":17,)"
    R"("status":"in_progress","model":"m","output":[],"store":true}})";
constexpr std::string_view kCompleted =
    R"({"type":"response.completed","response":{"id":"resp_1","status":"completed"}})";

// The lines between those of kCreated and those of kCompleted.
Lines inner(std::vector<std::string_view> data) {
  data.insert(data.begin(), kCreated);
  data.push_back(kCompleted);
  Lines lines = decoded(data);
  EXPECT_EQ(lines.front(), "start id=resp_1 model=m created=17 extras={\"store\":true}");
  EXPECT_EQ(lines.back(), "clean");
  lines.erase(lines.begin());
  lines.pop_back();
  std::erase(lines, "mended output_incomplete");  // kCompleted holds no output
  return lines;
}

bool has(const Lines& lines, std::string_view line) { return std::ranges::find(lines, line) != lines.end(); }

TEST(ResponsesStreamDecoder, ReadsAMessageWithItsParts) {
  const Lines lines = inner({
      R"({"type":"response.in_progress","response":{"id":"resp_1","created_at":1,"model":"m","output":[]}})",
      R"({"type":"response.output_item.added","output_index":0,"item":{"id":"msg_1","type":"message","status":"in_progress","role":"assistant","content":[],"phase":"commentary"}})",
      R"({"type":"response.content_part.added","item_id":"msg_1","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[]}})",
      R"({"type":"response.output_text.delta","item_id":"msg_1","output_index":0,"content_index":0,"delta":"Hel","logprobs":[],"obfuscation":"x"})",
      R"({"type":"response.output_text.delta","item_id":"msg_1","output_index":0,"content_index":0,"delta":"lo","logprobs":[{"token":"lo","logprob":-1,"top_logprobs":[]}]})",
      R"({"type":"response.output_text.done","item_id":"msg_1","output_index":0,"content_index":0,"text":"Hello"})",
      R"({"type":"response.content_part.done","item_id":"msg_1","output_index":0,"content_index":0,"part":{"type":"output_text","text":"Hello"}})",
      R"({"type":"response.content_part.added","item_id":"msg_1","output_index":0,"content_index":1,"part":{"type":"refusal","refusal":""}})",
      R"({"type":"response.refusal.delta","item_id":"msg_1","output_index":0,"content_index":1,"delta":"No."})",
      R"({"type":"response.refusal.done","item_id":"msg_1","output_index":0,"content_index":1,"refusal":"No."})",
      R"({"type":"response.content_part.done","item_id":"msg_1","output_index":0,"content_index":1,"part":{"type":"refusal","refusal":"No."}})",
      R"({"type":"response.output_item.done","output_index":0,"item":{"id":"msg_1","type":"message","status":"completed","role":"assistant","content":[{"type":"output_text","text":"Hello"},{"type":"refusal","refusal":"No."}]}})",
  });
  EXPECT_EQ(lines, (Lines{"other response.output_item.added",
                          R"(part 0 text id=msg_1 extras={"phase":"commentary"})", "delta 0 Hel",
                          R"(delta 0 lo extras={"logprobs":[{"token":"lo","logprob":-1,"top_logprobs":[]}]})",
                          "end 0", "part 1 refusal id=msg_1", "delta 1 No.", "end 1",
                          "other response.output_item.done", "finish stop word=completed"}));
}

TEST(ResponsesStreamDecoder, TellsWhatHeadsAndEndsLack) {
  const std::string end =
      R"({"type":"response.completed","response":{"id":"resp_1","status":"completed","output":[],)";
  const auto notes = [](const std::vector<std::string_view>& data) {
    Lines lines = inner(data);
    std::erase_if(lines, [](const std::string& line) { return !line.starts_with("mended "); });
    return lines;
  };
  EXPECT_EQ(notes({R"({"type":"response.in_progress","response":{"id":"r","status":"in_progress"}})"}),
            (Lines{"mended head_incomplete"}));
  EXPECT_EQ(
      notes({R"({"type":"response.queued","response":{"id":"r","created_at":1,"model":null,"output":[]}})"}),
      (Lines{"mended head_incomplete"}));
  for (const std::string_view details :
       {R"("incomplete_details":{}}})", R"("incomplete_details":{"reason":null}}})", R"("error":{}}})"}) {
    EXPECT_EQ(notes({end + std::string(details)}), (Lines{"mended details_kind"})) << details;
  }
  EXPECT_EQ(notes({end + R"("incomplete_details":null,"error":null}})"}), Lines{});
  for (const std::string_view id : {R"("id":"resp_2",)", R"("id":null,)", ""}) {
    const std::string members = std::string(id) + R"("created_at":1,"model":"m","output":[]}})";
    EXPECT_EQ(notes({R"({"type":"response.completed","response":{"status":"completed",)" + members}),
              (Lines{"mended response_id"}))
        << id;
  }
  EXPECT_EQ(
      notes(
          {R"({"type":"response.in_progress","response":{"id":"r","created_at":1,"model":"m","output":[]}})"}),
      (Lines{"mended response_id"}));
}

TEST(ResponsesStreamDecoder, ReadsAnnotationsAsTheyComeAndAtThePartsEnd) {
  const std::vector<std::string_view> begin = {
      R"({"type":"response.output_item.added","output_index":0,"item":{"id":"msg_1","type":"message","content":[]}})",
      R"({"type":"response.content_part.added","item_id":"msg_1","output_index":0,"content_index":0,"part":{"type":"output_text","text":""}})",
      R"({"type":"response.output_text.delta","item_id":"msg_1","output_index":0,"content_index":0,"delta":"a"})",
  };
  std::vector<std::string_view> streamed = begin;
  streamed.push_back(
      R"({"type":"response.output_text.annotation.added","item_id":"msg_1","output_index":0,"content_index":0,"annotation_index":0,"annotation":{"type":"url_citation","url":"u"}})");
  streamed.push_back(
      R"({"type":"response.content_part.done","item_id":"msg_1","output_index":0,"content_index":0,"part":{"type":"output_text","text":"a","annotations":[]}})");
  EXPECT_TRUE(has(
      inner(streamed),
      R"(end 0 annotations=[{"type":"url_citation","url":"u","title":"","start_index":0,"end_index":0}])"));

  std::vector<std::string_view> at_end = begin;
  at_end.push_back(
      R"({"type":"response.content_part.done","item_id":"msg_1","output_index":0,"content_index":0,"part":{"type":"output_text","text":"a","annotations":[{"type":"t","url":"v"}]}})");
  EXPECT_TRUE(has(inner(at_end), R"(end 0 annotations=[{"type":"t","url":"v"}])"));

  std::vector<std::string_view> with_item = begin;
  with_item.push_back(
      R"({"type":"response.output_item.done","output_index":0,"item":{"id":"msg_1","type":"message","content":[{"type":"output_text","text":"a","annotations":[{"type":"t","url":"w"}]}]}})");
  EXPECT_TRUE(has(inner(with_item), R"(end 0 annotations=[{"type":"t","url":"w"}])"));
}

TEST(ResponsesStreamDecoder, GivesTheProofOfReasoningToItsLastPart) {
  const Lines lines = inner({
      R"({"type":"response.output_item.added","output_index":0,"item":{"id":"rs_1","type":"reasoning","summary":[],"encrypted_content":"early"}})",
      R"({"type":"response.reasoning_summary_part.added","item_id":"rs_1","output_index":0,"summary_index":0,"part":{"type":"summary_text","text":""}})",
      R"({"type":"response.reasoning_summary_text.delta","item_id":"rs_1","output_index":0,"summary_index":0,"delta":"One"})",
      R"({"type":"response.reasoning_summary_text.done","item_id":"rs_1","output_index":0,"summary_index":0,"text":"One"})",
      R"({"type":"response.reasoning_summary_part.done","item_id":"rs_1","output_index":0,"summary_index":0,"part":{"type":"summary_text","text":"One"}})",
      R"({"type":"response.reasoning_summary_part.added","item_id":"rs_1","output_index":0,"summary_index":1,"part":{"type":"summary_text","text":""}})",
      R"({"type":"response.reasoning_summary_text.delta","item_id":"rs_1","output_index":0,"summary_index":1,"delta":"Two"})",
      R"({"type":"response.reasoning_summary_part.done","item_id":"rs_1","output_index":0,"summary_index":1,"part":{"type":"summary_text","text":"Two"}})",
      R"({"type":"response.output_item.done","output_index":0,"item":{"id":"rs_1","type":"reasoning","summary":[{"type":"summary_text","text":"One"},{"type":"summary_text","text":"Two"}],"encrypted_content":"late"}})",
  });
  EXPECT_EQ(lines, (Lines{"other response.output_item.added", "part 0 summary id=rs_1", "delta 0 One",
                          "end 0", "part 1 summary id=rs_1", "delta 1 Two", "end 1 encrypted=late",
                          "other response.output_item.done", "finish stop word=completed"}));
}

TEST(ResponsesStreamDecoder, ReadsReasoningThatIsToldAsText) {
  const Lines lines = inner({
      R"({"type":"response.output_item.added","output_index":0,"item":{"id":"rs_1","type":"reasoning","summary":[]}})",
      R"({"type":"response.content_part.added","item_id":"rs_1","output_index":0,"content_index":0,"part":{"type":"reasoning_text","text":""}})",
      R"({"type":"response.reasoning_text.delta","item_id":"rs_1","output_index":0,"content_index":0,"delta":"Hm"})",
      R"({"type":"response.reasoning_text.done","item_id":"rs_1","output_index":0,"content_index":0,"text":"Hm"})",
      R"({"type":"response.content_part.done","item_id":"rs_1","output_index":0,"content_index":0,"part":{"type":"reasoning_text","text":"Hm"}})",
      R"({"type":"response.output_item.done","output_index":0,"item":{"id":"rs_1","type":"reasoning","summary":[],"content":[{"type":"reasoning_text","text":"Hm"}]}})",
  });
  EXPECT_EQ(lines, (Lines{"other response.output_item.added", "part 0 reasoning id=rs_1", "delta 0 Hm",
                          "end 0", "other response.output_item.done", "finish stop word=completed"}));
}

TEST(ResponsesStreamDecoder, GivesOnePartForReasoningWithoutText) {
  const Lines lines = inner({
      R"({"type":"response.output_item.added","output_index":0,"item":{"id":"rs_1","type":"reasoning","summary":[]}})",
      R"({"type":"response.output_item.done","output_index":0,"item":{"id":"rs_1","type":"reasoning","summary":[],"encrypted_content":"e"}})",
  });
  EXPECT_EQ(lines, (Lines{"other response.output_item.added", "part 0 summary id=rs_1", "end 0 encrypted=e",
                          "other response.output_item.done", "finish stop word=completed"}));
}

TEST(ResponsesStreamDecoder, ReadsCallsInPieces) {
  const Lines lines = inner({
      R"({"type":"response.output_item.added","output_index":0,"item":{"id":"fc_1","type":"function_call","status":"in_progress","arguments":"","call_id":"call_1","name":"f","namespace":"n"}})",
      R"({"type":"response.function_call_arguments.delta","item_id":"fc_1","output_index":0,"delta":"{\"a\""})",
      R"({"type":"response.function_call_arguments.delta","item_id":"fc_1","output_index":0,"delta":":1}"})",
      R"({"type":"response.function_call_arguments.done","item_id":"fc_1","output_index":0,"arguments":"{\"a\":1}"})",
      R"({"type":"response.output_item.done","output_index":0,"item":{"id":"fc_1","type":"function_call","status":"completed","arguments":"{\"a\":1}","call_id":"call_1","name":"f","namespace":"n"}})",
      R"({"type":"response.output_item.added","output_index":1,"item":{"id":"ctc_1","type":"custom_tool_call","input":"","call_id":"call_2","name":"g"}})",
      R"({"type":"response.custom_tool_call_input.delta","item_id":"ctc_1","output_index":1,"delta":"free"})",
      R"({"type":"response.custom_tool_call_input.done","item_id":"ctc_1","output_index":1,"input":"free text"})",
      R"({"type":"response.output_item.done","output_index":1,"item":{"id":"ctc_1","type":"custom_tool_call","status":"completed","input":"free text","call_id":"call_2","name":"g"}})",
  });
  EXPECT_EQ(lines, (Lines{R"(piece 0 id=call_1 name=f item=fc_1 extras={"namespace":"n"})",
                          R"(piece 0 item=fc_1 more={"a")", R"(piece 0 item=fc_1 more=:1})",
                          R"(piece 0 item=fc_1 whole={"a":1})",
                          R"(piece 0 id=call_1 name=f item=fc_1 whole={"a":1} ended)",
                          "custom piece 1 id=call_2 name=g item=ctc_1", "custom piece 1 item=ctc_1 more=free",
                          "custom piece 1 item=ctc_1 whole=free text",
                          "custom piece 1 id=call_2 name=g item=ctc_1 whole=free text ended",
                          "finish calls word=completed"}));
}

TEST(ResponsesStreamDecoder, DoesNotEndACallThatIsToldToBeIncomplete) {
  const Lines lines = inner({
      R"({"type":"response.output_item.added","output_index":0,"item":{"id":"fc_1","type":"function_call","arguments":"","call_id":"c","name":"f"}})",
      R"({"type":"response.output_item.done","output_index":0,"item":{"id":"fc_1","type":"function_call","status":"incomplete","arguments":"{\"a","call_id":"c","name":"f"}})",
  });
  EXPECT_EQ(lines[1], R"(piece 0 id=c name=f item=fc_1 whole={"a)");
}

TEST(ResponsesStreamDecoder, KeepsStreamedArgumentsWhereTheEndForgetsThem) {
  const Lines lines = inner({
      R"({"type":"response.output_item.added","output_index":0,"item":{"id":"fc_1","type":"function_call","arguments":"","call_id":"c","name":"f"}})",
      R"({"type":"response.function_call_arguments.delta","item_id":"fc_1","output_index":0,"delta":"{}"})",
      R"({"type":"response.output_item.done","output_index":0,"item":{"id":"fc_1","type":"function_call","arguments":"","call_id":"c","name":"f"}})",
  });
  EXPECT_EQ(lines[2], "piece 0 id=c name=f item=fc_1 ended");
}

TEST(ResponsesStreamDecoder, ReadsArgumentsThatAreAnObjectAsTheirText) {
  const Lines lines = inner({
      R"({"type":"response.output_item.added","output_index":0,"item":{"id":"fc_1","type":"function_call","arguments":{"b": 1.10},"call_id":"c","name":"f"}})",
  });
  EXPECT_TRUE(has(lines, "mended arguments_not_a_string"));
  EXPECT_TRUE(has(lines, R"(piece 0 id=c name=f item=fc_1 more={"b":1.10})"));
}

TEST(ResponsesStreamDecoder, TakesOtherItemsAsOpaqueParts) {
  const Lines lines = inner({
      R"({"type":"response.output_item.added","output_index":0,"item":{"id":"ws_1","type":"web_search_call","status":"in_progress"}})",
      R"({"type":"response.web_search_call.searching","item_id":"ws_1","output_index":0})",
      R"({"type":"response.output_item.done","output_index":0,"item":{"id":"ws_1","type":"web_search_call","status":"completed"}})",
      R"({"type":"response.something_new","x":1})",
  });
  EXPECT_EQ(
      lines,
      (Lines{R"(part 0 opaque id=ws_1 opaque={"id":"ws_1","type":"web_search_call","status":"in_progress"})",
             "other response.web_search_call.searching of 0",
             R"(end 0 opaque={"id":"ws_1","type":"web_search_call","status":"completed"})",
             "other response.something_new", "finish stop word=completed"}));
}

TEST(ResponsesStreamDecoder, PutsHostedToolsThatRunSideBySideOneAfterTheOther) {
  const Lines lines = inner({
      R"({"type":"response.output_item.added","output_index":0,"item":{"id":"a","type":"web_search_call"}})",
      R"({"type":"response.output_item.added","output_index":1,"item":{"id":"b","type":"web_search_call"}})",
      R"({"type":"response.web_search_call.searching","item_id":"b","output_index":1})",
      R"({"type":"response.web_search_call.searching","item_id":"a","output_index":0})",
      R"({"type":"response.output_item.done","output_index":1,"item":{"id":"b","type":"web_search_call"}})",
      R"({"type":"response.output_item.done","output_index":0,"item":{"id":"a","type":"web_search_call"}})",
  });
  EXPECT_EQ(lines,
            (Lines{R"(part 0 opaque id=a opaque={"id":"a","type":"web_search_call"})",
                   "mended items_interleave", "other response.web_search_call.searching of 0",
                   R"(end 0 opaque={"id":"a","type":"web_search_call"})",
                   R"(part 1 opaque id=b opaque={"id":"b","type":"web_search_call"})",
                   "other response.web_search_call.searching of 1",
                   R"(end 1 opaque={"id":"b","type":"web_search_call"})", "finish stop word=completed"}));
}

TEST(ResponsesStreamDecoder, OpensWhatWasNotAdded) {
  EXPECT_EQ(
      inner(
          {R"({"type":"response.output_text.delta","item_id":"msg_1","output_index":0,"content_index":0,"delta":"Hi"})",
           R"({"type":"response.output_text.delta","item_id":"msg_1","output_index":0,"content_index":0,"delta":"!"})"}),
      (Lines{"mended item_not_added", "mended part_not_added", "part 0 text id=msg_1", "delta 0 Hi",
             "delta 0 !", "mended part_not_done", "end 0", "finish stop word=completed"}));
  const Lines call = inner({
      R"({"type":"response.function_call_arguments.delta","item_id":"fc_1","output_index":0,"delta":"{}"})",
      R"({"type":"response.output_item.added","output_index":0,"item":{"id":"fc_1","type":"function_call","arguments":"","call_id":"c","name":"f"}})",
  });
  EXPECT_EQ(call, (Lines{"mended item_not_added", "piece 0 item=fc_1 more={}", "mended item_added_late",
                         "piece 0 id=c name=f item=fc_1", "finish calls word=completed"}));
}

TEST(ResponsesStreamDecoder, EndsAPartWhoseEndIsMissingWhenTheNextItemBegins) {
  const Lines lines = inner({
      R"({"type":"response.output_item.added","output_index":0,"item":{"id":"msg_1","type":"message","content":[]}})",
      R"({"type":"response.content_part.added","item_id":"msg_1","output_index":0,"content_index":0,"part":{"type":"output_text","text":""}})",
      R"({"type":"response.output_text.delta","item_id":"msg_1","output_index":0,"content_index":0,"delta":"a"})",
      R"({"type":"response.output_item.added","output_index":1,"item":{"id":"fc_1","type":"function_call","arguments":"{}","call_id":"c","name":"f"}})",
      R"({"type":"response.output_text.delta","item_id":"msg_1","output_index":0,"content_index":0,"delta":"b"})",
  });
  EXPECT_EQ(lines,
            (Lines{"other response.output_item.added", "part 0 text id=msg_1", "delta 0 a",
                   "mended item_not_done", "mended part_not_done", "end 0",
                   "piece 1 id=c name=f item=fc_1 more={}", "mended part_goes_on", "part 1 text id=msg_1",
                   "delta 1 b", "mended part_not_done", "end 1", "finish calls word=completed"}));
}

TEST(ResponsesStreamDecoder, TellsTextThatCameWithTheEndOnly) {
  const Lines lines = inner({
      R"({"type":"response.output_item.added","output_index":0,"item":{"id":"msg_1","type":"message","content":[]}})",
      R"({"type":"response.content_part.added","item_id":"msg_1","output_index":0,"content_index":0,"part":{"type":"output_text","text":""}})",
      R"({"type":"response.output_text.delta","item_id":"msg_1","output_index":0,"content_index":0,"delta":"Hel"})",
      R"({"type":"response.output_text.done","item_id":"msg_1","output_index":0,"content_index":0,"text":"Hello"})",
      R"({"type":"response.output_item.done","output_index":0,"item":{"id":"msg_1","type":"message","content":[{"type":"output_text","text":"Hello"}]}})",
  });
  EXPECT_TRUE(has(lines, "mended text_not_streamed"));
  EXPECT_TRUE(has(lines, "delta 0 lo"));
  EXPECT_EQ(std::ranges::count(lines, "end 0"), 1);
}

TEST(ResponsesStreamDecoder, TellsItemsThatOnlyTheFinalResponseHolds) {
  const Lines lines = decoded(
      {kCreated,
       R"({"type":"response.output_item.added","output_index":0,"item":{"id":"msg_1","type":"message","content":[]}})",
       R"({"type":"response.content_part.added","item_id":"msg_1","output_index":0,"content_index":0,"part":{"type":"output_text","text":""}})",
       R"({"type":"response.output_text.delta","item_id":"msg_1","output_index":0,"content_index":0,"delta":"a"})",
       R"({"type":"response.completed","response":{"id":"resp_1","status":"completed","output":[)"
       R"({"id":"msg_1","type":"message","content":[{"type":"output_text","text":"ab"}]},)"
       R"({"id":"fc_1","type":"function_call","status":"completed","arguments":"{}","call_id":"c","name":"f"},)"
       R"({"id":"rs_1","type":"reasoning","summary":[{"type":"summary_text","text":"why"}],"encrypted_content":"e"},)"
       R"({"id":"cm_1","type":"compaction"}]}})"});
  EXPECT_EQ(
      Lines(lines.begin() + 4, lines.end()),
      (Lines{"mended item_not_done", "mended text_not_streamed", "delta 0 b", "end 0",
             "mended item_not_streamed", "piece 1 id=c name=f item=fc_1 more={} ended",
             "mended item_not_streamed", "part 1 summary id=rs_1", "mended text_not_streamed", "delta 1 why",
             "end 1 encrypted=e", "mended item_not_streamed",
             R"(part 2 opaque id=cm_1 opaque={"id":"cm_1","type":"compaction"})",
             R"(end 2 opaque={"id":"cm_1","type":"compaction"})", "finish calls word=completed", "clean"}));
}

// Some servers make up a new item id for every event.
TEST(ResponsesStreamDecoder, MatchesItemsByTheirPlaceWhereIdsChange) {
  const Lines lines = decoded(
      {kCreated,
       R"({"type":"response.output_item.added","output_index":0,"item":{"id":"x1","type":"message","content":[]}})",
       R"({"type":"response.content_part.added","item_id":"x2","output_index":0,"content_index":0,"part":{"type":"output_text","text":""}})",
       R"({"type":"response.output_text.delta","item_id":"x3","output_index":0,"content_index":0,"delta":"a"})",
       R"({"type":"response.output_item.done","output_index":0,"item":{"id":"x4","type":"message","content":[{"type":"output_text","text":"a"}]}})",
       R"({"type":"response.completed","response":{"id":"resp_1","status":"completed","output":[{"id":"x5","type":"message","content":[{"type":"output_text","text":"a"}]}]}})"});
  EXPECT_EQ(Lines(lines.begin() + 1, lines.end()),
            (Lines{"other response.output_item.added", "mended item_id_differs", "part 0 text id=x1",
                   "mended item_id_differs", "delta 0 a", "mended item_id_differs", "end 0",
                   "other response.output_item.done", "finish stop word=completed", "clean"}));
}

TEST(ResponsesStreamDecoder, GivesCallsWithTheSamePlaceNumbersOfTheirOwn) {
  const Lines lines = inner({
      R"({"type":"response.output_item.added","output_index":0,"item":{"id":"fc_1","type":"function_call","arguments":"","call_id":"c1","name":"f"}})",
      R"({"type":"response.output_item.added","output_index":0,"item":{"id":"fc_2","type":"function_call","arguments":"","call_id":"c2","name":"g"}})",
      R"({"type":"response.function_call_arguments.delta","item_id":"fc_1","output_index":0,"delta":"1"})",
      R"({"type":"response.function_call_arguments.delta","item_id":"fc_2","output_index":0,"delta":"2"})",
  });
  EXPECT_EQ(lines, (Lines{"piece 0 id=c1 name=f item=fc_1", "mended output_index_reused",
                          "piece 1 id=c2 name=g item=fc_2", "piece 0 item=fc_1 more=1",
                          "mended output_index_differs", "piece 1 item=fc_2 more=2",
                          "finish calls word=completed"}));
}

TEST(ResponsesStreamDecoder, TellsPlacesAndIdsThatClientsWouldFailOn) {
  EXPECT_TRUE(has(
      inner({R"({"type":"response.output_item.added","output_index":1,"item":{"id":"a","type":"message"}})"}),
      "mended output_index_not_dense"));
  EXPECT_TRUE(has(inner({R"({"type":"response.output_item.added","item":{"id":"a","type":"message"}})"}),
                  "mended output_index_missing"));
  EXPECT_TRUE(
      has(inner({R"({"type":"response.output_item.added","output_index":0,"item":{"type":"message"}})"}),
          "mended item_id_missing"));
}

TEST(ResponsesStreamDecoder, TellsHowAResponseEnded) {
  const auto ending = [](std::string_view event) {
    const Lines lines = decoded({kCreated, event});
    return Lines(lines.begin() + 1, lines.end());
  };
  EXPECT_EQ(
      ending(
          R"({"type":"response.completed","response":{"id":"resp_1","status":"completed","service_tier":"x","usage":{"input_tokens":5,"input_tokens_details":{"cached_tokens":2},"output_tokens":7,"output_tokens_details":{"reasoning_tokens":3},"total_tokens":12}}})"),
      (Lines{R"(finish stop word=completed extras={"service_tier":"x"})", "usage 5 2 7 3 12", "clean"}));
  EXPECT_EQ(
      ending(
          R"({"type":"response.incomplete","response":{"id":"resp_1","status":"incomplete","incomplete_details":{"reason":"max_output_tokens"}}})"),
      (Lines{"finish length word=max_output_tokens", "clean"}));
  EXPECT_EQ(
      ending(
          R"({"type":"response.incomplete","response":{"id":"resp_1","incomplete_details":{"reason":"content_filter"}}})"),
      (Lines{"mended status_differs", "finish filter word=content_filter", "clean"}));
  EXPECT_EQ(ending(R"({"type":"response.cancelled","response":{"id":"resp_1","status":"cancelled"}})"),
            (Lines{"mended event_type", "finish length word=cancelled", "clean"}));
}

TEST(ResponsesStreamDecoder, TellsErrorsOfEveryShape) {
  const auto ending = [](std::string_view event) {
    const Lines lines = decoded({kCreated, event, kCompleted});
    return Lines(lines.begin() + 1, lines.end());
  };
  const Lines expected{"failure boom", "clean"};
  // Those that official clients do not raise do not pass as they came.
  const Lines mended{"mended error_shape", "failure boom", "clean"};
  EXPECT_EQ(
      ending(R"({"type":"error","sequence_number":3,"code":"server_error","message":"boom","param":null})"),
      mended);
  EXPECT_EQ(
      ending(R"({"type":"error","sequence_number":3,"error":{"type":"server_error","message":"boom"}})"),
      expected);
  EXPECT_EQ(ending(R"({"type":"error","error":{"type":"server_error","code":null,"message":"boom"}})"),
            mended);
  EXPECT_EQ(ending(R"({"type":"response.error","sequence_number":3,"code":"server_error","message":"boom"})"),
            mended);
  EXPECT_EQ(ending(R"({"error":{"message":"boom","code":500}})"), mended);
  EXPECT_EQ(ending(R"({"detail":"boom"})"), mended);
  EXPECT_EQ(
      ending(
          R"({"type":"response.failed","response":{"status":"failed","error":{"code":"server_error","message":"boom"}}})"),
      expected);
  EXPECT_EQ(
      ending(
          R"({"type":"response.completed","response":{"id":"resp_1","status":"failed","error":{"code":"x","message":"boom"}}})"),
      mended);
  // A null error is none.
  EXPECT_EQ(
      ending(
          R"({"type":"response.completed","error":null,"response":{"id":"resp_1","status":"completed","error":null}})"),
      (Lines{"finish stop word=completed", "clean"}));
}

TEST(ResponsesStreamDecoder, TakesAnErrorThatIsATextForAFailure) {
  const Lines lines = shown(decode_stream(stream({kCreated}) + "event: error\ndata: \"overloaded\"\n\n"));
  EXPECT_TRUE(has(lines, "failure overloaded")) << lines[lines.size() - 2];
}

TEST(ResponsesStreamDecoder, ReadsDeltasOfTheFirstVersion) {
  const Lines lines = decoded(
      {kCreated,
       R"({"type":"response.output_item.added","output_index":0,"item":{"id":"r","type":"reasoning","summary":[]}})",
       R"({"type":"response.reasoning_summary.delta","item_id":"r","output_index":0,"summary_index":0,"delta":{"text":"why"}})"});
  EXPECT_TRUE(has(lines, "delta 0 why"));
}

TEST(ResponsesStreamDecoder, TellsPartsOfNoTypeThatClientsKnow) {
  for (const std::string_view part : {R"({"type":"text","text":""})", R"({"text":""})", "null"}) {
    const std::string event =
        R"({"type":"response.content_part.added","item_id":"m","output_index":0,"content_index":0,"part":)" +
        std::string(part) + "}";
    EXPECT_TRUE(has(
        inner(
            {R"({"type":"response.output_item.added","output_index":0,"item":{"id":"m","type":"message","content":[]}})",
             event}),
        "mended part_type"))
        << part;
  }
}

TEST(ResponsesStreamDecoder, TellsUsageThatIsNone) {
  const auto ended = [](const std::string& usage) {
    return decoded(
        {kCreated, R"({"type":"response.completed","response":{"id":"resp_1","status":"completed","usage":)" +
                       usage + "}}"});
  };
  EXPECT_TRUE(has(ended("5"), "mended member_kind"));
  EXPECT_TRUE(has(ended(R"({"input_tokens":1})"), "mended usage_missing"));
}

TEST(ResponsesStreamDecoder, TakesBytesThatAreNoJsonForAFailure) {
  const Lines lines = shown(decode_stream("data: <html>oops</html>\n\n"));
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0], "start");
  EXPECT_EQ(lines[1], "mended event_no_json");
  EXPECT_TRUE(lines[2].starts_with("failure ")) << lines[2];
  EXPECT_NE(lines[2].find("<html>oops</html>"), std::string::npos) << lines[2];
  EXPECT_EQ(lines[3], "clean");
}

TEST(ResponsesStreamDecoder, BeginsWithAStartWhateverComesFirst) {
  EXPECT_EQ(
      decoded({R"({"type":"response.completed","response":{"id":"r","model":"m","status":"completed"}})"}),
      (Lines{"start id=r model=m", "mended created_missing", "finish stop word=completed", "clean"}));
  EXPECT_EQ(decoded({R"({"type":"response.whatever"})"}),
            (Lines{"start", "mended created_missing", "other response.whatever", "cut"}));
  EXPECT_EQ(decoded({R"({"type":"response.created","response":{"id":"r"}})"}),
            (Lines{"start id=r", "mended head_incomplete", "cut"}));
  EXPECT_EQ(decoded({}), (Lines{"start", "cut"}));
}

TEST(ResponsesStreamDecoder, EndsWhatIsOpenWhenTheBytesEnd) {
  const Lines lines = decoded({
      kCreated,
      R"({"type":"response.output_item.added","output_index":0,"item":{"id":"ws","type":"web_search_call"}})",
  });
  EXPECT_EQ(Lines(lines.end() - 2, lines.end()), (Lines{"end 0", "cut"}));
  // That text breaks off, or an error comes, is no breach of the protocol by itself.
  const std::vector<std::string_view> text = {
      kCreated,
      R"({"type":"response.output_item.added","output_index":0,"item":{"id":"m","type":"message","content":[]}})",
      R"({"type":"response.content_part.added","item_id":"m","output_index":0,"content_index":0,"part":{"type":"output_text","text":""}})",
  };
  const Lines cut = decoded(text);
  EXPECT_EQ(Lines(cut.end() - 3, cut.end()), (Lines{"part 0 text id=m", "end 0", "cut"}));
  std::vector<std::string_view> failed = text;
  failed.push_back(R"({"type":"error","sequence_number":3,"error":{"message":"boom"}})");
  const Lines error = decoded(failed);
  EXPECT_EQ(Lines(error.end() - 4, error.end()),
            (Lines{"part 0 text id=m", "end 0", "failure boom", "clean"}));
}

TEST(ResponsesStreamDecoder, TakesEventsThatNameNoItemAsThoseOfTheLastOne) {
  const Lines lines = decoded(
      {kCreated, R"({"type":"response.output_item.added","item":{"type":"message","content":[]}})",
       R"({"type":"response.output_text.delta","delta":"a"})",
       R"({"type":"response.output_text.delta","delta":"b"})",
       R"({"type":"response.output_item.done","item":{"type":"message","content":[{"type":"output_text","text":"ab"}]}})",
       R"({"type":"response.output_item.added","item":{"type":"function_call","call_id":"c","name":"f","arguments":""}})",
       R"({"type":"response.function_call_arguments.delta","delta":"{}"})",
       R"({"type":"response.output_item.done","item":{"type":"function_call","call_id":"c","name":"f","arguments":"{}"}})",
       kCompleted});
  EXPECT_EQ(std::ranges::count(lines, "delta 0 a"), 1);
  EXPECT_EQ(std::ranges::count(lines, "delta 0 b"), 1);
  const Events events = decode_stream(stream(
      {kCreated,
       R"({"type":"response.output_item.added","item":{"type":"function_call","call_id":"c","name":"f"}})",
       R"({"type":"response.output_item.done","item":{"type":"function_call","call_id":"c","name":"f","arguments":"{}"}})",
       R"({"type":"response.output_item.added","item":{"type":"function_call","call_id":"d","name":"f"}})"}));
  std::set<std::int64_t> indices;
  for (const Event& event : events) {
    if (const auto* piece = std::get_if<CallPiece>(&event)) indices.insert(piece->index.value_or(-1));
  }
  EXPECT_EQ(indices.size(), 2U);
}

TEST(ResponsesStreamDecoder, TakesACallThatTheOutputRepeatsOnce) {
  const std::string_view call =
      R"({"id":"fc","type":"function_call","call_id":"c","name":"f","arguments":"{}"})";
  const std::string twice =
      R"({"type":"response.completed","response":{"id":"resp_1","status":"completed","output":[)" +
      std::string(call) + "," + std::string(call) + "]}}";
  int pieces = 0;
  for (const Event& event : decode_stream(stream({kCreated, twice}))) {
    pieces += std::holds_alternative<CallPiece>(event) ? 1 : 0;
  }
  EXPECT_EQ(pieces, 1);
}

TEST(ResponsesStreamDecoder, ReadsTheEventsOfImitators) {
  const Lines lines = decoded(
      {kCreated,
       R"({"type":"response.output_item.added","output_index":0,"item":{"id":"r","type":"reasoning","summary":[]}})",
       R"({"type":"response.reasoning_part.added","item_id":"r","output_index":0,"content_index":0,"part":{"type":"reasoning_text","text":""}})",
       R"({"type":"response.reasoning_text.delta","item_id":"r","output_index":0,"content_index":0,"delta":"why"})"});
  EXPECT_EQ(std::ranges::count(lines, "mended event_type"), 1) << "official clients refuse it";
  EXPECT_EQ(std::ranges::count(lines, "mended part_not_added"), 0);
}

TEST(ResponsesStreamDecoder, IsOverWithTheTerminalEvent) {
  const std::string bytes =
      stream({kCreated, kCompleted}) + "data: [DONE]\n\n" + stream({kCreated, kCompleted});
  EXPECT_EQ(shown(decode_stream(bytes)), (Lines{R"(start id=resp_1 model=m created=17 extras={"store":true})",
                                                "finish stop word=completed", "clean"}));
  // [DONE] alone does not make a reply whole.
  EXPECT_EQ(shown(decode_stream(stream({kCreated}) + "data: [DONE]\n\n")).back(), "cut");
}

TEST(ResponsesStreamDecoder, ReadsTheTypeFromTheEventFieldWhereTheDataHasNone) {
  const Lines lines = shown(decode_stream(
      stream({kCreated}) +
      "event: response.completed\ndata: {\"response\":{\"id\":\"resp_1\",\"status\":\"completed\"}}\n\n"));
  EXPECT_EQ(Lines(lines.begin() + 1, lines.end()),
            (Lines{"mended type_missing", "finish stop word=completed", "clean"}));
}

TEST(ResponsesStreamDecoder, TellsEventsThatAreNamedOtherwise) {
  const auto named = [](std::string_view name) {
    const std::string event = "event: " + std::string(name) + "\ndata: " + std::string(kCompleted) + "\n\n";
    return has(shown(decode_stream(stream({kCreated}) + event)), "mended event_name");
  };
  EXPECT_TRUE(named("response.incomplete"));
  EXPECT_FALSE(named("response.completed"));
  EXPECT_FALSE(named("message")) << "that is what no name means";
}

}  // namespace
}  // namespace argwright::protocol::responses
