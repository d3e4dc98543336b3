#include "fuzz/laws.h"

#include <algorithm>
#include <string>
#include <vector>

#include "argwright/json.h"
#include "fuzz/check.h"
#include "fuzz/scan.h"
#include "fuzz/subject.h"
#include "json/utf8.h"
#include "repair/unquote.h"

namespace argwright::fuzz {
namespace {

bool is_strict_object(std::string_view text, const Limits& limits) {
  const Result<json::Value> value = json::parse(text, limits);
  return value && value->is_object();
}

bool has_fix(const RepairResult& result, std::string_view rule) {
  return std::any_of(result.fixes.begin(), result.fixes.end(),
                     [&](const Fix& fix) { return fix.rule == rule; });
}

// Did a fix write this number? Fixes show a beginning only of what is long.
bool is_rewritten(const RepairResult& result, std::string_view number) {
  constexpr std::string_view kCut = "...";
  return std::any_of(result.fixes.begin(), result.fixes.end(), [&](const Fix& fix) {
    if (fix.rule != "number_format") return false;
    std::string_view after = fix.after;
    if (!after.ends_with(kCut)) return after == number;
    after.remove_suffix(kCut.size());
    return number.starts_with(after);
  });
}

void check_fixes(std::string_view raw, const RepairOptions& options, const RepairResult& result) {
  check(result.fixes_total >= result.fixes.size(), "fixes_total counts every fix");
  check(result.fixes.size() <= options.limits.max_fixes, "the list of fixes is bounded");
  check(result.fixes_total <= options.limits.max_fixes ? result.fixes.size() == result.fixes_total
                                                       : result.fixes.size() == options.limits.max_fixes,
        "the list of fixes is cut only where it is full");
  for (const Fix& fix : result.fixes) {
    check(fix.offset <= raw.size(), "a fix lies inside the input", fix.rule);
    check(!rule_words(fix.rule).empty(), "a fix names a rule", fix.rule);
  }
}

void check_fields(std::string_view raw, const RepairOptions& options, const RepairResult& result) {
  check_fixes(raw, options, result);
  check(json::is_valid_utf8(result.parse_error), "parse_error is text", result.parse_error);
  check(json::is_valid_utf8(result.parse_warning), "parse_warning is text", result.parse_warning);
  check(result.unquote_depth >= 0, "unquote_depth is a count");
  if (!options.complete) check(!result.complete, "complete is never better than what the caller said");
  switch (result.outcome) {
    case Outcome::kOk:
      check(result.text == raw, "ok means byte for byte", result.text);
      check(result.fixes_total == 0 && result.unquote_depth == 0, "ok means that nothing was done");
      break;
    case Outcome::kDecoded: check(result.unquote_depth > 0, "decoded means unquoted"); break;
    case Outcome::kRepaired: check(result.fixes_total > 0, "every repair is listed", result.text); break;
    case Outcome::kSplit:
      check(result.parts.size() >= 2, "a split has parts");
      for (const std::string& part : result.parts) {
        check(is_strict_object(part, options.limits), "L2: every part is a strict object", part);
      }
      break;
    case Outcome::kRejected:
      check(result.rejection == Rejection::kTruncated || result.rejection == Rejection::kUnreadable,
            "a rejection has its kind");
      check(result.error.code != ErrorCode::kInternal, "no fault of our own", result.parse_error);
      break;
    case Outcome::kCoerced: broken("the engine never coerces");
  }
  if (result.error.where.offset != Where::kNowhere) {
    check(result.error.where.offset <= raw.size(), "the error lies inside the input", result.parse_error);
  }
  if (result.accepted()) {
    check(result.parse_error.empty() && result.rejection == Rejection::kNone && result.parts.empty(),
          "an answer has no error");
  } else {
    check(result.text.empty(), "no answer without acceptance", result.text);
    check(result.parse_error.starts_with("failed to parse arguments after unquoting: "), "S0-28",
          result.parse_error);
  }
}

// Bytes that no stage adds, removes or converts inside a string: all ASCII that can be seen, and the space,
// but for quotes, backslashes, the slash (\/) and what HTML entities stand for.
bool is_kept(char c) {
  return c >= ' ' && c < 0x7F && std::string_view("\"'`\\/&<>").find(c) == std::string_view::npos;
}

void check_strings(std::string_view raw, std::string_view text) {
  constexpr std::size_t kShortest = 3;
  for (std::size_t i = 0; i < text.size();) {
    if (!is_kept(text[i])) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < text.size() && is_kept(text[end])) ++end;
    const std::string_view run = text.substr(i, end - i);
    if (run.size() >= kShortest) {
      check(raw.find(run) != std::string_view::npos, "L7: what is in a string was in the input", run);
    }
    i = end;
  }
}

// Every string of a value, keys included.
template <typename Visit>
void for_each_string(const json::Value& root, Visit visit) {
  std::vector<const json::Value*> open = {&root};
  while (!open.empty()) {
    const json::Value& value = *open.back();
    open.pop_back();
    if (value.is_string()) visit(value.string());
    if (value.is_array()) {
      for (const json::Value& item : value.items()) open.push_back(&item);
    } else if (value.is_object()) {
      for (const json::Member& member : value.members()) {
        visit(member.key);
        open.push_back(&member.value);
      }
    }
  }
}

void check_content(std::string_view raw, const json::Value& value, const RepairResult& result) {
  if (raw.find("\\u") != std::string_view::npos) return;
  const bool all_listed = result.fixes_total == result.fixes.size();
  for (const Token& token : scan_tokens(result.text)) {
    const std::string_view text = token.text(result.text);
    if (token.kind == Token::Kind::kNumber && !holds_number(raw, text)) {
      check(!all_listed || is_rewritten(result, text), "L6: a number of the answer stands in the input",
            text);
    }
    if (token.kind == Token::Kind::kLiteral) {
      const bool known =
          holds_word(raw, text) || (text == "null" && (holds_word(raw, "none") || holds_word(raw, "nil")));
      check(known, "L7: a literal of the answer stands in the input", text);
    }
  }
  if (!all_listed || has_fix(result, "string_concatenation")) return;
  for_each_string(value, [&](std::string_view text) { check_strings(raw, text); });
}

}  // namespace

void check_answer(std::string_view raw, const RepairOptions& options, const RepairResult& result) {
  check_fields(raw, options, result);
  const bool evidence_of_wrapper = !options.tool_name.empty() || options.declared_keys != nullptr;
  if (!evidence_of_wrapper && is_strict_object(raw, options.limits)) {
    check(result.outcome == Outcome::kOk && result.text == raw, "L1: a valid object passes byte for byte",
          result.text);
  }
  if (!result.accepted()) return;

  const Result<json::Value> value = json::parse(result.text, options.limits);
  check(value && value->is_object(), "L2: an answer is a strict object", result.text);

  const RepairResult again = repair_arguments(result.text, options);
  check(again.outcome == Outcome::kOk && again.text == result.text, "L3: repairing an answer changes nothing",
        again.parse_error.empty() ? result.text + "\n" + again.text : result.text + "\n" + again.parse_error);

  check_content(raw, *value, result);
}

void check_incomplete(std::string_view raw, const RepairOptions& options) {
  RepairOptions unfinished = options;
  unfinished.complete = false;
  unfinished.truncated = TruncatedPolicy::kReject;
  const RepairResult result = repair_arguments(raw, unfinished);
  check(result.outcome != Outcome::kSplit, "L8: an unfinished text is not split");
  if (!result.accepted()) return;

  const repair::Unquoted unquoted = repair::unquote(raw, repair::kMaxUnquoteLayers);
  check(is_strict_object(unquoted.layers > 0 ? std::string_view(unquoted.text) : raw, options.limits),
        "L8: an unfinished text is accepted only when it is whole", result.text);
  RepairOptions finished = unfinished;
  finished.complete = true;
  const RepairResult same = repair_arguments(raw, finished);
  check(same.outcome == result.outcome && same.text == result.text, "a whole text needs no finish",
        same.text);
}

void check_cut(std::string_view strict_object, const RepairOptions& options, unsigned choice) {
  std::vector<Token> strings = scan_tokens(strict_object);
  std::erase_if(strings, [](const Token& token) { return token.kind != Token::Kind::kString; });
  if (strings.empty()) return;
  Dice dice(choice);
  const Token& string = strings[dice.below(strings.size())];
  const std::size_t cut = string.begin + 1 + dice.below(string.end - string.begin - 1);
  const std::string_view text = strict_object.substr(0, cut);
  const std::size_t last = text.find_last_not_of(" \t\r\n");
  if (text[last] == '}' || text[last] == ']') return;
  const std::size_t behind = strict_object.find_first_not_of(" \t\r\n", string.end);
  const bool is_key = strict_object[behind] == ':';
  if (is_key && text.find_first_of("}]", string.begin) != std::string_view::npos) return;

  RepairOptions careful = options;
  careful.truncated = TruncatedPolicy::kReject;
  const RepairResult result = repair_arguments(text, careful);
  check(result.outcome == Outcome::kRejected, "L8: a text that ends inside a string is rejected",
        std::string(text) + "\n" + result.text);
}

void check_same(const RepairResult& a, const RepairResult& b, std::string_view law) {
  const auto same_fix = [](const Fix& x, const Fix& y) {
    return x.rule == y.rule && x.offset == y.offset && x.before == y.before && x.after == y.after;
  };
  check(a.outcome == b.outcome && a.rejection == b.rejection && a.text == b.text && a.parts == b.parts, law,
        b.text);
  check(a.fixes_total == b.fixes_total && a.unquote_depth == b.unquote_depth && a.complete == b.complete,
        law);
  check(std::equal(a.fixes.begin(), a.fixes.end(), b.fixes.begin(), b.fixes.end(), same_fix), law);
  check(a.error.code == b.error.code && a.error.message == b.error.message &&
            a.error.where.offset == b.error.where.offset && a.error.where.pointer == b.error.where.pointer,
        law, b.error.message);
  check(a.parse_error == b.parse_error && a.parse_warning == b.parse_warning, law, b.parse_error);
}

}  // namespace argwright::fuzz
