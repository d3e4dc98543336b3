#include "store/sqlite/database.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>

#include "store/temp_folder.h"

namespace argwright::store::sqlite {
namespace {

std::string refusal(const std::string& file) {
  const Result<std::unique_ptr<Database>> opened = Database::open(file, {});
  return opened ? "opened" : opened.error().describe();
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(Database, MakesAFileForThisUserOnly) {
  const TempFolder folder;
  const std::string file = folder.file("a.db");
  ASSERT_TRUE(Database::open(file, {}));
  struct stat status{};
  ASSERT_EQ(::stat(file.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
}

TEST(Database, NamesAFolderThatIsMissing) {
  const TempFolder folder;
  const std::string words = refusal(folder.file("no/such/a.db"));
  EXPECT_TRUE(has(words, "the folder " + folder.file("no/such") + " does not exist")) << words;
}

TEST(Database, RefusesAFolder) {
  const TempFolder folder;
  const std::string words = refusal(folder.path());
  EXPECT_TRUE(has(words, "it is a folder")) << words;
  EXPECT_TRUE(has(words, folder.file("argwright.db"))) << words;
}

TEST(Database, RefusesAFileWhereAFolderShouldBe) {
  const TempFolder folder;
  std::ofstream(folder.file("plain")) << "x";
  const std::string words = refusal(folder.file("plain/a.db"));
  EXPECT_TRUE(has(words, folder.file("plain") + " is not a folder")) << words;
}

TEST(Database, RefusesAZeroByte) { EXPECT_TRUE(has(refusal(std::string("a\0b", 3)), "zero byte")); }

TEST(Database, TakesANameThatLooksLikeAUri) {
  const TempFolder folder;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  {
    Result<std::unique_ptr<Database>> opened = Database::open("file:a.db?mode=memory", {});
    EXPECT_TRUE(opened);
    if (opened) {
      EXPECT_FALSE((*opened)->execute("CREATE TABLE t(x)", "test"));
    }
  }
  EXPECT_GT(std::filesystem::file_size("file:a.db?mode=memory"), 0U);
  std::filesystem::current_path(before);
}

TEST(Database, NoticesThatItsFileWasRemovedOrReplaced) {
  const TempFolder folder;
  const std::string file = folder.file("a.db");
  Result<std::unique_ptr<Database>> opened = Database::open(file, {});
  ASSERT_TRUE(opened);
  EXPECT_FALSE((*opened)->still_there());
  std::filesystem::rename(file, folder.file("b.db"));
  ASSERT_TRUE((*opened)->still_there());
  EXPECT_TRUE(has((*opened)->still_there()->message, "removed or replaced"));
  std::ofstream(file) << "";
  EXPECT_TRUE((*opened)->still_there());
}

TEST(Database, TellsWhatWasWrongWithAStatement) {
  Result<std::unique_ptr<Database>> opened = Database::open(":memory:", {});
  ASSERT_TRUE(opened);
  const std::optional<Error> error = (*opened)->execute("SELECT * FROM absent", "look");
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code, ErrorCode::kInternal);
  EXPECT_TRUE(has(error->message, "cannot look: ")) << error->message;
  EXPECT_TRUE(has(error->message, "no such table: absent")) << error->message;
}

}  // namespace
}  // namespace argwright::store::sqlite
