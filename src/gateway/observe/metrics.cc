// The only file that knows prometheus-cpp, whose own metrics are not used: its histograms take a mutex for
// each observation and its counters are shared by all threads. What is left is its model of families and the
// text that it writes. Tested by metrics_test.cc.
#include "gateway/observe/metrics.h"

#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <initializer_list>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "argwright/version.h"
#include "gateway/observe/call_view.h"
#include "gateway/observe/metric_shards.h"

namespace argwright::gateway {
namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;

// The families that record() counts in shards, in the order of kFamilies.
enum Family : std::size_t {
  kRequests,
  kRequestSeconds,
  kFirstByteSeconds,
  kOverheadSeconds,
  kUpstreamErrors,
  kUpstreamAttempts,
  kCalls,
  kFixes,
  kTokens,
};

// Upper bounds of histograms in microseconds.
using Bounds = std::span<const std::uint64_t>;
constexpr std::array<std::uint64_t, 17> kReplyBounds = {
    1'000,     2'500,     5'000,     10'000,     25'000,     50'000,     100'000,     250'000,    500'000,
    1'000'000, 2'500'000, 5'000'000, 10'000'000, 30'000'000, 60'000'000, 180'000'000, 600'000'000};
constexpr std::array<std::uint64_t, 15> kOverheadBounds = {
    10, 25, 50, 100, 250, 500, 1'000, 2'500, 5'000, 10'000, 25'000, 50'000, 100'000, 500'000, 2'500'000};

constexpr std::size_t kMaxLabels = 4;

struct FamilyRow {
  std::string_view name, help;
  std::array<std::string_view, kMaxLabels> labels;  // empty: no more
  Bounds bounds;                                    // of a histogram

  // A histogram's counts: one for each bound, one above them all, and the sum in microseconds.
  std::size_t counts() const { return bounds.empty() ? 1 : bounds.size() + 2; }
};

constexpr std::array kFamilies = {
    FamilyRow{"argwright_requests_total", "Requests that are over.", {"endpoint", "status", "stream"}, {}},
    FamilyRow{"argwright_request_seconds",
              "From a request's first byte to its reply's last.",
              {"endpoint"},
              kReplyBounds},
    FamilyRow{"argwright_first_byte_seconds",
              "From a request's last byte to its reply's first.",
              {"endpoint"},
              kReplyBounds},
    FamilyRow{"argwright_overhead_seconds",
              "What the gateway itself took of a request: all of it but the wait for the upstream.",
              {"endpoint"},
              kOverheadBounds},
    FamilyRow{"argwright_upstream_errors_total", "Attempts that failed.", {"upstream", "kind"}, {}},
    FamilyRow{"argwright_upstream_attempts_total", "Requests sent to an upstream.", {"upstream"}, {}},
    FamilyRow{"argwright_calls_total",
              "Tool calls by what became of them.",
              {"fate", "outcome", "provider", "model"},
              {}},
    FamilyRow{"argwright_fixes_total", "Changes to the arguments of calls.", {"rule"}, {}},
    FamilyRow{"argwright_tokens_total", "Tokens as upstreams count them.", {"kind", "model"}, {}},
};
static_assert(kFamilies.size() == kTokens + 1);

// What is read from LiveCounts.
struct LiveRow {
  std::string_view name, help;
  std::string_view label, value;  // none if empty
  MetricType type;
  double (*read)(const LiveCounts&);
};

template <auto Member>
double read_count(const LiveCounts& live) {
  return static_cast<double>((live.*Member).load(std::memory_order_relaxed));
}

// Rows of one name stand together.
constexpr std::array kLive = {
    LiveRow{"argwright_connections_open", "Connections of clients.", "", "", MetricType::Gauge,
            read_count<&LiveCounts::connections_open>},
    LiveRow{"argwright_streams_open", "Replies that are streaming.", "", "", MetricType::Gauge,
            read_count<&LiveCounts::streams_open>},
    LiveRow{"argwright_bytes_total", "Bytes from (in) and to (out) clients.", "direction", "in",
            MetricType::Counter, read_count<&LiveCounts::bytes_in>},
    LiveRow{"argwright_bytes_total", "Bytes from (in) and to (out) clients.", "direction", "out",
            MetricType::Counter, read_count<&LiveCounts::bytes_out>},
    LiveRow{"argwright_reasks_total", "Requests asked again because of a call.", "", "", MetricType::Counter,
            read_count<&LiveCounts::reasks>},
    LiveRow{"argwright_calllog_queue", "Entries that wait to be stored.", "", "", MetricType::Gauge,
            read_count<&LiveCounts::calllog_queue>},
    LiveRow{"argwright_calllog_dropped_total", "Entries of the call log that were lost.", "", "",
            MetricType::Counter, read_count<&LiveCounts::calllog_dropped>},
    LiveRow{"argwright_reasoning_restored_total",
            "Turns whose reasoning was put back, by where it was found.", "source", "token",
            MetricType::Counter, read_count<&LiveCounts::reasoning_from_token>},
    LiveRow{"argwright_reasoning_restored_total",
            "Turns whose reasoning was put back, by where it was found.", "source", "memory",
            MetricType::Counter, read_count<&LiveCounts::reasoning_from_memory>},
    LiveRow{"argwright_reasoning_restored_total",
            "Turns whose reasoning was put back, by where it was found.", "source", "store",
            MetricType::Counter, read_count<&LiveCounts::reasoning_from_store>},
    LiveRow{"argwright_reasoning_missing_total",
            "Turns with calls that came back without reasoning, and of which none was remembered.", "", "",
            MetricType::Counter, read_count<&LiveCounts::reasoning_missing>},
    LiveRow{"argwright_reasoning_remembered_total", "Turns whose reasoning was remembered.", "", "",
            MetricType::Counter, read_count<&LiveCounts::reasoning_remembered>},
    LiveRow{"argwright_reasoning_lookups_failed_total",
            "Questions for reasoning that the store did not answer in time.", "", "", MetricType::Counter,
            read_count<&LiveCounts::reasoning_lookups_failed>},
    LiveRow{"argwright_turns_dropped_total", "Remembered turns that were lost.", "", "", MetricType::Counter,
            read_count<&LiveCounts::turns_dropped>},
    LiveRow{"argwright_responses_dropped_total", "Responses that could not be kept for previous_response_id.",
            "", "", MetricType::Counter, read_count<&LiveCounts::responses_dropped>},
    LiveRow{"argwright_store_up", "1: the store works, or there is none; 0: it fails.", "", "",
            MetricType::Gauge, read_count<&LiveCounts::store_up>},
    LiveRow{"argwright_log_dropped_total", "Log lines that were given up.", "", "", MetricType::Counter,
            read_count<&LiveCounts::log_dropped>},
};

MetricFamily family_of(std::string_view name, std::string_view help, MetricType type) {
  MetricFamily family;
  family.name = name;
  family.help = help;
  family.type = type;
  return family;
}

void add_label(ClientMetric& metric, std::string_view name, std::string_view value) {
  metric.label.push_back({std::string(name), std::string(value)});
}

constexpr double kMicrosPerSecond = 1e6;

void fill_histogram(ClientMetric& metric, Bounds bounds, const std::vector<std::uint64_t>& counts) {
  std::uint64_t so_far = 0;
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    so_far += counts[i];
    metric.histogram.bucket.push_back({so_far, static_cast<double>(bounds[i]) / kMicrosPerSecond});
  }
  so_far += counts[bounds.size()];
  metric.histogram.bucket.push_back({so_far, std::numeric_limits<double>::infinity()});
  metric.histogram.sample_count = so_far;
  metric.histogram.sample_sum = static_cast<double>(counts[bounds.size() + 1]) / kMicrosPerSecond;
}

MetricFamily sharded_family(const FamilyRow& row, const Totals& totals) {
  const bool is_histogram = !row.bounds.empty();
  MetricFamily family =
      family_of(row.name, row.help, is_histogram ? MetricType::Histogram : MetricType::Counter);
  for (const auto& [key, counts] : totals) {
    ClientMetric metric;
    std::size_t begin = 0;
    for (std::size_t label = 0; begin < key.size(); ++label) {
      const std::size_t end = key.find(kLabelEnd, begin);
      add_label(metric, row.labels[label], std::string_view(key).substr(begin, end - begin));
      begin = end + 1;
    }
    if (is_histogram) {
      fill_histogram(metric, row.bounds, counts);
    } else {
      metric.counter.value = static_cast<double>(counts[0]);
    }
    family.metric.push_back(std::move(metric));
  }
  return family;
}

void count(MetricShard& shard, Family family, std::initializer_list<std::string_view> labels,
           std::uint64_t amount = 1) {
  shard.series(family, std::span(labels.begin(), labels.size()))->add(amount);
}

void observe(MetricShard& shard, Family family, std::string_view label, std::chrono::microseconds time) {
  const Bounds bounds = kFamilies[family].bounds;
  const auto micros = static_cast<std::uint64_t>(std::max<std::int64_t>(time.count(), 0));
  OwnedCount* counts = shard.series(family, std::span(&label, 1));
  const auto bucket = std::lower_bound(bounds.begin(), bounds.end(), micros) - bounds.begin();
  counts[bucket].add(1);
  counts[bounds.size() + 1].add(micros);
}

// A status as a label; "other" for what is none (an upstream may say anything), "none" before there was one.
std::string_view status_label(int status, std::array<char, 3>& memory) {
  if (status == 0) return "none";
  if (status < 100 || status > 599) return LabelBound::kOther;
  memory = {static_cast<char>('0' + status / 100), static_cast<char>('0' + status / 10 % 10),
            static_cast<char>('0' + status % 10)};
  return {memory.data(), memory.size()};
}

std::optional<UpstreamError> error_of(const ExchangeRecord& record) {
  if (record.ending == Ending::kFailed) {
    if (record.status == 504) return UpstreamError::kTimeout;
    return record.status == 200 ? UpstreamError::kBrokenOff : UpstreamError::kConnection;
  }
  if (record.ending != Ending::kUpstreamError) return {};
  if (record.status == 429) return UpstreamError::kRateLimited;
  return record.status >= 400 && record.status < 500 ? UpstreamError::kClientError
                                                     : UpstreamError::kServerError;
}

void count_fixes(MetricShard& shard, const ToolCallRequest& request) {
  for (const Fix& fix : request.fixes) count(shard, kFixes, {fix.rule});
  for (const Diagnostic& diagnostic : request.diagnostics) {
    if (diagnostic.severity == Severity::kWarning) count(shard, kFixes, {diagnostic.code});
  }
}

void count_tokens(MetricShard& shard, const protocol::Usage& usage, std::string_view model) {
  const std::pair<std::string_view, std::optional<std::int64_t>> kinds[] = {
      {"input", usage.input},   {"cached", usage.cached},       {"cache_written", usage.cache_written},
      {"output", usage.output}, {"reasoning", usage.reasoning},
  };
  for (const auto& [kind, tokens] : kinds) {
    if (tokens && *tokens > 0) count(shard, kTokens, {kind, model}, static_cast<std::uint64_t>(*tokens));
  }
}

std::vector<std::size_t> counts_of_families() {
  std::vector<std::size_t> counts;
  counts.reserve(kFamilies.size());
  for (const FamilyRow& row : kFamilies) counts.push_back(row.counts());
  return counts;
}

}  // namespace

std::string_view upstream_error_name(UpstreamError kind) {
  switch (kind) {
    case UpstreamError::kConnection: return "connection";
    case UpstreamError::kTimeout: return "timeout";
    case UpstreamError::kBrokenOff: return "broken_off";
    case UpstreamError::kRateLimited: return "rate_limited";
    case UpstreamError::kClientError: return "client_error";
    case UpstreamError::kServerError: return "server_error";
  }
  return "connection";
}

struct Metrics::State {
  MetricShards shards{counts_of_families()};
  LabelBound models{kMaxModels};
  std::mutex breakers_mutex;
  std::map<std::string, bool, std::less<>> breakers;
};

Metrics::Metrics() : state_(std::make_unique<State>()) {}
Metrics::~Metrics() = default;

void Metrics::record(const ExchangeRecord& record) {
  MetricShard& shard = state_->shards.own();
  std::array<char, 3> memory{};
  count(shard, kRequests,
        {record.endpoint, status_label(record.status, memory), record.stream ? "true" : "false"});
  observe(shard, kRequestSeconds, record.endpoint, record.total);
  if (record.first_byte.count() > 0) observe(shard, kFirstByteSeconds, record.endpoint, record.first_byte);
  observe(shard, kOverheadSeconds, record.endpoint, record.total - record.waited);
  if (record.attempts > 0) {
    count(shard, kUpstreamAttempts, {record.upstream});
    if (const auto error = error_of(record)) {
      count(shard, kUpstreamErrors, {record.upstream, upstream_error_name(*error)});
    }
  }
  const protocol::Usage& usage = record.usage;
  const std::vector<protocol::CallReport>& calls = record.report.calls;
  if (calls.empty() && !usage.input && !usage.output) return;

  // Only a model that answered takes one of the places: clients can name anything.
  const std::string_view model = record.model.empty() ? "none" : state_->models.admit(shard, record.model);
  for (std::size_t i = 0; i < calls.size(); ++i) {
    count(shard, kCalls,
          {protocol::fate_name(calls[i].fate), outcome_word(calls[i]), record.provider, model});
    if (calls[i].parsed != nullptr && !is_further_part(record.report, i)) {
      count_fixes(shard, *calls[i].parsed);
    }
  }
  count_tokens(shard, usage, model);
}

void Metrics::attempt_failed(std::string_view upstream, UpstreamError kind) {
  MetricShard& shard = state_->shards.own();
  count(shard, kUpstreamAttempts, {upstream});
  count(shard, kUpstreamErrors, {upstream, upstream_error_name(kind)});
}

void Metrics::set_breaker(std::string_view upstream, bool open) {
  const std::lock_guard lock(state_->breakers_mutex);
  state_->breakers.insert_or_assign(std::string(upstream), open);
}

std::string Metrics::text() const {
  std::vector<MetricFamily> families;
  families.reserve(kFamilies.size());
  for (std::size_t i = 0; i < kFamilies.size(); ++i) {
    families.push_back(sharded_family(kFamilies[i], state_->shards.totals(i)));
  }
  for (const LiveRow& row : kLive) {
    if (families.back().name != row.name) families.push_back(family_of(row.name, row.help, row.type));
    ClientMetric metric;
    if (!row.label.empty()) add_label(metric, row.label, row.value);
    metric.gauge.value = metric.counter.value = row.read(live_);
    families.back().metric.push_back(std::move(metric));
  }

  MetricFamily breakers = family_of("argwright_breaker_open",
                                    "1 while an upstream is left alone after failures.", MetricType::Gauge);
  {
    const std::lock_guard lock(state_->breakers_mutex);
    for (const auto& [upstream, open] : state_->breakers) {
      ClientMetric metric;
      std::string label;
      append_label(label, upstream);
      add_label(metric, "upstream", label);
      metric.gauge.value = open ? 1 : 0;
      breakers.metric.push_back(std::move(metric));
    }
  }
  families.push_back(std::move(breakers));

  MetricFamily build =
      family_of("argwright_build_info", "1, with the version as a label.", MetricType::Gauge);
  ClientMetric metric;
  add_label(metric, "version", ARGWRIGHT_VERSION);
  metric.gauge.value = 1;
  build.metric.push_back(std::move(metric));
  families.push_back(std::move(build));
  return prometheus::TextSerializer().Serialize(families);
}

}  // namespace argwright::gateway
