#include "protocol/stream_fault.h"

#include <string>
#include <utility>

#include "argwright/excerpt.h"
#include "json/utf8.h"

namespace argwright::protocol {
namespace {

// The failure of an upstream that does not speak as it should.
void add_failure(std::string code, std::string message, std::string_view event, Events& events) {
  Failure failure;
  failure.error.status = 502;
  failure.error.code = std::move(code);
  failure.error.message = std::move(message);
  if (json::is_valid_utf8(event)) failure.error.message += " (event: " + Excerpt(event).str() + ")";
  events.emplace_back(std::move(failure));
}

std::string title_of(Protocol protocol) {
  switch (protocol) {
    case Protocol::kChat: return "Chat";
    case Protocol::kResponses: return "Responses";
    case Protocol::kMessages: return "Messages";
  }
  return {};
}

}  // namespace

void add_unreadable_block(std::string_view data, const Error& error, Events& events) {
  events.emplace_back(Mended{"event_no_json", "an event that is no JSON"});
  add_failure("unreadable_event", "the upstream sent an event that is no JSON: " + error.describe(), data,
              events);
}

void add_strange_stream(Protocol expected, std::optional<Protocol> seen, std::string_view first,
                        Events& events) {
  events.emplace_back(Mended{"stream_strange", "a stream of which nothing was understood"});
  std::string message = "the upstream's stream holds nothing of the " + title_of(expected) + " protocol";
  if (seen && *seen != expected) message += ": it looks like the " + title_of(*seen) + " protocol";
  add_failure("strange_stream", std::move(message), first, events);
}

}  // namespace argwright::protocol
