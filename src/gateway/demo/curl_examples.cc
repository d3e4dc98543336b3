// The commands of the banner.
#include <string>
#include <string_view>

#include "gateway/demo/demo_model.h"

namespace argwright::gateway::demo {
namespace {

#define WEATHER_SCHEMA \
  R"({"type":"object","properties":{"city":{"type":"string"},"days":{"type":"integer"}},"required":["city","days"]})"
#define WEATHER_WORDS R"("name":"get_weather","description":"The weather of the next days")"

struct Example {
  std::string_view path;
  std::string_view headers;  // beside the content type
  std::string_view body;     // without a single quote, which is the shell's
};
constexpr Example kExamples[] = {
    {"/chat/completions", "",
     R"({"model":"demo","stream":true,"messages":[{"role":"user","content":"What is the weather in Paris for 3 days?"}],)"
     R"("tools":[{"type":"function","function":{)" WEATHER_WORDS R"(,"parameters":)" WEATHER_SCHEMA "}}]}"},
    {"/responses", "",
     R"({"model":"demo-double-encoded","stream":true,"input":"What is the weather in Paris for 3 days?",)"
     R"("tools":[{"type":"function",)" WEATHER_WORDS R"(,"parameters":)" WEATHER_SCHEMA "}]}"},
    {"/messages", " -H 'anthropic-version: 2023-06-01'",
     R"({"model":"demo-single-quotes","stream":true,"max_tokens":1024,)"
     R"("messages":[{"role":"user","content":"What is the weather in Paris for 3 days?"}],)"
     R"("tools":[{)" WEATHER_WORDS R"(,"input_schema":)" WEATHER_SCHEMA "}]}"},
};

#undef WEATHER_SCHEMA
#undef WEATHER_WORDS

}  // namespace

std::string curl_examples(std::string_view base_url) {
  while (base_url.ends_with('/')) base_url.remove_suffix(1);
  std::string text;
  for (const Example& example : kExamples) {
    text += "curl -N " + std::string(base_url) + std::string(example.path) +
            " -H 'content-type: application/json'" + std::string(example.headers) + " -d '" +
            std::string(example.body) + "'\n";
  }
  return text;
}

}  // namespace argwright::gateway::demo
