// The chunks of a stream are alike but for one text, and for a few members that nobody reads: where all other
// bytes are those of a chunk that was read in full, the chunk needs no reading.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace argwright::protocol::chat {

class ChunkTemplate {
 public:
  // `data` was read in full and is strict JSON. From now on match() knows chunks that differ from it in the
  // text of the member `key`, and in the values of the time, the id and the padding, alone. False, and
  // nothing is known any more, when there is not just one member `key`, with a text.
  bool learn(std::string_view data, std::string_view key);
  void forget() { hole_count_ = 0; }
  bool empty() const { return hole_count_ == 0; }

  // The text of the member, decoded; nothing when the chunk is of another make, or the text is empty or no
  // strict JSON string. Precondition: not empty().
  std::optional<std::string> match(std::string_view data) const;

 private:
  // A value that may be another one, and where it stands in the chunk that was learned.
  struct Hole {
    std::size_t begin, end;
    bool is_text;    // a string, without its quotes; else digits
    bool is_wanted;  // the text that match() gives
  };
  static constexpr std::size_t kMostHoles = 4;

  std::string_view between(std::size_t begin, std::size_t end) const {
    return std::string_view(learned_).substr(begin, end - begin);
  }
  std::optional<std::string> match_holes(std::string_view data) const;

  std::string learned_;                   // the whole chunk
  std::array<Hole, kMostHoles> holes_{};  // in order
  std::size_t hole_count_ = 0;
  Hole wanted_{};
};

}  // namespace argwright::protocol::chat
