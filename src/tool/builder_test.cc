#include "argwright/tool_builder.h"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>
#include <thread>

#include "argwright/schema.h"

namespace argwright {
namespace {

ToolExecutionContext context_of(std::string_view arguments) {
  ToolExecutionContext context;
  Result<json::Value> value = json::parse(arguments);
  EXPECT_TRUE(value.has_value()) << arguments;
  if (value) context.request.arguments = *value;
  return context;
}

struct Ran {
  ToolResult result;
  int times = 0;
};

Ran run_in(Tool& tool, const ToolExecutionContext& context, const std::stop_token& stop = {}) {
  Ran ran;
  tool.execute(context, stop, [&](ToolResult result) {
    ran.result = std::move(result);
    ++ran.times;
  });
  return ran;
}

std::string run(Tool& tool, std::string_view arguments) {
  const Ran ran = run_in(tool, context_of(arguments));
  EXPECT_EQ(ran.times, 1);
  return std::string(tool_status_name(ran.result.status)) + ": " + ran.result.content;
}

std::shared_ptr<Tool> search_tool() {
  return make_tool("memory.search", "Finds notes",
                   param<std::string>("query", "What to look for").example("agent state"),
                   param<std::optional<std::int64_t>>("limit", "How many at most").min(1),
                   [](const std::string& query, std::optional<std::int64_t> limit) {
                     return ToolResult::success(query + "/" + std::to_string(limit.value_or(3)));
                   });
}

TEST(ToolBuilder, DeclaresWhatTheTypesSay) {
  const std::shared_ptr<Tool> tool = search_tool();
  EXPECT_EQ(tool->name(), "memory.search");
  EXPECT_EQ(tool->description(), "Finds notes");
  EXPECT_EQ(tool->on_parse_error(), OnParseError::kIntercept);
  EXPECT_FALSE(tool->runs_shell());
  ASSERT_EQ(tool->parameters().size(), 2U);
  const ToolParameter& query = tool->parameters()[0];
  EXPECT_EQ(query.name, "query");
  EXPECT_EQ(query.value_kind, ValueKind::kString);
  EXPECT_EQ(query.cardinality, Cardinality::kSingle);
  EXPECT_TRUE(query.is_required);
  EXPECT_EQ(query.description, "What to look for");
  EXPECT_EQ(query.example, "agent state");
  EXPECT_FALSE(query.enum_constraint);
  const ToolParameter& limit = tool->parameters()[1];
  EXPECT_EQ(limit.value_kind, ValueKind::kInteger);
  EXPECT_EQ(limit.cardinality, Cardinality::kOptional);
  EXPECT_FALSE(limit.is_required);
  EXPECT_EQ(limit.constraints.minimum, "1");
  EXPECT_FALSE(limit.constraints.maximum);
}

template <typename T>
std::string declared() {
  const ToolParameter p = Param<T>("x", "").declaration();
  return std::string(value_kind_name(p.value_kind)) + " " + std::string(cardinality_name(p.cardinality)) +
         (p.is_required ? " required" : "");
}

TEST(ToolBuilder, KnowsEveryType) {
  EXPECT_EQ(declared<std::string>(), "String Single required");
  EXPECT_EQ(declared<Token>(), "EnumToken Single required");
  EXPECT_EQ(declared<bool>(), "Boolean Single required");
  EXPECT_EQ(declared<std::int64_t>(), "Integer Single required");
  EXPECT_EQ(declared<int>(), "Integer Single required");
  EXPECT_EQ(declared<double>(), "Number Single required");
  EXPECT_EQ(declared<json::Value>(), "JsonObject Single required");
  EXPECT_EQ(declared<json::Object>(), "JsonObject Single required");
  EXPECT_EQ(declared<json::Array>(), "JsonArray Single required");
  EXPECT_EQ((declared<std::map<std::string, json::Value>>()), "JsonObject Single required");
  EXPECT_EQ(declared<std::optional<bool>>(), "Boolean Optional");
  EXPECT_EQ(declared<std::optional<Token>>(), "EnumToken Optional");
  EXPECT_EQ(declared<std::vector<Token>>(), "EnumToken List required");
  EXPECT_EQ(declared<std::vector<json::Object>>(), "JsonObject List required");
  EXPECT_EQ((declared<std::map<std::string, double>>()), "Number Map required");
  EXPECT_EQ((declared<std::optional<std::vector<int>>>()), "Integer List");
  EXPECT_EQ((declared<std::optional<std::map<std::string, int>>>()), "Integer Map");
  EXPECT_EQ((declared<std::vector<std::vector<int>>>()), "JsonArray List required");
  EXPECT_EQ((declared<std::map<std::string, std::vector<int>>>()), "JsonArray Map required");
  EXPECT_EQ((declared<std::vector<std::map<std::string, int>>>()), "JsonObject List required");
}

TEST(ToolBuilder, RefusesTypesThatNoDeclarationCanHold) {
  EXPECT_FALSE(builder::Declarable<float>);
  EXPECT_FALSE(builder::Declarable<const char*>);
  EXPECT_FALSE(builder::Declarable<std::optional<std::optional<int>>>);
  EXPECT_FALSE(builder::Declarable<std::vector<std::optional<int>>>);
  EXPECT_FALSE((builder::Declarable<std::map<int, int>>));
}

TEST(ToolBuilder, GeneratesBoundsWordsAndDefaults) {
  const auto ratio = param<std::optional<double>>("ratio", "").min(0.5).max(1e300).declaration();
  EXPECT_EQ(ratio.constraints.minimum, "0.5");
  EXPECT_EQ(ratio.constraints.maximum, "1e+300");
  const auto words =
      param<std::vector<Token>>("tags", "").one_of({"red", "blue"}).min_items(1).max_items(9).declaration();
  EXPECT_EQ(words.enum_constraint, (EnumConstraint{{"red", "blue"}, false}));
  EXPECT_EQ(words.constraints.min_items, 1U);
  EXPECT_EQ(words.constraints.max_items, 9U);
  const auto numbers = param<int>("level", "").one_of({1, 2, -3}).declaration();
  EXPECT_EQ(numbers.enum_constraint, (EnumConstraint{{"1", "2", "-3"}, false}));
  const auto exact = param<std::string>("id", "").one_of({"A"}, Letters::kExactCase).declaration();
  EXPECT_TRUE(exact.enum_constraint->case_sensitive);
  const auto text = param<std::string>("s", "")
                        .min_length(2)
                        .max_length(8)
                        .pattern("^a")
                        .kind(ValueKind::kUri)
                        .declaration();
  EXPECT_EQ(text.constraints.min_length, 2U);
  EXPECT_EQ(text.constraints.max_length, 8U);
  EXPECT_EQ(text.constraints.pattern, "^a");
  EXPECT_EQ(text.value_kind, ValueKind::kUri);
  const auto three = param<int>("n", "").default_value(3).declaration();
  EXPECT_EQ(three.default_value, json::Value::integer(3));
  EXPECT_EQ(three.cardinality, Cardinality::kOptional);
  EXPECT_FALSE(three.is_required);
  const auto list = param<std::vector<bool>>("b", "").default_value({true, false}).declaration();
  EXPECT_EQ(json::write(*list.default_value), "[true,false]");
  EXPECT_EQ(list.cardinality, Cardinality::kList);
  EXPECT_FALSE(list.is_required);
}

TEST(ToolBuilder, DropsABoundThatIsNoNumber) {
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(param<double>("x", "").max(infinite).declaration().constraints.maximum);
}

TEST(ToolBuilder, NestsMembers) {
  const auto place = param<json::Object>("place", "Where")
                         .members(param<std::string>("city", "Its name"),
                                  param<std::optional<Token>>("unit", "").one_of({"km", "mi"}))
                         .declaration();
  ASSERT_EQ(place.nested.size(), 2U);
  EXPECT_EQ(place.nested[0].name, "city");
  EXPECT_FALSE(place.nested[1].is_required);
  EXPECT_TRUE(place.nested[1].enum_constraint);
}

TEST(ToolBuilder, PassesTypedArguments) {
  const std::shared_ptr<Tool> tool = search_tool();
  EXPECT_EQ(run(*tool, R"({"query":"a","limit":7})"), "Success: a/7");
  EXPECT_EQ(run(*tool, R"({"query":"a"})"), "Success: a/3");
  EXPECT_EQ(run(*tool, R"({"query":"a","limit":null})"), "Success: a/3");
  EXPECT_EQ(run(*tool, R"({"query":"a","limit":7.0,"more":1})"), "Success: a/7");
  EXPECT_EQ(run(*tool, R"({"query":"","limit":-2e1})"), "Success: /-20");
}

TEST(ToolBuilder, NamesEveryArgumentThatIsMissingOrMistyped) {
  const std::shared_ptr<Tool> tool = search_tool();
  EXPECT_EQ(run(*tool, "{}"), "Failed: missing argument 'query' (String)");
  EXPECT_EQ(run(*tool, R"({"query":null})"), "Failed: argument 'query': expected String, got null null");
  EXPECT_EQ(run(*tool, R"({"query":"a","limit":"7"})"),
            "Failed: argument 'limit': expected Integer, got string \"7\"");
  EXPECT_EQ(run(*tool, R"({"query":1,"limit":0.5})"),
            "Failed: argument 'query': expected String, got number 1; argument 'limit': expected Integer, "
            "got number 0.5");
  EXPECT_EQ(run(*tool, R"({"query":"a","limit":9223372036854775808})"),
            "Failed: argument 'limit': expected Integer, got number 9223372036854775808");
  EXPECT_EQ(run(*tool, "[]"), "Failed: missing argument 'query' (String)");
}

TEST(ToolBuilder, FailsWithoutReadableArguments) {
  const std::shared_ptr<Tool> tool = search_tool();
  EXPECT_EQ(run_in(*tool, ToolExecutionContext{}).result.content, "missing argument 'query' (String)");
}

TEST(ToolBuilder, UsesWhatCouldBeReadOfAMisfit) {
  const std::shared_ptr<Tool> tool = search_tool();
  ToolExecutionContext context;
  context.request.partial = json::Value(json::Object{{"query", "half"}});
  EXPECT_EQ(run_in(*tool, context).result.content, "half/3");
}

TEST(ToolBuilder, ReadsListsMapsAndNestedLists) {
  const auto tool =
      make_tool("t", "", param<std::vector<int>>("n", ""), param<std::map<std::string, bool>>("flags", ""),
                param<std::optional<std::vector<std::vector<double>>>>("grid", ""),
                param<json::Value>("any", "").kind(ValueKind::kJsonArray),
                [](std::vector<int> n, const std::map<std::string, bool>& flags,
                   std::optional<std::vector<std::vector<double>>> grid, json::Value any) {
                  int sum = 0;
                  for (const int one : n) sum += one;
                  return std::to_string(sum) + (flags.at("on") ? " on " : " off ") +
                         (grid ? std::to_string(grid->at(1).at(0)) : "none") + json::write(any);
                });
  EXPECT_EQ(run(*tool, R"({"n":[1,2],"flags":{"on":true},"any":[]})"), "Success: 3 on none[]");
  EXPECT_EQ(run(*tool, R"({"n":[],"flags":{"on":false},"grid":[[],[0.5]],"any":[1,{}]})"),
            "Success: 0 off 0.500000[1,{}]");
  EXPECT_EQ(run(*tool, R"({"n":[1,"2"],"flags":{"on":1},"grid":[1],"any":{}})"),
            "Failed: argument 'n': expected a list of Integer, got array [1,\"2\"]; argument 'flags': "
            "expected a map of "
            "Boolean, got object {\"on\":1}; argument 'grid': expected a list of JsonArray, got array [1]; "
            "argument "
            "'any': expected JsonArray, got object {}");
}

TEST(ToolBuilder, RefusesAnIntegerThatDoesNotFitAnInt) {
  const auto tool = make_tool("t", "", param<int>("n", ""), [](int n) { return std::to_string(n); });
  EXPECT_EQ(run(*tool, R"({"n":2147483647})"), "Success: 2147483647");
  EXPECT_EQ(run(*tool, R"({"n":2147483648})"),
            "Failed: argument 'n': expected Integer, got number 2147483648");
}

TEST(ToolBuilder, GivesTheDefaultWhenTheArgumentIsAbsentOrNull) {
  const auto tool =
      make_tool("t", "", param<int>("n", "").default_value(3), [](int n) { return std::to_string(n); });
  EXPECT_EQ(run(*tool, "{}"), "Success: 3");
  EXPECT_EQ(run(*tool, R"({"n":null})"), "Success: 3");
  EXPECT_EQ(run(*tool, R"({"n":4})"), "Success: 4");
}

TEST(ToolBuilder, KeepsTheTypesOfAnOptionalTokenAndExactNumbers) {
  const auto tool =
      make_tool("t", "", param<std::optional<Token>>("unit", "").one_of({"km"}),
                param<json::Object>("raw", ""), [](std::optional<Token> unit, const json::Object& raw) {
                  return (unit ? unit->text : "-") + json::write(json::Value(raw));
                });
  EXPECT_EQ(run(*tool, R"({"raw":{"n":12345678901234567890.10}})"),
            "Success: -{\"n\":12345678901234567890.10}");
}

TEST(ToolBuilder, GivesContextAndStopTokenWhereAskedFor) {
  const auto both = make_tool(
      "t", "", param<bool>("b", ""), [](const ToolExecutionContext& context, std::stop_token stop, bool b) {
        return context.request.tool_call_id + (stop.stop_requested() ? " stop " : " go ") + (b ? "y" : "n");
      });
  ToolExecutionContext context = context_of(R"({"b":true})");
  context.request.tool_call_id = "call_1";
  std::stop_source source;
  EXPECT_EQ(run_in(*both, context, source.get_token()).result.content, "call_1 go y");
  source.request_stop();
  EXPECT_EQ(run_in(*both, context, source.get_token()).result.content, "call_1 stop y");
  const auto only_stop = make_tool("t", "", param<bool>("b", ""), [](const std::stop_token& stop, bool) {
    return stop.stop_requested() ? "stop" : "go";
  });
  EXPECT_EQ(run_in(*only_stop, context, source.get_token()).result.content, "stop");
}

TEST(ToolBuilder, LeavesTheRequestToAFunctionThatTakesOnlyTheContext) {
  const auto tool =
      make_tool(ToolSpec("t", "").on_parse_error(OnParseError::kPass), param<std::string>("query", ""),
                param<int>("limit", ""), [](const ToolExecutionContext& context) {
                  return context.request.string("query").value_or("(empty)");
                });
  EXPECT_EQ(tool->parameters().size(), 2U);
  EXPECT_EQ(tool->on_parse_error(), OnParseError::kPass);
  EXPECT_EQ(run(*tool, "{}"), "Success: (empty)");
  EXPECT_EQ(run(*tool, R"({"query":"q","limit":"many"})"), "Success: q");
}

TEST(ToolBuilder, RunsWithoutParameters) {
  const auto tool = make_tool(ToolSpec("now", "The time").runs_shell(), [] { return "noon"; });
  EXPECT_TRUE(tool->runs_shell());
  EXPECT_TRUE(tool->parameters().empty());
  EXPECT_EQ(run(*tool, "{}"), "Success: noon");
  EXPECT_EQ(run_in(*tool, ToolExecutionContext{}).result.content, "noon");
}

TEST(ToolBuilder, TakesEveryAnswerType) {
  EXPECT_EQ(run(*make_tool("t", "", [] { return ToolResult::skipped("no"); }), "{}"), "Skipped: no");
  EXPECT_EQ(run(*make_tool("t", "", [] { return std::string("text"); }), "{}"), "Success: text");
  EXPECT_EQ(run(*make_tool("t", "", [] { return std::string_view("view"); }), "{}"), "Success: view");
  EXPECT_EQ(run(*make_tool("t", "", [] { return json::Value(json::Array{json::Value(true)}); }), "{}"),
            "Success: [true]");
}

int doubled(int n) { return 2 * n; }
std::string double_it(int n) noexcept { return std::to_string(doubled(n)); }

TEST(ToolBuilder, TakesFunctionsStdFunctionsAndFunctionsThatOnlyMove) {
  EXPECT_EQ(run(*make_tool("t", "", param<int>("n", ""), &double_it), R"({"n":4})"), "Success: 8");
  const std::function<std::string(int)> wrapped = double_it;
  EXPECT_EQ(run(*make_tool("t", "", param<int>("n", ""), wrapped), R"({"n":5})"), "Success: 10");
  auto owned = std::make_unique<std::string>("owned");
  EXPECT_EQ(run(*make_tool("t", "", [owned = std::move(owned)] { return *owned; }), "{}"), "Success: owned");
}

TEST(ToolBuilder, TurnsAnExceptionIntoAFailedResult) {
  const auto tool = make_tool("t", "", []() -> std::string { throw std::runtime_error("disk full"); });
  EXPECT_EQ(run(*tool, "{}"), "Failed: the tool failed: disk full");
  const auto odd = make_tool("t", "", []() -> std::string { throw 7; });
  EXPECT_EQ(run(*odd, "{}"), "Failed: the tool failed");
}

TEST(ToolBuilder, LetsAnAsynchronousFunctionFinishLaterOnAnotherThread) {
  std::thread worker;
  const auto tool =
      make_tool("t", "", param<std::string>("text", ""), [&worker](std::string text, ToolDone done) {
        worker = std::thread(
            [text = std::move(text), done = std::move(done)] { done(ToolResult::success(text + "!")); });
      });
  std::string content;
  const ToolExecutionContext context = context_of(R"({"text":"later"})");
  tool->execute(context, {}, [&](ToolResult result) { content = std::move(result.content); });
  worker.join();
  EXPECT_EQ(content, "later!");
}

TEST(ToolBuilder, PassesOnlyTheFirstResultOfAnAsynchronousFunction) {
  const auto twice = make_tool("t", "", [](ToolDone done) {
    done(ToolResult::success("first"));
    done(ToolResult::success("second"));
    throw std::runtime_error("third");
  });
  EXPECT_EQ(run(*twice, "{}"), "Success: first");
  const auto thrower = make_tool("t", "", [](ToolDone) { throw std::runtime_error("early"); });
  EXPECT_EQ(run(*thrower, "{}"), "Failed: the tool failed: early");
}

TEST(ToolBuilder, FailsWhenAnAsynchronousFunctionGivesUpItsToolDone) {
  const auto tool = make_tool("t", "", [](const ToolExecutionContext&, std::stop_token, ToolDone) {});
  EXPECT_EQ(run(*tool, "{}"), "Failed: the tool ended without a result");
}

TEST(ToolBuilder, ChecksAnAsynchronousFunctionsArgumentsToo) {
  const auto tool =
      make_tool("t", "", param<int>("n", ""), [](int, ToolDone done) { done(ToolResult::success("")); });
  EXPECT_EQ(run(*tool, "{}"), "Failed: missing argument 'n' (Integer)");
}

// The way from a model's text to the function.
TEST(ToolBuilder, ReceivesWhatTheEngineMadeOfABrokenCall) {
  const auto tool = search_tool();
  const Schema schema = Schema::from_parameters(tool->parameters());
  ToolExecutionContext context;
  context.request = parse_call({"memory.search", "call_1", "{'query': 'agent', 'limit': '5',}"}, &schema);
  EXPECT_EQ(run_in(*tool, context).result.content, "agent/5");
}

}  // namespace
}  // namespace argwright
