// Texts, reasoning and hosted items of servers that imitate the protocol.
#include <algorithm>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "protocol/responses/odd_servers.h"

namespace argwright::protocol::responses {
namespace {

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
  const std::string listless = R"({"type":"message","id":"m"})";
  const std::string textless =
      R"({"type":"response.content_part.added","item_id":"m","output_index":0,"content_index":0,"part":{"type":"output_text"}})";
  EXPECT_TRUE(has(notes({kBegun, added(0, listless), part_added, delta, done(0, text), ended_with(text)}),
                  "mended content_kind"));
  EXPECT_TRUE(has(notes({kBegun, added(0, bare), textless, delta, done(0, text), ended_with(text)}),
                  "mended text_missing"));
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

}  // namespace
}  // namespace argwright::protocol::responses
