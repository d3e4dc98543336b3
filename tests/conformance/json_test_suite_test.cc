// JSONTestSuite (nst/JSONTestSuite): what must parse parses, what must not does not, and reader and
// validator agree on every case. The cases are no part of this repository: they are read from
// $ARGWRIGHT_SHARED/corpus, by default ../shared beside the source folder.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "argwright/json.h"
#include "json/checker.h"
#include "json/validator.h"

namespace argwright::json {
namespace {

std::filesystem::path corpus_file() {
  const char* const shared = std::getenv("ARGWRIGHT_SHARED");
  if (shared != nullptr) return std::filesystem::path(shared) / "corpus" / "peer_jsontestsuite.jsonl";
  const char* const source = std::getenv("ARGWRIGHT_SOURCE_DIR");
  return std::filesystem::path(source != nullptr ? source : ".") / ".." / "shared" / "corpus" /
         "peer_jsontestsuite.jsonl";
}

std::optional<std::string> decode_base64(std::string_view text) {
  std::string bytes;
  unsigned bits = 0;
  int count = 0;
  for (const char c : text) {
    static constexpr std::string_view kAlphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    if (c == '=') break;
    const std::size_t value = kAlphabet.find(c);
    if (value == std::string_view::npos) return std::nullopt;
    bits = bits << 6 | static_cast<unsigned>(value);
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes += static_cast<char>(static_cast<unsigned char>(bits >> count & 0xFF));
    }
  }
  return bytes;
}

struct Case {
  std::string id;
  std::string input;
};

// The line is read by the reader under test; a case it could not read would fail below.
std::optional<Case> read_case(const std::string& line) {
  const Result<Value> parsed = parse(line);
  if (!parsed) {
    ADD_FAILURE() << parsed.error().describe();
    return std::nullopt;
  }
  const Value* const id = parsed->find("id");
  const Value* const input = parsed->find("input");
  const Value* const input_b64 = parsed->find("input_b64");
  if (id == nullptr || !id->is_string()) return std::nullopt;
  if (input != nullptr && input->is_string()) return Case{id->string(), input->string()};
  if (input_b64 == nullptr || !input_b64->is_string()) return std::nullopt;
  std::optional<std::string> bytes = decode_base64(input_b64->string());
  if (!bytes) return std::nullopt;
  return Case{id->string(), *std::move(bytes)};
}

void expect_agreement(const Case& test_case) {
  // Once as it is, and once long enough for the validator to ask simdjson.
  for (const std::string& text : {test_case.input, std::string(1100, ' ') + test_case.input}) {
    const Result<Value> read = parse(text);
    const Result<Kind> validated = validate(text);
    ASSERT_EQ(validated.has_value(), read.has_value()) << test_case.id;
    ASSERT_EQ(is_strict(text), read.has_value()) << test_case.id;
    ASSERT_EQ(is_strict_object(text), read.has_value() && read->is_object()) << test_case.id;
    if (read) {
      EXPECT_EQ(*validated, read->kind()) << test_case.id;
      const Result<Value> again = parse(write(*read));
      ASSERT_TRUE(again) << test_case.id;
      EXPECT_EQ(*again, *read) << test_case.id;
    } else {
      EXPECT_EQ(validated.error().describe(), read.error().describe()) << test_case.id;
    }
  }
}

TEST(JsonTestSuite, EveryCaseIsDecidedAsItMustBe) {
  const std::filesystem::path path = corpus_file();
  std::ifstream file(path);
  if (!file) GTEST_SKIP() << "no JSONTestSuite cases: set ARGWRIGHT_SHARED to the folder that holds corpus/";
  int must_accept = 0;
  int must_reject = 0;
  int either = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty()) continue;
    const std::optional<Case> test_case = read_case(line);
    if (!test_case) {
      ADD_FAILURE() << "not a case: " << line.substr(0, 200);
      continue;
    }
    const Result<Value> read = parse(test_case->input);
    if (test_case->id.starts_with("nst-y_")) {
      ++must_accept;
      EXPECT_TRUE(read) << test_case->id << ": " << (read ? "" : read.error().describe());
    } else if (test_case->id.starts_with("nst-n_")) {
      ++must_reject;
      EXPECT_FALSE(read) << test_case->id;
    } else {
      ++either;
      EXPECT_TRUE(test_case->id.starts_with("nst-i_")) << test_case->id;
    }
    expect_agreement(*test_case);
  }
  EXPECT_GT(must_accept, 90);
  EXPECT_GT(must_reject, 180);
  EXPECT_GT(either, 30);
}

}  // namespace
}  // namespace argwright::json
