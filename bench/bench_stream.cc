// One event of a stream, and one body, on their way from the upstream to the client, beside simdjson's DOM
// parse and minify of the same bytes. bench/stream.sh runs this and makes a table of it.
#include <benchmark/benchmark.h>
#include <simdjson.h>

#include <cstdio>
#include <fstream>
#include <string>
#include <string_view>

#include "argwright/catalog.h"
#include "bench/counted_allocations.h"
#include "bench/stream_texts.h"
#include "protocol/relay.h"

namespace argwright::bench {
namespace {

using protocol::Protocol;
using protocol::RelayOptions;
using protocol::StreamRelay;

// Its best case: the parser is reused, the buffer is padded, the text is written into memory that is there.
void run_simdjson(benchmark::State& state, std::string_view text) {
  const simdjson::padded_string padded(text);
  simdjson::dom::parser parser;
  std::string out(text.size() + simdjson::SIMDJSON_PADDING, '\0');
  if (parser.allocate(text.size()) != simdjson::SUCCESS) return state.SkipWithError("no memory");
  for (auto _ : state) {
    const simdjson::simdjson_result<simdjson::dom::element> root = parser.parse(padded);
    benchmark::DoNotOptimize(root.error());
    std::size_t size = 0;
    const simdjson::error_code error = simdjson::minify(padded.data(), padded.size(), out.data(), size);
    benchmark::DoNotOptimize(error);
    benchmark::DoNotOptimize(size);
  }
  if (parser.parse(padded).error() != simdjson::SUCCESS) state.SkipWithError("not accepted");
}

template <typename Work>
void run_ours(benchmark::State& state, std::size_t bytes, const Work& work) {
  for (int warm = 0; warm < 3; ++warm) work();
  const std::size_t before = allocations();
  work();
  const std::size_t per_round = allocations() - before;
  for (auto _ : state) work();
  state.counters["allocations"] = static_cast<double>(per_round);
  state.counters["bytes"] = static_cast<double>(bytes);
}

void run_delta(benchmark::State& state, Protocol to) {
  RelayOptions options;
  options.to = to;
  StreamRelay relay(options);
  std::string out;
  relay.feed(first_event(), out);
  const std::string event = "data: " + std::string(text_delta()) + "\n\n";
  run_ours(state, text_delta().size(), [&] {
    out.clear();
    relay.feed(event, out);
    benchmark::DoNotOptimize(out.data());
  });
  if (out.empty()) state.SkipWithError("nothing came out");
}

void run_body(benchmark::State& state, Protocol to) {
  RelayOptions options;
  options.to = to;
  Result<std::vector<ToolDeclaration>> tools = read_declarations(*json::parse(body_tools()));
  options.tools = *ToolCatalog::create_declared(*std::move(tools));
  run_ours(state, body_with_call().size(), [&] {
    const protocol::RelayedBody relayed = protocol::relay_body(200, body_with_call(), options);
    benchmark::DoNotOptimize(relayed.body.data());
  });
  const protocol::RelayedBody relayed = protocol::relay_body(200, body_with_call(), options);
  if (to == Protocol::kChat && !relayed.passed) state.SkipWithError("the body was changed");
  if (relayed.report.calls.size() != 1) state.SkipWithError("the call is lost");
}

// A whole stream of the kind that the peers on node are given, from chat to Messages: the time of one event.
void run_stream(benchmark::State& state, const std::string& bytes, std::size_t events) {
  RelayOptions options;
  options.to = Protocol::kMessages;
  std::string out;
  for (auto _ : state) {
    StreamRelay relay(options);
    out.clear();
    // About what one read of a socket brings.
    for (std::size_t at = 0; at < bytes.size(); at += 16384)
      relay.feed(std::string_view(bytes).substr(at, 16384), out);
    relay.finish(out);
    benchmark::DoNotOptimize(out.data());
  }
  state.counters["events"] = static_cast<double>(events);
}

int run(int argc, char** argv) {
  // --write FOLDER: the streams as files, for the peers.
  if (argc == 3 && std::string_view(argv[1]) == "--write") {
    for (const StreamText& stream : streams()) {
      std::ofstream(std::string(argv[2]) + "/" + std::string(stream.name) + ".sse", std::ios::binary)
          << stream.bytes;
    }
    return 0;
  }
  benchmark::RegisterBenchmark("delta/simdjson",
                               [](benchmark::State& state) { run_simdjson(state, text_delta()); });
  benchmark::RegisterBenchmark("delta/same",
                               [](benchmark::State& state) { run_delta(state, Protocol::kChat); });
  benchmark::RegisterBenchmark("delta/messages",
                               [](benchmark::State& state) { run_delta(state, Protocol::kMessages); });
  benchmark::RegisterBenchmark("delta/responses",
                               [](benchmark::State& state) { run_delta(state, Protocol::kResponses); });
  benchmark::RegisterBenchmark("body/simdjson",
                               [](benchmark::State& state) { run_simdjson(state, body_with_call()); });
  benchmark::RegisterBenchmark("body/same",
                               [](benchmark::State& state) { run_body(state, Protocol::kChat); });
  benchmark::RegisterBenchmark("body/messages",
                               [](benchmark::State& state) { run_body(state, Protocol::kMessages); });
  for (const StreamText& stream : streams()) {
    benchmark::RegisterBenchmark(
        ("stream/" + std::string(stream.name)).c_str(),
        [&](benchmark::State& state) { run_stream(state, stream.bytes, stream.events); });
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

}  // namespace
}  // namespace argwright::bench

int main(int argc, char** argv) { return argwright::bench::run(argc, argv); }
