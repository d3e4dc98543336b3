// The chunks of a stream are alike but for one text, and for a few members that nobody reads: where all other
// bytes are those of a chunk that was read in full, the chunk needs no reading.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace argwright::protocol::chat {

class ChunkTemplate {
 public:
  // `data` was read in full and is strict JSON. From now on match() knows chunks that differ from it in the
  // text of the member `key`, and in the values of the time, the id and the padding, alone. False, and
  // nothing is known any more, when there is not just one member `key`, with a text.
  bool learn(std::string_view data, std::string_view key);
  void forget() { holes_.clear(); }
  bool empty() const { return holes_.empty(); }

  // The text of the member, decoded; nothing when the chunk is of another make, or the text is empty or no
  // strict JSON string. Precondition: not empty().
  std::optional<std::string> match(std::string_view data) const;

 private:
  // A value that may be another one. `before` are the bytes between the hole before and this one.
  struct Hole {
    std::string before;
    bool is_text = false;    // a string, without its quotes; else digits
    bool is_wanted = false;  // the text that match() gives
  };
  std::optional<std::string> match_holes(std::string_view data) const;

  std::vector<Hole> holes_;
  std::string behind_;  // the bytes behind the last hole
  // All bytes before and behind the wanted text of the chunk that was learned: most chunks have the same.
  std::string prefix_, suffix_;
};

}  // namespace argwright::protocol::chat
