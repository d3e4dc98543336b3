#include "protocol/messages/usage.h"

#include <algorithm>

#include "protocol/fields.h"
#include "protocol/object_text.h"

namespace argwright::protocol::messages {

namespace {

// Some servers write "7". What cannot be a count is none: counts are added up.
std::optional<std::int64_t> count_at(const json::Value& source, std::string_view key) {
  constexpr std::int64_t kMost = std::int64_t{1} << 53U;
  const std::optional<std::int64_t> count = index_at(source, key);
  return count && *count >= 0 && *count <= kMost ? count : std::nullopt;
}

// In the protocol's word, or in that of OpenAI's.
std::optional<std::int64_t> count_at(const json::Value& source, std::string_view key,
                                     std::string_view foreign_key) {
  const std::optional<std::int64_t> count = count_at(source, key);
  return count ? count : count_at(source, foreign_key);
}

// Of the input: what came from no cache and went into none.
std::int64_t fresh_input(const Usage& usage) {
  return usage.input.value_or(0) - usage.cached.value_or(0) - usage.cache_written.value_or(0);
}

// Clients count on numbers here.
void put_number(json::Value& source, std::string_view key, std::int64_t count) {
  if (has_number_at(source, key)) return;
  if (json::Value* mine = source.find(key)) {
    *mine = json::Value::integer(count);
  } else {
    source.members().push_back({std::string(key), json::Value::integer(count)});
  }
}

}  // namespace

Usage read_usage(const json::Value& source) {
  Usage usage;
  usage.source = source;
  usage.cached = count_at(source, "cache_read_input_tokens");
  usage.cache_written = count_at(source, "cache_creation_input_tokens");
  if (const auto fresh = count_at(source, "input_tokens", "prompt_tokens")) {
    usage.input = *fresh + usage.cached.value_or(0) + usage.cache_written.value_or(0);
  }
  usage.output = count_at(source, "output_tokens", "completion_tokens");
  if (const json::Value* details = object_at(source, "output_tokens_details")) {
    usage.reasoning = count_at(*details, "thinking_tokens");
  }
  return usage;
}

void append_usage(std::string& out, const Usage& usage, bool same_protocol) {
  if (same_protocol && usage.source.is_object()) {
    json::Value source = usage.source;
    put_number(source, "input_tokens", std::max<std::int64_t>(fresh_input(usage), 0));
    put_number(source, "output_tokens", usage.output.value_or(0));
    json::append(out, source);
    return;
  }
  ObjectText object(out);
  // Some servers tell more cached tokens than there are: the sum of the three is the input.
  const std::int64_t from_cache = usage.cached.value_or(0) + usage.cache_written.value_or(0);
  const std::int64_t input = usage.input.value_or(from_cache);
  const std::int64_t cached = std::min(usage.cached.value_or(0), input);
  const std::int64_t written = std::min(usage.cache_written.value_or(0), input - cached);
  object.integer("input_tokens", input - cached - written);
  if (usage.cache_written) object.integer("cache_creation_input_tokens", written);
  if (usage.cached) object.integer("cache_read_input_tokens", cached);
  object.integer("output_tokens", usage.output.value_or(0));
  if (usage.reasoning) {
    ObjectText details(object.key("output_tokens_details"));
    details.integer("thinking_tokens", *usage.reasoning).close();
  }
  object.close();
}

}  // namespace argwright::protocol::messages
