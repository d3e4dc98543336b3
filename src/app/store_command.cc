// Driven by tests/cli/store_test.cc.
#include "app/store_command.h"

#include <unistd.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "app/complain.h"
#include "app/environment.h"
#include "app/output.h"
#include "app/progress.h"
#include "app/repair_command.h"
#include "app/store_import.h"
#include "app/store_records.h"
#include "gateway/config/config_reader.h"
#include "gateway/config/store_url.h"
#include "store/open.h"

namespace argwright::app {
namespace {

using store::Store;

constexpr int kExitFailed = 1;

int fail(const Error& error) {
  complain({}, error.message);
  return kExitFailed;
}

bool say(std::string_view text) {
  Output out(STDOUT_FILENO);
  out.write(text);
  return out.flush();
}

// Opened only where the schema is the newest; otherwise the error says what to do.
Result<std::unique_ptr<Store>> open_ready(const std::string& url) {
  const Result<store::SchemaState> state = store::schema_of(url);
  if (!state) return state.error();
  const std::string named = gateway::redacted_store_url(url);
  if (state->version == 0) {
    return Error{
        ErrorCode::kIo, "there is nothing in " + named + " yet; `argwright store migrate` makes it", {}};
  }
  if (state->version < state->newest) {
    return Error{ErrorCode::kIo,
                 named + " has version " + std::to_string(state->version) + " of the schema, this program " +
                     std::to_string(state->newest) + "; `argwright store migrate` brings it up",
                 {}};
  }
  return store::open_store(url);
}

int migrate(const std::string& url) {
  const Result<store::SchemaState> before = store::schema_of(url);
  if (!before) return fail(before.error());
  const Result<std::unique_ptr<Store>> opened = store::open_store(url);
  if (!opened) return fail(opened.error());
  if (const std::optional<Error> error = (*opened)->check()) return fail(*error);
  const std::string newest = std::to_string(before->newest);
  const std::string words = before->version == before->newest ? "is at version " + newest + " already"
                            : before->version == 0
                                ? "was made, version " + newest
                                : "went from version " + std::to_string(before->version) + " to " + newest;
  return say(gateway::redacted_store_url(url) + " " + words + "\n") ? kExitOk : kExitError;
}

int check(const std::string& url) {
  const Result<std::unique_ptr<Store>> opened = open_ready(url);
  if (!opened) return fail(opened.error());
  const Result<store::Inspection> found = (*opened)->inspect();
  if (!found) return fail(found.error());
  const std::optional<Error> unwritable = (*opened)->check();
  std::string text = gateway::redacted_store_url(url) + "\n";
  struct Row {
    const char* name;
    std::uint64_t count;
  };
  for (const Row& row : {Row{"calls", found->calls}, Row{"responses", found->responses},
                         Row{"turns", found->turns}, Row{"history", found->history}}) {
    text += "  " + std::string(row.name) + ": " + std::to_string(row.count) + "\n";
  }
  for (const std::string& fault : found->faults) text += "  fault: " + fault + "\n";
  const bool well = found->faults.empty() && !unwritable;
  text += well ? "It can be read and written, and is sound.\n" : "";
  if (!say(text)) return kExitError;
  if (unwritable) return fail(*unwritable);
  if (!found->faults.empty()) complain({}, "the store is damaged: " + found->faults.front());
  return well ? kExitOk : kExitFailed;
}

// Writes lines and tells how far it is.
class Exporter {
 public:
  explicit Exporter(Store& store)
      : store_(store),
        out_(STDOUT_FILENO),
        progress_(::isatty(STDERR_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 0, std::nullopt) {}

  std::optional<Error> shared() {
    const Result<std::vector<store::SharedValue>> values = store_.shared_values();
    if (!values) return values.error();
    for (const store::SharedValue& value : *values) write(value);
    return std::nullopt;
  }
  std::optional<Error> calls() {
    store::CallQuery query;
    query.after = 0;
    query.limit = 1000;
    query.time = std::chrono::seconds(1);
    for (bool more = true; more && !out_.failed();) {
      const Result<store::CallPage> page = store_.calls(query);
      if (!page) return page.error();
      for (const store::CallEntry& entry : page->entries) write(entry);
      query.after = page->next;
      more = page->more;
    }
    return std::nullopt;
  }
  std::optional<Error> responses() { return table(&Store::responses_after); }
  std::optional<Error> turns() { return table(&Store::turns_after); }
  std::optional<Error> history() { return table(&Store::history_after); }

  int end() {
    progress_.erase();
    if (out_.flush()) return kExitOk;
    if (!out_.closed()) complain("standard output", out_.error_words());
    return kExitError;
  }

 private:
  void write(const StoreRecord& record) {
    const std::string line = store_line(record) + "\n";
    out_.write(line);
    bytes_ += line.size();
    progress_.update(++lines_, bytes_);
  }
  template <typename Row>
  std::optional<Error> table(Result<store::RowPage<Row>> (Store::*read)(std::int64_t)) {
    std::int64_t after = 0;
    for (bool more = true; more && !out_.failed();) {
      Result<store::RowPage<Row>> page = (store_.*read)(after);
      if (!page) return page.error();
      for (Row& row : page->rows) write(std::move(row));
      after = page->next;
      more = page->more;
    }
    return std::nullopt;
  }

  Store& store_;
  Output out_;
  Progress progress_;
  std::size_t lines_ = 0;
  std::uint64_t bytes_ = 0;
};

struct ExportKind {
  const char* name;
  std::optional<Error> (Exporter::*write)();
};
// What is shared goes first: turns are found by it.
constexpr ExportKind kExportKinds[] = {{"shared", &Exporter::shared},
                                       {"calls", &Exporter::calls},
                                       {"responses", &Exporter::responses},
                                       {"turns", &Exporter::turns},
                                       {"history", &Exporter::history}};

int write_out(const std::string& url, const std::vector<std::string>& kinds) {
  const Result<std::unique_ptr<Store>> opened = open_ready(url);
  if (!opened) return fail(opened.error());
  Exporter exporter(**opened);
  for (const ExportKind& kind : kExportKinds) {
    if (!kinds.empty() && std::find(kinds.begin(), kinds.end(), kind.name) == kinds.end()) continue;
    if (const std::optional<Error> error = (exporter.*kind.write)()) {
      (void)exporter.end();
      return fail(*error);
    }
  }
  return exporter.end();
}

// Nothing: it was told why.
std::optional<std::string> url_of(const StoreSettings& settings) {
  if (!settings.url.empty()) return settings.url;
  if (settings.config_file.empty()) return gateway::StoreConfig{}.url;
  const gateway::ConfigReading reading = gateway::load_config(
      settings.config_file, [](const std::string& name) { return environment_value(name); }, {});
  for (const gateway::ConfigIssue& issue : reading.errors) complain({}, issue.describe());
  if (!reading.ok()) return std::nullopt;
  return reading.config.store.url;
}

}  // namespace

int run_store(const StoreSettings& settings) {
  const std::optional<std::string> url = url_of(settings);
  if (!url) return kExitError;
  if (*url == "off") {
    complain({}, "the configuration keeps nothing (store.url = \"off\")");
    return kExitError;
  }
  if (const std::string fault = gateway::store_url_fault(*url); !fault.empty()) {
    complain({}, "the store's URL " + fault);
    return kExitError;
  }
  switch (settings.task) {
    case StoreTask::kMigrate: return migrate(*url);
    case StoreTask::kCheck: return check(*url);
    case StoreTask::kExport: return write_out(*url, settings.kinds);
    case StoreTask::kImport: return import_store(*url, settings.file);
  }
  return kExitError;
}

}  // namespace argwright::app
