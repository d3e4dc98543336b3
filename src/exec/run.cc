// What a worker does with one call: find the tool, check the arguments, ask the middleware, run.
#include <exception>
#include <utility>

#include "exec/core.h"
#include "exec/texts.h"

namespace argwright::exec {
namespace {

// S1-89, C2: a misfit may be passed on to a tool that asked for it; what could not be read or was cut off
// never.
bool may_run(const ToolCallRequest& request, OnParseError policy) {
  if (request.rejection == Rejection::kTruncated || request.rejection == Rejection::kUnreadable) return false;
  if (request.accepted() && request.parse_error.empty()) return true;
  return request.rejection == Rejection::kMisfit && policy == OnParseError::kPass;
}

// What a tool holds in its `done`. When the last copy goes without an answer, there will be none.
class Answer {
 public:
  Answer(std::shared_ptr<Core> core, std::shared_ptr<Call> call, Language language)
      : core_(std::move(core)), call_(std::move(call)), language_(language) {}
  ~Answer() {
    if (call_->claimed.load()) return;
    core_->finish(call_, ToolResult::failed(no_answer_text(language_, call_->record.tool_name)),
                  ExecutionEnd::kNoAnswer);
  }
  Answer(const Answer&) = delete;
  Answer& operator=(const Answer&) = delete;

  void give(ToolResult result) { core_->finish(call_, std::move(result), ExecutionEnd::kAnswered); }

 private:
  const std::shared_ptr<Core> core_;
  const std::shared_ptr<Call> call_;
  const Language language_;
};

}  // namespace

void Core::run(const std::shared_ptr<Call>& call) {
  const Language language = options_.language;
  try {
    const ToolCallRequest& request = call->request;
    Target target = resolve_(request.tool_name);
    if (target.handler == nullptr) {
      return finish(call, ToolResult::failed(unknown_tool_text(language, request.tool_name)),
                    ExecutionEnd::kUnknownTool);
    }
    if (!may_run(request, target.handler->on_parse_error())) {
      const bool explain = options_.explain_refusals && !request.parse_error.empty();
      std::string text = explain ? message_for_model(request, target.schema.get(), language)
                                 : refused_text(language, request.parse_error);
      return finish(call, ToolResult::failed(std::move(text)), ExecutionEnd::kIntercepted);
    }
    if (std::optional<ToolResult> denial = ask_middleware(*call)) {
      return finish(call, *std::move(denial), ExecutionEnd::kDenied);
    }
    call->handler = std::move(target.handler);
    if (begin(call)) start_tool(call);
  } catch (const std::exception& error) {
    finish(call, ToolResult::failed(exception_text(language, error.what())), ExecutionEnd::kThrew);
  } catch (...) {
    finish(call, ToolResult::failed(unknown_exception_text(language)), ExecutionEnd::kThrew);
  }
}

std::optional<ToolResult> Core::ask_middleware(const Call& call) const {
  for (const ToolMiddleware& middleware : options_.middleware) {
    if (!middleware.before) continue;
    if (std::optional<ToolResult> denial = middleware.before(call.request, call.environment)) return denial;
  }
  return std::nullopt;
}

void Core::start_tool(const std::shared_ptr<Call>& call) {
  // Held here too: a tool that throws drops its `done` before the exception arrives, and the exception tells
  // more.
  const auto answer = std::make_shared<Answer>(shared_from_this(), call, options_.language);
  try {
    call->handler->execute(std::move(call->request), call->environment, call->stop.get_token(),
                           [answer](ToolResult result) { answer->give(std::move(result)); });
  } catch (const std::exception& error) {
    finish(call, ToolResult::failed(exception_text(options_.language, error.what())), ExecutionEnd::kThrew);
  } catch (...) {
    finish(call, ToolResult::failed(unknown_exception_text(options_.language)), ExecutionEnd::kThrew);
  }
}

}  // namespace argwright::exec
