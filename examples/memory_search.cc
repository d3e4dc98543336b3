// A tool from its declaration to its answer: declared once, with types; then called the way models call.
#include <argwright/schema.h>
#include <argwright/tool_builder.h>

#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace {

// `pass`: the tool also runs when its arguments do not fit the declaration, and judges them itself. Without
// it such a call is answered with the error, and the function may simply take its arguments:
//   [](std::string query, std::optional<std::int64_t> limit) { ... }
std::shared_ptr<argwright::Tool> memory_search() {
  return argwright::make_tool(
      argwright::ToolSpec("memory.search", "根据关键词在记忆库中查找相关片段，并返回摘要")
          .on_parse_error(argwright::OnParseError::kPass),
      argwright::param<std::string>("query", "用户输入的检索关键词").example("agent state consistency"),
      argwright::param<std::optional<std::int64_t>>("limit", "需要返回的最大片段数").example("3"),
      [](const argwright::ToolExecutionContext& context) {
        // What fits, else what could be read of it.
        const argwright::ToolCallRequest& request = context.request;
        argwright::json::Value arguments;
        if (request.arguments || request.partial)
          arguments = request.arguments ? *request.arguments : *request.partial;

        const argwright::json::Value* sent_query = arguments.find("query");
        const std::string query =
            sent_query != nullptr && sent_query->is_string() ? sent_query->string() : "(empty)";
        const argwright::json::Value* sent_limit = arguments.find("limit");
        std::optional<std::int64_t> limit;
        if (sent_limit != nullptr && sent_limit->is_number()) limit = sent_limit->as_int64();

        std::cout << "  looking for " << query << '\n';
        return argwright::ToolResult::success("命中 " + std::to_string(limit.value_or(3)) + " 条记录");
      });
}

void call(argwright::Tool& tool, const argwright::Schema& schema, std::string_view raw) {
  std::cout << raw << '\n';
  argwright::ToolExecutionContext context;
  context.request = argwright::parse_call({tool.name(), "call_1", raw}, &schema);
  const argwright::ToolCallRequest& request = context.request;
  if (!request.parse_warning.empty()) std::cout << "  warning: " << request.parse_warning << '\n';
  if (!request.parse_error.empty()) std::cout << "  error: " << request.parse_error << '\n';

  // A call that was cut off, or that nobody can read, never runs.
  if (!request.accepted() && request.rejection != argwright::Rejection::kMisfit) {
    std::cout << "  not run: " << argwright::rejection_name(request.rejection) << '\n';
    return;
  }
  tool.execute(context, {}, [](const argwright::ToolResult& result) {
    std::cout << "  " << argwright::tool_status_name(result.status) << ": " << result.content << ", "
              << result.metadata.size() << " metadata\n";
  });
}

}  // namespace

int main() {
  const std::shared_ptr<argwright::Tool> tool = memory_search();
  const argwright::Schema schema = argwright::Schema::from_parameters(tool->parameters());

  call(*tool, schema, R"({"query": "agent state consistency", "limit": 5})");
  call(*tool, schema, R"({'query': 'agent state', 'limit': '2',})");
  call(*tool, schema, R"({"query": "agent state"})");
  call(*tool, schema, R"({"limit": "many"})");
  call(*tool, schema, R"({"query": "agent sta)");
}
