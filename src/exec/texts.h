// What the executor answers when the tool itself does not (X1-8, S3-33).
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "argwright/model_message.h"

namespace argwright::exec {

std::string refused_text(Language language, std::string_view parse_error);
std::string unknown_tool_text(Language language, std::string_view tool_name);
std::string exception_text(Language language, std::string_view what);
std::string unknown_exception_text(Language language);
std::string no_answer_text(Language language, std::string_view tool_name);
std::string timeout_text(Language language, std::string_view tool_name, std::chrono::milliseconds limit);
std::string cancelled_text(Language language);
std::string no_thread_text(Language language);

}  // namespace argwright::exec
