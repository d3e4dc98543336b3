#include "app/explain.h"

#include <gtest/gtest.h>

namespace argwright::app {
namespace {

std::string explained(std::string_view raw, const RepairOptions& options = {}, Terminal terminal = {},
                      const Declaration& declaration = {}) {
  const Answer answer = answer_arguments(raw, declaration, options);
  const Details details = details_of(answer, declaration, options);
  return explain({"standard input", raw, &answer, &details, declaration.schema.get()}, terminal);
}

std::string explained_weather(std::string_view raw) {
  const Declaration weather{.schema = std::make_shared<const Schema>(*Schema::compile_text(
                                R"({"type": "object", "required": ["city"], "properties":
                                    {"city": {"type": "string"}, "days": {"type": "integer"}}})"))};
  return explained(raw, {}, {}, weather);
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(Explain, ShowsInputFixesAndResult) {
  EXPECT_EQ(explained(R"({"city": "Oslo", "days": 3,})"),
            "standard input: repaired, 1 fix\n"
            "\n"
            "  1 | {\"city\": \"Oslo\", \"days\": 3,}\n"
            "    |                           ^\n"
            "    |                           1\n"
            "\n"
            "  1  trailing_comma  dropped a trailing comma: ,\n"
            "\n"
            "result\n"
            "{\n"
            "  \"city\": \"Oslo\",\n"
            "  \"days\": 3\n"
            "}\n");
}

TEST(Explain, SaysWhenThereIsNothingToFix) {
  EXPECT_EQ(explained("{}"),
            "standard input: ok\n"
            "\n"
            "  1 | {}\n"
            "\n"
            "result\n"
            "{}\n");
}

TEST(Explain, PointsAtTheErrorOfARejection) {
  const std::string text = explained(R"({"city": "Osl)");
  EXPECT_TRUE(has(text, "standard input: rejected (truncated)\n")) << text;
  EXPECT_TRUE(has(text, "    |              ^\n    |              error\n")) << text;
  EXPECT_TRUE(has(text, "\nerror\nthe text ends inside a string (at byte 13)\n")) << text;
  EXPECT_FALSE(has(text, "\nresult\n")) << text;
}

TEST(Explain, ShowsWhatWasCoerced) {
  EXPECT_EQ(explained_weather(R"({"city": 5, "days": "3"})"),
            "standard input: coerced\n"
            "\n"
            "  1 | {\"city\": 5, \"days\": \"3\"}\n"
            "\n"
            "diagnostics\n"
            "  /city  literal_retained   non-string literal retained\n"
            "  /days  string_to_integer  string literal converted to integer\n"
            "\n"
            "result\n"
            "{\n"
            "  \"city\": \"5\",\n"
            "  \"days\": 3\n"
            "}\n");
}

TEST(Explain, ShowsWhatTheModelWouldBeToldOfAMisfit) {
  const std::string text = explained_weather(R"({"days": "many"})");
  EXPECT_TRUE(has(text, "standard input: rejected (misfit)\n")) << text;
  EXPECT_TRUE(has(text, "\nerror\n/days: expected integer, got string \"many\"; /city: missing")) << text;
  EXPECT_TRUE(has(text, "\nwhat could be read\n{\n  \"days\": \"many\"\n}\n")) << text;
  EXPECT_TRUE(has(text, "\nwhat the model would be told\nFailed to parse arguments: ")) << text;
  EXPECT_TRUE(has(text, "\nParameters: city: string (required); days: integer\n")) << text;
  EXPECT_FALSE(has(text, "\nresult\n")) << text;
}

TEST(Explain, ShowsTheTextWhereItIsNotWhatTheToolGets) {
  const std::string text = explained(R"({"a": "true"})");
  EXPECT_TRUE(has(text, "string literal converted to boolean true\n")) << text;
  EXPECT_TRUE(has(text, "\nresult\n{\n  \"a\": true\n}\n")) << text;
  EXPECT_TRUE(has(text, "\non the wire\n{\n  \"a\": \"true\"\n}\n")) << text;
}

TEST(Explain, BoundsTheDiagnostics) {
  std::string raw = "{\"city\": \"Oslo\"";
  for (int i = 0; i < 50; ++i) raw += ", \"k" + std::to_string(i) + "\": 1";
  EXPECT_TRUE(has(explained_weather(raw + "}"), "  and 30 more\n")) << explained_weather(raw + "}");
}

TEST(Explain, KeepsWhatTheModelSentOffTheTerminal) {
  const std::string text = explained_weather("{\"days\": \"\\u001b[31m\", \"\\u001b[0m\": 1}");
  EXPECT_FALSE(has(text, "\x1b")) << text;
}

TEST(Explain, ListsTheCallsOfASplit) {
  const std::string text = explained(R"({"a":1}{"a":2})");
  EXPECT_TRUE(has(text, "standard input: split (2 calls)\n")) << text;
  EXPECT_TRUE(has(text, "\ncall 1\n{\n  \"a\": 1\n}\n")) << text;
  EXPECT_TRUE(has(text, "\ncall 2\n{\n  \"a\": 2\n}\n")) << text;
}

TEST(Explain, NumbersSeveralFixesOfOnePlaceTogether) {
  EXPECT_TRUE(has(explained(R"("\"{\\\"a\\\":1}\"")"), "    | 1-2\n"));
}

TEST(Explain, KeepsNumbersAsWritten) {
  EXPECT_TRUE(
      has(explained(R"({"n": 1.10, "big": 12345678901234567890,})"), "\"big\": 12345678901234567890\n"));
}

TEST(Explain, TellsWhatWouldHaveBeenDone) {
  RepairOptions options;
  options.enhance = false;
  const std::string text = explained("{'a': 1}", options);
  EXPECT_TRUE(has(text, "passed as received (RCC_TOOL_ENHANCE=0), would be repaired, 1 fix\n")) << text;
  EXPECT_FALSE(has(text, "\nresult\n")) << text;
}

TEST(Explain, UsesColoursOnlyWhereAllowed) {
  const std::string_view raw = "{'a': '\x1b[31m',}";
  EXPECT_FALSE(has(explained(raw), "\x1b"));
  EXPECT_TRUE(has(explained(raw, {}, {.colours = true, .width = 80}), "\x1b[33m"));
}

TEST(Explain, BoundsTheList) {
  std::string raw = "{";
  for (int i = 0; i < 500; ++i) raw += "'k" + std::to_string(i) + "': 1,\n";
  raw += "}";
  EXPECT_TRUE(has(explained(raw), "  and 481 more\n")) << explained(raw).substr(0, 5000);
}

TEST(Explain, StaysWithinTheWidth) {
  const Terminal narrow{.colours = false, .width = 50};
  const std::string text = explained("{'a': '" + std::string(300, 'x') + "', 'b': True}", {}, narrow);
  const std::string above = text.substr(0, text.find("\nresult\n"));
  for (std::size_t begin = 0; begin < above.size();) {
    const std::size_t end = std::min(above.find('\n', begin), above.size());
    EXPECT_LE(end - begin, 70U) << above.substr(begin, end - begin);
    begin = end + 1;
  }
}

}  // namespace
}  // namespace argwright::app
