// The laws of DESIGN as properties. A value is made up, written with known faults, and must come back:
// exactly where the faults leave no doubt, and exactly or not at all where they do. And every short text over
// the alphabet of JSON's trouble keeps the laws that need no known value.
//
// Runs are repeatable (RapidCheck's seed is fixed); ARGWRIGHT_LONG=1 makes them ten times as long, with a new
// seed.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "argwright/json.h"
#include "argwright/repair.h"

namespace argwright {
namespace {

const bool kLong = std::getenv("ARGWRIGHT_LONG") != nullptr;
// Read by RapidCheck when the first property runs. RC_PARAMS of the caller wins.
const int kParameters = ::setenv("RC_PARAMS", kLong ? "max_success=30000" : "seed=20 max_success=3000", 0);

// At RapidCheck's full size always: a small one would leave only the first few choices.
std::size_t below(std::size_t bound) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::size_t>(0, bound));
}
// Shrinks to no.
bool once_in(std::size_t count) { return below(count) == count - 1; }
template <typename List>
std::string pick(const List& list) {
  return std::string(list[below(std::size(list))]);
}

// ---- values ---------------------------------------------------------------------------------------

constexpr std::string_view kTame[] = {
    "Oslo",
    "x",
    "",
    " ",
    "hello world",
    "2024-05-01",
    "a-b_c.d",
    "日本語",
    "é",
    "😀",
    "50%",
    "a+b",
    "www.example.org",
    "line one\nline two",
    "tab\there",
    "\r\n",
    "true",
    "null",
    "None",
    "12",
    "-1.5e3",
    "0x1F",
    "/usr/local/bin",
    "x@y.org",
};
// Text that looks like syntax. All of it is legal inside a JSON string, properly escaped.
constexpr std::string_view kNasty[] = {
    "\"",
    "'",
    "`",
    "\\",
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "\"}",
    "\"]",
    "\",",
    "\":",
    "'}",
    "','",
    "\\\"",
    "\\n",
    "\\u0041",
    "//",
    "/*",
    "*/",
    "#",
    "```",
    "```json\n{\"a\": 1}\n```",
    "<think>",
    "</think>",
    "<|im_end|>",
    "</parameter>",
    "&quot;",
    "...",
    "=>",
    "=",
    "print(\"hi, there\")",
    "echo 'it''s' | sed \"s/a/b/\"",
    "C:\\Users\\temp\\",
    "\\d+\\s*",
    "\\frac{1}{2}",
    "if (a) { b(\"c\"); }",
    "{\"a\": \"b\"}",
    "{'a': 'b'}",
    "“",
    "”",
    "‘",
    "’",
    "｛",
    "，",
    "\x01",
    "\x7f",
    "\xE2\x80\x8B",
    "\xEF\xBB\xBF",
    "</s>",
    "it's",
    "a: b",
    "\"a\": 1, \"b\"",
    "x\", \"y\": \"z",
    "' + '",
    "\" + \"",
    "\"\"\"",
    "'''",
    "https://x.test/?a=1&b=2#c",
    "\xE2\x80\xA8",
};

std::string make_text(bool nasty) {
  std::string text;
  for (std::size_t i = below(4); i > 0; --i) {
    text += nasty && once_in(2) ? pick(kNasty) : pick(kTame);
    if (once_in(3)) text += ' ';
  }
  return text;
}

// Which parts of a value may hold text that looks like syntax.
enum class Nasty { kNothing, kValues, kEverything };

std::string make_key(Nasty nasty) {
  constexpr std::string_view kKeys[] = {"a",    "b",         "city", "unit_name", "$ref",
                                        "köln", "two words", "x-y",  "k9",        "path"};
  return nasty == Nasty::kEverything && once_in(4) ? make_text(true) : pick(kKeys);
}

json::Value make_number() {
  constexpr std::string_view kNumbers[] = {"0",
                                           "-0",
                                           "1",
                                           "42",
                                           "-7",
                                           "1.10",
                                           "0.5",
                                           "1e5",
                                           "1e400",
                                           "-2E-3",
                                           "3.0",
                                           "12345678901234567890",
                                           "123456789012345678901234567890.25"};
  return json::Number{pick(kNumbers)};
}

json::Value make_value(int depth, Nasty nasty);

json::Value make_object(int depth, Nasty nasty) {
  json::Object members;
  for (std::size_t i = below(depth > 2 ? 5 : 4); i > 0; --i) {
    std::string key = make_key(nasty);
    const bool taken =
        std::any_of(members.begin(), members.end(), [&](const json::Member& m) { return m.key == key; });
    if (!taken) members.push_back({std::move(key), make_value(depth - 1, nasty)});
  }
  return members;
}

json::Value make_value(int depth, Nasty nasty) {
  switch (below(depth > 0 ? 8 : 6)) {
    case 0: return nullptr;
    case 1: return once_in(2);
    case 2: return make_number();
    case 6: return make_object(depth, nasty);
    case 7: {
      json::Array items;
      for (std::size_t i = below(4); i > 0; --i) items.push_back(make_value(depth - 1, nasty));
      return items;
    }
    default: return make_text(nasty != Nasty::kNothing);
  }
}

// An object that is worth breaking: it has a member.
json::Value make_arguments(Nasty nasty) {
  json::Value value = make_object(3, nasty);
  if (value.members().empty()) value.members().push_back({"a", make_text(nasty != Nasty::kNothing)});
  return value;
}

// ---- texts with faults ----------------------------------------------------------------------------

struct Faults {
  bool json5 = false;  // single quotes, bare keys, comments, trailing commas, raw tabs
  bool beyond =
      false;  // what JSON5 does not read: # comments, Python's literals, missing commas, raw line breaks
};

bool is_identifier(std::string_view text) {
  const auto is_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
  };
  return !text.empty() && (text[0] < '0' || text[0] > '9') && std::all_of(text.begin(), text.end(), is_word);
}

// Writes a value with faults chosen as it goes.
class Scribe {
 public:
  explicit Scribe(const Faults& faults) : faults_(faults) {}

  std::string write(const json::Value& value) {
    add(value);
    return std::move(out_);
  }

 private:
  void gap() {
    if (once_in(3)) out_ += ' ';
    if (once_in(12)) out_ += "\n\t";
    if (faults_.json5 && once_in(24))
      out_ += pick(std::array<std::string_view, 3>{" // note: {x\n", " /* \"a\": 1, */", " /**/"});
    if (faults_.beyond && once_in(24)) out_ += " # note, it's \"here\"\n";
  }

  void separate(bool last, bool member) {
    if (!last && member && faults_.beyond && once_in(16)) {
      // A comma is missing; what follows must then be plain.
      out_ += '\n';
      plain_key_ = true;
      return;
    }
    gap();
    if (!last) {
      out_ += ',';
    } else if (faults_.json5 && once_in(4)) {
      out_ += ',';
    }
    gap();
  }

  void add_quoted(const std::string& text) {
    std::string json;
    json::append_quoted(json, text);
    const bool single = faults_.json5 && once_in(3);
    if (!single) {
      out_ += faults_.beyond && once_in(4) ? with_raw_controls(json) : json;
      return;
    }
    out_ += '\'';
    for (std::size_t i = 1; i + 1 < json.size(); ++i) {
      if (json[i] == '\\' && json[i + 1] == '"') {
        out_ += once_in(2) ? "\"" : "\\\"";
        ++i;
      } else if (json[i] == '\\') {
        out_ += json[i];
        out_ += json[++i];
      } else {
        if (json[i] == '\'') out_ += '\\';
        out_ += json[i];
      }
    }
    out_ += '\'';
  }

  static std::string with_raw_controls(std::string_view json) {
    std::string raw;
    for (std::size_t i = 0; i < json.size(); ++i) {
      if (json[i] == '\\' && (json[i + 1] == 'n' || json[i + 1] == 't')) {
        raw += json[++i] == 'n' ? '\n' : '\t';
      } else {
        raw += json[i];
        if (json[i] == '\\') raw += json[++i];
      }
    }
    return raw;
  }

  void add(const json::Value& value) {
    const bool python = faults_.beyond && once_in(2);
    switch (value.kind()) {
      case json::Kind::kNull: out_ += python ? "None" : "null"; return;
      case json::Kind::kBoolean:
        out_ += value.boolean() ? (python ? "True" : "true") : (python ? "False" : "false");
        return;
      case json::Kind::kNumber: out_ += value.number_text(); return;
      case json::Kind::kString: add_quoted(value.string()); return;
      case json::Kind::kArray:
        out_ += '[';
        gap();
        for (std::size_t i = 0; i < value.items().size(); ++i) {
          add(value.items()[i]);
          separate(i + 1 == value.items().size(), false);
        }
        out_ += ']';
        return;
      case json::Kind::kObject:
        out_ += '{';
        gap();
        for (std::size_t i = 0; i < value.members().size(); ++i) {
          const json::Member& member = value.members()[i];
          const bool bare = faults_.json5 && !plain_key_ && is_identifier(member.key) && once_in(3);
          plain_key_ = false;
          if (bare) {
            out_ += member.key;
          } else {
            add_quoted(member.key);
          }
          gap();
          out_ += ':';
          gap();
          add(member.value);
          separate(i + 1 == value.members().size(), true);
        }
        out_ += '}';
        return;
    }
  }

  Faults faults_;
  std::string out_;
  bool plain_key_ = false;  // the next key has its quotes
};

std::string quote(std::string text, std::size_t layers) {
  for (; layers > 0; --layers) {
    std::string quoted;
    json::append_quoted(quoted, text);
    text = std::move(quoted);
  }
  return text;
}

// What stands around the object. Every one of these leaves no doubt about an object, prose only if its keys
// are quoted.
constexpr std::size_t kEnvelopes = 12;
std::string wrap(const std::string& object, std::size_t envelope) {
  switch (envelope) {
    case 0: return "Here you are:\n\n" + object;
    case 1: return "```\n" + object + "\n```\n";
    case 2: return "```json\n" + object;
    case 3: return "```json\n" + object + "\n```";
    case 4: return "\xEF\xBB\xBF" + object;
    case 5: return "<think>The user wants {something}.</think>\n" + object;
    case 6: return "<tool_call>\n" + object + "\n</tool_call>";
    case 7: return "<|tool_call_argument_begin|>" + object + "<|tool_call_end|>";
    case 8: return "[" + object + "]";
    case 9: return object + object;
    case 10: return "{}" + object;
    default: return " \r\n" + object + "\n\n";
  }
}

// ---- what is asserted -----------------------------------------------------------------------------

void expect_strict(std::string_view raw, const RepairResult& result) {
  const Result<json::Value> value = json::parse(result.text);
  RC_ASSERT(value.has_value());
  RC_ASSERT(value->is_object());
  const RepairResult again = repair_arguments(result.text);
  RC_ASSERT(again.outcome == Outcome::kOk);
  RC_ASSERT(again.text == result.text);
  RC_ASSERT(again.fixes_total == 0U);
  for (const Fix& fix : result.fixes) RC_ASSERT(fix.offset <= raw.size());
}

void expect_value(const std::string& raw, const json::Value& value, const RepairOptions& options = {}) {
  RC_LOG() << raw << '\n';
  const RepairResult result = repair_arguments(raw, options);
  RC_LOG() << outcome_name(result.outcome) << ' ' << result.parse_error << '\n' << result.text << '\n';
  RC_ASSERT(result.accepted());
  RC_ASSERT(*json::parse(result.text) == value);
  expect_strict(raw, result);
}

void expect_value_or_nothing(const std::string& raw, const json::Value& value) {
  RC_LOG() << raw << '\n';
  const RepairResult result = repair_arguments(raw);
  if (!result.accepted()) return;
  RC_LOG() << result.text << '\n';
  RC_ASSERT(*json::parse(result.text) == value);
  expect_strict(raw, result);
}

void expect_same(const RepairResult& a, const RepairResult& b) {
  RC_ASSERT(a.outcome == b.outcome);
  RC_ASSERT(a.text == b.text);
  RC_ASSERT(a.parts == b.parts);
  RC_ASSERT(a.parse_error == b.parse_error);
  RC_ASSERT(a.parse_warning == b.parse_warning);
  RC_ASSERT(a.fixes_total == b.fixes_total);
  RC_ASSERT(a.fixes.size() == b.fixes.size());
  for (std::size_t i = 0; i < a.fixes.size(); ++i) {
    RC_ASSERT(a.fixes[i].rule == b.fixes[i].rule);
    RC_ASSERT(a.fixes[i].offset == b.fixes[i].offset);
    RC_ASSERT(a.fixes[i].before == b.fixes[i].before);
    RC_ASSERT(a.fixes[i].after == b.fixes[i].after);
  }
  RC_ASSERT(a.complete == b.complete);
  RC_ASSERT(a.unquote_depth == b.unquote_depth);
}

// ---- the properties -------------------------------------------------------------------------------

RC_GTEST_PROP(Laws, L1ValidObjectPassesByteForByte, ()) {
  const std::string raw = Scribe({}).write(make_arguments(Nasty::kEverything));
  const RepairResult result = repair_arguments(raw);
  RC_ASSERT(result.outcome == Outcome::kOk);
  RC_ASSERT(result.text == raw);
  RC_ASSERT(result.fixes_total == 0U);
}

RC_GTEST_PROP(Laws, L1ValidObjectPassesInChunksAndIncomplete, ()) {
  const std::string raw = Scribe({}).write(make_arguments(Nasty::kEverything));
  RepairOptions options;
  options.complete = false;
  RC_ASSERT(repair_arguments(raw, options).text == raw);
}

RC_GTEST_PROP(Laws, QuotedObjectIsDecoded, ()) {
  const std::string raw = Scribe({}).write(make_arguments(Nasty::kEverything));
  const std::size_t layers = 1 + below(10);
  // Backslashes double with every layer.
  const std::string quoted =
      quote(raw, layers > 5 ? std::min<std::size_t>(layers, raw.size() > 200 ? 5 : 10) : layers);
  const RepairResult result = repair_arguments(quoted);
  RC_ASSERT(result.outcome == Outcome::kDecoded);
  RC_ASSERT(result.text == raw);
}

RC_GTEST_PROP(Laws, Json5FaultsAreMendedWhateverTheStringsHold, ()) {
  const json::Value value = make_arguments(Nasty::kEverything);
  const std::string raw = Scribe({.json5 = true}).write(value);
  expect_value(once_in(4) ? quote(raw, 1 + below(3)) : raw, value);
}

RC_GTEST_PROP(Laws, FaultsBeyondJson5AreMended, ()) {
  const json::Value value = make_arguments(Nasty::kNothing);
  expect_value(Scribe({.json5 = true, .beyond = true}).write(value), value);
}

RC_GTEST_PROP(Laws, FaultsBeyondJson5NeverChangeWhatStringsHold, ()) {
  const json::Value value = make_arguments(Nasty::kValues);
  expect_value_or_nothing(Scribe({.json5 = true, .beyond = true}).write(value), value);
}

RC_GTEST_PROP(Laws, EnvelopesComeOff, ()) {
  const json::Value value = make_arguments(Nasty::kNothing);
  const std::size_t envelope = below(kEnvelopes);
  const Faults faults{.json5 = envelope != 0 && once_in(2), .beyond = false};
  expect_value(wrap(Scribe(faults).write(value), envelope), value);
}

RC_GTEST_PROP(Laws, EnvelopesNeverChangeWhatStringsHold, ()) {
  const json::Value value = make_arguments(Nasty::kValues);
  const std::size_t envelope = below(kEnvelopes);
  const Faults faults{.json5 = envelope != 0 && once_in(2), .beyond = envelope != 0 && once_in(4)};
  expect_value_or_nothing(wrap(Scribe(faults).write(value), envelope), value);
}

RC_GTEST_PROP(Laws, EscapedObjectWithoutQuotesIsDecoded, ()) {
  const json::Value value = make_arguments(Nasty::kNothing);
  const std::string quoted = quote(json::write(value), 1);
  expect_value(quoted.substr(1, quoted.size() - 2), value);
}

RC_GTEST_PROP(Laws, ClosingBracketsAreAdded, ()) {
  // The value ends with an object or a list that holds a whole string, so that nothing is half there.
  json::Value value = make_arguments(Nasty::kNothing);
  value.members().push_back({"last", json::Array{json::Object{{"z", make_text(false)}}}});
  std::string raw = json::write(value);
  raw.resize(raw.size() - 1 - below(3));
  expect_value(raw, value);
}

RC_GTEST_PROP(Laws, ExtraClosingBracketsAreDropped, ()) {
  const json::Value value = make_arguments(Nasty::kNothing);
  expect_value(json::write(value) + pick(std::array<std::string_view, 4>{"}", "]", "}}", "}\n]"}), value);
}

RC_GTEST_PROP(Laws, L3AndL2HoldForTextsWithRandomDamage, ()) {
  constexpr std::string_view kDamage[] = {"\"", "'", "{", "}", "[",  "]", ",",    ":", "\\",   "\n",
                                          " ",  "a", "1", "`", "//", "=", "\xFF", "“", "\\u00"};
  std::string raw = Scribe({.json5 = once_in(2), .beyond = once_in(2)})
                        .write(make_arguments(once_in(2) ? Nasty::kEverything : Nasty::kNothing));
  for (std::size_t i = 1 + below(4); i > 0; --i) {
    const std::size_t at = below(raw.size() + 1);
    if (once_in(2)) {
      raw.insert(at, pick(kDamage));
    } else {
      raw.erase(at, 1 + below(3));
    }
  }
  RC_LOG() << raw << '\n';
  const RepairResult result = repair_arguments(raw);
  if (result.accepted()) expect_strict(raw, result);
}

RC_GTEST_PROP(Laws, L4SplitsDoNotMatter, ()) {
  std::string raw =
      Scribe({.json5 = once_in(2), .beyond = once_in(2)}).write(make_arguments(Nasty::kEverything));
  raw = wrap(raw, below(kEnvelopes));
  if (once_in(3)) raw.resize(below(raw.size() + 1));
  const bool complete = !once_in(4);
  ArgumentStream stream;
  for (std::size_t at = 0; at < raw.size();) {
    const std::size_t length = 1 + below(16);
    stream.feed(std::string_view(raw).substr(at, length));
    at += length;
  }
  RepairOptions options;
  options.complete = complete;
  expect_same(stream.finish(complete), repair_arguments(raw, options));
}

// Offsets of the bytes of strings in a strict text, opening quotes left out, closing ones included.
std::vector<std::size_t> bytes_of_strings(std::string_view json) {
  std::vector<std::size_t> offsets;
  bool inside = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (inside) offsets.push_back(i);
    if (inside && json[i] == '\\') {
      offsets.push_back(++i);
    } else if (json[i] == '"') {
      inside = !inside;
    }
  }
  return offsets;
}

RC_GTEST_PROP(Laws, L8TextThatEndsInsideAStringIsRejected, ()) {
  const std::string raw = Scribe({}).write(make_arguments(Nasty::kValues));
  const std::vector<std::size_t> inside = bytes_of_strings(raw);
  const std::string cut = raw.substr(0, inside[below(inside.size())]);
  // {"a": "b} is a whole call that lacks a quote (DESIGN).
  const std::size_t last = cut.find_last_not_of(" \t\r\n");
  RC_PRE(cut[last] != '}' && cut[last] != ']');
  RC_LOG() << cut << '\n';
  const RepairResult result = repair_arguments(cut);
  RC_LOG() << result.text << '\n';
  RC_ASSERT(result.outcome == Outcome::kRejected);
  RC_ASSERT(result.rejection == Rejection::kTruncated);
  RC_ASSERT(!result.complete);
}

RC_GTEST_PROP(Laws, L8UnfinishedTextIsRejectedUnlessItIsWhole, ()) {
  const Faults faults{.json5 = once_in(2), .beyond = once_in(2)};
  std::string raw = Scribe(faults).write(make_arguments(Nasty::kEverything));
  if (once_in(2)) raw.resize(below(raw.size()));
  const bool whole = json::parse(raw).has_value();
  RepairOptions options;
  options.complete = false;
  const RepairResult result = repair_arguments(raw, options);
  RC_ASSERT(result.accepted() == whole);
  if (!whole) RC_ASSERT(result.rejection == Rejection::kTruncated);
  RC_ASSERT(!result.complete);
}

RC_GTEST_PROP(Laws, TruncatedCloseNeverInventsAMember, ()) {
  const json::Value value = make_arguments(Nasty::kNothing);
  std::string raw = json::write(value);
  raw.resize(1 + below(raw.size()));
  RepairOptions options;
  options.truncated = TruncatedPolicy::kClose;
  options.complete = !once_in(2);
  RC_LOG() << raw << '\n';
  const RepairResult result = repair_arguments(raw, options);
  RC_LOG() << result.text << result.parse_error << '\n';
  RC_ASSERT(result.accepted());
  const Result<json::Value> closed = json::parse(result.text);
  RC_ASSERT(closed.has_value());
  RC_ASSERT(closed->members().size() <= value.members().size());
  for (std::size_t i = 0; i < closed->members().size(); ++i) {
    RC_ASSERT(closed->members()[i].key == value.members()[i].key);
    // All but the last are whole.
    if (i + 1 < closed->members().size()) RC_ASSERT(closed->members()[i].value == value.members()[i].value);
  }
}

// Every text of up to six characters over this alphabet, behind an opening brace.
TEST(Laws, HoldForEveryShortText) {
  constexpr std::string_view kAlphabet = "{}[]\",:a1\\'";
  const std::size_t longest = kLong ? 6 : 4;
  std::vector<std::size_t> digits;
  std::string raw;
  for (;;) {
    raw = "{";
    for (const std::size_t digit : digits) raw += kAlphabet[digit];
    const RepairResult result = repair_arguments(raw);
    const Result<json::Value> strict = json::parse(raw);
    ASSERT_EQ(result.outcome == Outcome::kOk, strict.has_value()) << raw;
    if (result.accepted()) {
      const Result<json::Value> value = json::parse(result.text);
      ASSERT_TRUE(value && value->is_object()) << raw;
      ASSERT_EQ(repair_arguments(result.text).text, result.text) << raw;
      RepairOptions unfinished;
      unfinished.complete = false;
      ASSERT_EQ(repair_arguments(raw, unfinished).accepted(), strict.has_value()) << raw;
    }
    std::size_t place = 0;
    while (place < digits.size() && ++digits[place] == kAlphabet.size()) digits[place++] = 0;
    if (place == digits.size()) {
      if (digits.size() == longest) break;
      digits.push_back(0);
    }
  }
}

TEST(Laws, L5DepthIsBounded) {
  for (const std::string_view opener : {"{\"a\":", "[", "{'a':[", "(", "{\"a\":{"}) {
    std::string raw = "{\"x\":";
    for (int i = 0; i < 100000; ++i) raw += opener;
    const RepairResult result = repair_arguments(raw);
    EXPECT_EQ(result.outcome, Outcome::kRejected) << opener;
  }
}

}  // namespace
}  // namespace argwright
