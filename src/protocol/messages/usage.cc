#include "protocol/messages/usage.h"

#include <algorithm>

#include "protocol/fields.h"
#include "protocol/object_text.h"

namespace argwright::protocol::messages {

Usage read_usage(const json::Value& source) {
  Usage usage;
  usage.source = source;
  usage.cached = integer_at(source, "cache_read_input_tokens");
  usage.cache_written = integer_at(source, "cache_creation_input_tokens");
  if (const auto fresh = integer_at(source, "input_tokens")) {
    usage.input = *fresh + usage.cached.value_or(0) + usage.cache_written.value_or(0);
  }
  usage.output = integer_at(source, "output_tokens");
  if (const json::Value* details = object_at(source, "output_tokens_details")) {
    usage.reasoning = integer_at(*details, "thinking_tokens");
  }
  return usage;
}

void append_usage(std::string& out, const Usage& usage, bool same_protocol) {
  if (same_protocol && usage.source.is_object()) {
    json::Value source = usage.source;
    // Clients count on these two.
    for (const std::string_view key : {"input_tokens", "output_tokens"}) {
      if (has_number_at(source, key)) continue;
      const json::Value count = json::Value::integer(integer_at(source, key).value_or(0));
      if (json::Value* mine = source.find(key)) {
        *mine = count;
      } else {
        source.members().push_back({std::string(key), count});
      }
    }
    json::append(out, source);
    return;
  }
  ObjectText object(out);
  // Some servers tell more cached tokens than there are: the sum of the three is the input.
  const std::int64_t input = usage.input.value_or(0);
  const std::int64_t cached = std::min(usage.cached.value_or(0), input);
  const std::int64_t written = std::min(usage.cache_written.value_or(0), input - cached);
  object.integer("input_tokens", input - cached - written);
  if (usage.cache_written) object.integer("cache_creation_input_tokens", written);
  if (usage.cached) object.integer("cache_read_input_tokens", cached);
  object.integer("output_tokens", usage.output.value_or(0));
  object.close();
}

}  // namespace argwright::protocol::messages
