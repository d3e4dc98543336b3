#include "gateway/demo/faults.h"

#include <gtest/gtest.h>

#include <set>

namespace argwright::gateway::demo {
namespace {

const char* const kSchema =
    R"({"properties":{"s":{"type":"string"},"n":{"type":"integer"},"l":{"type":"array"},"b":{"type":"boolean"}}})";

std::string spoiled(std::string_view name,
                    std::string_view meant = R"({"s":"it's\nso","n":3,"l":["x"],"b":true})") {
  for (const Fault& fault : faults()) {
    if (fault.name == name) {
      return argument_text(fault, {protocol::Protocol::kChat, true}, *json::parse(meant),
                           *json::parse(kSchema));
    }
  }
  return "no such fault";
}

TEST(Faults, AreWhatTheirNamesSay) {
  EXPECT_EQ(spoiled("valid"), R"({"s": "it's\nso", "n": 3, "l": ["x"], "b": true})");
  EXPECT_EQ(spoiled("single_quotes"), R"({'s': 'it\'s\nso', 'n': 3, 'l': ['x'], 'b': true})");
  EXPECT_EQ(spoiled("trailing_comma", R"({"n":3})"), R"({"n": 3,})");
  EXPECT_EQ(spoiled("fenced", R"({"n":3})"), "```json\n{\"n\": 3}\n```");
  EXPECT_EQ(spoiled("double_encoded", R"({"n":3})"), R"("{\"n\": 3}")");
  EXPECT_EQ(spoiled("triple_encoded", R"({"n":3})"), R"("\"{\\\"n\\\": 3}\"")");
  EXPECT_EQ(spoiled("python_dict", R"({"b":true,"x":null,"y":false})"), "{'b': True, 'x': None, 'y': False}");
  EXPECT_EQ(spoiled("raw_newline", R"({"s":"a\nb\\n"})"), "{\"s\": \"a\nb\\\\n\"}")
      << "only real line breaks";
  EXPECT_EQ(spoiled("empty_prefix", R"({"n":3})"), R"({}{"n": 3})");
  EXPECT_EQ(spoiled("duplicate_object", R"({"n":3})"), R"({"n": 3}{"n": 3})");
  EXPECT_EQ(spoiled("empty_arguments"), "");
  EXPECT_EQ(spoiled("stringified_array", R"({"n":3,"l":["x"]})"), R"({"n": 3, "l": "[\"x\"]"})");
  EXPECT_EQ(spoiled("numbers_as_strings", R"({"n":3,"l":["x"]})"), R"({"n": "3", "l": ["x"]})");
  EXPECT_EQ(spoiled("unquoted_keys", R"({"n":3,"a-b":1})"), R"({n: 3, "a-b": 1})");
  EXPECT_EQ(spoiled("missing_closer", R"({"n":3})"), "{\"n\": 3\n");
  EXPECT_EQ(spoiled("truncated", R"({"s":"some words"})"), R"({"s": "some)");
  EXPECT_NE(spoiled("comments").find("//"), std::string::npos);
  EXPECT_NE(spoiled("special_tokens").find("<|"), std::string::npos);
  EXPECT_TRUE(spoiled("prose_around").starts_with("Sure!"));
}

TEST(Faults, FenceWhatTheyFindNothingToSpoilIn) {
  EXPECT_EQ(spoiled("single_quotes", "{}"), "```json\n{}\n```");
  EXPECT_EQ(spoiled("numbers_as_strings", R"({"s":"x"})"), "```json\n{\"s\": \"x\"}\n```");
  EXPECT_EQ(spoiled("numbers_as_strings", R"({"undeclared":3})"), "```json\n{\"undeclared\": 3}\n```");
}

TEST(Faults, AreFoundByTheirModels) {
  std::set<std::string> names;
  for (const Fault& fault : faults()) {
    EXPECT_EQ(fault_of_model(model_name(fault)), &fault);
    EXPECT_TRUE(names.insert(model_name(fault)).second) << "twice: " << fault.name;
    EXPECT_FALSE(fault.shows.empty());
  }
  EXPECT_TRUE(names.contains("demo-single-quotes"));
  EXPECT_TRUE(names.contains("demo-call-in-finish-chunk"));
  EXPECT_EQ(names.size(), 28U);
  EXPECT_EQ(fault_of_model("demo"), nullptr);
  EXPECT_EQ(fault_of_model("gpt-5"), nullptr);
}

TEST(Faults, AreDrawnAmongThoseThatFit) {
  std::set<std::string_view> strict, lax;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    Dice dice(seed);
    strict.insert(draw_fault(dice, true, false).name);
    Dice again(seed);
    lax.insert(draw_fault(again, false, true).name);
  }
  for (const char* name : {"truncated", "valid", "empty_arguments", "interleaved", "same_index"}) {
    EXPECT_FALSE(strict.contains(name)) << name;
  }
  EXPECT_EQ(lax.size(), faults().size() - 2) << "all but valid and truncated";
}

TEST(Faults, StandInWhereAProtocolHasNoSuchWay) {
  const Fault& fault = *fault_of_model("demo-no-index");
  const json::Value meant = *json::parse(R"({"n":3})");
  EXPECT_EQ(argument_text(fault, {protocol::Protocol::kChat, true}, meant, {}), R"({"n": 3})");
  EXPECT_EQ(argument_text(fault, {protocol::Protocol::kChat, false}, meant, {}), "```json\n{\"n\": 3}\n```");
  EXPECT_EQ(argument_text(fault, {protocol::Protocol::kMessages, true}, meant, {}),
            "```json\n{\"n\": 3}\n```");
}

}  // namespace
}  // namespace argwright::gateway::demo
