#include "protocol/stream_fault.h"

#include <utility>

#include "argwright/excerpt.h"
#include "json/utf8.h"

namespace argwright::protocol {

void add_unreadable_block(std::string_view data, const Error& error, Events& events) {
  events.emplace_back(Mended{"event_no_json", "an event that is no JSON"});
  Failure failure;
  failure.error.status = 502;
  failure.error.code = "unreadable_event";
  failure.error.message = "the upstream sent an event that is no JSON: " + error.describe();
  if (json::is_valid_utf8(data)) failure.error.message += " (event: " + Excerpt(data).str() + ")";
  events.emplace_back(std::move(failure));
}

}  // namespace argwright::protocol
