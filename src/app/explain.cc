// Tested by explain_test.cc.
#include "app/explain.h"

#include <algorithm>
#include <vector>

#include "app/source_view.h"
#include "app/visible_text.h"
#include "argwright/json.h"
#include "argwright/model_message.h"

namespace argwright::app {
namespace {

constexpr std::size_t kMaxListed = 20;
constexpr int kMaxErrorColumns = 500;  // an error may quote a key of any length
constexpr int kIndent = 2;
// A change that has less room than this beside the rule's words goes on a line of its own.
constexpr int kMinChangeColumns = 24;

std::vector<const Fix*> in_order_of_place(const std::vector<Fix>& fixes) {
  std::vector<const Fix*> ordered;
  ordered.reserve(fixes.size());
  for (const Fix& fix : fixes) ordered.push_back(&fix);
  // Fixes of one place stay in the order they were made, which is that of the vector.
  std::sort(ordered.begin(), ordered.end(), [](const Fix* a, const Fix* b) {
    return a->offset != b->offset ? a->offset < b->offset : a < b;
  });
  return ordered;
}

// The bytes of `raw` that a fix is about, where they still stand there as the fix quotes them.
std::size_t extent(std::string_view raw, const Fix& fix) {
  constexpr std::string_view kShortened = "...";
  std::string_view before = fix.before;
  const std::string_view there = raw.substr(std::min(fix.offset, raw.size()));
  if (!there.starts_with(before) && before.ends_with(kShortened)) before.remove_suffix(kShortened.size());
  return there.starts_with(before) ? std::max<std::size_t>(before.size(), 1) : 1;
}

// One caret per place; a place with several fixes is labelled "2-4".
std::vector<Marker> markers_of(std::string_view raw, const std::vector<const Fix*>& fixes,
                               const Explained& explained) {
  std::vector<Marker> markers;
  for (std::size_t first = 0; first < fixes.size();) {
    Marker marker{fixes[first]->offset, extent(raw, *fixes[first]), std::to_string(first + 1),
                  Colour::kYellow};
    std::size_t last = first;
    while (last + 1 < fixes.size() && fixes[last + 1]->offset == marker.offset) {
      ++last;
      marker.length = std::max(marker.length, extent(raw, *fixes[last]));
    }
    if (last > first) marker.label += "-" + std::to_string(last + 1);
    markers.push_back(std::move(marker));
    first = last + 1;
  }
  const Error& error = explained.details->error;
  if (!explained.answer->call.accepted() && error.where.offset != Where::kNowhere) {
    const Marker marker{error.where.offset, 1, "error", Colour::kRed};
    const auto place = std::lower_bound(markers.begin(), markers.end(), marker,
                                        [](const Marker& a, const Marker& b) { return a.offset < b.offset; });
    if (place != markers.end() && place->offset == marker.offset) {
      place->label = "error," + place->label;
      place->colour = Colour::kRed;
    } else {
      markers.insert(place, marker);
    }
  }
  return markers;
}

// "a -> b" for a replacement; what was dropped or added alone, since the rule's words say which.
std::string change_of(const Fix& fix) {
  if (fix.before.empty() || fix.after.empty()) return fix.before.str() + fix.after.str();
  return fix.before.str() + " -> " + fix.after.str();
}

std::string list_fixes(const std::vector<const Fix*>& fixes, std::size_t total, const Terminal& terminal) {
  std::string out;
  const std::size_t listed = std::min(fixes.size(), kMaxListed);
  std::size_t widest = 0;
  for (std::size_t i = 0; i < listed; ++i) widest = std::max(widest, fixes[i]->rule.size());
  const std::size_t digits = std::to_string(listed).size();
  for (std::size_t i = 0; i < listed; ++i) {
    const Fix& fix = *fixes[i];
    const std::string number = std::to_string(i + 1);
    std::string head(kIndent + digits - number.size(), ' ');
    head += number + "  ";
    out += terminal.paint(Colour::kYellow, head) + terminal.paint(Colour::kBold, fix.rule);
    out.append(widest - fix.rule.size() + 2, ' ');
    out += rule_words(fix.rule);
    const std::string change = change_of(fix);
    if (!change.empty()) {
      const std::size_t words_at = head.size() + widest + 2;
      const int used = static_cast<int>(words_at + rule_words(fix.rule).size() + 2);
      if (terminal.width - used >= std::min(kMinChangeColumns, columns_of(change))) {
        out += ": " + visible(change, terminal.width - used);
      } else {
        out +=
            ":\n" + std::string(words_at, ' ') + visible(change, terminal.width - static_cast<int>(words_at));
      }
    }
    out += '\n';
  }
  if (total > listed) out += std::string(kIndent, ' ') + "and " + std::to_string(total - listed) + " more\n";
  return out;
}

// What was converted and what does not fit: where, and in words.
std::string list_diagnostics(const std::vector<Diagnostic>& diagnostics, const Terminal& terminal) {
  constexpr int kMaxPathColumns = 40;
  const std::size_t listed = std::min(diagnostics.size(), kMaxListed);
  std::vector<std::string> places;
  int widest_place = 0;
  std::size_t widest_code = 0;
  for (std::size_t i = 0; i < listed; ++i) {
    const Diagnostic& diagnostic = diagnostics[i];
    places.push_back(diagnostic.path.empty() ? "(root)" : visible(diagnostic.path, kMaxPathColumns));
    widest_place = std::max(widest_place, columns_of(places.back()));
    widest_code = std::max(widest_code, diagnostic.code.size());
  }
  std::string out;
  for (std::size_t i = 0; i < listed; ++i) {
    const Diagnostic& diagnostic = diagnostics[i];
    const Colour colour = diagnostic.severity == Severity::kError ? Colour::kRed : Colour::kYellow;
    out += std::string(kIndent, ' ') + terminal.paint(colour, places[i]);
    out.append(static_cast<std::size_t>(widest_place - columns_of(places[i]) + 2), ' ');
    out += terminal.paint(Colour::kBold, diagnostic.code);
    out.append(widest_code - diagnostic.code.size() + 2, ' ');
    out += visible(diagnostic.message, kMaxErrorColumns) + "\n";
  }
  if (diagnostics.size() > listed) {
    out += std::string(kIndent, ' ') + "and " + std::to_string(diagnostics.size() - listed) + " more\n";
  }
  return out;
}

// Line by line, with nothing invisible: this is for eyes, not for programs.
std::string shown_lines(std::string_view text) {
  std::string shown;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    shown += visible(text.substr(begin, end - begin)) + "\n";
    begin = end + 1;
  }
  return shown;
}

std::string pretty(const json::Value& value) { return shown_lines(json::write(value, {.indent = 2})); }

std::string heading(std::string_view words, const Terminal& terminal) {
  return "\n" + terminal.paint(Colour::kBold, words) + "\n";
}

std::string headline(const Explained& explained, const Terminal& terminal) {
  const Answer& answer = *explained.answer;
  const std::size_t fixes = explained.details->fixes_total;
  std::string line = terminal.paint(Colour::kBold, visible(explained.name)) + ": ";
  if (!answer.enhance) line += "passed as received (RCC_TOOL_ENHANCE=0), would be ";
  line += terminal.paint(colour_of(answer.call.outcome), outcome_words(answer.call));
  if (fixes > 0) line += ", " + std::to_string(fixes) + (fixes == 1 ? " fix" : " fixes");
  return line + "\n\n";
}

// What becomes of the arguments.
std::string result_of(const Explained& explained, const Terminal& terminal) {
  const ToolCallRequest& call = explained.answer->call;
  std::string out;
  if (call.accepted()) {
    out += heading("result", terminal) + pretty(*call.arguments);
    // S3's promotions are for the tool; on the wire the text stays as it was (L1).
    const Result<json::Value> wire = json::parse(call.text());
    if (wire && *wire != *call.arguments) out += heading("on the wire", terminal) + pretty(*wire);
  }
  for (std::size_t i = 0; i < call.parts.size(); ++i) {
    out += heading("call " + std::to_string(i + 1), terminal) + pretty(call.parts[i]);
  }
  if (call.partial) {
    out += heading("what could be read", terminal) + pretty(*call.partial);
    const std::string words = message_for_model(call, explained.schema, Language::kEnglish);
    out += heading("what the model would be told", terminal) + shown_lines(words);
  }
  return out;
}

}  // namespace

Colour colour_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::kOk:
    case Outcome::kDecoded: return Colour::kGreen;
    case Outcome::kRepaired:
    case Outcome::kCoerced: return Colour::kYellow;
    case Outcome::kSplit:
    case Outcome::kRejected: return Colour::kRed;
  }
  return Colour::kRed;
}

std::string outcome_words(const ToolCallRequest& call) {
  std::string words(outcome_name(call.outcome));
  if (call.rejection != Rejection::kNone) words += " (" + std::string(rejection_name(call.rejection)) + ")";
  if (!call.parts.empty()) words += " (" + std::to_string(call.parts.size()) + " calls)";
  return words;
}

std::string explain(const Explained& explained, const Terminal& terminal) {
  const ToolCallRequest& call = explained.answer->call;
  const std::vector<const Fix*> fixes = in_order_of_place(call.fixes);
  std::string out = headline(explained, terminal);
  out += draw_source(explained.raw, markers_of(explained.raw, fixes, explained), terminal);
  if (!fixes.empty()) out += "\n" + list_fixes(fixes, explained.details->fixes_total, terminal);
  if (!call.diagnostics.empty()) {
    out += heading("diagnostics", terminal) + list_diagnostics(call.diagnostics, terminal);
  }
  if (!call.accepted()) {
    out += heading("error", terminal) + visible(explained.details->error.describe(), kMaxErrorColumns) + "\n";
  }
  if (explained.answer->enhance) out += result_of(explained, terminal);
  return out;
}

}  // namespace argwright::app
