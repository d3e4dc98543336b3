#include "protocol/chat/usage.h"

#include <algorithm>

#include "protocol/fields.h"
#include "protocol/object_text.h"

namespace argwright::protocol::chat {
namespace {

std::optional<std::int64_t> detail(const json::Value& usage, std::string_view object, std::string_view key) {
  const json::Value* details = object_at(usage, object);
  return details != nullptr ? integer_at(*details, key) : std::nullopt;
}

std::optional<std::int64_t> first(std::initializer_list<std::optional<std::int64_t>> counts) {
  for (const std::optional<std::int64_t>& count : counts) {
    if (count) return count;
  }
  return std::nullopt;
}

}  // namespace

Usage read_usage(const json::Value& source) {
  Usage usage;
  usage.source = source;
  usage.input = first({integer_at(source, "prompt_tokens"), integer_at(source, "input_tokens")});
  usage.output = first({integer_at(source, "completion_tokens"), integer_at(source, "output_tokens")});
  usage.total = integer_at(source, "total_tokens");
  usage.cached = first({detail(source, "prompt_tokens_details", "cached_tokens"),
                        integer_at(source, "cached_tokens"), integer_at(source, "prompt_cache_hit_tokens")});
  // Seen on Azure: more tokens from the cache than the prompt has.
  if (usage.cached && usage.input) usage.cached = std::min(*usage.cached, *usage.input);
  usage.cache_written = detail(source, "prompt_tokens_details", "cache_write_tokens");
  usage.reasoning = first({detail(source, "completion_tokens_details", "reasoning_tokens"),
                           integer_at(source, "reasoning_tokens")});
  // xAI counts reasoning beside the completion: only then does the total hold it once more.
  if (usage.input && usage.output && usage.total && usage.reasoning && *usage.reasoning > 0 &&
      *usage.total == *usage.input + *usage.output + *usage.reasoning) {
    *usage.output += *usage.reasoning;
  }
  return usage;
}

void append_usage(std::string& out, const Usage& usage, bool same_protocol) {
  if (same_protocol && usage.source.is_object()) {
    json::append(out, usage.source);
    return;
  }
  ObjectText object(out);
  const std::int64_t input = usage.input.value_or(0);
  const std::int64_t output = usage.output.value_or(0);
  object.integer("prompt_tokens", input).integer("completion_tokens", output);
  object.integer("total_tokens", usage.total.value_or(input + output));
  if (usage.cached || usage.cache_written) {
    ObjectText details(object.key("prompt_tokens_details"));
    details.integer("cached_tokens", usage.cached.value_or(0));
    if (usage.cache_written) details.integer("cache_write_tokens", *usage.cache_written);
    details.close();
  }
  if (usage.reasoning) {
    ObjectText details(object.key("completion_tokens_details"));
    details.integer("reasoning_tokens", *usage.reasoning).close();
  }
  object.close();
}

}  // namespace argwright::protocol::chat
