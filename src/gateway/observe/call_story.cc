// Tested by call_story_test.cc.
#include "gateway/observe/call_story.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "gateway/observe/call_view.h"
#include "gateway/observe/redact.h"
#include "json/visible_text.h"

namespace argwright::gateway {
namespace {

using protocol::CallReport;
using protocol::Fate;

constexpr int kIndent = 10;  // columns of "    raw   "
constexpr int kMinTextColumns = 20;
constexpr std::size_t kMaxLines = 6;  // of one text
constexpr std::size_t kMaxRules = 12;
constexpr int kMaxNameColumns = 60;

struct Look {
  std::string_view sign;
  Colour colour;
};

Look look_of(const CallReport& call) {
  switch (call.fate) {
    case Fate::kReleased: return is_mended(call) ? Look{"~", Colour::kYellow} : Look{"+", Colour::kGreen};
    case Fate::kSplit: return {"~", Colour::kYellow};
    case Fate::kPassed: return {"=", Colour::kCyan};
    case Fate::kMisfit:
    case Fate::kEmptied:
    case Fate::kWithheld:
    case Fate::kRefused: return {"!", Colour::kRed};
  }
  return {"!", Colour::kRed};
}

// "repaired", "withheld (truncated)", "misfit", ...
std::string words_of(const CallReport& call) {
  std::string words(call_word(call));
  if (call.parsed == nullptr) return words;
  if (call.fate == Fate::kPassed) words += ", would be " + std::string(outcome_word(call));
  const Rejection rejection = call.parsed->rejection;
  if (rejection != Rejection::kNone && rejection != Rejection::kMisfit) {
    words += " (" + std::string(rejection_name(rejection)) + ")";
  }
  return words;
}

// Bytes of the raw text that a fix is about.
struct Range {
  std::size_t begin, end;
};

std::vector<Range> mended_ranges(std::string_view raw, const std::vector<Fix>& fixes) {
  std::vector<Range> ranges;
  for (const Fix& fix : fixes) {
    if (fix.before.empty() || fix.offset >= raw.size()) continue;
    // An excerpt that was shortened, or stands for a decoded text, marks the byte where it begins.
    const bool as_quoted = raw.substr(fix.offset).starts_with(fix.before.view());
    ranges.push_back({fix.offset, fix.offset + (as_quoted ? fix.before.size() : 1)});
  }
  std::sort(ranges.begin(), ranges.end(), [](const Range& a, const Range& b) { return a.begin < b.begin; });
  return ranges;
}

// A text in lines of `width` columns, the bytes in `marked` and what had to be made visible in colour.
class Wrapped {
 public:
  Wrapped(const Terminal& terminal, int width, Colour marked)
      : terminal_(terminal), width_(width), marked_(marked) {}

  std::vector<std::string> lines(std::string_view text, const std::vector<Range>& ranges) && {
    std::size_t next = 0;
    std::size_t marked_to = 0;
    for (std::size_t at = 0; at < text.size();) {
      const json::Glyph glyph = json::glyph_at(text, at);
      while (next < ranges.size() && ranges[next].begin <= at)
        marked_to = std::max(marked_to, ranges[next++].end);
      if (columns_ + glyph.columns > width_) {
        end_line();
        if (lines_.size() == kMaxLines) {
          lines_.push_back(
              terminal_.paint(Colour::kDim, "... " + std::to_string(text.size() - at) + " more bytes"));
          return std::move(lines_);
        }
      }
      add(glyph, at < marked_to);
      at += glyph.length;
    }
    end_line();
    return std::move(lines_);
  }

 private:
  // Runs of one colour are painted at once.
  void add(const json::Glyph& glyph, bool marked) {
    const std::optional<Colour> colour = marked           ? std::optional(marked_)
                                         : glyph.replaced ? std::optional(Colour::kCyan)
                                                          : std::nullopt;
    if (colour != colour_) {
      end_run();
      colour_ = colour;
    }
    run_ += glyph.text;
    columns_ += glyph.columns;
  }
  void end_run() {
    line_ += colour_ ? terminal_.paint(*colour_, run_) : run_;
    run_.clear();
  }
  void end_line() {
    end_run();
    lines_.push_back(std::exchange(line_, {}));
    columns_ = 0;
  }

  const Terminal& terminal_;
  const int width_;
  const Colour marked_;
  std::optional<Colour> colour_;
  std::string run_, line_;
  int columns_ = 0;
  std::vector<std::string> lines_;
};

void append_titled(std::string& out, std::string_view title, const std::vector<std::string>& lines,
                   const Terminal& terminal) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string head = "    ";
    if (i == 0) head += title;
    head.resize(kIndent, ' ');
    out += terminal.paint(Colour::kDim, head) + lines[i] + '\n';
  }
}

struct RuleCount {
  std::string_view rule;
  std::string words;
  std::size_t times = 1;
};

// Each rule once, in the order of its first use; what a declaration converted, value by value.
std::vector<RuleCount> rules_of(const ToolCallRequest& request) {
  std::vector<RuleCount> rules;
  for (const Fix& fix : request.fixes) {
    const auto known =
        std::find_if(rules.begin(), rules.end(), [&](const RuleCount& row) { return row.rule == fix.rule; });
    if (known != rules.end()) {
      ++known->times;
    } else {
      rules.push_back({fix.rule, std::string(fix.words)});
    }
  }
  for (const Diagnostic& diagnostic : request.diagnostics) {
    rules.push_back({diagnostic.code, diagnostic.path + ": " + diagnostic.message});
  }
  return rules;
}

void append_rules(std::string& out, const ToolCallRequest& request, const Terminal& terminal) {
  const std::vector<RuleCount> rules = rules_of(request);
  const std::size_t listed = std::min(rules.size(), kMaxRules);
  std::size_t widest = 0;
  for (std::size_t i = 0; i < listed; ++i) widest = std::max(widest, rules[i].rule.size());
  for (std::size_t i = 0; i < listed; ++i) {
    const std::string times = rules[i].times > 1 ? " (" + std::to_string(rules[i].times) + "x)" : "";
    const int room = terminal.width - kIndent - static_cast<int>(widest + 2 + times.size());
    std::string line = terminal.paint(Colour::kBold, rules[i].rule);
    if (room < kMinTextColumns) {  // the words go on a line of their own
      const int whole = std::max(terminal.width - kIndent, kMinTextColumns);
      append_titled(out, "fix", {line + times, json::visible(redact(rules[i].words), whole)}, terminal);
      continue;
    }
    line.append(widest - rules[i].rule.size() + 2, ' ');
    line += json::visible(redact(rules[i].words), room) + times;
    append_titled(out, "fix", {line}, terminal);
  }
  if (rules.size() > listed)
    append_titled(out, "", {"and " + std::to_string(rules.size() - listed) + " more"}, terminal);
}

std::string headline(const CallReport& call, bool further, const Terminal& terminal) {
  const Look look = look_of(call);
  std::string line = terminal.paint(look.colour, look.sign) + ' ';
  line += terminal.paint(Colour::kBold,
                         call.name.empty() ? "(no name)" : json::visible(redact(call.name), kMaxNameColumns));
  line += "  " + terminal.paint(look.colour, words_of(call));
  const std::size_t fixes = call.parsed == nullptr || further ? 0 : call.parsed->fixes.size();
  if (fixes > 0) line += ", " + std::to_string(fixes) + (fixes == 1 ? " fix" : " fixes");
  if (!call.id.empty())
    line += "  " + terminal.paint(Colour::kDim, json::visible(redact(call.id), kMaxNameColumns));
  return line + '\n';
}

}  // namespace

std::string call_story(const protocol::Report& report, std::size_t index, const Terminal& terminal) {
  const CallReport& call = report.calls[index];
  const bool further = is_further_part(report, index);
  std::string out = headline(call, further, terminal);
  if (!is_mended(call) || call.parsed == nullptr) return out;

  const ToolCallRequest& request = *call.parsed;
  const int width = std::max(terminal.width - kIndent, kMinTextColumns);
  if (!further) {
    const std::string raw = redact(request.raw_arguments);
    // Places of fixes are those of the text as received.
    const bool as_received = raw == request.raw_arguments;
    const auto ranges = as_received ? mended_ranges(raw, request.fixes) : std::vector<Range>();
    append_titled(out, "raw", Wrapped(terminal, width, Colour::kRed).lines(raw, ranges), terminal);
  }
  if (const std::optional<std::string> sent = sent_arguments(report, index)) {
    if (further || *sent != request.raw_arguments) {
      const std::string text = redact(*sent);
      append_titled(out, "sent", Wrapped(terminal, width, Colour::kGreen).lines(text, {{0, text.size()}}),
                    terminal);
    }
  } else {
    append_titled(out, "sent", {terminal.paint(Colour::kRed, "nothing")}, terminal);
  }
  if (!further) {
    append_rules(out, request, terminal);
    if (!request.parse_error.empty()) {
      append_titled(out, "why", Wrapped(terminal, width, Colour::kRed).lines(redact(request.parse_error), {}),
                    terminal);
    }
  }
  return out;
}

}  // namespace argwright::gateway
