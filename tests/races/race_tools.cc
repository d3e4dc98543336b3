#include "tests/races/race_tools.h"

#include <chrono>
#include <functional>
#include <stdexcept>
#include <utility>

namespace argwright::races {
namespace {

using Body = std::function<void(const ToolExecutionContext&, const std::stop_token&, ToolDone)>;

class BodyTool : public Tool {
 public:
  BodyTool(std::string name, std::string description, Body body)
      : name_(std::move(name)), description_(std::move(description)), body_(std::move(body)) {
    ToolParameter number;
    number.name = "number";
    number.value_kind = ValueKind::kInteger;
    parameters_.push_back(std::move(number));
  }

  const std::string& name() const override { return name_; }
  const std::string& description() const override { return description_; }
  const std::vector<ToolParameter>& parameters() const override { return parameters_; }
  void execute(const ToolExecutionContext& context, std::stop_token stop, ToolDone done) override {
    body_(context, stop, std::move(done));
  }

 private:
  const std::string name_;
  const std::string description_;
  std::vector<ToolParameter> parameters_;
  const Body body_;
};

}  // namespace

void LateAnswers::put(ToolDone done) {
  const std::lock_guard lock(mutex_);
  waiting_.push_back(std::move(done));
  changed_.notify_one();
}

void LateAnswers::close() {
  thread_.request_stop();
  thread_.join();
  std::deque<ToolDone> left;
  const std::lock_guard lock(mutex_);
  left.swap(waiting_);
}

void LateAnswers::answer(const std::stop_token& stop) {
  Dice dice(99);
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, stop, [this] { return !waiting_.empty(); })) {
    if (stop.stop_requested()) return;
    ToolDone done = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    const unsigned luck = dice.below(8);
    if (luck == 0) std::this_thread::sleep_for(std::chrono::milliseconds(3));
    if (luck != 1) done(ToolResult::success("late"));
    if (luck == 2) done(ToolResult::failed("twice"));
    done = nullptr;
    lock.lock();
  }
}

std::shared_ptr<Tool> echo_tool(std::string name, std::string description) {
  return std::make_shared<BodyTool>(
      std::move(name), std::move(description),
      [](const ToolExecutionContext& context, const std::stop_token&, const ToolDone& done) {
        done(ToolResult::success(std::to_string(context.request.integer("number").value_or(-1))));
      });
}

std::shared_ptr<Tool> throwing_tool(std::string name) {
  return std::make_shared<BodyTool>(std::move(name), "",
                                    [](const ToolExecutionContext&, const std::stop_token&, const ToolDone&) {
                                      throw std::runtime_error("as declared");
                                    });
}

std::shared_ptr<Tool> obedient_tool(std::string name) {
  return std::make_shared<BodyTool>(
      std::move(name), "",
      [](const ToolExecutionContext&, const std::stop_token& stop, const ToolDone& done) {
        while (!stop.stop_requested()) std::this_thread::yield();
        done(ToolResult::skipped("stopped"));
      });
}

std::shared_ptr<Tool> stubborn_tool(std::string name) {
  return std::make_shared<BodyTool>(
      std::move(name), "", [](const ToolExecutionContext&, const std::stop_token&, const ToolDone& done) {
        std::this_thread::sleep_for(std::chrono::milliseconds(4));
        done(ToolResult::success("at last"));
      });
}

std::shared_ptr<Tool> late_tool(std::string name, std::shared_ptr<LateAnswers> answers) {
  return std::make_shared<BodyTool>(
      std::move(name), "",
      [answers = std::move(answers)](const ToolExecutionContext&, const std::stop_token&, ToolDone done) {
        answers->put(std::move(done));
      });
}

}  // namespace argwright::races
