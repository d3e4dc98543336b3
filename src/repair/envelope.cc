// Tested by envelope_test.cc and tests/corpus.
#include "repair/envelope.h"

#include <algorithm>

#include "json/strict_prefix.h"
#include "repair/markup.h"
#include "repair/wrapper.h"

namespace argwright::repair {
namespace {

// A failed attempt to read an object inside prose costs time; after this many the text is given up.
constexpr int kMaxFailedAttempts = 4;

class Scanner {
 public:
  Scanner(std::string_view text, const EnvelopeOptions& options, FixLog& fixes)
      : text_(text), options_(options), fixes_(fixes), probe_(text, options_.mend, fixes) {}

  EnvelopeScan scan() {
    while (at_ < text_.size() && !result_.failed) step();
    end_prose();
    if (!result_.failed) check_rest();
    if (!result_.failed) check_open();
    return std::move(result_);
  }

 private:
  char peek(std::size_t at) const { return at < text_.size() ? text_[at] : '\0'; }

  void fail(Error error) {
    result_.failed = true;
    result_.error = std::move(error);
  }
  void fail(ErrorCode code, std::string message, std::size_t at) {
    fail(Error::at(code, std::move(message), at));
  }

  void add_prose(std::size_t length) {
    if ((list_open_ || call_open_) && !result_.candidates.empty()) {
      return fail(ErrorCode::kAmbiguous, "something else stands beside the object in its list or call", at_);
    }
    if (prose_begin_ == std::string_view::npos) prose_begin_ = at_;
    if (text_[at_] == '{') ++prose_braces_;
    if (text_[at_] == '}' && prose_braces_ > 0) --prose_braces_;
    at_ += length;
    prose_seen_ = true;
    prose_since_candidate_ = true;
  }
  void end_prose() {
    if (prose_begin_ == std::string_view::npos) return;
    std::size_t end = at_;
    while (end > prose_begin_ && is_json_blank(text_[end - 1])) --end;
    fixes_.add(Rule::kProse, prose_begin_, text_.substr(prose_begin_, end - prose_begin_), "");
    prose_begin_ = std::string_view::npos;
  }
  void drop(Rule rule, std::size_t length) {
    end_prose();
    fixes_.add(rule, at_, text_.substr(at_, length), "");
    at_ += length;
  }

  // Text behind the object that holds quotes and ends like an object may be its continuation: then the object
  // ended inside a string, and its value is half of what was meant.
  void check_rest() {
    if (result_.candidates.empty()) return;
    const std::size_t begin = result_.candidates.back().end;
    const std::size_t last = text_.find_last_not_of(" \t\r\n");
    if (last == std::string_view::npos || last < begin || (text_[last] != '}' && text_[last] != ']')) return;
    if (!prose_since_candidate_ || text_.find('"', begin) == std::string_view::npos) return;
    fail(ErrorCode::kAmbiguous, "the text behind the object reads like its continuation", begin);
  }

  // A list or call around the object that never ends: cut off after a comma, else only its bracket is
  // missing.
  void check_open() {
    if (!list_open_ && !call_open_) return;
    if (comma_last_) return fail(ErrorCode::kTruncated, "the text ends after a comma", text_.size());
    fixes_.add(Rule::kMissingCloser, text_.size(), "", list_open_ ? "]" : ")");
  }

  void step() {
    const char c = text_[at_];
    if (is_json_blank(c)) {
      ++at_;
      return;
    }
    if (const std::size_t length = invisible_length(text_, at_); length > 0) {
      drop(c == '\xEF' ? Rule::kByteOrderMark : Rule::kInvisible, length);
      return;
    }
    if (c == '\\' && !prose_since_candidate_ &&
        (peek(at_ + 1) == 'n' || peek(at_ + 1) == 'r' || peek(at_ + 1) == 't')) {
      drop(Rule::kEscapedWhitespace, 2);
      return;
    }
    if (!prose_seen_ && result_.candidates.empty() && try_start()) return;
    if (result_.failed) return;
    if (const Punctuation p = punctuation_at(text_, at_); p.ascii != 0) {
      if (step_bracket(p)) return;
      if (result_.failed) return;
    }
    if (c == '<' || c == '[') {
      if (step_markup()) return;
      if (result_.failed) return;
    }
    if (c == '`' && text_.substr(at_, 3) == "```") {
      const std::size_t word = identifier_length(text_, at_ + 3, 32);
      // A fence starts a new context: what stands in it is set apart from the prose before.
      drop(Rule::kCodeFence, 3 + (result_.candidates.empty() || !fence_open_ ? word : 0));
      fence_open_ = !fence_open_;
      set_apart_ = true;
      return;
    }
    if (step_comment()) return;
    if (!result_.candidates.empty() && continues_object()) return;
    add_prose(word_length());
  }

  bool step_comment() {
    const bool line =
        (text_[at_] == '/' && peek(at_ + 1) == '/') || (text_[at_] == '#' && result_.candidates.size() == 1);
    const bool block = text_[at_] == '/' && peek(at_ + 1) == '*';
    if (!line && !block) return false;
    std::size_t end = block ? text_.find("*/", at_ + 2) : text_.find('\n', at_);
    end = end == std::string_view::npos ? text_.size() : end + (block ? 2 : 0);
    drop(Rule::kComment, end - at_);
    return true;
  }

  // A run of characters that start nothing of interest.
  std::size_t word_length() const {
    std::size_t i = at_ + 1;
    while (i < text_.size()) {
      const char c = text_[i];
      if (c == '{' || c == '}' || c == '[' || c == ']' || c == '<' || c == '`' || c == '\n' || c == '\xEF' ||
          c == ',' || c == ';')
        break;
      ++i;
    }
    return i - at_;
  }

  // After an object, `, "key": ...` means that the object may have ended too early: two readings.
  bool continues_object() {
    if (!quote_at(text_, at_) || !probe_.looks_like_key(at_) || prose_since_candidate_) return false;
    fail(ErrorCode::kAmbiguous, "members follow the end of the object", at_);
    return true;
  }

  bool step_bracket(Punctuation p) {
    switch (p.ascii) {
      case '{': return try_object(p);
      case '[': return p.length == 1 && try_list();
      case '}':
      case ']':
      case ')':
        if (result_.candidates.empty() || prose_since_candidate_) return false;
        if (list_open_ && p.ascii == ']') {
          list_open_ = false;
          at_ += p.length;
        } else if (call_open_ && p.ascii == ')') {
          call_open_ = false;
          at_ += p.length;
        } else {
          drop(Rule::kExtraCloser, p.length);
        }
        return true;
      case ',':
      case ';': {
        if (result_.candidates.empty() || prose_since_candidate_) return false;
        const std::size_t next = probe_.skip_ahead(at_ + p.length);
        if (next < text_.size() && peek(next) != '{' && probe_.looks_like_key(next)) {
          fail(ErrorCode::kAmbiguous, "members follow the end of the object", next);
          return true;
        }
        comma_last_ = true;
        if (list_open_ || call_open_) {
          at_ += p.length;
        } else {
          drop(p.ascii == ',' ? Rule::kTrailingComma : Rule::kSeparator, p.length);
        }
        return true;
      }
      default: return false;
    }
  }

  // A list around objects: [{...}] is one call, [{...}, {...}] are several.
  bool try_list() {
    if (prose_seen_ || list_open_) return false;
    std::size_t next = probe_.skip_ahead(at_ + 1);
    if (peek(next) == ']' && result_.candidates.empty() && probe_.skip_ahead(next + 1) >= text_.size()) {
      fixes_.add(Rule::kEmptyArray, at_, text_.substr(at_, next + 1 - at_), "{}");
      push("{}", at_, next + 1, fixes_.mark());
      at_ = text_.size();
      return true;
    }
    if (text_.substr(next, 3) == "```")
      next = probe_.skip_ahead(next + 3 + identifier_length(text_, next + 3, 32));
    if (peek(next) != '{') return false;
    list_open_ = true;
    drop(Rule::kArrayWrapper, 1);
    return true;
  }

  void push(std::string json, std::size_t begin, std::size_t end, FixLog::Mark mark) {
    Candidate candidate;
    candidate.json = std::move(json);
    candidate.begin = begin;
    candidate.end = end;
    candidate.fixes_before = mark;
    candidate.in_call_tag = call_tag_;
    candidate.text_before = prose_since_candidate_;
    result_.candidates.push_back(std::move(candidate));
    prose_since_candidate_ = false;
    set_apart_ = false;
    comma_last_ = false;
    at_ = end;
  }

  // Does an object that starts at at_ count, given the text before it?
  bool is_set_apart() {
    if (!prose_seen_ || set_apart_) return true;
    if (prose_braces_ > 0) return false;  // inside a block of code
    if (reads_as_code()) return false;
    std::size_t i = at_;
    while (i > 0 && (text_[i - 1] == ' ' || text_[i - 1] == '\t')) --i;
    if (i == 0 || text_[i - 1] == '\n') return true;
    const char before = text_[i - 1];
    if (std::string_view(":.!?`").find(before) != std::string_view::npos) return true;
    for (const std::string_view mark :
         {"\xEF\xBC\x9A", "\xE3\x80\x82", "\xEF\xBC\x81", "\xEF\xBC\x9F"}) {  // U+FF1A U+3002 U+FF01 U+FF1F
      if (text_.substr(0, i).ends_with(mark)) return true;
    }
    if (before == '>' && (i == 1 || text_[i - 2] == '\n')) return true;  // quoted in Markdown
    if (before == '=') return is_assignment(i - 1);
    if (is_word(before) || is_non_ascii(before)) {
      if (i < at_) return !ends_with_code_word(text_.substr(0, i));  // "use {...}", not "return {...}"
      std::size_t word = i;
      while (word > 0 && (is_word(text_[word - 1]) || text_[word - 1] == '.' || text_[word - 1] == '-'))
        --word;
      const std::string_view name = text_.substr(word, i - word);
      if (!options_.tool_name.empty()) return same_tool(name, options_.tool_name);
      return word == prose_begin_;
    }
    return !result_.candidates.empty() && before == '}';
  }

  // Lines before the object that only a program has. Every line is looked at once, however many objects
  // follow.
  bool reads_as_code() {
    while (!code_seen_ && code_checked_ < at_) {
      const std::size_t end = std::min(text_.substr(0, at_).find('\n', code_checked_), at_);
      const std::string_view line = text_.substr(code_checked_, end - code_checked_);
      for (const std::string_view start :
           {"import ", "from ", "def ", "class ", "function ", "#include", "using ", "package "}) {
        code_seen_ |=
            line.starts_with(start) && (start != "from " || line.find(" import ") != std::string_view::npos);
      }
      code_seen_ |= line.ends_with(";");
      code_checked_ = end + 1;
    }
    return code_seen_;
  }

  static bool ends_with_code_word(std::string_view text) {
    for (const std::string_view word :
         {"return", "yield", "await", "throw", "new", "else", "do", "try", "var", "let", "const", "in"}) {
      if (!text.ends_with(word)) continue;
      if (text.size() == word.size() || !is_word(text[text.size() - word.size() - 1])) return true;
    }
    return false;
  }

  // `args = {...}` and `const args = {...}` from the beginning of the text.
  bool is_assignment(std::size_t equals) const {
    const std::string_view before = text_.substr(0, equals);
    const std::size_t last = text_.find_last_not_of(" \t\r\n;");
    return prose_begin_ != std::string_view::npos && before.size() < 80 && text_[last] == '}' &&
           std::all_of(before.begin(), before.end(), [](char c) { return is_word(c) || is_json_blank(c); });
  }

  bool looks_like_object(Punctuation p) const {
    const std::size_t next = probe_.skip_ahead(at_ + p.length);
    const char c = peek(next);
    const bool among_text = prose_seen_ && !set_apart_;
    if (c == '}') return !prose_seen_ || set_apart_;
    if (quote_at(text_, next)) return among_text ? probe_.looks_like_key(next) : true;
    if (c == '{' || c == ',' || c == '`') return !among_text;
    if (next >= text_.size()) return !among_text;
    if (among_text) return false;
    return probe_.looks_like_key(next) || !prose_seen_;
  }

  bool try_object(Punctuation p) {
    if (!is_set_apart() || !looks_like_object(p)) return false;
    const bool first_thing = !prose_seen_;
    end_prose();
    const FixLog::Mark mark = fixes_.mark();
    if (take_strict_object(mark)) return true;
    Mender mender(text_, options_.mend, fixes_);
    std::string json;
    if (result_.candidates.empty()) json.reserve(text_.size() - at_ + 16);
    if (mender.value(at_, json)) {
      if (mender.closed_by_end() && !result_.candidates.empty()) {
        fail(ErrorCode::kTruncated, "the text ends inside a second object", text_.size());
        return true;
      }
      push(std::move(json), at_, mender.end(), mark);
      return true;
    }
    fixes_.forget_after(mark);
    const bool final =
        first_thing || mender.error().code == ErrorCode::kTruncated ||
        mender.error().code == ErrorCode::kTooDeep || mender.error().code == ErrorCode::kUnrepresentable ||
        mender.error().code == ErrorCode::kAmbiguous || ++failed_attempts_ >= kMaxFailedAttempts;
    if (final) fail(mender.error());
    return false;
  }

  // An object that needs no mending is taken as it stands. With quotes behind it, its last string may have
  // ended too early, and the mender has to look. Tried once, so that this stays linear.
  bool take_strict_object(FixLog::Mark mark) {
    if (strict_tried_) return false;
    strict_tried_ = true;
    Limits limits;
    limits.max_bytes = text_.size();
    limits.max_depth = options_.mend.max_depth;
    const json::StrictPrefix prefix = json::read_strict_prefix(text_.substr(at_), limits);
    if (prefix.kind != json::StrictPrefix::Kind::kObject) return false;
    const std::string_view behind = text_.substr(at_ + prefix.end);
    const bool calm = std::none_of(behind.begin(), behind.end(),
                                   [](char c) { return c == '"' || c == '\'' || is_non_ascii(c); });
    if (!calm) return false;
    push(std::string(text_.substr(at_, prefix.end)), at_, at_ + prefix.end, mark);
    result_.candidates.back().keys_are_unique = prefix.keys_are_unique;
    return true;
  }

  bool step_markup() {
    if (const std::size_t length = special_token_length(text_, at_); length > 0) {
      drop(Rule::kSpecialToken, length);
      set_apart_ = true;
      call_tag_ = true;
      return true;
    }
    const std::optional<Tag> tag = tag_at(text_, at_);
    if (!tag) return false;
    if (is_thinking_tag(tag->name)) {
      skip_thinking(*tag);
      return true;
    }
    if (!tag->closing && (tag->name == "function" || tag->name == "invoke") && !tag->attribute.empty() &&
        !options_.tool_name.empty() && !same_tool(tag->attribute, options_.tool_name)) {
      fail(ErrorCode::kAmbiguous,
           "the arguments name another tool, '" + std::string(tag->attribute) + "', than the one called, '" +
               std::string(options_.tool_name) + "'",
           at_);
      return true;
    }
    if (!tag->closing && tag->name == "parameter" && !tag->attribute.empty()) {
      end_prose();
      const FixLog::Mark mark = fixes_.mark();
      const std::size_t begin = at_;
      std::string json;
      Error error;
      if (read_xml_parameters(text_, at_, options_.mend, fixes_, json, error)) {
        push(std::move(json), begin, at_, mark);
      } else {
        fail(std::move(error));
      }
      return true;
    }
    drop(tag->name == "s" || tag->name == "eos" ? Rule::kSpecialToken : Rule::kMarkupTag, tag->length);
    if (!tag->closing) {
      call_tag_ = true;
      set_apart_ = true;
    }
    return true;
  }

  void skip_thinking(const Tag& tag) {
    if (tag.closing) {
      // The opening tag was not sent: everything so far was thinking, objects in it are drafts.
      if (!result_.candidates.empty()) fixes_.forget_after(result_.candidates.front().fixes_before);
      result_.candidates.clear();
      prose_begin_ = std::string_view::npos;
      fixes_.add(Rule::kThinking, 0, text_.substr(0, at_ + tag.length), "");
      at_ += tag.length;
    } else {
      const std::size_t end = text_.find("</" + std::string(tag.name), at_);
      if (end == std::string_view::npos) {
        fail(ErrorCode::kTruncated, "the text ends inside a thinking block", at_);
        return;
      }
      std::size_t behind = text_.find('>', end);
      behind = behind == std::string_view::npos ? text_.size() : behind + 1;
      drop(Rule::kThinking, behind - at_);
    }
    prose_seen_ = false;
    prose_since_candidate_ = false;
    set_apart_ = true;
  }

  // What only the beginning of the arguments can be: a call, or members without braces.
  bool try_start() {
    if (started_) return false;
    const char c = text_[at_];
    if (c == '{' || c == '[' || c == '<' || c == '`' || c == '/' || c == '#') return false;
    started_ = true;
    return try_call() || (!result_.failed && try_members());
  }

  bool try_call() {
    std::size_t name_length = identifier_length(text_, at_, 128);
    if (name_length == 0 || is_digit(text_[at_])) return false;
    const std::string_view name = text_.substr(at_, name_length);
    std::size_t i = at_ + name_length;
    while (peek(i) == ' ') ++i;
    if (peek(i) != '(') return false;
    const std::size_t inside = probe_.skip_ahead(i + 1);
    const bool keywords = identifier_length(text_, inside, 128) > 0 && is_keyword(inside);
    const bool object = peek(inside) == '{';
    const bool empty = peek(inside) == ')';
    if (!keywords && !object && !empty) return false;
    // obj.method({...}) is code, unless the dot belongs to a namespace of tools.
    const std::string_view space = name.substr(0, name.find('.'));
    if (options_.tool_name.empty() && space.size() < name.size() && space != "functions" &&
        space != "tools" && space != "default_api") {
      return false;
    }
    if (!options_.tool_name.empty() && !same_tool(name, options_.tool_name)) {
      fail(ErrorCode::kAmbiguous,
           "the arguments call another function, '" + std::string(name) + "', than the tool called, '" +
               std::string(options_.tool_name) + "'",
           at_);
      return false;
    }
    if (empty && options_.tool_name.empty()) return false;
    const FixLog::Mark mark = fixes_.mark();
    fixes_.add(Rule::kCallSyntax, at_, text_.substr(at_, i + 1 - at_), "");
    if (object) {
      call_open_ = true;
      at_ = i + 1;
      return true;
    }
    Mender mender(text_, options_.mend, fixes_);
    std::string json;
    if (!mender.members(i + 1, Mender::MemberStyle::kKeywords, json)) {
      fixes_.forget_after(mark);
      if (mender.error().code == ErrorCode::kTruncated) fail(mender.error());
      return false;
    }
    return whole_text_is(mender.end(), mark) && (push(std::move(json), at_, mender.end(), mark), true);
  }

  bool is_keyword(std::size_t at) const {
    std::size_t i = at + identifier_length(text_, at, 128);
    while (peek(i) == ' ') ++i;
    return peek(i) == '=' && peek(i + 1) != '=';
  }

  // Calls and bare members count only as the whole text; with more behind them the text is code or prose.
  bool whole_text_is(std::size_t end, FixLog::Mark mark) {
    std::size_t i = probe_.skip_ahead(end);
    while (peek(i) == ';' || peek(i) == '}') i = probe_.skip_ahead(i + 1);
    if (i >= text_.size() || text_.substr(i, 3) == "```" || peek(i) == '<') return true;
    fixes_.forget_after(mark);
    return false;
  }

  bool try_members() {
    const bool quoted = static_cast<bool>(quote_at(text_, at_));
    if (!probe_.looks_like_key(at_)) return false;
    Mender::MemberStyle style = Mender::MemberStyle::kBraceless;
    if (!quoted) {
      style = is_keyword(at_) ? Mender::MemberStyle::kAssignments : Mender::MemberStyle::kLines;
    }
    const FixLog::Mark mark = fixes_.mark();
    fixes_.add(quoted ? Rule::kMissingOpener : Rule::kBareMembers, at_, "", "{");
    Mender mender(text_, options_.mend, fixes_);
    std::string json;
    if (!mender.members(at_, style, json)) {
      fixes_.forget_after(mark);
      // Lines that do not read as members are prose; quoted keys leave no doubt.
      if (quoted) fail(mender.error());
      return false;
    }
    // `Arguments: {...}` is a label before the object, unless the declaration knows a member of that name.
    const bool label = style == Mender::MemberStyle::kLines && mender.top_members() == 1 &&
                       json.ends_with("}}") &&
                       !is_declared(text_.substr(at_, identifier_length(text_, at_, 128)));
    if (label) {
      fixes_.forget_after(mark);
      return false;
    }
    return whole_text_is(mender.end(), mark) && (push(std::move(json), at_, mender.end(), mark), true);
  }

  bool is_declared(std::string_view key) const {
    return options_.declared_keys != nullptr &&
           std::find(options_.declared_keys->begin(), options_.declared_keys->end(), key) !=
               options_.declared_keys->end();
  }

  std::string_view text_;
  const EnvelopeOptions& options_;
  FixLog& fixes_;
  Mender probe_;  // for its look-ahead only
  EnvelopeScan result_;
  std::size_t at_ = 0;
  std::size_t prose_begin_ = std::string_view::npos;
  bool prose_seen_ = false;
  bool prose_since_candidate_ = false;
  bool set_apart_ = false;  // a fence, tag or token stands between the prose and here
  bool started_ = false;
  bool fence_open_ = false;
  bool list_open_ = false;
  bool call_open_ = false;
  bool call_tag_ = false;
  bool comma_last_ = false;  // a comma is the last thing seen in the list or call
  int failed_attempts_ = 0;
  bool strict_tried_ = false;
  bool code_seen_ = false;
  std::size_t code_checked_ = 0;
  int prose_braces_ = 0;  // braces that prose left open
};

}  // namespace

EnvelopeScan scan_envelope(std::string_view text, const EnvelopeOptions& options, FixLog& fixes) {
  return Scanner(text, options, fixes).scan();
}

}  // namespace argwright::repair
