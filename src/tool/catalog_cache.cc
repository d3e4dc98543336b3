// Tested by catalog_cache_test.cc.
#include <iterator>
#include <utility>

#include "argwright/catalog.h"

namespace argwright {

// Hashing, comparing and compiling happen outside the lock.
template <typename Compiled, typename Compile>
Compiled SchemaCache::find_or(std::string_view text, const Compile& compile) {
  constexpr bool kIsSchema = std::is_same_v<Compiled, CompiledSchema>;
  // A schema and a tool list of the same text are two things.
  const std::size_t hash = std::hash<std::string_view>{}(text) + (kIsSchema ? 1 : 0);
  const std::shared_ptr<const Item> known = find(hash);
  // The whole text decides, not its hash: a collision made on purpose must not give another's schema.
  const Compiled* const found =
      known != nullptr && known->text == text ? std::get_if<Compiled>(&known->compiled) : nullptr;
  {
    const std::lock_guard lock(mutex_);
    ++(found != nullptr ? statistics_.hits : statistics_.misses);
  }
  if (found != nullptr) return *found;
  Compiled compiled = compile(text);
  if (text.size() <= limits_.max_bytes && limits_.max_entries > 0) {
    keep(std::make_shared<const Item>(Item{hash, std::string(text), compiled}));
  }
  return compiled;
}

std::shared_ptr<const SchemaCache::Item> SchemaCache::find(std::size_t hash) {
  const std::lock_guard lock(mutex_);
  const auto place = by_hash_.find(hash);
  if (place == by_hash_.end()) return nullptr;
  order_.splice(order_.begin(), order_, place->second);
  return *place->second;
}

void SchemaCache::keep(std::shared_ptr<const Item> item) {
  Order dropped;  // dies after the lock is given back
  const std::lock_guard lock(mutex_);
  const auto take = [&](Order::iterator place) {
    by_hash_.erase((*place)->hash);
    statistics_.bytes -= (*place)->text.size();
    dropped.splice(dropped.begin(), order_, place);
  };
  if (const auto same = by_hash_.find(item->hash); same != by_hash_.end()) take(same->second);
  statistics_.bytes += item->text.size();
  const std::size_t hash = item->hash;
  order_.push_front(std::move(item));
  by_hash_[hash] = order_.begin();
  while (order_.size() > limits_.max_entries || statistics_.bytes > limits_.max_bytes)
    take(std::prev(order_.end()));
}

Result<std::shared_ptr<const Schema>> SchemaCache::schema(std::string_view schema_text) {
  return find_or<CompiledSchema>(schema_text, [](std::string_view text) -> CompiledSchema {
    Result<Schema> schema = Schema::compile_text(text);
    if (!schema) return schema.error();
    return std::make_shared<const Schema>(*std::move(schema));
  });
}

Result<ToolCatalog> SchemaCache::tools(std::string_view definitions_text) {
  return find_or<CompiledTools>(definitions_text, [](std::string_view text) -> CompiledTools {
    Result<json::Value> definitions = json::parse(text);
    if (!definitions) {
      return Error{ErrorCode::kInvalidArgument,
                   "the tool definitions are not JSON: " + definitions.error().message,
                   definitions.error().where};
    }
    Result<std::vector<ToolDeclaration>> declarations = read_declarations(*std::move(definitions));
    if (!declarations) return declarations.error();
    return ToolCatalog::create_declared(*std::move(declarations));
  });
}

SchemaCache::Statistics SchemaCache::statistics() const {
  const std::lock_guard lock(mutex_);
  Statistics statistics = statistics_;
  statistics.entries = order_.size();
  return statistics;
}

}  // namespace argwright
