#include <gtest/gtest.h>

#include "argwright/tool_builder.h"
#include "argwright/tool_export.h"

namespace argwright {
namespace {

json::Value parse(std::string_view text) {
  Result<json::Value> value = json::parse(text);
  EXPECT_TRUE(value.has_value()) << text;
  return value ? *value : json::Value();
}

TEST(ShellHints, KnowsTheNamesOfShellTools) {
  for (const char* name :
       {"shell", "bash", "Bash", "exec", "exec_command", "run_command", "execute_command", "local_shell",
        "run_in_terminal", "run_terminal_cmd", "container.exec", "runShellCommand", "RunShell",
        "mcp__box__bash", "functions.shell", "server/run_command", "PowerShell"}) {
    EXPECT_TRUE(is_shell_tool_name(name)) << name;
  }
  for (const char* name :
       {"", "read_file", "shellfish", "bashful", "command", "db.exec", "mcp__sql__exec",
        "executeEditorOperation", "run_query", "search", "bash_history_search", "__", "."}) {
    EXPECT_FALSE(is_shell_tool_name(name)) << name;
  }
}

TEST(ShellHints, SaysTheThreeThingsInPlainWords) {
  const std::string hinted = with_shell_hints("Runs a command.");
  EXPECT_TRUE(hinted.starts_with("Runs a command.\n\n"));
  EXPECT_NE(hinted.find("several -e options"), std::string::npos);
  EXPECT_NE(hinted.find("with -f"), std::string::npos);
  EXPECT_NE(hinted.find("standard input"), std::string::npos);
  EXPECT_NE(hinted.find("prefer rg (ripgrep)"), std::string::npos);
  EXPECT_NE(hinted.find("no explanatory text into the arguments"), std::string::npos);
}

TEST(ShellHints, AreNotAppendedTwice) {
  const std::string once = with_shell_hints("Runs a command.");
  EXPECT_EQ(with_shell_hints(once), once);
  EXPECT_EQ(with_shell_hints(with_shell_hints("")), with_shell_hints(""));
  EXPECT_FALSE(with_shell_hints("").starts_with("\n"));
}

TEST(ShellHints, AreAddedToEveryShapeOfDefinition) {
  for (const char* text :
       {R"({"type":"function","function":{"name":"shell","description":"D","parameters":{"type":"object"}}})",
        R"({"type":"function","name":"shell","description":"D","parameters":{"type":"object"}})",
        R"({"name":"bash","description":"D","input_schema":{"type":"object"}})",
        R"({"type":"custom","name":"bash","description":"D","input_schema":{"type":"object"}})",
        R"({"name":"bash","description":"D","inputSchema":{"type":"object"}})"}) {
    json::Value tool = parse(text);
    EXPECT_EQ(add_shell_hints(tool), 1U) << text;
    const json::Value* holder = tool.find("function") != nullptr ? tool.find("function") : &tool;
    EXPECT_EQ(holder->find("description")->string(), with_shell_hints("D"));
    const json::Value once = tool;
    EXPECT_EQ(add_shell_hints(tool), 0U);
    EXPECT_EQ(tool, once);
  }
}

TEST(ShellHints, TouchOnlyTheDescriptionsOfShellsInAList) {
  json::Value request = parse(R"({"messages":[{"role":"system","content":"S"}],"tools":[
    {"type":"function","function":{"name":"read_file","description":"Reads","parameters":{}}},
    {"type":"function","function":{"name":"shell","parameters":{"type":"object","properties":{"command":{"type":"string","description":"C"}}}}}]})");
  json::Value expected = request;
  json::Object& function = expected.find("tools")->items()[1].find("function")->members();
  function.insert(function.begin() + 1, json::Member{"description", with_shell_hints("")});
  EXPECT_EQ(add_shell_hints(request), 1U);
  EXPECT_EQ(json::write(request), json::write(expected));
}

TEST(ShellHints, LeaveAloneWhatAProviderHasBuiltInAndWhatIsNoDefinition) {
  for (const char* text :
       {R"([{"type":"bash_20250124","name":"bash"}])", R"([{"type":"local_shell"}])",
        R"([{"type":"shell","name":"shell"}])",
        R"([{"type":"custom","name":"shell","description":"free text","format":{"type":"text"}}])",
        R"([{"type":"custom","custom":{"name":"shell"}}])",
        R"([{"type":"bash_20250124","name":"bash","parameters":{}}])", R"([1,null,"shell",{"name":"shell"}])",
        R"({"name":7,"parameters":{}})", "null", "[]",
        R"([{"type":"function","name":"shell","description":7,"parameters":{}}])"}) {
    json::Value tools = parse(text);
    const json::Value before = tools;
    EXPECT_EQ(add_shell_hints(tools), 0U) << text;
    EXPECT_EQ(tools, before);
  }
}

TEST(ShellHints, DecorateExportsOfToolsThatRunAShell) {
  const auto shell = make_tool(ToolSpec("box", "Runs it").runs_shell(), [] { return ""; });
  const auto other = make_tool("box", "Opens it", [] { return ""; });
  const ExportSubject runs = ExportSubject::of(*shell);
  EXPECT_EQ(export_anthropic(runs).find("description")->string(), with_shell_hints("Runs it"));
  EXPECT_EQ(export_anthropic(runs, {.shell_hints = false}).find("description")->string(), "Runs it");
  EXPECT_EQ(export_anthropic(ExportSubject::of(*other)).find("description")->string(), "Opens it");
  EXPECT_EQ(export_form(runs).find("help")->string(), "Runs it");
  // Tools that came as data are known by their name.
  const Schema schema = *Schema::compile_text("{}");
  EXPECT_TRUE(ExportSubject::of("exec_command", "", schema).runs_shell);
  EXPECT_TRUE(ExportSubject::of("bash", "", std::vector<ToolParameter>()).runs_shell);
  EXPECT_FALSE(ExportSubject::of("read_file", "", schema).runs_shell);
}

}  // namespace
}  // namespace argwright
