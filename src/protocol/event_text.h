// The JSON of a stream's events, or of a body, read as clients read it: they decode bytes that are no UTF-8
// by replacing them, and join the two halves of a character that was cut between two events. What strict JSON
// refuses for no more than that must not end a reply.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "argwright/json.h"
#include "argwright/limits.h"
#include "argwright/result.h"
#include "protocol/event.h"

namespace argwright::protocol {

// "[DONE]", in any of the spellings that servers have for it.
bool is_done_mark(std::string_view data);
// As OpenAI's own clients know it.
inline bool is_plain_done_mark(std::string_view data) { return data.starts_with("[DONE]"); }

class EventText {
 public:
  // In a body no text goes on in another one: half a character at its end is replaced, too.
  enum class Scope : std::uint8_t { kStream, kBody };
  explicit EventText(const Limits& limits, Scope scope = Scope::kStream) : limits_(limits), scope_(scope) {}

  // The value, with a Mended where it took more than reading. The error is that of the text as it came.
  Result<json::Value> read(std::string_view data, Events& events);

 private:
  std::string mended(std::string_view data);
  std::size_t mend_string(std::string_view data, std::size_t at, std::string& out);
  std::size_t mend_escape(std::string_view data, std::size_t at, std::string& out);
  std::size_t mend_bytes(std::string_view data, std::size_t at, std::string& out);

  const Limits limits_;
  const Scope scope_;
  std::string half_;  // of a character at the end of a text: an escape, or bytes
};

}  // namespace argwright::protocol
