#include "protocol/chat/think_splitter.h"

#include <algorithm>
#include <utility>

namespace argwright::protocol::chat {
namespace {

constexpr std::string_view kThinkTag = "<think>";
constexpr std::string_view kEndTag = "</think>";
// White space before the tag is looked through only so far.
constexpr std::size_t kMaxSpace = 256;

// How many bytes at the end of `text` may be the beginning of `tag`.
std::size_t possible_tag(std::string_view text, std::string_view tag) {
  for (std::size_t size = std::min(text.size(), tag.size() - 1); size > 0; --size) {
    if (tag.starts_with(text.substr(text.size() - size))) return size;
  }
  return 0;
}

// Where reasoning ends that was never opened: at a tag that closes it at the end of a line.
std::size_t end_of_unopened_reasoning(std::string_view content) {
  const std::size_t end = content.find(kEndTag);
  if (end == std::string_view::npos || content.find(kThinkTag) < end) return std::string_view::npos;
  const std::string_view behind = content.substr(end + kEndTag.size());
  const bool ends_line = behind.empty() || behind.starts_with('\n') || behind.starts_with("\r\n");
  const bool is_quoted = end > 0 && content[end - 1] == '`';
  return ends_line && !is_quoted ? end : std::string_view::npos;
}

}  // namespace

bool begins_with_reasoning(std::string_view content) {
  const std::size_t begin = content.find_first_not_of(" \t\r\n");
  return begin != std::string_view::npos && content.substr(begin).starts_with(kThinkTag);
}

bool holds_reasoning(std::string_view content) {
  return content.find(kThinkTag) != std::string_view::npos || content.find(kEndTag) != std::string_view::npos;
}

ThinkSplitter::Piece ThinkSplitter::feed_whole(std::string_view content) {
  const std::size_t end =
      place_ == Place::kBefore && held_.empty() ? end_of_unopened_reasoning(content) : std::string_view::npos;
  if (end == std::string_view::npos) return feed(content);
  place_ = Place::kBehind;
  return {{},
          std::string(content.substr(0, end)),
          std::string(kEndTag),
          std::string(content.substr(end + kEndTag.size()))};
}

ThinkSplitter::Piece ThinkSplitter::feed(std::string_view content) {
  return is_flagged_ && place_ == Place::kInside ? split_behind_thought(content) : split(content);
}

ThinkSplitter::Piece ThinkSplitter::feed_thought(std::string_view content) {
  is_flagged_ = true;
  if (place_ == Place::kBehind) place_ = Place::kBefore;  // it may think again
  Piece piece = split(content);
  if (place_ == Place::kBehind && piece.closing.empty()) {
    piece.reasoning = std::exchange(piece.text, {});
    place_ = Place::kInside;
  }
  return piece;
}

// The tag may be missing: nothing else tells that what follows is text.
ThinkSplitter::Piece ThinkSplitter::split_behind_thought(std::string_view content) {
  held_ += content;
  const std::size_t begin = std::min(held_.find_first_not_of(" \t\r\n"), held_.size());
  const std::string_view rest = std::string_view(held_).substr(begin);
  if (rest.starts_with(kThought.closing)) return split({});
  Piece piece;
  if (kThought.closing.starts_with(rest) && begin <= kMaxSpace) return piece;
  piece.text = std::exchange(held_, {});
  place_ = Place::kBehind;
  return piece;
}

ThinkSplitter::Piece ThinkSplitter::split(std::string_view content) {
  const Tags& tags = is_flagged_ ? kThought : kThink;
  Piece piece;
  if (place_ == Place::kBehind) {
    piece.text = content;
    return piece;
  }
  held_ += content;
  if (place_ == Place::kBefore) {
    const std::size_t begin = std::min(held_.find_first_not_of(" \t\r\n"), held_.size());
    const std::string_view rest = std::string_view(held_).substr(begin);
    if (rest.starts_with(tags.opening)) {
      piece.opening = held_.substr(0, begin + tags.opening.size());
      held_.erase(0, begin + tags.opening.size());
      place_ = Place::kInside;
    } else if (tags.opening.starts_with(rest) && begin <= kMaxSpace) {
      return piece;  // nothing but white space, or the beginning of the tag
    } else {
      piece.text = std::exchange(held_, {});
      place_ = Place::kBehind;
      return piece;
    }
  }
  const std::size_t end = held_.find(tags.closing);
  if (end == std::string::npos) {
    const std::size_t keep = possible_tag(held_, tags.closing);
    piece.reasoning = held_.substr(0, held_.size() - keep);
    held_.erase(0, held_.size() - keep);
    return piece;
  }
  piece.reasoning = held_.substr(0, end);
  piece.closing = tags.closing;
  piece.text = held_.substr(end + tags.closing.size());
  held_.clear();
  place_ = Place::kBehind;
  return piece;
}

ThinkSplitter::Piece ThinkSplitter::pause() {
  return place_ == Place::kBefore && !held_.empty() ? finish() : Piece();
}

ThinkSplitter::Piece ThinkSplitter::finish() {
  Piece piece;
  (place_ == Place::kInside ? piece.reasoning : piece.text) = std::exchange(held_, {});
  if (place_ == Place::kBefore && !piece.text.empty()) place_ = Place::kBehind;
  return piece;
}

}  // namespace argwright::protocol::chat
