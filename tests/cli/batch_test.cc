// argwright repair --batch: JSONL in, JSONL out.
#include <gtest/gtest.h>

#include "argwright/json.h"
#include "tests/cli/process.h"

namespace argwright::cli {
namespace {

std::vector<json::Value> answers(const std::string& out) {
  std::vector<json::Value> values;
  for (std::size_t begin = 0; begin < out.size();) {
    const std::size_t end = out.find('\n', begin);
    EXPECT_NE(end, std::string::npos) << "no end: " << out.substr(begin);
    Result<json::Value> value = json::parse(std::string_view(out).substr(begin, end - begin));
    EXPECT_TRUE(value) << out.substr(begin, end - begin);
    if (value) values.push_back(std::move(*value));
    begin = std::min(end, out.size() - 1) + 1;
  }
  return values;
}

std::string request(int id, std::string_view raw) {
  std::string line = "{\"id\":" + std::to_string(id) + ",\"raw\":";
  json::append_quoted(line, raw);
  return line + "}\n";
}

TEST(Batch, AnswersInOrderAndGoesOnAfterABadLine) {
  const Ended ended = repair(request(1, "{'a': 1}") + "nonsense\n\n" + R"({"id": "x"})" + "\n" +
                                 request(2, "{\"a\": \"") + R"({"id": "last", "raw": "{}"})",
                             {"--batch"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.err, "");
  const std::vector<json::Value> lines = answers(ended.out);
  ASSERT_EQ(lines.size(), 5U) << ended.out;
  EXPECT_EQ(lines[0].find("outcome")->string(), "repaired");
  EXPECT_TRUE(lines[1].find("id")->is_null());
  EXPECT_EQ(lines[1].find("line")->number_text(), "2");
  EXPECT_TRUE(lines[1].find("error")->is_string());
  EXPECT_EQ(lines[2].find("id")->string(), "x");
  EXPECT_EQ(lines[2].find("line")->number_text(), "4");
  EXPECT_EQ(lines[3].find("outcome")->string(), "rejected");
  EXPECT_EQ(lines[4].find("id")->string(), "last");
}

TEST(Batch, TakesFilesAndNamesTheUnreadable) {
  const Folder folder;
  const std::string one = folder.file("one.jsonl", request(1, "{}") + "[]\n");
  const std::string absent = folder.path() + "/absent";
  const Ended ended = repair(request(3, "{}"), {"--batch", one, absent, "-"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(ended.err, "argwright: " + absent + ": No such file or directory\n");
  const std::vector<json::Value> lines = answers(ended.out);
  ASSERT_EQ(lines.size(), 3U) << ended.out;
  EXPECT_EQ(lines[1].find("file")->string(), one);
  EXPECT_EQ(lines[2].find("id")->number_text(), "3");
}

TEST(Batch, AnswersALineThatIsTooLongWithItsError) {
  const Ended ended =
      repair(request(1, "{}") + request(2, std::string(300000, ' ') + "{}") + request(3, "{}"),
             {"--batch", "--max-bytes", "1000"});
  EXPECT_EQ(ended.status, 0);
  const std::vector<json::Value> lines = answers(ended.out);
  ASSERT_EQ(lines.size(), 3U) << ended.out;
  EXPECT_EQ(lines[1].find("error")->string(), "line is larger than 1000 bytes; raise --max-bytes");
  EXPECT_EQ(lines[1].find("line")->number_text(), "2");
  EXPECT_EQ(lines[2].find("id")->number_text(), "3");
}

TEST(Batch, PassesThroughWhenRepairIsOff) {
  const Ended ended = run(Invocation{.arguments = {"repair", "--batch"},
                                     .input = request(1, "{'a': 1}"),
                                     .environment = {{"RCC_TOOL_ENHANCE", "0"}}});
  EXPECT_EQ(ended.status, 0);
  const std::vector<json::Value> lines = answers(ended.out);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].find("text")->string(), "{'a': 1}");
  EXPECT_TRUE(lines[0].find("arguments")->is_null());
  EXPECT_EQ(lines[0].find("outcome")->string(), "repaired");
}

TEST(Batch, CoercesByTheSchemaOfEachLine) {
  const std::string schema = R"("schema":{"properties":{"n":{"type":"integer"}},"required":["n"]})";
  const Ended ended = repair(R"({"id":1,"raw":"{\"n\":\"5\"}",)" + schema + "}\n" +  //
                                 R"({"id":2,"raw":"{\"m\":\"5\"}",)" + schema + "}\n" +
                                 R"({"id":3,"raw":"{\"n\":\"true\"}","schema":null})" + "\n" +
                                 R"({"id":4,"raw":"{\"n\":\"true\"}"})" + "\n" +
                                 R"({"id":5,"raw":"{\"n\":\"true\"}","schema":{"type":7}})" + "\n",
                             {"--batch"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.err, "");
  const std::vector<json::Value> lines = answers(ended.out);
  ASSERT_EQ(lines.size(), 5U) << ended.out;
  EXPECT_EQ(lines[0].find("outcome")->string(), "coerced");
  EXPECT_EQ(json::write(*lines[0].find("arguments")), R"({"n":5})");
  EXPECT_EQ(lines[1].find("rejection")->string(), "misfit");
  EXPECT_EQ(json::write(*lines[1].find("partial")), R"({"m":"5"})");
  EXPECT_EQ(lines[2].find("outcome")->string(), "ok");
  EXPECT_EQ(lines[3].find("outcome")->string(), "coerced");
  EXPECT_EQ(json::write(*lines[3].find("arguments")), R"({"n":true})");
  EXPECT_EQ(lines[4].find("outcome")->string(), "coerced");
  EXPECT_NE(lines[4].find("parse_warning")->string().find("the schema cannot be used"), std::string::npos);
}

TEST(Batch, ChoosesFromTheSchemaFileByTheToolOfTheLine) {
  const Folder folder;
  const std::string tools =
      folder.file("tools", R"([{"name": "f", "input_schema": {"properties": {"n": {"type": "integer"}}}},
                   {"name": "g", "input_schema": {"properties": {"n": {"type": "string"}}}}])");
  const Ended ended = repair(R"({"id":1,"tool":"f","raw":"{\"n\":\"5\"}"})"
                             "\n"
                             R"({"id":2,"tool":"g","raw":"{\"n\":5}"})"
                             "\n",
                             {"--batch", "--schema", tools});
  EXPECT_EQ(ended.status, 0);
  const std::vector<json::Value> lines = answers(ended.out);
  ASSERT_EQ(lines.size(), 2U) << ended.out;
  EXPECT_EQ(json::write(*lines[0].find("arguments")), R"({"n":5})");
  EXPECT_EQ(json::write(*lines[1].find("arguments")), R"({"n":"5"})");

  const Ended wrong = repair("", {"--batch", "--schema", tools, "--tool", "h"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_EQ(wrong.err, "argwright: " + tools + ": holds no tool named h, only f, g\n");
}

TEST(Batch, SaysWhenTheReaderHasGone) {
  std::string input;
  for (int i = 0; i < 20000; ++i) input += request(i, "{'city': 'Oslo', 'days': [1, 2, 3,]}");
  const Ended ended =
      run(Invocation{.arguments = {"repair", "--batch"}, .input = input, .leave_after_line = true});
  EXPECT_EQ(ended.signal, 0);
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(ended.err, "argwright: standard output: Broken pipe\n");
}

TEST(Batch, AnswersBeforeItWaitsForMore) {
  // The second line comes only after the answer to the first was read; a program that holds answers back
  // would wait for ever where the sender waits, too.
  const Ended ended = run(Invocation{.arguments = {"repair", "--batch"},
                                     .input = request(1, "{}"),
                                     .leave_after_line = true,
                                     .late_input = request(2, "{}")});
  EXPECT_EQ(count_lines(ended.out), 1U);
  EXPECT_TRUE(ended.out.starts_with("{\"id\":1,"));
}

TEST(Batch, AnswersTwentyThousandLines) {
  std::string input;
  for (int i = 0; i < 20000; ++i) input += request(i, "{'city': 'Oslo'}");
  const Ended ended = repair(input, {"--batch"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(count_lines(ended.out), 20000U);
}

}  // namespace
}  // namespace argwright::cli
