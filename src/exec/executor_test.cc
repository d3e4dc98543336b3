#include "argwright/executor.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <latch>
#include <set>
#include <stdexcept>

#include "exec/fake_tool.h"

namespace argwright::exec {
namespace {

std::vector<ToolParameter> city_and_days() {
  ToolParameter city;
  city.name = "city";
  ToolParameter days;
  days.name = "days";
  days.value_kind = ValueKind::kInteger;
  days.cardinality = Cardinality::kOptional;
  days.is_required = false;
  return {city, days};
}

std::shared_ptr<FakeTool> weather() {
  return answering(
      "weather",
      [](const ToolCallRequest& request) {
        return request.string("city").value_or("?") + " " +
               std::to_string(request.integer("days").value_or(-1));
      },
      city_and_days());
}

ToolExecution run_weather(const std::string& raw, const RepairOptions& repair = {},
                          ExecutorOptions options = {}, OnParseError policy = OnParseError::kIntercept) {
  const auto tool = weather();
  tool->policy = policy;
  const ToolCatalog catalog = catalog_of({tool});
  ToolExecutor executor(catalog, std::move(options));
  return executor.run(catalog.parse_call({"weather", "call_1", raw}, {repair, {}, nullptr}));
}

TEST(ToolExecutor, GivesTheToolTypedArgumentsAndReturnsItsResult) {
  const ToolExecution execution = run_weather(R"({"city":"Oslo","days":3})");
  EXPECT_EQ(execution.result.status, ToolStatus::kSuccess);
  EXPECT_EQ(execution.result.content, "Oslo 3");
  EXPECT_EQ(execution.result.warnings_summary, "");
  EXPECT_EQ(execution.record.end, ExecutionEnd::kAnswered);
}

TEST(ToolExecutor, AttachesWhatWasCorrectedToTheResult) {
  const ToolExecution execution = run_weather(R"({"city":"Oslo","days":"3"})");
  EXPECT_EQ(execution.result.content, "Oslo 3");
  EXPECT_EQ(execution.result.warnings_summary, "string literal converted to integer");
  EXPECT_EQ(execution.record.parse_warning, "string literal converted to integer");
  EXPECT_EQ(execution.record.outcome, Outcome::kCoerced);
}

TEST(ToolExecutor, ShortensALongSummaryBetweenCharacters) {
  ToolCallRequest request = call_of("t");
  request.parse_warning = "x";
  for (int i = 0; i < 400; ++i) request.parse_warning += "字";
  ToolExecutor executor(catalog_of({answering("t", [](const ToolCallRequest&) { return "done"; })}));
  const std::string summary = executor.run(request).result.warnings_summary;
  EXPECT_EQ(summary.size(), 1U + 333 * 3 + 3);
  EXPECT_TRUE(summary.ends_with("字..."));
}

TEST(ToolExecutor, AnswersAnUnknownToolWithFailed) {
  ToolExecutor executor(catalog_of({weather()}));
  const ToolExecution execution = executor.run(call_of("wether"));
  EXPECT_EQ(execution.result.status, ToolStatus::kFailed);
  EXPECT_EQ(execution.result.content, "未找到工具: wether");
  EXPECT_EQ(execution.result.warnings_summary, "tool_definition_missing");
  EXPECT_EQ(execution.record.end, ExecutionEnd::kUnknownTool);
}

TEST(ToolExecutor, DoesNotRunAToolThatIsOnlyDeclared) {
  const ToolCatalog catalog =
      *ToolCatalog::create_declared({ToolDeclaration::from_schema_text("remote", "", "{}")});
  ToolExecutor executor(catalog);
  const ToolExecution execution = executor.run(catalog.parse_call({"remote", "", "{}"}));
  EXPECT_EQ(execution.result.content, "未找到工具: remote");
}

TEST(ToolExecutor, InterceptsAMisfitWithTheSeedsText) {
  const ToolExecution execution = run_weather(R"({"days":3})");
  EXPECT_EQ(execution.result.status, ToolStatus::kFailed);
  EXPECT_FALSE(execution.record.parse_error.empty());
  EXPECT_EQ(execution.result.content, "参数解析失败: " + execution.record.parse_error);
  EXPECT_EQ(execution.record.end, ExecutionEnd::kIntercepted);
  EXPECT_EQ(execution.record.rejection, Rejection::kMisfit);
  EXPECT_EQ(execution.record.ran.count(), 0);
}

TEST(ToolExecutor, PassesAMisfitToAToolThatAskedForIt) {
  const ToolExecution execution = run_weather(R"({"days":3})", {}, {}, OnParseError::kPass);
  EXPECT_EQ(execution.result.status, ToolStatus::kSuccess);
  EXPECT_EQ(execution.record.end, ExecutionEnd::kAnswered);
  EXPECT_FALSE(execution.record.parse_error.empty());
}

TEST(ToolExecutor, NeverRunsACallThatWasCutOff) {
  for (const OnParseError policy : {OnParseError::kIntercept, OnParseError::kPass}) {
    const ToolExecution execution = run_weather(R"({"city":"Os)", {}, {}, policy);
    EXPECT_EQ(execution.record.rejection, Rejection::kTruncated);
    EXPECT_EQ(execution.record.end, ExecutionEnd::kIntercepted);
    EXPECT_EQ(execution.result.content, "参数解析失败: " + execution.record.parse_error);
  }
}

TEST(ToolExecutor, NeverRunsAnUnreadableCall) {
  for (const OnParseError policy : {OnParseError::kIntercept, OnParseError::kPass}) {
    const ToolExecution execution = run_weather("no idea", {}, {}, policy);
    EXPECT_EQ(execution.record.rejection, Rejection::kUnreadable);
    EXPECT_EQ(execution.record.end, ExecutionEnd::kIntercepted);
  }
}

TEST(ToolExecutor, NeverRunsTwoCallsInOneText) {
  const ToolExecution execution =
      run_weather(R"({"city":"Oslo"}{"city":"Bergen"})", {}, {}, OnParseError::kPass);
  EXPECT_EQ(execution.record.outcome, Outcome::kSplit);
  EXPECT_EQ(execution.record.end, ExecutionEnd::kIntercepted);
}

TEST(ToolExecutor, RefusesARequestThatNobodyParsed) {
  ToolExecutor executor(catalog_of({weather()}));
  ToolCallRequest request;
  request.tool_name = "weather";
  EXPECT_EQ(executor.run(request).result.content, "参数解析失败: 参数未解析");
}

TEST(ToolExecutor, ExplainsARefusalWhenAsked) {
  ExecutorOptions options;
  options.explain_refusals = true;
  options.language = Language::kEnglish;
  const ToolExecution execution = run_weather(R"({"days":3})", {}, options);
  EXPECT_EQ(execution.result.content,
            "Failed to parse arguments: missing required parameter city (string)\n"
            "Parameters: city: string (required); days: integer\n"
            "Example: {\"city\":\"text\"}");
}

TEST(ToolExecutor, TurnsAnExceptionIntoAResult) {
  const auto throwing =
      std::make_shared<FakeTool>("t", [](const ToolExecutionContext&, const std::stop_token&,
                                         const ToolDone&) { throw std::runtime_error("disk full"); });
  ToolExecutor executor(catalog_of({throwing}));
  const ToolExecution execution = executor.run(call_of("t"));
  EXPECT_EQ(execution.result.status, ToolStatus::kFailed);
  EXPECT_EQ(execution.result.content, "工具执行异常: disk full");
  EXPECT_EQ(execution.record.end, ExecutionEnd::kThrew);
}

TEST(ToolExecutor, TurnsAnythingThrownIntoAResult) {
  const auto throwing = std::make_shared<FakeTool>(
      "t", [](const ToolExecutionContext&, const std::stop_token&, const ToolDone&) { throw 7; });
  ToolExecutor executor(catalog_of({throwing}));
  EXPECT_EQ(executor.run(call_of("t")).result.content, "工具执行异常: 未知异常");
}

TEST(ToolExecutor, KeepsTheAnswerOfAToolThatThrowsAfterIt) {
  const auto throwing = std::make_shared<FakeTool>(
      "t", [](const ToolExecutionContext&, const std::stop_token&, const ToolDone& done) {
        done(ToolResult::success("first"));
        throw std::runtime_error("too late");
      });
  ToolExecutor executor(catalog_of({throwing}));
  EXPECT_EQ(executor.run(call_of("t")).result.content, "first");
}

TEST(ToolExecutor, IgnoresASecondAnswer) {
  Results results;
  {
    const auto twice = std::make_shared<FakeTool>(
        "t", [](const ToolExecutionContext&, const std::stop_token&, const ToolDone& done) {
          done(ToolResult::success("one"));
          done(ToolResult::failed("two"));
        });
    ToolExecutor executor(catalog_of({twice}));
    executor.execute(call_of("t"), {}, {}, results.collect());
    results.wait_for(1);
  }
  ASSERT_EQ(results.now().size(), 1U);
  EXPECT_EQ(results.now()[0].result.content, "one");
}

TEST(ToolExecutor, NoticesAToolThatDropsItsDone) {
  const auto silent = std::make_shared<FakeTool>(
      "t", [](const ToolExecutionContext&, const std::stop_token&, const ToolDone&) {});
  ToolExecutor executor(catalog_of({silent}));
  const ToolExecution execution = executor.run(call_of("t"));
  EXPECT_EQ(execution.result.content, "工具未返回结果: t");
  EXPECT_EQ(execution.record.end, ExecutionEnd::kNoAnswer);
}

TEST(ToolExecutor, TakesAnAnswerFromAnotherThreadAfterExecuteReturned) {
  Inbox inbox;
  Results results;
  ToolExecutor executor(catalog_of({answered_later("t", inbox)}));
  executor.execute(call_of("t", R"({"a":1})"), {}, {}, results.collect());
  const Started started = inbox.take(0);
  EXPECT_EQ(started.request.integer("a"), 1);
  EXPECT_TRUE(results.now().empty());
  started.done(ToolResult::success("later"));
  EXPECT_EQ(results.wait_for(1)[0].result.content, "later");
  inbox.clear();
}

TEST(ToolExecutor, HandsTheEnvironmentToTheTool) {
  const auto reading = std::make_shared<FakeTool>(
      "t", [](const ToolExecutionContext& context, const std::stop_token&, const ToolDone& done) {
        const json::Value* const session = context.environment.find("session");
        done(ToolResult::success(session != nullptr ? session->string() : "none"));
      });
  ToolExecutor executor(catalog_of({reading}));
  EXPECT_EQ(executor.run(call_of("t"), Environment({{"session", json::Value("s-1")}})).result.content, "s-1");
  EXPECT_EQ(executor.run(call_of("t")).result.content, "none");
}

TEST(ToolExecutor, RunsHandlersOfTheOlderKind) {
  class Echo : public ToolHandler {
   public:
    const std::string& tool_name() const override { return name_; }
    void execute(ToolCallRequest request, Environment, std::stop_token, ToolDone done) override {
      done(ToolResult::success(request.raw_arguments));
    }

   private:
    std::string name_ = "echo";
  };
  ToolExecutor executor({std::make_shared<Echo>()});
  EXPECT_EQ(executor.run(call_of("echo", R"({"a":1})")).result.content, R"({"a":1})");
  EXPECT_EQ(executor.run(call_of("other")).result.content, "未找到工具: other");
}

TEST(ToolExecutor, RunsTheHandlersOfACatalog) {
  ToolExecutor executor(catalog_of({weather()}).create_handlers());
  EXPECT_EQ(executor.run(call_of("weather", R"({"city":"Oslo"})")).result.content, "Oslo -1");
}

TEST(ToolExecutor, FollowsACatalogThatChanges) {
  ToolCatalog::Builder builder;
  ToolExecutor executor([&builder] { return builder.current(); });
  EXPECT_EQ(executor.run(call_of("weather")).record.end, ExecutionEnd::kUnknownTool);
  ASSERT_FALSE(builder.add(weather()));
  builder.publish();
  EXPECT_EQ(executor.run(call_of("weather", R"({"city":"Oslo"})")).result.content, "Oslo -1");
  builder.remove("weather");
  builder.publish();
  EXPECT_EQ(executor.run(call_of("weather")).record.end, ExecutionEnd::kUnknownTool);
}

TEST(ToolExecutor, SpeaksEnglishWhenAsked) {
  ExecutorOptions options;
  options.language = Language::kEnglish;
  const auto throwing =
      std::make_shared<FakeTool>("t", [](const ToolExecutionContext&, const std::stop_token&,
                                         const ToolDone&) { throw std::runtime_error("disk full"); });
  ToolExecutor executor(catalog_of({throwing}), options);
  EXPECT_EQ(executor.run(call_of("t")).result.content, "Tool execution error: disk full");
  EXPECT_EQ(executor.run(call_of("u")).result.content, "Tool not found: u");
  EXPECT_TRUE(
      executor.run(call_of("t", "no idea")).result.content.starts_with("Failed to parse arguments: "));
}

TEST(ToolExecutorAll, GivesResultsInTheOrderOfTheCalls) {
  Inbox inbox;
  ToolExecutor executor(catalog_of({answered_later("t", inbox)}));
  std::vector<ToolCallRequest> requests;
  for (const char* id : {"a", "b", "c"}) requests.push_back(call_of("t", "{}", id));
  std::promise<std::vector<ToolExecution>> promise;
  executor.execute_all(std::move(requests), {}, {}, [&](std::vector<ToolExecution> executions) {
    promise.set_value(std::move(executions));
  });
  inbox.wait_for(3);
  for (std::size_t i = 3; i-- > 0;) {
    const Started started = inbox.take(i);
    started.done(ToolResult::success("for " + started.request.tool_call_id));
  }
  const std::vector<ToolExecution> executions = promise.get_future().get();
  ASSERT_EQ(executions.size(), 3U);
  EXPECT_EQ(executions[0].result.content, "for a");
  EXPECT_EQ(executions[1].result.content, "for b");
  EXPECT_EQ(executions[2].result.content, "for c");
  EXPECT_LT(executions[0].record.sequence, executions[1].record.sequence);
  EXPECT_LT(executions[1].record.sequence, executions[2].record.sequence);
  inbox.clear();
}

TEST(ToolExecutorAll, AnswersNoCallsAtOnce) {
  ToolExecutor executor(ToolCatalog{});
  EXPECT_TRUE(executor.run_all({}).empty());
}

TEST(ToolExecutorAll, RunsCallsAtTheSameTime) {
  std::latch together(3);
  const auto meeting = std::make_shared<FakeTool>(
      "t", [&](const ToolExecutionContext&, const std::stop_token&, const ToolDone& done) {
        together.arrive_and_wait();  // passes only when three run at once
        done(ToolResult::success("met"));
      });
  ExecutorOptions options;
  options.max_parallel = 3;
  ToolExecutor executor(catalog_of({meeting}), options);
  for (const ToolExecution& execution : executor.run_all({call_of("t"), call_of("t"), call_of("t")})) {
    EXPECT_EQ(execution.result.content, "met");
  }
}

TEST(ToolExecutorAll, NeverRunsMoreThanTheLimit) {
  std::atomic<int> running{0};
  std::atomic<int> most{0};
  const auto counting = std::make_shared<FakeTool>(
      "t", [&](const ToolExecutionContext&, const std::stop_token&, const ToolDone& done) {
        const int now = ++running;
        for (int seen = most; seen < now && !most.compare_exchange_weak(seen, now);) {
        }
        std::this_thread::yield();
        --running;
        done(ToolResult::success(""));
      });
  ExecutorOptions options;
  options.max_parallel = 2;
  ToolExecutor executor(catalog_of({counting}), options);
  executor.run_all(std::vector<ToolCallRequest>(200, call_of("t")));
  EXPECT_LE(most, 2);
}

TEST(ToolExecutorAll, CountsACallThatIsAnsweredLaterAgainstTheLimit) {
  Inbox inbox;
  Results results;
  ExecutorOptions options;
  options.max_parallel = 1;
  ToolExecutor executor(catalog_of({answered_later("t", inbox)}), options);
  executor.execute(call_of("t"), {}, {}, results.collect());
  executor.execute(call_of("t"), {}, {}, results.collect());
  inbox.wait_for(1);
  EXPECT_EQ(inbox.size(), 1U);
  inbox.take(0).done(ToolResult::success("one"));
  inbox.take(1).done(ToolResult::success("two"));
  EXPECT_EQ(results.wait_for(2)[1].result.content, "two");
  inbox.clear();
}

TEST(ExecutionEnd, NamesAreDistinct) {
  std::set<std::string_view> names;
  for (int end = 0; end <= static_cast<int>(ExecutionEnd::kNoThread); ++end) {
    names.insert(execution_end_name(static_cast<ExecutionEnd>(end)));
  }
  EXPECT_EQ(names.size(), 9U);
  EXPECT_EQ(execution_end_name(ExecutionEnd::kTimedOut), "timed_out");
}

}  // namespace
}  // namespace argwright::exec
