#include "repair/json5.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "argwright/json.h"
#include "repair/fix_log.h"

namespace argwright::repair {
namespace {

using std::string_literals::operator""s;

struct Reading {
  bool ok = false;
  std::string json;
  bool is_object = false;
  bool has_foreign_escape = false;
  Error error;
  std::vector<Fix> fixes;
  std::size_t fixes_total = 0;
};

Reading read(std::string_view text, const Limits& limits = {}) {
  FixLog log(limits.max_fixes);
  Result<Json5Document> document = read_json5(text, limits, log);
  Reading reading;
  reading.ok = document.has_value();
  if (document) {
    reading.json = document->json;
    reading.is_object = document->is_object;
    reading.has_foreign_escape = document->has_foreign_escape;
  } else {
    reading.error = document.error();
  }
  reading.fixes_total = log.total();
  reading.fixes = log.list();
  return reading;
}

// The JSON that `text` is read as; what went wrong, in brackets, when it is refused.
std::string json_of(std::string_view text) {
  const Reading reading = read(text);
  if (!reading.ok)
    return "<" + std::string(error_code_name(reading.error.code)) + ": " + reading.error.message + ">";
  EXPECT_TRUE(json::parse(reading.json)) << "not strict JSON: " << reading.json;
  return reading.json;
}

// "rule@offset before -> after" for every fix.
std::vector<std::string> fixes_of(std::string_view text) {
  std::vector<std::string> lines;
  for (const Fix& fix : read(text).fixes) {
    lines.push_back(std::string(fix.rule) + "@" + std::to_string(fix.offset) + " " + fix.before.str() +
                    " -> " + fix.after.str());
  }
  return lines;
}

void expect_refused(std::string_view text, ErrorCode code, std::size_t offset, std::string_view message) {
  SCOPED_TRACE(text);
  const Reading reading = read(text);
  ASSERT_FALSE(reading.ok) << reading.json;
  EXPECT_EQ(error_code_name(reading.error.code), error_code_name(code));
  EXPECT_EQ(reading.error.where.offset, offset);
  EXPECT_EQ(reading.error.message, message);
  EXPECT_EQ(reading.fixes_total, 0U);
}

using Lines = std::vector<std::string>;

// ---- what JSON and JSON5 share ------------------------------------------------------------------

TEST(Json5, ReadsStrictJsonWithoutAnyFix) {
  const std::string_view text =
      R"( { "a" : [ 1 , -2.50e+3 , true , false , null ] , "b" : { } , "" : [ ] } )";
  EXPECT_EQ(json_of(text), R"({"a":[1,-2.50e+3,true,false,null],"b":{},"":[]})");
  EXPECT_EQ(fixes_of(text), Lines{});
}

TEST(Json5, KeepsTheEscapesOfJsonAsWritten) {
  const std::string_view text = R"(["\" \\ \/ \b \f \n \r \t \u00e9 \u00E9 \ud83e\udd14"])";
  EXPECT_EQ(json_of(text), text);
  EXPECT_EQ(fixes_of(text), Lines{});
  EXPECT_FALSE(read(text).has_foreign_escape);
}

TEST(Json5, KeepsDuplicateKeysInOrder) {
  EXPECT_EQ(json_of("{a: 1, b: 2, 'a': 3}"), R"({"a":1,"b":2,"a":3})");
}

TEST(Json5, KeepsTextBeyondAsciiAsItIs) {
  EXPECT_EQ(json_of("{'ключ': '値 🤔 é'}"), R"({"ключ":"値 🤔 é"})");
}

TEST(Json5, TellsWhetherTheRootIsAnObject) {
  EXPECT_TRUE(read("{a: [1]}").is_object);
  EXPECT_TRUE(read("/* c */ {}").is_object);
  for (const std::string_view text : {"[{a: 1}]", "'{}'", "1", "null"}) {
    EXPECT_TRUE(read(text).ok) << text;
    EXPECT_FALSE(read(text).is_object) << text;
  }
}

TEST(Json5, ReadsScalarRoots) {
  EXPECT_EQ(json_of(" 'x' "), R"("x")");
  EXPECT_EQ(json_of("true"), "true");
  EXPECT_EQ(json_of("+1"), "1");
}

// ---- keys ---------------------------------------------------------------------------------------

TEST(Json5, QuotesIdentifierKeys) {
  EXPECT_EQ(json_of("{a: 1, _: 2, $: 3, $_a1: 4, one1: 5}"), R"({"a":1,"_":2,"$":3,"$_a1":4,"one1":5})");
  EXPECT_EQ(fixes_of("{ab: 1}"), Lines{R"(unquoted_key@1 ab -> "ab")"});
}

TEST(Json5, AllowsReservedWordsAndLiteralsAsKeys) {
  EXPECT_EQ(json_of("{while: 1, null: 2, true: 3, NaN: 4, Infinity: 5}"),
            R"({"while":1,"null":2,"true":3,"NaN":4,"Infinity":5})");
}

TEST(Json5, ReadsUnicodeLettersInKeys) {
  EXPECT_EQ(json_of("{ümlåût: 1, 城市: 2, имя: 3, ключ_2: 4, ª: 5, 名々: 6, 𝒳: 7}"),
            R"({"ümlåût":1,"城市":2,"имя":3,"ключ_2":4,"ª":5,"名々":6,"𝒳":7})");
}

TEST(Json5, DecodesUnicodeEscapesInKeys) {
  EXPECT_EQ(json_of(R"({sig\u03A3ma: 1, \u0061b: 2, a\u0031: 3})"), R"({"sigΣma":1,"ab":2,"a1":3})");
  EXPECT_EQ(fixes_of(R"({\u0061b: 2})"), Lines{R"(unquoted_key@1 \u0061b -> "ab")"});
  EXPECT_FALSE(read(R"({\u0061b: 2})").has_foreign_escape);
}

TEST(Json5, RefusesEscapesInKeysThatAreNoIdentifierCharacter) {
  for (const std::string_view text :
       {R"({\u0031a: 1})", R"({a\u002d: 1})", R"({a\u0022: 1})", R"({a\n: 1})", R"({\u00: 1})",
        R"({a\ud83e: 1})", R"({a\u{61}: 1})", R"({\ud83e\udd14: 1})"}) {
    EXPECT_EQ(read(text).error.code, ErrorCode::kSyntax) << text;
    EXPECT_FALSE(read(text).ok) << text;
  }
}

TEST(Json5, AllowsJoinersInsideAKeyOnly) {
  EXPECT_EQ(json_of("{a\u200Db: 1}"), "{\"a\u200Db\":1}");
  EXPECT_FALSE(read("{\u200Dab: 1}").ok);
}

TEST(Json5, EndsKeysAtPunctuationAndSymbolsBeyondAscii) {
  for (const std::string_view sign :
       {"“", "”", "‘", "«", "：", "，",     "、",     "。",     "「",     "…", "–", "→",
        "×", "÷", "€", "✓", "🤔", "\u200B", "\uE000", "\uFFFD", "\u00AD", "·", "・"}) {
    EXPECT_FALSE(read("{" + std::string(sign) + ": 1}").ok) << sign;
    EXPECT_FALSE(read("{a" + std::string(sign) + ": 1}").ok) << sign;
  }
}

TEST(Json5, RefusesKeysThatAreNeitherQuotedNorIdentifiers) {
  expect_refused("{10twenty: 1}", ErrorCode::kSyntax, 1, "found '10twenty', expected a key or '}'");
  expect_refused("{multi-word: 1}", ErrorCode::kSyntax, 6, "found '-', expected ':' after the key");
  expect_refused("{a b: 1}", ErrorCode::kSyntax, 3, "found 'b', expected ':' after the key");
  expect_refused("{-a: 1}", ErrorCode::kSyntax, 1, "found '-', expected a key or '}'");
  expect_refused("{: 1}", ErrorCode::kSyntax, 1, "found ':', expected a key or '}'");
  expect_refused("{[1]: 1}", ErrorCode::kSyntax, 1, "found '[', expected a key or '}'");
}

// ---- strings ------------------------------------------------------------------------------------

TEST(Json5, TurnsSingleQuotesIntoDoubleQuotes) {
  EXPECT_EQ(json_of("{'a': 'b'}"), R"({"a":"b"})");
  EXPECT_EQ(fixes_of("{'a': 'b'}"), (Lines{R"(single_quotes@1 ' -> ")", R"(single_quotes@6 ' -> ")"}));
}

TEST(Json5, EscapesDoubleQuotesInsideSingleOnes) {
  EXPECT_EQ(json_of(R"('say "hi" now, "please"')"), R"("say \"hi\" now, \"please\"")");
  EXPECT_EQ(json_of(R"('\"')"), R"("\"")");
}

TEST(Json5, KeepsSingleQuotesInsideDoubleOnes) {
  const std::string_view text = R"(["it's 'fine', isn't it? Long enough for a word or two"])";
  EXPECT_EQ(json_of(text), text);
  EXPECT_EQ(fixes_of(text), Lines{});
}

TEST(Json5, MendsEscapedSingleQuotesWithoutCallingThemForeign) {
  EXPECT_EQ(json_of(R"('I can\'t')"), R"("I can't")");
  EXPECT_EQ(json_of(R"("I can\'t")"), R"("I can't")");
  EXPECT_FALSE(read(R"('I can\'t')").has_foreign_escape);
  EXPECT_EQ(fixes_of(R"("I can\'t")"), Lines{R"(bad_escape@6 \' -> ')"});
}

TEST(Json5, ListsTheFixOfAStringBeforeThoseInsideIt) {
  EXPECT_EQ(fixes_of(R"(['a\'b', 'c'])"),
            (Lines{R"(single_quotes@1 ' -> ")", R"(bad_escape@3 \' -> ')", R"(single_quotes@9 ' -> ")"}));
}

TEST(Json5, DecodesEscapesThatJsonLacksAndSaysSo) {
  const struct {
    std::string_view text, json, fix;
  } cases[] = {
      {R"("\v")", R"("\u000b")", R"(bad_escape@1 \v -> \u000b)"},
      {R"("\0")", R"("\u0000")", R"(bad_escape@1 \0 -> \u0000)"},
      {R"("\0a")", R"("\u0000a")", R"(bad_escape@1 \0 -> \u0000)"},
      {R"("\x41")", R"("A")", R"(bad_escape@1 \x41 -> A)"},
      {R"("\xe9")", R"("é")", R"(bad_escape@1 \xe9 -> é)"},
      {R"("\x22")", R"("\"")", R"(bad_escape@1 \x22 -> \")"},
      {R"("\x5C")", R"("\\")", R"(bad_escape@1 \x5C -> \\)"},
      {R"("\x0a")", R"("\n")", R"(bad_escape@1 \x0a -> \n)"},
      {R"("\x1F")", R"("\u001f")", R"(bad_escape@1 \x1F -> \u001f)"},
      {R"("\d")", R"("d")", R"(bad_escape@1 \d -> d)"},
      {R"("\$")", R"("$")", R"(bad_escape@1 \$ -> $)"},
      {R"("\é")", R"("é")", R"(bad_escape@1 \é -> é)"},
      {R"("\🤔")", R"("🤔")", R"(bad_escape@1 \🤔 -> 🤔)"},
      {"\"\\\t\"", R"("\t")", "bad_escape@1 \\\t -> \\t"},
      {"\"\\\x01\"", R"("\u0001")", "bad_escape@1 \\\x01 -> \\u0001"},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(json_of(c.text), c.json);
    EXPECT_EQ(fixes_of(c.text), Lines{std::string(c.fix)});
    EXPECT_TRUE(read(c.text).has_foreign_escape) << c.text;
  }
}

TEST(Json5, SeesForeignEscapesInKeysToo) {
  EXPECT_EQ(json_of(R"({"\d": 1})"), R"({"d":1})");
  EXPECT_TRUE(read(R"({"\d": 1})").has_foreign_escape);
}

TEST(Json5, DropsLineContinuations) {
  for (const std::string_view line_break : {"\n", "\r", "\r\n", "\u2028", "\u2029"}) {
    const std::string text = "'a\\" + std::string(line_break) + "b'";
    EXPECT_EQ(json_of(text), R"("ab")");
    EXPECT_TRUE(read(text).has_foreign_escape);
    EXPECT_EQ(fixes_of(text)[1], "bad_escape@2 \\" + std::string(line_break) + " -> ");
  }
  EXPECT_EQ(read("'a\\\n\nb'").error.code, ErrorCode::kSyntax);
}

TEST(Json5, RefusesOctalAndUnfinishedEscapes) {
  for (const std::string_view text : {R"("\1")", R"("\9")", R"("\01")", R"("\08")", R"("\x")", R"("\x4")",
                                      R"("\x4g")", R"("\u")", R"("\u12")", R"("\u12g4")", R"("\u{41}")"}) {
    const Reading reading = read(text);
    EXPECT_FALSE(reading.ok) << text;
    EXPECT_EQ(reading.error.code, ErrorCode::kSyntax) << text;
    EXPECT_EQ(reading.error.where.offset, 1U) << text;
  }
  expect_refused(R"("a\1")", ErrorCode::kSyntax, 2,
                 R"(found '\1', expected an escape (JSON5 has no octal ones))");
  expect_refused(R"("\xzz")", ErrorCode::kSyntax, 1,
                 R"(found '\x', expected two hexadecimal digits after \x)");
  expect_refused(R"("\uzzzz")", ErrorCode::kSyntax, 1,
                 R"(found '\u', expected four hexadecimal digits after \u)");
}

TEST(Json5, RefusesHalfASurrogatePair) {
  expect_refused(R"(["\ud83e"])", ErrorCode::kSyntax, 2,
                 R"(found \ud83e, half a surrogate pair, expected a whole character)");
  for (const std::string_view text : {R"("\ud83ex")", R"("\udd14")", R"("\udd14\ud83e")", R"("\ud83e\ud83e")",
                                      R"("\ud83e\u0041")", R"("\ud83e\n")", R"("\ud83e)"}) {
    EXPECT_FALSE(read(text).ok) << text;
  }
}

TEST(Json5, EscapesRawControlCharactersInStrings) {
  EXPECT_EQ(json_of("'a\tb'"), R"("a\tb")");
  EXPECT_EQ(json_of("\"\x01\b\f\x1F\""), R"("\u0001\b\f\u001f")");
  EXPECT_EQ(json_of("'\0'"s), R"("\u0000")");
  EXPECT_EQ(json_of("'\x7F'"), "\"\x7F\"");
  EXPECT_EQ(fixes_of("\"a\t\tb\tc\""),
            (Lines{"control_character@2 \t\t -> \\t\\t", "control_character@5 \t -> \\t"}));
  EXPECT_FALSE(read("'a\tb'").has_foreign_escape);
}

TEST(Json5, AllowsLineSeparatorsButNoLineBreaksInStrings) {
  EXPECT_EQ(json_of("'a\u2028\u2029b'"), "\"a\u2028\u2029b\"");
  expect_refused("'ab\ncd'", ErrorCode::kSyntax, 3,
                 "found a line break inside a string, expected \\n or the closing quote");
  expect_refused("\"\t\r\"", ErrorCode::kSyntax, 2,
                 "found a line break inside a string, expected \\n or the closing quote");
}

TEST(Json5, CopiesStringsOfEveryLengthWithAnySpecialAtAnyPlace) {
  // The copy goes by eight bytes; no boundary may show.
  for (std::size_t length = 0; length < 40; ++length) {
    for (std::size_t place = 0; place <= length; ++place) {
      const std::string before(place, 'x');
      const std::string after(length - place, 'y');
      EXPECT_EQ(json_of("'" + before + "\"" + after + "'"), "\"" + before + "\\\"" + after + "\"");
      EXPECT_EQ(json_of("\"" + before + "'" + after + "\""), "\"" + before + "'" + after + "\"");
      EXPECT_EQ(json_of("\"" + before + "\\n" + after + "\""), "\"" + before + "\\n" + after + "\"");
      EXPECT_EQ(json_of("\"" + before + "\t" + after + "\""), "\"" + before + "\\t" + after + "\"");
      EXPECT_EQ(json_of("'" + before + "\xC3\xA9\x7F\x20" + after + "'"),
                "\"" + before + "\xC3\xA9\x7F\x20" + after + "\"");
    }
  }
}

TEST(Json5, TellsThatAStringIsCutOff) {
  expect_refused("['ab", ErrorCode::kTruncated, 4, "found the end of the text inside a string, expected '");
  expect_refused("{\"a", ErrorCode::kTruncated, 3, "found the end of the text inside a string, expected \"");
  expect_refused("'ab\\", ErrorCode::kTruncated, 4,
                 "found the end of the text inside an escape, expected its character");
}

// ---- numbers ------------------------------------------------------------------------------------

TEST(Json5, KeepsTheTextOfJsonNumbers) {
  for (const std::string_view text : {"0", "-0", "12345678901234567890", "1.10", "1e400", "-1.5E-07", "0.0",
                                      "0e23", "1E+2", "123456789012345678901234567890.000"}) {
    EXPECT_EQ(json_of(text), text);
    EXPECT_EQ(fixes_of(text), Lines{});
  }
}

TEST(Json5, RewritesNumbersTheJsonWay) {
  const struct {
    std::string_view text, json;
  } cases[] = {
      {"+5", "5"},         {".5", "0.5"},     {"5.", "5"},
      {"5.e3", "5e3"},     {"-.5", "-0.5"},   {"+.5", "0.5"},
      {"-5.", "-5"},       {"+0", "0"},       {"-.0", "-0.0"},
      {"0.", "0"},         {"0.e1", "0e1"},   {".5E-3", "0.5E-3"},
      {"+1e400", "1e400"}, {"+1.10", "1.10"}, {"+12345678901234567890", "12345678901234567890"},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(json_of(c.text), c.json) << c.text;
    EXPECT_EQ(fixes_of(c.text),
              Lines{"number_format@0 " + std::string(c.text) + " -> " + std::string(c.json)});
  }
}

TEST(Json5, WritesHexadecimalNumbersAsExactDecimals) {
  const struct {
    std::string_view text, json;
  } cases[] = {
      {"0x1F", "31"},
      {"0Xc8", "200"},
      {"-0xC8", "-200"},
      {"+0xc8e4", "51428"},
      {"0x0", "0"},
      {"-0x0", "-0"},
      {"0x0000000000000000000000000000000000000000000000000000000000000000000000001", "1"},
      {"0x3B9ACA00", "1000000000"},
      {"0xFFFFFFFFFFFFFFFF", "18446744073709551615"},
      {"0x10000000000000000", "18446744073709551616"},
      {"0xde0b6b3a7640000", "1000000000000000000"},
      {"0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF",
       "115792089237316195423570985008687907853269984665640564039457584007913129639935"},
  };
  for (const auto& c : cases) EXPECT_EQ(json_of(c.text), c.json);
  EXPECT_EQ(fixes_of("[0x1F]"), Lines{"number_format@1 0x1F -> 31"});
}

TEST(Json5, RefusesHexadecimalNumbersBeyondSixtyFourDigits) {
  expect_refused("[-0x1" + std::string(64, '0') + "]", ErrorCode::kUnrepresentable, 1,
                 "found a hexadecimal number of 65 digits, expected at most 64");
}

TEST(Json5, RefusesWhatIsNoNumber) {
  expect_refused("[010]", ErrorCode::kSyntax, 1, "found '010', expected a number without leading zeros");
  expect_refused("-00", ErrorCode::kSyntax, 1, "found '00', expected a number without leading zeros");
  expect_refused("[.]", ErrorCode::kSyntax, 2, "found ']', expected a digit");
  expect_refused("[+]", ErrorCode::kSyntax, 2, "found ']', expected a digit");
  expect_refused("[- 1]", ErrorCode::kSyntax, 2, "found U+0020, expected a digit");
  expect_refused("[--1]", ErrorCode::kSyntax, 2, "found '-', expected a digit");
  expect_refused("[0x]", ErrorCode::kSyntax, 3, "found ']', expected a hexadecimal digit");
  expect_refused("[0xg]", ErrorCode::kSyntax, 3, "found 'g', expected a hexadecimal digit");
  expect_refused("[1e]", ErrorCode::kSyntax, 3, "found ']', expected a digit of the exponent");
  expect_refused("[1e+]", ErrorCode::kSyntax, 4, "found ']', expected a digit of the exponent");
  expect_refused("[1e2.3]", ErrorCode::kSyntax, 4, "found '.', expected ',' or ']'");
  expect_refused("[1e0x4]", ErrorCode::kSyntax, 4, "found 'x4', expected ',' or ']'");
  expect_refused("[10twenty]", ErrorCode::kSyntax, 3, "found 'twenty', expected ',' or ']'");
  expect_refused("[1_000]", ErrorCode::kSyntax, 2, "found '_000', expected ',' or ']'");
  expect_refused("[1.2.3]", ErrorCode::kSyntax, 4, "found '.', expected ',' or ']'");
  expect_refused("[5%]", ErrorCode::kSyntax, 2, "found '%', expected ',' or ']'");
}

TEST(Json5, RefusesNumbersThatJsonCannotHold) {
  expect_refused("{a: NaN}", ErrorCode::kUnrepresentable, 4, "NaN has no JSON value");
  expect_refused("[Infinity]", ErrorCode::kUnrepresentable, 1, "Infinity has no JSON value");
  expect_refused("-Infinity", ErrorCode::kUnrepresentable, 0, "-Infinity has no JSON value");
  expect_refused("+Infinity", ErrorCode::kUnrepresentable, 0, "+Infinity has no JSON value");
  expect_refused("[-NaN]", ErrorCode::kUnrepresentable, 1, "-NaN has no JSON value");
}

TEST(Json5, TakesWordsThatOnlyStartLikeNaNAsWords) {
  for (const std::string_view text :
       {"[NaNa]", "[NaN1]", "[NaNé]", "[Infinityx]", R"([NaN\u0041])", "[-NaNx]", "[nan]"}) {
    EXPECT_EQ(read(text).error.code, ErrorCode::kSyntax) << text;
    EXPECT_FALSE(read(text).ok) << text;
  }
}

// ---- literals -----------------------------------------------------------------------------------

TEST(Json5, LeavesOtherWordsToTheRepairStage) {
  expect_refused("{a: True}", ErrorCode::kSyntax, 4, "found 'True', expected a value");
  expect_refused("[nul]", ErrorCode::kSyntax, 1, "found 'nul', expected a value");
  expect_refused("[undefined]", ErrorCode::kSyntax, 1, "found 'undefined', expected a value");
  expect_refused("[truefalse]", ErrorCode::kSyntax, 1, "found 'truefalse', expected a value");
  expect_refused("[trueé]", ErrorCode::kSyntax, 5, "found 'é' (U+00E9), expected ',' or ']'");
  expect_refused("[-true]", ErrorCode::kSyntax, 2, "found 'true', expected a digit");
  expect_refused("[`x`]", ErrorCode::kSyntax, 1, "found '`', expected a value");
}

// ---- commas -------------------------------------------------------------------------------------

TEST(Json5, DropsOneTrailingComma) {
  EXPECT_EQ(json_of("[1,]"), "[1]");
  EXPECT_EQ(json_of("{a: 1,}"), R"({"a":1})");
  EXPECT_EQ(fixes_of("[[1,],2 , ]"), (Lines{"trailing_comma@3 , -> ", "trailing_comma@8 , -> "}));
}

TEST(Json5, ListsATrailingCommaBeforeTheCommentBehindIt) {
  EXPECT_EQ(fixes_of("[1, /*c*/ ]"), (Lines{"trailing_comma@2 , -> ", "comment@4 /*c*/ -> "}));
  EXPECT_EQ(fixes_of("[1, /*c*/ 2]"), Lines{"comment@4 /*c*/ -> "});
}

TEST(Json5, RefusesLeadingAndDoubleCommas) {
  expect_refused("[,]", ErrorCode::kSyntax, 1, "found ',', expected a value");
  expect_refused("[,1]", ErrorCode::kSyntax, 1, "found ',', expected a value");
  expect_refused("[1,,]", ErrorCode::kSyntax, 3, "found ',', expected a value");
  expect_refused("[1,,2]", ErrorCode::kSyntax, 3, "found ',', expected a value");
  expect_refused("{,}", ErrorCode::kSyntax, 1, "found ',', expected a key or '}'");
  expect_refused("{a:1,,}", ErrorCode::kSyntax, 5, "found ',', expected a key or '}'");
  expect_refused("1,", ErrorCode::kSyntax, 1, "found ',', expected the end of the text");
}

// ---- white space and comments -------------------------------------------------------------------

TEST(Json5, DropsComments) {
  EXPECT_EQ(json_of("// a\n{/* b */a/**/:/***/1/* / * */,// c\r}/* d */// e"), R"({"a":1})");
  EXPECT_EQ(fixes_of("// a\r\n[1/* b\n */]//"),
            (Lines{"comment@0 // a -> ", "comment@8 /* b\n */ -> ", "comment@17 // -> "}));
}

TEST(Json5, EndsLineCommentsAtEveryLineBreak) {
  for (const std::string_view line_break : {"\n", "\r", "\r\n", "\u2028", "\u2029"}) {
    EXPECT_EQ(json_of("// no ] \xE2\x80\xA6 end" + std::string(line_break) + "1"), "1");
  }
}

TEST(Json5, LeavesCommentsInStringsAlone) {
  EXPECT_EQ(json_of("['// a', 'http://b/*c*/']"), R"(["// a","http://b/*c*/"])");
}

TEST(Json5, RefusesUnclosedCommentsAndLoneSlashes) {
  expect_refused("[1] /* x", ErrorCode::kTruncated, 4, "found a comment that is not closed, expected '*/'");
  expect_refused("[1 /*/", ErrorCode::kTruncated, 3, "found a comment that is not closed, expected '*/'");
  expect_refused("[1 / 2]", ErrorCode::kSyntax, 3, "found '/', expected ',' or ']'");
  expect_refused("/", ErrorCode::kSyntax, 0, "found '/', expected a value");
  expect_refused("# c\n{}", ErrorCode::kSyntax, 0, "found '#', expected a value");
}

TEST(Json5, DropsWhiteSpaceThatJsonLacks) {
  const std::vector<std::string_view> spaces = {"\v",     "\f",     "\u00A0", "\u1680", "\u2000", "\u200A",
                                                "\u2028", "\u2029", "\u202F", "\u205F", "\u3000", "\uFEFF"};
  for (const std::string_view space : spaces) {
    const std::string s(space);
    EXPECT_EQ(json_of("[" + s + "1 " + s + s + "," + s + "]" + s), "[1]");
    EXPECT_EQ(fixes_of("[ " + s + s + " 1]"), Lines{"invisible_character@2 " + s + s + " -> "});
  }
}

TEST(Json5, CallsALeadingByteOrderMarkByItsName) {
  EXPECT_EQ(json_of("\uFEFF{}"), "{}");
  EXPECT_EQ(fixes_of("\uFEFF{}"), Lines{"byte_order_mark@0 \uFEFF -> "});
  EXPECT_EQ(fixes_of(" \uFEFF{}"), Lines{"invisible_character@1 \uFEFF -> "});
}

TEST(Json5, RefusesInvisibleCharactersThatAreNoWhiteSpace) {
  expect_refused("[\u200B1]", ErrorCode::kSyntax, 1, "found U+200B, expected a value");
  expect_refused("[\x01]", ErrorCode::kSyntax, 1, "found U+0001, expected a value");
  expect_refused("[\u00851]", ErrorCode::kSyntax, 1, "found U+0085, expected a value");
  expect_refused("[1\0]"s, ErrorCode::kSyntax, 2, "found U+0000, expected ',' or ']'");
}

// ---- structure ----------------------------------------------------------------------------------

TEST(Json5, RefusesBrokenStructure) {
  expect_refused("{a: 1 b: 2}", ErrorCode::kSyntax, 6, "found 'b', expected ',' or '}'");
  expect_refused("[1}", ErrorCode::kSyntax, 2, "found '}', expected ',' or ']'");
  expect_refused("{a: 1]", ErrorCode::kSyntax, 5, "found ']', expected ',' or '}'");
  expect_refused("{a: }", ErrorCode::kSyntax, 4, "found '}', expected a value");
  expect_refused("{a = 1}", ErrorCode::kSyntax, 3, "found '=', expected ':' after the key");
  expect_refused("{a}", ErrorCode::kSyntax, 2, "found '}', expected ':' after the key");
  expect_refused("['a' 'b']", ErrorCode::kSyntax, 5, "found \"'\", expected ',' or ']'");
  expect_refused("{} {}", ErrorCode::kSyntax, 3, "found '{', expected the end of the text");
  expect_refused("]", ErrorCode::kSyntax, 0, "found ']', expected a value");
  expect_refused("{a：1}", ErrorCode::kSyntax, 2, "found '：' (U+FF1A), expected ':' after the key");
}

TEST(Json5, TellsThatTheTextIsCutOff) {
  expect_refused("{", ErrorCode::kTruncated, 1, "found the end of the text, expected a key or '}'");
  expect_refused("{a", ErrorCode::kTruncated, 2, "found the end of the text, expected ':' after the key");
  expect_refused("{a:", ErrorCode::kTruncated, 3, "found the end of the text, expected a value");
  expect_refused("{a: 1", ErrorCode::kTruncated, 5, "found the end of the text, expected ',' or '}'");
  expect_refused("[1, ", ErrorCode::kTruncated, 4, "found the end of the text, expected a value");
  expect_refused("[1e", ErrorCode::kTruncated, 3,
                 "found the end of the text, expected a digit of the exponent");
}

TEST(Json5, RefusesATextWithoutAValue) {
  expect_refused("", ErrorCode::kSyntax, 0, "found the end of the text, expected a value");
  expect_refused(" \n", ErrorCode::kSyntax, 2, "found the end of the text, expected a value");
  expect_refused("// only", ErrorCode::kSyntax, 7, "found the end of the text, expected a value");
  EXPECT_FALSE(read(std::string_view{}).ok);
}

TEST(Json5, ShortensLongWordsInMessages) {
  expect_refused("[" + std::string(100, 'w') + "]", ErrorCode::kSyntax, 1,
                 "found '" + std::string(24, 'w') + "...', expected a value");
}

TEST(Json5, RefusesInvalidUtf8Anywhere) {
  const std::string_view message = "found bytes that are not UTF-8, expected UTF-8 text";
  expect_refused("['a\xFF']", ErrorCode::kInvalidEncoding, 3, message);
  expect_refused("{\xC3: 1}", ErrorCode::kInvalidEncoding, 1, message);
  expect_refused("[1] // \xED\xA0\x80", ErrorCode::kInvalidEncoding, 7, message);
  expect_refused("[\xE2\x80", ErrorCode::kInvalidEncoding, 1, message);
}

// ---- limits -------------------------------------------------------------------------------------

TEST(Json5, BoundsTheDepth) {
  Limits limits;
  limits.max_depth = 3;
  EXPECT_TRUE(read("[{a:[]}]", limits).ok);
  const Reading deep = read("[{a:[{}]}]", limits);
  EXPECT_EQ(deep.error.code, ErrorCode::kTooDeep);
  EXPECT_EQ(deep.error.where.offset, 5U);
  EXPECT_EQ(deep.error.message, "nested deeper than 3 levels");
}

TEST(Json5, NeedsNoStackForDeepInput) {
  Limits limits;
  limits.max_depth = 2'000'000;
  const std::string open(1'000'000, '[');
  const std::string close(1'000'000, ']');
  EXPECT_TRUE(read(open + close, limits).json == open + close);
  EXPECT_EQ(read(open, limits).error.code, ErrorCode::kTruncated);
  EXPECT_EQ(read(open).error.code, ErrorCode::kTooDeep);
}

TEST(Json5, BoundsTheSize) {
  Limits limits;
  limits.max_bytes = 4;
  EXPECT_TRUE(read("[1,]", limits).ok);
  EXPECT_EQ(read("[1, ]", limits).error.code, ErrorCode::kTooLarge);
}

TEST(Json5, GrowsItsOutputWhenEveryByteTakesSix) {
  constexpr std::size_t kCount = 100'000;
  std::string json = "\"";
  for (std::size_t i = 0; i < kCount; ++i) json += "\\u0001";
  json += '"';
  EXPECT_TRUE(read("'" + std::string(kCount, '\x01') + "'").json == json);

  std::string keys = "{";
  for (std::size_t i = 0; i < kCount; ++i) keys += "a:.5,";
  keys += '}';
  const Reading reading = read(keys);
  ASSERT_TRUE(reading.ok);
  EXPECT_EQ(reading.json.size(), kCount * std::string_view(R"("a":0.5,)").size() + 1);
}

TEST(Json5, CountsFixesBeyondTheListed) {
  Limits limits;
  limits.max_fixes = 10;
  std::string text = "['";
  for (int i = 0; i < 50'000; ++i) text += R"(\')";
  text += "', 'b',]";
  const Reading reading = read(text, limits);
  ASSERT_TRUE(reading.ok);
  EXPECT_EQ(reading.fixes.size(), 10U);
  EXPECT_EQ(reading.fixes_total, 50'003U);
  EXPECT_EQ(reading.json, "[\"" + std::string(50'000, '\'') + "\",\"b\"]");
}

TEST(Json5, LeavesEarlierFixesAloneWhenItFails) {
  FixLog log(Limits{}.max_fixes);
  log.add(Rule::kUnquote, 0, "before", "after");
  std::string text = "[";
  for (int i = 0; i < 5'000; ++i) text += "'a',";  // more than are held back
  EXPECT_FALSE(read_json5(text + "?", Limits{}, log));
  EXPECT_EQ(log.total(), 1U);
  ASSERT_EQ(log.list().size(), 1U);
  EXPECT_EQ(log.list()[0].rule, "unquote");
}

TEST(Json5, TakesOffsetsThroughTheOriginMap) {
  FixLog log(Limits{}.max_fixes);
  const OriginMap map(std::vector<std::uint32_t>{10, 11, 12, 14, 16, 17});
  log.set_origin(&map);
  EXPECT_TRUE(read_json5("[1 ,]", Limits{}, log));
  ASSERT_EQ(log.list().size(), 1U);
  EXPECT_EQ(log.list()[0].offset, 14U);
}

// ---- laws ---------------------------------------------------------------------------------------

void expect_laws(const std::string& text) {
  const Reading reading = read(text);
  if (reading.ok) {
    // L2: the answer is strict JSON. L3: reading it again changes nothing and finds nothing.
    ASSERT_TRUE(json::parse(reading.json)) << text << " became " << reading.json;
    const Reading again = read(reading.json);
    ASSERT_TRUE(again.ok) << text;
    ASSERT_EQ(again.json, reading.json) << text;
    ASSERT_EQ(again.fixes_total, 0U) << text;
  } else {
    ASSERT_EQ(reading.fixes_total, 0U) << text;
    ASSERT_LE(reading.error.where.offset, text.size()) << text;
  }
  // JSON5 is a superset: strict JSON is read, without a fix.
  if (json::parse(text)) {
    ASSERT_TRUE(reading.ok) << text << ": " << reading.error.message;
    ASSERT_EQ(reading.fixes_total, 0U) << text;
  }
}

// Every short text over an alphabet in which each character opens, closes or continues something,
// alone and as what follows an opened list or object.
TEST(Json5Laws, HoldForEveryShortText) {
  constexpr std::string_view kAlphabet = "{}[]:,'\"\\/*\n a0.-xe";
  constexpr std::size_t kLongest = 4;
  std::vector<std::size_t> digits;
  while (!HasFatalFailure()) {
    std::string text;
    for (const std::size_t digit : digits) text += kAlphabet[digit];
    expect_laws(text);
    expect_laws("[" + text + "]");
    expect_laws("{a:0" + text);
    // The next text, counted in base kAlphabet.size(); one longer when all of this length are done.
    std::size_t i = 0;
    while (i < digits.size() && ++digits[i] == kAlphabet.size()) digits[i++] = 0;
    if (i == digits.size()) {
      if (digits.size() == kLongest) break;
      digits.push_back(0);
    }
  }
}

}  // namespace
}  // namespace argwright::repair
