// What every engine does. A new one adds a row to a table of engines and has to pass all of this.
#include "store/store.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "store/open.h"
#include "store/postgres/test_server.h"
#include "store/sample_calls.h"
#include "store/temp_folder.h"

namespace argwright::store {
namespace {

using std::chrono::hours;
using std::chrono::seconds;

struct Engine {
  const char* name;
  std::string (*url)(const TempFolder& folder);  // empty: it cannot run here
};
// A second store of the same URL finds what the first has kept.
const Engine kLastingEngines[] = {
    {"sqlite_file", [](const TempFolder& folder) { return "sqlite:" + folder.file("store.db"); }},
    {"postgres",
     [](const TempFolder& folder) {
       postgres::TestServer* const server = postgres::TestServer::shared();
       return server == nullptr ? std::string() : server->url(folder.path());
     }},
};
// So does none of these.
const Engine kPassingEngines[] = {
    {"sqlite_memory", [](const TempFolder&) { return std::string("sqlite::memory:"); }},
};
std::ostream& operator<<(std::ostream& out, const Engine& engine) { return out << engine.name; }

class StoreTest : public testing::TestWithParam<Engine> {
 protected:
  void SetUp() override {
    if (GetParam().url(folder_).empty()) GTEST_SKIP() << postgres::TestServer::why();
    store_ = open();
  }

  std::unique_ptr<Store> open() {
    Result<std::unique_ptr<Store>> opened = open_store(GetParam().url(folder_));
    if (opened) return *std::move(opened);
    ADD_FAILURE() << opened.error().describe();
    std::abort();
  }

  void add(std::vector<CallEntry> entries) {
    const std::optional<Error> error = store_->add_calls(entries);
    ASSERT_FALSE(error) << error->describe();
  }

  CallPage page(const CallQuery& query) {
    Result<CallPage> found = store_->calls(query);
    if (found) return *std::move(found);
    ADD_FAILURE() << found.error().describe();
    return {};
  }

  std::vector<std::int64_t> numbers(const CallQuery& query) {
    std::vector<std::int64_t> numbers;
    for (const CallEntry& entry : page(query).entries) numbers.push_back(entry.number);
    return numbers;
  }

  void put(const StoredResponse& response) {
    const std::optional<Error> error = store_->put_response(response);
    ASSERT_FALSE(error) << error->describe();
  }

  std::optional<StoredResponse> get(std::string_view owner, std::string_view id) {
    Result<std::optional<StoredResponse>> found = store_->response(owner, id);
    if (found) return *std::move(found);
    ADD_FAILURE() << found.error().describe();
    return {};
  }

  // The id of the response that holds the item; empty: none.
  std::string holder(std::string_view owner, std::string_view item_id) {
    Result<std::optional<StoredResponse>> found = store_->response_with_item(owner, item_id);
    if (!found) {
      ADD_FAILURE() << found.error().describe();
      return {};
    }
    return *found ? (*found)->id : "";
  }

  void remember(const std::vector<RememberedTurn>& turns) {
    const std::optional<Error> error = store_->add_turns(turns);
    ASSERT_FALSE(error) << error->describe();
  }

  std::vector<RememberedTurn> recall(const std::vector<TurnQuestion>& questions) {
    Result<std::vector<RememberedTurn>> found = store_->turns(questions);
    if (found) return *std::move(found);
    ADD_FAILURE() << found.error().describe();
    return {};
  }

  // Their contents, sorted.
  std::vector<std::string> recalled(const std::string& scope, const std::string& call_id) {
    std::vector<std::string> contents;
    for (const RememberedTurn& turn : recall({{scope, call_id}})) contents.push_back(turn.content);
    std::sort(contents.begin(), contents.end());
    return contents;
  }

  std::vector<HistoryMessage> history(std::string_view session) {
    Result<std::vector<HistoryMessage>> found = store_->history(session);
    if (found) return *std::move(found);
    ADD_FAILURE() << found.error().describe();
    return {};
  }

  // Prunes to the end; how many steps that took.
  int prune(const KeepLimits& limits, Time now) {
    for (int steps = 1; steps < 10'000; ++steps) {
      const Result<bool> more = store_->prune(limits, now);
      if (!more) {
        ADD_FAILURE() << more.error().describe();
        return 0;
      }
      if (!*more) return steps;
    }
    ADD_FAILURE() << "never done";
    return 0;
  }

  TempFolder folder_;
  std::unique_ptr<Store> store_;
};

class LastingStoreTest : public StoreTest {};

std::string engine_name(const testing::TestParamInfo<Engine>& row) { return row.param.name; }
INSTANTIATE_TEST_SUITE_P(Lasting, StoreTest, testing::ValuesIn(kLastingEngines), engine_name);
INSTANTIATE_TEST_SUITE_P(Passing, StoreTest, testing::ValuesIn(kPassingEngines), engine_name);
INSTANTIATE_TEST_SUITE_P(Lasting, LastingStoreTest, testing::ValuesIn(kLastingEngines), engine_name);

using Numbers = std::vector<std::int64_t>;
using Texts = std::vector<std::string>;

RememberedTurn sample_turn(std::string scope, std::string call_id, std::string conversation) {
  std::string content = "thought of " + conversation;
  return {std::move(scope), std::move(call_id), std::move(conversation), kSampleTime, std::move(content)};
}

StoredResponse sample_response(std::string owner, std::string id) {
  return {std::move(owner), std::move(id), kSampleTime, R"({"object": "response"})", "[]", {}};
}

// Calls.

TEST_P(StoreTest, KeepsEveryMemberOfACall) {
  CallEntry given = sample_call();
  given.outcome = "repaired";
  given.raw = "{\"a\": 1,}";
  given.arguments = "{\"a\": 1}";
  given.fixes = R"([{"rule": "trailing_comma", "at": 7}])";
  given.error = "none to speak of";
  given.time = kSampleTime + std::chrono::microseconds(123456);
  add({given});
  const CallPage found = page({});
  ASSERT_EQ(found.entries.size(), 1U);
  const CallEntry& kept = found.entries[0];
  EXPECT_EQ(kept.number, 1);
  EXPECT_EQ(kept.time, given.time);
  EXPECT_EQ(kept.request_id, given.request_id);
  EXPECT_EQ(kept.key_name, given.key_name);
  EXPECT_EQ(kept.upstream, given.upstream);
  EXPECT_EQ(kept.provider, given.provider);
  EXPECT_EQ(kept.model, given.model);
  EXPECT_EQ(kept.tool, given.tool);
  EXPECT_EQ(kept.call_id, given.call_id);
  EXPECT_EQ(kept.fate, given.fate);
  EXPECT_EQ(kept.outcome, given.outcome);
  EXPECT_EQ(kept.raw, given.raw);
  EXPECT_EQ(kept.arguments, given.arguments);
  EXPECT_EQ(kept.fixes, given.fixes);
  EXPECT_EQ(kept.error, given.error);
}

TEST_P(StoreTest, TellsArgumentsThatNeverWentOutFromThoseThatAreAsReceived) {
  CallEntry same = sample_call(), withheld = sample_call(), empty = sample_call();
  withheld.arguments = "";
  empty.raw = empty.arguments = "";
  add({same, withheld, empty});
  const CallPage found = page({.after = 0});
  ASSERT_EQ(found.entries.size(), 3U);
  EXPECT_EQ(found.entries[0].arguments, same.raw);
  EXPECT_EQ(found.entries[1].raw, withheld.raw);
  EXPECT_EQ(found.entries[1].arguments, "");
  EXPECT_EQ(found.entries[2].raw, "");
  EXPECT_EQ(found.entries[2].arguments, "");
}

TEST_P(StoreTest, KeepsBytesThatAreNoText) {
  CallEntry given = sample_call();
  given.raw = std::string("{\"a\": \"\0\xff\xc3\x28\"", 12);
  given.arguments = "{}";
  add({given});
  const CallPage found = page({});
  ASSERT_EQ(found.entries.size(), 1U);
  EXPECT_EQ(found.entries[0].raw, given.raw);
}

TEST_P(StoreTest, KeepsACallOfSixteenMebibytes) {
  CallEntry given = sample_call();
  given.raw.assign(std::size_t{16} << 20, 'x');
  add({given, sample_call()});
  const CallPage found = page({.after = 0});
  ASSERT_EQ(found.entries.size(), 1U);  // a page for itself
  EXPECT_EQ(found.entries[0].raw, given.raw);
  EXPECT_TRUE(found.more);
  EXPECT_EQ(numbers({.after = found.next}), (Numbers{2}));
}

TEST_P(StoreTest, FillsInTheNumbersOfCalls) {
  std::vector<CallEntry> first = sample_calls(3), second = sample_calls(2);
  ASSERT_FALSE(store_->add_calls(first));
  ASSERT_FALSE(store_->add_calls(second));
  EXPECT_EQ(first[0].number, 1);
  EXPECT_EQ(first[2].number, 3);
  EXPECT_EQ(second[1].number, 5);
  std::vector<CallEntry> none;
  EXPECT_FALSE(store_->add_calls(none));
}

TEST_P(StoreTest, GivesCallsNewestFirst) {
  add(sample_calls(5));
  EXPECT_EQ(numbers({}), (Numbers{5, 4, 3, 2, 1}));
  EXPECT_EQ(numbers({.before = 3}), (Numbers{2, 1}));
  EXPECT_EQ(numbers({.limit = 2}), (Numbers{5, 4}));
  EXPECT_EQ(numbers({.before = 1}), Numbers{});
}

TEST_P(StoreTest, GivesCallsOldestFirstToOneWhoFollows) {
  EXPECT_EQ(page({.after = 0}).next, 0);
  add(sample_calls(5));
  EXPECT_EQ(numbers({.after = 0}), (Numbers{1, 2, 3, 4, 5}));
  EXPECT_EQ(numbers({.after = 3}), (Numbers{4, 5}));
  EXPECT_EQ(numbers({.after = 1, .limit = 2}), (Numbers{2, 3}));
  EXPECT_EQ(numbers({.before = 4, .after = 1}), (Numbers{2, 3}));
  EXPECT_EQ(page({.after = 5}).next, 5);
  EXPECT_FALSE(page({.after = 5}).more);
}

TEST_P(StoreTest, TellsTheFollowerWhereToGoOnEvenWhereNothingMatched) {
  add(sample_calls(5));
  const CallPage found = page({.after = 0, .tool = "another"});
  EXPECT_TRUE(found.entries.empty());
  EXPECT_FALSE(found.more);
  EXPECT_EQ(found.next, 5);
}

TEST_P(StoreTest, LeadsThroughTheWholeLogPageByPage) {
  add(sample_calls(25));
  for (const bool ascending : {false, true}) {
    Numbers seen;
    CallQuery query{.limit = 10};
    if (ascending) query.after = 0;
    for (int pages = 1;; ++pages) {
      const CallPage found = page(query);
      for (const CallEntry& entry : found.entries) seen.push_back(entry.number);
      if (!found.more) break;
      ASSERT_LT(pages, 5);
      (ascending ? query.after.emplace() : query.before) = found.next;
    }
    ASSERT_EQ(seen.size(), 25U);
    EXPECT_EQ(seen.front(), ascending ? 1 : 25);
    EXPECT_EQ(seen.back(), ascending ? 25 : 1);
  }
}

TEST_P(StoreTest, BoundsAPage) {
  add(sample_calls(1500));
  EXPECT_EQ(numbers({.limit = 100'000}).size(), 1000U);
  EXPECT_EQ(numbers({.limit = 0}).size(), 1U);
  EXPECT_EQ(numbers({}).size(), 100U);
}

TEST_P(StoreTest, GoesOnWhereTheTimeOfAQueryWasUp) {
  add(sample_calls(20));
  for (const bool ascending : {false, true}) {
    // No time at all: still every page gets further.
    CallQuery query{.text = "last_line\": 7}", .time = std::chrono::milliseconds(0)};
    if (ascending) query.after = 0;
    Numbers seen;
    int pages = 1;
    for (;; ++pages) {
      const CallPage found = page(query);
      for (const CallEntry& entry : found.entries) seen.push_back(entry.number);
      if (!found.more) break;
      ASSERT_LT(pages, 100);
      (ascending ? query.after.emplace() : query.before) = found.next;
    }
    EXPECT_EQ(seen, (Numbers{8})) << "ascending " << ascending;
  }
}

TEST_P(StoreTest, FindsCallsByEachMember) {
  using Member = std::string CallEntry::*;
  using Filter = std::string CallQuery::*;
  struct Row {
    Member member;
    Filter filter;
  };
  const Row rows[] = {
      {&CallEntry::model, &CallQuery::model},       {&CallEntry::tool, &CallQuery::tool},
      {&CallEntry::outcome, &CallQuery::outcome},   {&CallEntry::fate, &CallQuery::fate},
      {&CallEntry::provider, &CallQuery::provider}, {&CallEntry::request_id, &CallQuery::request_id}};
  std::vector<CallEntry> entries = sample_calls(std::size(rows));
  for (std::size_t i = 0; i < std::size(rows); ++i) entries[i].*rows[i].member = "wanted";
  add(entries);
  for (std::size_t i = 0; i < std::size(rows); ++i) {
    CallQuery query;
    query.*rows[i].filter = "wanted";
    EXPECT_EQ(numbers(query), (Numbers{static_cast<std::int64_t>(i) + 1}));
    query.*rows[i].filter = "want";
    EXPECT_EQ(numbers(query), Numbers{});
    query.*rows[i].filter = "WANTED";
    EXPECT_EQ(numbers(query), Numbers{});
  }
  EXPECT_EQ(numbers({.model = "wanted", .tool = "wanted"}), Numbers{});  // all filters have to hold
}

TEST_P(StoreTest, FindsCallsByTime) {
  add(sample_calls(5));
  EXPECT_EQ(numbers({.since = kSampleTime + seconds(3)}), (Numbers{5, 4}));
  EXPECT_EQ(numbers({.until = kSampleTime + seconds(3)}), (Numbers{3, 2, 1}));
  EXPECT_EQ(numbers({.since = kSampleTime + seconds(1), .until = kSampleTime + seconds(3)}), (Numbers{3, 2}));
}

TEST_P(StoreTest, FindsATextWhereverItStands) {
  std::vector<CallEntry> entries = sample_calls(4);
  entries[0].raw = "the Needle is here";
  entries[1].arguments = "the NEEDLE is here";
  entries[2].error = "the needle is here";
  entries[3].tool = "needle";  // not searched
  add(entries);
  EXPECT_EQ(numbers({.text = "nEEdle"}), (Numbers{3, 2, 1}));
  EXPECT_EQ(numbers({.text = "needle", .limit = 1}), (Numbers{3}));
}

TEST_P(StoreTest, FindsATextBySpellingNotByPattern) {
  std::vector<CallEntry> entries = sample_calls(4);
  entries[0].raw = "100%";
  entries[1].raw = "a_b";
  entries[2].raw = "a\\b'c\"";
  entries[3].raw = std::string("zero\0behind", 11);
  add(entries);
  EXPECT_EQ(numbers({.text = "%"}), (Numbers{1}));
  EXPECT_EQ(numbers({.text = "A_B"}), (Numbers{2}));
  EXPECT_EQ(numbers({.text = "a\\b'c\""}), (Numbers{3}));
  EXPECT_EQ(numbers({.text = "behind"}), (Numbers{4}));
}

TEST_P(LastingStoreTest, KeepsCallsForTheNextProcess) {
  add(sample_calls(3));
  put(sample_response("a", "resp_1"));
  store_.reset();
  store_ = open();
  EXPECT_EQ(numbers({}), (Numbers{3, 2, 1}));
  EXPECT_TRUE(get("a", "resp_1"));
  add(sample_calls(1));
  EXPECT_EQ(numbers({.limit = 1}), (Numbers{4}));
}

TEST_P(LastingStoreTest, IsSharedByTwoWriters) {
  const std::unique_ptr<Store> other = open();
  std::thread writer([&] {
    for (int i = 0; i < 50; ++i) {
      std::vector<CallEntry> entries = sample_calls(10);
      const std::optional<Error> error = other->add_calls(entries);
      ASSERT_FALSE(error) << error->describe();
    }
  });
  for (int i = 0; i < 50; ++i) add(sample_calls(10));
  writer.join();
  const Numbers all = numbers({.limit = 1000});
  ASSERT_EQ(all.size(), 1000U);
  EXPECT_EQ(all.front(), 1000);  // no number twice
}

// Responses.

TEST_P(StoreTest, KeepsEveryMemberOfAResponse) {
  StoredResponse given = sample_response("team-a", "resp_1");
  given.time = kSampleTime + std::chrono::microseconds(1);
  given.body = std::string("{\"a\": \"\0\"}", 10);
  given.input = R"([{"type": "message"}])";
  given.item_ids = {"msg_2", "fc_1", "msg_2"};
  put(given);
  const std::optional<StoredResponse> kept = get("team-a", "resp_1");
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->owner, given.owner);
  EXPECT_EQ(kept->id, given.id);
  EXPECT_EQ(kept->time, given.time);
  EXPECT_EQ(kept->body, given.body);
  EXPECT_EQ(kept->input, given.input);
  EXPECT_EQ(kept->item_ids, given.item_ids);
}

TEST_P(StoreTest, ShowsAResponseToItsOwnerOnly) {
  StoredResponse mine = sample_response("mine", "resp_1"), yours = sample_response("yours", "resp_1");
  mine.body = "1";
  yours.body = "2";
  mine.item_ids = {"msg_1"};
  put(mine);
  EXPECT_FALSE(get("yours", "resp_1"));
  EXPECT_FALSE(get("", "resp_1"));
  EXPECT_EQ(holder("yours", "msg_1"), "");
  const Result<bool> removed = store_->remove_response("yours", "resp_1");
  ASSERT_TRUE(removed);
  EXPECT_FALSE(*removed);
  put(yours);
  EXPECT_EQ(get("mine", "resp_1")->body, "1");
  EXPECT_EQ(get("yours", "resp_1")->body, "2");
}

TEST_P(StoreTest, FindsTheResponseOfAnItem) {
  StoredResponse first = sample_response("a", "resp_1"), second = sample_response("a", "resp_2");
  first.item_ids = {"msg_1", "msg_2"};
  second.item_ids = {"msg_2", "msg_3"};
  put(first);
  put(second);
  EXPECT_EQ(holder("a", "msg_1"), "resp_1");
  EXPECT_EQ(holder("a", "msg_2"), "resp_2");  // the one put last
  EXPECT_EQ(holder("a", "msg_4"), "");
  put(first);
  EXPECT_EQ(holder("a", "msg_2"), "resp_1");
}

TEST_P(StoreTest, ReplacesAResponseOfTheSameId) {
  StoredResponse response = sample_response("a", "resp_1");
  response.item_ids = {"msg_1"};
  put(response);
  response.body = "new";
  response.item_ids = {"msg_2"};
  put(response);
  EXPECT_EQ(get("a", "resp_1")->body, "new");
  EXPECT_EQ(holder("a", "msg_1"), "");
  EXPECT_EQ(holder("a", "msg_2"), "resp_1");
}

TEST_P(StoreTest, RemovesAResponseWithItsItems) {
  StoredResponse response = sample_response("a", "resp_1");
  response.item_ids = {"msg_1"};
  put(response);
  Result<bool> removed = store_->remove_response("a", "resp_1");
  ASSERT_TRUE(removed);
  EXPECT_TRUE(*removed);
  EXPECT_FALSE(get("a", "resp_1"));
  EXPECT_EQ(holder("a", "msg_1"), "");
  removed = store_->remove_response("a", "resp_1");
  ASSERT_TRUE(removed);
  EXPECT_FALSE(*removed);
}

// Turns.

TEST_P(StoreTest, KeepsEveryMemberOfATurn) {
  RememberedTurn given = sample_turn("scope", "call_1", "conversation");
  given.time = kSampleTime + std::chrono::microseconds(7);
  given.content = std::string("\0\xff sealed \xc3\x28", 12);
  remember({given});
  const std::vector<RememberedTurn> kept = recall({{"scope", "call_1"}});
  ASSERT_EQ(kept.size(), 1U);
  EXPECT_EQ(kept[0].scope, given.scope);
  EXPECT_EQ(kept[0].call_id, given.call_id);
  EXPECT_EQ(kept[0].conversation, given.conversation);
  EXPECT_EQ(kept[0].time, given.time);
  EXPECT_EQ(kept[0].content, given.content);
}

TEST_P(StoreTest, GivesATurnToItsScopeOnly) {
  remember({sample_turn("mine", "call_1", "a"), sample_turn("yours", "call_1", "b"),
            sample_turn("mine", "call_2", "c")});
  EXPECT_EQ(recalled("mine", "call_1"), (Texts{"thought of a"}));
  EXPECT_EQ(recalled("yours", "call_1"), (Texts{"thought of b"}));
  EXPECT_EQ(recalled("", "call_1"), Texts{});
  EXPECT_EQ(recalled("yours", "call_2"), Texts{});
}

TEST_P(StoreTest, AnswersManyQuestionsAtOnce) {
  std::vector<RememberedTurn> turns;
  std::vector<TurnQuestion> questions;
  for (int i = 0; i < 300; ++i) {
    const std::string id = "call_" + std::to_string(i);
    turns.push_back(sample_turn("s", id, id));
    questions.push_back({"s", id});
    questions.push_back({"s", "unknown_" + std::to_string(i)});
  }
  remember(turns);
  const std::vector<RememberedTurn> found = recall(questions);
  ASSERT_EQ(found.size(), 300U);
  for (const RememberedTurn& turn : found) EXPECT_EQ(turn.content, "thought of " + turn.call_id);
  EXPECT_TRUE(recall({}).empty());
}

TEST_P(StoreTest, ReplacesATurnOfTheSameConversation) {
  RememberedTurn turn = sample_turn("s", "call_1", "a");
  remember({turn, sample_turn("s", "call_1", "b")});
  turn.content = "new";
  remember({turn, turn});
  EXPECT_EQ(recalled("s", "call_1"), (Texts{"new", "thought of b"}));
}

TEST_P(StoreTest, KeepsTheLastOfTurnsThatComeTogether) {
  std::vector<RememberedTurn> turns;
  for (std::size_t i = 0; i < 200; ++i) {
    const std::string id = std::to_string(i % 60);
    turns.push_back(sample_turn("s", "call_" + id, id));
    turns.back().content = std::to_string(i);
  }
  remember({turns[3], turns[70]});
  remember(turns);
  for (std::size_t i = 140; i < 200; ++i)
    EXPECT_EQ(recalled("s", "call_" + std::to_string(i % 60)), Texts{std::to_string(i)});
  const Result<Inspection> found = store_->inspect();
  ASSERT_TRUE(found) << found.error().describe();
  EXPECT_EQ(found->turns, 60U);
  EXPECT_EQ(found->faults, Texts{});
}

TEST_P(StoreTest, GivesTheNewestTurnsOfAnIdThatMayRepeat) {
  std::vector<RememberedTurn> turns;
  for (char c = 'a'; c <= 'z'; ++c) turns.push_back(sample_turn("s", "call_0", std::string(1, c)));
  remember(turns);
  remember({turns[0]});  // again: the newest of all
  EXPECT_EQ(recalled("s", "call_0"), (Texts{"thought of a", "thought of t", "thought of u", "thought of v",
                                            "thought of w", "thought of x", "thought of y", "thought of z"}));
}

TEST_P(StoreTest, WritesCallsAndTurnsTogether) {
  std::vector<CallEntry> calls = sample_calls(2);
  ASSERT_FALSE(store_->add_batch(calls, {sample_turn("s", "call_1", "a")}));
  EXPECT_EQ(calls[1].number, 2);
  EXPECT_EQ(numbers({}), (Numbers{2, 1}));
  EXPECT_EQ(recalled("s", "call_1"), (Texts{"thought of a"}));
}

TEST_P(LastingStoreTest, KeepsTurnsAndHistoryForTheNextProcess) {
  remember({sample_turn("s", "call_1", "a")});
  std::vector<HistoryMessage> messages(2);
  messages[0].session = messages[1].session = "one";
  ASSERT_FALSE(store_->add_history(messages));
  store_.reset();
  store_ = open();
  EXPECT_EQ(recalled("s", "call_1"), (Texts{"thought of a"}));
  EXPECT_EQ(history("one").size(), 2U);
  ASSERT_FALSE(store_->add_history(messages));
  EXPECT_GT(history("one")[2].number, history("one")[1].number);
}

// History.

TEST_P(StoreTest, KeepsEveryMemberOfAMessageAndTheirOrder) {
  std::vector<HistoryMessage> messages(3);
  messages[0] = {0,
                 "one",
                 kSampleTime + std::chrono::microseconds(3),
                 "assistant",
                 "text",
                 "because",
                 R"({"role": "assistant"})"};
  messages[1] = {0, "two", kSampleTime, "user", "", std::nullopt, "{}"};
  messages[2] = {0, "one", kSampleTime, "tool", "result", "", "{}"};
  ASSERT_FALSE(store_->add_history(messages));
  EXPECT_LT(messages[0].number, messages[2].number);
  const std::vector<HistoryMessage> kept = history("one");
  ASSERT_EQ(kept.size(), 2U);
  EXPECT_EQ(kept[0].number, messages[0].number);
  EXPECT_EQ(kept[0].session, "one");
  EXPECT_EQ(kept[0].time, messages[0].time);
  EXPECT_EQ(kept[0].role, "assistant");
  EXPECT_EQ(kept[0].content, "text");
  EXPECT_EQ(kept[0].reasoning_content, "because");
  EXPECT_EQ(kept[0].payload, R"({"role": "assistant"})");
  EXPECT_EQ(kept[1].reasoning_content, "");  // none is not the same as an empty one
  ASSERT_EQ(history("two").size(), 1U);
  EXPECT_EQ(history("two")[0].reasoning_content, std::nullopt);
  EXPECT_TRUE(history("three").empty());
}

// Shared values.

TEST_P(StoreTest, KeepsTheFirstValueThatWasProposed) {
  EXPECT_EQ(store_->shared_value("key", std::string_view("\0\xff", 2)).value_or("none"),
            std::string("\0\xff", 2));
  EXPECT_EQ(store_->shared_value("key", "second").value_or("none"), std::string("\0\xff", 2));
  EXPECT_EQ(store_->shared_value("other", "").value_or("none"), "");
  EXPECT_EQ(store_->shared_value("other", "second").value_or("none"), "");
}

TEST_P(LastingStoreTest, LetsManyAgreeOnOneValue) {
  std::vector<std::string> values(4);
  std::vector<std::thread> threads;
  for (std::string& value : values) {
    threads.emplace_back([this, &value, &values] {
      value = open()->shared_value("key", "of " + std::to_string(&value - values.data())).value_or("none");
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_NE(values[0], "none");
  for (const std::string& value : values) EXPECT_EQ(value, values[0]);
}

// Pruning.

TEST_P(StoreTest, RemovesCallsThatAreTooOld) {
  add(sample_calls(10));
  const Time now = kSampleTime + seconds(1000);
  prune({.calls_age = seconds(1000)}, now);  // the first is exactly that old
  EXPECT_EQ(numbers({}).size(), 10U);
  prune({.calls_age = seconds(993)}, now);
  EXPECT_EQ(numbers({}), (Numbers{10, 9, 8}));
  prune({.calls_age = seconds(0)}, now);
  EXPECT_EQ(numbers({}), Numbers{});
}

TEST_P(StoreTest, NeverGivesANumberTwice) {
  add(sample_calls(3));
  prune({.calls_age = seconds(0)}, kSampleTime + hours(1));
  add(sample_calls(1));
  EXPECT_EQ(numbers({}), (Numbers{4}));
}

TEST_P(StoreTest, RemovesTheOldestCallsWhereThereAreTooManyBytes) {
  std::vector<CallEntry> entries = sample_calls(10);
  for (CallEntry& entry : entries) {
    entry.raw.assign(10'000, 'x');
    entry.arguments = entry.raw;  // kept once, counts once
  }
  add(entries);
  prune({.calls_bytes = 200'000}, kSampleTime);
  EXPECT_EQ(numbers({}).size(), 10U);
  prune({.calls_bytes = 50'000}, kSampleTime);
  EXPECT_EQ(numbers({}), (Numbers{10, 9, 8, 7}));
  prune({.calls_bytes = 50'000}, kSampleTime);
  EXPECT_EQ(numbers({}), (Numbers{10, 9, 8, 7}));
  prune({.calls_bytes = 0}, kSampleTime);
  EXPECT_EQ(numbers({}), Numbers{});
}

TEST_P(StoreTest, RemovesInSteps) {
  add(sample_calls(3000));
  EXPECT_GT(prune({.calls_age = seconds(0)}, kSampleTime + hours(24)), 2);
  EXPECT_EQ(numbers({}), Numbers{});
}

TEST_P(StoreTest, RemovesResponsesThatAreTooOld) {
  StoredResponse young = sample_response("a", "young"), old = sample_response("a", "old");
  young.time = kSampleTime + seconds(100);
  old.item_ids = {"msg_1"};
  put(young);
  put(old);  // put later, but older
  prune({.responses_age = seconds(150)}, kSampleTime + seconds(200));
  EXPECT_TRUE(get("a", "young"));
  EXPECT_FALSE(get("a", "old"));
  EXPECT_EQ(holder("a", "msg_1"), "");
}

TEST_P(StoreTest, RemovesTheOldestResponsesWhereThereAreTooManyBytes) {
  for (int i = 0; i < 10; ++i) {
    StoredResponse response = sample_response("a", "resp_" + std::to_string(i));
    response.time = kSampleTime + seconds(i);
    response.body.assign(5000, 'x');
    response.input.assign(5000, 'x');
    put(response);
    put(response);  // counts once
  }
  ASSERT_TRUE(store_->remove_response("a", "resp_9"));  // counts no more
  prune({.responses_bytes = 95'000}, kSampleTime);
  EXPECT_TRUE(get("a", "resp_0"));
  prune({.responses_bytes = 25'000}, kSampleTime);
  EXPECT_FALSE(get("a", "resp_6"));
  EXPECT_TRUE(get("a", "resp_7"));
  EXPECT_TRUE(get("a", "resp_8"));
}

TEST_P(StoreTest, RemovesTurnsThatAreTooOldOrTooMany) {
  for (int i = 0; i < 10; ++i) {
    RememberedTurn turn = sample_turn("s", "call_" + std::to_string(i), "c");
    turn.time = kSampleTime + seconds(i);
    turn.content.assign(10'000, 'x');
    remember({turn, turn});  // counts once
  }
  const auto kept = [&] {
    std::size_t count = 0;
    for (int i = 0; i < 10; ++i) count += recalled("s", "call_" + std::to_string(i)).size();
    return count;
  };
  prune({.turns_age = seconds(1000), .turns_bytes = 110'000}, kSampleTime + seconds(1000));
  EXPECT_EQ(kept(), 10U);
  prune({.turns_age = seconds(998)}, kSampleTime + seconds(1000));
  EXPECT_EQ(kept(), 8U);
  EXPECT_EQ(recalled("s", "call_1"), Texts{});
  prune({.turns_bytes = 35'000}, kSampleTime);
  EXPECT_EQ(kept(), 3U);
  EXPECT_EQ(recalled("s", "call_9").size(), 1U);
}

TEST_P(StoreTest, KeepsForEverWhereTold) {
  add(sample_calls(3));
  put(sample_response("a", "resp_1"));
  constexpr auto kForEver = std::chrono::seconds::max();
  constexpr auto kAll = std::numeric_limits<std::uint64_t>::max();
  remember({sample_turn("s", "call_1", "c")});
  prune({kForEver, kForEver, kForEver, kAll, kAll, kAll}, kSampleTime + hours(24 * 365 * 50));
  EXPECT_EQ(recalled("s", "call_1"), (Texts{"thought of c"}));
  EXPECT_EQ(numbers({}).size(), 3U);
  EXPECT_TRUE(get("a", "resp_1"));
}

// Reading all of it.

template <typename Row>
std::vector<Row> all_of(Store& store, Result<RowPage<Row>> (Store::*read)(std::int64_t), int& pages) {
  std::vector<Row> all;
  std::int64_t after = 0;
  for (pages = 1; pages < 100; ++pages) {
    Result<RowPage<Row>> page = (store.*read)(after);
    if (!page) {
      ADD_FAILURE() << page.error().describe();
      return all;
    }
    std::move(page->rows.begin(), page->rows.end(), std::back_inserter(all));
    after = page->next;
    if (!page->more) return all;
  }
  ADD_FAILURE() << "never done";
  return all;
}

TEST_P(StoreTest, GivesEveryRowInOrderPageByPage) {
  std::vector<RememberedTurn> turns;
  for (int i = 0; i < 1200; ++i) turns.push_back(sample_turn("s", "call_" + std::to_string(i), "c"));
  remember(turns);
  StoredResponse response = sample_response("a", "resp_1");
  response.item_ids = {"x", "y"};
  put(response);
  put(sample_response("a", "resp_0"));
  std::vector<HistoryMessage> messages(3);
  for (HistoryMessage& message : messages) message.payload.assign(9 << 20, 'x');  // a page ends at 16 MiB
  messages[1].reasoning_content = "because";
  ASSERT_FALSE(store_->add_history(messages));
  ASSERT_TRUE(store_->shared_value("b", "2"));
  ASSERT_TRUE(store_->shared_value("a", "1"));

  int pages = 0;
  const std::vector<RememberedTurn> read_turns = all_of(*store_, &Store::turns_after, pages);
  ASSERT_EQ(read_turns.size(), 1200U);
  EXPECT_GE(pages, 3);
  for (std::size_t i = 0; i < 1200; ++i) ASSERT_EQ(read_turns[i].call_id, turns[i].call_id);
  EXPECT_EQ(read_turns[7].content, "thought of c");
  const std::vector<StoredResponse> responses = all_of(*store_, &Store::responses_after, pages);
  ASSERT_EQ(responses.size(), 2U);
  EXPECT_EQ(responses[0].id, "resp_1");
  EXPECT_EQ(responses[0].item_ids, response.item_ids);
  EXPECT_EQ(responses[0].body, response.body);
  const std::vector<HistoryMessage> history = all_of(*store_, &Store::history_after, pages);
  ASSERT_EQ(history.size(), 3U);
  EXPECT_GE(pages, 2);
  EXPECT_EQ(history[1].reasoning_content, "because");
  EXPECT_EQ(history[2].payload.size(), messages[2].payload.size());
  const Result<std::vector<SharedValue>> shared = store_->shared_values();
  ASSERT_TRUE(shared);
  ASSERT_EQ(shared->size(), 2U);
  EXPECT_EQ((*shared)[0].name + (*shared)[0].value, "a1");
}

TEST_P(StoreTest, CountsWhatItHolds) {
  add(sample_calls(3));
  put(sample_response("a", "resp_1"));
  remember({sample_turn("s", "call_1", "c"), sample_turn("s", "call_2", "c")});
  const Result<Inspection> found = store_->inspect();
  ASSERT_TRUE(found) << found.error().describe();
  EXPECT_EQ(found->calls, 3U);
  EXPECT_EQ(found->responses, 1U);
  EXPECT_EQ(found->turns, 2U);
  EXPECT_EQ(found->history, 0U);
  EXPECT_EQ(found->faults, Texts{});
}

TEST_P(StoreTest, SaysThatItIsWell) {
  const std::optional<Error> error = store_->check();
  EXPECT_FALSE(error) << error->describe();
}

}  // namespace
}  // namespace argwright::store
