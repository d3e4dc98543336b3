// Patterns of model names in the provider table: '*' stands for any text, '?' for one byte. Upper and lower
// case do not count: the same model is MiniMax-M2.5 here and minimax-m2.5 there.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace argwright::provider {

bool matches_model(std::string_view pattern, std::string_view model);
bool matches_any(const std::vector<std::string>& patterns, std::string_view model);

// ASCII letters in lower case.
std::string lower_case(std::string_view text);

}  // namespace argwright::provider
