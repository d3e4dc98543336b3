// Two corpora of tool-call arguments that are shared beside the source tree, scored as their own scorer does
// it: without their schemas (what the text alone allows) and with them. The project's own corpus is
// tests/corpus.
//
// They are looked for in the folder ARGWRIGHT_SHARED (default: ../shared beside the source tree) and skipped
// where that is absent.
#include <algorithm>
#include <array>
#include <cstddef>
#include <iomanip>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "argwright/json.h"
#include "argwright/repair.h"
#include "argwright/schema.h"
#include "argwright/tool.h"
#include "tests/corpus/case_file.h"

namespace argwright {
namespace {

using corpus::Line;

// Answers that only the declaration of the tool shows to be wrong. Part of the corpus is there to test
// declarations; everything that is not listed here must be right without one.
const std::map<std::string, std::string>& needs_the_schema() {
  static const std::map<std::string, std::string> list = [] {
    std::map<std::string, std::string> rows;
    const auto add = [&rows](std::string_view reason, std::initializer_list<const char*> ids) {
      for (const char* id : ids) rows.emplace(id, reason);
    };
    add("needs the schema: a required member is missing",
        {"d-013", "d-038", "d-046", "d-047", "d-048", "d-053", "d-055", "d-153", "d-154", "d-155", "d-166",
         "d-319"});
    add("needs the schema: it tells which of two objects lost its closing brace", {"d-027"});
    add("needs the schema: the value stands for a list of one", {"d-082", "d-120"});
    add("needs the schema: it tells that these keys are no arguments of the tool",
        {"d-096", "d-139", "d-141", "d-149"});
    add("needs the schema: the value has another type",
        {"d-173", "d-179", "d-222", "d-223", "d-224", "d-229", "d-230", "d-231", "d-305", "d-307"});
    add("needs the schema: the value is not in the enumeration", {"d-237", "d-238"});
    return rows;
  }();
  return list;
}

// What the engine said to one case.
struct Reply {
  Outcome outcome = Outcome::kRejected;
  std::optional<json::Value> arguments;
  std::vector<json::Value> parts;
  std::string text;
  std::string error;
};

Reply by_text_alone(const Line& line, std::string_view raw) {
  const std::string tool = line.text("tool");
  RepairOptions options;
  options.tool_name = tool;
  options.complete = line.flag("complete", true);
  const RepairResult repaired = repair_arguments(raw, options);
  Reply reply{repaired.outcome, std::nullopt, {}, repaired.text, repaired.error.describe()};
  const auto value_of = [&](const std::string& text) {
    const Result<json::Value> value = json::parse(text);
    EXPECT_TRUE(value) << line.where << ": no strict JSON: " << text;
    return value.value_or(json::Value());
  };
  if (repaired.accepted()) reply.arguments = value_of(repaired.text);
  for (const std::string& part : repaired.parts) reply.parts.push_back(value_of(part));
  return reply;
}

// A case without a schema is a call of an undeclared tool.
Reply by_schema(const Line& line, std::string_view raw) {
  std::optional<Schema> schema;
  if (const json::Value* source = line.find("schema")) {
    Result<Schema> compiled = Schema::compile(*source);
    EXPECT_TRUE(compiled) << line.where << ": " << compiled.error().describe();
    if (compiled) schema = *std::move(compiled);
  }
  const std::string tool = line.text("tool");
  RepairOptions options;
  options.complete = line.flag("complete", true);
  ToolCallRequest call = parse_call({tool, {}, raw}, schema ? &*schema : nullptr, options);
  return Reply{call.outcome, std::move(call.arguments), std::move(call.parts), std::string(call.text()),
               std::move(call.parse_error)};
}

using Engine = Reply (*)(const Line& line, std::string_view raw);

bool allows(const json::Value& reading, const Reply& reply) {
  const json::Value* outcome = reading.find("outcome");
  const json::Value* want = reading.find("want");
  if (outcome == nullptr || !outcome->is_string()) return false;
  if (outcome->string() == "rejected") return reply.outcome == Outcome::kRejected;
  if (want == nullptr) return false;
  if (outcome->string() == "split") {
    return reply.outcome == Outcome::kSplit && want->is_array() &&
           std::equal(want->items().begin(), want->items().end(), reply.parts.begin(), reply.parts.end(),
                      [](const json::Value& a, const json::Value& b) { return json::same_meaning(a, b); });
  }
  return reply.arguments && json::same_meaning(*reply.arguments, *want);
}

struct Answer {
  std::string id;
  std::string family;
  std::string label;  // the outcome that the corpus wants
  std::string raw;
  bool danger = false;
  bool right = false;
  bool executable = false;
  bool unchanged = false;
  std::string said;

  bool harmful() const { return danger && executable && !right; }
  bool recovered() const { return right && executable; }
};

Answer answer(const Line& line, Engine engine) {
  Answer result;
  result.id = line.text("id");
  result.family = line.text("family");
  result.label = line.text("outcome");
  result.danger = line.flag("danger", false);
  const std::optional<std::string> raw = corpus::raw_text(line);
  EXPECT_TRUE(raw.has_value()) << line.where;
  result.raw = raw.value_or("");

  const Reply reply = engine(line, result.raw);
  result.executable = reply.outcome != Outcome::kRejected;
  result.right = allows(line.value, reply);
  if (const json::Value* also = line.find("also"); also != nullptr && also->is_array()) {
    result.right =
        result.right || std::any_of(also->items().begin(), also->items().end(),
                                    [&](const json::Value& reading) { return allows(reading, reply); });
  }
  result.unchanged = reply.outcome == Outcome::kOk && reply.text == result.raw;
  result.said = std::string(outcome_name(reply.outcome)) + " " +
                (reply.arguments ? json::write(*reply.arguments) : reply.error);
  return result;
}

std::optional<std::vector<Answer>> answers_for(const std::string& name, Engine engine) {
  const std::optional<corpus::File> file = corpus::read_file(corpus::shared_folder() + "/corpus/" + name);
  if (!file) return std::nullopt;
  for (const std::string& fault : file->faults) ADD_FAILURE() << fault;
  std::vector<Answer> answers;
  for (const Line& line : file->lines) answers.push_back(answer(line, engine));
  return answers;
}

struct Share {
  std::size_t part = 0;
  std::size_t whole = 0;

  void count(bool hit) {
    ++whole;
    if (hit) ++part;
  }
  double percent() const {
    return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
  }
};

std::ostream& operator<<(std::ostream& out, const Share& share) {
  return out << share.part << "/" << share.whole << " = " << std::fixed << std::setprecision(1)
             << share.percent() << "%";
}

bool is_syntax_label(std::string_view label) {
  return label == "ok" || label == "decoded" || label == "repaired";
}

TEST(ArgumentsCorpus, DevCasesAreRightWhereTheTextAloneTells) {
  const std::optional<std::vector<Answer>> answers = answers_for("arguments_dev.jsonl", by_text_alone);
  if (!answers) GTEST_SKIP() << "arguments_dev.jsonl is not in " << corpus::shared_folder() << "/corpus";

  Share recovery;
  Share unchanged;
  Share rejected;
  std::size_t harmful = 0;
  std::set<std::string> excused;
  for (const Answer& a : *answers) {
    SCOPED_TRACE(a.id + " " + a.family);
    if (is_syntax_label(a.label)) recovery.count(a.recovered());
    if (a.label == "ok") unchanged.count(a.unchanged);
    if (a.label == "rejected") rejected.count(a.right);
    if (a.harmful()) ++harmful;
    if (a.label == "coerced" || a.right) continue;  // coercion is what a declaration does
    const auto excuse = needs_the_schema().find(a.id);
    if (excuse != needs_the_schema().end()) {
      excused.insert(a.id);
      continue;
    }
    ADD_FAILURE() << (a.harmful() ? "harmful" : "wrong") << ", and no schema is needed to see it\n  raw  "
                  << a.raw << "\n  want " << a.label << "\n  got  " << a.said;
  }
  EXPECT_GE(recovery.percent(), 97.0);
  EXPECT_EQ(unchanged.part, unchanged.whole);
  for (const auto& [id, reason] : needs_the_schema()) {
    EXPECT_TRUE(excused.contains(id))
        << id << " is right without a schema now: take it off the list (" << reason << ")";
  }
  std::cout << "arguments_dev without schemas: recovery of ok, decoded and repaired " << recovery
            << ", valid unchanged " << unchanged << ", rejections made " << rejected << ", harmful "
            << harmful << " (each needs the schema)\n";
}

bool is_about_wrappers_or_types(std::string_view family) {
  return family.starts_with("wrapped-") || family.ends_with("-as-string") || family == "nested-stringified";
}

TEST(ArgumentsCorpus, SyntheticMutationsAreUndone) {
  const std::optional<std::vector<Answer>> answers = answers_for("synthetic_arguments.jsonl", by_text_alone);
  if (!answers)
    GTEST_SKIP() << "synthetic_arguments.jsonl is not in " << corpus::shared_folder() << "/corpus";

  Share recovery;
  Share silently_wrong;
  Share truncated;
  std::map<std::string, Share> families;
  for (const Answer& a : *answers) {
    if (a.family.starts_with("trunc-")) {
      truncated.count(!a.executable);
      EXPECT_FALSE(a.executable) << a.id << ": a call that was cut off is executable\n  raw  " << a.raw
                                 << "\n  got  " << a.said;
    }
    if (is_about_wrappers_or_types(a.family)) continue;
    if (a.label != "rejected") recovery.count(a.recovered());
    silently_wrong.count(a.executable && !a.right);
    families[a.family].count(a.right && (a.executable || a.label == "rejected"));
  }
  EXPECT_GE(recovery.percent(), 92.0);
  EXPECT_EQ(truncated.part, truncated.whole);
  EXPECT_LE(silently_wrong.percent(), 1.0);
  std::cout << "synthetic_arguments without schemas: recovery " << recovery << ", truncated rejected "
            << truncated << ", silently wrong " << silently_wrong << "\n";
  for (const auto& [family, share] : families) {
    if (share.part < share.whole) std::cout << "  " << family << " " << share << "\n";
  }
}

// What a corpus says of an engine as a whole.
struct Score {
  Share right;
  Share recovery;
  Share rejected;
  Share unchanged;
  Share silently_wrong;
  std::size_t harmful = 0;
};

Score score(const std::vector<Answer>& answers) {
  Score score;
  for (const Answer& a : answers) {
    score.right.count(a.right);
    score.silently_wrong.count(a.executable && !a.right);
    if (a.label == "ok") score.unchanged.count(a.unchanged);
    if (a.label == "rejected") {
      score.rejected.count(a.right);
    } else {
      score.recovery.count(a.recovered());
    }
    if (a.harmful()) ++score.harmful;
    if (!a.right) {
      std::cout << "  " << a.id << " " << a.family << (a.harmful() ? " harmful" : " wrong") << "\n    raw  "
                << a.raw << "\n    want " << a.label << "\n    got  " << a.said << "\n";
    }
  }
  return score;
}

std::ostream& operator<<(std::ostream& out, const Score& score) {
  return out << "right " << score.right << ", recovery " << score.recovery << ", rejections "
             << score.rejected << ", valid unchanged " << score.unchanged << ", silently wrong "
             << score.silently_wrong << ", harmful " << score.harmful;
}

TEST(ArgumentsCorpus, DevCasesAreRightWithTheirSchemas) {
  const std::optional<std::vector<Answer>> answers = answers_for("arguments_dev.jsonl", by_schema);
  if (!answers) GTEST_SKIP() << "arguments_dev.jsonl is not in " << corpus::shared_folder() << "/corpus";
  const Score total = score(*answers);
  EXPECT_GE(total.recovery.percent(), 97.0);
  EXPECT_EQ(total.rejected.part, total.rejected.whole);
  EXPECT_EQ(total.unchanged.part, total.unchanged.whole);
  EXPECT_EQ(total.harmful, 0U);
  EXPECT_GT(total.right.whole, 300U) << "the corpus is not all there";
  std::cout << "arguments_dev with schemas: " << total << "\n";
}

TEST(ArgumentsCorpus, SyntheticMutationsAreUndoneWithTheirSchemas) {
  const std::optional<std::vector<Answer>> answers = answers_for("synthetic_arguments.jsonl", by_schema);
  if (!answers)
    GTEST_SKIP() << "synthetic_arguments.jsonl is not in " << corpus::shared_folder() << "/corpus";
  const Score total = score(*answers);
  EXPECT_GE(total.right.percent(), 95.0);
  EXPECT_LE(total.silently_wrong.percent(), 0.5);
  EXPECT_EQ(total.rejected.part, total.rejected.whole);
  EXPECT_EQ(total.unchanged.part, total.unchanged.whole);
  EXPECT_GT(total.right.whole, 700U) << "the corpus is not all there";
  std::cout << "synthetic_arguments with schemas: " << total << "\n";
}

}  // namespace
}  // namespace argwright
