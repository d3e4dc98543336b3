#include "json/string_decode.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "argwright/json.h"

namespace argwright::json {
namespace {

bool decodes(std::string_view token) {
  // Memory of the exact size: a sanitizer sees any read behind the token.
  const auto exact = std::make_unique<char[]>(token.size());
  token.copy(exact.get(), token.size());
  std::string out;
  return decode_string({exact.get(), token.size()}, out);
}

std::string decoded(std::string_view token) {
  std::string out;
  EXPECT_TRUE(decode_string(token, out)) << token;
  return out;
}

TEST(StringDecode, PlainTextIsTheSame) {
  EXPECT_EQ(decoded(R"("")"), "");
  EXPECT_EQ(decoded(R"("abc")"), "abc");
  EXPECT_EQ(decoded("\"\x7F\""), "\x7F");
  EXPECT_EQ(decoded("\"\xE4\xB8\xAD\xF0\x9F\x98\x80\""), "\xE4\xB8\xAD\xF0\x9F\x98\x80");
}

TEST(StringDecode, DecodesEveryEscape) {
  EXPECT_EQ(decoded(R"("\" \\ \/ \b \f \n \r \t")"), "\" \\ / \b \f \n \r \t");
  EXPECT_EQ(decoded(R"("\u0041\u00e9\u4E2D\u0000!")"), std::string("A\xC3\xA9\xE4\xB8\xAD\0!", 8));
  EXPECT_EQ(decoded(R"("\ud83d\uDE00")"), "\xF0\x9F\x98\x80");
  EXPECT_EQ(decoded(R"("\uDBFF\uDFFF")"), "\xF4\x8F\xBF\xBF");
  EXPECT_EQ(decoded(R"("\uFFFF")"), "\xEF\xBF\xBF");
}

TEST(StringDecode, AppendsToWhatIsThere) {
  std::string out = "head:";
  ASSERT_TRUE(decode_string(R"("a\nb")", out));
  ASSERT_TRUE(decode_string(R"("c")", out));
  EXPECT_EQ(out, "head:a\nbc");
}

TEST(StringDecode, RefusesWhatIsNoString) {
  for (const std::string_view token :
       {"", "\"", "a", "\"a", "a\"", "\"a\" ", " \"a\"", "\"a\"b\"", "\"a\"\"", "'a'", "{}"}) {
    EXPECT_FALSE(decodes(token)) << token;
  }
}

TEST(StringDecode, RefusesBadEscapes) {
  for (const std::string_view token :
       {R"("\x41")", R"("\'")", R"("\u12")", R"("\u12G4")", R"("\")", R"("\u)", R"("\U0041")", R"("\
")"}) {
    EXPECT_FALSE(decodes(token)) << token;
  }
}

TEST(StringDecode, RefusesLoneSurrogates) {
  for (const std::string_view token : {R"("\ud800")", R"("\udc00")", R"("\ud800\ud800")", R"("\ud800a")",
                                       R"("\ud800\n")", R"("\ud800\u0041")", R"("\udc00\ud800")"}) {
    EXPECT_FALSE(decodes(token)) << token;
  }
}

TEST(StringDecode, RefusesControlCharactersAndIllFormedText) {
  for (int byte = 0; byte < 0x20; ++byte)
    EXPECT_FALSE(decodes(std::string("\"a") + static_cast<char>(byte) + "\"")) << byte;
  for (const std::string_view token :
       {"\"\xFF\"", "\"\xC0\x80\"", "\"\xED\xA0\x80\"", "\"\xE4\xB8\"", "\"\xE4", "\"\x80\""}) {
    EXPECT_FALSE(decodes(token));
  }
}

TEST(StringDecode, TellsWhereEveryByteCameFrom) {
  std::string out;
  std::vector<std::uint32_t> origins;
  //                          0 1 2-3  4-6        7-12     13-24        25
  ASSERT_TRUE(decode_string("\"a\\n\xE4\xB8\xAD\\u00e9\\ud83d\\ude00z\"", out, &origins));
  EXPECT_EQ(out, "a\n\xE4\xB8\xAD\xC3\xA9\xF0\x9F\x98\x80z");
  EXPECT_EQ(origins, (std::vector<std::uint32_t>{1, 2, 4, 4, 4, 7, 7, 13, 13, 13, 13, 25}));
}

TEST(StringDecode, OriginsAreAppended) {
  std::string out;
  std::vector<std::uint32_t> origins;
  ASSERT_TRUE(decode_string(R"("ab")", out, &origins));
  ASSERT_TRUE(decode_string(R"("\tc")", out, &origins));
  EXPECT_EQ(origins, (std::vector<std::uint32_t>{1, 2, 1, 3}));
}

TEST(StringDecode, UndoesAppendQuotedManyTimesOver) {
  std::string text = R"({"command":"echo \"hi\" > C:\\temp\n","n":1})";
  const std::string original = text;
  for (int layer = 0; layer < 10; ++layer) {
    std::string quoted;
    append_quoted(quoted, text);
    text = std::move(quoted);
  }
  for (int layer = 0; layer < 10; ++layer) {
    std::string out;
    ASSERT_TRUE(decode_string(text, out));
    text = std::move(out);
  }
  EXPECT_EQ(text, original);
}

}  // namespace
}  // namespace argwright::json
