// deploy/grafana-dashboard.json and docs/observability.md speak of metrics that there are, and of all of
// them.
#include <gtest/gtest.h>

#include <cctype>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>

#include "argwright/json.h"
#include "gateway/observe/access_line.h"
#include "gateway/observe/metrics.h"
#include "gateway/observe/test_reports.h"

namespace argwright::gateway {
namespace {

std::string file_text(std::string_view path) {
  const char* root = std::getenv("ARGWRIGHT_SOURCE_DIR");
  std::ifstream in((root != nullptr ? std::string(root) : std::string(".")) + "/" + std::string(path));
  return {std::istreambuf_iterator<char>(in), {}};
}

std::set<std::string> names_in(std::string_view text) {
  constexpr std::string_view kPrefix = "argwright_";
  const auto in_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  std::set<std::string> names;
  for (std::size_t at = text.find(kPrefix); at != std::string_view::npos; at = text.find(kPrefix, at + 1)) {
    std::size_t end = at;
    while (end < text.size() && in_name(text[end])) ++end;
    names.emplace(text.substr(at, end - at));
  }
  return names;
}

// The families of an instance that saw one record; a histogram with the names of its series, too.
std::set<std::string> families(bool with_series) {
  Metrics metrics;
  metrics.record(sample_record());
  std::set<std::string> names;
  const std::string text = metrics.text();
  constexpr std::string_view kType = "# TYPE ";
  for (std::size_t at = text.find(kType); at != std::string::npos; at = text.find(kType, at + 1)) {
    const std::size_t begin = at + kType.size();
    const std::size_t space = text.find(' ', begin);
    const std::string name = text.substr(begin, space - begin);
    names.insert(name);
    if (!with_series || !std::string_view(text).substr(space + 1).starts_with("histogram")) continue;
    for (const char* ending : {"_bucket", "_sum", "_count"}) names.insert(name + ending);
  }
  return names;
}

// Every text of a JSON value.
void collect_texts(const json::Value& value, std::string& out) {
  if (value.is_string()) out += value.string() + "\n";
  if (value.is_array()) {
    for (const json::Value& item : value.items()) collect_texts(item, out);
  }
  if (value.is_object()) {
    for (const json::Member& member : value.members()) collect_texts(member.value, out);
  }
}

TEST(Dashboard, NamesOnlyMetricsThatThereAre) {
  const Result<json::Value> dashboard = json::parse(file_text("deploy/grafana-dashboard.json"));
  ASSERT_TRUE(dashboard) << dashboard.error().describe();
  std::string texts;
  collect_texts(*dashboard, texts);
  const std::set<std::string> used = names_in(texts);
  const std::set<std::string> known = families(true);
  EXPECT_GE(used.size(), 15U);
  for (const std::string& name : used) EXPECT_TRUE(known.contains(name)) << name;
}

TEST(Dashboard, ShowsEveryMetric) {
  const std::string text = file_text("deploy/grafana-dashboard.json");
  for (const std::string& name : families(false)) EXPECT_NE(text.find(name), std::string::npos) << name;
}

TEST(Dashboard, EveryPanelHasAPlaceAndAQuery) {
  const Result<json::Value> dashboard = json::parse(file_text("deploy/grafana-dashboard.json"));
  ASSERT_TRUE(dashboard);
  std::set<std::int64_t> ids;
  for (const json::Value& panel : dashboard->find("panels")->items()) {
    EXPECT_TRUE(ids.insert(panel.find("id")->as_int64().value()).second);
    EXPECT_NE(panel.find("gridPos"), nullptr);
    if (panel.find("type")->string() == "row") continue;
    EXPECT_FALSE(panel.find("targets")->items().empty()) << panel.find("title")->string();
  }
}

TEST(ObservabilityDocument, ListsEveryMetricAndNoOther) {
  const std::string text = file_text("docs/observability.md");
  const std::set<std::string> known = families(true);
  for (const std::string& name : families(false)) {
    EXPECT_NE(text.find("`" + name + "`"), std::string::npos) << name;
  }
  for (const std::string& name : names_in(text)) EXPECT_TRUE(known.contains(name)) << name;
}

TEST(ObservabilityDocument, ListsEveryFieldOfTheLog) {
  const std::string text = file_text("docs/observability.md");
  const Result<json::Value> line = json::parse(json_line(sample_record()));
  ASSERT_TRUE(line);
  for (const json::Member& member : line->members()) {
    EXPECT_NE(text.find("| `" + member.key + "` |"), std::string::npos) << member.key;
  }
}

}  // namespace
}  // namespace argwright::gateway
