// Which tools there are: an immutable snapshot by which calls are parsed and run, a builder that publishes
// new snapshots while readers go on, and a cache for the declarations that come with every request.
//
//   auto catalog = argwright::ToolCatalog::create({std::make_shared<MemorySearch>()});
//   if (!catalog) return catalog.error();
//   argwright::ToolCallRequest call = catalog->parse_call({"memory.search", "call_1", raw});
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

#include "argwright/execution.h"
#include "argwright/json.h"
#include "argwright/result.h"
#include "argwright/schema.h"
#include "argwright/tool.h"

namespace argwright {

class ToolHandler;  // argwright/registry.h

// A tool as a request or another program describes it: its calls can be parsed, not run.
struct ToolDeclaration {
  std::string name;
  std::string description;
  std::shared_ptr<const Schema> schema;  // none when the schema is broken: calls are parsed as undeclared
  std::string schema_error;              // why there is none

  // A broken schema is told by schema_error.
  static ToolDeclaration from_schema(std::string name, std::string description, json::Value schema);
  static ToolDeclaration from_schema_text(std::string name, std::string description,
                                          std::string_view schema_text);
};

// Reads tool definitions as OpenAI (Chat or Responses), Anthropic or MCP write them: a list, or {"tools":
// [...]}. Entries that are no function with JSON arguments (server tools, free-text tools) are left out.
// Their schemas are taken out of `definitions`: whoever needs it no more moves it in.
Result<std::vector<ToolDeclaration>> read_declarations(json::Value definitions);

// Something doubtful in a declaration (C13), found when the catalog is made. Nothing is refused because of
// it.
struct CatalogWarning {
  std::string tool_name;
  std::string parameter;  // "options.limit" for a nested one; empty: the tool itself
  std::string code;       // "single_not_required", "optional_required", "duplicate_parameter",
                          // "enum_without_values", "broken_schema"
  std::string message;
  bool operator==(const CatalogWarning&) const = default;
};

struct CatalogEntry {
  ToolDeclaration declaration;
  std::shared_ptr<Tool> tool;  // none: declared only, cannot be run here
  std::vector<CatalogWarning> warnings;
};

// C19: tells of a tool name without a usable definition once, however often it is called. The library itself
// logs nothing. Any thread may call report(); the callback runs on that thread, without a lock held.
class MissingDefinitions {
 public:
  struct Report {
    std::string_view category;  // "ToolParse" (S1-81)
    std::string tool_name;
    std::string message;
  };
  // Names come from models: after `max_names` different ones nothing more is reported.
  explicit MissingDefinitions(std::function<void(const Report&)> callback, std::size_t max_names = 1000)
      : callback_(std::move(callback)), max_names_(max_names) {}

  void report(std::string_view tool_name, std::string message);

 private:
  const std::function<void(const Report&)> callback_;
  const std::size_t max_names_;
  std::mutex mutex_;
  std::unordered_set<std::string> names_;
};

struct ParseOptions {
  RepairOptions repair;
  CoerceOptions coerce;
  MissingDefinitions* missing = nullptr;  // must outlive the call
};

// A snapshot. Copies share it and cost one reference count. What is returned by pointer or reference lives as
// long as any copy. Any number of threads may read: no look-up takes a lock or allocates.
class ToolCatalog {
 public:
  class Builder;
  class Reader;

  ToolCatalog();  // no tool
  // Two tools with one name are an error that names both.
  static Result<ToolCatalog> create(const std::vector<std::shared_ptr<Tool>>& tools);
  static Result<ToolCatalog> create_declared(std::vector<ToolDeclaration> declarations);

  const CatalogEntry* get(std::string_view name) const;  // nullptr: no such tool
  const Schema* schema(std::string_view name) const;     // nullptr: no such tool, or its schema is broken
  // In the order of registration.
  const std::vector<std::shared_ptr<const CatalogEntry>>& all() const;
  const std::vector<CatalogWarning>& warnings() const;

  // argwright::parse_call by the declaration of the tool; without one, or with a broken one, only S3's
  // promotions apply, and parse_warning holds "tool_definition_missing".
  ToolCallRequest parse_call(const CallInput& input, const ParseOptions& options = {}) const;

  // One for each tool that can be run, in order (S1-74).
  std::vector<std::shared_ptr<ToolHandler>> create_handlers() const;

 private:
  struct Table;
  using Entries = std::vector<std::shared_ptr<const CatalogEntry>>;
  static Result<ToolCatalog> create_from(Entries entries);
  explicit ToolCatalog(Entries entries);  // names are distinct
  std::shared_ptr<const Table> table_;
};

// Adds and removes tools at run time (S1-95). Edits are collected and become visible together with publish();
// whoever holds an older snapshot keeps it. Any number of threads may use one builder.
class ToolCatalog::Builder {
 public:
  Builder() = default;
  explicit Builder(const ToolCatalog& first);
  Builder(const Builder&) = delete;
  Builder& operator=(const Builder&) = delete;

  // None: added. A name that is taken is an error that names both descriptions.
  [[nodiscard]] std::optional<Error> add(std::shared_ptr<Tool> tool);
  [[nodiscard]] std::optional<Error> add(ToolDeclaration declaration);
  bool remove(std::string_view name);  // false: there was none

  // The edits so far as the new current snapshot; without edits the current one.
  ToolCatalog publish();
  // The snapshot published last. Takes a lock for the time of a copy; see Reader for hot paths.
  ToolCatalog current() const;
  // Rises with every new snapshot.
  std::uint64_t version() const { return version_.load(std::memory_order_acquire); }

 private:
  friend class Reader;
  std::optional<Error> add_entry(std::shared_ptr<const CatalogEntry> entry);

  std::mutex edit_mutex_;
  Entries entries_;
  std::unordered_set<std::string_view> names_;  // views into entries_
  bool edited_ = false;

  mutable std::mutex current_mutex_;
  ToolCatalog current_;
  std::atomic<std::uint64_t> version_{0};
};

// One thread's view of a builder's current snapshot: an atomic load while nothing new is published. The
// builder must outlive it. It keeps its snapshot alive until catalog() is called again.
class ToolCatalog::Reader {
 public:
  explicit Reader(const Builder& builder) : builder_(builder) { refresh(); }

  const ToolCatalog& catalog() {
    if (builder_.version() != version_) refresh();
    return catalog_;
  }

 private:
  void refresh();

  const Builder& builder_;
  ToolCatalog catalog_;
  std::uint64_t version_ = 0;
};

// Compiled schemas and tool lists by the bytes they were received as, so that declarations which come with
// every request are compiled once. Errors are kept too. Bounded: what was not asked for longest goes first.
// Any number of threads may use one cache; two that miss on the same text at the same time may both compile
// it.
class SchemaCache {
 public:
  struct Limits {
    std::size_t max_entries = 256;
    std::size_t max_bytes = std::size_t{16} << 20;  // of received text; a longer one is not kept
  };
  struct Statistics {
    std::uint64_t hits = 0;
    std::uint64_t misses = 0;
    std::size_t entries = 0;
    std::size_t bytes = 0;
  };

  SchemaCache() : SchemaCache(Limits{}) {}
  explicit SchemaCache(Limits limits) : limits_(limits) {}

  Result<std::shared_ptr<const Schema>> schema(std::string_view schema_text);
  // The text of a list that read_declarations() takes.
  Result<ToolCatalog> tools(std::string_view definitions_text);
  Statistics statistics() const;

 private:
  using CompiledSchema = Result<std::shared_ptr<const Schema>>;
  using CompiledTools = Result<ToolCatalog>;
  struct Item {
    std::size_t hash;
    std::string text;
    std::variant<CompiledSchema, CompiledTools> compiled;
  };
  using Order = std::list<std::shared_ptr<const Item>>;  // most recently used first

  template <typename Compiled, typename Compile>
  Compiled find_or(std::string_view text, const Compile& compile);
  std::shared_ptr<const Item> find(std::size_t hash);
  void keep(std::shared_ptr<const Item> item);

  const Limits limits_;
  mutable std::mutex mutex_;
  Order order_;
  std::unordered_map<std::size_t, Order::iterator> by_hash_;
  Statistics statistics_;
};

}  // namespace argwright
