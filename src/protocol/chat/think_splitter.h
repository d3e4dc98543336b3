// Reasoning that stands in the content of a chat reply, between <think> and </think> at its beginning, or
// between <thought> and </thought> where the server flags it (Gemini). Takes the content in pieces, cut
// anywhere, and gives it out again as reasoning and text; together they are the content, byte for byte.
#pragma once

#include <string>
#include <string_view>

namespace argwright::protocol::chat {

// Does a whole content begin with reasoning?
bool begins_with_reasoning(std::string_view content);
// Does a tag of reasoning stand anywhere in it? Some templates open it for the model, who only closes it.
bool holds_reasoning(std::string_view content);

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
  // All of the content: what stands before a closing tag that nothing opened is reasoning, too.
  Piece feed_whole(std::string_view content);
  // A piece that is flagged as reasoning: it is that, with or without tags, but for what is behind the
  // closing one. A piece without the flag is text, but for the closing tag at its beginning.
  Piece feed_thought(std::string_view content);
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
  struct Tags {
    std::string_view opening, closing;
  };
  static constexpr Tags kThink{"<think>", "</think>"};
  static constexpr Tags kThought{"<thought>", "</thought>"};

  Piece split(std::string_view content);
  Piece split_behind_thought(std::string_view content);

  enum class Place { kBefore, kInside, kBehind };
  Place place_ = Place::kBefore;
  bool is_flagged_ = false;
  std::string held_;
};

}  // namespace argwright::protocol::chat
