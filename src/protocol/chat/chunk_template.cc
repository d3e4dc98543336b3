#include "protocol/chat/chunk_template.h"

#include <algorithm>
#include <iterator>

#include "json/byte_runs.h"
#include "json/string_decode.h"

namespace argwright::protocol::chat {
namespace {

// Members that differ from chunk to chunk on some servers and say nothing that is looked at.
struct FreeMember {
  std::string_view key;
  bool is_text;
};
constexpr FreeMember kFreeMembers[] = {{"created", false}, {"id", true}, {"obfuscation", true}};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The closing quote of the text that begins at `begin`; npos where there is none.
std::size_t closing_quote(std::string_view data, std::size_t begin) {
  const char* const end = data.data() + data.size();
  for (const char* p = data.data() + begin; p != end;) {
    p = json::skip_unescaped(p, end);
    if (p == end || static_cast<unsigned char>(*p) < 0x20) break;
    if (*p == '"') return static_cast<std::size_t>(p - data.data());
    p += end - p >= 2 ? 2 : 1;  // a backslash and what it escapes
  }
  return std::string_view::npos;
}

// Behind the digits that begin at `begin`; npos where they are no number of JSON.
std::size_t behind_digits(std::string_view data, std::size_t begin) {
  std::size_t at = begin;
  while (at < data.size() && is_digit(data[at])) ++at;
  if (at == begin || (data[begin] == '0' && at - begin > 1)) return std::string_view::npos;
  return at;
}

std::size_t end_of_hole(std::string_view data, std::size_t begin, bool is_text) {
  return is_text ? closing_quote(data, begin) : behind_digits(data, begin);
}

// The strict text of `data` from `begin` to its closing quote at `end`.
std::optional<std::string> decoded(std::string_view data, std::size_t begin, std::size_t end) {
  const char* const behind = data.data() + data.size();
  if (json::skip_plain(data.data() + begin, behind) == data.data() + end)
    return std::string(data.substr(begin, end - begin));
  std::string text;
  if (!json::decode_string(data.substr(begin - 1, end - begin + 2), text)) return std::nullopt;
  return text;
}

// The keys of a strict JSON text, in order, as far as their colon follows at once.
class Keys {
 public:
  explicit Keys(std::string_view data) : data_(data) {}

  // False: there is none left.
  bool next(std::string_view& key) {
    for (;;) {
      const std::size_t quote = data_.find('"', at_);
      if (quote == std::string_view::npos) return false;
      const std::size_t end = closing_quote(data_, quote + 1);
      if (end == std::string_view::npos) return false;
      at_ = end + 1;
      if (at_ == data_.size() || data_[at_] != ':') continue;
      ++at_;
      key = data_.substr(quote + 1, end - quote - 1);
      return true;
    }
  }
  // Where the value of that key begins.
  std::size_t value() const { return at_; }

 private:
  std::string_view data_;
  std::size_t at_ = 0;
};

}  // namespace

bool ChunkTemplate::learn(std::string_view data, std::string_view key) {
  forget();
  const std::array<FreeMember, kMostHoles> members = {FreeMember{key, true}, kFreeMembers[0], kFreeMembers[1],
                                                      kFreeMembers[2]};
  static_assert(std::size(kFreeMembers) + 1 == kMostHoles);
  std::array<Hole, kMostHoles> found{};
  std::array<int, kMostHoles> times{};
  Keys keys(data);
  for (std::string_view at; keys.next(at);) {
    for (std::size_t i = 0; i < members.size(); ++i) {
      const auto& [name, is_text] = members[i];
      if (name.size() != at.size() || name != at) continue;
      std::size_t begin = keys.value();
      if (is_text && !data.substr(begin).starts_with('"')) break;
      begin += is_text ? 1U : 0U;
      const std::size_t end = end_of_hole(data, begin, is_text);
      if (end == std::string_view::npos) break;
      found[i] = {begin, end, is_text, i == 0};
      ++times[i];
      break;
    }
  }
  if (times[0] != 1) return false;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (times[i] == 1) holes_[hole_count_++] = found[i];
  }
  std::sort(holes_.begin(), holes_.begin() + static_cast<std::ptrdiff_t>(hole_count_),
            [](const Hole& a, const Hole& b) { return a.begin < b.begin; });
  learned_ = data;
  wanted_ = found[0];
  return true;
}

std::optional<std::string> ChunkTemplate::match(std::string_view data) const {
  // Most chunks have all bytes around the text in common with the one that was learned.
  const std::string_view prefix = between(0, wanted_.begin);
  const std::string_view suffix = between(wanted_.end, learned_.size());
  if (data.size() > prefix.size() + suffix.size() && data.starts_with(prefix) && data.ends_with(suffix)) {
    const char* const begin = data.data() + prefix.size();
    const char* const end = data.data() + data.size() - suffix.size();
    // It ends at a quote, which is not plain: the run may be looked for beyond.
    if (json::skip_plain(begin, data.data() + data.size()) == end) return std::string(begin, end);
  }
  return match_holes(data);
}

std::optional<std::string> ChunkTemplate::match_holes(std::string_view data) const {
  std::optional<std::string> text;
  std::size_t at = 0;
  std::size_t known = 0;  // in the chunk that was learned
  for (std::size_t i = 0; i < hole_count_; ++i) {
    const Hole& hole = holes_[i];
    const std::string_view before = between(known, hole.begin);
    if (!data.substr(at).starts_with(before)) return std::nullopt;
    known = hole.end;
    const std::size_t begin = at + before.size();
    at = end_of_hole(data, begin, hole.is_text);
    if (at == std::string_view::npos) return std::nullopt;
    if (!hole.is_text) continue;
    const char* const end = data.data() + at;
    if (!hole.is_wanted && json::skip_plain(data.data() + begin, data.data() + data.size()) == end) continue;
    std::optional<std::string> found = decoded(data, begin, at);
    if (!found) return std::nullopt;
    if (hole.is_wanted) text = std::move(found);
  }
  if (data.substr(at) != between(known, learned_.size()) || text->empty()) return std::nullopt;
  return text;
}

}  // namespace argwright::protocol::chat
