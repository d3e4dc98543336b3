// A tool for the tests of the catalog.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "argwright/execution.h"

namespace argwright::tool {

// Answers with its own name.
class SilentTool : public Tool {
 public:
  SilentTool(std::string name, std::string description, std::vector<ToolParameter> parameters = {})
      : name_(std::move(name)), description_(std::move(description)), parameters_(std::move(parameters)) {}

  const std::string& name() const override { return name_; }
  const std::string& description() const override { return description_; }
  const std::vector<ToolParameter>& parameters() const override { return parameters_; }
  void execute(const ToolExecutionContext& context, std::stop_token stop, ToolDone done) override {
    (void)context;
    (void)stop;
    done(ToolResult::success(name_));
  }

 private:
  const std::string name_;
  const std::string description_;
  const std::vector<ToolParameter> parameters_;
};

}  // namespace argwright::tool
