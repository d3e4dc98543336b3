#include "gateway/config/suggestion.h"

#include <algorithm>
#include <vector>

namespace argwright::gateway {
namespace {

// Nobody misspells a longer word into one of ours, and the distance costs the product of the lengths.
constexpr std::size_t kMaxWord = 64;

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

// How far two words may be apart and still be meant: one in three letters, but never all of a short word.
std::size_t reach(std::size_t length) { return length < 3 ? 0 : std::max<std::size_t>(1, length / 3); }

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // Three rows of the table of optimal string alignment: two back, one back, and the one being made.
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

std::string_view nearest(std::string_view word, std::span<const std::string_view> known) {
  if (word.empty() || word.size() > kMaxWord) return {};
  const std::string wanted = lower(word);
  std::string_view best;
  std::size_t best_distance = reach(word.size()) + 1;
  for (const std::string_view candidate : known) {
    const std::string offered = lower(candidate);
    std::size_t distance = edit_distance(wanted, offered);
    if (wanted.size() >= 3 && offered.starts_with(wanted)) distance = std::min<std::size_t>(distance, 1);
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> known) {
  const std::string_view found = nearest(word, known);
  return found.empty() ? std::string() : "did you mean \"" + std::string(found) + "\"?";
}

}  // namespace argwright::gateway
