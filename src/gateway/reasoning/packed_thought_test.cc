#include "gateway/reasoning/packed_thought.h"

#include <gtest/gtest.h>

#include "gateway/reasoning/sample_thought.h"

namespace argwright::gateway {
namespace {

std::string packed(const Thought& thought) {
  std::string bytes;
  append_packed(bytes, thought);
  return bytes;
}

TEST(PackedThought, ComesBackAsItWas) {
  Thought thought = sample_thought();
  EXPECT_EQ(read_packed(packed(thought)), thought);
  thought.parts.front().text.push_back('\0');
  EXPECT_EQ(read_packed(packed(thought)), thought);
  EXPECT_EQ(read_packed(packed({})), Thought());
}

TEST(PackedThought, RefusesWhatIsCutOrTooLong) {
  const std::string whole = packed(sample_thought());
  for (std::size_t size = 0; size < whole.size(); ++size)
    ASSERT_FALSE(read_packed(std::string_view(whole).substr(0, size))) << size;
  EXPECT_FALSE(read_packed(whole + "x"));
  EXPECT_FALSE(read_packed(std::string(64, '\xff')));
}

}  // namespace
}  // namespace argwright::gateway
