// JSON as the dialects write it, whole and broken.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/dialects/style.h"

namespace argwright::dialects {

// "key":json
std::string member(std::string_view key, std::string_view json);
std::string joined(const std::vector<std::string>& list, std::string_view between = ",");
std::string object(const std::vector<std::string>& members);
std::string list(const std::vector<std::string>& items);

// An object as a model writes it whose style has a way of "text": "strict", "single quotes", "trailing
// comma", "fenced", "twice".
std::string broken(std::string_view json, const Style& style);

// Cut off somewhere before its end, but within no character.
std::string half(std::string_view text, Dice& dice);

}  // namespace argwright::dialects
