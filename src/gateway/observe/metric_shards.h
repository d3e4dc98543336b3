// Counts by label set that many threads add to without meeting: each thread has a shard of its own, and who
// asks for the totals adds the shards up.
//
// Threading: MetricShards and LabelBound may be used from any thread. The steady state (a label set that this
// thread has counted before) takes no lock and writes to no memory that another thread writes to.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace argwright::gateway {

// Written by one thread, read by any.
class OwnedCount {
 public:
  void add(std::uint64_t amount) {
    value_.store(value_.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
  }
  std::uint64_t get() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> value_{0};
};

// As the key of a map that is asked with views.
struct TextHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};

// Stands between the values of a label set; no label holds it, see append_label().
inline constexpr char kLabelEnd = '\x1f';
inline constexpr std::size_t kMaxLabel = 64;

// Appends `label` as far as a metric may show it: at most kMaxLabel characters, '_' for what is not printable
// ASCII.
void append_label(std::string& out, std::string_view label);

// Label values joined by kLabelEnd, to the counts of that series (one for a counter, more for a histogram).
using Totals = std::map<std::string, std::vector<std::uint64_t>>;

// What one thread has counted.
class MetricShard {
 public:
  explicit MetricShard(std::span<const std::size_t> counts_of_family);

  // The counts of a series; all zero at its first use. For the owning thread only.
  OwnedCount* series(std::size_t family, std::span<const std::string_view> labels);
  // Labels that the owning thread knows to be admitted by a LabelBound.
  std::unordered_set<std::string, TextHash, std::equal_to<>>& admitted() { return admitted_; }

  // Adds what the series of `family` hold. From any thread.
  void add_to(Totals& totals, std::size_t family) const;

  // False: its thread has ended, and another may take it over.
  std::atomic<bool> taken{true};

 private:
  using Series = std::unordered_map<std::string, std::unique_ptr<OwnedCount[]>, TextHash, std::equal_to<>>;

  // The series of a family that was used last.
  struct Recent {
    std::string key;
    OwnedCount* counts = nullptr;
    // A label that a metric cannot show as it is equals nothing in a key.
    bool is_for(std::span<const std::string_view> labels) const;
  };

  OwnedCount* look_up(std::size_t family, std::span<const std::string_view> labels);

  std::vector<std::size_t> counts_of_family_;
  std::vector<Recent> recent_;
  mutable std::mutex growing_;  // held to insert and to read all, not to look up: only the owner inserts
  std::vector<Series> families_;
  std::string key_;  // of the last look-up, for its memory
  std::unordered_set<std::string, TextHash, std::equal_to<>> admitted_;
};

// All shards of one Metrics. A thread that ends leaves its counts behind.
class MetricShards {
 public:
  // How many counts a series of each family has.
  explicit MetricShards(std::vector<std::size_t> counts_of_family);

  // The shard of the calling thread.
  MetricShard& own();
  Totals totals(std::size_t family) const;

 private:
  std::shared_ptr<MetricShard> adopt();

  const std::uint64_t id_;  // never used again, unlike an address
  const std::vector<std::size_t> counts_of_family_;
  mutable std::mutex mutex_;
  std::vector<std::shared_ptr<MetricShard>> shards_;
};

// At most so many different labels for what clients name; all others are "other".
class LabelBound {
 public:
  static constexpr std::string_view kOther = "other";

  explicit LabelBound(std::size_t most) : most_(most) {}
  // `label` as the metrics show it. The view lives as long as `shard`.
  std::string_view admit(MetricShard& shard, std::string_view label);

 private:
  bool admit_shared(const std::string& label);

  const std::size_t most_;
  std::atomic<bool> full_{false};  // then labels_ never changes again, and is read without the lock
  std::mutex mutex_;
  std::unordered_set<std::string, TextHash, std::equal_to<>> labels_;
};

}  // namespace argwright::gateway
