#include "protocol/call_name.h"

#include <algorithm>
#include <iterator>

namespace argwright::protocol {
namespace {

constexpr std::string_view kAround = " \t\r\n\"'`";
constexpr std::string_view kPrefixes[] = {"functions.", "function.", "default_api.",
                                          "tools.",     "tool.",     "to="};
constexpr std::string_view kSuffixes[] = {"json",
                                          "()"};  // the type word of harmony, glued; a call's brackets

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kAround);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kAround) - begin + 1);
}

// "get_weather:0", "get_weather:12"
std::string_view without_counter(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon + 1 == text.size()) return text;
  const std::string_view number = text.substr(colon + 1);
  const bool counts = number.find_first_not_of("0123456789") == std::string_view::npos;
  return counts ? text.substr(0, colon) : text;
}

}  // namespace

std::optional<std::string_view> declared_name(std::string_view told,
                                              const std::function<bool(std::string_view)>& is_declared) {
  if (told.empty() || is_declared(told)) return std::nullopt;
  // Behind a bracket stands a token or a tag of the template.
  std::string_view name = trimmed(told.substr(0, told.find('<')));
  for (std::size_t step = 0; step < std::size(kPrefixes) + 2; ++step) {
    if (is_declared(name)) return name;
    if (const std::string_view plain = without_counter(name); plain != name && is_declared(plain))
      return plain;
    for (const std::string_view suffix : kSuffixes) {
      if (!name.ends_with(suffix)) continue;
      const std::string_view rest = trimmed(name.substr(0, name.size() - suffix.size()));
      if (is_declared(rest)) return rest;
    }
    const auto* const prefix =
        std::ranges::find_if(kPrefixes, [name](std::string_view word) { return name.starts_with(word); });
    if (prefix == std::end(kPrefixes)) break;
    name = trimmed(name.substr(prefix->size()));
  }
  return std::nullopt;
}

}  // namespace argwright::protocol
