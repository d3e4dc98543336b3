// Tested by metric_shards_test.cc.
#include "gateway/observe/metric_shards.h"

#include <algorithm>
#include <utility>

namespace argwright::gateway {
namespace {

// The shards of this thread, given back when it ends.
class OwnShards {
 public:
  ~OwnShards() {
    for (const Entry& entry : entries_) entry.shard->taken.store(false, std::memory_order_release);
  }

  MetricShard* find(std::uint64_t id) const {
    for (const Entry& entry : entries_) {
      if (entry.id == id) return entry.shard.get();
    }
    return nullptr;
  }

  void add(std::uint64_t id, std::shared_ptr<MetricShard> shard) {
    // Those of a MetricShards that is gone are held by nobody else.
    std::erase_if(entries_, [](const Entry& entry) { return entry.shard.use_count() == 1; });
    entries_.push_back({id, std::move(shard)});
  }

 private:
  struct Entry {
    std::uint64_t id;
    std::shared_ptr<MetricShard> shard;
  };
  std::vector<Entry> entries_;
};
thread_local OwnShards own_shards;

std::uint64_t next_id() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

}  // namespace

void append_label(std::string& out, std::string_view label) {
  for (const char c : label.substr(0, kMaxLabel)) out += c >= 0x20 && c < 0x7F ? c : '_';
}

MetricShard::MetricShard(std::span<const std::size_t> counts_of_family)
    : counts_of_family_(counts_of_family.begin(), counts_of_family.end()),
      recent_(counts_of_family.size()),
      families_(counts_of_family.size()) {}

bool MetricShard::Recent::is_for(std::span<const std::string_view> labels) const {
  std::string_view rest = key;
  for (const std::string_view label : labels) {
    if (rest.size() <= label.size() || rest[label.size()] != kLabelEnd || !rest.starts_with(label))
      return false;
    rest.remove_prefix(label.size() + 1);
  }
  return rest.empty() && counts != nullptr;
}

OwnedCount* MetricShard::series(std::size_t family, std::span<const std::string_view> labels) {
  // Most requests are like the one before.
  Recent& recent = recent_[family];
  if (recent.is_for(labels)) return recent.counts;
  OwnedCount* const counts = look_up(family, labels);
  recent = {key_, counts};
  return counts;
}

OwnedCount* MetricShard::look_up(std::size_t family, std::span<const std::string_view> labels) {
  key_.clear();
  for (const std::string_view label : labels) {
    append_label(key_, label);
    key_ += kLabelEnd;
  }
  Series& known = families_[family];
  if (const auto found = known.find(std::string_view(key_)); found != known.end()) return found->second.get();
  auto counts = std::make_unique<OwnedCount[]>(counts_of_family_[family]);
  const std::lock_guard lock(growing_);
  return known.emplace(key_, std::move(counts)).first->second.get();
}

void MetricShard::add_to(Totals& totals, std::size_t family) const {
  const std::size_t counts = counts_of_family_[family];
  const std::lock_guard lock(growing_);
  for (const auto& [key, values] : families_[family]) {
    std::vector<std::uint64_t>& sums = totals[key];
    sums.resize(counts);
    for (std::size_t i = 0; i < counts; ++i) sums[i] += values[i].get();
  }
}

MetricShards::MetricShards(std::vector<std::size_t> counts_of_family)
    : id_(next_id()), counts_of_family_(std::move(counts_of_family)) {}

MetricShard& MetricShards::own() {
  if (MetricShard* shard = own_shards.find(id_)) return *shard;
  std::shared_ptr<MetricShard> shard = adopt();
  own_shards.add(id_, shard);
  return *shard;
}

std::shared_ptr<MetricShard> MetricShards::adopt() {
  const std::lock_guard lock(mutex_);
  for (const std::shared_ptr<MetricShard>& shard : shards_) {
    if (!shard->taken.exchange(true, std::memory_order_acquire)) return shard;
  }
  shards_.push_back(std::make_shared<MetricShard>(counts_of_family_));
  return shards_.back();
}

Totals MetricShards::totals(std::size_t family) const {
  const std::lock_guard lock(mutex_);
  Totals totals;
  for (const std::shared_ptr<MetricShard>& shard : shards_) shard->add_to(totals, family);
  return totals;
}

std::string_view LabelBound::admit(MetricShard& shard, std::string_view label) {
  auto& known = shard.admitted();
  if (const auto found = known.find(label); found != known.end()) return *found;
  std::string shown;
  append_label(shown, label);
  if (!admit_shared(shown)) return kOther;
  // A label that had to be made printable is looked up anew each time; there is no memory to keep for it.
  return *known.insert(std::move(shown)).first;
}

bool LabelBound::admit_shared(const std::string& label) {
  if (full_.load(std::memory_order_acquire)) return labels_.contains(label);
  const std::lock_guard lock(mutex_);
  if (labels_.contains(label)) return true;
  if (labels_.size() >= most_) return false;
  labels_.insert(label);
  if (labels_.size() == most_) full_.store(true, std::memory_order_release);
  return true;
}

}  // namespace argwright::gateway
