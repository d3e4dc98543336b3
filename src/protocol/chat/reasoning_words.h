// What servers call the text of the reasoning in a message or a delta.
#pragma once

#include <string_view>

namespace argwright::protocol::chat {

// Where a message has several of them they say the same: the first counts. reasoning_text is GitHub
// Copilot's, thinking that of Ollama and those in front of it.
inline constexpr std::string_view kReasoningTexts[] = {"reasoning_content", "reasoning", "reasoning_text",
                                                       "thinking"};

}  // namespace argwright::protocol::chat
