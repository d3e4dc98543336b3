// The steps of shape(), in their order; each may assume those before it.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "protocol/request.h"
#include "protocol/warning_log.h"
#include "provider/shape.h"

namespace argwright::provider {

struct Shaping {
  protocol::Request& request;
  const Profile& profile;
  const ShapeSettings& settings;
  protocol::WarningLog& warnings;
  bool changed = false;
  bool thinks = false;             // when all is done
  bool turn_thinking_off = false;  // by shape_loop() or shape_tool_choice()

  bool for_chat() const { return settings.target == protocol::Protocol::kChat; }
  bool is_foreign() const { return request.origin != settings.target; }
  // A member that the client itself wrote for this provider; nullptr: there is none.
  const json::Value* own_member(std::string_view key) const {
    if (is_foreign()) return nullptr;
    for (const json::Member& member : request.extras) {
      if (member.key == key && !member.value.is_null()) return &member.value;
    }
    return nullptr;
  }
  void warn(std::string code, std::string message) {
    warnings.add(std::move(code), std::move(message));
    changed = true;
  }
};

inline bool has_word(const std::vector<std::string>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

// The member that turns thinking on and off; empty: none does.
std::string_view switch_member(ThinkingSwitch which);

// Whether the model will think about this request, by the client's wish or by its own habit.
bool wants_thinking(const Shaping& shaping);

bool can_stop_thinking(const Shaping& shaping);

void shape_loop(Shaping& shaping);
void shape_tool_choice(Shaping& shaping);
void shape_streaming(Shaping& shaping);
void shape_strict(Shaping& shaping);
void shape_thinking(Shaping& shaping);
void shape_parameters(Shaping& shaping);
void shape_reasoning(Shaping& shaping);
void shape_items(Shaping& shaping);
void shape_ids(Shaping& shaping);

}  // namespace argwright::provider
