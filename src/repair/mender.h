// Stage 4, the inside of an object: reads one object that is almost JSON and writes it as JSON.
//
// The idea: a single pass with an explicit stack. Where JSON is certain, bytes are copied. Where it
// is not, a bounded look at what follows decides (a closing quote is one only if what follows can
// follow a value), so that time stays linear on every shape. Two readings with different meaning
// and no ground to choose: an error, never a guess.
//
//   mender.cc          structure: members, elements, separators, closers
//   mender_string.cc   where a string ends; keys
//   mender_scalar.cc   numbers, literals, values without quotes
//   string_text.cc     what a string holds: escapes, control characters, encoding
//
// Tested by mender_test.cc and tests/corpus.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "argwright/limits.h"
#include "argwright/repair.h"
#include "argwright/result.h"
#include "repair/chars.h"
#include "repair/fix_log.h"

namespace argwright::repair {

struct MendSettings {
  TruncatedPolicy truncated = TruncatedPolicy::kReject;
  std::size_t max_depth = Limits{}.max_depth;
};

class Mender {
 public:
  // `text` and `fixes` must outlive the mender.
  Mender(std::string_view text, const MendSettings& settings, FixLog& fixes)
      : text_(text), settings_(settings), fixes_(fixes) {}

  // Reads the object (or list) whose opening bracket stands at `begin` and appends it to `out`.
  // False: error() tells why, and `out` is as it was.
  bool value(std::size_t begin, std::string& out);

  // Reads members without an opening brace, `"a": 1, b: 2`, up to a closing brace or the end.
  enum class MemberStyle {
    kBraceless,    // "a": 1, "b": 2}   separators as in an object, an extra } may end it
    kLines,        // a: 1 <line break> b: "x"   quoted, numeric, literal or bracketed values only
    kKeywords,     // a=1, b='x')      ends at the closing parenthesis
    kAssignments,  // a = "x" <line break> b = "y"   quoted values only
  };
  bool members(std::size_t begin, MemberStyle style, std::string& out);

  // After success: the first byte that was not read.
  std::size_t end() const { return at_; }
  const Error& error() const { return error_; }
  // Members of the root object.
  unsigned top_members() const { return top_members_; }
  // Brackets that had to be added at the end of the text.
  bool closed_by_end() const { return closed_by_end_; }

  // Can a member start here: a key, perhaps with a quote missing, and a separator behind it? Looks
  // at a bounded number of bytes.
  bool looks_like_key(std::size_t at) const;
  // First byte at or after `at` that is neither white space, invisible nor in a comment. Comments
  // longer than a bound stop it, so that look-ahead stays linear.
  std::size_t skip_ahead(std::size_t at) const;

 private:
  enum class Place : unsigned char { kMember, kElement, kKey };
  enum class Follow : unsigned char { kNo, kWeak, kStrong, kConcatenation };

  struct Frame {
    char open = '{';           // '{', '[' or '(' for a tuple
    bool has_item = false;     // a member or element was written
    bool after_comma = false;  // the last token was a comma
    bool in_item = false;      // an item was begun and is not yet whole
    unsigned count = 0;        // items written
    std::size_t begin = 0;     // offset of the opener
    std::size_t item_out = 0;  // out size before the current item, to take it back
    std::size_t comma_at = 0;  // offset of the last comma
  };

  bool run(std::string& out);
  bool step_object(std::string& out);
  bool step_list(std::string& out);
  bool read_member(std::string& out);
  bool read_separator();
  bool read_value(std::string& out, Place place);
  bool open(char bracket, std::size_t length, std::string& out);
  bool handle_comma(std::size_t length);
  bool handle_closer(char closer, std::size_t length, std::string& out);
  void close_top(std::string& out);
  bool at_end(std::string& out);
  void drop_item(std::string& out);
  void finish_item();
  bool skip_blanks();
  void skip_comment(std::size_t end, std::size_t closer_length);
  void begin_item(std::string& out);

  // Strings. `at_` is at the opening quote and ends behind the closing one.
  bool read_string(std::string& out, Place place);
  bool read_quoted_key(std::string& out);
  bool read_bare_key(std::string& out);
  bool read_triple(Quote quote, std::string& out, bool& done);
  Follow follow_after(std::size_t at, Place place, bool inner_seen) const;
  Follow follow_closers(std::size_t at, bool inner_seen) const;
  bool close_at_final_brackets(std::size_t begin, std::string& out);
  bool close_before_next_key(std::size_t begin, std::size_t quote_at, std::string& out);
  void note_opening_quote(Quote quote, std::size_t at);
  bool ambiguous_quote(std::size_t at);
  bool is_separator(std::size_t at) const;
  bool starts_value(std::size_t at) const;
  bool at_root() const { return stack_.size() == 1; }

  // Scalars.
  bool read_scalar(std::string& out, Place place);
  bool read_number(std::string& out, Place place, bool& done);
  bool read_word(std::string& out, Place place, bool& done);
  bool read_bare_string(std::string& out, Place place);
  bool ends_scalar(std::size_t at) const;

  bool fail(ErrorCode code, std::string message, std::size_t at);
  bool cut(std::string message);
  bool fail_ellipsis();
  char peek(std::size_t at) const { return at < text_.size() ? text_[at] : '\0'; }
  bool close_policy() const { return settings_.truncated == TruncatedPolicy::kClose; }

  std::string_view text_;
  const MendSettings& settings_;
  FixLog& fixes_;
  std::vector<Frame> stack_;
  std::size_t at_ = 0;
  Error error_;
  MemberStyle style_ = MemberStyle::kBraceless;
  bool braceless_ = false;  // the root has no opening brace in the text
  bool closed_by_end_ = false;
  bool finished_ = false;
  bool comment_fault_ = false;  // error_ is about a comment
  bool bare_key_ = false;       // the key just read had no quotes
  int extra_openers_ = 0;
  unsigned top_members_ = 0;
  bool closing_ = false;         // TruncatedPolicy::kClose is at work
  bool drop_member_ = false;     // the value just read was `undefined`
  bool concatenates_ = false;    // the string just read is followed by + and another string
  bool restart_object_ = false;  // what looked like a key was a stuttered opening brace
  bool raw_string_ = false;      // the next string has a raw prefix: r'\d'
  std::size_t item_end_ = 0;     // first byte after the last whole item
  int odd_strings_ = 0;          // strings with an odd number of inner quotes
  int missing_close_ = 0;        // strings whose closing quote was added
  bool unclosed_key_ = false;    // a key whose closing quote was added
  int missing_open_ = 0;         // strings whose opening quote was added
};

}  // namespace argwright::repair
