#include "store/open.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

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

TEST(OpenStore, OpensAPostgresStoreWhoseServerIsAway) {
  const TempFolder folder;
  for (const std::string scheme : {"postgres", "postgresql"}) {
    const Result<std::unique_ptr<Store>> opened =
        open_store(scheme + "://user:hunter2@/db?host=" + folder.path());
    ASSERT_TRUE(opened) << opened.error().describe();
    const std::optional<Error> error = (*opened)->check();
    ASSERT_TRUE(error);
    EXPECT_TRUE(has(error->message, "the PostgreSQL database db at " + folder.path())) << error->message;
    EXPECT_TRUE(has(error->message, "cannot be reached")) << error->message;
    EXPECT_FALSE(has(error->message, "hunter2")) << error->message;
  }
}

// A gateway must start, and say what is wrong, where its file is in a bad way.
TEST(OpenStore, OpensADamagedFileAndUsesItOnceItIsAnother) {
  const TempFolder folder;
  const std::string file = folder.file("a.db");
  ASSERT_TRUE(open_store("sqlite:" + file));
  {
    std::fstream bytes(file, std::ios::binary | std::ios::in | std::ios::out);
    bytes.seekp(4096);
    bytes << std::string(std::filesystem::file_size(file) - 4096, 'Z');
  }
  const Result<std::unique_ptr<Store>> opened = open_store("sqlite:" + file);
  ASSERT_TRUE(opened) << opened.error().describe();
  const std::optional<Error> error = (*opened)->check();
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code, ErrorCode::kUnavailable);
  EXPECT_TRUE(has(error->message, file + " is damaged")) << error->message;
  for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(file + suffix);
  std::this_thread::sleep_for(std::chrono::milliseconds(600));
  EXPECT_FALSE((*opened)->check());
}

TEST(OpenStore, RefusesAPostgresUrlThatCannotBeRead) {
  EXPECT_TRUE(has(refusal("postgres:host/db"), "lacks two slashes"));
  EXPECT_TRUE(has(refusal("postgres://u:p@h:port/db"), "cannot be read"))
      << refusal("postgres://u:p@h:port/db");
}

TEST(OpenStore, TellsTheVersionOfASchemaWithoutMakingOne) {
  const TempFolder folder;
  const std::string file = folder.file("a.db");
  Result<SchemaState> state = schema_of("sqlite:" + file);
  ASSERT_TRUE(state);
  EXPECT_EQ(state->version, 0U);
  EXPECT_FALSE(std::filesystem::exists(file));
  ASSERT_TRUE(open_store("sqlite:" + file));
  state = schema_of("sqlite:" + file);
  ASSERT_TRUE(state);
  EXPECT_EQ(state->version, state->newest);
  EXPECT_FALSE(schema_of("mysql:a"));
}

TEST(OpenStore, RepeatsNoPassword) {
  for (const std::string_view url : {"postgres:user:hunter2@host/db", "postgres://user:hunter2/x@host/db",
                                     "mysql://user:hunter2@host/db"}) {
    EXPECT_FALSE(has(refusal(url), "hunter2")) << refusal(url);
  }
}

}  // namespace
}  // namespace argwright::store
