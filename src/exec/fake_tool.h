// Tools for the tests of this folder: from a function, or with a `done` that the test calls when it likes.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "argwright/catalog.h"
#include "argwright/executor.h"

namespace argwright::exec {

class FakeTool : public Tool {
 public:
  using Body = std::function<void(const ToolExecutionContext& context, std::stop_token stop, ToolDone done)>;

  FakeTool(std::string name, Body body, std::vector<ToolParameter> parameters = {})
      : name_(std::move(name)), parameters_(std::move(parameters)), body_(std::move(body)) {}

  const std::string& name() const override { return name_; }
  const std::string& description() const override { return description_; }
  const std::vector<ToolParameter>& parameters() const override { return parameters_; }
  OnParseError on_parse_error() const override { return policy; }
  void execute(const ToolExecutionContext& context, std::stop_token stop, ToolDone done) override {
    body_(context, std::move(stop), std::move(done));
  }

  OnParseError policy = OnParseError::kIntercept;

 private:
  const std::string name_;
  const std::string description_ = "a tool of the tests";
  const std::vector<ToolParameter> parameters_;
  const Body body_;
};

// A tool that answers at once with what `answer` makes of the call.
inline std::shared_ptr<FakeTool> answering(std::string name,
                                           std::function<std::string(const ToolCallRequest&)> answer,
                                           std::vector<ToolParameter> parameters = {}) {
  return std::make_shared<FakeTool>(
      std::move(name),
      [answer = std::move(answer)](const ToolExecutionContext& context, const std::stop_token&,
                                   const ToolDone& done) {
        done(ToolResult::success(answer(context.request)));
      },
      std::move(parameters));
}

// What a tool was given, kept for the test: its body returns at once and the answer comes later.
struct Started {
  ToolCallRequest request;
  std::stop_token stop;
  ToolDone done;
};

class Inbox {
 public:
  void put(Started started) {
    const std::lock_guard lock(mutex_);
    started_.push_back(std::move(started));
    changed_.notify_all();
  }
  // Waits until `count` calls have been started; the newest is the last.
  void wait_for(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return started_.size() >= count; });
  }
  std::size_t size() {
    const std::lock_guard lock(mutex_);
    return started_.size();
  }
  Started take(std::size_t index) {
    wait_for(index + 1);
    const std::lock_guard lock(mutex_);
    return started_[index];
  }
  void clear() {
    const std::lock_guard lock(mutex_);
    started_.clear();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Started> started_;
};

// Answers when the test does; `inbox` must outlive the executor.
inline std::shared_ptr<FakeTool> answered_later(std::string name, Inbox& inbox) {
  return std::make_shared<FakeTool>(
      std::move(name), [&inbox](const ToolExecutionContext& context, std::stop_token stop, ToolDone done) {
        inbox.put({context.request, std::move(stop), std::move(done)});
      });
}

// Results as they come, for execute().
class Results {
 public:
  ToolExecutor::Done collect() {
    return [this](ToolExecution execution) {
      const std::lock_guard lock(mutex_);
      executions_.push_back(std::move(execution));
      changed_.notify_all();
    };
  }
  std::vector<ToolExecution> wait_for(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return executions_.size() >= count; });
    return executions_;
  }
  std::vector<ToolExecution> now() {
    const std::lock_guard lock(mutex_);
    return executions_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<ToolExecution> executions_;
};

inline ToolCatalog catalog_of(const std::vector<std::shared_ptr<Tool>>& tools) {
  return *ToolCatalog::create(tools);
}

// A call of a tool without a declaration of parameters.
inline ToolCallRequest call_of(const std::string& tool, const std::string& raw = "{}",
                               const std::string& id = "call") {
  return parse_call({tool, id, raw}, nullptr);
}

}  // namespace argwright::exec
