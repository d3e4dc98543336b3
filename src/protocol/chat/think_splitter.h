// Reasoning that stands in the content of a chat reply, between <think> and </think> at its beginning. Takes
// the content in pieces, cut anywhere, and gives it out again as reasoning and text; together they are the
// content, byte for byte.
#pragma once

#include <string>
#include <string_view>

namespace argwright::protocol::chat {

// Does a whole content begin with reasoning?
bool begins_with_reasoning(std::string_view content);

class ThinkSplitter {
 public:
  struct Piece {
    std::string opening;    // the tag that begins the reasoning, with white space before it; once
    std::string reasoning;  // in order: opening, reasoning, closing, text
    std::string closing;    // the tag that ends it; once
    std::string text;
  };

  // What the piece settles; what may be the beginning of a tag is held back.
  Piece feed(std::string_view content);
  // Something else comes between: text that was held is told, reasoning goes on behind it.
  Piece pause();
  // The end of the content, as it seems: nothing is held any more. Where the content goes on, so does its
  // reasoning.
  Piece finish();
  // What came last may be the beginning of a tag.
  bool holds() const { return !held_.empty(); }
  // All that follows is text.
  bool is_behind() const { return place_ == Place::kBehind; }

 private:
  enum class Place { kBefore, kInside, kBehind };
  Place place_ = Place::kBefore;
  std::string held_;
};

}  // namespace argwright::protocol::chat
