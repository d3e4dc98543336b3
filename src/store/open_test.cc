#include "store/open.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "store/temp_folder.h"

namespace argwright::store {
namespace {

std::string refusal(std::string_view url) {
  const Result<std::unique_ptr<Store>> opened = open_store(url);
  if (opened) return "opened";
  return opened.error().describe();
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(OpenStore, OpensAFile) {
  const TempFolder folder;
  const std::string file = folder.file("a b.db");
  const Result<std::unique_ptr<Store>> opened = open_store("sqlite:" + file);
  ASSERT_TRUE(opened) << opened.error().describe();
  EXPECT_TRUE(std::filesystem::exists(file));
  EXPECT_FALSE((*opened)->check());
}

TEST(OpenStore, OpensOneInMemory) {
  const Result<std::unique_ptr<Store>> opened = open_store("sqlite::memory:");
  ASSERT_TRUE(opened);
  EXPECT_FALSE(std::filesystem::exists(":memory:"));
}

TEST(OpenStore, SaysWhatIsAllowed) {
  for (const std::string_view url : {"", "off", "sqlite:", "sqlite://a.db", "mysql://a", "argwright.db"}) {
    EXPECT_TRUE(has(refusal(url), "sqlite:FILE and sqlite::memory:")) << url << ": " << refusal(url);
  }
}

TEST(OpenStore, HelpsWithWhatWasMeant) {
  EXPECT_TRUE(has(refusal("argwright.db"), "write sqlite:argwright.db"));
  EXPECT_TRUE(has(refusal("sqlite:"), "names no file"));
  EXPECT_TRUE(has(refusal("sqlite:///a.db"), "two slashes too many"));
  EXPECT_TRUE(has(refusal("mysql://host/db"), "no store of the kind \"mysql:\""));
}

TEST(OpenStore, SaysThatPostgresComesLater) {
  for (const std::string_view url :
       {"postgres://user:hunter2@host/db", "postgresql://user:hunter2@host/db"}) {
    EXPECT_TRUE(has(refusal(url), "comes in a later version")) << refusal(url);
  }
}

TEST(OpenStore, RepeatsNoPassword) {
  for (const std::string_view url : {"postgres://user:hunter2@host/db", "mysql://user:hunter2@host/db"}) {
    EXPECT_FALSE(has(refusal(url), "hunter2")) << refusal(url);
  }
}

}  // namespace
}  // namespace argwright::store
