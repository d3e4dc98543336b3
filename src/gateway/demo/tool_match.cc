#include "gateway/demo/tool_match.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "gateway/demo/text_pieces.h"
#include "protocol/fields.h"

namespace argwright::gateway::demo {
namespace {

using protocol::Request;
using protocol::ToolChoiceMode;
using protocol::ToolKind;
using protocol::ToolSpec;
using Words = std::vector<std::string>;

constexpr std::size_t kNameWeight = 4;
constexpr std::size_t kParameterWeight = 2;
constexpr std::size_t kDescriptionWeight = 1;
constexpr std::size_t kLongestMessage = 600;  // what is asked for stands at the beginning
constexpr std::size_t kShortestStem = 4;      // "read" meets "reading"

// Words that every description has.
constexpr std::array<std::string_view, 24> kCommonWords = {
    "the", "and",  "for", "with", "from", "this", "that", "what", "which", "tool", "use",    "can",
    "you", "your", "are", "not",  "has",  "have", "will", "into", "its",   "all",  "please", "me"};

bool is_telling(std::string_view word) {
  return word.size() > 2 && std::ranges::find(kCommonWords, word) == kCommonWords.end();
}

bool meet(std::string_view a, std::string_view b) {
  if (a == b) return true;
  if (a.size() > b.size()) std::swap(a, b);
  return a.size() >= kShortestStem && b.starts_with(a);
}

std::size_t shared_words(const Words& message, const Words& described) {
  return static_cast<std::size_t>(std::ranges::count_if(message, [&](const std::string& word) {
    return is_telling(word) &&
           std::ranges::any_of(described, [&](const std::string& other) { return meet(word, other); });
  }));
}

std::size_t score(const ToolSpec& tool, const Words& message) {
  std::size_t points = kNameWeight * shared_words(message, words_of(tool.name));
  if (tool.description) points += kDescriptionWeight * shared_words(message, words_of(*tool.description));
  const json::Value* properties = tool.parameters ? tool.parameters->find("properties") : nullptr;
  if (properties != nullptr && properties->is_object()) {
    for (const json::Member& property : properties->members()) {
      points += kParameterWeight * shared_words(message, words_of(property.key));
    }
  }
  return points;
}

// In the order of the request.
std::vector<const ToolSpec*> callable(const Request& request) {
  std::vector<const ToolSpec*> tools;
  if (!request.tools) return tools;
  const protocol::ToolChoice* choice = request.tool_choice ? &*request.tool_choice : nullptr;
  if (choice != nullptr && choice->mode == ToolChoiceMode::kNone) return tools;
  for (const ToolSpec& tool : *request.tools) {
    if (tool.kind != ToolKind::kFunction) continue;
    if (choice != nullptr && choice->mode == ToolChoiceMode::kTool && choice->name != tool.name) continue;
    if (choice != nullptr && choice->allowed &&
        std::ranges::none_of(*choice->allowed, [&](const json::Value& allowed) {
          return protocol::text_at(allowed, "name") == tool.name;
        })) {
      continue;
    }
    tools.push_back(&tool);
  }
  return tools;
}

}  // namespace

const ToolSpec* choose_tool(const Request& request, std::string_view message) {
  const Words words = words_of(clipped(message, kLongestMessage));
  const ToolSpec* best = nullptr;
  std::size_t most = 0;
  for (const ToolSpec* tool : callable(request)) {
    const std::size_t points = score(*tool, words);
    if (best == nullptr || points > most) {
      best = tool;
      most = points;
    }
  }
  return best;
}

const ToolSpec* other_tool(const Request& request, const ToolSpec& first) {
  const std::vector<const ToolSpec*> tools = callable(request);
  const auto at = std::ranges::find(tools, &first);
  if (at == tools.end() || tools.size() < 2) return &first;
  return at + 1 == tools.end() ? tools.front() : *(at + 1);
}

}  // namespace argwright::gateway::demo
