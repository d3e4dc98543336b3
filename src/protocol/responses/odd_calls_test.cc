// Calls of servers that imitate the protocol: what they mean has to come out, once, as a stream that passes
// without any note.
#include <algorithm>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "protocol/responses/odd_servers.h"

namespace argwright::protocol::responses {
namespace {

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

// An event of a call, without the members that are empty or negative.
std::string told(std::string_view type, std::string_view id, int index, std::string_view key,
                 std::string_view text, std::string_view name = "") {
  json::Object event{{"type", "response.function_call_arguments." + std::string(type)}};
  if (!id.empty()) event.push_back({"item_id", id});
  if (index >= 0) event.push_back({"output_index", json::Value::integer(index)});
  if (!name.empty()) event.push_back({"name", name});
  event.push_back({std::string(key), text});
  return json::write(event);
}
std::string delta(std::string_view id, int index, std::string_view text) {
  return told("delta", id, index, "delta", text);
}
std::string whole(std::string_view id, int index, std::string_view text, std::string_view name = "") {
  return told("done", id, index, "arguments", text, name);
}
// output_item.added or .done without a place.
std::string unplaced(std::string_view verb, std::string_view item) {
  return R"({"type":"response.output_item.)" + std::string(verb) + R"(","item":)" + std::string(item) + "}";
}

TEST(ResponsesOddCalls, TakeEventsThatAllHaveOtherIdsForOneCall) {
  const std::string first = call_item("i4", "c1", "f", R"({"a":1})");
  const std::string second = call_item("i8", "c2", "f", R"({"a":2})");
  EXPECT_EQ(served({kBegun, delta("i1", -1, R"({"a")"), delta("i2", -1, ":1}"),
                    whole("i3", -1, R"({"a":1})", "f"), unplaced("done", first), delta("i5", -1, R"({"a")"),
                    delta("i6", -1, ":2}"), whole("i7", -1, R"({"a":2})", "f"), unplaced("done", second),
                    ended_with(first + "," + second)}),
            "|c1 f{\"a\":1},c2 f{\"a\":2},");
}

TEST(ResponsesOddCalls, GetTheArgumentsThatOnlyTheResponseTellsThoughTwoAreAlike) {
  const std::string bare = call_item("x", "", "f", "");
  const std::string full = call_item("x", "", "f", R"({"a":1})");
  EXPECT_EQ(served({kBegun, added(0, bare), added(1, bare), ended_with(full + "," + full)}),
            "|x f{\"a\":1},x-2 f{\"a\":1},");
}

TEST(ResponsesOddCalls, KeepArgumentsThatAreToldBeforeAnythingElseOfTheCall) {
  EXPECT_EQ(served({kBegun, whole("i", 0, R"({"a":1})"), done(0, call_item("i", "c", "f", "")), kEnded}),
            "|c f{\"a\":1},");
}

TEST(ResponsesOddCalls, AreToldApartByTheirPlacesWhereTheyShareAnId) {
  EXPECT_EQ(served({kBegun, delta("x", 0, R"({"a":1})"), whole("x", 0, R"({"a":1})", "f"),
                    delta("x", 1, "{}"), whole("x", 1, "{}", "g"), delta("x", 2, R"({"a":2})"),
                    whole("x", 2, R"({"a":2})", "f"), kEnded}),
            "|x f{\"a\":1},x-2 g{},x-3 f{\"a\":2},");
}

TEST(ResponsesOddCalls, AreToldApartByTheirIdsWhereTheyShareAPlace) {
  EXPECT_EQ(served({kBegun, done(0, call_item("i", "", "f", R"({"a":1})")),
                    done(0, call_item("k", "", "f", R"({"a":2})")), kEnded}),
            "|i f{\"a\":1},k f{\"a\":2},");
  EXPECT_EQ(served({kBegun, whole("i", 0, R"({"a":1})"), whole("k", 0, R"({"b":2})"),
                    ended_with(call_item("y", "c1", "f", "") + "," + call_item("z", "c2", "g", ""))}),
            "|c1 f{\"a\":1},c2 g{\"b\":2},");
}

TEST(ResponsesOddCalls, BeginAnewBehindAWholeOneOfTheirName) {
  const std::string bare = call_item("x", "", "f", "");
  EXPECT_EQ(served({kBegun, unplaced("added", bare), whole("x", -1, R"({"a":1})"), unplaced("added", bare),
                    whole("x", -1, R"({"a":2})"), kEnded}),
            "|x f{\"a\":1},x-2 f{\"a\":2},");
  // Unless nothing else comes of it: then it was the same once more.
  EXPECT_EQ(served({kBegun, unplaced("added", bare), whole("x", -1, R"({"a":1})"), unplaced("added", bare),
                    kEnded}),
            "|x f{\"a\":1},");
}

TEST(ResponsesOddCalls, AreCountedFromOneInTheResponseToo) {
  const std::string nameless = R"({"type":"function_call","arguments":""})";
  EXPECT_EQ(served({kBegun, added(1, nameless), delta("", 1, R"({"a":1})"), added(2, nameless),
                    delta("", 2, R"({"b":2})"),
                    ended_with(call_item("", "c1", "f", "") + "," + call_item("", "c2", "g", ""))}),
            "|c1 f{\"a\":1},c2 g{\"b\":2},");
}

TEST(ResponsesOddCalls, OfANameThatBeginsLikeAnotherAreNotTakenForIt) {
  EXPECT_EQ(
      served({kBegun, added(0, call_item("i", "", "read_file", "")), added(0, call_item("k", "", "read", "")),
              ended_with(call_item("y", "", "read_file", R"({"a":1})") + "," +
                         call_item("z", "", "read", R"({"b":2})"))}),
      "|i read_file{\"a\":1},k read{\"b\":2},");
}

TEST(ResponsesOddCalls, AreNotJoinedWhereNothingButTheirTextPartsThem) {
  EXPECT_EQ(served({kBegun, delta("i", -1, R"({"a":)"), delta("i", -1, "1}"), delta("k", -1, R"({"b":2})"),
                    ended_with(call_item("i", "c1", "f", R"({"a":1})") + "," +
                               call_item("k", "c2", "g", R"({"b":2})"))}),
            "|c1 f{\"a\":1},c2 g{\"b\":2},");
}

// Which the response tells otherwise: the text is then the response's, and no call of its own.
TEST(ResponsesOddCalls, ThatEndWithoutTheirArgumentsGoOutOnce) {
  const std::string bare = R"({"type":"function_call","name":"f","arguments":"{}"})";
  const std::string full = R"({"type":"function_call","name":"f","arguments":"{\"a\":1}"})";
  const std::string out = served({kBegun, delta("", 0, R"({"a":1,})"), done(0, bare), ended_with(full)});
  EXPECT_EQ(std::ranges::count(out, ','), 1) << out;
}

// Of one name, too, and of one id that is nobody's: the response must not tell them behind the others.
TEST(ResponsesOddCalls, KeepTheirOrderWhereAllItemsShareAnId) {
  const auto ended = [](const std::string& item) {
    return R"({"type":"response.output_item.done","item":)" + item + "}";
  };
  const std::string text = message_item("x", "hi");
  const std::string one = call_item("x", "", "f", R"({"a":1})");
  const std::string two = call_item("x", "", "f", R"({"a":2})");
  const std::string three = call_item("x", "", "g", R"({"b":3})");
  const std::string served_calls = served({kBegun, ended(text), ended(one), ended(two), ended(three),
                                           ended_with(text + "," + one + "," + two + "," + three)});
  const std::size_t places[] = {served_calls.find(R"(f{"a":1})"), served_calls.find(R"(f{"a":2})"),
                                served_calls.find(R"(g{"b":3})")};
  EXPECT_TRUE(places[0] < places[1] && places[1] < places[2] && places[2] != std::string::npos)
      << served_calls;
}

TEST(ResponsesOddCalls, OfOneNameAreTwoWhereNothingElseIsTold) {
  const std::string one = R"({"type":"function_call","name":"f","arguments":"{\"a\":1}"})";
  const std::string two = R"({"type":"function_call","name":"f","arguments":"{\"a\":2}"})";
  const std::string out = served({kBegun, unplaced("done", one), unplaced("done", two), kEnded});
  EXPECT_NE(out.find(R"({"a":1})"), std::string::npos) << out;
  EXPECT_NE(out.find(R"({"a":2})"), std::string::npos) << out;
}

}  // namespace
}  // namespace argwright::protocol::responses
