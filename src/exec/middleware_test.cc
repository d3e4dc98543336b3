#include <gtest/gtest.h>

#include <stdexcept>

#include "argwright/executor.h"
#include "exec/fake_tool.h"

namespace argwright::exec {
namespace {

std::shared_ptr<FakeTool> counting(std::atomic<int>& ran) {
  return answering("t", [&ran](const ToolCallRequest&) {
    ++ran;
    return "ran";
  });
}

ToolMiddleware denying(std::string words) {
  ToolMiddleware middleware;
  middleware.before = [words = std::move(words)](const ToolCallRequest&, const Environment&) {
    return ToolResult::skipped(words);
  };
  return middleware;
}

TEST(Middleware, MayDenyACall) {
  std::atomic<int> ran{0};
  ExecutorOptions options;
  options.middleware = {denying("not approved")};
  ToolExecutor executor(catalog_of({counting(ran)}), options);
  const ToolExecution execution = executor.run(call_of("t"));
  EXPECT_EQ(execution.result.status, ToolStatus::kSkipped);
  EXPECT_EQ(execution.result.content, "not approved");
  EXPECT_EQ(execution.record.end, ExecutionEnd::kDenied);
  EXPECT_EQ(ran, 0);
}

TEST(Middleware, IsAskedInOrderUntilOneDenies) {
  std::atomic<int> ran{0};
  std::atomic<int> asked{0};
  ToolMiddleware allowing;
  allowing.before = [&](const ToolCallRequest& request, const Environment&) -> std::optional<ToolResult> {
    ++asked;
    EXPECT_EQ(request.integer("a"), 1);
    return std::nullopt;
  };
  ExecutorOptions options;
  options.middleware = {allowing, denying("second"), denying("third"), allowing};
  ToolExecutor executor(catalog_of({counting(ran)}), options);
  EXPECT_EQ(executor.run(call_of("t", R"({"a":1})")).result.content, "second");
  EXPECT_EQ(asked, 1);
}

TEST(Middleware, IsNotAskedAboutCallsThatCannotRun) {
  std::atomic<int> ran{0};
  ExecutorOptions options;
  options.middleware = {denying("denied")};
  ToolExecutor executor(catalog_of({counting(ran)}), options);
  EXPECT_EQ(executor.run(call_of("unknown")).record.end, ExecutionEnd::kUnknownTool);
  EXPECT_EQ(executor.run(call_of("t", "no idea")).record.end, ExecutionEnd::kIntercepted);
}

TEST(Middleware, ThatThrowsBeforeFailsTheCall) {
  std::atomic<int> ran{0};
  ToolMiddleware throwing;
  throwing.before = [](const ToolCallRequest&, const Environment&) -> std::optional<ToolResult> {
    throw std::runtime_error("no policy");
  };
  ExecutorOptions options;
  options.middleware = {throwing};
  ToolExecutor executor(catalog_of({counting(ran)}), options);
  const ToolExecution execution = executor.run(call_of("t"));
  EXPECT_EQ(execution.result.content, "工具执行异常: no policy");
  EXPECT_EQ(execution.record.end, ExecutionEnd::kThrew);
  EXPECT_EQ(ran, 0);
}

TEST(Middleware, SeesEveryCallAfterwards) {
  std::atomic<int> ran{0};
  std::vector<std::string> seen;  // one call at a time: no lock needed
  ToolMiddleware telemetry;
  telemetry.after = [&](const ToolExecutionRecord& record, const ToolResult& result) {
    EXPECT_EQ(record.status, result.status);
    seen.push_back(record.tool_call_id + " " + std::string(execution_end_name(record.end)));
  };
  ExecutorOptions options;
  options.middleware = {telemetry};
  ToolExecutor executor(catalog_of({counting(ran)}), options);
  executor.run(call_of("t", "{}", "1"));
  executor.run(call_of("u", "{}", "2"));
  executor.run(call_of("t", "no idea", "3"));
  std::stop_source source;
  source.request_stop();
  executor.run(call_of("t", "{}", "4"), {}, source.get_token());
  EXPECT_EQ(seen, (std::vector<std::string>{"1 answered", "2 unknown_tool", "3 intercepted", "4 cancelled"}));
}

TEST(Middleware, ThatThrowsAfterwardsChangesNothing) {
  std::atomic<int> ran{0};
  ToolMiddleware throwing;
  throwing.after = [](const ToolExecutionRecord&, const ToolResult&) {
    throw std::runtime_error("log is full");
  };
  ExecutorOptions options;
  options.middleware = {throwing};
  ToolExecutor executor(catalog_of({counting(ran)}), options);
  EXPECT_EQ(executor.run(call_of("t")).result.content, "ran");
}

TEST(ExecutionRecord, MeasuresWaitingAndRunning) {
  Inbox inbox;
  Results results;
  ExecutorOptions options;
  options.max_parallel = 1;
  const auto before = std::chrono::system_clock::now();
  ToolExecutor executor(catalog_of({answered_later("t", inbox)}), options);
  executor.execute(call_of("t"), {}, {}, results.collect());
  executor.execute(call_of("t"), {}, {}, results.collect());
  inbox.wait_for(1);
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  inbox.take(0).done(ToolResult::success(""));
  inbox.take(1).done(ToolResult::success(""));
  const std::vector<ToolExecution> executions = results.wait_for(2);
  EXPECT_GE(executions[0].record.ran, std::chrono::milliseconds(5));
  EXPECT_GE(executions[1].record.queued, std::chrono::milliseconds(5));
  EXPECT_LT(executions[0].record.queued, executions[1].record.queued);
  EXPECT_GE(executions[0].record.received, before);
  EXPECT_EQ(executions[1].record.sequence, executions[0].record.sequence + 1);
  inbox.clear();
}

}  // namespace
}  // namespace argwright::exec
