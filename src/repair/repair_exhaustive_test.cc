// Every short text over a small alphabet, as re2's exhaustive tester does it: what no one thinks of writing
// down, broken brackets, quotes and escapes in every order, is held to the laws of DESIGN.
//
// One length more is tried where optimisation allows it: the count grows twelvefold with each character.
#include <cstddef>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "argwright/json.h"
#include "argwright/repair.h"

namespace argwright {
namespace {

constexpr std::string_view kAlphabet = "{}[]\"':,\\a1 ";

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define ARGWRIGHT_SLOW_BUILD 1
#endif
#endif
#if defined(ARGWRIGHT_SLOW_BUILD)
constexpr std::size_t kLongest = 4;
#elif defined(NDEBUG)
constexpr std::size_t kLongest = 6;
#else
constexpr std::size_t kLongest = 5;
#endif
constexpr std::size_t kLongestWithBraces = kLongest + 1;

// Calls `visit` with every text of `length` characters.
template <typename Visit>
void for_each_text(std::size_t length, Visit visit) {
  std::string text(length, kAlphabet.front());
  std::string digits(length, '\0');
  for (;;) {
    visit(text);
    std::size_t i = 0;
    for (; i < length; ++i) {
      const auto digit = static_cast<std::size_t>(digits[i]) + 1;
      digits[i] = static_cast<char>(digit == kAlphabet.size() ? 0 : digit);
      text[i] = kAlphabet[static_cast<std::size_t>(digits[i])];
      if (digits[i] != 0) break;
    }
    if (i == length) return;
  }
}

// Plain checks: a GoogleTest assertion per text would cost more than the engine. The message says what broke.
bool is_object(const Result<json::Value>& value) { return value && value->is_object(); }

std::string fault_of_answer(const std::string& text) {
  if (!is_object(json::parse(text))) return "L2: the answer is no strict JSON object: " + text;
  const RepairResult again = repair_arguments(text);
  if (again.outcome != Outcome::kOk || again.text != text)
    return "L3: repairing the answer again changed it: " + text;
  return {};
}

std::string fault_of_result(const std::string& raw, const RepairResult& result, bool valid) {
  if (valid != (result.outcome == Outcome::kOk))
    return valid ? "L1: a valid object did not pass" : "L1: an invalid text passed";
  if (valid && result.text != raw) return "L1: a valid object was changed to " + result.text;
  if (result.accepted()) {
    if (!valid && result.fixes_total == 0) return "changed without a fix: " + result.text;
    return valid ? std::string() : fault_of_answer(result.text);
  }
  if (!result.text.empty()) return "a text comes with no answer: " + result.text;
  if (result.parse_error.empty()) return "no error text";
  if (result.outcome == Outcome::kSplit) {
    if (result.parts.size() < 2) return "a split without parts";
    for (const std::string& part : result.parts) {
      if (std::string fault = fault_of_answer(part); !fault.empty()) return fault;
    }
    return {};
  }
  return result.rejection == Rejection::kNone ? "a rejection without its kind" : "";
}

// The strict reader is asked only where its answer is open; most short texts do not even begin like an
// object.
bool is_valid(const std::string& raw) {
  const std::size_t first = raw.find_first_not_of(' ');
  return first != std::string::npos && raw[first] == '{' && is_object(json::parse(raw));
}

std::string fault_of(const std::string& raw) {
  const bool valid = is_valid(raw);
  const RepairResult result = repair_arguments(raw);
  if (std::string fault = fault_of_result(raw, result, valid); !fault.empty()) return fault;
  // L8: what is accepted only because the upstream said so must not pass when it says otherwise.
  if (result.outcome != Outcome::kRejected) {
    RepairOptions cut;
    cut.complete = false;
    const RepairResult unfinished = repair_arguments(raw, cut);
    const bool whole = result.outcome == Outcome::kOk || result.outcome == Outcome::kDecoded;
    if (unfinished.accepted() != whole)
      return whole ? "L8: a whole call was refused" : "L8: executable although unfinished";
    if (!whole && unfinished.rejection != Rejection::kTruncated) return "L8: not rejected as truncated";
  }
  return {};
}

std::string fault_when_closing(const std::string& raw) {
  RepairOptions options;
  options.truncated = TruncatedPolicy::kClose;
  const RepairResult result = repair_arguments(raw, options);
  return fault_of_result(raw, result, is_valid(raw));
}

TEST(RepairExhaustive, EveryShortTextObeysTheLaws) {
  std::size_t texts = 0;
  for (std::size_t length = 0; length <= kLongest; ++length) {
    for_each_text(length, [&](const std::string& text) {
      ++texts;
      if (std::string fault = fault_of(text); !fault.empty()) ADD_FAILURE() << fault << "\nof: " << text;
    });
    if (HasFailure()) break;  // longer texts fail for the same reason
  }
  EXPECT_GT(texts, 20000U);
}

// Few short texts are objects; behind `{` and before `}` most are almost one.
TEST(RepairExhaustive, EveryShortInsideOfAnObjectObeysTheLaws) {
  for (std::size_t length = 0; length + 2 <= kLongestWithBraces; ++length) {
    for_each_text(length, [&](const std::string& inside) {
      const std::string text = "{" + inside + "}";
      if (std::string fault = fault_of(text); !fault.empty()) ADD_FAILURE() << fault << "\nof: " << text;
    });
    if (HasFailure()) break;
  }
}

// The value of a member whose key is certain, with another member behind it.
TEST(RepairExhaustive, EveryShortValueOfAMemberObeysTheLaws) {
  for (std::size_t length = 0; length + 1 < kLongest; ++length) {
    for_each_text(length, [&](const std::string& value) {
      const std::string text = R"({"k": )" + value + R"(, "l": 2})";
      if (std::string fault = fault_of(text); !fault.empty()) ADD_FAILURE() << fault << "\nof: " << text;
    });
    if (HasFailure()) break;
  }
}

TEST(RepairExhaustive, ClosingWhatWasCutOffObeysTheLaws) {
  for (std::size_t length = 0; length + 1 < kLongest; ++length) {
    for_each_text(length, [&](const std::string& text) {
      if (std::string fault = fault_when_closing(text); !fault.empty())
        ADD_FAILURE() << fault << "\nof: " << text;
      const std::string object = R"({"k":")" + text;
      if (std::string fault = fault_when_closing(object); !fault.empty())
        ADD_FAILURE() << fault << "\nof: " << object;
    });
    if (HasFailure()) break;
  }
}

}  // namespace
}  // namespace argwright
