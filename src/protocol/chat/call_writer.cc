#include "protocol/chat/call_writer.h"

#include "protocol/custom_call.h"
#include "protocol/object_text.h"

namespace argwright::protocol::chat {

void append_call(std::string& out, const Call& call, std::optional<int> index, bool same_protocol) {
  ObjectText entry(out);
  if (index) entry.integer("index", *index);
  entry.text("id", call.id);
  if (call.custom && same_protocol) {
    entry.text("type", "custom");
    ObjectText custom(entry.key("custom"));
    custom.text("name", call.name).text("input", call.arguments).close();
  } else {
    entry.text("type", "function");
    ObjectText function(entry.key("function"));
    function.text("name", call.name);
    function.text("arguments", call.custom ? wrapped_input(call.arguments) : call.arguments);
    function.close();
  }
  if (same_protocol) entry.members(call.extras);
  entry.close();
}

}  // namespace argwright::protocol::chat
