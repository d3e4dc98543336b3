// A look at a whole chat body, without building values: the calls of a body in which nothing else has to be
// mended.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "argwright/limits.h"
#include "protocol/report.h"

namespace argwright::protocol::chat {

// The calls, each with its arguments as they were sent, of which it is only known that they are not blank.
// Nothing when the body is no strict JSON, is an error, or holds anything that ReplyReader or the governor
// would mend apart from arguments: then it has to be read. So it has where somebody reads what was thought
// and there is something of that. One pass.
std::optional<std::vector<CallReport>> look_at_body(std::string_view body, bool keep_content_with_calls,
                                                    const Limits& limits, bool reads_reasoning = true);

}  // namespace argwright::protocol::chat
