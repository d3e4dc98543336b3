// What it costs to tell of one exchange: metrics from several threads, the lines of the log, the text of
// /metrics. `./dev bench observe` runs it.
#include <benchmark/benchmark.h>

#include <string>

#include "gateway/observe/access_line.h"
#include "gateway/observe/metrics.h"
#include "gateway/observe/redact.h"
#include "gateway/observe/test_reports.h"

namespace argwright::gateway {
namespace {

ExchangeRecord plain_record() {
  ExchangeRecord record = sample_record();
  record.report = {};
  return record;
}

Metrics& shared_metrics() {
  static Metrics metrics;
  return metrics;
}

void record_metrics(benchmark::State& state, const ExchangeRecord& record) {
  Metrics& metrics = shared_metrics();
  for (auto _ : state) metrics.record(record);
}

void without_calls(benchmark::State& state) { record_metrics(state, plain_record()); }
void with_a_repaired_call(benchmark::State& state) { record_metrics(state, sample_record()); }
BENCHMARK(without_calls)->Name("Metrics::record, no call")->ThreadRange(1, 4);
BENCHMARK(with_a_repaired_call)->Name("Metrics::record, a repaired call")->ThreadRange(1, 4);

// Others count while it is read.
void scraped_meanwhile(benchmark::State& state) {
  const ExchangeRecord record = sample_record();
  Metrics& metrics = shared_metrics();
  for (auto _ : state) {
    if (state.thread_index() == 0) {
      benchmark::DoNotOptimize(metrics.text());
    } else {
      metrics.record(record);
    }
  }
}
BENCHMARK(scraped_meanwhile)->Name("Metrics::record beside Metrics::text")->Threads(2);

void text(benchmark::State& state) {
  Metrics metrics;
  for (std::size_t i = 0; i < Metrics::kMaxModels; ++i) {
    ExchangeRecord record = sample_record();
    record.model += std::to_string(i);
    metrics.record(record);
  }
  for (auto _ : state) benchmark::DoNotOptimize(metrics.text());
}
BENCHMARK(text)->Name("Metrics::text, 200 models");

void console(benchmark::State& state) {
  const ExchangeRecord record = sample_record();
  for (auto _ : state) benchmark::DoNotOptimize(console_line(record, {}));
}
BENCHMARK(console)->Name("console_line");

void json(benchmark::State& state) {
  const ExchangeRecord record = sample_record();
  for (auto _ : state) benchmark::DoNotOptimize(json_line(record));
}
BENCHMARK(json)->Name("json_line");

void redacted(benchmark::State& state) {
  const std::string text = "/v1/models?alt=sse&key=abcdefgh and Authorization: Bearer abcdefghijklmnop";
  for (auto _ : state) benchmark::DoNotOptimize(redact(text));
}
BENCHMARK(redacted)->Name("redact");

}  // namespace
}  // namespace argwright::gateway

BENCHMARK_MAIN();
