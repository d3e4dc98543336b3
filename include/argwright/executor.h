// Runs tool calls: checks them first, several at a time, each with its time limit, and turns whatever happens
// into a result. Unknown tools, refused arguments, exceptions, timeouts and cancellation never escape.
//
//   argwright::ToolExecutor executor(catalog);
//   argwright::ToolExecution e = executor.run(catalog.parse_call({"memory.search", "call_1", raw}));
//
// Threading: any thread may call any method at any time before the destructor. `done` and the middleware run
// on threads of the executor or of the tool, several at once, and not inside execute() (unless the system
// gives out no thread at all, or the executor is being destroyed); they should be quick. Should they throw,
// `before` fails its call and anything else is ignored. An executor may be destroyed from inside its own
// callbacks.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "argwright/catalog.h"
#include "argwright/execution.h"
#include "argwright/model_message.h"
#include "argwright/registry.h"
#include "argwright/tool.h"

namespace argwright {

namespace exec {
class Core;  // internal
}

// How an execution came to its end.
enum class ExecutionEnd : std::uint8_t {
  kAnswered,     // the tool gave its result, whatever its status
  kUnknownTool,  // no such tool, or one that is declared but cannot be run here
  kIntercepted,  // the arguments were refused, the tool was not called
  kDenied,       // a middleware answered instead
  kThrew,        // the tool, or a middleware before it, threw
  kNoAnswer,     // the tool dropped `done` without calling it
  kTimedOut,
  kCancelled,
  kNoThread,  // no thread could be had
};
std::string_view execution_end_name(ExecutionEnd end);  // "answered", "unknown_tool", ...

// One call, for telemetry and history (S1-79).
struct ToolExecutionRecord {
  std::uint64_t sequence = 0;  // rises with every call of this executor
  std::string tool_name;
  std::string tool_call_id;
  ToolStatus status = ToolStatus::kFailed;
  ExecutionEnd end = ExecutionEnd::kAnswered;
  Outcome outcome = Outcome::kRejected;  // of the arguments
  Rejection rejection = Rejection::kNone;
  std::string parse_error;
  std::string parse_warning;
  std::chrono::system_clock::time_point received;
  std::chrono::nanoseconds queued{0};  // until a thread took the call
  std::chrono::nanoseconds ran{0};     // from the start of the tool to the result; 0 when it was not started
};

struct ToolExecution {
  ToolResult result;
  ToolExecutionRecord record;
};

// Looks at calls before and after. Every member may be empty.
struct ToolMiddleware {
  // Before a tool is run, on the thread that will run it: a result denies the call and is its answer
  // (approval). Asked in order, until one denies; calls that would not run anyway are not asked about.
  std::function<std::optional<ToolResult>(const ToolCallRequest& request, const Environment& environment)>
      before;
  // After every call, run or not, in order, before `done`.
  std::function<void(const ToolExecutionRecord& record, const ToolResult& result)> after;
};

struct ExecutorOptions {
  // Calls that run at the same time, at least 1; the others wait. A tool that finishes later from elsewhere
  // counts until it does, but holds no thread.
  std::size_t max_parallel = 8;
  // From the start of a tool; zero: no limit. Then the tool is asked to stop and its late answer is ignored.
  std::chrono::milliseconds timeout{0};
  std::map<std::string, std::chrono::milliseconds, std::less<>>
      tool_timeouts;  // by tool name, instead of `timeout`
  Language language = Language::kChinese;
  // Refused arguments are answered with message_for_model() instead of the bare parse_error.
  bool explain_refusals = false;
  std::vector<ToolMiddleware> middleware;
  // A thread whose tool does not return after timeout or cancellation is replaced, this many at most.
  std::size_t max_stuck_threads = 64;
  // How long the destructor waits for tools that were asked to stop. Their threads are left behind after
  // that, and what such a tool refers to must then live on.
  std::chrono::milliseconds shutdown_grace{5000};
};

class ToolExecutor {
 public:
  // Called exactly once for every call, and never after the destructor has returned.
  using Done = std::function<void(ToolExecution)>;
  using AllDone = std::function<void(std::vector<ToolExecution>)>;
  // Asked for every call, by any thread: a catalog that changes at run time, e.g.
  // ToolCatalog::Builder::current.
  using CatalogSource = std::function<ToolCatalog()>;

  // Of two handlers with one name the first is used; ToolRegistryBuilder refuses such a pair.
  explicit ToolExecutor(const std::vector<std::shared_ptr<ToolHandler>>& handlers,
                        ExecutorOptions options = {});
  explicit ToolExecutor(ToolCatalog catalog, ExecutorOptions options = {});
  explicit ToolExecutor(CatalogSource source, ExecutorOptions options = {});
  // Cancels what is queued or running, asks running tools to stop and waits for them (shutdown_grace).
  ~ToolExecutor();
  ToolExecutor(const ToolExecutor&) = delete;
  ToolExecutor& operator=(const ToolExecutor&) = delete;

  void execute(ToolCallRequest request, Environment environment, std::stop_token stop, Done done);
  // All calls, in parallel; the results in the order of the requests. Without requests `done` is called at
  // once.
  void execute_all(std::vector<ToolCallRequest> requests, const Environment& environment,
                   const std::stop_token& stop, AllDone done);

  // The same, waiting for the end. Not from inside a tool: its slot may be the one that is waited for.
  ToolExecution run(ToolCallRequest request, const Environment& environment = {},
                    const std::stop_token& stop = {});
  std::vector<ToolExecution> run_all(std::vector<ToolCallRequest> requests,
                                     const Environment& environment = {}, const std::stop_token& stop = {});

 private:
  std::shared_ptr<exec::Core> core_;
};

}  // namespace argwright
