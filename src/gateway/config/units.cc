#include "gateway/config/units.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace argwright::gateway {
namespace {

template <typename Number>
struct Unit {
  std::string_view name;
  Number worth;
};

// The largest first, as show_duration() looks for it.
constexpr std::array<Unit<std::int64_t>, 5> kDurations = {
    {{"d", 86'400'000}, {"h", 3'600'000}, {"m", 60'000}, {"s", 1000}, {"ms", 1}}};
constexpr std::array<Unit<std::int64_t>, 9> kSizes = {{{"TiB", std::int64_t{1} << 40},
                                                       {"GiB", std::int64_t{1} << 30},
                                                       {"MiB", std::int64_t{1} << 20},
                                                       {"KiB", std::int64_t{1} << 10},
                                                       {"TB", 1'000'000'000'000},
                                                       {"GB", 1'000'000'000},
                                                       {"MB", 1'000'000},
                                                       {"KB", 1000},
                                                       {"B", 1}}};

template <typename Units>
std::optional<std::int64_t> worth_of(const Units& units, std::string_view name) {
  while (name.starts_with(' ')) name.remove_prefix(1);
  for (const auto& unit : units) {
    if (unit.name == name) return unit.worth;
  }
  return std::nullopt;
}

std::optional<std::chrono::milliseconds> whole_milliseconds(double milliseconds) {
  if (!(std::abs(milliseconds) <= static_cast<double>(kLongest.count()))) return std::nullopt;
  const double rounded = std::round(milliseconds);
  // 0.1 s is 100.00000000000001 ms.
  if (std::abs(rounded - milliseconds) > 1e-3) return std::nullopt;
  return std::chrono::milliseconds(static_cast<std::int64_t>(rounded));
}

}  // namespace

std::optional<std::chrono::milliseconds> parse_duration(std::string_view text) {
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number, std::chars_format::fixed);
  if (read.ec != std::errc()) return std::nullopt;
  const auto unit = worth_of(kDurations, std::string_view(read.ptr, end));
  if (!unit) return std::nullopt;
  return whole_milliseconds(number * static_cast<double>(*unit));
}

std::optional<std::chrono::milliseconds> duration_of_seconds(double seconds) {
  return whole_milliseconds(seconds * 1000);
}

std::string show_duration(std::chrono::milliseconds duration) {
  const std::int64_t count = duration.count();
  if (count == 0) return "0s";
  for (const auto& unit : kDurations) {
    if (count % unit.worth == 0) return std::to_string(count / unit.worth) + std::string(unit.name);
  }
  return std::to_string(count) + "ms";
}

std::optional<std::int64_t> parse_size(std::string_view text) {
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  if (read.ec != std::errc()) return std::nullopt;
  const auto unit = worth_of(kSizes, std::string_view(read.ptr, end));
  if (!unit) return std::nullopt;
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  if (number > kMost / *unit || number < -(kMost / *unit)) return std::nullopt;
  return number * *unit;
}

std::string show_size(std::uint64_t bytes) {
  for (const auto& unit : kSizes) {
    const auto worth = static_cast<std::uint64_t>(unit.worth);
    if (bytes != 0 && bytes % worth == 0) return std::to_string(bytes / worth) + std::string(unit.name);
  }
  return std::to_string(bytes) + "B";
}

}  // namespace argwright::gateway
