#include "app/source_view.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "app/visible_text.h"

namespace argwright::app {
namespace {

std::string draw(std::string_view text, const std::vector<Marker>& markers, int width = 60) {
  return draw_source(text, markers, Terminal{.colours = false, .width = width});
}

Marker at(std::size_t offset, std::string label, std::size_t length = 1) {
  return Marker{offset, length, std::move(label), Colour::kYellow};
}

std::vector<std::string> lines_of(const std::string& picture) {
  std::vector<std::string> lines;
  std::istringstream stream(picture);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST(SourceView, PutsCaretsUnderTheirBytes) {
  EXPECT_EQ(draw("{'a': 1,}", {at(1, "1", 3), at(7, "2")}),
            "  1 | {'a': 1,}\n"
            "    |  ^~~   ^\n"
            "    |  1     2\n");
}

TEST(SourceView, AlignsBehindWideAndReplacedCharacters) {
  EXPECT_EQ(draw("東\t\xFF"
                 "x",
                 {at(5, "1")}),
            "  1 | 東␉<FF>x\n"
            "    |        ^\n"
            "    |        1\n");
}

TEST(SourceView, StacksLabelsThatWouldTouch) {
  EXPECT_EQ(draw("abcdef", {at(0, "10"), at(1, "11"), at(2, "12"), at(5, "13")}),
            "  1 | abcdef\n"
            "    | ^^^  ^\n"
            "    | 10   13\n"
            "    |  11\n"
            "    |   12\n");
}

TEST(SourceView, PointsBehindTheEnd) {
  EXPECT_EQ(draw("{\"a\"", {at(4, "error")}),
            "  1 | {\"a\"\n"
            "    |     ^\n"
            "    |     error\n");
  EXPECT_EQ(draw("", {at(0, "error")}),
            "  1 | \n"
            "    | ^\n"
            "    | error\n");
  EXPECT_EQ(draw("a", {at(900, "x")}), draw("a", {at(1, "x")}));
}

TEST(SourceView, ShowsALineBreakThatIsPointedAt) {
  EXPECT_EQ(draw("\"a\nb\"", {at(2, "1")}),
            "  1 | \"a␊\n"
            "    |   ^\n"
            "    |   1\n"
            "  2 | b\"\n");
  // The end of a text that ends its last line is behind that line.
  EXPECT_EQ(draw("{\n", {at(2, "1")}),
            "  1 | {␊\n"
            "    |  ^\n"
            "    |  1\n");
}

TEST(SourceView, CutsUnderlinesAtTheNextCaretAndTheLineEnd) {
  EXPECT_EQ(draw("abcdef\nxyz", {at(0, "1", 5), at(3, "2", 9)}),
            "  1 | abcdef\n"
            "    | ^~~^~~\n"
            "    | 1  2\n"
            "  2 | xyz\n");
}

TEST(SourceView, WindowsLongLinesAroundTheirCarets) {
  const std::string text = std::string(500, 'a') + "X" + std::string(500, 'b') + "Y" + std::string(500, 'c');
  const std::vector<std::string> lines = lines_of(draw(text, {at(500, "1"), at(1001, "2")}));
  ASSERT_EQ(lines.size(), 6U);
  for (const std::string& line : lines) EXPECT_LE(columns_of(line), 60);
  EXPECT_EQ(lines[0].find('X'), lines[1].find('^'));
  EXPECT_EQ(lines[3].find('Y'), lines[4].find('^'));
  EXPECT_NE(lines[0].find("..."), std::string::npos);
  EXPECT_TRUE(lines[0].ends_with("..."));
}

TEST(SourceView, ShowsTheEndOfALongLine) {
  const std::vector<std::string> lines = lines_of(draw(std::string(500, 'a') + "}", {at(501, "1")}));
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_TRUE(lines[0].ends_with("a}"));
  EXPECT_EQ(lines[1].find('^'), lines[0].size());
}

TEST(SourceView, LeavesOutLinesFarFromAnyCaret) {
  std::string text;
  for (int i = 1; i <= 99; ++i) text += "line " + std::to_string(i) + "\n";
  const std::size_t place = text.find("line 50");
  EXPECT_EQ(draw(text, {at(place, "1", 7)}),
            "     | ...\n"
            "  49 | line 49\n"
            "  50 | line 50\n"
            "     | ^~~~~~~\n"
            "     | 1\n"
            "  51 | line 51\n"
            "     | ...\n");
}

TEST(SourceView, BoundsWhatItShows) {
  std::string text;
  std::vector<Marker> markers;
  for (int i = 0; i < 1000; ++i) {
    markers.push_back(at(text.size(), std::to_string(i)));
    text += "x\n";
  }
  const std::vector<std::string> lines = lines_of(draw(text, markers));
  EXPECT_LE(lines.size(), 24U * 3 + 1);
  EXPECT_TRUE(lines.back().ends_with("| ..."));

  EXPECT_LE(lines_of(draw(std::string(100000, '\n'), {})).size(), 13U);
  EXPECT_EQ(lines_of(draw(std::string(100000, 'x'), {})).size(), 1U);
}

TEST(SourceView, SurvivesCaretsInsideACharacter) {
  EXPECT_EQ(draw("東x", {at(1, "1"), at(2, "2")}),
            "  1 | 東x\n"
            "    | ^\n"
            "    | 1\n"
            "    | 2\n");
}

}  // namespace
}  // namespace argwright::app
