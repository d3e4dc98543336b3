#include "store/sqlite/turn_index.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "store/sqlite/sqlite_store.h"
#include "store/sqlite/turn_place.h"
#include "store/temp_folder.h"

namespace argwright::store::sqlite {
namespace {

// Files keep it: turns that an older release remembered would not be found.
TEST(TurnPlace, NeverChanges) {
  EXPECT_EQ(turn_place("", ""), 133670423992355);
  EXPECT_EQ(turn_place("0123456789abcdef0123456789abcdef", "call_0fGZyNlqsLmPhJbbvQNFIyJC"), 132920116258072);
}

TEST(TurnPlace, IsThatOfTheScopeAndTheId) {
  EXPECT_NE(turn_place("ab", "c"), turn_place("a", "bc"));
  EXPECT_NE(turn_place("a", ""), turn_place("", "a"));
}

constexpr std::size_t kMoreThanATail = 70'000;

class TurnIndexTest : public testing::Test {
 protected:
  std::unique_ptr<SqliteStore> open() {
    Result<std::unique_ptr<SqliteStore>> opened = SqliteStore::open(file_);
    EXPECT_TRUE(opened) << opened.error().describe();
    return opened ? *std::move(opened) : nullptr;
  }

  std::int64_t number(const char* sql) {
    Result<std::unique_ptr<Database>> database = Database::open(file_, {});
    Result<Statement> statement = Statement::prepare(**database, "test", sql);
    EXPECT_TRUE(statement) << statement.error().describe();
    if (!statement) return -1;
    Execution run(*statement);
    return run.step() == Step::kRow ? run.number(0) : -1;
  }

  static RememberedTurn turn(std::size_t n, std::string conversation = "c") {
    return {"s", "call_" + std::to_string(n), std::move(conversation), Time() + std::chrono::seconds(n),
            "thought " + std::to_string(n)};
  }

  static void add(Store& store, std::size_t from, std::size_t to, std::size_t batch) {
    for (std::size_t at = from; at < to; at += batch) {
      std::vector<RememberedTurn> turns;
      for (std::size_t n = at; n < std::min(to, at + batch); ++n) turns.push_back(turn(n));
      const std::optional<Error> error = store.add_turns(turns);
      ASSERT_FALSE(error) << error->describe();
    }
  }

  static std::vector<std::string> contents(Store& store, std::size_t n) {
    const Result<std::vector<RememberedTurn>> found = store.turns({{"s", "call_" + std::to_string(n)}});
    EXPECT_TRUE(found);
    std::vector<std::string> texts;
    for (const RememberedTurn& each : *found) texts.push_back(each.content);
    return texts;
  }

  static void expect_all(Store& store, std::size_t from, std::size_t to) {
    for (std::size_t n = from; n < to; n += 97) {
      ASSERT_EQ(contents(store, n), std::vector<std::string>{"thought " + std::to_string(n)});
    }
  }

  void expect_sound(Store& store) {
    const Result<Inspection> found = store.inspect();
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->faults.empty()) << found->faults.front();
  }

  const TempFolder folder_;
  const std::string file_ = folder_.file("store.db");
};

TEST_F(TurnIndexTest, FindsTurnsBeforeAndAfterAFold) {
  const auto store = open();
  const auto reader = open();
  add(*store, 0, 5000, 700);
  EXPECT_EQ(number("SELECT count(*) FROM turn_index"), 0);
  expect_all(*store, 0, 5000);
  expect_all(*reader, 0, 5000);
  add(*store, 5000, kMoreThanATail, 700);
  EXPECT_GT(number("SELECT count(*) FROM turn_index"), 60'000);
  EXPECT_GT(number("SELECT count(*) FROM turn_tail"), 0);
  expect_all(*store, 0, kMoreThanATail);
  expect_all(*reader, 0, kMoreThanATail);
  expect_all(*open(), 0, kMoreThanATail);
  expect_sound(*store);
}

TEST_F(TurnIndexTest, FoldsWithinALargeBatch) {
  const auto store = open();
  add(*store, 0, 2 * kMoreThanATail, 2 * kMoreThanATail);
  EXPECT_GT(number("SELECT count(*) FROM turn_index"), 120'000);
  expect_all(*store, 0, 2 * kMoreThanATail);
  expect_sound(*store);
}

TEST_F(TurnIndexTest, LetsTwoProcessesWriteInTurn) {
  const auto one = open();
  const auto two = open();
  for (std::size_t at = 0; at < 2 * kMoreThanATail; at += 4000) {
    add(*one, at, at + 2000, 2000);
    add(*two, at + 2000, at + 4000, 2000);
  }
  EXPECT_GT(number("SELECT count(*) FROM turn_index"), 120'000);
  expect_all(*one, 0, 2 * kMoreThanATail);
  expect_all(*two, 0, 2 * kMoreThanATail);
  expect_sound(*one);
}

TEST_F(TurnIndexTest, GivesTheNewerOfTwoTurnsOfOneConversation) {
  const auto store = open();
  add(*store, 0, kMoreThanATail, 5000);
  const std::int64_t rows = number("SELECT count(*) FROM turns");
  RememberedTurn old = turn(3);  // in the index
  old.content = "again";
  RememberedTurn recent = turn(kMoreThanATail - 1);  // in the tail
  recent.content = "again";
  ASSERT_FALSE(store->add_turns({old, recent, recent, turn(3, "other")}));
  for (const auto& each : {open(), open()}) {
    EXPECT_EQ(contents(*each, 3), (std::vector<std::string>{"thought 3", "again"}));
    EXPECT_EQ(contents(*each, kMoreThanATail - 1), std::vector<std::string>{"again"});
  }
  // The older one stays until it is pruned; a recent one goes at once.
  EXPECT_EQ(number("SELECT count(*) FROM turns"), rows + 2);
  expect_sound(*store);
}

TEST_F(TurnIndexTest, ForgetsWhatCouldNotBeWritten) {
  const auto store = open();
  add(*store, 0, 100, 100);
  {
    Result<std::unique_ptr<Database>> other = Database::open(file_, {});
    ASSERT_FALSE(
        (*other)->execute("CREATE TRIGGER no BEFORE INSERT ON turn_tail BEGIN "
                          "SELECT RAISE(ABORT, 'no'); END",
                          "test"));
    EXPECT_TRUE(store->add_turns({turn(500), turn(501)}));
    ASSERT_FALSE((*other)->execute("DROP TRIGGER no", "test"));
  }
  EXPECT_TRUE(contents(*store, 500).empty());
  add(*store, 200, 300, 100);  // with the numbers of those
  expect_all(*store, 0, 100);
  expect_all(*store, 200, 300);
  EXPECT_TRUE(contents(*store, 500).empty());
  expect_sound(*store);
}

TEST_F(TurnIndexTest, TakesTheirPlacesOutWhenManyTurnsAreGone) {
  const auto store = open();
  KeepLimits limits;
  for (std::size_t at = 0; at < 8; ++at) {
    add(*store, at * kMoreThanATail, (at + 1) * kMoreThanATail, 20'000);
    limits.turns_bytes = 5'000'000;  // about 50,000 turns
    while (*store->prune(limits, Time() + std::chrono::seconds(1))) {
    }
  }
  EXPECT_LT(number("SELECT count(*) FROM turn_index"), 4 * static_cast<std::int64_t>(kMoreThanATail));
  EXPECT_TRUE(contents(*store, 10).empty());
  expect_all(*store, 8 * kMoreThanATail - 20'000, 8 * kMoreThanATail);
  expect_sound(*store);
}

TEST_F(TurnIndexTest, TellsOfTurnsThatItDoesNotHave) {
  const auto store = open();
  add(*store, 0, kMoreThanATail, 10'000);
  {
    Result<std::unique_ptr<Database>> other = Database::open(file_, {});
    ASSERT_FALSE((*other)->execute("DELETE FROM turn_index WHERE number BETWEEN 11 AND 13", "test"));
  }
  const Result<Inspection> found = store->inspect();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->faults, std::vector<std::string>{"3 turns are missing in their index"});
}

}  // namespace
}  // namespace argwright::store::sqlite
