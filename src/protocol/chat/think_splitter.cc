#include "protocol/chat/think_splitter.h"

#include <algorithm>
#include <utility>

namespace argwright::protocol::chat {
namespace {

constexpr std::string_view kOpening = "<think>";
constexpr std::string_view kClosing = "</think>";
// White space before the tag is looked through only so far.
constexpr std::size_t kMaxSpace = 256;

// How many bytes at the end of `text` may be the beginning of `tag`.
std::size_t possible_tag(std::string_view text, std::string_view tag) {
  for (std::size_t size = std::min(text.size(), tag.size() - 1); size > 0; --size) {
    if (tag.starts_with(text.substr(text.size() - size))) return size;
  }
  return 0;
}

}  // namespace

bool begins_with_reasoning(std::string_view content) {
  const std::size_t begin = content.find_first_not_of(" \t\r\n");
  return begin != std::string_view::npos && content.substr(begin).starts_with(kOpening);
}

ThinkSplitter::Piece ThinkSplitter::feed(std::string_view content) {
  Piece piece;
  if (place_ == Place::kBehind) {
    piece.text = content;
    return piece;
  }
  held_ += content;
  if (place_ == Place::kBefore) {
    const std::size_t begin = std::min(held_.find_first_not_of(" \t\r\n"), held_.size());
    const std::string_view rest = std::string_view(held_).substr(begin);
    if (rest.starts_with(kOpening)) {
      piece.opening = held_.substr(0, begin + kOpening.size());
      held_.erase(0, begin + kOpening.size());
      place_ = Place::kInside;
    } else if (kOpening.starts_with(rest) && begin <= kMaxSpace) {
      return piece;  // nothing but white space, or the beginning of the tag
    } else {
      piece.text = std::exchange(held_, {});
      place_ = Place::kBehind;
      return piece;
    }
  }
  const std::size_t end = held_.find(kClosing);
  if (end == std::string::npos) {
    const std::size_t keep = possible_tag(held_, kClosing);
    piece.reasoning = held_.substr(0, held_.size() - keep);
    held_.erase(0, held_.size() - keep);
    return piece;
  }
  piece.reasoning = held_.substr(0, end);
  piece.closing = kClosing;
  piece.text = held_.substr(end + kClosing.size());
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
