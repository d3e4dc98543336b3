// What a tool is when it runs: an asynchronous, cancellable function of a call. No coroutine, no framework: a
// tool calls `done` once, from any thread, now or later.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "argwright/tool.h"

namespace argwright {

enum class ToolStatus : std::uint8_t { kSuccess, kFailed, kSkipped };
std::string_view tool_status_name(ToolStatus status);  // "Success", "Failed", "Skipped"

struct ToolResult {
  ToolStatus status = ToolStatus::kSuccess;
  std::string content;
  std::map<std::string, json::Value> metadata;
  // S1-96: what was corrected in the call's arguments; set by the executor.
  std::string warnings_summary;

  static ToolResult success(std::string content) {
    return {ToolStatus::kSuccess, std::move(content), {}, {}};
  }
  static ToolResult failed(std::string content) { return {ToolStatus::kFailed, std::move(content), {}, {}}; }
  static ToolResult skipped(std::string content) {
    return {ToolStatus::kSkipped, std::move(content), {}, {}};
  }
};

// Session id, debug flags and the like, shared by reference and never changed (S1-26).
class Environment {
 public:
  Environment() = default;
  explicit Environment(std::map<std::string, json::Value> values)
      : values_(std::make_shared<const std::map<std::string, json::Value>>(std::move(values))) {}
  const json::Value* find(std::string_view key) const;

 private:
  std::shared_ptr<const std::map<std::string, json::Value>> values_;
};

struct ToolExecutionContext {
  ToolCallRequest request;
  Environment environment;
};

// Must be called exactly once; further calls are ignored by the executor.
using ToolDone = std::function<void(ToolResult)>;

// What the executor does with a call whose arguments do not fit the declaration (S1-89). Calls that were cut
// off or are unreadable never run.
enum class OnParseError : std::uint8_t {
  kIntercept,  // default: answer with the error, do not run
  kPass,       // run: the tool looks at request.parse_error itself
};

class Tool {
 public:
  virtual ~Tool() = default;
  // All of these are readable before any request is built (S1-15) and never change.
  virtual const std::string& name() const = 0;
  virtual const std::string& description() const = 0;
  virtual const std::vector<ToolParameter>& parameters() const = 0;
  virtual OnParseError on_parse_error() const { return OnParseError::kIntercept; }
  // Runs a shell: exports append the hints of S2-39 to S2-41 to the description.
  virtual bool runs_shell() const { return false; }

  // `context` lives until done has been called. A tool that sees stop requested should finish soon with
  // kSkipped.
  virtual void execute(const ToolExecutionContext& context, std::stop_token stop, ToolDone done) = 0;
};

}  // namespace argwright
