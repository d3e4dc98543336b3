// Timeouts, cancellation, and the end of the executor itself.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <latch>
#include <thread>

#include "argwright/executor.h"
#include "exec/fake_tool.h"

namespace argwright::exec {
namespace {

using std::chrono::milliseconds;

ExecutorOptions with_timeout(milliseconds timeout) {
  ExecutorOptions options;
  options.timeout = timeout;
  return options;
}

// Stays in execute() until told, whatever its stop token says.
std::shared_ptr<FakeTool> stubborn(std::string name, std::latch& release) {
  return std::make_shared<FakeTool>(
      std::move(name), [&release](const ToolExecutionContext&, const std::stop_token&, const ToolDone& done) {
        release.wait();
        done(ToolResult::success("too late"));
      });
}

// Stays in execute() until stop is requested.
std::shared_ptr<FakeTool> obedient(std::string name, std::latch& started) {
  return std::make_shared<FakeTool>(
      std::move(name),
      [&started](const ToolExecutionContext&, const std::stop_token& stop, const ToolDone& done) {
        started.count_down();
        while (!stop.stop_requested()) std::this_thread::yield();
        done(ToolResult::skipped("stopped by itself"));
      });
}

TEST(Timeout, BecomesAFailedResultAndAsksTheToolToStop) {
  Inbox inbox;
  ToolExecutor executor(catalog_of({answered_later("slow", inbox)}), with_timeout(milliseconds(20)));
  const ToolExecution execution = executor.run(call_of("slow"));
  EXPECT_EQ(execution.result.status, ToolStatus::kFailed);
  EXPECT_EQ(execution.result.content, "工具执行超时: slow 未在 20 毫秒内完成");
  EXPECT_EQ(execution.record.end, ExecutionEnd::kTimedOut);
  EXPECT_GE(execution.record.ran, milliseconds(20));
  EXPECT_TRUE(inbox.take(0).stop.stop_requested());
  inbox.clear();
}

TEST(Timeout, IgnoresALateAnswer) {
  Inbox inbox;
  Results results;
  {
    ToolExecutor executor(catalog_of({answered_later("slow", inbox)}), with_timeout(milliseconds(5)));
    executor.execute(call_of("slow"), {}, {}, results.collect());
    results.wait_for(1);
    inbox.take(0).done(ToolResult::success("late"));
  }
  inbox.take(0).done(ToolResult::success("later than the executor"));
  inbox.clear();
  ASSERT_EQ(results.now().size(), 1U);
  EXPECT_EQ(results.now()[0].record.end, ExecutionEnd::kTimedOut);
}

TEST(Timeout, IsChosenByTheToolsName) {
  Inbox inbox;
  Results results;
  ExecutorOptions options;
  options.tool_timeouts["hasty"] = milliseconds(5);
  ToolExecutor executor(catalog_of({answered_later("hasty", inbox), answered_later("patient", inbox)}),
                        options);
  executor.execute(call_of("patient"), {}, {}, results.collect());
  inbox.wait_for(1);
  executor.execute(call_of("hasty"), {}, {}, results.collect());
  EXPECT_EQ(results.wait_for(1)[0].record.tool_name, "hasty");
  inbox.take(0).done(ToolResult::success("in its own time"));
  EXPECT_EQ(results.wait_for(2)[1].result.content, "in its own time");
  inbox.clear();
}

TEST(Timeout, ReplacesAThreadThatDoesNotReturn) {
  std::latch release(1);
  ExecutorOptions options;
  options.max_parallel = 1;
  options.tool_timeouts["stubborn"] = milliseconds(5);
  const auto quick = answering("quick", [](const ToolCallRequest&) { return "ran"; });
  ToolExecutor executor(catalog_of({stubborn("stubborn", release), quick}), options);
  EXPECT_EQ(executor.run(call_of("stubborn")).record.end, ExecutionEnd::kTimedOut);
  EXPECT_EQ(executor.run(call_of("quick")).result.content, "ran");
  release.count_down();
  for (int i = 0; i < 20; ++i) EXPECT_EQ(executor.run(call_of("quick")).result.content, "ran");
}

TEST(Timeout, ReplacesAThreadThatAnswersAndDoesNotReturn) {
  std::latch release(1);
  ExecutorOptions options;
  options.max_parallel = 1;
  options.tool_timeouts["lingering"] = milliseconds(5);
  const auto lingering = std::make_shared<FakeTool>(
      "lingering", [&](const ToolExecutionContext&, const std::stop_token&, const ToolDone& done) {
        done(ToolResult::success("answered"));
        release.wait();
      });
  const auto quick = answering("quick", [](const ToolCallRequest&) { return "ran"; });
  ToolExecutor executor(catalog_of({lingering, quick}), options);
  EXPECT_EQ(executor.run(call_of("lingering")).result.content, "answered");
  EXPECT_EQ(executor.run(call_of("quick")).result.content, "ran");
  release.count_down();
}

TEST(Timeout, FailsCallsWhenEveryThreadHangs) {
  std::latch release(1);
  ExecutorOptions options = with_timeout(milliseconds(5));
  options.max_parallel = 1;
  options.max_stuck_threads = 1;
  ToolExecutor executor(catalog_of({stubborn("t", release)}), options);
  EXPECT_EQ(executor.run(call_of("t")).record.end, ExecutionEnd::kTimedOut);
  EXPECT_EQ(executor.run(call_of("t")).record.end, ExecutionEnd::kTimedOut);
  const ToolExecution third = executor.run(call_of("t"));
  EXPECT_EQ(third.record.end, ExecutionEnd::kNoThread);
  EXPECT_EQ(third.result.content, "工具无法执行: 没有可用的线程");
  release.count_down();
}

TEST(Timeout, IsNeverReachedByAVeryLongOne) {
  ToolExecutor executor(catalog_of({answering("t", [](const ToolCallRequest&) { return "ran"; })}),
                        with_timeout(milliseconds::max()));
  EXPECT_EQ(executor.run(call_of("t")).result.content, "ran");
}

TEST(Cancellation, BeforeTheStartSkipsTheCall) {
  std::atomic<int> ran{0};
  ToolExecutor executor(catalog_of({answering("t", [&](const ToolCallRequest&) {
    ++ran;
    return "ran";
  })}));
  std::stop_source source;
  source.request_stop();
  const ToolExecution execution = executor.run(call_of("t"), {}, source.get_token());
  EXPECT_EQ(execution.result.status, ToolStatus::kSkipped);
  EXPECT_EQ(execution.result.content, "工具执行被取消");
  EXPECT_EQ(execution.record.end, ExecutionEnd::kCancelled);
  EXPECT_EQ(ran, 0);
}

TEST(Cancellation, OfARunningCallAsksTheToolToStop) {
  std::latch started(1);
  Results results;
  std::stop_source source;
  ToolExecutor executor(catalog_of({obedient("t", started)}));
  executor.execute(call_of("t"), {}, source.get_token(), results.collect());
  started.wait();
  source.request_stop();
  EXPECT_EQ(results.wait_for(1)[0].result.content, "工具执行被取消");
}

TEST(Cancellation, OfAQueuedCallNeedsNoThread) {
  Inbox inbox;
  Results results;
  ExecutorOptions options;
  options.max_parallel = 1;
  ToolExecutor executor(catalog_of({answered_later("t", inbox)}), options);
  executor.execute(call_of("t", "{}", "first"), {}, {}, results.collect());
  inbox.wait_for(1);
  std::stop_source source;
  executor.execute(call_of("t", "{}", "second"), {}, source.get_token(), results.collect());
  source.request_stop();
  EXPECT_EQ(results.wait_for(1)[0].record.tool_call_id, "second");
  EXPECT_EQ(results.now()[0].record.end, ExecutionEnd::kCancelled);
  inbox.take(0).done(ToolResult::success("first"));
  EXPECT_EQ(results.wait_for(2)[1].result.content, "first");
  EXPECT_EQ(inbox.size(), 1U);
  inbox.clear();
}

TEST(Cancellation, AfterTheEndChangesNothing) {
  Results results;
  std::stop_source source;
  ToolExecutor executor(catalog_of({answering("t", [](const ToolCallRequest&) { return "ran"; })}));
  executor.execute(call_of("t"), {}, source.get_token(), results.collect());
  results.wait_for(1);
  source.request_stop();
  EXPECT_EQ(results.now()[0].result.content, "ran");
  EXPECT_EQ(results.now().size(), 1U);
}

TEST(Shutdown, CancelsWhatIsRunningAndWhatIsQueued) {
  std::latch started(1);
  Results results;
  {
    ExecutorOptions options;
    options.max_parallel = 1;
    ToolExecutor executor(catalog_of({obedient("t", started)}), options);
    for (const char* id : {"running", "queued", "queued too"}) {
      executor.execute(call_of("t", "{}", id), {}, {}, results.collect());
    }
    started.wait();
  }
  const std::vector<ToolExecution> executions = results.now();
  ASSERT_EQ(executions.size(), 3U);
  for (const ToolExecution& execution : executions) {
    EXPECT_EQ(execution.record.end, ExecutionEnd::kCancelled);
    EXPECT_EQ(execution.result.status, ToolStatus::kSkipped);
  }
}

TEST(Shutdown, DoesNotWaitForEverForAToolThatIgnoresStop) {
  // Shared with a thread that outlives the executor, and maybe the test.
  struct Gate {
    std::latch release{1};
    std::latch left{1};
  };
  const auto gate = std::make_shared<Gate>();
  Results results;
  {
    const auto deaf = std::make_shared<FakeTool>(
        "t", [gate](const ToolExecutionContext&, const std::stop_token&, const ToolDone& done) {
          gate->release.wait();
          done(ToolResult::success("nobody listens"));
          gate->left.count_down();
        });
    ExecutorOptions options = with_timeout(milliseconds(5));
    options.shutdown_grace = milliseconds(10);
    ToolExecutor executor(catalog_of({deaf}), options);
    executor.execute(call_of("t"), {}, {}, results.collect());
    results.wait_for(1);
  }
  gate->release.count_down();
  gate->left.wait();
  EXPECT_EQ(results.now().size(), 1U);
}

TEST(Shutdown, WaitsForToolsThatStop) {
  std::latch started(1);
  std::atomic<bool> returned{false};
  const auto slow_to_stop = std::make_shared<FakeTool>(
      "t", [&](const ToolExecutionContext&, const std::stop_token& stop, const ToolDone& done) {
        started.count_down();
        while (!stop.stop_requested()) std::this_thread::yield();
        std::this_thread::sleep_for(milliseconds(20));
        done(ToolResult::skipped(""));
        returned = true;
      });
  Results results;
  {
    ToolExecutor executor(catalog_of({slow_to_stop}));
    executor.execute(call_of("t"), {}, {}, results.collect());
    started.wait();
  }
  EXPECT_TRUE(returned);
}

TEST(Shutdown, OfAnIdleExecutorIsImmediate) {
  const ToolExecutor unused(ToolCatalog{});
  ToolExecutor used(catalog_of({answering("t", [](const ToolCallRequest&) { return "ran"; })}));
  EXPECT_EQ(used.run(call_of("t")).result.content, "ran");
}

TEST(Shutdown, MayHappenInsideDone) {
  std::latch gone(1);
  auto executor = std::make_unique<ToolExecutor>(
      catalog_of({answering("t", [](const ToolCallRequest&) { return "ran"; })}));
  executor->execute(call_of("t"), {}, {}, [&](const ToolExecution&) {
    executor.reset();
    gone.count_down();
  });
  gone.wait();
  EXPECT_EQ(executor, nullptr);
}

TEST(Shutdown, MayHappenInsideDoneOfATimeout) {
  Inbox inbox;
  std::latch gone(1);
  auto executor =
      std::make_unique<ToolExecutor>(catalog_of({answered_later("t", inbox)}), with_timeout(milliseconds(5)));
  executor->execute(call_of("t"), {}, {}, [&](const ToolExecution&) {
    executor.reset();
    gone.count_down();
  });
  gone.wait();
  inbox.clear();
}

TEST(Shutdown, CancelsCallsThatAreMadeInsideCallbacksMeanwhile) {
  std::latch started(1);
  Results results;
  {
    ToolExecutor executor(catalog_of({obedient("t", started)}));
    executor.execute(call_of("t"), {}, {}, [&](ToolExecution execution) {
      executor.execute(call_of("t"), {}, {}, results.collect());
      results.collect()(std::move(execution));
    });
    started.wait();
  }
  ASSERT_EQ(results.now().size(), 2U);
  EXPECT_EQ(results.now()[0].record.end, ExecutionEnd::kCancelled);
}

}  // namespace
}  // namespace argwright::exec
