#include "protocol/responses/usage.h"

#include "protocol/responses/members.h"

namespace argwright::protocol::responses {

Usage read_usage(const json::Value& usage) {
  // Some servers that imitate the protocol spell the counts as Chat does.
  const auto count = [](const json::Value& object, std::string_view key, std::string_view chat_key) {
    const auto value = integer_at(object, key);
    return value ? value : integer_at(object, chat_key);
  };
  const auto details = [&usage](std::string_view key, std::string_view chat_key) {
    static const json::Value none;
    const json::Value* object = object_at(usage, key);
    if (object == nullptr) object = object_at(usage, chat_key);
    return object == nullptr ? &none : object;
  };
  const json::Value& input = *details("input_tokens_details", "prompt_tokens_details");
  const json::Value& output = *details("output_tokens_details", "completion_tokens_details");

  Usage told;
  told.input = count(usage, "input_tokens", "prompt_tokens");
  told.cached = integer_at(input, "cached_tokens");
  told.cache_written = integer_at(input, "cache_write_tokens");
  told.output = count(usage, "output_tokens", "completion_tokens");
  told.reasoning = integer_at(output, "reasoning_tokens");
  told.total = integer_at(usage, "total_tokens");
  told.source = usage;
  return told;
}

bool has_counts(const json::Value& usage) {
  const json::Value* const total = usage.find("total_tokens");  // some clients demand it where it is told
  return has_number_at(usage, "input_tokens") && has_number_at(usage, "output_tokens") &&
         (total == nullptr || total->is_number());
}

bool lacks_counts(const json::Value& response) {
  const json::Value* usage = member(response, "usage");
  return usage != nullptr && !has_counts(*usage);
}

json::Value write_usage(const Usage& usage, UsageForm form) {
  if (form == UsageForm::kAsItCame && has_counts(usage.source)) return usage.source;
  const auto number = [](std::int64_t value) { return json::Value::integer(value); };
  const std::int64_t input = usage.input.value_or(0);
  const std::int64_t output = usage.output.value_or(0);
  json::Object input_details{{"cached_tokens", number(usage.cached.value_or(0))}};
  if (usage.cache_written) input_details.push_back({"cache_write_tokens", number(*usage.cache_written)});
  json::Object output_details{{"reasoning_tokens", number(usage.reasoning.value_or(0))}};
  return json::Object{{"input_tokens", number(input)},
                      {"input_tokens_details", std::move(input_details)},
                      {"output_tokens", number(output)},
                      {"output_tokens_details", std::move(output_details)},
                      {"total_tokens", number(usage.total.value_or(input + output))}};
}

}  // namespace argwright::protocol::responses
