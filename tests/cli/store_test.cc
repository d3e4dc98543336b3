// argwright store: migrate, check, export, import, on both engines.
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "store/open.h"
#include "store/postgres/test_server.h"
#include "store/sample_calls.h"
#include "store/sqlite/database.h"
#include "tests/cli/process.h"

namespace argwright::cli {
namespace {

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

class StoreCommand : public testing::Test {
 protected:
  static Ended store(std::vector<std::string> words, std::string input = {}) {
    words.insert(words.begin(), "store");
    return run(Invocation{.arguments = std::move(words), .input = std::move(input)});
  }

  // A bit of everything, with bytes that are no text.
  static void fill(const std::string& url) {
    Result<std::unique_ptr<store::Store>> opened = store::open_store(url);
    ASSERT_TRUE(opened) << opened.error().describe();
    std::vector<store::CallEntry> calls = store::sample_calls(1203);
    calls[3].raw = std::string("{\"a\": \"\0\xff\"", 10);
    calls[4].arguments = "";
    calls[5].error = "not readable";
    ASSERT_FALSE((*opened)->add_calls(calls));
    for (int i = 0; i < 3; ++i) {
      const std::string id = "resp_" + std::to_string(i);
      ASSERT_FALSE(
          (*opened)->put_response({"team-a", id, store::kSampleTime, "{}", "[]", {"msg_" + id, "fc_" + id}}));
    }
    ASSERT_FALSE((*opened)->add_turns({{"scope", "call_1", "before", store::kSampleTime, "\xfe sealed"},
                                       {"scope", "call_1", "other", store::kSampleTime, "open"}}));
    std::vector<store::HistoryMessage> messages(2);
    messages[0].session = messages[1].session = "one";
    messages[0].content = "hello";
    messages[1].reasoning_content = "because";
    ASSERT_FALSE((*opened)->add_history(messages));
    ASSERT_TRUE((*opened)->shared_value("salt", "\xff\x01"));
  }

  Folder folder_;
  std::string url_ = "sqlite:" + folder_.path() + "/store.db";
};

TEST_F(StoreCommand, MigratesAndTellsFromWhichVersion) {
  Ended ended = store({"migrate", "--store", url_});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ended.out, url_ + " was made, version 3\n");
  ended = store({"migrate", "--store", url_});
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.out, url_ + " is at version 3 already\n");

  const std::string old = folder_.path() + "/old.db";
  std::filesystem::copy_file(ARGWRIGHT_STORE_TESTDATA "/version1.db", old);
  ended = store({"check", "--store", "sqlite:" + old});
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(has(ended.err, "has version 1 of the schema, this program 3; `argwright store migrate`"))
      << ended.err;
  ended = store({"migrate", "--store", "sqlite:" + old});
  EXPECT_EQ(ended.out, "sqlite:" + old + " went from version 1 to 3\n");
  ended = store({"export", "--store", "sqlite:" + old, "--kind", "history"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(count_lines(ended.out), 3U);
  EXPECT_TRUE(has(ended.out, R"("reasoning_content":null)")) << ended.out;
}

TEST_F(StoreCommand, ChecksWhatIsThere) {
  Ended ended = store({"check", "--store", url_});
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(has(ended.err, "nothing in " + url_ + " yet")) << ended.err;
  fill(url_);
  ended = store({"check", "--store", url_});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ended.out, url_ +
                           "\n  calls: 1203\n  responses: 3\n  turns: 2\n  history: 2\n"
                           "It can be read and written, and is sound.\n");
}

TEST_F(StoreCommand, FindsDamage) {
  fill(url_);
  const std::string file = folder_.path() + "/store.db";
  {
    std::fstream damaged(file, std::ios::binary | std::ios::in | std::ios::out);
    damaged.seekp(static_cast<std::streamoff>(std::filesystem::file_size(file) / 2));
    damaged << std::string(8192, 'Z');
  }
  const Ended ended = store({"check", "--store", url_});
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(has(ended.err, "damaged")) << ended.err;
}

TEST_F(StoreCommand, ReadsTheStoreOfAConfiguration) {
  const std::string config = folder_.file(
      "a.toml",
      "[[upstream]]\nname = \"a\"\nbase_url = \"http://127.0.0.1:1/v1\"\n[store]\nurl = \"" + url_ + "\"\n");
  Ended ended = store({"migrate", "--config", config});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_TRUE(has(ended.out, url_)) << ended.out;
  ended = store({"check", "--config", folder_.path() + "/absent.toml"});
  EXPECT_EQ(ended.status, 2);
}

TEST_F(StoreCommand, RefusesWhatMakesNoSense) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{},
                                                {"mend"},
                                                {"check", "a.jsonl"},
                                                {"import", "--kind", "calls"},
                                                {"export", "--kind", "keys"},
                                                {"check", "--store", "x", "--config", "y"},
                                                {"check", "--store", "mysql://a"},
                                                {"import", "/no/such/file", "--store", "sqlite::memory:"}}) {
    const Ended ended = store(words);
    EXPECT_EQ(ended.status, 2);
    EXPECT_EQ(count_lines(ended.err), 1U) << ended.err;
  }
  EXPECT_TRUE(has(store({"--help"}).out, "Examples:\n  argwright store check"));
}

TEST_F(StoreCommand, GoesOnAfterABadLineAndTellsItsNumber) {
  const Ended ended =
      store({"import", "--store", url_},
            "{\"kind\":\"call\",\"tool\":\"a\"}\n\nnot json\n{\"kind\":\"call\",\"tool\":\"b\"}\n"
            "{\"kind\":\"dog\"}\n");
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(has(ended.err, "standard input, line 3: no JSON")) << ended.err;
  EXPECT_TRUE(has(ended.err, "standard input, line 5: \"kind\" must be")) << ended.err;
  EXPECT_EQ(ended.out, "2 records were written to " + url_ + ", 2 lines were refused\n");
  const Ended kept = store({"export", "--store", url_, "--kind", "calls"});
  EXPECT_EQ(count_lines(kept.out), 2U);
  EXPECT_LT(kept.out.find("\"tool\":\"a\""), kept.out.find("\"tool\":\"b\""));
}

std::string call_lines(std::size_t count) {
  std::string lines;
  for (std::size_t i = 0; i < count; ++i) lines += "{\"kind\":\"call\",\"tool\":\"a\"}\n";
  return lines;
}

// Calls that are imported twice stand twice: who tries again has to know where to go on.
TEST_F(StoreCommand, TellsHowFarAnImportCameBeforeTheStoreFailed) {
  Invocation what{.arguments = {"store", "import", "--store", url_}, .input = call_lines(1200)};
  what.late_input = call_lines(300);
  const std::string file = folder_.path() + "/store.db", moved = folder_.path() + "/moved.db";
  what.before_late = [&] { std::filesystem::rename(file, moved); };
  const Ended ended = run(what);
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(has(ended.err, "removed or replaced")) << ended.err;
  EXPECT_TRUE(
      has(ended.err,
          "standard input: 1000 records were written, those of the first 1000 lines; go on with line 1001"))
      << ended.err;
  std::filesystem::rename(moved, file);
  EXPECT_EQ(count_lines(store({"export", "--store", url_}).out), 1000U);
}

TEST_F(StoreCommand, WritesWhatItReadWhenItIsInterrupted) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const std::string url = url_ + std::to_string(signal);
    Invocation what{.arguments = {"store", "import", "--store", url}, .input = call_lines(700)};
    what.late_signal = signal;
    const Ended ended = run(what);
    EXPECT_EQ(ended.status, 128 + signal);
    EXPECT_TRUE(has(ended.err, "700 records were written, those of the first 700 lines; go on with line 701"))
        << ended.err;
    EXPECT_EQ(count_lines(store({"export", "--store", url}).out), 700U);
  }
}

TEST_F(StoreCommand, ShowsHowFarALongImportIs) {
  Invocation what{.arguments = {"store", "import", "--store", url_}, .input = call_lines(2)};
  what.err = Sink::kTerminal;
  what.late_input = call_lines(3);
  const Ended ended = run(what);
  EXPECT_EQ(ended.status, 0);
  EXPECT_TRUE(has(ended.err, "argwright: 3 lines, 0.0 MB")) << ended.err;
  EXPECT_TRUE(ended.err.ends_with("\r\x1b[K")) << ended.err;
}

TEST_F(StoreCommand, RefusesANewerSchemaWhateverTheTask) {
  fill(url_);
  {
    Result<std::unique_ptr<store::sqlite::Database>> file =
        store::sqlite::Database::open(folder_.path() + "/store.db", {});
    ASSERT_TRUE(file);
    ASSERT_FALSE((*file)->execute("UPDATE schema_version SET version = 77", "test"));
  }
  for (const std::string task : {"migrate", "check", "export", "import"}) {
    const Ended ended = store({task, "--store", url_}, call_lines(1));
    EXPECT_EQ(ended.status, 1) << task;
    EXPECT_EQ(ended.out, "") << task;
    EXPECT_TRUE(has(ended.err, "version 77, this program knows versions up to 3")) << ended.err;
  }
}

TEST_F(StoreCommand, ReplacesTurnsAndResponsesThatAreThere) {
  fill(url_);
  const std::string lines = store({"export", "--store", url_, "--kind", "turns", "--kind", "responses"}).out;
  EXPECT_EQ(count_lines(lines), 5U);
  EXPECT_EQ(store({"import", "--store", url_}, lines).status, 0);
  EXPECT_EQ(store({"export", "--store", url_, "--kind", "turns", "--kind", "responses"}).out, lines);
}

TEST_F(StoreCommand, CarriesEverythingFromSqliteToPostgresAndBack) {
  store::postgres::TestServer* const server = store::postgres::TestServer::shared();
  if (server == nullptr) GTEST_SKIP() << store::postgres::TestServer::why();
  const std::string postgres = server->url(folder_.path());
  fill(url_);
  const Ended first = store({"export", "--store", url_});
  ASSERT_EQ(first.status, 0) << first.err;
  EXPECT_EQ(count_lines(first.out), 1203U + 3 + 2 + 2 + 1);
  const Ended imported = store({"import", folder_.file("all.jsonl", first.out), "--store", postgres});
  ASSERT_EQ(imported.status, 0) << imported.err;
  EXPECT_TRUE(has(imported.out, "1211 records were written")) << imported.out;
  const Ended second = store({"export", "--store", postgres});
  ASSERT_EQ(second.status, 0) << second.err;
  EXPECT_TRUE(second.out == first.out);
  const std::string back = "sqlite:" + folder_.path() + "/back.db";
  ASSERT_EQ(store({"import", "--store", back}, second.out).status, 0);
  EXPECT_TRUE(store({"export", "--store", back}).out == first.out);
  const Ended checked = store({"check", "--store", postgres});
  EXPECT_EQ(checked.status, 0) << checked.err;
  EXPECT_TRUE(has(checked.out, "calls: 1203")) << checked.out;
}

TEST_F(StoreCommand, ShowsNoPassword) {
  for (const std::string task : {"migrate", "check", "export", "import"}) {
    const Ended ended = store({task, "--store", "postgresql://me:hunter2@/db?host=" + folder_.path()});
    EXPECT_EQ(ended.status, 1);
    EXPECT_TRUE(has(ended.err, "cannot be reached")) << ended.err;
    EXPECT_FALSE(has(ended.err + ended.out, "hunter2")) << ended.err;
  }
}

}  // namespace
}  // namespace argwright::cli
