#include "bench/definitions.h"

#include <array>
#include <string_view>

namespace argwright::bench {
namespace {

struct Definition {
  std::string_view name;
  std::string_view rest;  // behind the name
};

// The first one is what the calls of the benchmark are made for.
constexpr std::array<Definition, 10>
    kDefinitions =
        {
            {
                {"search_documents",
                 R"(","description":"Searches the company's documents and returns the best passages with their sources.","parameters":{"type":"object","properties":{"query":{"type":"string","description":"What to look for, in plain words"},"max_results":{"type":"integer","minimum":1,"maximum":100,"description":"How many passages to return"},"include_archived":{"type":"boolean"},"sort_by":{"type":"string","enum":["relevance","newest","oldest"]},"collections":{"type":"array","items":{"type":"string"},"description":"Collections to search; all when empty"}},"required":["query","max_results"],"additionalProperties":false}}})"},
                {"get_weather_forecast",
                 R"(","description":"Returns the weather forecast for a place, day by day, for at most two weeks.","parameters":{"type":"object","properties":{"location":{"type":"object","properties":{"city":{"type":"string","description":"City and, where needed, region"},"country":{"type":"string","description":"ISO 3166 code"}},"required":["city"]},"days":{"type":"integer","minimum":1,"maximum":14},"units":{"type":"string","enum":["metric","imperial"],"description":"Units of all values"},"hourly":{"type":"boolean","description":"Also hour by hour"}},"required":["location","days"],"additionalProperties":false}}})"},
                {"create_calendar_event",
                 R"(","description":"Creates an event in the user's calendar and invites the attendees by mail.","parameters":{"type":"object","properties":{"title":{"type":"string","maxLength":200},"start":{"type":"string","format":"date-time","description":"Begin, RFC 3339 with offset"},"duration_minutes":{"type":"integer","minimum":5},"attendees":{"type":"array","items":{"type":"object","properties":{"email":{"type":"string"},"optional":{"type":"boolean"}},"required":["email"]}},"visibility":{"type":"string","enum":["default","public","private"]}},"required":["title","start"],"additionalProperties":false}}})"},
                {"edit_file",
                 R"(","description":"Replaces text in a file of the workspace. Every old text must stand in the file exactly once.","parameters":{"type":"object","properties":{"path":{"type":"string","description":"Path from the root of the workspace"},"edits":{"type":"array","minItems":1,"items":{"type":"object","properties":{"old_text":{"type":"string"},"new_text":{"type":"string"}},"required":["old_text","new_text"],"additionalProperties":false}},"create":{"type":"boolean","description":"Create the file when it is missing"}},"required":["path","edits"],"additionalProperties":false},"strict":false}})"},
                {"run_command",
                 R"(","description":"Runs a command in a sandboxed shell and returns its output and exit status.","parameters":{"type":"object","properties":{"command":{"type":"string","description":"The command line, run by bash"},"working_directory":{"type":"string","description":"Where to run it; the root of the workspace by default"},"timeout_seconds":{"type":"number","minimum":1,"maximum":600},"environment":{"type":"object","additionalProperties":{"type":"string"},"description":"Further variables"},"background":{"type":"boolean"}},"required":["command"],"additionalProperties":false}}})"},
                {"query_orders",
                 R"(","description":"Lists the orders of a customer, filtered and sorted, with their totals.","parameters":{"type":"object","properties":{"customer_id":{"type":"string","minLength":1},"status":{"type":"array","items":{"type":"string","enum":["open","paid","shipped","returned","cancelled"]}},"created":{"type":"object","properties":{"from":{"type":"string","format":"date"},"to":{"type":"string","format":"date"}}},"limit":{"type":"integer","minimum":1,"maximum":500,"description":"At most so many"},"cursor":{"type":["string","null"],"description":"From the page before"}},"required":["customer_id"]}}})"},
                {"send_message",
                 R"(","description":"Sends a message to a channel or a person, at once or at a given time.","parameters":{"type":"object","properties":{"recipient":{"anyOf":[{"type":"object","properties":{"channel":{"type":"string"}},"required":["channel"]},{"type":"object","properties":{"user":{"type":"string"}},"required":["user"]}]},"text":{"type":"string","description":"Markdown"},"priority":{"type":"string","enum":["low","normal","high"]},"send_at":{"type":"string","format":"date-time","description":"Now when absent"},"silent":{"type":"boolean"}},"required":["recipient","text"],"additionalProperties":false}}})"},
                {"convert_currency",
                 R"(","description":"Converts an amount of money at the official rate of a day, and tells the rate that was used.","parameters":{"type":"object","properties":{"amount":{"type":"number","exclusiveMinimum":0,"description":"How much to convert"},"from":{"type":"string","minLength":3,"maxLength":3,"description":"ISO 4217 code of the amount's currency"},"to":{"type":"string","minLength":3,"maxLength":3,"description":"ISO 4217 code of the wanted currency"},"date":{"type":"string","format":"date","description":"The day; today when absent"}},"required":["amount","from","to"],"additionalProperties":false}}})"},
                {"fetch_page",
                 R"(","description":"Fetches a web page and returns its text, its links or its source as it was received.","parameters":{"type":"object","properties":{"url":{"type":"string","format":"uri","description":"An absolute address"},"format":{"type":"string","enum":["text","links","source"],"description":"What to return"},"max_bytes":{"type":"integer","minimum":1,"maximum":1000000},"headers":{"type":"object","additionalProperties":{"type":"string"},"description":"Further request headers"},"follow_redirects":{"type":"boolean"}},"required":["url"],"additionalProperties":false}}})"},
                {"plan_route",
                 R"(","description":"Plans a route through several places in the given order and tells times and distances.","parameters":{"type":"object","properties":{"stops":{"type":"array","minItems":2,"items":{"$ref":"#/$defs/place"}},"mode":{"type":"string","enum":["walk","bicycle","car","transit"]},"depart_at":{"type":"string","format":"date-time"},"avoid":{"type":"array","items":{"type":"string","enum":["tolls","ferries","motorways"]}}},"required":["stops"],"$defs":{"place":{"type":"object","properties":{"latitude":{"type":"number"},"longitude":{"type":"number"},"label":{"type":"string"}}}}}}})"},
            }};

}  // namespace

std::size_t different_definitions() { return kDefinitions.size(); }

std::string definition_name(std::size_t index) {
  std::string name(kDefinitions[index % kDefinitions.size()].name);
  return name.append("_").append(std::to_string(index / kDefinitions.size()));
}

std::string make_definitions(std::size_t count) {
  std::string text = "[";
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) text += ',';
    text.append(R"({"type":"function","function":{"name":")").append(definition_name(i));
    text += kDefinitions[i % kDefinitions.size()].rest;
  }
  return text += ']';
}

}  // namespace argwright::bench
