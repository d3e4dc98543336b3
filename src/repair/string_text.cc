// Tested by string_text_test.cc.
#include "repair/string_text.h"

#include <algorithm>
#include <array>

#include "json/utf8.h"

namespace argwright::repair {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

bool is_json_escape_letter(char c) { return c == 'b' || c == 'f' || c == 'n' || c == 'r' || c == 't'; }

// \uXXXX at `at` (the backslash)?
bool is_unicode_escape(std::string_view text, std::size_t at) {
  if (at + 6 > text.size() || text[at + 1] != 'u') return false;
  return std::all_of(text.begin() + static_cast<std::ptrdiff_t>(at) + 2,
                     text.begin() + static_cast<std::ptrdiff_t>(at) + 6, is_hex);
}

unsigned hex_value(std::string_view digits) {
  unsigned value = 0;
  for (const char c : digits) {
    value = value * 16 + static_cast<unsigned>(is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
  }
  return value;
}

// Commands of TeX whose first letter is also an escape of JSON.
bool reads_as_tex_command(std::string_view text, std::size_t letter_at) {
  static constexpr std::array<std::string_view, 68> kCommands = {
      "bar",      "begin",     "beta",     "between",    "bf",         "big",    "bigcap",  "bigcup",
      "binom",    "bmatrix",   "bmod",     "bold",       "boldsymbol", "bot",    "boxed",   "bullet",
      "fbox",     "flat",      "footnote", "forall",     "frac",       "nabla",  "natural", "ne",
      "nearrow",  "neg",       "neq",      "newcommand", "newline",    "ni",     "nmid",    "noindent",
      "nonumber", "not",       "notin",    "nu",         "nwarrow",    "rangle", "rceil",   "ref",
      "rfloor",   "rho",       "right",    "rightarrow", "rm",         "root",   "rtimes",  "tag",
      "tan",      "tanh",      "tau",      "text",       "textbf",     "textit", "textrm",  "texttt",
      "tfrac",    "therefore", "theta",    "thinspace",  "tilde",      "times",  "tiny",    "title",
      "to",       "top",       "triangle", "triangleq"};
  std::size_t end = letter_at;
  while (end < text.size() && end - letter_at < 16 && is_letter(text[end])) ++end;
  const std::string_view word = text.substr(letter_at, end - letter_at);
  return std::find(kCommands.begin(), kCommands.end(), word) != kCommands.end();
}

// Consists of nothing but path characters, so that a control character in it makes no sense.
bool reads_as_relative_path(std::string_view text) {
  bool separator = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\') {
      if (i == 0 || is_unicode_escape(text, i)) return false;
      separator = true;
    } else if (!is_word(c) && c != '.' && c != '-' && c != '~' && !is_non_ascii(c)) {
      return false;
    }
  }
  return separator;
}

// C:\ somewhere in the text, at the beginning of a word.
bool holds_drive_path(std::string_view text) {
  for (std::size_t i = text.find(":\\"); i != std::string_view::npos; i = text.find(":\\", i + 2)) {
    if (i >= 1 && is_letter(text[i - 1]) && (i == 1 || !is_word(text[i - 2]))) return true;
  }
  return false;
}

// Does a string with at least one escape that JSON lacks mean all its backslashes literally?
bool means_literal_backslashes(std::string_view text) {
  bool pattern = false;        // an escape of a path, pattern or formula
  bool half_unicode = false;   // \u without four digits
  bool has_blank = false;      // white space in the text
  bool line_evidence = false;  // a \n or \t that can only be a control character
  bool ends_in_line = false;   // \n at the very end
  bool all_tex = true;         // every legal letter escape reads as a TeX command
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_json_blank(c)) has_blank = true;
    if (c != '\\') continue;
    if (i + 1 >= text.size()) {
      pattern = true;
      break;
    }
    const char next = text[i + 1];
    if (next == 'n' || next == 't' || next == 'r') {
      const bool tex = reads_as_tex_command(text, i + 1);
      if (i + 2 >= text.size()) {
        ends_in_line = true;
      } else if (!tex && (text[i + 2] == ' ' || text[i + 2] == '\\')) {
        line_evidence = true;
      }
      all_tex = all_tex && tex;
    } else if (next == 'u') {
      if (!is_unicode_escape(text, i)) half_unicode = true;
    } else if (is_letter(next) ? next != 'b' && next != 'f' && next != 'x' && next != 'e'
                               : std::string_view("\"\\/'$`! \n0").find(next) == std::string_view::npos) {
      pattern = true;
    }
    ++i;
  }
  if (starts_like_windows_path(text)) return true;
  if (!pattern && !half_unicode) return false;
  if (reads_as_relative_path(text)) return true;
  if (line_evidence || (ends_in_line && has_blank)) return false;
  if (holds_drive_path(text)) return true;
  return pattern && (!has_blank || all_tex);
}

bool has_foreign_escape(std::string_view text) {
  for (std::size_t i = text.find('\\'); i != std::string_view::npos; i = text.find('\\', i + 2)) {
    if (i + 1 >= text.size()) return true;
    const char next = text[i + 1];
    if (next == '"' || next == '\\' || next == '/' || is_json_escape_letter(next)) continue;
    if (next == 'u' && is_unicode_escape(text, i)) continue;
    if (next == '\'') continue;
    return true;
  }
  return false;
}

class StringWriter {
 public:
  StringWriter(const StringSpan& span, FixLog& fixes, std::string& out)
      : span_(span), text_(span.text), fixes_(fixes), out_(out) {}

  void write() {
    out_ += '"';
    literal_ = span_.raw_prefix;
    if (!literal_ && text_.find('\\') != std::string_view::npos && has_foreign_escape(text_)) {
      foreign_ = true;
      literal_ = means_literal_backslashes(text_);
    }
    if (literal_ && !span_.raw_prefix) fixes_.add(Rule::kLiteralBackslashes, span_.offset, text_, "");
    std::size_t run = 0;
    while (at_ < text_.size()) {
      const unsigned char c = static_cast<unsigned char>(text_[at_]);
      if (c >= 0x20 && c < 0x80 && c != '"' && c != '\\') {
        ++at_;
        continue;
      }
      out_.append(text_, run, at_ - run);
      special(c);
      run = at_;
    }
    out_.append(text_, run, at_ - run);
    out_ += '"';
  }

 private:
  void fix(Rule rule, std::size_t length, std::string_view after) {
    fixes_.add(rule, span_.offset + at_, text_.substr(at_, length), after);
  }

  void special(unsigned char c) {
    if (c == '"') {
      if (span_.opener == QuoteKind::kDouble) fix(Rule::kInnerQuote, 1, "\\\"");
      out_ += "\\\"";
      ++at_;
    } else if (c == '\\') {
      backslash();
    } else if (c < 0x20) {
      control(c);
    } else {
      non_ascii();
    }
  }

  void control(unsigned char c) {
    static constexpr char kHex[] = "0123456789abcdef";
    std::string escaped;
    switch (c) {
      case '\n': escaped = "\\n"; break;
      case '\t': escaped = "\\t"; break;
      case '\r': escaped = "\\r"; break;
      case '\b': escaped = "\\b"; break;
      case '\f': escaped = "\\f"; break;
      default: escaped = std::string("\\u00") + kHex[c >> 4] + kHex[c & 15];
    }
    fix(Rule::kControlCharacter, 1, escaped);
    out_ += escaped;
    ++at_;
  }

  void non_ascii() {
    const json::CodePoint point = json::decode_utf8(text_, at_);
    if (point.well_formed) {
      out_.append(text_, at_, point.length);
    } else {
      fix(Rule::kInvalidUtf8, point.length, kReplacement);
      out_ += kReplacement;
    }
    at_ += point.length;
  }

  // A backslash that stands for itself.
  void literal_backslash() {
    out_ += "\\\\";
    ++at_;
  }

  void backslash() {
    const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    if (literal_) {
      // An escaped backslash is still one backslash, except the double one that begins \\host\share.
      const bool unc = at_ == 0 && starts_like_windows_path(text_);
      if (next == '"' && !span_.raw_prefix) {
        out_ += "\\\"";
        at_ += 2;
      } else if (next == '\\' && !unc && !span_.raw_prefix) {
        out_ += "\\\\";
        at_ += 2;
      } else if (next == '\\') {
        out_ += "\\\\\\\\";
        at_ += 2;
      } else {
        literal_backslash();
      }
      return;
    }
    if (foreign_ && next == '/') {
      // Whoever writes \d or \$ unescaped writes sed's \/ unescaped too.
      fix(Rule::kBadEscape, 2, "\\\\/");
      literal_backslash();
    } else if (next == '"' || next == '\\' || next == '/') {
      out_.append(text_, at_, 2);
      at_ += 2;
    } else if (is_json_escape_letter(next)) {
      // Among escapes that JSON lacks, \b is a word boundary and \f a formula, never a control character.
      if (foreign_ && (next == 'b' || next == 'f')) {
        fix(Rule::kBadEscape, 2, next == 'b' ? "\\\\b" : "\\\\f");
        literal_backslash();
        return;
      }
      out_.append(text_, at_, 2);
      at_ += 2;
    } else if (next == '\'' || (next == '`' && span_.opener == QuoteKind::kBacktick)) {
      fix(Rule::kBadEscape, 2, text_.substr(at_ + 1, 1));
      out_ += next;
      at_ += 2;
    } else if (next == 'u' && is_unicode_escape(text_, at_)) {
      unicode();
    } else {
      fix(Rule::kBadEscape, 1, "\\\\");
      literal_backslash();
    }
  }

  void unicode() {
    const unsigned unit = hex_value(text_.substr(at_ + 2, 4));
    if (unit < 0xD800 || unit > 0xDFFF) {
      out_.append(text_, at_, 6);
      at_ += 6;
      return;
    }
    if (unit < 0xDC00 && at_ + 6 < text_.size() && text_[at_ + 6] == '\\' &&
        is_unicode_escape(text_, at_ + 6)) {
      const unsigned low = hex_value(text_.substr(at_ + 8, 4));
      if (low >= 0xDC00 && low <= 0xDFFF) {
        out_.append(text_, at_, 12);
        at_ += 12;
        return;
      }
    }
    fix(Rule::kLoneSurrogate, 6, kReplacement);
    out_ += kReplacement;
    at_ += 6;
  }

  const StringSpan& span_;
  std::string_view text_;
  FixLog& fixes_;
  std::string& out_;
  std::size_t at_ = 0;
  bool literal_ = false;  // all backslashes stand for themselves
  bool foreign_ = false;  // the string has an escape that JSON lacks
};

}  // namespace

bool starts_like_windows_path(std::string_view text) {
  if (text.size() >= 3 && is_letter(text[0]) && text[1] == ':' && text[2] == '\\') return true;
  return text.size() >= 4 && text[0] == '\\' && text[1] == '\\' && is_word(text[2]);
}

void append_string(const StringSpan& span, FixLog& fixes, std::string& out) {
  StringWriter(span, fixes, out).write();
}

}  // namespace argwright::repair
