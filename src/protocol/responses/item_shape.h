// Items as servers write them that only imitate the protocol: without a type, calls as other protocols spell
// them, one thing or a text where a list belongs. They are put into the protocol's own shape before they are
// read, so that nobody else has to know.
#pragma once

#include <optional>

#include "argwright/json.h"

namespace argwright::protocol::responses {

// None: there is nothing to mend.
std::optional<json::Value> in_shape(const json::Value& item);
std::optional<json::Array> in_shape(const json::Array& output);

// The items of a whole response where more of them stands beside its output, or in it for Chat's messages:
// text in `output_text`, calls in `tool_calls`, reasoning in `reasoning_content`. What the output tells
// counts.
std::optional<json::Array> whole_output(const json::Value& response);

// The items of a response whose `output` is none, or is empty beside a text; nothing where nothing stands for
// them.
std::optional<json::Array> missing_output(const json::Value& response);

}  // namespace argwright::protocol::responses
