#include "gateway/reasoning/text_hash.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace argwright::gateway {
namespace {

std::string hash_of(const std::vector<std::string>& texts) {
  TextHash hash;
  for (const std::string& text : texts) hash.add(text);
  return hash.hex();
}

TEST(TextHash, NeverChanges) {
  // Stores keep it: turns that were remembered by another release would not be found.
  EXPECT_EQ(hash_of({}), "56edff20b17150ad0433f380246beadb");
  EXPECT_EQ(hash_of({"what was said"}), "b9c75d5c510c9c248d0961e34ea7b225");
  TextHash hash;
  hash.add(std::string(100, 'x'));
  hash.add(std::uint64_t{7});
  EXPECT_EQ(hash.hex(), "943559a4b673caaa8c027c0a156cb8e3");
  EXPECT_EQ(hash_of({std::string(1000, 'x')}), "13f1eb5249d69de602e470bb75ac7873");
}

TEST(TextHash, TellsWhereOneTextEnds) {
  EXPECT_NE(hash_of({"ab", "c"}), hash_of({"a", "bc"}));
  EXPECT_NE(hash_of({"ab"}), hash_of({"ab", ""}));
  EXPECT_NE(hash_of({""}), hash_of({}));
  EXPECT_NE(hash_of({std::string(16, '\0')}), hash_of({std::string(17, '\0')}));
  EXPECT_NE(hash_of({"a", "b"}), hash_of({"b", "a"}));
}

TEST(TextHash, MayGoOnAfterALook) {
  TextHash hash;
  hash.add("first");
  const std::string before = hash.hex();
  EXPECT_EQ(hash.hex(), before);
  hash.add("second");
  EXPECT_EQ(hash.hex(), hash_of({"first", "second"}));
}

TEST(TextHash, TellsWhereInALongTextSomethingStands) {
  std::set<std::string> hashes;
  for (std::size_t at = 0; at < 320; at += 16) {
    std::string text(320, '.');
    text.replace(at, 16, "0123456789abcdef");
    hashes.insert(hash_of({text}));
  }
  EXPECT_EQ(hashes.size(), 20U);
  EXPECT_NE(hash_of({std::string(128, 'x'), std::string(192, 'x')}),
            hash_of({std::string(192, 'x'), std::string(128, 'x')}));
}

TEST(TextHash, HasNoTwoAlikeOfManyThatDifferByABit) {
  std::set<std::string> halves;
  std::size_t count = 0;
  for (std::size_t size : {1U, 8U, 15U, 16U, 17U, 40U, 127U, 128U, 200U}) {
    for (std::size_t bit = 0; bit < size * 8; ++bit) {
      std::string text(size, 'a');
      text[bit / 8] = static_cast<char>(text[bit / 8] ^ (1 << (bit % 8)));
      const std::string hex = hash_of({text});
      halves.insert(hex.substr(0, 16));
      halves.insert(hex.substr(16));
      count += 2;
    }
  }
  EXPECT_EQ(halves.size(), count);
}

// A word that makes one product 0 still counts by the other.
TEST(TextHash, LosesNoWordToAZero) {
  const auto word = [](std::uint64_t number) {
    std::string text(8, '\0');
    std::memcpy(text.data(), &number, 8);
    return text;
  };
  std::set<std::string> seen;
  for (std::uint64_t i = 0; i < 100; ++i) {
    seen.insert(hash_of({word(i) + word(0xa0761d6478bd642fU)}));
    seen.insert(hash_of({word(0xe7037ed1a0b428dbU) + word(i)}));
  }
  EXPECT_EQ(seen.size(), 200U);
}

}  // namespace
}  // namespace argwright::gateway
