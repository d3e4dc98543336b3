// Tested by executor_test.cc and its neighbours, and by tests/races.
#include "argwright/executor.h"

#include <atomic>
#include <future>
#include <unordered_map>
#include <utility>

#include "exec/core.h"

namespace argwright {
namespace {

exec::Resolve by_handlers(const std::vector<std::shared_ptr<ToolHandler>>& handlers) {
  std::unordered_map<std::string_view, std::shared_ptr<ToolHandler>>
      by_name;  // views into the handlers' names
  for (const std::shared_ptr<ToolHandler>& handler : handlers) {
    if (handler != nullptr) by_name.emplace(handler->tool_name(), handler);
  }
  return [by_name = std::move(by_name)](std::string_view name) -> exec::Target {
    const auto place = by_name.find(name);
    if (place == by_name.end()) return {};
    return {place->second, nullptr};
  };
}

exec::Resolve by_catalog(ToolExecutor::CatalogSource source) {
  return [source = std::move(source)](std::string_view name) -> exec::Target {
    const ToolCatalog catalog = source();
    const CatalogEntry* const entry = catalog.get(name);
    if (entry == nullptr || entry->tool == nullptr) return {};
    return {std::make_shared<ToolHandlerAdapter>(entry->tool), entry->declaration.schema};
  };
}

// Gathers results that come in any order.
class Batch {
 public:
  Batch(std::size_t size, ToolExecutor::AllDone done) : results_(size), left_(size), done_(std::move(done)) {}

  void put(std::size_t place, ToolExecution execution) {
    results_[place] = std::move(execution);
    if (left_.fetch_sub(1, std::memory_order_acq_rel) == 1) done_(std::move(results_));
  }

 private:
  std::vector<ToolExecution> results_;
  std::atomic<std::size_t> left_;
  const ToolExecutor::AllDone done_;
};

}  // namespace

std::string_view execution_end_name(ExecutionEnd end) {
  switch (end) {
    case ExecutionEnd::kAnswered: return "answered";
    case ExecutionEnd::kUnknownTool: return "unknown_tool";
    case ExecutionEnd::kIntercepted: return "intercepted";
    case ExecutionEnd::kDenied: return "denied";
    case ExecutionEnd::kThrew: return "threw";
    case ExecutionEnd::kNoAnswer: return "no_answer";
    case ExecutionEnd::kTimedOut: return "timed_out";
    case ExecutionEnd::kCancelled: return "cancelled";
    case ExecutionEnd::kNoThread: return "no_thread";
  }
  return "answered";
}

ToolExecutor::ToolExecutor(const std::vector<std::shared_ptr<ToolHandler>>& handlers, ExecutorOptions options)
    : core_(std::make_shared<exec::Core>(by_handlers(handlers), std::move(options))) {}

ToolExecutor::ToolExecutor(ToolCatalog catalog, ExecutorOptions options)
    : ToolExecutor([catalog = std::move(catalog)] { return catalog; }, std::move(options)) {}

ToolExecutor::ToolExecutor(CatalogSource source, ExecutorOptions options)
    : core_(std::make_shared<exec::Core>(by_catalog(std::move(source)), std::move(options))) {}

ToolExecutor::~ToolExecutor() { core_->shut_down(); }

void ToolExecutor::execute(ToolCallRequest request, Environment environment, std::stop_token stop,
                           Done done) {
  core_->submit(std::move(request), std::move(environment), std::move(stop), std::move(done));
}

void ToolExecutor::execute_all(std::vector<ToolCallRequest> requests, const Environment& environment,
                               const std::stop_token& stop, AllDone done) {
  if (requests.empty()) return done({});
  const auto batch = std::make_shared<Batch>(requests.size(), std::move(done));
  for (std::size_t i = 0; i < requests.size(); ++i) {
    execute(std::move(requests[i]), environment, stop,
            [batch, i](ToolExecution execution) { batch->put(i, std::move(execution)); });
  }
}

ToolExecution ToolExecutor::run(ToolCallRequest request, const Environment& environment,
                                const std::stop_token& stop) {
  std::vector<ToolCallRequest> requests;
  requests.push_back(std::move(request));
  return std::move(run_all(std::move(requests), environment, stop).front());
}

std::vector<ToolExecution> ToolExecutor::run_all(std::vector<ToolCallRequest> requests,
                                                 const Environment& environment,
                                                 const std::stop_token& stop) {
  // Shared: the thread that sets the value may still be inside set_value() when this one goes on.
  const auto promise = std::make_shared<std::promise<std::vector<ToolExecution>>>();
  std::future<std::vector<ToolExecution>> future = promise->get_future();
  execute_all(std::move(requests), environment, stop, [promise](std::vector<ToolExecution> executions) {
    promise->set_value(std::move(executions));
  });
  return future.get();
}

}  // namespace argwright
