// Everything that may happen at the same time, at the same time: snapshots are published while calls are
// parsed by older ones, run, cancelled and timed out, and executors come and go. The thread sanitizer sees to
// the memory; the assertions here see to the results.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <map>
#include <set>

#include "argwright/catalog.h"
#include "argwright/executor.h"
#include "tests/races/race_tools.h"

namespace argwright::races {
namespace {

constexpr unsigned kVolatile = 8;

std::chrono::seconds duration() {
  if (const char* text = std::getenv("ARGWRIGHT_RACE_SECONDS")) return std::chrono::seconds(std::atoi(text));
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
  return std::chrono::seconds(10);
#endif
#endif
  return std::chrono::seconds(2);
}

class Race : public testing::Test {
 protected:
  Race() : missing_([this](const MissingDefinitions::Report& report) { note_missing(report.tool_name); }) {
    for (const auto& tool : {echo_tool("echo", "stays"), throwing_tool("throws"), obedient_tool("obeys"),
                             stubborn_tool("stubborn"), late_tool("late", answers_)}) {
      EXPECT_FALSE(builder_.add(tool));
    }
    builder_.publish();
  }

  // Adds, replaces and removes the tools of its share; each comes back with a higher number in its
  // description.
  void write(unsigned share) {
    Dice dice(share);
    for (std::uint64_t generation = 1; running(); ++generation) {
      const std::string name = "volatile" + std::to_string(share + 2 * dice.below(kVolatile / 2));
      builder_.remove(name);
      if (dice.below(4) == 0) builder_.publish();
      EXPECT_FALSE(builder_.add(echo_tool(name, std::to_string(generation))));
      const ToolCatalog published = builder_.publish();
      const CatalogEntry* const entry = published.get(name);
      ASSERT_NE(entry, nullptr);
      EXPECT_EQ(entry->declaration.description, std::to_string(generation));
      ++writes_;
    }
  }

  void read(unsigned seed) {
    Dice dice(seed);
    ToolCatalog::Reader reader(builder_);
    std::map<std::string, std::uint64_t> last;
    ParseOptions options;
    options.missing = &missing_;
    while (running()) {
      const ToolCatalog& catalog = reader.catalog();
      const auto& all = catalog.all();
      const auto& some = all[dice.below(static_cast<unsigned>(all.size()))];
      ASSERT_EQ(catalog.get(some->declaration.name), some.get());
      const ToolCallRequest stays = catalog.parse_call({"echo", "", R"({"number":"42"})"}, options);
      ASSERT_EQ(stays.integer("number"), 42);
      const std::string name = "volatile" + std::to_string(dice.below(kVolatile));
      const CatalogEntry* const entry = catalog.get(name);
      const ToolCallRequest call = catalog.parse_call({name, "", R"({"number":"42"})"}, options);
      if (entry == nullptr) {
        ASSERT_EQ(call.parse_warning, "tool_definition_missing");
        ASSERT_EQ(call.string("number"), "42");
      } else {
        ASSERT_EQ(call.integer("number"), 42);
        const std::uint64_t generation = std::stoull(entry->declaration.description);
        ASSERT_GE(generation, last[name]) << "an older snapshot came back";
        last[name] = generation;
      }
      ++reads_;
    }
  }

  void use_cache(unsigned seed) {
    Dice dice(seed);
    while (running()) {
      const std::string key = "k" + std::to_string(dice.below(12));
      const std::string schema = R"({"type":"object","properties":{")" + key + R"(":{"type":"integer"}}})";
      const auto compiled = cache_.schema(schema);
      ASSERT_TRUE(compiled);
      ASSERT_EQ((*compiled)->keys().at(0), key);
      const auto tools = cache_.tools(R"([{"name":")" + key + R"(","input_schema":)" + schema + "}]");
      ASSERT_TRUE(tools);
      ASSERT_EQ(tools->parse_call({key, "", "{\"" + key + "\":\"7\"}"}).integer(key), 7);
      ++cached_;
    }
  }

  void execute(ToolExecutor& executor, unsigned seed, bool once = false) {
    static constexpr std::array<std::string_view, 7> kTools = {"echo", "throws",    "obeys",  "stubborn",
                                                               "late", "volatile1", "nowhere"};
    Dice dice(seed);
    do {
      const ToolCatalog catalog = builder_.current();
      std::vector<ToolCallRequest> requests;
      for (int i = 0; i < 8; ++i) {
        const std::string_view name = kTools[dice.below(kTools.size())];
        requests.push_back(catalog.parse_call(
            {name, std::to_string(i), dice.below(9) == 0 ? R"({"number":"4)" : R"({"number":42})"}));
      }
      std::stop_source source;
      std::jthread canceller;
      if (dice.below(2) == 0) {
        canceller = std::jthread([&source, rest = std::chrono::microseconds(dice.below(2000))] {
          std::this_thread::sleep_for(rest);
          source.request_stop();
        });
      }
      const std::vector<ToolExecution> executions = executor.run_all(requests, {}, source.get_token());
      ASSERT_EQ(executions.size(), requests.size());
      for (std::size_t i = 0; i < executions.size(); ++i)
        check(requests[i], executions[i], canceller.joinable());
      executions_ += executions.size();
    } while (!once && running());
  }

  void check(const ToolCallRequest& request, const ToolExecution& execution, bool may_be_cancelled) {
    const ToolExecutionRecord& record = execution.record;
    ASSERT_EQ(record.tool_call_id, request.tool_call_id);
    ++ends_[static_cast<std::size_t>(record.end)];
    if (record.end == ExecutionEnd::kCancelled) {
      ASSERT_TRUE(may_be_cancelled);
      ASSERT_EQ(execution.result.content, "工具执行被取消");
      return;
    }
    const std::string& name = record.tool_name;
    if (record.end == ExecutionEnd::kUnknownTool) {
      ASSERT_TRUE(name == "nowhere" || name.starts_with("volatile")) << name;
      return;
    }
    if (!request.accepted()) {
      ASSERT_EQ(record.end, ExecutionEnd::kIntercepted);
      ASSERT_EQ(execution.result.content, "参数解析失败: " + request.parse_error);
      return;
    }
    const bool timed_out = record.end == ExecutionEnd::kTimedOut;
    if (name == "throws") {
      ASSERT_EQ(execution.result.content, "工具执行异常: as declared");
    } else if (name == "obeys") {
      ASSERT_TRUE(timed_out);
    } else if (name == "stubborn") {
      ASSERT_TRUE(timed_out || execution.result.content == "at last");
    } else if (name == "late") {
      ASSERT_TRUE(timed_out || record.end == ExecutionEnd::kNoAnswer || execution.result.content == "late");
    } else {
      ASSERT_EQ(execution.result.content, "42") << name;
    }
  }

  ExecutorOptions options() {
    ExecutorOptions options;
    options.max_parallel = 4;
    options.tool_timeouts = {{"obeys", std::chrono::milliseconds(2)},
                             {"stubborn", std::chrono::milliseconds(2)},
                             {"late", std::chrono::milliseconds(2)}};
    ToolMiddleware telemetry;
    telemetry.after = [this](const ToolExecutionRecord& record, const ToolResult& result) {
      ++records_;
      if (record.status != result.status) ++wrong_records_;
    };
    options.middleware.push_back(std::move(telemetry));
    return options;
  }

  // Executors that are destroyed while their calls are under way: every call must be answered all the same.
  void come_and_go(unsigned seed) {
    Dice dice(seed);
    while (running()) {
      std::atomic<int> answered{0};
      {
        ToolExecutor executor([this] { return builder_.current(); }, options());
        for (const char* name : {"echo", "obeys", "stubborn", "late", "nowhere", "echo"}) {
          executor.execute(builder_.current().parse_call({name, "", R"({"number":42})"}), {}, {},
                           [&](const ToolExecution&) { ++answered; });
        }
        std::this_thread::sleep_for(std::chrono::microseconds(dice.below(3000)));
      }
      ASSERT_EQ(answered, 6);
      executions_ += 6;
    }
  }

  bool running() const { return !HasFatalFailure() && std::chrono::steady_clock::now() < end_; }

  void note_missing(const std::string& name) {
    const std::lock_guard lock(mutex_);
    EXPECT_TRUE(reported_.insert(name).second) << name << " was reported twice";
  }

  const std::chrono::steady_clock::time_point end_ = std::chrono::steady_clock::now() + duration();
  const std::shared_ptr<LateAnswers> answers_ = std::make_shared<LateAnswers>();
  std::mutex mutex_;
  std::set<std::string> reported_;
  MissingDefinitions missing_;
  ToolCatalog::Builder builder_;
  SchemaCache cache_{{6, 1 << 20}};
  std::atomic<std::uint64_t> reads_{0}, writes_{0}, cached_{0}, executions_{0}, records_{0},
      wrong_records_{0};
  std::array<std::atomic<std::uint64_t>, 9> ends_{};
};

TEST_F(Race, ReadersWritersAndExecutions) {
  {
    ToolExecutor executor([this] { return builder_.current(); }, options());
    std::vector<std::jthread> threads;
    for (const unsigned share : {0U, 1U}) threads.emplace_back([this, share] { write(share); });
    for (const unsigned seed : {10U, 11U, 12U}) threads.emplace_back([this, seed] { read(seed); });
    for (const unsigned seed : {20U, 21U}) threads.emplace_back([this, seed] { use_cache(seed); });
    for (const unsigned seed : {30U, 31U})
      threads.emplace_back([this, seed, &executor] { execute(executor, seed); });
    threads.emplace_back([this] { come_and_go(40); });
    threads.clear();
    execute(executor, 50, true);  // still in order after all that
  }
  answers_->close();
  EXPECT_EQ(records_, executions_);
  EXPECT_EQ(wrong_records_, 0U);
  EXPECT_GT(reads_, 0U);
  EXPECT_GT(writes_, 0U);
  for (const ExecutionEnd end :
       {ExecutionEnd::kAnswered, ExecutionEnd::kTimedOut, ExecutionEnd::kCancelled,
        ExecutionEnd::kIntercepted, ExecutionEnd::kThrew, ExecutionEnd::kUnknownTool}) {
    EXPECT_GT(ends_[static_cast<std::size_t>(end)], 0U) << execution_end_name(end) << " was never raced";
  }
  RecordProperty("reads", std::to_string(reads_));
  std::printf("%llu reads, %llu snapshots, %llu cached schemas, %llu executions\n",
              static_cast<unsigned long long>(reads_), static_cast<unsigned long long>(writes_),
              static_cast<unsigned long long>(cached_), static_cast<unsigned long long>(executions_));
}

}  // namespace
}  // namespace argwright::races
