#include "exec/texts.h"

namespace argwright::exec {
namespace {

std::string_view choose(Language language, std::string_view chinese, std::string_view english) {
  return language == Language::kChinese ? chinese : english;
}

std::string join(std::string_view words, std::string_view detail) {
  return std::string(words).append(detail);
}

}  // namespace

std::string refused_text(Language language, std::string_view parse_error) {
  if (parse_error.empty()) parse_error = choose(language, "参数未解析", "the arguments were not parsed");
  return join(parse_failure_prefix(language), parse_error);
}

std::string unknown_tool_text(Language language, std::string_view tool_name) {
  return join(choose(language, "未找到工具: ", "Tool not found: "), tool_name);
}

std::string exception_text(Language language, std::string_view what) {
  return join(choose(language, "工具执行异常: ", "Tool execution error: "), what);
}

std::string unknown_exception_text(Language language) {
  return exception_text(language, choose(language, "未知异常", "unknown exception"));
}

std::string no_answer_text(Language language, std::string_view tool_name) {
  return join(choose(language, "工具未返回结果: ", "Tool ended without a result: "), tool_name);
}

std::string timeout_text(Language language, std::string_view tool_name, std::chrono::milliseconds limit) {
  const std::string count = std::to_string(limit.count());
  if (language == Language::kChinese)
    return join("工具执行超时: ", tool_name) + " 未在 " + count + " 毫秒内完成";
  return join("Tool execution timed out: ", tool_name) + " did not finish within " + count + " ms";
}

std::string cancelled_text(Language language) {
  return std::string(choose(language, "工具执行被取消", "Tool execution was cancelled"));
}

std::string no_thread_text(Language language) {
  return std::string(
      choose(language, "工具无法执行: 没有可用的线程", "Tool could not be run: no thread is available"));
}

}  // namespace argwright::exec
