// Reads chunks of a chat stream, or a whole chat body, into events. A body is a chunk whose choices hold a
// `message` in place of a `delta`.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>

#include "protocol/chat/reasoning_details.h"
#include "protocol/chat/think_splitter.h"
#include "protocol/codec.h"
#include "protocol/event.h"

namespace argwright::protocol::chat {

class ReplyReader {
 public:
  enum class Mode : std::uint8_t { kStream, kBody };
  ReplyReader(const DecodeOptions& options, Mode mode) : options_(options), mode_(mode) {}

  // An error in it becomes a Failure.
  void read(json::Value chunk, Events& events);
  // What is an error, whatever it holds.
  void fail(const json::Value& chunk, Events& events);
  // What was held of a text, since it may have been the beginning of a tag, is told: an error follows.
  void flush(Events& events);
  // What is still open ends; then End. Once.
  void end(bool clean, Events& events);
  bool ended() const { return ended_; }

  // A chunk that did nothing but go on with the part, or with a call, that was at hand, and would do the same
  // again with another text.
  struct Continuation {
    int choice = 0;
    int part = 0;                       // of the text
    std::optional<std::int64_t> index;  // of the call
    bool is_call = false;
    std::string_view key;  // the member that holds the text
  };
  // What the last read() was; `events` are those that it gave.
  std::optional<Continuation> continuation(std::span<const Event> events) const;
  // May the same be said of a chunk now?
  bool continues(const Continuation& last) const;

 private:
  struct ToldFinish {
    json::Value word;
    Extras extras;
  };
  struct Choice {
    int number = 0;
    std::uint64_t chunk = 0;  // the last that had it
    int next_part = 0;
    bool open = false;  // a part is open: the last one
    PartKind kind = PartKind::kText;
    ReasoningForm form = ReasoningForm::kText;
    bool role_seen = false;
    bool finished = false;
    // What deltas have told: a `message` behind them tells it once more.
    bool has_delta = false;
    bool has_text = false;
    bool has_reasoning = false;
    bool has_calls = false;
    bool has_legacy_call = false;
    DetailsMerger details;
    bool has_reasoning_text = false;  // told in a member of its own: the details repeat it
    json::Array annotations;
    std::string signature, encrypted;  // of the reasoning at hand
    std::string closing;
    std::string_view field;  // of the reasoning at hand
    ThinkSplitter splitter;
    bool is_thought = false;  // the content at hand is flagged so
    // Does another reply begin within this one?
    std::string reply_id;
    std::size_t chunks_of_reply = 0;  // read in full
    bool repeats_role = false;
    bool ids_vary = false;                             // they tell nothing
    std::set<std::optional<std::int64_t>> open_calls;  // indices
    std::optional<ToldFinish> told_finish;             // of the chunk at hand
    std::optional<Finish> held_finish;                 // it came within what may be a tag
  };

  static void fail_for_no_choice(json::Value& body, Events& events);
  void start(json::Value& chunk, bool has_choices, Events& events);
  void tell_head(Extras told, Events& events);
  void read_usage_of(json::Value& chunk, Events& events);
  void read_choices(json::Array& choices, Events& events);
  void hold_finish(Choice& choice, ToldFinish told);
  // `place`: its number, where it has none.
  void read_choice(json::Value& source, std::int64_t place, Events& events);
  Choice& choice_of(const json::Value& source, std::int64_t place, Events& events);
  // Texts in place of a delta or a message (completions of old) become one.
  void shape_parts_of(json::Value& source, Events& events) const;
  // The delta and the message of a choice. Most have one of them.
  void read_parts_of(Choice& choice, json::Value& source, bool is_end, Extras& choice_extras, Events& events);
  bool begins_anew(Choice& choice, const json::Value& delta, bool is_end) const;
  void abandon_calls(Choice& choice, Events& events);
  // Takes out of a message, or a delta beside one, what the choice has told already. False: nothing is left.
  static bool keep_news(const Choice& choice, json::Value& told_again);
  void read_finish(Choice& choice, const json::Value& finish, Extras extras, Events& events);
  static void tell_held_finish(Choice& choice, Events& events);
  void read_delta(Choice& choice, json::Value& delta, Extras& choice_extras, bool whole, Events& events);
  void read_reasoning(Choice& choice, json::Value& delta, Events& events);
  void read_content(Choice& choice, json::Value& content, Events& events);
  void read_text(Choice& choice, std::string text, Events& events);
  void read_content_part(Choice& choice, json::Value& part, Events& events);
  void read_reasoning_part(Choice& choice, json::Value& part, Events& events);
  void end_with_proof(Choice& choice, json::Value& told, Events& events);
  void read_calls(Choice& choice, json::Array& calls, bool whole, Events& events);
  CallPiece read_call(Choice& choice, json::Value& call, bool whole, Events& events);
  void read_legacy_call(Choice& choice, json::Value& call, Events& events);
  void add_content(Choice& choice, ThinkSplitter::Piece piece, Events& events);
  void add_refusal(Choice& choice, std::string text, Events& events);
  // The part of this kind, opened where another one or none is.
  void open(Choice& choice, PartKind kind, ReasoningForm form, std::string_view field, Events& events);
  void close(Choice& choice, Events& events);
  void add(Choice& choice, PartKind kind, std::string text, Events& events, std::string_view field = {});

  const DecodeOptions options_;
  const Mode mode_;
  std::map<int, Choice> choices_;
  std::string reply_id_;             // of the chunk at hand
  std::uint64_t chunk_ = 0;          // the number of the one at hand
  Extras head_;                      // members beside the choices, as last told
  std::optional<Usage> usage_;       // told last
  std::optional<int> first_choice_;  // its number, as sent
  bool has_one_choice_ = false;      // or the client reads one only
  bool has_told_finish_ = false;     // some choice has
  bool plain_ = false;               // the last chunk held nothing that is not in its events
  bool started_ = false;
  bool ended_ = false;
};

}  // namespace argwright::protocol::chat
