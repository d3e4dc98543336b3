// json5-tests, the suite of the JSON5 project, against the reader of stage 3.
//
// The suite is not part of this project: it is looked for in the folder ARGWRIGHT_SHARED (default:
// ../shared beside the source tree) and skipped where that is absent. src/repair/json5_test.cc
// covers the same ground by itself.
//
// Where the suite and RFC 8259 part: NaN, Infinity and -Infinity are JSON5 values that JSON cannot
// hold. Documents that contain one are valid for the suite (`nonfinite`, its expected value stands
// for nothing) and must be refused here, as unrepresentable and not as a syntax error.
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "argwright/json.h"
#include "repair/fix_log.h"
#include "repair/json5.h"

namespace argwright {
namespace {

std::string environment(const char* name, std::string otherwise) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): tests start no thread here
  return value != nullptr && *value != '\0' ? std::string(value) : std::move(otherwise);
}

std::string suite_path() {
  return environment("ARGWRIGHT_SHARED", environment("ARGWRIGHT_SOURCE_DIR", ".") + "/../shared") +
         "/corpus/peer_json5_tests.jsonl";
}

// Equality by value: numbers as doubles (the suite's expected values went through JavaScript, which
// has no other), objects without regard to order, the last of repeated keys counting.
bool reads_alike(const json::Value& a, const json::Value& b) {
  if (a.kind() != b.kind()) return false;
  if (a.is_number()) return a.as_double() == b.as_double();
  if (a.is_array()) {
    if (a.items().size() != b.items().size()) return false;
    for (std::size_t i = 0; i < a.items().size(); ++i) {
      if (!reads_alike(a.items()[i], b.items()[i])) return false;
    }
    return true;
  }
  if (a.is_object()) {
    for (const json::Member& member : b.members()) {
      if (a.find(member.key) == nullptr) return false;
    }
    for (const json::Member& member : a.members()) {
      const json::Value* other = b.find(member.key);
      if (other == nullptr || !reads_alike(*a.find(member.key), *other)) return false;
    }
    return true;
  }
  return a == b;
}

bool flag(const json::Value& line, std::string_view name) {
  const json::Value* value = line.find(name);
  return value != nullptr && value->is_boolean() && value->boolean();
}

TEST(Json5Suite, ReadsValidDocumentsAlikeAndRefusesInvalidOnes) {
  std::ifstream file(suite_path());
  if (!file) GTEST_SKIP() << "json5-tests is not here: " << suite_path();

  std::size_t read_count = 0;
  std::size_t refused_count = 0;
  std::size_t not_finite_count = 0;
  for (std::string text; std::getline(file, text);) {
    const Result<json::Value> line = json::parse(text);
    ASSERT_TRUE(line) << line.error().describe() << " in " << text;
    const json::Value* const id = line->find("id");
    const json::Value* const input = line->find("input");
    const json::Value* const expected = line->find("expected");
    ASSERT_TRUE(id != nullptr && id->is_string() && input != nullptr && input->is_string() &&
                expected != nullptr)
        << text;
    SCOPED_TRACE(id->string());

    const Limits limits;
    repair::FixLog fixes(limits.max_fixes);
    const Result<repair::Json5Document> document = repair::read_json5(input->string(), limits, fixes);
    if (flag(*line, "expect_error")) {
      ++refused_count;
      EXPECT_FALSE(document) << "an invalid document was read as " << document->json;
    } else if (flag(*line, "nonfinite")) {
      ++not_finite_count;
      ASSERT_FALSE(document) << "a value that JSON cannot hold was read as " << document->json;
      EXPECT_EQ(document.error().code, ErrorCode::kUnrepresentable) << document.error().describe();
    } else {
      ++read_count;
      ASSERT_TRUE(document) << document.error().describe();
      const Result<json::Value> value = json::parse(document->json);
      ASSERT_TRUE(value) << document->json << " is no JSON: " << value.error().describe();
      EXPECT_TRUE(reads_alike(*value, *expected)) << "read as " << document->json;
      // What was JSON before needs no fix.
      if (json::parse(input->string())) {
        EXPECT_TRUE(fixes.empty()) << fixes.list().front().rule;
      }
    }
  }
  EXPECT_GT(read_count, 0U);
  EXPECT_GT(refused_count, 0U);
  EXPECT_GT(not_finite_count, 0U);
  std::cout << "json5-tests: " << read_count << " valid documents read alike, " << refused_count
            << " invalid ones refused, " << not_finite_count << " with NaN or Infinity refused\n";
}

}  // namespace
}  // namespace argwright
