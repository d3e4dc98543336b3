#include "protocol/responses/body.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "protocol/fields.h"
#include "protocol/relay.h"
#include "protocol/responses/shown_events.h"

namespace argwright::protocol::responses {
namespace {

Events decode(std::string_view body) {
  Events events;
  responses_codec().decode_body(*json::parse(body), DecodeOptions{}, events);
  return events;
}

Reply reply_of(const Events& events) {
  ReplyBuilder builder;
  for (const Event& event : with_whole_calls(events)) builder.add(event);
  return builder.take();
}

// All that a reply holds, as lines.
Lines shown(const Reply& reply) {
  Lines lines{responses::shown(Event(reply.start))};
  for (const auto& entry : reply.choices.front().parts) {
    if (const Call* call = std::get_if<Call>(&entry)) {
      lines.push_back(responses::shown(Event(*call)));
      continue;
    }
    const ReplyPart& part = std::get<ReplyPart>(entry);
    lines.push_back(responses::shown(Event(part.start)) + " | " + part.text + " | " +
                    responses::shown(Event(part.end)));
  }
  if (reply.choices.front().finish) lines.push_back(responses::shown(Event(*reply.choices.front().finish)));
  if (reply.has_usage) lines.push_back(responses::shown(Event(UsageTold{reply.usage})));
  if (reply.error) lines.push_back("error " + reply.error->message);
  lines.emplace_back(reply.clean ? "clean" : "cut");
  return lines;
}

constexpr std::string_view kBody =
    R"({"id":"resp_1","object":"response","created_at":17,"status":"completed","error":null,"model":"m","store":true,)"
    R"("output":[)"
    R"({"id":"rs_1","type":"reasoning","summary":[{"type":"summary_text","text":"One"},{"type":"summary_text","text":"Two"}],"encrypted_content":"e"},)"
    R"({"id":"rs_2","type":"reasoning","summary":[],"content":[{"type":"reasoning_text","text":"Hm"}]},)"
    R"({"id":"rs_3","type":"reasoning","summary":[]},)"
    R"({"id":"msg_1","type":"message","status":"completed","role":"assistant","phase":"final_answer","content":[)"
    R"({"type":"output_text","text":"Hello","annotations":[{"type":"t","url":"u"}]},{"type":"refusal","refusal":"No"}]},)"
    R"({"id":"ws_1","type":"web_search_call","status":"completed"},)"
    R"({"id":"fc_1","type":"function_call","status":"completed","arguments":"{\"a\":1}","call_id":"call_1","name":"f"},)"
    R"({"id":"ctc_1","type":"custom_tool_call","status":"completed","input":"free","call_id":"call_2","name":"g"}],)"
    R"("usage":{"input_tokens":1,"output_tokens":2,"total_tokens":3}})";

TEST(ResponsesBody, DecodesEveryItem) {
  EXPECT_EQ(
      responses::shown(decode(kBody)),
      (Lines{R"(start id=resp_1 model=m created=17 extras={"store":true})",
             "part 0 summary id=rs_1",
             "delta 0 One",
             "end 0",
             "part 1 summary id=rs_1",
             "delta 1 Two",
             "end 1 encrypted=e",
             "part 2 reasoning id=rs_2",
             "delta 2 Hm",
             "end 2",
             "part 3 summary id=rs_3",
             "end 3",
             R"(part 4 text id=msg_1 extras={"phase":"final_answer"})",
             "delta 4 Hello",
             R"(end 4 annotations=[{"type":"t","url":"u"}])",
             "part 5 refusal id=msg_1",
             "delta 5 No",
             "end 5",
             R"(part 6 opaque id=ws_1 opaque={"id":"ws_1","type":"web_search_call","status":"completed"})",
             R"(end 6 opaque={"id":"ws_1","type":"web_search_call","status":"completed"})",
             R"(piece 5 id=call_1 name=f item=fc_1 more={"a":1} ended)",
             "custom piece 6 id=call_2 name=g item=ctc_1 more=free ended",
             R"(finish calls word=completed extras={"store":true})",
             "usage 1 - 2 - 3",
             "clean"}));
}

// Without the notes on it.
Lines shown_as_meant(std::string_view body) {
  Lines lines = responses::shown(decode(body));
  std::erase_if(lines, [](const std::string& line) { return line.starts_with("mended "); });
  return lines;
}

TEST(ResponsesBody, DecodesHowItEnded) {
  const auto last = [](std::string_view body) {
    const Lines lines = shown_as_meant(body);
    return lines[lines.size() - 2] + ", " + lines.back();
  };
  EXPECT_EQ(last(R"({"output":[]})"), "finish stop, clean");
  EXPECT_EQ(
      last(R"({"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[]})"),
      "finish length word=max_output_tokens, clean");
  EXPECT_EQ(last(R"({"id":"r","status":"in_progress","output":[]})"), "start id=r, cut");
  EXPECT_EQ(last(R"({"status":"failed","error":{"code":"server_error","message":"boom"},"output":[]})"),
            "failure boom, clean");
  EXPECT_EQ(last(R"({"error":{"message":"boom"}})"), "failure boom, clean");
  EXPECT_EQ(last(R"({"code":"x","error":"boom"})"), "failure boom, clean");
  EXPECT_TRUE(last(R"([1])").starts_with("failure "));
  EXPECT_TRUE(last(R"({"detail":"boom"})").starts_with("failure boom"));
}

TEST(ResponsesBody, DecodesBodiesOfImitators) {
  const std::string_view text =
      R"({"type":"message","id":"m","content":[{"type":"output_text","text":"Hi"}]})";
  for (const std::string& body : {
           R"({"output":[)" + std::string(text) + "]}",
           R"({"output":)" + std::string(text) + "}",
           R"({"response":{"output":[)" + std::string(text) + "]}}",
           std::string(R"({"output":"Hi"})"),
           std::string(R"({"output":["Hi"]})"),
           std::string(R"({"output":[],"output_text":"Hi"})"),
           std::string(R"({"output":[{"content":{"text":"Hi"}}],"error":{}})"),
       }) {
    const Reply reply = reply_of(decode(body));
    EXPECT_EQ(reply.text(PartKind::kText), "Hi") << body;
    EXPECT_FALSE(reply.error) << body;
  }
}

TEST(ResponsesBody, TellsACallWithoutCallIdOnce) {
  const Lines lines = responses::shown(decode(
      R"({"id":"r","created_at":1,"model":"m","status":"completed","output":[{"type":"function_call","id":"fc","name":"f","arguments":"{}"}]})"));
  EXPECT_EQ(lines,
            (Lines{"start id=r model=m created=1", "mended call_id_missing",
                   "piece 0 id=fc name=f item=fc more={} ended", "finish calls word=completed", "clean"}));
}

TEST(ResponsesBody, TellsWhatClientsWouldFailOn) {
  const auto notes = [](std::string_view head, std::string_view output) {
    Lines lines =
        responses::shown(decode("{" + std::string(head) + R"(,"output":[)" + std::string(output) + "]}"));
    std::erase_if(lines, [](const std::string& line) { return !line.starts_with("mended "); });
    return lines;
  };
  const std::string head = R"("id":"r","created_at":1,"model":"m")";
  const std::string ended = head + R"(,"status":"completed")";
  EXPECT_EQ(notes(ended, ""), Lines{});
  for (const std::string_view odd :
       {R"("created_at":1,"model":"m")", R"("id":"r","created_at":null,"model":"m")",
        R"("id":"r","created_at":1,"model":null)"}) {
    EXPECT_EQ(notes(std::string(odd) + R"(,"status":"completed")", ""), (Lines{"mended head_incomplete"}))
        << odd;
  }
  EXPECT_EQ(notes(R"("id":"r","created_at":"1","model":"m","status":"completed")", ""),
            (Lines{"mended member_kind"}));
  for (const std::string_view status : {R"(,"x":0)", R"(,"status":null)", R"(,"status":"length")"}) {
    EXPECT_EQ(notes(head + std::string(status), ""), (Lines{"mended status_differs"})) << status;
  }
  for (const std::string_view details :
       {R"(,"incomplete_details":{})", R"(,"incomplete_details":{"reason":null})", R"(,"error":{})"}) {
    EXPECT_EQ(notes(ended + std::string(details), ""), (Lines{"mended details_kind"})) << details;
  }
  EXPECT_EQ(notes(ended, R"({"id":"i","type":"reasoning","encrypted_content":"e"})"),
            (Lines{"mended summary_missing"}));
  for (const std::string_view annotations : {"", R"(,"annotations":null)"}) {
    EXPECT_EQ(
        notes(ended, R"({"id":"i","type":"message","role":"assistant","content":[{"type":"output_text",)"
                     R"("text":"Hi")" +
                         std::string(annotations) + "}]}"),
        (Lines{"mended annotations_missing"}))
        << annotations;
  }
}

// The AI SDK refuses a reply for a citation that lacks one of these.
TEST(ResponsesBody, FillsCitationsOfPages) {
  const auto annotations = [](const std::string& list) {
    const Reply reply =
        reply_of(decode(R"({"id":"r","output":[{"id":"i","type":"message","role":"assistant","content":[)"
                        R"({"type":"output_text","text":"x","annotations":[)" +
                        list + "]}]}]}"));
    return json::write(std::get<ReplyPart>(reply.choices.front().parts.front()).end.annotations);
  };
  EXPECT_EQ(annotations(R"({"type":"url_citation","url":"u"},{"type":"url_citation","title":"t"})"),
            R"([{"type":"url_citation","url":"u","title":"","start_index":0,"end_index":0}])");
  const std::string whole =
      R"({"type":"url_citation","url":"u","title":"t","start_index":1,"end_index":2},{"type":"file_path"})";
  EXPECT_EQ(annotations(whole), "[" + whole + "]");
}

TEST(ResponsesBody, CountsACallThatIsToldTwiceUnderItsCallIdOnce) {
  const auto count = [](const std::string& one, const std::string& other) {
    return reply_of(decode(R"({"output":[)" + one + "," + other + "]}")).calls().size();
  };
  const auto call = [](std::string_view id, std::string_view arguments) {
    return R"({"type":"function_call","call_id":")" + std::string(id) + R"(","name":"f","arguments":)" +
           std::string(arguments) + "}";
  };
  EXPECT_EQ(count(call("c", R"("{}")"), call("c", R"("{}")")), 1U);
  EXPECT_EQ(count(call("c", R"("{}")"), call("d", R"("{}")")), 2U);
  EXPECT_EQ(count(call("c", R"("{}")"), call("c", R"("{\"x\":1}")")), 2U);
  EXPECT_EQ(count(call("", R"("{}")"), call("", R"("{}")")), 2U);
}

TEST(ResponsesBody, GivesItemsIdsThatClientsDemand) {
  const std::string body =
      R"({"id":"r","created_at":1,"model":"m","status":"completed","output":[)"
      R"({"type":"message","role":"assistant","content":[{"type":"output_text","text":"x","annotations":[]}]},)"
      R"({"type":"function_call","call_id":"c","name":"f","arguments":"{}","status":"completed"}]})";
  RelayOptions options;
  options.from = options.to = Protocol::kResponses;
  const RelayedBody relayed = relay_body(200, body, options);
  ASSERT_FALSE(relayed.passed);
  const json::Value written = *json::parse(relayed.body);
  for (const json::Value& item : *array_at(written, "output")) EXPECT_FALSE(text_at(item, "id").empty());
}

TEST(ResponsesBody, GivesMessagesTheRoleThatClientsSendBack) {
  const std::string body =
      R"({"id":"r","created_at":1,"model":"m","status":"completed","output":[)"
      R"({"type":"message","id":"i","content":[{"type":"output_text","text":"x","annotations":[]}]}]})";
  RelayOptions options;
  options.from = options.to = Protocol::kResponses;
  const RelayedBody relayed = relay_body(200, body, options);
  ASSERT_FALSE(relayed.passed);
  const json::Value written = *json::parse(relayed.body);
  EXPECT_EQ(text_at(array_at(written, "output")->front(), "role"), "assistant");
}

TEST(ResponsesBody, EncodesWhatItDecodes) {
  const Reply reply = reply_of(decode(kBody));
  const std::string body = responses_codec().encode_body(reply, {.same_protocol = true});
  EXPECT_EQ(shown(reply_of(decode(body))).size(), shown(reply).size());
  Lines expected = shown(reply);
  Lines actual = shown(reply_of(decode(body)));
  // Members that the upstream left out have their defaults.
  expected.front() = actual.front() = "";
  std::erase_if(expected, [](const std::string& line) { return line.starts_with("finish"); });
  std::erase_if(actual, [](const std::string& line) { return line.starts_with("finish"); });
  EXPECT_EQ(actual, expected);
}

TEST(ResponsesBody, AStreamAndABodyOfTheSameReplyAreTheSame) {
  for (const bool same : {true, false}) {
    const EncodeOptions options{same, true, true};
    const Events events = with_whole_calls(decode(kBody));
    const std::string body = responses_codec().encode_body(reply_of(events), options);
    const std::string bytes = encode_stream(events, options);
    // The response of the terminal event is the body.
    EXPECT_NE(bytes.find("\"response\":" + body + "}"), std::string::npos) << body;
    Lines streamed = shown(reply_of(decode_stream(bytes)));
    EXPECT_EQ(streamed, shown(reply_of(decode(body))));
  }
}

TEST(ResponsesBody, EncodesAnError) {
  Reply reply = reply_of({});
  reply.error = ApiError{};
  reply.error->message = "boom";
  const json::Value body = *json::parse(responses_codec().encode_body(reply, {}));
  EXPECT_EQ(text_at(body, "status"), "failed");
  EXPECT_EQ(json::write(*body.find("error")), R"({"code":"server_error","message":"boom"})");
}

}  // namespace
}  // namespace argwright::protocol::responses
