// Messages as servers write them that only imitate the protocol: blocks in the words of OpenAI's protocols,
// calls and reasoning beside the content, one thing or a text where a list belongs. They are put into the
// protocol's own shape before they are read, so that nobody else has to know.
#pragma once

#include <string_view>

#include "argwright/json.h"

namespace argwright::protocol::messages {

// True: it was not in shape. A block that lacks its type is left to the reader, who asks its members.
bool shape_block(json::Value& block);

// The same for a delta. `expected` is the type that deltas of its block have; empty: not known. A delta that
// has one of the protocol's own members and no type is left to the reader.
bool shape_delta(json::Value& delta, std::string_view expected);

// The delta of an event that has none of its own, since it is a text or its members stand in the event. Null:
// there is nothing of one.
json::Value delta_within(const json::Value& event, std::string_view expected);

// Does a delta of a call that has no `partial_json` hold something that may be a piece of the input?
bool may_hide_input(const json::Value& delta);

// What stands beside the content of a whole message is taken into it. True: there was something.
bool shape_message(json::Value& message);

json::Value text_block(json::Value text);

// Whatever `content` is, as blocks; what is no block of them is left as it is.
json::Array blocks_of(json::Value content);

// What a call is given, however that is called. Null: it is not told.
const json::Value* input_at(const json::Value& block);

}  // namespace argwright::protocol::messages
