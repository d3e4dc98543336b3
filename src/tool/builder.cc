// The parts of argwright/tool_builder.h that need no template. Tested by builder_test.cc.
#include <atomic>
#include <exception>

#include "argwright/tool_builder.h"

namespace argwright::builder {
namespace {

class DeclaredTool final : public Tool {
 public:
  DeclaredTool(ToolSpec spec, std::vector<ToolParameter> parameters, Run run)
      : spec_(std::move(spec)), parameters_(std::move(parameters)), run_(std::move(run)) {}

  const std::string& name() const override { return spec_.name; }
  const std::string& description() const override { return spec_.description; }
  const std::vector<ToolParameter>& parameters() const override { return parameters_; }
  OnParseError on_parse_error() const override { return spec_.parse_errors; }
  bool runs_shell() const override { return spec_.shell; }
  void execute(const ToolExecutionContext& context, std::stop_token stop, ToolDone done) override {
    run_(context, stop, done);
  }

 private:
  ToolSpec spec_;
  std::vector<ToolParameter> parameters_;
  Run run_;
};

class FirstResult {
 public:
  explicit FirstResult(ToolDone done) : done_(std::move(done)) {}
  FirstResult(const FirstResult&) = delete;
  FirstResult& operator=(const FirstResult&) = delete;
  ~FirstResult() {
    try {
      give(ToolResult::failed("the tool ended without a result"));
    } catch (...) {  // NOLINT(bugprone-empty-catch): nobody is left to tell
    }
  }

  void give(ToolResult result) {
    if (!given_.test_and_set()) done_(std::move(result));
  }

 private:
  ToolDone done_;
  std::atomic_flag given_;
};

void add_problem(std::string& problems, const std::string& problem) {
  if (!problems.empty()) problems += "; ";
  problems += problem;
}

std::string expected_words(const ToolParameter& parameter) {
  std::string kind(value_kind_name(parameter.value_kind));
  if (parameter.cardinality == Cardinality::kList) return "a list of " + kind;
  if (parameter.cardinality == Cardinality::kMap) return "a map of " + kind;
  return kind;
}

// The value as JSON, shortened at a character's border.
std::string shown(const json::Value& value) {
  constexpr std::size_t kMostBytes = 60;
  std::string text = json::write(value);
  if (text.size() <= kMostBytes) return text;
  std::size_t end = kMostBytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "...";
}

}  // namespace

std::shared_ptr<Tool> build(ToolSpec spec, std::vector<ToolParameter> parameters, Run run) {
  return std::make_shared<DeclaredTool>(std::move(spec), std::move(parameters), std::move(run));
}

const json::Value* arguments_of(const ToolCallRequest& request) {
  if (request.arguments) return &*request.arguments;
  return request.partial ? &*request.partial : nullptr;
}

void add_missing(std::string& problems, const ToolParameter& parameter) {
  add_problem(problems, "missing argument '" + parameter.name + "' (" + expected_words(parameter) + ")");
}

void add_mistyped(std::string& problems, const ToolParameter& parameter, const json::Value& value) {
  add_problem(problems, "argument '" + parameter.name + "': expected " + expected_words(parameter) +
                            ", got " + std::string(json::kind_name(value.kind())) + " " + shown(value));
}

bool is_of_kind(const json::Value& value, ValueKind kind) {
  switch (kind) {
    case ValueKind::kBoolean: return value.is_boolean();
    case ValueKind::kInteger:
    case ValueKind::kNumber: return value.is_number();
    case ValueKind::kJsonObject: return value.is_object();
    case ValueKind::kJsonArray: return value.is_array();
    case ValueKind::kString:
    case ValueKind::kTimestamp:
    case ValueKind::kUri:
    case ValueKind::kEnumToken:
    case ValueKind::kAttachmentReference: return value.is_string();
  }
  return false;
}

ToolResult exception_result() {
  try {
    throw;
  } catch (const std::exception& error) {
    return ToolResult::failed(std::string("the tool failed: ") + error.what());
  } catch (...) {
    return ToolResult::failed("the tool failed");
  }
}

ToolDone once(ToolDone done) {
  auto first = std::make_shared<FirstResult>(std::move(done));
  return [first = std::move(first)](ToolResult result) { first->give(std::move(result)); };
}

}  // namespace argwright::builder
