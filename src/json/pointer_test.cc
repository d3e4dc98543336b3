#include "json/pointer.h"

#include <gtest/gtest.h>

namespace argwright::json {
namespace {

TEST(JsonPointer, IsWrittenStepByStep) {
  std::string pointer;
  append_pointer_step(pointer, "list");
  append_pointer_step(pointer, std::size_t{12});
  append_pointer_step(pointer, "");
  EXPECT_EQ(pointer, "/list/12/");
}

TEST(JsonPointer, EscapesWhatIsPartOfAKey) {
  std::string pointer;
  append_pointer_step(pointer, "a/b~c~1");
  EXPECT_EQ(pointer, "/a~1b~0c~01");
}

}  // namespace
}  // namespace argwright::json
