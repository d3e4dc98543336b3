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
// asked for every piece.
class WholeObject {
 public:
  void add(std::string_view text);
  void forget() { *this = WholeObject(); }
  explicit operator bool() const { return is_closed_; }
  bool is_open() const { return depth_ > 0 && !is_hopeless_; }

 private:
  void take(char c);  // outside of strings

  std::size_t depth_ = 0;
  bool in_string_ = false;
  bool escaped_ = false;
  bool is_closed_ = false;
  bool is_hopeless_ = false;  // something stands before or behind it
};

struct AssembledCall {
  CallPiece call;           // everything so far; `arguments` is the text
  bool settled = false;     // released or withheld: out of the assembler's hands
  std::size_t sent = 0;     // bytes of the text that have been passed on, where pieces are
  bool begun = false;       // its first piece has been passed on
  bool is_written = false;  // and not as it came, so that none of it may
  std::int64_t number = 0;  // under which it was
  bool too_large = false;   // more bytes than the limit came; they were not kept
  bool reported = false;    // where pieces are passed on: it stands in the report
  bool id_made_up = false;  // by us, to pass it on
  bool has_unnamed_piece = false;
  bool ids_vary = false;    // the upstream makes up an id for every piece
  bool is_late = false;     // something of it came behind the last finish reason
  bool began_late = false;  // all of it did
  WholeObject whole;        // of the text
  // Every piece of the text so far repeats the one before it and goes on; the last begins at `last_piece`.
  bool grows = false;
  int growth_evidence = 0;
  std::size_t last_piece = 0;

  // Servers that send all of the text so far in every piece: the last piece is the text. To be called when
  // nothing more comes; true: it was so.
  bool take_last_snapshot(const Limits& limits);
};

class CallAssembler {
 public:
  using NameCheck = std::function<bool(std::string_view name)>;

  // `is_declared`: is there a tool of this name? Tells names that come in pieces from those of two calls.
  CallAssembler(std::size_t max_bytes, std::size_t max_calls, NameCheck is_declared = nullptr)
      : max_bytes_(max_bytes), max_calls_(max_calls), is_declared_(std::move(is_declared)) {}

  // The call that the piece belongs to; nullptr when there are too many calls. Lives as long as the
  // assembler.
  AssembledCall* add(CallPiece&& piece);
  // All calls in the order in which they began.
  std::deque<AssembledCall>& calls() { return calls_; }

 private:
  AssembledCall* find(const CallPiece& piece);
  bool begins_another(const AssembledCall& at, const CallPiece& piece) const;
  // What the call is named when the piece names it otherwise; empty: those are the names of two calls.
  std::string joined_name(const AssembledCall& at, const CallPiece& piece) const;
  bool is_declared(std::string_view name) const { return is_declared_ && is_declared_(name); }
  void add_arguments(AssembledCall& to, CallPiece& piece) const;

  std::deque<AssembledCall> calls_;
  std::size_t max_bytes_;
  std::size_t max_calls_;
  NameCheck is_declared_;
};

}  // namespace argwright::protocol
