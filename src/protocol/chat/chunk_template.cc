#include "protocol/chat/chunk_template.h"

#include <algorithm>

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
  const char* const last = data.data() + end;
  if (json::skip_plain(data.data() + begin, last) == last)
    return std::string(data.substr(begin, end - begin));
  std::string text;
  if (!json::decode_string(data.substr(begin - 1, end - begin + 2), text)) return std::nullopt;
  return text;
}

struct Place {
  std::size_t begin, end;
  bool is_text, is_wanted;
};

// The value of the one member with this key.
std::optional<Place> find_member(std::string_view data, std::string_view key, bool is_text) {
  const std::string member = "\"" + std::string(key) + (is_text ? "\":\"" : "\":");
  const std::size_t at = data.find(member);
  // Inside of strings quotes have a backslash before them, so a key is told by what stands before it.
  if (at == std::string_view::npos || at == 0 || (data[at - 1] != '{' && data[at - 1] != ','))
    return std::nullopt;
  if (data.find(member, at + 1) != std::string_view::npos) return std::nullopt;
  const std::size_t begin = at + member.size();
  const std::size_t end = end_of_hole(data, begin, is_text);
  if (end == std::string_view::npos) return std::nullopt;
  return Place{begin, end, is_text, false};
}

}  // namespace

bool ChunkTemplate::learn(std::string_view data, std::string_view key) {
  forget();
  std::optional<Place> wanted = find_member(data, key, true);
  if (!wanted) return false;
  wanted->is_wanted = true;
  std::vector<Place> places = {*wanted};
  for (const FreeMember& member : kFreeMembers) {
    if (const std::optional<Place> place = find_member(data, member.key, member.is_text))
      places.push_back(*place);
  }
  std::ranges::sort(places, {}, &Place::begin);
  std::size_t at = 0;
  for (const Place& place : places) {
    holes_.push_back({std::string(data.substr(at, place.begin - at)), place.is_text, place.is_wanted});
    at = place.end;
  }
  behind_ = data.substr(at);
  prefix_ = data.substr(0, wanted->begin);
  suffix_ = data.substr(wanted->end);
  return true;
}

std::optional<std::string> ChunkTemplate::match(std::string_view data) const {
  if (data.size() > prefix_.size() + suffix_.size() && data.starts_with(prefix_) && data.ends_with(suffix_)) {
    const char* const begin = data.data() + prefix_.size();
    const char* const end = data.data() + data.size() - suffix_.size();
    if (json::skip_plain(begin, end) == end) return std::string(begin, end);
  }
  return match_holes(data);
}

std::optional<std::string> ChunkTemplate::match_holes(std::string_view data) const {
  std::optional<std::string> text;
  std::size_t at = 0;
  for (const Hole& hole : holes_) {
    if (!data.substr(at).starts_with(hole.before)) return std::nullopt;
    const std::size_t begin = at + hole.before.size();
    at = end_of_hole(data, begin, hole.is_text);
    if (at == std::string_view::npos) return std::nullopt;
    if (!hole.is_text) continue;
    const char* const end = data.data() + at;
    if (!hole.is_wanted && json::skip_plain(data.data() + begin, end) == end) continue;
    std::optional<std::string> found = decoded(data, begin, at);
    if (!found) return std::nullopt;
    if (hole.is_wanted) text = std::move(found);
  }
  if (data.substr(at) != behind_ || text->empty()) return std::nullopt;
  return text;
}

}  // namespace argwright::protocol::chat
