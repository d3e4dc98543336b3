// Tested by tools_command_test.cc.
#include "app/builtin_tools.h"

#include "argwright/tool_builder.h"
#include "argwright/version.h"

namespace argwright::app {
namespace {

// S1-102, S1-103. It judges its arguments itself, also where they do not fit the declaration.
std::shared_ptr<Tool> memory_search() {
  return make_tool(
      ToolSpec("memory.search", "根据关键词在记忆库中查找相关片段，并返回摘要")
          .on_parse_error(OnParseError::kPass),
      param<std::string>("query", "用户输入的检索关键词").example("agent state consistency"),
      param<std::optional<std::int64_t>>("limit", "需要返回的最大片段数").example("3"),
      [](const ToolExecutionContext& context) {
        const ToolCallRequest& request = context.request;
        const json::Value* limit = request.partial ? request.partial->find("limit") : request.find("limit");
        const std::int64_t most = limit != nullptr && limit->is_number() ? limit->as_int64().value_or(3) : 3;
        return ToolResult::success("命中 " + std::to_string(most) + " 条记录");
      });
}

json::Value engine_report() {
  return json::Object{
      {"version", ARGWRIGHT_VERSION},
      {"repair_rules", json::Value::integer(static_cast<std::int64_t>(repair_rules().size()))}};
}

json::Value call_report(const ToolCallRequest& request) {
  json::Array fixes;
  for (const Fix& fix : request.fixes) fixes.emplace_back(fix.rule);
  return json::Object{{"id", request.tool_call_id},
                      {"raw_arguments", request.raw_arguments},
                      {"outcome", outcome_name(request.outcome)},
                      {"unquote_depth", json::Value::integer(request.unquote_depth)},
                      {"fixes", std::move(fixes)},
                      {"parse_warning", request.parse_warning},
                      {"parse_error", request.parse_error}};
}

std::shared_ptr<Tool> diagnostics() {
  return make_tool("diagnostics",
                   "Reports the version of the engine, and what it made of this very call: how the arguments "
                   "arrived and what was mended in them.",
                   param<Token>("section", "What to report")
                       .one_of({"all", "engine", "call"})
                       .default_value(Token{"all"})
                       .example("call"),
                   [](const ToolExecutionContext& context, const Token& section) {
                     json::Object report;
                     if (section.text != "call") report.push_back({"engine", engine_report()});
                     if (section.text != "engine") report.push_back({"call", call_report(context.request)});
                     return json::Value(std::move(report));
                   });
}

}  // namespace

std::vector<std::shared_ptr<Tool>> builtin_tools() { return {memory_search(), diagnostics()}; }

}  // namespace argwright::app
