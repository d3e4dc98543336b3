// The older way to provide a tool, a name and a function, beside Tool; and what joins the two at start-up.
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "argwright/catalog.h"
#include "argwright/execution.h"
#include "argwright/result.h"

namespace argwright {

// What the executor runs. Any thread may call any of these, several calls at once included.
class ToolHandler {
 public:
  virtual ~ToolHandler() = default;
  virtual const std::string& tool_name() const = 0;  // never changes
  virtual OnParseError on_parse_error() const { return OnParseError::kIntercept; }

  // Calls `done` once, from any thread, now or later. A handler that sees stop requested should finish soon.
  virtual void execute(ToolCallRequest request, Environment environment, std::stop_token stop,
                       ToolDone done) = 0;
};

// A Tool as a ToolHandler (S1-71). The tool and the context of a call live until its `done` is called or
// dropped.
class ToolHandlerAdapter : public ToolHandler {
 public:
  explicit ToolHandlerAdapter(std::shared_ptr<Tool> tool) : tool_(std::move(tool)) {}

  const std::string& tool_name() const override { return tool_->name(); }
  OnParseError on_parse_error() const override { return tool_->on_parse_error(); }
  void execute(ToolCallRequest request, Environment environment, std::stop_token stop,
               ToolDone done) override;

 private:
  std::shared_ptr<Tool> tool_;
};

struct ToolRegistry {
  ToolCatalog catalog;                                 // what is declared
  std::vector<std::shared_ptr<ToolHandler>> handlers;  // what can be run
};

// Registers tools at start-up and gives the catalog and the handlers (S1-72). Handlers without a declaration
// may stand beside tools (S1-14): their calls are parsed as undeclared. Belongs to one thread.
class ToolRegistryBuilder {
 public:
  ToolRegistryBuilder& add(std::shared_ptr<Tool> tool);
  ToolRegistryBuilder& add(std::shared_ptr<ToolHandler> handler);

  // An error for a name that is taken twice, by tools or handlers.
  Result<ToolRegistry> build() const;

 private:
  std::vector<std::shared_ptr<Tool>> tools_;
  std::vector<std::shared_ptr<ToolHandler>> handlers_;
};

}  // namespace argwright
