// Puts the pieces of calls together, however the upstream numbers them (WIRE.md section 1, "Accumulate
// upstream"): indices that are missing, negative, repeated for another call, interleaved or counted from 1;
// ids that are made up anew for every piece; names that come late, again or in pieces; the whole text told
// once more at the end, or all of it so far in every piece.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/event.h"

namespace argwright::protocol {

// Has an object been opened and closed, and nothing come behind it? Told while the text grows, since it is
// asked for every piece. Strings may stand in single quotes; a text that was quoted as a whole is open until
// its quote is closed.
class WholeObject {
 public:
  void add(std::string_view text);
  void forget() { *this = WholeObject(); }
  explicit operator bool() const { return is_closed_; }
  bool is_open() const { return (depth_ > 0 || quote_ != '\0') && !is_hopeless_; }

 private:
  void take(char c);  // outside of strings

  std::size_t depth_ = 0;
  char quote_ = '\0';  // of the string at hand
  bool escaped_ = false;
  bool is_closed_ = false;
  bool is_hopeless_ = false;  // something stands before or behind it
};

struct AssembledCall {
  CallPiece call;                     // everything so far; `arguments` is the text
  bool settled = false;               // released or withheld: out of the assembler's hands
  std::size_t sent = 0;               // bytes of the text that have been passed on, where pieces are
  bool begun = false;                 // its first piece has been passed on
  bool is_written = false;            // and not as it came, so that none of it may
  std::int64_t number = 0;            // under which it was
  bool too_large = false;             // more bytes than the limit came; they were not kept
  bool reported = false;              // where pieces are passed on: it stands in the report
  bool id_made_up = false;            // by us, to pass it on
  bool ids_vary = false;              // the upstream makes up an id for every piece
  bool has_piece_without_id = false;  // behind the one that told it
  bool named_again = false;           // behind its text: what comes now is another call's
  bool began_late = false;            // behind the last finish reason
  std::size_t text_pieces = 0;        // that told something new
  std::size_t text_pieces_before_finish = 0;
  WholeObject whole;  // of the text
  // Every piece of the text so far repeats the one before it and goes on; the last begins at `last_piece`.
  bool grows = false;
  int growth_evidence = 0;
  std::size_t last_piece = 0;

  // Something of it came behind the last finish reason.
  bool is_late() const { return began_late || text_pieces > text_pieces_before_finish; }

  // It seems that each piece tells all of the text so far.
  bool has_snapshots() const;
  // As far as it was told; where there are snapshots, by the last.
  std::string_view text() const;
  // Servers that send all of the text so far in every piece: the last piece is the text. To be called when
  // nothing more comes; true: it was so.
  bool take_last_snapshot(const Limits& limits);
};

class CallAssembler {
 public:
  // What a text is to the names of the tools that are declared.
  enum class NameMatch : std::uint8_t { kNone, kBeginning, kWhole };
  using NameCheck = std::function<NameMatch(std::string_view name)>;

  // `match`: tells names that come in pieces from those of two calls.
  CallAssembler(std::size_t max_bytes, std::size_t max_calls, NameCheck match = nullptr)
      : max_bytes_(max_bytes), max_calls_(max_calls), match_(std::move(match)) {}

  // The call that the piece belongs to; nullptr when there are too many calls. Lives as long as the
  // assembler.
  AssembledCall* add(CallPiece&& piece);
  // All calls in the order in which they began.
  std::deque<AssembledCall>& calls() { return calls_; }
  const std::deque<AssembledCall>& calls() const { return calls_; }

 private:
  AssembledCall* find(CallPiece& piece);
  bool begins_another(const AssembledCall& at, const CallPiece& piece) const;
  AssembledCall* counted_by_pieces(const CallPiece& piece);
  // What the call is named when the piece names it otherwise; empty: those are the names of two calls.
  std::string joined_name(const AssembledCall& at, const CallPiece& piece) const;
  NameMatch match(std::string_view name) const { return match_ ? match_(name) : NameMatch::kNone; }
  bool is_declared(std::string_view name) const { return match(name) == NameMatch::kWhole; }
  void add_arguments(AssembledCall& to, CallPiece& piece) const;

  std::deque<AssembledCall> calls_;
  std::size_t max_bytes_;
  std::size_t max_calls_;
  NameCheck match_;
};

}  // namespace argwright::protocol
