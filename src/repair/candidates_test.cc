#include "repair/candidates.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace argwright::repair {
namespace {

using Texts = std::vector<std::string>;

// Candidates as the envelope scan finds them, one behind the other.
std::vector<Candidate> found(const Texts& objects) {
  std::vector<Candidate> candidates;
  std::size_t at = 0;
  for (const std::string& object : objects) {
    Candidate candidate;
    candidate.json = object;
    candidate.begin = at;
    candidate.end = at += object.size();
    candidates.push_back(std::move(candidate));
  }
  return candidates;
}

struct Chosen {
  std::string json;  // the one answer; "<code>" for an error
  Texts parts;
  Texts rules;  // "rule@offset"
  std::string message;
};

Chosen choose_from(std::vector<Candidate> candidates) {
  FixLog log(100);
  Result<Choice> choice = choose(std::move(candidates), Limits{}, log);
  Chosen chosen;
  if (choice) {
    chosen.json = choice->json;
    chosen.parts = choice->parts;
  } else {
    chosen.json = "<" + std::string(error_code_name(choice.error().code)) + ">";
    chosen.message = choice.error().message;
  }
  for (const Fix& fix : log.list())
    chosen.rules.push_back(std::string(fix.rule) + "@" + std::to_string(fix.offset));
  return chosen;
}

Chosen choose_from(const Texts& objects) { return choose_from(found(objects)); }

TEST(Choose, TheOnlyCandidateIsTheAnswer) {
  const Chosen chosen = choose_from(Texts{R"({"a":1})"});
  EXPECT_EQ(chosen.json, R"({"a":1})");
  EXPECT_EQ(chosen.rules, Texts{});
}

TEST(Choose, NoCandidateIsAnError) { EXPECT_EQ(choose_from(Texts{}).json, "<syntax>"); }

TEST(Choose, RepetitionsCollapseIntoTheFirst) {
  const Chosen chosen = choose_from(Texts{R"({"a":1,"b":2})", R"({"b":2,"a":1})", R"({"a":1,"b":2})"});
  EXPECT_EQ(chosen.json, R"({"a":1,"b":2})");
  EXPECT_EQ(chosen.rules, (Texts{"repeated_object@13", "repeated_object@26"}));
}

TEST(Choose, EmptyObjectsBesideOthersAreDropped) {
  const Chosen chosen = choose_from(Texts{"{}", R"({"a":1})", "{}"});
  EXPECT_EQ(chosen.json, R"({"a":1})");
  EXPECT_EQ(chosen.rules, (Texts{"empty_object@0", "empty_object@9"}));
}

TEST(Choose, EmptyObjectsAloneAreOneEmptyObject) {
  const Chosen chosen = choose_from(Texts{"{}", "{}"});
  EXPECT_EQ(chosen.json, "{}");
  EXPECT_EQ(chosen.rules, (Texts{"repeated_object@2"}));
}

TEST(Choose, DifferentObjectsAreOfferedAsASplitInOrder) {
  const Chosen chosen = choose_from(Texts{R"({"a":1})", R"({"a":2})", R"({"b":1})"});
  EXPECT_EQ(chosen.json, "");
  EXPECT_EQ(chosen.parts, (Texts{R"({"a":1})", R"({"a":2})", R"({"b":1})"}));
}

TEST(Choose, NumberTextMakesObjectsDifferent) {
  EXPECT_EQ(choose_from(Texts{R"({"a":1})", R"({"a":1.0})"}).parts.size(), 2U);
}

TEST(Choose, AnObjectThatExtendsAnotherIsAmbiguous) {
  EXPECT_EQ(choose_from(Texts{R"({"a":1})", R"({"a":1,"b":2})"}).json, "<ambiguous>");
  EXPECT_EQ(choose_from(Texts{R"({"a":1,"b":2})", R"({"a":1})"}).json, "<ambiguous>");
  EXPECT_EQ(choose_from(Texts{R"({"c":3})", R"({"a":1})", R"({"a":1,"b":2})"}).json, "<ambiguous>");
}

TEST(Choose, ProseBetweenDifferentObjectsMakesThemAlternatives) {
  std::vector<Candidate> candidates = found(Texts{R"({"a":1})", R"({"a":2})"});
  candidates[1].text_before = true;
  const Chosen chosen = choose_from(std::move(candidates));
  EXPECT_EQ(chosen.json, "<ambiguous>");
  EXPECT_EQ(chosen.message, "the text offers different objects to choose from");
}

TEST(Choose, ProseBeforeTheFirstObjectDoesNotMatter) {
  std::vector<Candidate> candidates = found(Texts{R"({"a":1})", R"({"a":2})"});
  candidates[0].text_before = true;
  EXPECT_EQ(choose_from(std::move(candidates)).parts.size(), 2U);
}

TEST(Choose, TooManyDifferentObjectsAreRefused) {
  Texts objects;
  for (int i = 0; i < 64; ++i) objects.push_back("{\"a\":" + std::to_string(i) + "}");
  EXPECT_EQ(choose_from(objects).parts.size(), 64U);
  objects.emplace_back(R"({"a":64})");
  EXPECT_EQ(choose_from(objects).json, "<ambiguous>");
}

TEST(Choose, RemembersThatACallTagWasSeen) {
  std::vector<Candidate> candidates = found(Texts{R"({"a":1})"});
  candidates[0].in_call_tag = true;
  FixLog log(10);
  const Result<Choice> choice = choose(std::move(candidates), Limits{}, log);
  ASSERT_TRUE(choice);
  EXPECT_TRUE(choice->in_call_tag);
}

}  // namespace
}  // namespace argwright::repair
