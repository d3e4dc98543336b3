// What the demo model says.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace argwright::gateway::demo {

// "hello", "who are you": a person who wants to know what this is, not a task.
bool is_small_talk(std::string_view message);

// Who is speaking, what to try, and the names of the models. Quotes the message unless it is small talk.
std::string introduction(std::string_view message);

struct ToldResult {
  std::string tool;  // may be empty: not known
  std::string text;
};
std::string told_results(const std::vector<ToldResult>& results);

}  // namespace argwright::gateway::demo
