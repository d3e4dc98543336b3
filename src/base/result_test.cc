#include "argwright/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <utility>

namespace argwright {
namespace {

Result<int> half(int number) {
  if (number % 2 != 0) return Error::at(ErrorCode::kInvalidArgument, "odd", 3);
  return number / 2;
}

TEST(Result, HoldsAValue) {
  const Result<int> result = half(8);
  ASSERT_TRUE(result);
  EXPECT_TRUE(result.has_value());
  EXPECT_EQ(*result, 4);
  EXPECT_EQ(result.value(), 4);
  EXPECT_EQ(result.value_or(7), 4);
}

TEST(Result, HoldsAnError) {
  const Result<int> result = half(7);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(result.error().message, "odd");
  EXPECT_EQ(result.error().where.offset, 3U);
  EXPECT_EQ(result.value_or(7), 7);
}

TEST(Result, GivesUpAMoveOnlyValue) {
  Result<std::unique_ptr<int>> result(std::make_unique<int>(5));
  ASSERT_TRUE(result);
  const std::unique_ptr<int> taken = *std::move(result);
  EXPECT_EQ(*taken, 5);
}

TEST(Result, LetsTheValueBeChangedInPlace) {
  Result<std::string> result(std::string("ab"));
  result->push_back('c');
  *result += 'd';
  EXPECT_EQ(result.value(), "abcd");
}

TEST(Error, DescribesAByteOffset) {
  EXPECT_EQ(Error::at(ErrorCode::kSyntax, "expected a value", 17).describe(),
            "expected a value (at byte 17)");
  EXPECT_EQ(Error::at(ErrorCode::kSyntax, "expected a value", 0).describe(), "expected a value (at byte 0)");
}

TEST(Error, DescribesAJsonPointer) {
  const Error error{ErrorCode::kInvalidArgument, "not a number", Where{Where::kNowhere, "/a/b"}};
  EXPECT_EQ(error.describe(), "not a number (at /a/b)");
}

TEST(Error, DescribesTheRoot) {
  const Error error{ErrorCode::kInvalidArgument, "not an object", Where::at("")};
  EXPECT_TRUE(error.where.known());
  EXPECT_EQ(error.describe(), "not an object (at the root)");
  EXPECT_EQ((Error{ErrorCode::kInvalidArgument, "bad", Where::at("/a")}).describe(), "bad (at /a)");
}

TEST(Error, DescribesPointerAndOffsetTogether) {
  const Error error{ErrorCode::kSyntax, "bad", Where{4, "/a"}};
  EXPECT_EQ(error.describe(), "bad (at /a, byte 4)");
}

TEST(Error, DescribesNoPlaceWhereNoneIsKnown) {
  const Error error{ErrorCode::kIo, "cannot open the file", {}};
  EXPECT_FALSE(error.where.known());
  EXPECT_EQ(error.describe(), "cannot open the file");
}

TEST(ErrorCode, NamesAreDistinct) {
  std::set<std::string_view> names;
  int count = 0;
  for (int code = 0; code <= static_cast<int>(ErrorCode::kInternal); ++code, ++count) {
    names.insert(error_code_name(static_cast<ErrorCode>(code)));
  }
  EXPECT_EQ(names.size(), static_cast<std::size_t>(count));
  EXPECT_EQ(error_code_name(ErrorCode::kTruncated), "truncated");
  EXPECT_EQ(error_code_name(ErrorCode::kNotAnObject), "not_an_object");
}

}  // namespace
}  // namespace argwright
