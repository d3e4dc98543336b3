#include "argwright/registry.h"

#include <gtest/gtest.h>

#include "tool/catalog_fakes.h"

namespace argwright::tool {
namespace {

class OldHandler : public ToolHandler {
 public:
  explicit OldHandler(std::string name) : name_(std::move(name)) {}
  const std::string& tool_name() const override { return name_; }
  void execute(ToolCallRequest request, Environment, std::stop_token, ToolDone done) override {
    done(ToolResult::success(request.raw_arguments));
  }

 private:
  const std::string name_;
};

// Keeps what it is called with.
class KeepingTool : public SilentTool {
 public:
  using SilentTool::SilentTool;
  OnParseError on_parse_error() const override { return OnParseError::kPass; }
  void execute(const ToolExecutionContext& context, std::stop_token stop, ToolDone done) override {
    kept_context = &context;
    kept_stop = std::move(stop);
    kept_done = std::move(done);
  }
  const ToolExecutionContext* kept_context = nullptr;
  std::stop_token kept_stop;
  ToolDone kept_done;
};

TEST(ToolHandlerAdapter, GivesTheToolItsContextUntilItIsDone) {
  const auto tool = std::make_shared<KeepingTool>("t", "");
  ToolResult result;
  std::stop_source source;
  {
    ToolHandlerAdapter adapter(tool);
    EXPECT_EQ(adapter.tool_name(), "t");
    EXPECT_EQ(adapter.on_parse_error(), OnParseError::kPass);
    adapter.execute(parse_call({"t", "call_1", R"({"a":1})"}, nullptr),
                    Environment({{"debug", json::Value(true)}}), source.get_token(),
                    [&](ToolResult given) { result = std::move(given); });
  }
  EXPECT_EQ(tool->kept_context->request.tool_call_id, "call_1");
  EXPECT_EQ(tool->kept_context->request.integer("a"), 1);
  EXPECT_TRUE(tool->kept_context->environment.find("debug")->boolean());
  source.request_stop();
  EXPECT_TRUE(tool->kept_stop.stop_requested());
  tool->kept_done(ToolResult::failed("later"));
  EXPECT_EQ(result.status, ToolStatus::kFailed);
  EXPECT_EQ(result.content, "later");
  tool->kept_done = nullptr;
}

TEST(ToolRegistryBuilder, GivesCatalogAndHandlers) {
  ToolRegistryBuilder builder;
  builder.add(std::make_shared<SilentTool>("new", "declared")).add(std::make_shared<OldHandler>("old"));
  const Result<ToolRegistry> registry = builder.build();
  ASSERT_TRUE(registry);
  EXPECT_NE(registry->catalog.get("new"), nullptr);
  EXPECT_EQ(registry->catalog.get("old"), nullptr);
  ASSERT_EQ(registry->handlers.size(), 2U);
  EXPECT_EQ(registry->handlers[0]->tool_name(), "new");
  EXPECT_EQ(registry->handlers[1]->tool_name(), "old");
}

TEST(ToolRegistryBuilder, RefusesANameTakenByAToolAndAHandler) {
  ToolRegistryBuilder builder;
  builder.add(std::make_shared<OldHandler>("t")).add(std::make_shared<SilentTool>("t", "declared"));
  EXPECT_EQ(builder.build().error().message,
            R"(two tools are named 't': "declared" and "a handler without description")");
}

TEST(ToolRegistryBuilder, RefusesTwoToolsOrHandlersWithOneName) {
  ToolRegistryBuilder tools;
  tools.add(std::make_shared<SilentTool>("t", "one")).add(std::make_shared<SilentTool>("t", "two"));
  EXPECT_FALSE(tools.build());
  ToolRegistryBuilder handlers;
  handlers.add(std::make_shared<OldHandler>("t")).add(std::make_shared<OldHandler>("t"));
  EXPECT_FALSE(handlers.build());
  ToolRegistryBuilder none;
  none.add(std::shared_ptr<ToolHandler>());
  EXPECT_FALSE(none.build());
}

}  // namespace
}  // namespace argwright::tool
