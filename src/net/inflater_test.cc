#include "net/inflater.h"

#include <zlib.h>

#include <gtest/gtest.h>

namespace argwright::net {
namespace {

constexpr std::size_t kPlenty = std::size_t{1} << 20;
constexpr int kGzip = 16;
constexpr int kZlib = 0;
constexpr std::string_view kText = "a text that repeats a text that repeats, and one more word";

std::string packed(std::string_view text, int kind) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 9, Z_DEFLATED, MAX_WBITS + kind, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string out(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));  // NOLINT
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

TEST(Inflater, EverySplitGivesTheSame) {
  for (const int kind : {kGzip, kZlib}) {
    const std::string data = packed(kText, kind);
    for (std::size_t cut = 0; cut <= data.size(); ++cut) {
      Inflater inflater;
      std::string out;
      EXPECT_TRUE(inflater.feed(std::string_view(data).substr(0, cut), out, kPlenty));
      EXPECT_EQ(inflater.complete(), cut == 0 || cut == data.size());  // nothing at all is complete
      EXPECT_TRUE(inflater.feed(std::string_view(data).substr(cut), out, kPlenty));
      EXPECT_TRUE(inflater.complete());
      EXPECT_EQ(out, kText) << cut;
    }
    Inflater inflater;
    std::string out;
    for (const char c : data) EXPECT_TRUE(inflater.feed(std::string_view(&c, 1), out, kPlenty));
    EXPECT_TRUE(inflater.complete());
    EXPECT_EQ(out, kText);
  }
}

TEST(Inflater, AppendsToWhatIsThere) {
  Inflater inflater;
  std::string out = "before ";
  EXPECT_TRUE(inflater.feed(packed("after", kGzip), out, kPlenty));
  EXPECT_EQ(out, "before after");
}

TEST(Inflater, ReadsSeveralMembersAsOne) {
  const std::string data = packed("one ", kGzip) + packed("two ", kGzip) + packed("three", kGzip);
  for (std::size_t cut = 0; cut <= data.size(); ++cut) {
    Inflater inflater;
    std::string out;
    EXPECT_TRUE(inflater.feed(std::string_view(data).substr(0, cut), out, kPlenty));
    EXPECT_TRUE(inflater.feed(std::string_view(data).substr(cut), out, kPlenty));
    EXPECT_TRUE(inflater.complete());
    EXPECT_EQ(out, "one two three");
  }
}

TEST(Inflater, RefusesWhatIsNotPacked) {
  std::string out;
  EXPECT_FALSE(Inflater().feed("{\"plain\": \"JSON\"}", out, kPlenty));
  Inflater trailing;
  EXPECT_FALSE(trailing.feed(packed(kText, kGzip) + "garbage", out, kPlenty));
  std::string data = packed(kText, kGzip);
  data[data.size() - 6] ^= 1;  // its checksum
  EXPECT_FALSE(Inflater().feed(data, out, kPlenty));
}

TEST(Inflater, TellsThatTheEndIsMissing) {
  const std::string data = packed(kText, kGzip);
  Inflater inflater;
  std::string out;
  EXPECT_TRUE(inflater.complete());  // nothing has come
  EXPECT_TRUE(inflater.feed(std::string_view(data).substr(0, data.size() - 1), out, kPlenty));
  EXPECT_FALSE(inflater.complete());
}

TEST(Inflater, BoundsWhatComesOut) {
  const std::string bomb = packed(std::string(std::size_t{8} << 20, 'a'), kGzip);
  ASSERT_LT(bomb.size(), 20'000U);
  std::string out;
  EXPECT_FALSE(Inflater().feed(bomb, out, 1000));
  EXPECT_LT(out.size(), 100'000U);
  out.clear();
  EXPECT_TRUE(Inflater().feed(bomb, out, std::size_t{8} << 20));
  EXPECT_EQ(out.size(), std::size_t{8} << 20);
}

}  // namespace
}  // namespace argwright::net
