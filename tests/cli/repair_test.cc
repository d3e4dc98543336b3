// argwright repair: texts in, strict JSON out.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "argwright/json.h"
#include "tests/cli/process.h"

namespace argwright::cli {
namespace {

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(Repair, WritesStrictJson) {
  const Ended ended = repair("{'city': 'Oslo',}");
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.out, "{\"city\":\"Oslo\"}\n");
  EXPECT_EQ(ended.err, "");
}

TEST(Repair, KeepsAValidTextAndEndsItWithOneLineBreak) {
  EXPECT_EQ(repair("{ \"a\" :1.10 }").out, "{ \"a\" :1.10 }\n");
  EXPECT_EQ(repair("{ \"a\" :1.10 }\n").out, "{ \"a\" :1.10 }\n");
}

TEST(Repair, RejectsInOneLine) {
  const Ended ended = repair("{\"command\": \"rm -rf /tm");
  EXPECT_EQ(ended.status, 1);
  EXPECT_EQ(ended.out, "");
  EXPECT_EQ(ended.err,
            "argwright: standard input: rejected (truncated): the text ends inside a string (at byte 23)\n");
}

TEST(Repair, KeepsTheLineOneLineWhateverTheKeysAre) {
  const Ended ended = repair("{'a\\n\\u001b[31m': 1, 'a\\n\\u001b[31m': 2}");
  EXPECT_EQ(ended.status, 1);
  EXPECT_EQ(count_lines(ended.err), 1U) << ended.err;
  EXPECT_FALSE(has(ended.err, "\x1b")) << ended.err;
}

TEST(Repair, CallsASplitASplit) {
  const Ended ended = repair("{\"a\":1}{\"a\":2}");
  EXPECT_EQ(ended.status, 1);
  EXPECT_EQ(ended.out, "");
  EXPECT_EQ(ended.err, "argwright: standard input: split (2 calls): the text holds 2 different calls\n");
}

TEST(Repair, TakesSeveralFilesAndTheWorstStatus) {
  const Folder folder;
  const std::string good = folder.file("good", "{'a': 1}");
  const std::string cut = folder.file("cut", "{\"a\": \"b");
  const std::string absent = folder.path() + "/absent";

  const Ended two = repair("{'b': 2}", {good, "-", good});
  EXPECT_EQ(two.status, 0);
  EXPECT_EQ(two.out, "{\"a\":1}\n{\"b\":2}\n{\"a\":1}\n");

  const Ended rejected = repair("", {cut, good});
  EXPECT_EQ(rejected.status, 1);
  EXPECT_EQ(rejected.out, "{\"a\":1}\n");
  EXPECT_EQ(rejected.err,
            "argwright: " + cut + ": rejected (truncated): the text ends inside a string (at byte 8)\n");

  const Ended unreadable = repair("", {absent, cut, good});
  EXPECT_EQ(unreadable.status, 2);
  EXPECT_EQ(unreadable.out, "{\"a\":1}\n");
  EXPECT_TRUE(unreadable.err.starts_with("argwright: " + absent + ": No such file or directory\n"))
      << unreadable.err;
}

TEST(Repair, SaysWhyAFileCannotBeRead) {
  const Folder folder;
  const Ended directory = repair("", {folder.path()});
  EXPECT_EQ(directory.status, 2);
  EXPECT_EQ(directory.err, "argwright: " + folder.path() + ": Is a directory\n");
}

TEST(Repair, SaysWhenAFileIsNotOursToRead) {
  if (::geteuid() == 0) GTEST_SKIP() << "root reads everything";
  const Folder folder;
  const std::string secret = folder.file("secret", "{}");
  std::filesystem::permissions(secret, std::filesystem::perms::none);
  EXPECT_EQ(repair("", {secret}).err, "argwright: " + secret + ": Permission denied\n");
}

TEST(Repair, BoundsItsInput) {
  const Ended large = repair("{\"a\": \"0123456789\"}", {"--max-bytes", "18"});
  EXPECT_EQ(large.status, 2);
  EXPECT_EQ(large.out, "");
  EXPECT_EQ(large.err, "argwright: standard input: input is larger than 18 bytes; raise --max-bytes\n");
  EXPECT_EQ(repair("{\"a\": \"0123456789\"}", {"--max-bytes", "19"}).status, 0);
}

TEST(Repair, TakesAMegabyteThroughAPipe) {
  const std::string text = "{'a': '" + std::string(1 << 20, 'x') + "'}";
  const Ended ended = repair(text);
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.out, "{\"a\":\"" + std::string(1 << 20, 'x') + "\"}\n");
}

TEST(Repair, KnowsACallThatDidNotFinish) {
  EXPECT_EQ(repair("{\"a\": 1").out, "{\"a\":1}\n");
  EXPECT_EQ(repair("{\"a\": 1", {"--incomplete"}).status, 1);
  EXPECT_EQ(repair("{\"a\": 1}", {"--incomplete"}).status, 0);
  const Ended closed = repair("{\"a\": 1, \"b\": \"x", {"--incomplete", "--truncated", "close"});
  EXPECT_EQ(closed.status, 0);
  EXPECT_TRUE(has(closed.out, "\"a\": 1")) << closed.out;
}

TEST(Repair, TakesNamesFromASchema) {
  const Folder folder;
  const std::string wrapped = R"({"name": "f", "arguments": {"a": 1}})";
  const std::string bare = folder.file("bare", R"({"type": "object", "properties": {"a": {}}})");
  const std::string same =
      folder.file("same", R"({"type": "object", "properties": {"name": {}, "arguments": {}}})");
  const std::string tools = folder.file("tools", R"([{"name": "f", "input_schema": {"properties": {"a": {}}}},
                                                     {"name": "g", "input_schema": {"properties": {"b": {}}}}])");
  EXPECT_EQ(repair(wrapped).out, wrapped + "\n");
  EXPECT_EQ(repair(wrapped, {"--schema", bare}).out, "{\"a\":1}\n");
  EXPECT_EQ(repair(wrapped, {"--schema", same}).out, wrapped + "\n");
  EXPECT_EQ(repair(wrapped, {"--schema", tools, "--tool", "f"}).out, "{\"a\":1}\n");
  EXPECT_EQ(repair(wrapped, {"--schema", tools, "--tool", "g"}).status, 1);
  EXPECT_EQ(repair(wrapped, {"--tool", "f"}).out, "{\"a\":1}\n");
}

// One file of tool definitions as three vendors write them.
constexpr std::string_view kTools = R"({"tools": [
  {"type": "function", "function": {"name": "chat", "parameters": {"type": "object", "required": ["city"],
    "properties": {"city": {"type": "string"}, "days": {"type": "integer"}, "metric": {"type": "boolean"}}}}},
  {"type": "function", "name": "responses", "parameters": {"type": "object",
    "properties": {"days": {"type": "number"}}, "additionalProperties": false}},
  {"name": "messages", "input_schema": {"type": "object",
    "properties": {"days": {"type": "array", "items": {"type": "integer"}}}}}]})";

TEST(Repair, CoercesByASchema) {
  const Folder folder;
  const std::string tools = folder.file("tools", kTools);
  const auto by = [&](const char* tool, std::string text) {
    const Ended ended = repair(std::move(text), {"--schema", tools, "--tool", tool});
    EXPECT_EQ(ended.status, 0);
    EXPECT_EQ(ended.err, "");
    return ended.out;
  };
  EXPECT_EQ(by("chat", "{'city': 'true', days: '3', metric: 'False'}"),
            "{\"city\":\"true\",\"days\":3,\"metric\":false}\n");
  EXPECT_EQ(by("responses", R"({"days": "1.50"})"), "{\"days\":1.50}\n");
  EXPECT_EQ(by("messages", R"({"days": "[1, '2']"})"), "{\"days\":[1,2]}\n");
  EXPECT_EQ(by("chat", R"({ "city" : "Oslo" })"), "{ \"city\" : \"Oslo\" }\n");

  const std::string bare = folder.file("bare", R"({"properties": {"n": {"type": "integer"}}})");
  EXPECT_EQ(repair(R"({"n": "12345678901234567"})", {"--schema", bare}).out, "{\"n\":12345678901234567}\n");
}

TEST(Repair, RejectsWhatDoesNotFitItsSchema) {
  const Folder folder;
  const std::string tools = folder.file("tools", kTools);
  const std::string text = R"({"days": "many", "metric": "true"})";
  const std::string line =
      "argwright: standard input: rejected (misfit): "
      "/days: expected integer, got string \"many\"; "
      "/city: missing required parameter 'city' (sent: days, metric)\n";
  const Ended plain = repair(text, {"--schema", tools, "--tool", "chat"});
  EXPECT_EQ(plain.status, 1);
  EXPECT_EQ(plain.out, "");
  EXPECT_EQ(plain.err, line);

  const Ended explained = repair(text, {"--schema", tools, "--tool", "chat", "--explain"});
  EXPECT_EQ(explained.status, 1);
  EXPECT_EQ(explained.err, line);
  EXPECT_TRUE(has(explained.out, "  /metric  string_to_boolean  string literal converted to boolean true\n"))
      << explained.out;
  EXPECT_TRUE(has(explained.out, "\nwhat the model would be told\nFailed to parse arguments: "))
      << explained.out;

  const Ended reported = repair(text, {"--schema", tools, "--tool", "chat", "--report", "json"});
  EXPECT_EQ(reported.status, 1);
  EXPECT_EQ(reported.err, line);
  const Result<json::Value> report = json::parse(reported.out);
  ASSERT_TRUE(report) << reported.out;
  EXPECT_EQ(report->find("rejection")->string(), "misfit");
  EXPECT_EQ(report->find("partial")->find("metric")->boolean(), true);
  EXPECT_EQ(report->find("diagnostics")->items().size(), 3U);

  const Ended closed = repair(R"({"dry_run": true})", {"--schema", tools, "--tool", "responses"});
  EXPECT_EQ(closed.status, 1);
  EXPECT_EQ(closed.out, "");
}

TEST(Repair, LeavesTheTextOfAnUndeclaredToolAlone) {
  EXPECT_EQ(repair(R"({"a": "true"})").out, "{\"a\": \"true\"}\n");
  const Ended report = repair(R"({"a": "true"})", {"--tool", "f", "--report", "json"});
  EXPECT_TRUE(has(report.out, R"("arguments":{"a":true})")) << report.out;
  EXPECT_TRUE(has(report.out, "tool_definition_missing")) << report.out;
}

TEST(Repair, RefusesWhatIsNotASchema) {
  const Folder folder;
  const auto refused = [&](std::string_view content, std::vector<std::string> more = {}) {
    const std::string schema = folder.file("schema", content);
    std::vector<std::string> words = {"--schema", schema};
    words.insert(words.end(), more.begin(), more.end());
    const Ended ended = repair("{}", words);
    EXPECT_EQ(ended.status, 2);
    EXPECT_EQ(ended.out, "");
    EXPECT_EQ(count_lines(ended.err), 1U) << ended.err;
    const std::string prefix = "argwright: " + schema + ": ";
    EXPECT_TRUE(ended.err.starts_with(prefix)) << ended.err;
    return ended.err.substr(std::min(prefix.size(), ended.err.size()));
  };
  EXPECT_TRUE(refused("{'type': 'object'}").starts_with("not a schema: "));
  EXPECT_EQ(refused("5"),
            "not a schema: a schema must be an object or a boolean, found number (at the root)\n");
  EXPECT_EQ(refused(R"({"city": "Oslo"})"), "not a schema: neither a JSON Schema nor a tool definition\n");
  EXPECT_EQ(refused(R"([{"name": "f", "input_schema": {}}])", {"--tool", "g"}),
            "holds no tool named g, only f\n");
  EXPECT_EQ(refused(kTools), "holds 3 tools; choose one with --tool: chat, responses, messages\n");
  EXPECT_EQ(refused(R"({"properties": {"a": {"type": "colour"}}})"),
            "not a schema: unknown type \"colour\" (at /properties/a/type)\n");
  EXPECT_EQ(refused(R"({"type": "string"})"), "not a schema of arguments: its type is not object\n");

  const Ended absent = repair("{}", {"--schema", folder.path() + "/absent"});
  EXPECT_EQ(absent.status, 2);
  EXPECT_TRUE(has(absent.err, "absent: No such file or directory\n")) << absent.err;
}

TEST(Repair, PassesThroughWhenRepairIsOff) {
  const auto off = [](std::string input, std::vector<std::string> arguments, std::string value) {
    arguments.insert(arguments.begin(), "repair");
    return run(Invocation{.arguments = std::move(arguments),
                          .input = std::move(input),
                          .environment = {{"RCC_TOOL_ENHANCE", std::move(value)}}});
  };
  const Ended broken = off("{'a': 1,}", {}, "0");
  EXPECT_EQ(broken.status, 0);
  EXPECT_EQ(broken.out, "{'a': 1,}");
  EXPECT_EQ(count_lines(broken.err), 1U);
  EXPECT_TRUE(has(broken.err, "would be repaired: ")) << broken.err;

  const std::string bytes("\xFF\0{\n", 4);
  const Ended unreadable = off(bytes, {}, "0");
  EXPECT_EQ(unreadable.status, 0);
  EXPECT_EQ(unreadable.out, bytes);
  EXPECT_TRUE(has(unreadable.err, "would be rejected")) << unreadable.err;

  const Ended valid = off("{\"a\": 1}", {}, "0");
  EXPECT_EQ(valid.out, "{\"a\": 1}");
  EXPECT_EQ(valid.err, "");

  // Only the value 0 switches off.
  for (const char* value : {"", "1", "00", "false"})
    EXPECT_EQ(off("{'a': 1}", {}, value).out, "{\"a\":1}\n") << value;
}

TEST(Repair, ExplainsWithCaretsAndWithoutEscapeCodes) {
  const Ended ended = repair("{'city': \x1b'Oslo',}", {"--explain"});
  EXPECT_TRUE(has(ended.out, "^")) << ended.out;
  EXPECT_FALSE(has(ended.out, "\x1b")) << ended.out;
  const Ended rejected = repair("{\"a\": \"b", {"--explain"});
  EXPECT_EQ(rejected.status, 1);
  EXPECT_TRUE(has(rejected.out, "| error\n") || has(rejected.out, " error\n")) << rejected.out;
  EXPECT_EQ(count_lines(rejected.err), 1U);
}

TEST(Repair, ReportsEveryInputAsJson) {
  const Folder folder;
  const std::string cut = folder.file("cut", "{\"a\": \"b");
  const Ended ended = repair("{'n': 12345678901234567890}", {"--report", "json", "-", cut});
  EXPECT_EQ(ended.status, 1);
  ASSERT_EQ(count_lines(ended.out), 2U) << ended.out;
  const std::size_t middle = ended.out.find('\n');
  const Result<json::Value> first = json::parse(ended.out.substr(0, middle));
  const Result<json::Value> second = json::parse(ended.out.substr(middle + 1));
  ASSERT_TRUE(first && second) << ended.out;
  EXPECT_EQ(first->find("file")->string(), "-");
  EXPECT_EQ(first->find("outcome")->string(), "repaired");
  EXPECT_EQ(first->find("arguments")->find("n")->number_text(), "12345678901234567890");
  EXPECT_EQ(second->find("file")->string(), cut);
  EXPECT_EQ(second->find("error")->find("code")->string(), "truncated");
}

TEST(Repair, SaysWhenTheReaderHasGone) {
  const Folder folder;
  std::string text = "{'a': ['" + std::string(200000, 'x') + "']}";
  const std::string file = folder.file("large", text);
  // The first line is that of --explain; the rest is more than a pipe holds.
  const Ended ended = run(Invocation{.arguments = {"repair", "--explain", file}, .leave_after_line = true});
  EXPECT_EQ(ended.signal, 0);
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(ended.err, "argwright: standard output: Broken pipe\n");
}

TEST(Repair, SaysWhenTheOutputIsFull) {
  const Ended ended = run(Invocation{.arguments = {"repair"}, .input = "{'a': 1}", .out = Sink::kFull});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(ended.err, "argwright: standard output: No space left on device\n");
}

}  // namespace
}  // namespace argwright::cli
