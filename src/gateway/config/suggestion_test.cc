#include "gateway/config/suggestion.h"

#include <gtest/gtest.h>

#include <array>

namespace argwright::gateway {
namespace {

constexpr std::array<std::string_view, 6> kKeys = {"name",        "provider", "base_url",
                                                   "api_key_env", "headers",  "ca_file"};

TEST(EditDistance, CountsEdits) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("abc", ""), 3U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("base_ur", "base_url"), 1U);
  EXPECT_EQ(edit_distance("nmae", "name"), 1U);  // a swap is one edit
}

TEST(Suggestion, FindsTheWordThatWasMeant) {
  EXPECT_EQ(nearest("base_ur", kKeys), "base_url");
  EXPECT_EQ(nearest("baseurl", kKeys), "base_url");
  EXPECT_EQ(nearest("BASE_URL", kKeys), "base_url");
  EXPECT_EQ(nearest("nmae", kKeys), "name");
  EXPECT_EQ(nearest("api_key", kKeys), "api_key_env");
}

TEST(Suggestion, StaysSilentWhereNothingIsNear) {
  EXPECT_EQ(nearest("temperature", kKeys), "");
  EXPECT_EQ(nearest("x", kKeys), "");
  EXPECT_EQ(nearest("", kKeys), "");
  EXPECT_EQ(nearest(std::string(100'000, 'n'), kKeys), "");
  EXPECT_EQ(nearest("name", {}), "");
}

TEST(Suggestion, IsAQuestion) {
  EXPECT_EQ(did_you_mean("base_ur", kKeys), "did you mean \"base_url\"?");
  EXPECT_EQ(did_you_mean("temperature", kKeys), "");
}

}  // namespace
}  // namespace argwright::gateway
