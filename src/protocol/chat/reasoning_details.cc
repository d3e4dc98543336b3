#include "protocol/chat/reasoning_details.h"

#include <string_view>
#include <utility>

#include "protocol/fields.h"

namespace argwright::protocol::chat {
namespace {

// A text this short may well be the beginning of the next piece by chance ("\n", "a").
constexpr std::size_t kTelling = 3;
// A piece this long that repeats the text told so far is that text, told once more.
constexpr std::size_t kRepeated = 32;

bool continues(const json::Value& entry, const json::Value& piece) {
  if (text_at(entry, "type") != text_at(piece, "type")) return false;
  const json::Value* mine = member(entry, "index");
  const json::Value* other = member(piece, "index");
  if (mine == nullptr || other == nullptr || !(*mine == *other)) return false;
  // Encrypted entries are whole; one index with another id is another entry.
  const std::string_view id = text_at(piece, "id");
  return id.empty() || text_at(entry, "id").empty() || id == text_at(entry, "id");
}

bool is_text(std::string_view key) { return key == "text" || key == "summary"; }

std::string text_of(const json::Value& entry) {
  std::string text(text_at(entry, "text"));
  text += text_at(entry, "summary");
  return text;
}

}  // namespace

std::string DetailsMerger::add(json::Array pieces) {
  std::string added;
  for (json::Value& piece : pieces) {
    if (!piece.is_object()) continue;
    // Only the last entry goes on: entries do not interleave.
    if (!details_.empty() && continues(details_.back(), piece)) {
      added += continue_last(std::move(piece));
    } else {
      added += text_of(piece);
      text_ = summary_ = {};
      details_.push_back(std::move(piece));
    }
  }
  return added;
}

json::Array DetailsMerger::take() {
  text_ = summary_ = {};
  return std::exchange(details_, {});
}

std::string DetailsMerger::continue_last(json::Value piece) {
  json::Value& entry = details_.back();
  std::string added;
  for (json::Member& part : piece.members()) {
    if (part.value.is_null()) continue;
    json::Value* mine = entry.find(part.key);
    if (mine == nullptr) {
      if (is_text(part.key) && part.value.is_string()) added += part.value.string();
      entry.members().push_back(std::move(part));
    } else if (is_text(part.key) && mine->is_string() && part.value.is_string()) {
      added += extend(mine->string(), growth_of(part.key), std::move(part.value.string()));
    } else {
      if (is_text(part.key)) growth_of(part.key) = {};
      *mine = std::move(part.value);
    }
  }
  return added;
}

std::string DetailsMerger::extend(std::string& text, Growth& growth, std::string piece) {
  const auto repeats = [&](std::string_view before) {
    return piece.size() > before.size() && !before.empty() && piece.starts_with(before);
  };
  // Where the manner is not yet known the text is that of the first pieces, all of them short.
  const std::string_view last = std::string_view(text).substr(growth.last_piece);
  if (growth.manner == Manner::kUnknown && !text.empty() && last.size() < kTelling &&
      growth.last_piece == 0 && repeats(last)) {
    // Undecided: taken as new for the moment. The next piece tells.
    growth.last_piece = text.size();
    text += piece;
    return piece;
  }
  if (growth.manner == Manner::kUnknown && !last.empty() && repeats(last)) {
    growth.manner = Manner::kCumulative;
    std::string added = piece.substr(last.size());
    text = std::move(piece);
    growth.last_piece = 0;
    return added;
  }
  if (growth.manner == Manner::kCumulative && piece.starts_with(text)) {
    std::string added = piece.substr(text.size());
    text = std::move(piece);
    return added;
  }
  if (piece == text && piece.size() >= kRepeated) return {};
  if (!piece.empty() && !text.empty()) growth.manner = Manner::kIncremental;
  growth.last_piece = text.size();
  text += piece;
  return piece;
}

}  // namespace argwright::protocol::chat
