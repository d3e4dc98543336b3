// tool_choice and strict. Tested by shape_test.cc.
#include <unordered_set>

#include "provider/shape_steps.h"

namespace argwright::provider {
namespace {

using protocol::ToolChoice;
using protocol::ToolChoiceMode;
using protocol::ToolSpec;

std::string_view word_of(const ToolChoice& choice) {
  switch (choice.mode) {
    case ToolChoiceMode::kNone: return "none";
    case ToolChoiceMode::kRequired: return "required";
    case ToolChoiceMode::kTool: return "named";
    default: return "auto";
  }
}

std::string name_of(const ToolSpec& tool) {
  const json::Value* const type = tool.hosted.find("type");
  return tool.kind != protocol::ToolKind::kHosted ? tool.name
         : type != nullptr && type->is_string()   ? type->string()
                                                  : std::string();
}

void keep_tools(Shaping& shaping, const std::unordered_set<std::string>& names) {
  if (!shaping.request.tools) return;
  std::erase_if(*shaping.request.tools, [&](const ToolSpec& tool) { return !names.contains(name_of(tool)); });
  shaping.changed = true;
}

// allowed_tools says the same as a shorter list of tools.
void narrow_to_allowed(Shaping& shaping, ToolChoice& choice) {
  std::unordered_set<std::string> names;
  for (const json::Value& tool : *choice.allowed) {
    const json::Value* name = tool.find("name");
    if (name == nullptr) name = tool.find("type");
    if (name != nullptr && name->is_string()) names.insert(name->string());
  }
  keep_tools(shaping, names);
  choice.allowed.reset();
  choice.extras.clear();
}

void drop_tools(Shaping& shaping) {
  shaping.request.tools.reset();
  shaping.request.tool_choice.reset();
  shaping.request.parallel.reset();
  shaping.warn("dropped_tools", "tool_choice none is not taken by " + shaping.profile.name +
                                    ": the tools were left out instead");
}

void make_auto(Shaping& shaping, ToolChoice& choice, std::string_view why) {
  shaping.warn("changed_tool_choice", "tool_choice " + std::string(word_of(choice)) +
                                          " became auto: " + shaping.profile.name + std::string(why));
  choice = {};
}

// What a strict endpoint asks of a schema, at its root: a tool without it would make it refuse all.
bool is_ready_for_strict(const ToolSpec& tool) {
  if (!tool.parameters) return false;
  const json::Value* const closed = tool.parameters->find("additionalProperties");
  return closed != nullptr && *closed == json::Value(false);
}

}  // namespace

void shape_tool_choice(Shaping& shaping) {
  protocol::Request& request = shaping.request;
  const Profile& profile = shaping.profile;
  if (!request.tool_choice || request.tool_choice->mode == ToolChoiceMode::kHosted) return;
  if ((!request.tools || request.tools->empty()) && !has_word(profile.tool_choice, "required")) {
    // An error of its own with some; it says nothing without tools.
    request.tool_choice.reset();
    shaping.changed = true;
    return;
  }
  ToolChoice& choice = *request.tool_choice;
  if (choice.allowed && !has_word(profile.tool_choice, "allowed")) narrow_to_allowed(shaping, choice);
  if (choice.mode == ToolChoiceMode::kTool && !has_word(profile.tool_choice, "named") &&
      has_word(profile.tool_choice, "required")) {
    keep_tools(shaping, {choice.name});
    shaping.warn("changed_tool_choice", "tool_choice '" + choice.name +
                                            "' became required, with that tool alone: " + profile.name +
                                            " takes no name there");
    choice = {};
    choice.mode = ToolChoiceMode::kRequired;
  }
  const std::string_view word = word_of(choice);
  const bool taken = has_word(profile.tool_choice, word);
  if (taken && (!shaping.thinks || has_word(profile.tool_choice_thinking, word))) return;
  if (choice.mode == ToolChoiceMode::kNone) return drop_tools(shaping);
  if (!taken) return make_auto(shaping, choice, " takes no other");
  if (shaping.settings.forced_tools == ForcedTools::kAuto || !can_stop_thinking(shaping)) {
    return make_auto(shaping, choice, " takes no other while it thinks");
  }
  shaping.turn_thinking_off = true;
  shaping.thinks = false;
  shaping.warn("thinking_off", "thinking is off for this request: with it " + profile.name +
                                   " takes no tool_choice " + std::string(word));
}

void shape_strict(Shaping& shaping) {
  if (!shaping.request.tools) return;
  std::vector<ToolSpec>& tools = *shaping.request.tools;
  const Profile& profile = shaping.profile;
  const bool all_here =
      !profile.strict_all_at.empty() && shaping.settings.base_url.ends_with(profile.strict_all_at);
  const Strict rule = all_here ? Strict::kAll : profile.strict;
  const auto is_strict = [](const ToolSpec& tool) { return tool.strict == true; };
  if (rule == Strict::kKeep) return;
  if (rule == Strict::kAll) {
    if (std::ranges::none_of(tools, is_strict) || std::ranges::all_of(tools, is_strict)) return;
    if (std::ranges::all_of(tools, is_ready_for_strict)) {
      for (ToolSpec& tool : tools) tool.strict = true;
      return shaping.warn("changed_strict", "strict: all tools are strict, since " + profile.name +
                                                " takes no other beside a strict one");
    }
  }
  bool dropped = false;
  for (ToolSpec& tool : tools) {
    dropped = dropped || tool.strict.has_value();
    tool.strict.reset();
  }
  if (dropped) {
    shaping.warn("changed_strict", rule == Strict::kAll
                                       ? "strict was left out: not all tools have a schema that allows it"
                                       : "strict was left out: " + profile.name + " does not know it there");
  }
}

}  // namespace argwright::provider
