#include "repair/string_text.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "argwright/json.h"

namespace argwright::repair {
namespace {

using std::string_literals::operator""s;
using Lines = std::vector<std::string>;

struct Written {
  std::string value;  // what the JSON string says
  Lines fixes;        // "rule@offset before -> after"
};

Written write(std::string_view text, QuoteKind opener = QuoteKind::kDouble, bool raw_prefix = false) {
  FixLog log(100);
  std::string out = "[";  // append_string appends
  append_string({text, 10, opener, raw_prefix}, log, out);
  const Result<json::Value> parsed = json::parse(out + "]");
  Written written;
  EXPECT_TRUE(parsed) << "not a JSON string: " << out;
  if (parsed) written.value = parsed->items().at(0).string();
  for (const Fix& fix : log.list()) {
    written.fixes.push_back(std::string(fix.rule) + "@" + std::to_string(fix.offset) + " " +
                            fix.before.str() + " -> " + fix.after.str());
  }
  return written;
}

std::string value_of(std::string_view text) { return write(text).value; }

TEST(StringText, LegalTextNeedsNoFix) {
  const Written written = write(R"(tab\t quote\" slash\/ back\\ \u00e9 \ud83d\ude00 caf)"
                                "\u00E9");
  EXPECT_EQ(written.value, "tab\t quote\" slash/ back\\ \u00E9 \U0001F600 caf\u00E9");
  EXPECT_EQ(written.fixes, Lines{});
}

TEST(StringText, EscapesRawControlCharacters) {
  const Written written = write("a\nb\tc\r\x01\x1F");
  EXPECT_EQ(written.value, "a\nb\tc\r\x01\x1F");
  ASSERT_EQ(written.fixes.size(), 5U);
  EXPECT_EQ(written.fixes[0], "control_character@11 \n -> \\n");
  EXPECT_EQ(written.fixes[3], "control_character@16 \x01 -> \\u0001");
  EXPECT_EQ(value_of("a\0b"s), "a\0b"s);
}

TEST(StringText, EscapesInnerQuotesAndSaysSoOnlyWhereTheyWereFaults) {
  EXPECT_EQ(write(R"(say "hi")").value, R"(say "hi")");
  EXPECT_EQ(write(R"(say "hi")").fixes, (Lines{R"(inner_quote@14 " -> \")", R"(inner_quote@17 " -> \")"}));
  EXPECT_EQ(write(R"(say "hi")", QuoteKind::kSingle).value, R"(say "hi")");
  EXPECT_EQ(write(R"(say "hi")", QuoteKind::kSingle).fixes, Lines{})
      << "between single quotes they were legal";
}

TEST(StringText, DropsTheBackslashOfAnApostropheOnly) {
  EXPECT_EQ(write(R"(it\'s)").value, "it's");
  EXPECT_EQ(write(R"(it\'s)").fixes, (Lines{R"(bad_escape@12 \' -> ')"}));
  EXPECT_EQ(value_of(R"(\$HOME is \$1 long\n)"), "\\$HOME is \\$1 long\n") << "others keep it";
  EXPECT_EQ(write(R"(a\`b)", QuoteKind::kBacktick).value, "a`b");
  EXPECT_EQ(write(R"(a\`b)", QuoteKind::kDouble).value, "a\\`b");
}

TEST(StringText, KeepsTheBackslashesOfAWindowsPath) {
  const Written written = write(R"(C:\Users\new\table)");
  EXPECT_EQ(written.value, R"(C:\Users\new\table)");
  ASSERT_EQ(written.fixes.size(), 1U);
  EXPECT_EQ(written.fixes[0], R"(literal_backslashes@10 C:\Users\new\table -> )");
  EXPECT_EQ(value_of(R"(\\host\share\new)"), R"(\\host\share\new)");
  EXPECT_EQ(value_of(R"(src\utils\new.ts)"), R"(src\utils\new.ts)");
  EXPECT_EQ(value_of(R"(C:\\Users\\new\data)"), R"(C:\Users\new\data)")
      << "an escaped backslash is still one";
  EXPECT_EQ(value_of(R"(E:\scans\)"), R"(E:\scans\)") << "one at the end as well";
}

TEST(StringText, KeepsTheBackslashesOfAPattern) {
  EXPECT_EQ(value_of(R"(^\d+\.\d*$)"), R"(^\d+\.\d*$)");
  EXPECT_EQ(value_of(R"(\bword\s\b)"), R"(\bword\s\b)") << "among \\s a \\b is a word boundary";
  EXPECT_EQ(value_of(R"(\"\w+\")"), R"("\w+")") << "an escaped quote stays a quote";
}

TEST(StringText, KeepsTheBackslashesOfAFormula) {
  EXPECT_EQ(value_of(R"(\sum \frac{\theta}{2} \to \nabla)"), R"(\sum \frac{\theta}{2} \to \nabla)");
  EXPECT_EQ(value_of(R"(\alpha + \beta)"), R"(\alpha + \beta)");
}

TEST(StringText, CodeKeepsItsRealLineBreaks) {
  EXPECT_EQ(value_of(R"(if x:\n    y = "\d"\n)"), "if x:\n    y = \"\\d\"\n");
  EXPECT_EQ(value_of(R"(a\tb, \nc, \q d)"), "a\tb, \nc, \\q d");
}

TEST(StringText, LegalEscapesAloneAreNeverTakenLiterally) {
  EXPECT_EQ(write(R"(C:\temp\new)").value, "C:\temp\new")
      << "every escape is legal: so it was meant (README of the corpus)";
  EXPECT_EQ(write(R"(\frac{a}{b})").fixes, Lines{});
}

TEST(StringText, MendsHalfAnEscapeWithoutLosingItsText) {
  EXPECT_EQ(value_of(R"(\u12)"), R"(\u12)");
  EXPECT_EQ(value_of(R"(\uXYZW end)"), R"(\uXYZW end)");
  EXPECT_EQ(value_of("ends in \\"), "ends in \\");
}

TEST(StringText, ReplacesWhatIsNoUnicode) {
  EXPECT_EQ(write(R"(a\ud83db)").value, "a\uFFFDb");
  EXPECT_EQ(write(R"(a\ud83db)").fixes, (Lines{"lone_surrogate@11 \\ud83d -> \uFFFD"}));
  EXPECT_EQ(value_of(R"(\ude00\ud83d)"), "\uFFFD\uFFFD");
  EXPECT_EQ(value_of(R"(\ud83d\u0041)"), "\uFFFDA");
  EXPECT_EQ(value_of("Zo\xEB"), "Zo\uFFFD");
  EXPECT_EQ(write("\xE6\x98x").fixes, (Lines{"invalid_utf8@10 \xE6\x98 -> \uFFFD"}))
      << "one per maximal subpart";
  EXPECT_EQ(value_of("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");
}

TEST(StringText, ARawPrefixMakesEveryBackslashLiteral) {
  EXPECT_EQ(write(R"(\n\t\\x)", QuoteKind::kSingle, true).value, R"(\n\t\\x)");
  EXPECT_EQ(write(R"(\u0041)", QuoteKind::kSingle, true).value, R"(\u0041)");
  EXPECT_EQ(write(R"(\n)", QuoteKind::kSingle, true).fixes, Lines{}) << "the prefix itself is the fix";
}

TEST(StartsLikeWindowsPath, WantsADriveOrAHost) {
  EXPECT_TRUE(starts_like_windows_path(R"(C:\x)"));
  EXPECT_TRUE(starts_like_windows_path(R"(z:\)"));
  EXPECT_TRUE(starts_like_windows_path(R"(\\host\x)"));
  EXPECT_FALSE(starts_like_windows_path(R"(C:x)"));
  EXPECT_FALSE(starts_like_windows_path(R"(C:/x)"));
  EXPECT_FALSE(starts_like_windows_path(R"(\x)"));
  EXPECT_FALSE(starts_like_windows_path(R"(12:\x)"));
  EXPECT_FALSE(starts_like_windows_path(""));
}

// L7 as a property: outside escapes nothing is lost, whatever the bytes.
TEST(StringText, AnyByteStaysOrBecomesAReplacementCharacter) {
  for (int byte = 0; byte < 256; ++byte) {
    if (byte == '\\') continue;  // with the b behind it an escape
    SCOPED_TRACE(byte);
    const std::string text = "a" + std::string(1, static_cast<char>(byte)) + "b";
    const std::string value = value_of(text);
    EXPECT_EQ(value, byte < 0x80 ? text : "a\uFFFDb");
  }
}

}  // namespace
}  // namespace argwright::repair
