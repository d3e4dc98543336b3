#include "net/byte_buffer.h"

#include <gtest/gtest.h>

namespace argwright::net {
namespace {

void put(ByteBuffer& buffer, std::string_view text) {
  std::memcpy(buffer.room(text.size()), text.data(), text.size());
  buffer.grow(text.size());
}

TEST(ByteBuffer, IsTakenFromTheBeginning) {
  ByteBuffer buffer;
  EXPECT_TRUE(buffer.view().empty());
  put(buffer, "hello ");
  put(buffer, "world");
  EXPECT_EQ(buffer.view(), "hello world");
  buffer.consume(6);
  EXPECT_EQ(buffer.view(), "world");
  EXPECT_EQ(buffer.size(), 5U);
}

TEST(ByteBuffer, KeepsItsBytesWhenItMovesThem) {
  // A long text through a short buffer, in pieces of every kind: what comes out is what went in.
  std::string in;
  std::string out;
  ByteBuffer buffer;
  for (std::size_t i = 0; i < 2000; ++i) {
    const std::string piece(1 + (i * 7) % 13, static_cast<char>('a' + i % 26));
    in += piece;
    put(buffer, piece);
    const std::size_t taken = std::min(buffer.size(), (i * 5) % 17);
    out += buffer.view().substr(0, taken);
    buffer.consume(taken);
    EXPECT_LE(buffer.size(), buffer.capacity());
  }
  out += buffer.view();
  EXPECT_EQ(out, in);
}

TEST(ByteBuffer, DoesNotGrowWhereItsRoomIsFree) {
  ByteBuffer buffer;
  put(buffer, std::string(100, 'a'));
  for (int i = 0; i < 1000; ++i) {
    buffer.consume(buffer.size());
    put(buffer, std::string(100, 'b'));
  }
  EXPECT_EQ(buffer.capacity(), 100U);
  // Half of it is always unread.
  for (int i = 0; i < 1000; ++i) {
    put(buffer, std::string(100, 'c'));
    buffer.consume(100);
  }
  EXPECT_LE(buffer.capacity(), 800U);
}

TEST(ByteBuffer, GivesItsMemoryBack) {
  ByteBuffer buffer;
  put(buffer, "abc");
  buffer.consume(3);
  buffer.release();
  EXPECT_EQ(buffer.capacity(), 0U);
  put(buffer, "def");
  EXPECT_EQ(buffer.view(), "def");
}

}  // namespace
}  // namespace argwright::net
