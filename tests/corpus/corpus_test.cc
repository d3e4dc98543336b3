// Runs every case of tests/corpus/repair, and holds every case to the laws of DESIGN (L1 to L8). README.md
// says how a case is written.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "argwright/json.h"
#include "argwright/repair.h"
#include "tests/corpus/case_file.h"

namespace argwright {
namespace {

using corpus::Line;

std::vector<std::string> corpus_files() {
  std::vector<std::string> paths;
  const std::filesystem::path folder = std::filesystem::path(corpus::source_folder()) / "tests/corpus/repair";
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".jsonl") paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

// One case with everything that RepairOptions points at.
struct Case {
  std::string where;
  std::string name;
  std::string raw;
  std::string tool;
  std::vector<std::string> declared;
  bool has_declared = false;
  bool complete = true;
  TruncatedPolicy truncated = TruncatedPolicy::kReject;
  std::string outcome;
  std::string rejection;
  const json::Value* want = nullptr;
  std::vector<std::string> rules;
  int unquote_depth = -1;  // below 0: not checked

  RepairOptions options() const {
    RepairOptions options;
    options.complete = complete;
    options.truncated = truncated;
    options.tool_name = tool;
    if (has_declared) options.declared_keys = &declared;
    return options;
  }
};

int failure_count() {
  return testing::UnitTest::GetInstance()->current_test_info()->result()->total_part_count();
}

std::vector<std::string> strings_of(const Line& line, std::string_view key) {
  std::vector<std::string> texts;
  if (const json::Value* list = line.find(key); list != nullptr && list->is_array()) {
    for (const json::Value& item : list->items()) texts.push_back(item.is_string() ? item.string() : "");
  }
  return texts;
}

// A misspelt field would switch a check off without a word. False: the case itself is at fault.
bool check_fields(const Line& line) {
  const int failures_before = failure_count();
  static const std::set<std::string> known = {
      "name",    "raw",  "raw_b64", "complete",  "truncated",     "tool", "declared",
      "outcome", "want", "rules",   "rejection", "unquote_depth", "note"};
  for (const json::Member& member : line.value.members()) {
    EXPECT_TRUE(known.contains(member.key)) << "unknown field \"" << member.key << "\"";
  }
  const std::string outcome = line.text("outcome");
  EXPECT_TRUE(outcome == "ok" || outcome == "decoded" || outcome == "repaired" || outcome == "split" ||
              outcome == "rejected")
      << "unknown outcome \"" << outcome << "\"";
  EXPECT_EQ(outcome == "rejected", line.find("rejection") != nullptr)
      << "a rejection, and only one, names its kind";
  const json::Value* want = line.find("want");
  if (outcome == "decoded" || outcome == "repaired") {
    EXPECT_TRUE(want != nullptr && want->is_object()) << "want must be an object";
  } else if (outcome == "split") {
    EXPECT_TRUE(want != nullptr && want->is_array() && want->items().size() > 1)
        << "want must be a list of objects";
  } else {
    EXPECT_EQ(want, nullptr) << "nothing is wanted of a text that passes as it is, or not at all";
  }
  for (const std::string& rule : strings_of(line, "rules")) {
    EXPECT_FALSE(rule_words(rule).empty()) << "unknown rule \"" << rule << "\"";
  }
  return failure_count() == failures_before;
}

Case read_case(const Line& line) {
  Case result;
  result.where = line.where;
  result.name = line.text("name");
  const std::optional<std::string> raw = corpus::raw_text(line);
  EXPECT_TRUE(raw.has_value()) << "neither raw nor raw_b64";
  result.raw = raw.value_or("");
  result.tool = line.text("tool");
  result.has_declared = line.find("declared") != nullptr;
  result.declared = strings_of(line, "declared");
  result.complete = line.flag("complete", true);
  if (line.text("truncated") == "close") result.truncated = TruncatedPolicy::kClose;
  result.outcome = line.text("outcome");
  result.rejection = line.text("rejection");
  result.want = line.find("want");
  result.rules = strings_of(line, "rules");
  if (const json::Value* depth = line.find("unquote_depth"); depth != nullptr && depth->is_number()) {
    result.unquote_depth = static_cast<int>(depth->as_int64().value_or(-1));
  }
  return result;
}

std::string describe(const RepairResult& result) {
  std::string text(outcome_name(result.outcome));
  if (result.outcome == Outcome::kRejected)
    text += " as " + std::string(rejection_name(result.rejection)) + ": " + result.error.describe();
  if (result.accepted()) text += " " + result.text;
  for (const std::string& part : result.parts) text += " | " + part;
  for (const Fix& fix : result.fixes)
    text += "\n  " + std::string(fix.rule) + " at " + std::to_string(fix.offset);
  return text;
}

void check_answer(const Case& c, const RepairResult& result) {
  ASSERT_EQ(std::string(outcome_name(result.outcome)), c.outcome) << describe(result);
  if (c.outcome == "rejected") {
    EXPECT_EQ(std::string(rejection_name(result.rejection)), c.rejection) << describe(result);
  } else if (c.outcome == "split") {
    ASSERT_EQ(result.parts.size(), c.want->items().size()) << describe(result);
    for (std::size_t i = 0; i < result.parts.size(); ++i) {
      const Result<json::Value> part = json::parse(result.parts[i]);
      ASSERT_TRUE(part) << result.parts[i];
      EXPECT_EQ(json::write(*part), json::write(c.want->items()[i]));
    }
  } else if (c.want != nullptr) {
    const Result<json::Value> value = json::parse(result.text);
    ASSERT_TRUE(value) << result.text;
    // Order of keys and text of numbers count; the second line is what the laws ask for.
    EXPECT_EQ(json::write(*value), json::write(*c.want));
    EXPECT_TRUE(json::same_meaning(*value, *c.want));
  }
  for (const std::string& rule : c.rules) {
    EXPECT_TRUE(std::any_of(result.fixes.begin(), result.fixes.end(),
                            [&](const Fix& fix) { return fix.rule == rule; }))
        << "no fix by rule " << rule << " in: " << describe(result);
  }
  if (c.unquote_depth >= 0) {
    EXPECT_EQ(result.unquote_depth, c.unquote_depth);
  }
}

// L2 and L3 for one answer.
void check_answer_text(const std::string& text, RepairOptions options) {
  const Result<json::Value> value = json::parse(text);
  ASSERT_TRUE(value) << "L2: not strict JSON: " << text;
  EXPECT_TRUE(value->is_object()) << "L2: the root is no object: " << text;
  options.complete = true;
  const RepairResult again = repair_arguments(text, options);
  EXPECT_EQ(outcome_name(again.outcome), outcome_name(Outcome::kOk))
      << "L3: an answer was repaired again: " << text;
  EXPECT_EQ(again.text, text) << "L3";
}

void expect_same(const RepairResult& whole, const RepairResult& chunked) {
  EXPECT_EQ(outcome_name(whole.outcome), outcome_name(chunked.outcome));
  EXPECT_EQ(whole.rejection, chunked.rejection);
  EXPECT_EQ(whole.text, chunked.text);
  EXPECT_EQ(whole.parts, chunked.parts);
  EXPECT_EQ(whole.unquote_depth, chunked.unquote_depth);
  EXPECT_EQ(whole.complete, chunked.complete);
  EXPECT_EQ(whole.parse_error, chunked.parse_error);
  EXPECT_EQ(whole.parse_warning, chunked.parse_warning);
  EXPECT_EQ(whole.fixes_total, chunked.fixes_total);
  ASSERT_EQ(whole.fixes.size(), chunked.fixes.size());
  for (std::size_t i = 0; i < whole.fixes.size(); ++i) {
    EXPECT_EQ(whole.fixes[i].rule, chunked.fixes[i].rule);
    EXPECT_EQ(whole.fixes[i].offset, chunked.fixes[i].offset);
    EXPECT_EQ(whole.fixes[i].before, chunked.fixes[i].before);
    EXPECT_EQ(whole.fixes[i].after, chunked.fixes[i].after);
  }
}

// L4: bytes one by one, halves, thirds, and runs that fall between the bytes of a character.
void check_chunks(const Case& c, const RepairResult& whole) {
  const std::string_view raw = c.raw;
  for (const std::size_t step : {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{7},
                                 raw.size() / 2 + 1, raw.size() / 3 + 1}) {
    SCOPED_TRACE("L4: in pieces of " + std::to_string(step));
    ArgumentStream stream(c.options());
    for (std::size_t at = 0; at < raw.size(); at += step) EXPECT_TRUE(stream.feed(raw.substr(at, step)));
    EXPECT_EQ(stream.bytes(), raw.size());
    expect_same(whole, stream.finish(c.complete));
  }
}

// A fix says what stood where in the text as received. Rules about whole objects give the mended object
// instead, and what was found in a text inside a wrapper or under quoting layers has no such place.
void check_fixes(const Case& c, const RepairResult& result) {
  static const std::set<std::string_view> about_objects = {"call_wrapper", "repeated_object",
                                                           "duplicate_key"};
  EXPECT_EQ(result.fixes_total, result.fixes.size());
  bool layered = result.unquote_depth > 0;
  for (const Fix& fix : result.fixes) {
    SCOPED_TRACE(std::string(fix.rule) + " at " + std::to_string(fix.offset));
    EXPECT_FALSE(rule_words(fix.rule).empty());
    EXPECT_LE(fix.offset, c.raw.size());
    layered = layered || fix.rule == "call_wrapper";
    if (layered || about_objects.contains(fix.rule)) continue;
    std::string_view before = fix.before;
    if (before.ends_with("...") && before.size() > 57) before.remove_suffix(3);
    EXPECT_EQ(std::string_view(c.raw).substr(std::min(fix.offset, c.raw.size()), before.size()), before);
  }
}

void check_laws(const Case& c, const RepairResult& result) {
  // L1, from the other side: the strict reader says what is valid.
  const Result<json::Value> strict = json::parse(c.raw);
  const bool valid = strict && strict->is_object();
  if (result.outcome == Outcome::kOk) {
    EXPECT_TRUE(valid) << "L1: ok, but the strict reader says " << strict.error().describe();
    EXPECT_EQ(result.text, c.raw) << "L1";
    EXPECT_EQ(result.fixes_total, 0U);
    EXPECT_TRUE(result.parse_warning.empty()) << result.parse_warning;
  } else {
    // Only an opened wrapper, or one that names another tool, changes a valid object.
    EXPECT_TRUE(!valid || !c.tool.empty() || c.has_declared) << "L1: a valid object did not pass";
  }

  if (result.accepted()) {
    check_answer_text(result.text, c.options());
    EXPECT_TRUE(result.parse_error.empty()) << result.parse_error;
    EXPECT_TRUE(result.parts.empty());
    if (result.outcome != Outcome::kOk) {
      EXPECT_FALSE(result.fixes.empty()) << "changed without a word: " << result.text;
      EXPECT_FALSE(result.parse_warning.empty());
    }
  } else {
    EXPECT_TRUE(result.text.empty()) << result.text;
    EXPECT_TRUE(result.parse_error.starts_with("failed to parse arguments after unquoting: "))
        << result.parse_error;
    EXPECT_NE(result.parse_error.find(" (original: "), std::string::npos) << result.parse_error;
    EXPECT_EQ(result.outcome == Outcome::kRejected, result.rejection != Rejection::kNone);
  }
  for (const std::string& part : result.parts) check_answer_text(part, c.options());

  check_fixes(c, result);

  check_chunks(c, result);

  // L8: an unfinished call passes only if it is whole already.
  RepairOptions cut = c.options();
  cut.complete = false;
  cut.truncated = TruncatedPolicy::kReject;
  const RepairResult unfinished = repair_arguments(c.raw, cut);
  EXPECT_FALSE(unfinished.complete);
  EXPECT_NE(unfinished.outcome, Outcome::kSplit) << "L8: split although unfinished";
  if (unfinished.accepted()) {
    EXPECT_TRUE(parse_arguments(c.raw)) << "L8: executable although unfinished: " << describe(unfinished);
  }

  // Switched off, the engine only reports.
  RepairOptions off = c.options();
  off.enhance = false;
  const RepairResult passed = repair_arguments(c.raw, off);
  EXPECT_EQ(passed.text, c.raw);
  EXPECT_EQ(outcome_name(passed.outcome), outcome_name(result.outcome));
  EXPECT_EQ(passed.fixes_total, result.fixes_total);
}

class CorpusFile : public testing::TestWithParam<std::string> {};

TEST_P(CorpusFile, EveryCaseIsAnsweredAsWanted) {
  const std::optional<corpus::File> file = corpus::read_file(GetParam());
  ASSERT_TRUE(file.has_value()) << "cannot read " << GetParam();
  for (const std::string& fault : file->faults) ADD_FAILURE() << fault;
  EXPECT_FALSE(file->lines.empty());
  std::set<std::string> names;
  for (const Line& line : file->lines) {
    SCOPED_TRACE(line.where + " " + line.text("name"));
    EXPECT_TRUE(names.insert(line.text("name")).second) << "the name stands twice";
    if (!check_fields(line)) continue;
    const Case c = read_case(line);
    check_answer(c, repair_arguments(c.raw, c.options()));
  }
}

TEST_P(CorpusFile, EveryCaseObeysTheLaws) {
  const std::optional<corpus::File> file = corpus::read_file(GetParam());
  ASSERT_TRUE(file.has_value()) << "cannot read " << GetParam();
  for (const Line& line : file->lines) {
    SCOPED_TRACE(line.where + " " + line.text("name"));
    const Case c = read_case(line);
    check_laws(c, repair_arguments(c.raw, c.options()));
  }
}

INSTANTIATE_TEST_SUITE_P(Corpus, CorpusFile, testing::ValuesIn(corpus_files()), [](const auto& info) {
  std::string name = std::filesystem::path(info.param).stem().string();
  std::replace_if(name.begin(), name.end(), [](char c) { return c == '-' || c == '.'; }, '_');
  return name;
});

TEST(Corpus, IsThereAndNamesEveryRule) {
  std::set<std::string> named;
  std::size_t cases = 0;
  for (const std::string& path : corpus_files()) {
    const std::optional<corpus::File> file = corpus::read_file(path);
    ASSERT_TRUE(file.has_value()) << path;
    cases += file->lines.size();
    for (const Line& line : file->lines) {
      for (const std::string& rule : strings_of(line, "rules")) named.insert(rule);
    }
  }
  EXPECT_GE(cases, 350U) << "in " << corpus::source_folder() << "/tests/corpus/repair";
  for (const RuleInfo& rule : repair_rules()) {
    EXPECT_TRUE(named.contains(std::string(rule.name))) << "no case asks for the rule " << rule.name;
  }
  std::cout << cases << " cases in " << corpus_files().size() << " files name " << named.size() << " rules\n";
}

// ---- what is generated rather than written ------------------------------------------------------

// Calls `visit` with the text of every control: a valid object that must pass.
template <typename Visit>
void for_each_control(Visit visit) {
  for (const std::string& path : corpus_files()) {
    const std::optional<corpus::File> file = corpus::read_file(path);
    ASSERT_TRUE(file.has_value()) << path;
    for (const Line& line : file->lines) {
      if (line.text("outcome") != "ok") continue;
      SCOPED_TRACE(line.where + " " + line.text("name"));
      visit(*corpus::raw_text(line));
    }
  }
}

TEST(Corpus, NoBeginningOfAValidCallIsExecutableWhenTheStreamBroke) {
  RepairOptions options;
  options.complete = false;
  for_each_control([&](const std::string& raw) {
    for (std::size_t length = 0; length < raw.size(); ++length) {
      const std::string head = raw.substr(0, length);
      const Result<json::Value> strict = json::parse(head);
      if (strict && strict->is_object()) continue;  // only white space was cut off
      const RepairResult result = repair_arguments(head, options);
      ASSERT_EQ(result.outcome, Outcome::kRejected) << head << "\n" << describe(result);
      ASSERT_EQ(result.rejection, Rejection::kTruncated) << head << "\n" << describe(result);
    }
  });
}

// Whatever the upstream claims: a text that ends inside a string was cut off, unless closing brackets at its
// end say that only the quote is missing.
TEST(Corpus, ACallCutInsideAStringIsNeverExecutable) {
  std::size_t cuts = 0;
  for_each_control([&](const std::string& raw) {
    bool in_string = false;
    for (std::size_t i = 0; i < raw.size(); ++i) {
      if (in_string && raw[i] == '\\') {
        ++i;
      } else if (raw[i] == '"') {
        in_string = !in_string;
      }
      if (!in_string || i + 1 >= raw.size()) continue;
      const std::string head = raw.substr(0, i + 1);
      const char last = head[head.find_last_not_of(" \t\r\n")];
      if (last == '}' || last == ']') continue;
      ++cuts;
      const RepairResult result = repair_arguments(head);
      ASSERT_FALSE(result.accepted()) << head << "\n" << describe(result);
    }
  });
  EXPECT_GT(cuts, 1000U);
}

TEST(Corpus, OneToTwelveQuotingLayersComeOff) {
  const std::string object = R"({"run":"make -C \"my dir\" all"})";
  std::string text = object;
  for (int layers = 1; layers <= 12; ++layers) {
    SCOPED_TRACE(layers);
    std::string quoted;
    json::append_quoted(quoted, text);
    text = std::move(quoted);
    const RepairResult result = repair_arguments(text);
    EXPECT_EQ(result.text, object);
    EXPECT_EQ(result.unquote_depth, layers);
    // S0-31: ten layers are plain decoding, more need the lenient stages.
    EXPECT_EQ(outcome_name(result.outcome), layers <= 10 ? "decoded" : "repaired");
    EXPECT_EQ(parse_arguments(text).has_value(), layers <= 10);
  }
}

// 64 levels are ordinary; 512 are the limit; a hundred thousand must neither pass nor crash, whole or broken.
TEST(Corpus, NestingIsBounded) {
  const auto nested = [](std::size_t depth, std::string_view open, std::string_view inside,
                         std::string_view close) {
    std::string text;
    for (std::size_t i = 0; i < depth; ++i) text += open;
    text += inside;
    for (std::size_t i = 0; i < depth; ++i) text += close;
    return text;
  };
  // One level is the root's own.
  EXPECT_EQ(repair_arguments(R"({"a":)" + nested(63, "[", "7", "]") + "}").outcome, Outcome::kOk);
  EXPECT_EQ(repair_arguments(nested(64, R"({"a":)", "7", "}")).outcome, Outcome::kOk);
  EXPECT_EQ(repair_arguments(nested(512, R"({"a":)", "7", "}")).outcome, Outcome::kOk);
  EXPECT_EQ(repair_arguments(nested(513, R"({"a":)", "7", "}")).error.code, ErrorCode::kTooDeep);

  EXPECT_EQ(repair_arguments(nested(64, "{'a':", "7,", "}")).text, nested(64, R"({"a":)", "7", "}"));
  EXPECT_EQ(repair_arguments(nested(64, "{a:[", "", "")).text, nested(64, R"({"a":[)", "", "]}"))
      << "closers are added";
  EXPECT_EQ(repair_arguments(nested(512, "{'a':", "7", "}")).outcome, Outcome::kRepaired);
  EXPECT_EQ(repair_arguments(nested(513, "{'a':", "7", "}")).error.code, ErrorCode::kTooDeep);

  constexpr std::size_t kDeep = 100000;
  for (const std::string& text : {
           nested(kDeep, R"({"a":)", "7", "}"),
           nested(kDeep, "{'a':", "7", "}"),
           nested(kDeep, R"({"a":)", "", ""),
           R"({"a":)" + nested(kDeep, "[", "", "]") + "}",
           R"({"a":)" + nested(kDeep, "[", "", ""),
           nested(kDeep, "[", "", "]"),
           nested(kDeep, "[{", "", "}]"),
           nested(kDeep, "(", "", ")"),
           nested(kDeep, "}", "", ""),
           nested(kDeep, "]}", "", ""),
       }) {
    SCOPED_TRACE(text.substr(0, 12));
    EXPECT_FALSE(repair_arguments(text).accepted());
    EXPECT_FALSE(parse_arguments(text));
    RepairOptions close;
    close.truncated = TruncatedPolicy::kClose;
    const RepairResult closed = repair_arguments(text, close);
    if (closed.accepted()) check_answer_text(closed.text, {});
  }
}

}  // namespace
}  // namespace argwright
