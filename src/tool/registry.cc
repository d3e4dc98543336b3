// Tested by registry_test.cc.
#include "argwright/registry.h"

#include <map>
#include <utility>

#include "tool/catalog_entry.h"

namespace argwright {

void ToolHandlerAdapter::execute(ToolCallRequest request, Environment environment, std::stop_token stop,
                                 ToolDone done) {
  struct Running {
    std::shared_ptr<Tool> tool;
    ToolExecutionContext context;
  };
  const auto running =
      std::make_shared<const Running>(Running{tool_, {std::move(request), std::move(environment)}});
  tool_->execute(running->context, std::move(stop),
                 [running, done = std::move(done)](ToolResult result) { done(std::move(result)); });
}

ToolRegistryBuilder& ToolRegistryBuilder::add(std::shared_ptr<Tool> tool) {
  tools_.push_back(std::move(tool));
  return *this;
}

ToolRegistryBuilder& ToolRegistryBuilder::add(std::shared_ptr<ToolHandler> handler) {
  handlers_.push_back(std::move(handler));
  return *this;
}

Result<ToolRegistry> ToolRegistryBuilder::build() const {
  Result<ToolCatalog> catalog = ToolCatalog::create(tools_);
  if (!catalog) return catalog.error();
  ToolRegistry registry{*std::move(catalog), {}};
  registry.handlers = registry.catalog.create_handlers();
  std::map<std::string_view, std::string_view> taken;
  for (const auto& entry : registry.catalog.all())
    taken.emplace(entry->declaration.name, entry->declaration.description);
  for (const std::shared_ptr<ToolHandler>& handler : handlers_) {
    if (handler == nullptr || handler->tool_name().empty()) {
      return Error{ErrorCode::kInvalidArgument, "a tool handler is missing or has no name", {}};
    }
    constexpr std::string_view kNoDescription = "a handler without description";
    const auto [first, is_new] = taken.emplace(handler->tool_name(), kNoDescription);
    if (!is_new) return tool::taken_twice(handler->tool_name(), first->second, kNoDescription);
    registry.handlers.push_back(handler);
  }
  return registry;
}

}  // namespace argwright
