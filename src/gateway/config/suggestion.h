// What somebody may have meant by a word that is none of the known ones.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace argwright::gateway {

// Insertions, deletions, replacements and swaps of neighbours that make one word of the other.
std::size_t edit_distance(std::string_view a, std::string_view b);

// The known word nearest to `word`; empty where none is near enough to be meant. Upper and lower case do not
// count, and a word that begins a known one ("api_key" of "api_key_env") is near it.
std::string_view nearest(std::string_view word, std::span<const std::string_view> known);

// `did you mean "base_url"?`, or nothing.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> known);

}  // namespace argwright::gateway
