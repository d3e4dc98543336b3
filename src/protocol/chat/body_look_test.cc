#include "protocol/chat/body_look.h"

#include <gtest/gtest.h>

namespace argwright::protocol::chat {
namespace {

std::string body(std::string_view message, std::string_view finish = R"("tool_calls")",
                 std::string_view more = "") {
  return R"({"id":"c","choices":[{"index":0,"message":)" + std::string(message) + R"(,"finish_reason":)" +
         std::string(finish) + "}]" + std::string(more) + "}";
}

std::string with_calls(std::string_view calls, std::string_view content = "null") {
  return R"({"role":"assistant","content":)" + std::string(content) + R"(,"tool_calls":[)" +
         std::string(calls) + "]}";
}

constexpr std::string_view kCall =
    R"({"id":"call_1","type":"function","function":{"name":"f","arguments":"{\"a\":1}"}})";

std::optional<std::vector<CallReport>> look(std::string_view text, bool keep = false) {
  return look_at_body(text, keep, {});
}

TEST(BodyLook, FindsTheCalls) {
  const std::string text = body(with_calls(std::string(kCall) + R"(, {"id":"call_2","type":"function",)" +
                                           R"("function":{"arguments":"{}","name":"g"},"index":1})"));
  const auto calls = look(text);
  ASSERT_TRUE(calls);
  ASSERT_EQ(calls->size(), 2U);
  EXPECT_EQ((*calls)[0].id, "call_1");
  EXPECT_EQ((*calls)[0].name, "f");
  EXPECT_EQ((*calls)[0].untouched, R"({"a":1})") << "decoded";
  EXPECT_EQ((*calls)[1].name, "g");
}

TEST(BodyLook, TakesABodyWithoutCalls) {
  for (const char* finish : {R"("stop")", R"("length")", R"("content_filter")"}) {
    const auto calls = look(body(R"({"role":"assistant","content":"Hi \"you\" é"})", finish));
    ASSERT_TRUE(calls) << finish;
    EXPECT_TRUE(calls->empty());
  }
}

TEST(BodyLook, LeavesToTheReaderWhateverMayHaveToBeMended) {
  const std::string call(kCall);
  for (
      const std::string& text : {
          body(with_calls(call), R"("stop")"),
          body(with_calls(call), "null"),
          body(with_calls(call), R"("eos")"),
          body(with_calls(call, R"("text")")),
          body(with_calls(call, R"("")")),
          body(with_calls(call, R"([{"type":"text","text":"x"}])")),
          body(with_calls(call + "," + call)),
          body(with_calls(R"({"id":"","type":"function","function":{"name":"f","arguments":"{}"}})")),
          body(with_calls(R"({"id":"a","function":{"name":"f","arguments":"{}"}})")),
          body(with_calls(R"({"id":"a","type":"function","function":{"name":"f","arguments":{}}})")),
          body(with_calls(R"({"id":"a","type":"function","function":{"name":"f","arguments":""}})")),
          body(with_calls(R"({"id":"a","type":"function","function":{"name":"f"}})")),
          body(with_calls(R"({"id":"a","type":"custom","custom":{"name":"f","input":"x"}})")),
          body(R"({"content":"no role"})", R"("stop")"),
          body(R"({"role":"tool","content":"another role"})", R"("stop")"),
          body(R"({"role":"assistant","content":"no calls"})"),
          body(R"({"role":"assistant","content":"Hi"})", R"("stop","error":{"message":"x"})"),
          std::string(
              R"({"choices":[{"message":{"role":"assistant","content":"no number"},"finish_reason":"stop"}]})"),
          body(R"({"role":"assistant","function_call":{"name":"f","arguments":"{}"}})", R"("stop")"),
          body(R"({"role":"assistant","content":"Hi"})", R"("stop")", R"(,"error":{"message":"x"})"),
          body(R"({"role":"assistant","content":"Hi"})", R"("stop")", R"(,"choices":[])"),
          body(R"({"role":"assistant","content":"Hi"})", R"("stop")", ","),
          std::string("[]"),
          std::string("{}"),
          std::string(R"({"choices":[]})"),
          std::string("no JSON"),
      }) {
    EXPECT_FALSE(look(text)) << text;
  }
}

TEST(BodyLook, LeavesKeysInDisguiseToTheReader) {
  const std::string plain = body(R"({"role":"assistant","content":"Hi"})", R"("stop")");
  ASSERT_TRUE(look(plain));
  for (const auto& [name, disguised] :
       {std::pair("\"choices\"", R"("choice\u0073")"), std::pair("\"message\"", R"("mess\u0061ge")"),
        std::pair("\"content\"", R"("c\u006fntent")"), std::pair("\"id\"", R"("err\u006fr")")}) {
    std::string text = plain;
    text.replace(text.find(name), std::string_view(name).size(), disguised);
    EXPECT_FALSE(look(text)) << text;
  }
  EXPECT_TRUE(look(body(R"({"role":"assistant","x":{"\u0061":1}})", R"("stop")"))) << "nobody reads that one";
}

TEST(BodyLook, LeavesWhatIsNoStrictJsonToTheReader) {
  for (const std::string_view odd :
       {"\"\xff\"", R"("\ud800")", "01", "tru", "[1,]", R"({"a":1,})", "\"\n\"", R"("\q")"}) {
    const std::string more = R"(,"usage":)" + std::string(odd);
    EXPECT_FALSE(look(body(R"({"role":"assistant"})", R"("stop")", more))) << more;
    EXPECT_FALSE(look(body(R"({"role":"assistant","content":)" + std::string(odd) + "}", R"("stop")")))
        << odd;
  }
  EXPECT_TRUE(look(body(R"({"role":"assistant"})", R"("stop")", R"(,"usage":{"a":[1,{"b":[{}]}]})")));
}

TEST(BodyLook, LeavesMembersThatStandTwiceToTheReader) {
  for (
      const std::string_view message :
      {R"({"role":"a","role":"b"})", R"({"role":"a","content":"x","content":"y"})",
       R"({"role":"a","tool_calls":[{"id":"1","id":"2","type":"function","function":{"name":"f","arguments":"{}"}}]})",
       R"({"role":"a","tool_calls":[{"id":"1","type":"function","function":{"name":"f","name":"g","arguments":"{}"}}]})"}) {
    EXPECT_FALSE(look(body(message, R"("tool_calls")"))) << message;
  }
}

TEST(BodyLook, TakesSeveralChoicesInOrder) {
  const auto choice = [](int index, std::string_view id) {
    return R"({"index":)" + std::to_string(index) +
           R"(,"finish_reason":"tool_calls","message":{"role":"assistant","tool_calls":[)" + R"({"id":")" +
           std::string(id) + R"(","type":"function","function":{"name":"f","arguments":"{}"}}]}})";
  };
  const auto calls = look(R"({"choices":[)" + choice(0, "a") + " , " + choice(1, "b") + "]}");
  ASSERT_TRUE(calls);
  ASSERT_EQ(calls->size(), 2U);
  EXPECT_EQ((*calls)[0].choice, 0);
  EXPECT_EQ((*calls)[1].choice, 1);
  EXPECT_FALSE(look(R"({"choices":[)" + choice(1, "a") + "," + choice(0, "b") + "]}"));
  EXPECT_FALSE(look(R"({"choices":[)" + choice(0, "a") + "," + choice(1, "a") + "]}")) << "one id twice";
}

TEST(BodyLook, LeavesThoughtsToTheReaderOnlyWhereTheyAreRead) {
  const std::string_view thoughtful[] = {
      R"({"choices":[{"index":0,"message":{"role":"assistant","content":null,"reasoning_content":"why","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]},"finish_reason":"tool_calls"}]})",
      R"({"choices":[{"index":0,"message":{"role":"assistant","content":"so","reasoning_text":"why"},"finish_reason":"stop"}]})",
      R"({"choices":[{"index":0,"message":{"role":"assistant","content":"so","thinking":"why"},"finish_reason":"stop"}]})",
      R"({"choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"},"extra_content":{"google":{"thought_signature":"s"}}}]},"finish_reason":"tool_calls"}]})",
      R"({"choices":[{"index":0,"message":{"role":"assistant","content":"<think>why</think>so"},"finish_reason":"stop"}]})",
  };
  for (const std::string_view body : thoughtful) {
    EXPECT_FALSE(look_at_body(body, true, {}, true)) << body;
    EXPECT_TRUE(look_at_body(body, true, {}, false)) << body;
  }
}

TEST(BodyLook, KeepsTextBesideCallsWhereToldTo) {
  EXPECT_TRUE(look(body(with_calls(kCall, R"("text")")), true));
  EXPECT_FALSE(look(body(with_calls(kCall, R"("")")), true)) << "empty content is set to null all the same";
}

}  // namespace
}  // namespace argwright::protocol::chat
