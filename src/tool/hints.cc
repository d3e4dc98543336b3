// Advice for tools that run a shell, at the end of their description and nowhere else (S2-23, S2-38 to
// S2-41). Tested by hints_test.cc.
#include <algorithm>
#include <array>

#include "argwright/tool_export.h"
#include "tool/export_walk.h"
#include "tool/key_style.h"

namespace argwright {
namespace {

// Begins the hints, and shows that they are there.
constexpr std::string_view kHeading = "Shell usage hints: ";

constexpr std::string_view kHints =
    "for a long OR pattern pass several -e options, or a list of patterns with -f (-f - reads it from "
    "standard "
    "input), instead of one long alternation; "
    "prefer rg (ripgrep) to grep, it falls into fewer traps with quotes and brackets; "
    "put no explanatory text into the arguments, say it in the ordinary reply.";

// As fold_key() leaves them: letters only.
constexpr std::array<std::string_view, 34> kShellNames = {"shell",
                                                          "bash",
                                                          "sh",
                                                          "zsh",
                                                          "powershell",
                                                          "pwsh",
                                                          "cmd",
                                                          "exec",
                                                          "terminal",
                                                          "localshell",
                                                          "execcommand",
                                                          "executecommand",
                                                          "runcommand",
                                                          "shellcommand",
                                                          "bashcommand",
                                                          "shellexec",
                                                          "runshell",
                                                          "runbash",
                                                          "runpowershell",
                                                          "executeshell",
                                                          "executebash",
                                                          "runterminal",
                                                          "runshellcommand",
                                                          "executeshellcommand",
                                                          "runbashcommand",
                                                          "runterminalcmd",
                                                          "runinterminal",
                                                          "containerexec",
                                                          "unifiedexec",
                                                          "terminalexec",
                                                          "runterminalcommand",
                                                          "execbash",
                                                          "execshell",
                                                          "shelltool"};
// Too short to mean a shell behind somebody's prefix: db.exec does not run one.
constexpr std::array<std::string_view, 3> kOnlyAlone = {"cmd", "exec", "sh"};

template <std::size_t kSize>
bool contains(const std::array<std::string_view, kSize>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// What stands after the last "__" (MCP clients: mcp__server__tool), '.', '/' or ':'.
std::string_view without_prefix(std::string_view name) {
  const std::size_t mark = name.find_last_of("./:");
  if (mark != std::string_view::npos) name.remove_prefix(mark + 1);
  const std::size_t lines = name.rfind("__");
  if (lines != std::string_view::npos) name.remove_prefix(lines + 2);
  return name;
}

}  // namespace

bool is_shell_tool_name(std::string_view name) {
  if (contains(kShellNames, tool::fold_key(name))) return true;
  const std::string last = tool::fold_key(without_prefix(name));
  return contains(kShellNames, last) && !contains(kOnlyAlone, last);
}

std::string with_shell_hints(std::string_view description) {
  std::string out(description);
  if (description.find(kHeading) != std::string_view::npos) return out;
  if (!out.empty()) out += "\n\n";
  out += kHeading;
  out += kHints;
  return out;
}

std::size_t add_shell_hints(json::Value& tools) {
  std::size_t changed = 0;
  for (json::Value* definition : tool::definitions_in(tools)) {
    const std::optional<tool::DefinitionParts> parts = tool::parts_of(*definition);
    if (!parts || !is_shell_tool_name(parts->name)) continue;
    json::Value* description = parts->holder->find("description");
    if (description == nullptr) {
      // After the name, where a description belongs.
      json::Object& members = parts->holder->members();
      const auto name =
          std::find_if(members.begin(), members.end(), [](const json::Member& m) { return m.key == "name"; });
      members.insert(name + 1, json::Member{"description", with_shell_hints("")});
      ++changed;
    } else if (description->is_string()) {
      std::string hinted = with_shell_hints(description->string());
      if (hinted == description->string()) continue;
      *description = json::Value(std::move(hinted));
      ++changed;
    }
  }
  return changed;
}

}  // namespace argwright
