// The engine beside simdjson's and RapidJSON's DOM, on documents made of the project's own text and on the
// shapes of tests/linearity. bench/repair.sh runs this and makes tables of it.
//
//   bench_repair                       all benchmarks (the options of Google Benchmark apply)
//   bench_repair --write-texts FOLDER  writes the texts for other programs to measure, and a list of them
//
// Run from the root of the project, or with ARGWRIGHT_SOURCE_DIR set: LICENSE is read from there.
#include <benchmark/benchmark.h>
#include <simdjson.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "argwright/repair.h"
#include "bench/counted_allocations.h"
#include "bench/documents.h"
#include "bench/rapidjson_dom.h"
#include "tests/linearity/shapes.h"

namespace argwright::bench {
namespace {

constexpr std::size_t kMegabyte = std::size_t{1} << 20;
constexpr int kShapeRounds = 3;                                 // there are many, and each call is long
constexpr std::size_t kPeerShapeBytes = std::size_t{64} << 10;  // what slower programs are given of a shape

RepairOptions options_for(const Document& document) {
  RepairOptions options;
  if (document.close) options.truncated = TruncatedPolicy::kClose;
  return options;
}

void run_ours(benchmark::State& state, const std::string& text, const RepairOptions& options) {
  const RepairResult first = repair_arguments(text, options);
  state.SetLabel(std::string(outcome_name(first.outcome)));
  const std::size_t before = allocations();
  (void)repair_arguments(text, options);
  const std::size_t per_call = allocations() - before;
  for (auto _ : state) {
    const RepairResult result = repair_arguments(text, options);
    benchmark::DoNotOptimize(result.text.data());
  }
  state.counters["allocations"] = static_cast<double>(per_call);
  state.counters["bytes"] = static_cast<double>(text.size());
}

// Its best case: the parser is reused, the buffer is padded.
void run_simdjson(benchmark::State& state, const std::string& text) {
  const simdjson::padded_string padded(text);
  simdjson::dom::parser parser;
  if (parser.allocate(text.size()) != simdjson::SUCCESS) return state.SkipWithError("no memory");
  for (auto _ : state) {
    const simdjson::simdjson_result<simdjson::dom::element> root = parser.parse(padded);
    benchmark::DoNotOptimize(root.error());
  }
  if (parser.parse(padded).error() != simdjson::SUCCESS) state.SkipWithError("not accepted");
}

void run_rapidjson(benchmark::State& state, const std::string& text) {
  for (auto _ : state) benchmark::DoNotOptimize(parse_with_rapidjson(text.data(), text.size()));
  if (!parse_with_rapidjson(text.data(), text.size())) state.SkipWithError("not accepted");
}

void register_all(const std::vector<Document>& documents) {
  for (const Document& document : documents) {
    benchmark::RegisterBenchmark(("document/ours/" + document.name).c_str(), [&](benchmark::State& state) {
      run_ours(state, document.text, options_for(document));
    });
    if (!document.valid) continue;
    benchmark::RegisterBenchmark(("document/simdjson/" + document.name).c_str(),
                                 [&](benchmark::State& state) { run_simdjson(state, document.text); });
    benchmark::RegisterBenchmark(("document/rapidjson/" + document.name).c_str(),
                                 [&](benchmark::State& state) { run_rapidjson(state, document.text); });
  }
  benchmark::RegisterBenchmark("shape/simdjson/valid", [](benchmark::State& state) {
    run_simdjson(state, shapes::valid_arguments(kMegabyte));
  })->Unit(benchmark::kMicrosecond);
  for (const shapes::Shape& shape : shapes::all()) {
    benchmark::RegisterBenchmark(
        ("shape/ours/" + std::string(shape.name)).c_str(),
        [&](benchmark::State& state) { run_ours(state, shape.make(kMegabyte), RepairOptions()); })
        ->Unit(benchmark::kMicrosecond)
        ->Repetitions(kShapeRounds);
  }
}

bool write_file(const std::string& path, const std::string& text) {
  std::ofstream stream(path, std::ios::binary);
  stream << text;
  return static_cast<bool>(stream.flush());
}

int write_texts(const std::string& folder, const std::vector<Document>& documents) {
  json::Array list;
  bool written = true;
  const auto add = [&](std::string kind, const std::string& name, const std::string& text) {
    const std::string file = folder + "/" + std::to_string(list.size()) + ".txt";
    written = written && write_file(file, text);
    list.push_back(json::Object{{"kind", std::move(kind)}, {"name", name}, {"file", file}});
  };
  for (const Document& document : documents) add("document", document.name, document.text);
  for (std::size_t i = 0; i < shapes::kPromised; ++i) {
    add("shape", std::string(shapes::all()[i].name), shapes::all()[i].make(kPeerShapeBytes));
  }
  if (written && write_file(folder + "/list.json", json::write(list))) return 0;
  std::fprintf(stderr, "bench_repair: cannot write to %s\n", folder.c_str());
  return 1;
}

int run(int argc, char** argv) {
  const char* const folder = std::getenv("ARGWRIGHT_SOURCE_DIR");
  const std::vector<Document> documents = make_documents(folder != nullptr ? folder : ".");
  if (documents.empty()) {
    std::fprintf(stderr, "bench_repair: no LICENSE here; run it from the root of the project\n");
    return 1;
  }
  if (argc == 3 && std::strcmp(argv[1], "--write-texts") == 0) return write_texts(argv[2], documents);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  register_all(documents);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

}  // namespace
}  // namespace argwright::bench

int main(int argc, char** argv) { return argwright::bench::run(argc, argv); }
