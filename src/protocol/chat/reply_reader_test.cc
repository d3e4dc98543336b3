#include "protocol/chat/reply_reader.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "protocol/test_events.h"

namespace argwright::protocol::chat {
namespace {

using testing::parsed;
using testing::shown;
using testing::Texts;

Events read(const std::vector<std::string>& chunks, bool split_inline_reasoning = true,
            ReplyReader::Mode mode = ReplyReader::Mode::kStream) {
  DecodeOptions options;
  options.split_inline_reasoning = split_inline_reasoning;
  ReplyReader reader(options, mode);
  Events events;
  for (const std::string& chunk : chunks) reader.read(parsed(chunk), events);
  reader.end(true, events);
  return events;
}

Events read_body(const std::string& body) { return read({body}, true, ReplyReader::Mode::kBody); }

std::string chunk(std::string_view delta, std::string_view finish = "null") {
  return R"({"id":"r","model":"m","created":5,"choices":[{"index":0,"delta":)" + std::string(delta) +
         R"(,"finish_reason":)" + std::string(finish) + "}]}";
}

const std::string kRole = chunk(R"({"role":"assistant","content":""})");

TEST(ChatReplyReader, ReadsTextAndFinish) {
  const Events events =
      read({kRole, chunk(R"({"content":"he"})"), chunk(R"({"content":"llo"})"), chunk("{}", "\"stop\"")});
  EXPECT_EQ(shown(events),
            (Texts{"start r m", "[0.0 text", "0.0 he", "0.0 llo", "0.0]", "finish 0 stop", "end"}));
  EXPECT_EQ(std::get<Start>(events[0]).created, 5);
  EXPECT_EQ(testing::only<Finish>(events)[0].word, "stop");
}

TEST(ChatReplyReader, ReadsReasoningOfAnyFieldOnce) {
  for (const char* delta :
       {R"({"role":"assistant","reasoning_content":"t"})", R"({"role":"assistant","reasoning":"t"})",
        R"({"role":"assistant","reasoning_text":"t"})", R"({"role":"assistant","thinking":"t"})",
        R"({"role":"assistant","reasoning_content":"t","reasoning_text":"t"})",
        R"({"role":"assistant","reasoning_content":"t","reasoning":"t"})"}) {
    EXPECT_EQ(shown(read({chunk(delta), chunk(R"({"content":"x"})")})),
              (Texts{"start r m", "[0.0 reasoning", "0.0 t", "0.0]", "[0.1 text", "0.1 x", "0.1]", "end"}))
        << delta;
  }
}

TEST(ChatReplyReader, ReadsReasoningAndItsProofInPartsOfTheContent) {
  const auto content = [](const std::string& list) {
    return chunk(R"({"role":"assistant","content":[)" + list + "]}");
  };
  for (const char* part :
       {R"({"type":"reasoning","summary":[{"type":"summary_text","text":"t","signature":"s"}]})",
        R"({"type":"thinking","thinking":[{"type":"text","text":"t"}],"signature":"s"})",
        R"({"type":"thinking","thinking":"t","signature":"s"})",
        R"({"type":"reasoning","text":"t","signature":"s"})"}) {
    const Events events = read({content(part), chunk(R"({"content":"x"})")});
    EXPECT_EQ(shown(events), (Texts{"start r m", "mended content_list", "[0.0 reasoning", "0.0 t", "0.0]",
                                    "[0.1 text", "0.1 x", "0.1]", "end"}))
        << part;
    EXPECT_EQ(testing::only<PartEnd>(events)[0].proof.signature, "s") << part;
  }
  const Events pieces = read({content(R"({"type":"reasoning","summary":[{"text":"a"}]})"),
                              content(R"({"type":"reasoning","summary":[{"text":"b","signature":"s"}]})")});
  EXPECT_EQ(shown(pieces), (Texts{"start r m", "mended content_list", "[0.0 reasoning", "0.0 a",
                                  "mended content_list", "0.0 b", "0.0]", "end"}));
  const Events redacted = read({content(R"({"type":"redacted_thinking","data":"e"})")});
  ASSERT_EQ(testing::only<PartEnd>(redacted).size(), 1U);
  EXPECT_EQ(testing::only<PartEnd>(redacted)[0].proof.encrypted, "e");
}

TEST(ChatReplyReader, ReadsContentThatIsFlaggedAsAThought) {
  const auto flagged = [](const std::string& content) {
    return chunk(R"({"role":"assistant","content":)" + content +
                 R"(,"extra_content":{"google":{"thought":true}}})");
  };
  const std::vector<std::string> chunks = {flagged(R"("<thought>a")"), flagged(R"(" b")"),
                                           chunk(R"({"content":"</thought>c"})"),
                                           chunk(R"({"content":"d"})")};
  EXPECT_EQ(shown(read(chunks)), (Texts{"start r m", "[0.0 reasoning <thought>", "0.0 a", "0.0  b",
                                        "0.0]</thought>", "[0.1 text", "0.1 c", "0.1 d", "0.1]", "end"}));
  EXPECT_EQ(shown(read(chunks, false)), (Texts{"start r m", "[0.0 text", "0.0 <thought>a", "0.0  b",
                                               "0.0 </thought>c", "0.0 d", "0.0]", "end"}))
      << "a client of the same protocol expects it there";
}

TEST(ChatReplyReader, ReadsTextInPlaceOfADelta) {
  const auto choice = [](const std::string& members) {
    return R"({"id":"r","model":"m","choices":[{"index":0,)" + members + "}]}";
  };
  EXPECT_EQ(shown(read({choice(R"("text":"he","finish_reason":null)"), choice(R"("text":"llo")"),
                        choice(R"("text":"","finish_reason":"stop")")})),
            (Texts{"start r m", "mended choice_text", "mended role_missing", "[0.0 text", "0.0 he",
                   "mended choice_text", "0.0 llo", "mended choice_text", "0.0]", "finish 0 stop", "end"}));
  EXPECT_EQ(shown(read({kRole, choice(R"("delta":"x")")})),
            (Texts{"start r m", "mended delta_kind", "[0.0 text", "0.0 x", "0.0]", "end"}));
  EXPECT_EQ(shown(read({kRole, choice(R"("delta":{"content":"x"},"text":"x")")})),
            (Texts{"start r m", "[0.0 text", "0.0 x", "0.0]", "end"}))
      << "beside a delta it is none of ours";
  for (const char* body :
       {R"("text":"x","finish_reason":"stop","logprobs":null)",
        R"("message":null,"text":"x","finish_reason":"stop")", R"("message":"x","finish_reason":"stop")"}) {
    const Texts all = shown(read_body(choice(body)));
    EXPECT_NE(std::ranges::find(all, "0.0 x"), all.end()) << body;
  }
}

TEST(ChatReplyReader, ReadsAFinishReasonThatIsAnObject) {
  for (const char* finish : {R"({"type":"length","length":128})", R"({"reason":"length"})"}) {
    EXPECT_EQ(shown(read({kRole, chunk("{}", finish)})),
              (Texts{"start r m", "mended finish_word", "finish 0 length", "end"}))
        << finish;
  }
  EXPECT_EQ(shown(read({kRole, chunk("{}", R"({"matched":7})")})),
            (Texts{"start r m", "mended finish_word", "end"}));
}

TEST(ChatReplyReader, TakesAnErrorThatSaysNothingForNone) {
  const auto with = [](const std::string& error, const std::string& of_choice) {
    return R"({"id":"r","model":"m","error":)" + error + R"(,"choices":[{"index":0,"error":)" + of_choice +
           R"(,"message":{"role":"assistant","content":"x"},"finish_reason":"stop"}]})";
  };
  const Texts reply{"start r m", "[0.0 text", "0.0 x", "0.0]", "finish 0 stop", "end"};
  EXPECT_EQ(shown(read_body(with("null", "null"))), reply);
  for (const char* none : {"{}", "\"\"", "false", R"({"message":"","type":"","param":{},"code":0})"}) {
    Texts mended = shown(read_body(with(none, "null")));
    EXPECT_EQ(mended.front(), "mended error_null") << none;
    mended.erase(mended.begin());
    EXPECT_EQ(mended, reply) << none;
    mended = shown(read_body(with("null", none)));
    EXPECT_EQ(std::erase(mended, "mended error_null"), 1U) << none;
    EXPECT_EQ(mended, reply) << none;
    EXPECT_EQ(shown(read({kRole, R"({"id":"r","choices":[],"error":)" + std::string(none) + "}"})),
              (Texts{"start r m", "mended error_null", "end"}))
        << none;
  }
  for (const char* some : {"7", R"({"message":"","code":500})", R"({"detail":["x"]})"}) {
    EXPECT_FALSE(testing::only<Failure>(read_body(with(some, "null"))).empty()) << some;
    EXPECT_FALSE(testing::only<Failure>(read_body(with("null", some))).empty()) << some;
  }
}

TEST(ChatReplyReader, TakesABodyWithoutAChoiceForAFailure) {
  const auto message = [](const std::string& more) {
    const auto failures =
        testing::only<Failure>(read_body(R"({"id":"r","model":"m","choices":[])" + more + "}"));
    return failures.size() == 1 && failures[0].error.status == 502 ? failures[0].error.message
                                                                   : std::string();
  };
  EXPECT_EQ(message(""), "the upstream's reply has no choices");
  EXPECT_EQ(message(R"(,"usage":{"prompt_tokens":1},"prompt_feedback":{"block_reason":"SAFETY"})"),
            R"(the upstream's reply has no choices: {"prompt_feedback":{"block_reason":"SAFETY"}})");
  EXPECT_EQ(message(R"(,"message":"blocked")"), "blocked");
}

TEST(ChatReplyReader, JoinsChoicesThatArePartsOfOne) {
  const auto choice = [](const std::string& head, const std::string& message, const std::string& finish) {
    return "{" + head + R"("message":{"role":"assistant",)" + message + R"(},"finish_reason":)" + finish +
           "}";
  };
  const std::string call =
      R"("tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}])";
  const auto joined = [&](const std::string& head, const std::string& finish, const std::string& other) {
    Texts all =
        shown(read_body(R"({"id":"r","model":"m","choices":[)" + choice(head, R"("content":"x")", finish) +
                        "," + choice(head, call, other) + "]}"));
    std::erase(all, "mended choice_number");
    return all;
  };
  const auto expected = [](const std::string& finish) {
    return Texts{"start r m", "[0.0 text", "0.0 x", "0.0]", "piece - a f {}", "finish 0 " + finish, "end"};
  };
  for (const char* head : {"", R"("index":0,)", R"("index":1,)", R"("index":null,)"}) {
    EXPECT_EQ(joined(head, R"("tool_calls")", R"("tool_calls")"), expected("calls")) << head;
    EXPECT_EQ(joined(head, R"("stop")", R"("tool_calls")"), expected("calls")) << head;
    EXPECT_EQ(joined(head, R"("tool_calls")", R"("stop")"), expected("calls")) << head;
    EXPECT_EQ(joined(head, R"("length")", R"("tool_calls")"), expected("length")) << head;
  }
  const Events answers =
      read_body(R"({"id":"r","model":"m","choices":[)" + choice("", R"("content":"x")", R"("stop")") + "," +
                choice("", R"("content":"y")", R"("stop")") + "]}");
  EXPECT_EQ(testing::only<Finish>(answers).size(), 2U) << "two answers to choose from";
}

TEST(ChatReplyReader, JoinsChoicesOfAChunk) {
  Texts all = shown(read({R"({"id":"r","model":"m","choices":[{"delta":{"role":"assistant","content":"x"}},)"
                          R"({"delta":{"content":"y"},"finish_reason":"length"},)"
                          R"({"delta":{"content":"z"},"finish_reason":"stop"}]})"}));
  EXPECT_GT(std::erase(all, "mended choice_number"), 0U);
  EXPECT_EQ(all,
            (Texts{"start r m", "[0.0 text", "0.0 x", "0.0 y", "0.0 z", "0.0]", "finish 0 length", "end"}));
}

TEST(ChatReplyReader, AbandonsCallsWhereAnotherReplyBegins) {
  const auto of = [](const std::string& id, const std::string& delta, const std::string& finish = "null") {
    return R"({"id":")" + id + R"(","model":"m","choices":[{"index":0,"delta":)" + delta +
           R"(,"finish_reason":)" + finish + "}]}";
  };
  const std::string role = R"({"role":"assistant","content":""})";
  const auto call = [](const std::string& arguments, const std::string& name = "f") {
    return R"({"role":"assistant","tool_calls":[{"index":0,"function":{"name":")" + name +
           R"(","arguments":")" + arguments + R"("}}]})";
  };
  const auto abandons = [](const std::vector<std::string>& chunks) {
    const auto pieces = testing::only<CallPiece>(read(chunks));
    return std::ranges::any_of(pieces, &CallPiece::abandoned);
  };
  EXPECT_EQ(shown(read({of("r", call("{")), of("s", role), of("s", call("{}"))})),
            (Texts{"start r m", "piece 0  f {", "mended reply_begun_anew", "piece 0    ended abandoned",
                   "piece 0  f {}", "end"}));
  EXPECT_TRUE(abandons({of("r", role), of("r", R"({"tool_calls":[{"index":0,"function":{"name":"f"}}]})"),
                        of("s", call("{}"))}));
  // Ids of every chunk, roles in every chunk, and pieces that go on.
  EXPECT_FALSE(abandons({of("a", role), of("b", call("{")), of("c", role), of("d", call("}", ""))}));
  EXPECT_FALSE(abandons({of("a", call("{}")), of("b", call("{}")), of("c", role)}));
  EXPECT_FALSE(abandons({of("a", role), of("a", call("{")), of("b", role), of("b", call("}", ""))}));
  EXPECT_FALSE(abandons({of("a", call("{")), of("b", call("}", "")), of("c", role)}));
  EXPECT_FALSE(abandons({of("a", call("{")), of("a", "{}"), of("b", call("1}"))}));
  EXPECT_FALSE(abandons({of("a", call("{}")), of("b", role, R"("tool_calls")")}));
  EXPECT_FALSE(abandons({of("a", call("{}")), of("a", "{}", R"("tool_calls")"), of("b", role)}));
}

TEST(ChatReplyReader, TellsTextThatWasHeldBeforeARefusal) {
  const Texts in_order{"start r m", "[0.0 text", "0.0 \n", "0.0]", "[0.1 refusal", "0.1 no", "0.1]", "end"};
  EXPECT_EQ(shown(read({chunk(R"({"role":"assistant","content":"\n","refusal":"no"})")})), in_order);
  EXPECT_EQ(shown(read({chunk(R"({"role":"assistant","content":"\n"})"), chunk(R"({"refusal":"no"})")})),
            in_order);
}

TEST(ChatReplyReader, GathersReasoningDetailsAsTheProof) {
  const Events events = read(
      {chunk(
           R"({"role":"assistant","reasoning":"t","reasoning_details":[{"type":"x","text":"t","index":0}]})"),
       chunk(R"({"reasoning_details":[{"type":"x","signature":"s","index":0}]})"),
       chunk(R"({"content":"y"})")});
  const auto ends = testing::only<PartEnd>(events);
  ASSERT_EQ(ends.size(), 2U);
  EXPECT_EQ(json::write(ends[0].proof.details), R"([{"type":"x","text":"t","index":0,"signature":"s"}])");
  EXPECT_TRUE(ends[1].proof.empty());
}

TEST(ChatReplyReader, SplitsInlineReasoningWhereAsked) {
  const std::vector<std::string> chunks{kRole, chunk(R"({"content":"<thi"})"),
                                        chunk(R"({"content":"nk>a</think>b"})")};
  EXPECT_EQ(shown(read(chunks)), (Texts{"start r m", "[0.0 reasoning <think>", "0.0 a", "0.0]</think>",
                                        "[0.1 text", "0.1 b", "0.1]", "end"}));
  EXPECT_EQ(shown(read(chunks, false)),
            (Texts{"start r m", "[0.0 text", "0.0 <thi", "0.0 nk>a</think>b", "0.0]", "end"}));
}

TEST(ChatReplyReader, SplitsInlineReasoningInAListOfParts) {
  EXPECT_EQ(shown(read({chunk(R"({"role":"assistant","content":[{"type":"text","text":"<think>a</thi"}]})"),
                        chunk(R"({"content":["nk>b"]})")})),
            (Texts{"start r m", "mended content_list", "[0.0 reasoning <think>", "0.0 a",
                   "mended content_list", "0.0]</think>", "[0.1 text", "0.1 b", "0.1]", "end"}));
}

TEST(ChatReplyReader, GoesOnWithInlineReasoningBehindAFinishThatWasNone) {
  EXPECT_EQ(shown(read({chunk(R"({"role":"assistant","content":"<think>a"})", "\"stop\""),
                        chunk(R"({"content":"b</think>c"})", "\"stop\"")})),
            (Texts{"start r m", "[0.0 reasoning <think>", "0.0 a", "0.0]", "finish 0 stop", "[0.1 reasoning ",
                   "0.1 b", "0.1]</think>", "[0.2 text", "0.2 c", "mended finish_repeated", "0.2]",
                   "finish 0 stop", "end"}));
  // Within what may be a tag, its rest is waited for.
  const std::string cut = chunk(R"({"role":"assistant","content":"<think>a</thi"})", "\"stop\"");
  EXPECT_EQ(shown(read({cut, chunk(R"({"content":"nk>b"})")})),
            (Texts{"start r m", "[0.0 reasoning <think>", "0.0 a", "0.0]</think>", "[0.1 text", "0.1 b",
                   "0.1]", "finish 0 stop", "end"}));
  EXPECT_EQ(shown(read({cut})), (Texts{"start r m", "[0.0 reasoning <think>", "0.0 a", "0.0 </thi", "0.0]",
                                       "finish 0 stop", "end"}));
}

TEST(ChatReplyReader, GoesOnWithInlineReasoningBehindACall) {
  const std::string call =
      chunk(R"({"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}]})");
  EXPECT_EQ(
      shown(read({kRole, chunk(R"({"content":"<think>a</th"})"), call, chunk(R"({"content":"ink>b"})")})),
      (Texts{"start r m", "[0.0 reasoning <think>", "0.0 a", "0.0]", "piece 0 a f {}", "[0.1 text", "0.1 b",
             "0.1]", "end"}));
  EXPECT_EQ(
      shown(read({kRole, chunk(R"({"content":"<think>a"})"), call, chunk(R"({"content":"b</think>c"})")})),
      (Texts{"start r m", "[0.0 reasoning <think>", "0.0 a", "0.0]", "piece 0 a f {}", "[0.1 reasoning ",
             "0.1 b", "0.1]</think>", "[0.2 text", "0.2 c", "0.2]", "end"}));
}

TEST(ChatReplyReader, ReadsPiecesOfCallsAsTheyAreNumbered) {
  const Events events = read(
      {chunk(
           R"({"role":"assistant","tool_calls":[{"index":1,"id":"a","type":"function","function":{"name":"f"}},)"
           R"({"id":"b","function":{"name":"g","arguments":null}}]})"),
       chunk(
           R"({"tool_calls":[{"index":-1,"id":"","function":{"name":null,"arguments":"{"},"extra_content":{"s":1}}]})")});
  EXPECT_EQ(shown(events), (Texts{"start r m", "piece 1 a f ", "piece - b g ", "piece -1   {", "end"}));
  EXPECT_EQ(json::write(testing::only<CallPiece>(events)[2].extras), R"({"extra_content":{"s":1}})");
}

TEST(ChatReplyReader, WritesArgumentsThatAreAnObject) {
  const Events events = read({chunk(
      R"({"role":"assistant","tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":{"x":1.10}}}]})")});
  EXPECT_EQ(shown(events), (Texts{"start r m", "mended arguments_kind", R"(piece 0 a f {"x":1.10})", "end"}));
}

TEST(ChatReplyReader, ReadsFreeTextCallsAndTheFormBeforeToolCalls) {
  EXPECT_EQ(
      shown(read({chunk(
          R"({"role":"assistant","tool_calls":[{"index":0,"id":"a","type":"custom","custom":{"name":"p","input":"t"}}]})")})),
      (Texts{"start r m", "piece 0 a p t custom", "end"}));
  EXPECT_EQ(shown(read({chunk(R"({"role":"assistant","function_call":{"name":"f","arguments":"{}"}})")})),
            (Texts{"start r m", "mended function_call", "piece 0  f {}", "end"}));
}

TEST(ChatReplyReader, ReadsMistralsListOfParts) {
  EXPECT_EQ(
      shown(read({chunk(
          R"({"role":"assistant","content":[{"type":"thinking","thinking":[{"type":"text","text":"t"}]},)"
          R"({"type":"text","text":"x"}]})")})),
      (Texts{"start r m", "mended content_list", "[0.0 reasoning", "0.0 t", "0.0]", "[0.1 text", "0.1 x",
             "0.1]", "end"}));
}

TEST(ChatReplyReader, MendsBreachesThatBreakClients) {
  EXPECT_EQ(shown(read({chunk(R"({"content":"x"})")}))[1], "mended role_missing");
  EXPECT_EQ(shown(read({chunk(R"({"role":"","content":"x"})")}))[1], "mended role_empty");
  EXPECT_EQ(shown(read({kRole, chunk("{}", "\"\"")})), (Texts{"start r m", "mended finish_empty", "end"}));
  EXPECT_EQ(shown(read({kRole, chunk("{}", "\"eos\"")})),
            (Texts{"start r m", "mended finish_word", "finish 0 stop", "end"}));
  EXPECT_EQ(shown(read({kRole, chunk("{}", "\"stop\""), chunk("{}", "\"stop\"")})),
            (Texts{"start r m", "finish 0 stop", "mended finish_repeated", "finish 0 stop", "end"}))
      << "the governor decides what it means";
  EXPECT_EQ(shown(read({R"({"id":"r","model":"m"})"})),
            (Texts{"start r m", "mended choices_missing", "end"}));
  EXPECT_EQ(
      shown(read({R"({"id":"r","model":"m","choices":[{"index":9999999,"delta":{"role":"assistant"}}]})"})),
      (Texts{"start r m", "mended choice_number", "end"}));
}

TEST(ChatReplyReader, FindsTheUsageWhereverItStands) {
  const std::string counts = R"({"prompt_tokens":1,"completion_tokens":2})";
  for (const std::string& told :
       {R"({"id":"r","model":"m","choices":[],"usage":)" + counts + "}",
        R"({"id":"r","model":"m","choices":[],"x_groq":{"usage":)" + counts + "}}",
        R"({"id":"r","model":"m","choices":[{"index":0,"delta":{"role":"assistant"},"usage":)" + counts +
            "}]}"}) {
    EXPECT_EQ(shown(read({told})), (Texts{"start r m", "usage 1 2", "end"})) << told;
  }
}

TEST(ChatReplyReader, TakesErrorsOfEveryShapeAsFailures) {
  EXPECT_EQ(shown(read({R"({"error":{"message":"m","code":503}})"})), (Texts{"failure 503", "end"}));
  EXPECT_EQ(shown(read({R"({"error":{"message":"m","code":503},"choices":[]})"})),
            (Texts{"mended error_with_choices", "failure 503", "end"}));
  EXPECT_EQ(shown(read({R"({"base_resp":{"status_code":1002,"status_msg":"m"}})"})),
            (Texts{"mended error_shape", "failure 429", "end"}));
  EXPECT_EQ(shown(read({"[]"}))[1], "failure 502");
  // Some clients look for the member alone.
  EXPECT_EQ(shown(read({R"({"id":"r","model":"m","error":null,"choices":[]})"})),
            (Texts{"mended error_null", "start r m", "end"}));
}

TEST(ChatReplyReader, ReadsABodyAsAStreamOfOneChunk) {
  const Events events = read_body(
      R"({"id":"r","model":"m","odd":1,"choices":[{"index":0,"logprobs":{"l":1},"message":{"role":"assistant",)"
      R"("content":"x","refusal":null,"kept":2,"tool_calls":[{"id":"a","type":"function","function":{"name":"f",)"
      R"("arguments":"{}"}}]},"finish_reason":"tool_calls"}]})");
  EXPECT_EQ(shown(events),
            (Texts{"start r m", "[0.0 text", "0.0 x", "0.0]", "piece - a f {}", "finish 0 calls", "end"}));
  EXPECT_EQ(json::write(std::get<Start>(events[0]).extras), R"({"odd":1})");
  EXPECT_EQ(json::write(testing::only<Delta>(events)[0].extras), R"({"kept":2})");
  EXPECT_EQ(json::write(testing::only<Finish>(events)[0].extras), R"({"logprobs":{"l":1}})");
}

TEST(ChatReplyReader, TakesErrorsWhereverTheyStand) {
  const auto status = [](const Events& events) {
    const auto failures = testing::only<Failure>(events);
    return failures.empty() ? 0 : failures[0].error.status;
  };
  // OpenRouter, MiniMax, vLLM.
  EXPECT_EQ(
      status(read(
          {R"({"id":"r","choices":[{"index":0,"delta":{},"finish_reason":"error","error":{"code":503,"message":"m"}}]})"})),
      503);
  EXPECT_EQ(
      status(read(
          {R"({"id":"r","choices":[{"index":0,"delta":{}}],"base_resp":{"status_code":1002,"status_msg":"m"}})"})),
      429);
  EXPECT_EQ(status(read({R"({"object":"error","message":"m","type":"BadRequestError","code":400})"})), 400);
  EXPECT_EQ(status(read_body(R"({"message":"m","code":503})")), 503);
  EXPECT_EQ(status(read_body(R"({"id":"r","choices":null})")), 502) << "no reply at all";
  EXPECT_EQ(status(read({R"({"id":"r","usage":{"prompt_tokens":1}})"})), 0);
}

TEST(ChatReplyReader, TakesAMessageBehindDeltasAsWhatTheySaid) {
  const auto message = [](std::string_view of, std::string_view finish = "null") {
    return R"({"id":"r","model":"m","choices":[{"index":0,"message":)" + std::string(of) +
           R"(,"finish_reason":)" + std::string(finish) + "}]}";
  };
  const std::string whole = message(R"({"role":"assistant","content":"hello"})", "\"stop\"");
  EXPECT_EQ(shown(read({kRole, chunk(R"({"content":"hello"})"), whole})),
            (Texts{"start r m", "[0.0 text", "0.0 hello", "0.0]", "finish 0 stop", "end"}));
  EXPECT_EQ(shown(read({kRole, chunk(R"({"reasoning_content":"t"})"), whole})),
            (Texts{"start r m", "[0.0 reasoning", "0.0 t", "mended message_in_stream", "0.0]", "[0.1 text",
                   "0.1 hello", "0.1]", "finish 0 stop", "end"}))
      << "what they left out";
  EXPECT_EQ(shown(read({message(R"({"role":"assistant","content":"he"})"), message(R"({"content":"llo"})")})),
            (Texts{"start r m", "mended message_in_stream", "[0.0 text", "0.0 he", "mended message_in_stream",
                   "0.0 llo", "0.0]", "end"}))
      << "in place of deltas";
  const std::string call = R"({"index":0,"id":"a","function":{"name":"f","arguments":"{}"}})";
  EXPECT_EQ(shown(read({kRole, chunk(R"({"tool_calls":[)" + call + "]}"),
                        message(R"({"role":"assistant","content":null,"tool_calls":[)" + call + "]}")})),
            (Texts{"start r m", "piece 0 a f {}", "mended message_in_stream", "end"}))
      << "calls in it do not pass: they come out elsewhere";
}

TEST(ChatReplyReader, ReadsCallsOfImitators) {
  const auto pieces = [](std::string_view calls) {
    Texts texts;
    for (const CallPiece& piece : testing::only<CallPiece>(read({kRole, chunk(calls)}))) {
      texts.push_back(shown(Event(piece)) + (piece.begins ? " begins" : ""));
    }
    return texts;
  };
  EXPECT_EQ(pieces(R"({"tool_calls":[{"index":"1","id":"a","name":"f","arguments":"{}"}]})"),
            (Texts{"piece 1 a f {}"}));
  EXPECT_EQ(pieces(R"({"tool_calls":{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}})"),
            (Texts{"piece 0 a f {}"}));
  EXPECT_EQ(pieces(R"({"tool_calls":[{"function":{"name":"f"}},{"function":{"name":"f"}}]})"),
            (Texts{"piece -  f ", "piece -  f  begins"}));
  EXPECT_EQ(pieces(R"({"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}],)"
                   R"("function_call":{"name":"f","arguments":"{}"}})"),
            (Texts{"piece 0 a f {}"}))
      << "told in both forms";
}

TEST(ChatReplyReader, ReadsContentOfImitators) {
  for (const char* content : {R"(["hi"])", R"({"type":"text","text":"hi"})", R"([{"text":"hi"}])"}) {
    const Events events = read({kRole, chunk(R"({"content":)" + std::string(content) + "}")});
    ASSERT_EQ(testing::only<Delta>(events).size(), 1U) << content;
    EXPECT_EQ(testing::only<Delta>(events)[0].text, "hi") << content;
  }
}

TEST(ChatReplyReader, MendsWhatClientsFailOn) {
  const auto codes = [](const std::string& text) {
    Texts found;
    for (const Mended& mended : testing::only<Mended>(read({kRole, text}))) found.push_back(mended.code);
    return found;
  };
  EXPECT_EQ(codes("null"), (Texts{"chunk_null"}));
  EXPECT_EQ(codes(R"({"id":"r","choices":[{"delta":{"content":"x"}}]})"), (Texts{"choice_number"}));
  EXPECT_EQ(codes(R"({"id":"r","choices":[{"index":"0","delta":{"content":"x"}}]})"),
            (Texts{"choice_number"}));
  EXPECT_EQ(codes(R"({"id":"r","choices":[null]})"), (Texts{"choice_kind"}));
  EXPECT_EQ(codes(chunk(R"({"role":"tool"})")), (Texts{"role_word"}));
  EXPECT_EQ(codes(chunk("[]")), (Texts{"delta_kind"}));
  EXPECT_EQ(codes(R"({"id":"r","created":"5","choices":[]})"), (Texts{"member_kind"}));
  EXPECT_EQ(codes(chunk(R"({"reasoning":{"text":"t"}})")), (Texts{"member_kind"}));
}

TEST(ChatReplyReader, TakesAWordForNoneAsNone) {
  EXPECT_EQ(shown(read({kRole, chunk(R"({"content":"a"})", "\"null\""),
                        chunk(R"({"content":"b"})", "\"None\""), chunk("{}", "\"stop\"")})),
            (Texts{"start r m", "[0.0 text", "0.0 a", "mended finish_empty", "0.0 b", "mended finish_empty",
                   "0.0]", "finish 0 stop", "end"}));
}

// Nothing of a body is missing: it may forget to say why it ended.
TEST(ChatReplyReader, FinishesABodyThatNamesNoReason) {
  for (const char* finish : {"", R"(,"finish_reason":null)", R"(,"finish_reason":"")"}) {
    const Events events = read_body(
        R"({"id":"r","model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"x"})" +
        std::string(finish) + "}]}");
    ASSERT_EQ(testing::only<Finish>(events).size(), 1U) << finish;
    EXPECT_EQ(testing::only<Finish>(events)[0].reason, FinishReason::kUnknown);
    EXPECT_EQ(testing::only<Mended>(events).size(), 1U);
  }
}

TEST(ChatReplyReader, ReadsAMessageBesideADelta) {
  const std::string both =
      R"({"id":"r","model":"m","choices":[{"index":0,"delta":DELTA,"message":{"role":"assistant","content":"x",)"
      R"("tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]},)"
      R"("finish_reason":"stop"}]})";
  const auto with = [&](std::string_view delta) {
    std::string text = both;
    return text.replace(text.find("DELTA"), 5, delta);
  };
  const Texts all{"[0.0 text", "0.0 x", "0.0]", "piece - a f {}", "finish 0 stop", "end"};
  for (const char* delta : {"{}", R"({"role":"assistant","content":"x"})", R"({"content":""})"}) {
    Texts body = shown(read_body(with(delta)));
    EXPECT_EQ(body.front(), "start r m");
    body.erase(body.begin());
    EXPECT_EQ(body, all) << delta;
    Texts stream = shown(read({with(delta)}));
    std::erase_if(stream, [](const std::string& text) {
      return text.starts_with("mended") || text.starts_with("start");
    });
    EXPECT_EQ(stream, all) << delta;
  }
  const std::string only_delta =
      R"({"id":"r","choices":[{"index":0,"message":{"role":"assistant","content":null},"delta":{"content":"x"},)"
      R"("finish_reason":"stop"}]})";
  ASSERT_EQ(testing::only<Delta>(read_body(only_delta)).size(), 1U);
}

TEST(ChatReplyReader, TakesReasoningDetailsThatAreToldTwiceOnce) {
  const std::string details = R"("reasoning_details":[{"type":"reasoning.text","text":"t"}])";
  const Events events =
      read({chunk(R"({"role":"assistant",)" + details + "}"),
            R"({"id":"r","choices":[{"index":0,"message":{"role":"assistant","content":null,)" + details +
                R"(},"finish_reason":"stop"}]})"});
  EXPECT_EQ(testing::only<Delta>(events).size(), 1U);
}

TEST(ChatReplyReader, TakesACallOfTheOldFormOnce) {
  const std::string name = chunk(R"({"role":"assistant","function_call":{"name":"f","arguments":""}})");
  const std::string text = chunk(R"({"function_call":{"arguments":"{}"}})");
  for (const char* told :
       {R"({"role":"assistant","content":null,"function_call":{"name":"f","arguments":"{}"}})",
        R"({"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function",)"
        R"("function":{"name":"f","arguments":"{}"}}]})"}) {
    const std::string message = R"({"id":"r","choices":[{"index":0,"message":)" + std::string(told) +
                                R"(,"finish_reason":"function_call"}]})";
    EXPECT_EQ(testing::only<CallPiece>(read({name, text, message})).size(), 2U) << told;
  }
}

TEST(ChatReplyReader, TakesEntriesOfABodyAsCallsOfTheirOwn) {
  const Events events = read_body(
      R"({"id":"r","choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[)"
      R"({"id":"a","type":"function","function":{"name":"f","arguments":"{"}},)"
      R"({"id":"a","type":"function","function":{"arguments":"}"}}]},"finish_reason":"tool_calls"}]})");
  for (const CallPiece& piece : testing::only<CallPiece>(events)) EXPECT_TRUE(piece.begins);
}

TEST(ChatReplyReader, WritesFreeTextThatIsAnObject) {
  EXPECT_EQ(
      shown(read({chunk(
          R"({"role":"assistant","tool_calls":[{"index":0,"id":"a","type":"custom","custom":{"name":"p","input":{"x":1}}}]})")})),
      (Texts{"start r m", "mended arguments_kind", R"(piece 0 a p {"x":1} custom)", "end"}));
}

TEST(ChatReplyReader, TellsWhatWasHeldBeforeAnError) {
  EXPECT_EQ(shown(read({kRole, chunk(R"({"content":"<thi"})"), R"({"error":{"message":"m","code":503}})"})),
            (Texts{"start r m", "[0.0 text", "0.0 <thi", "0.0]", "failure 503", "end"}));
  EXPECT_EQ(shown(read(
                {kRole, chunk(R"({"content":"<thi"})"),
                 R"({"id":"r","choices":[{"index":0,"delta":{},"finish_reason":"error","error":"down"}]})"})),
            (Texts{"start r m", "mended error_with_choices", "[0.0 text", "0.0 <thi", "0.0]", "failure 502",
                   "end"}));
}

TEST(ChatReplyReader, TakesTheFirstChoiceAsTheOneForWhoReadsOne) {
  const std::string second =
      R"({"id":"r","model":"m","choices":[{"index":1,"delta":{"role":"assistant","content":"b"}}]})";
  DecodeOptions options;
  options.one_choice = true;
  ReplyReader reader(options, ReplyReader::Mode::kStream);
  Events events;
  reader.read(parsed(second), events);
  reader.read(parsed(kRole), events);
  reader.read(parsed(chunk(R"({"content":"a"})")), events);
  EXPECT_EQ(shown(events),
            (Texts{"start r m", "mended choice_number", "[0.0 text", "0.0 b", "[1.0 text", "1.0 a"}));
  EXPECT_EQ(shown(read({second}))[1], "[1.0 text") << "who asked for several gets them as numbered";
  EXPECT_EQ(shown(read_body(R"({"id":"r","model":"m","choices":[{"index":1,"message":)"
                            R"({"role":"assistant","content":"b"},"finish_reason":"stop"}]})"))[2],
            "[0.0 text");
}

TEST(ChatReplyReader, KeepsChoicesApart) {
  EXPECT_EQ(shown(read(
                {R"({"id":"r","model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"a"}},)"
                 R"({"index":1,"delta":{"role":"assistant","content":"b"},"finish_reason":"stop"}]})"})),
            (Texts{"start r m", "[0.0 text", "0.0 a", "[1.0 text", "1.0 b", "1.0]", "finish 1 stop", "0.0]",
                   "end"}));
}

TEST(ChatReplyReader, EndsOnce) {
  ReplyReader reader(DecodeOptions(), ReplyReader::Mode::kStream);
  Events events;
  reader.end(false, events);
  reader.end(true, events);
  EXPECT_EQ(shown(events), (Texts{"end broken"}));
}

}  // namespace
}  // namespace argwright::protocol::chat
