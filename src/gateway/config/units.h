// Durations and sizes as people write them: "30s", "500ms", "64MiB".
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace argwright::gateway {

// A number with ms, s, m, h or d: "500ms", "1.5s", "30d". Nothing for anything else, for what is no whole
// number of milliseconds, and for more than kLongest. Zero and negative values are read.
inline constexpr std::chrono::milliseconds kLongest = std::chrono::hours(24 * 3650);
std::optional<std::chrono::milliseconds> parse_duration(std::string_view text);
std::optional<std::chrono::milliseconds> duration_of_seconds(double seconds);
std::string show_duration(std::chrono::milliseconds duration);  // in the largest unit that divides it

// A whole number with B, KB, MB, GB, TB (of 1000) or KiB, MiB, GiB, TiB (of 1024). Nothing for anything else
// and for what does not fit 63 bits.
std::optional<std::int64_t> parse_size(std::string_view text);
std::string show_size(std::uint64_t bytes);

}  // namespace argwright::gateway
