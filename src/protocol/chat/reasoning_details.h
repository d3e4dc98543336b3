// The reasoning_details of chat replies (OpenRouter, MiniMax and others): a list that in streams comes in
// pieces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "argwright/json.h"

namespace argwright::protocol::chat {

// Puts the pieces together: one with the type and index (and id) of the last entry continues it; texts are
// appended, signatures and data replaced by the later ones. Some upstreams send the whole text so far with
// each piece (cumulative) where others send what is new: a piece that begins with all that came before, and
// is longer, tells the former.
class DetailsMerger {
 public:
  // Returns the text that these pieces add to what was told, for those who show it.
  std::string add(json::Array pieces);
  const json::Array& details() const { return details_; }
  // What was put together; the next piece begins anew.
  json::Array take();

 private:
  enum class Manner : std::uint8_t { kUnknown, kIncremental, kCumulative };
  // How a text of the last entry grows.
  struct Growth {
    Manner manner = Manner::kUnknown;
    std::size_t last_piece = 0;  // where in the text the last piece begins
  };
  std::string continue_last(json::Value piece);
  static std::string extend(std::string& text, Growth& growth, std::string piece);
  // Of the member that holds a text.
  Growth& growth_of(std::string_view key) { return key == "summary" ? summary_ : text_; }

  json::Array details_;
  Growth text_;
  Growth summary_;
};

}  // namespace argwright::protocol::chat
