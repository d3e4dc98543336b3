#include "protocol/chat/think_splitter.h"

#include <gtest/gtest.h>

namespace argwright::protocol::chat {
namespace {

struct Split {
  std::string opening, reasoning, closing, text;
  bool operator==(const Split&) const = default;
};

void add(Split& split, const ThinkSplitter::Piece& piece) {
  split.opening += piece.opening;
  split.reasoning += piece.reasoning;
  split.closing += piece.closing;
  split.text += piece.text;
}

Split split_of(const std::vector<std::string_view>& pieces) {
  ThinkSplitter splitter;
  Split split;
  for (const std::string_view piece : pieces) add(split, splitter.feed(piece));
  add(split, splitter.finish());
  return split;
}

struct Case {
  std::string_view content;
  Split expected;
};

const Case kCases[] = {
    {"<think>why</think>so", {"<think>", "why", "</think>", "so"}},
    {" \n<think>\nwhy\n</think>\n\nso", {" \n<think>", "\nwhy\n", "</think>", "\n\nso"}},
    {"<think></think>", {"<think>", "", "</think>", ""}},
    {"<think>never closed </thin", {"<think>", "never closed </thin", "", ""}},
    {"<think>a</think>b<think>c</think>", {"<think>", "a", "</think>", "b<think>c</think>"}},
    {"<think>a <</</think>b", {"<think>", "a <</", "</think>", "b"}},
    {"plain text", {"", "", "", "plain text"}},
    {"text <think>late</think>", {"", "", "", "text <think>late</think>"}},
    {"<thi", {"", "", "", "<thi"}},
    {"<thinking>no</thinking>", {"", "", "", "<thinking>no</thinking>"}},
    {"  ", {"", "", "", "  "}},
    {"", {}},
};

// Templates that open the reasoning for the model: it only closes it. A stream cannot wait for that.
TEST(ThinkSplitter, EndsReasoningThatWasNotOpenedWhereTheContentIsWhole) {
  const auto whole = [](std::string_view content) {
    ThinkSplitter splitter;
    Split split;
    add(split, splitter.feed_whole(content));
    add(split, splitter.finish());
    return split;
  };
  EXPECT_EQ(whole("why\n</think>\n\nso"), (Split{"", "why\n", "</think>", "\n\nso"}));
  EXPECT_EQ(whole("</think>\nso"), (Split{"", "", "</think>", "\nso"}));
  EXPECT_EQ(whole("why</think>"), (Split{"", "why", "</think>", ""}));
  EXPECT_EQ(whole("<think>why</think>so"), (Split{"<think>", "why", "</think>", "so"}));
  for (const std::string_view text :
       {"write `</think>`\n", "so <think>a</think>\nb", "the tag </think> ends it", "plain"}) {
    EXPECT_EQ(whole(text), (Split{"", "", "", std::string(text)})) << text;
  }
}

// L4: where the content is cut never matters.
TEST(ThinkSplitter, SplitsTheSameHoweverTheContentIsCut) {
  for (const Case& one : kCases) {
    EXPECT_EQ(split_of({one.content}), one.expected) << one.content;
    for (std::size_t i = 0; i <= one.content.size(); ++i) {
      for (std::size_t j = i; j <= one.content.size(); ++j) {
        const Split split =
            split_of({one.content.substr(0, i), one.content.substr(i, j - i), one.content.substr(j)});
        EXPECT_EQ(split, one.expected) << one.content << " cut at " << i << " and " << j;
        EXPECT_EQ(split.opening + split.reasoning + split.closing + split.text, one.content);
      }
    }
  }
}

TEST(ThinkSplitter, HoldsBackOnlyWhatMayBeATag) {
  ThinkSplitter splitter;
  EXPECT_EQ(splitter.feed("<th").text, "");
  EXPECT_EQ(splitter.feed("e").text, "<the");
  EXPECT_EQ(splitter.feed("<think>").text, "<think>") << "text has begun";
  ThinkSplitter inside;
  EXPECT_EQ(inside.feed("<think>abc</").reasoning, "abc");
  EXPECT_EQ(inside.feed("b").reasoning, "</b");
}

TEST(ThinkSplitter, GoesOnBehindAnEndThatWasNone) {
  ThinkSplitter splitter;
  splitter.finish();
  EXPECT_EQ(splitter.feed("<think>a</").reasoning, "a");
  EXPECT_EQ(splitter.finish().reasoning, "</");
  EXPECT_EQ(splitter.feed("b</think>c").reasoning, "b");
  splitter.finish();
  EXPECT_EQ(splitter.feed("<think>").text, "<think>");
}

// "r" is flagged as reasoning, "t" is not.
TEST(ThinkSplitter, SplitsWhatIsFlagged) {
  using Flagged = std::vector<std::pair<char, std::string_view>>;
  const auto split = [](const Flagged& pieces) {
    ThinkSplitter splitter;
    Split all;
    for (const auto& [flag, text] : pieces)
      add(all, flag == 'r' ? splitter.feed_thought(text) : splitter.feed(text));
    add(all, splitter.finish());
    return all.reasoning + "|" + all.text;
  };
  EXPECT_EQ(split({{'r', "<thought>a"}, {'r', " b"}, {'t', "</thought>c"}, {'t', "<think>"}}),
            "a b|c<think>");
  EXPECT_EQ(split({{'r', "<tho"}, {'r', "ught>a"}, {'t', "</tho"}, {'t', "ught>c"}}), "a|c");
  EXPECT_EQ(split({{'r', "<thought>a</thought>c"}, {'t', "d"}}), "a|cd");
  EXPECT_EQ(split({{'r', "a"}, {'r', "b"}, {'t', "c"}}), "ab|c") << "without tags";
  EXPECT_EQ(split({{'r', "<thought>a"}, {'t', "c</thought>"}}), "a|c</thought>") << "without the closing one";
  EXPECT_EQ(split({{'t', "a"}, {'r', "<thought>b"}, {'t', "</thought>c"}, {'r', "d"}, {'t', "e"}}), "bd|ace");
  EXPECT_EQ(split({{'t', "<thought>a</thought>"}}), "|<thought>a</thought>") << "no flag";
}

TEST(ThinkSplitter, LooksThroughABoundedAmountOfWhiteSpace) {
  ThinkSplitter splitter;
  std::string held;
  for (int i = 0; i < 1000; ++i) held += splitter.feed(" ").text;
  EXPECT_GE(held.size(), 700U) << "white space without end is text";
}

TEST(ThinkSplitter, TellsWhetherAContentBeginsWithReasoning) {
  EXPECT_TRUE(begins_with_reasoning("<think>x</think>"));
  EXPECT_TRUE(begins_with_reasoning("\n <think>"));
  for (const char* content : {"", "  ", "x<think>", "<thin", "<thinking>"}) {
    EXPECT_FALSE(begins_with_reasoning(content)) << content;
  }
}

}  // namespace
}  // namespace argwright::protocol::chat
