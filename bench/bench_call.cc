// One call from its text to typed arguments, and the compiling of a request's tools, beside simdjson's DOM
// parse of the same bytes. bench/call.sh runs this and makes a table of it.
#include <benchmark/benchmark.h>
#include <simdjson.h>

#include <cstdio>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "argwright/catalog.h"
#include "bench/counted_allocations.h"
#include "bench/definitions.h"

namespace argwright::bench {
namespace {

constexpr std::size_t kCatalogTools = 1000;
constexpr std::size_t kRequestTools = 100;
constexpr std::string_view kCallId = "call_Zx81kPq0sVn3LmT7bYhR2dWc";

struct Call {
  std::string_view name;
  std::string_view text;
};

constexpr Call kCalls[] = {
    {"valid",
     R"({"query": "refund policy for annual plans bought before March", "max_results": 25, "include_archived": false, "sort_by": "relevance", "collections": ["help-center", "billing-faq", "release-notes"]})"},
    {"a number sent as a string",
     R"({"query": "refund policy for annual plans bought before March", "max_results": "25", "include_archived": false, "sort_by": "relevance", "collections": ["help-center", "billing-faq", "release-notes"]})"},
};

// Its best case: the parser is reused, the buffer is padded.
void run_simdjson(benchmark::State& state, std::string_view text) {
  const simdjson::padded_string padded(text);
  simdjson::dom::parser parser;
  if (parser.allocate(text.size()) != simdjson::SUCCESS) return state.SkipWithError("no memory");
  for (auto _ : state) {
    const simdjson::simdjson_result<simdjson::dom::element> root = parser.parse(padded);
    benchmark::DoNotOptimize(root.error());
  }
  if (parser.parse(padded).error() != simdjson::SUCCESS) state.SkipWithError("not accepted");
}

template <typename Work>
void run_ours(benchmark::State& state, std::size_t bytes, const Work& work) {
  work();
  const std::size_t before = allocations();
  work();
  const std::size_t per_round = allocations() - before;
  for (auto _ : state) work();
  state.counters["allocations"] = static_cast<double>(per_round);
  state.counters["bytes"] = static_cast<double>(bytes);
}

void run_call(benchmark::State& state, const ToolCatalog& catalog, const std::string& name,
              std::string_view text) {
  const CallInput input{name, kCallId, text};
  const ToolCallRequest first = catalog.parse_call(input);
  if (!first.accepted()) return state.SkipWithError("not accepted");
  state.SetLabel(std::string(outcome_name(first.outcome)));
  run_ours(state, text.size(), [&] {
    const ToolCallRequest request = catalog.parse_call(input);
    benchmark::DoNotOptimize(request.arguments->members().data());
  });
}

// What is compiled is kept; that it is destroyed at some time is no part of compiling it.
void run_compile(benchmark::State& state, const std::string& definitions) {
  std::optional<SchemaCache> cache;
  const auto compile = [&] {
    cache.emplace();
    const std::size_t before = allocations();
    const std::clock_t start = std::clock();  // of the processor, as for all others
    const Result<ToolCatalog> tools = cache->tools(definitions);
    const std::clock_t took = std::clock() - start;
    benchmark::DoNotOptimize(tools->all().data());
    state.counters["allocations"] = static_cast<double>(allocations() - before);
    return static_cast<double>(took) / CLOCKS_PER_SEC;
  };
  for (auto _ : state) state.SetIterationTime(compile());
  state.counters["bytes"] = static_cast<double>(definitions.size());
}

void run_seen_before(benchmark::State& state, const std::string& definitions) {
  SchemaCache cache;
  run_ours(state, definitions.size(), [&] {
    const Result<ToolCatalog> tools = cache.tools(definitions);
    benchmark::DoNotOptimize(tools->all().data());
  });
}

int run(int argc, char** argv) {
  const std::string definitions = make_definitions(kRequestTools);
  SchemaCache cache;
  const Result<ToolCatalog> catalog = cache.tools(make_definitions(kCatalogTools));
  if (!catalog || catalog->all().size() != kCatalogTools || !catalog->warnings().empty()) {
    std::fprintf(stderr, "bench_call: the tool definitions cannot be read\n");
    return 1;
  }
  // One of the thousand that stands in the middle.
  const std::string name =
      definition_name(kCatalogTools / 2 / different_definitions() * different_definitions());
  for (const Call& call : kCalls) {
    const std::string title(call.name);
    benchmark::RegisterBenchmark(("call/ours/" + title).c_str(), [&](benchmark::State& state) {
      run_call(state, *catalog, name, call.text);
    });
    benchmark::RegisterBenchmark(("call/simdjson/" + title).c_str(),
                                 [&](benchmark::State& state) { run_simdjson(state, call.text); });
  }
  benchmark::RegisterBenchmark("tools/ours/compiled",
                               [&](benchmark::State& state) { run_compile(state, definitions); })
      ->Unit(benchmark::kMicrosecond)
      ->UseManualTime();
  benchmark::RegisterBenchmark("tools/ours/seen before", [&](benchmark::State& state) {
    run_seen_before(state, definitions);
  })->Unit(benchmark::kMicrosecond);
  benchmark::RegisterBenchmark("tools/simdjson", [&](benchmark::State& state) {
    run_simdjson(state, definitions);
  })->Unit(benchmark::kMicrosecond);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

}  // namespace
}  // namespace argwright::bench

int main(int argc, char** argv) { return argwright::bench::run(argc, argv); }
