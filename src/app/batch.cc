// Tested by batch_test.cc.
#include "app/batch.h"

#include <utility>

#include "app/answer.h"
#include "app/result_json.h"
#include "argwright/json.h"
#include "base/base64.h"

namespace argwright::app {
namespace {

constexpr std::string_view kNoId = "null";

Error refuse(std::string words) { return Error{ErrorCode::kInvalidArgument, std::move(words), {}}; }

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t\r") == std::string_view::npos; }

// One line, read.
struct Request {
  std::string raw;
  Declaration declaration;
  bool complete = true;
};

Result<std::string> read_raw(json::Value& line) {
  json::Value* const raw = line.find("raw");
  const json::Value* const encoded = line.find("raw_b64");
  if (raw != nullptr && encoded != nullptr) return refuse("has both raw and raw_b64");
  if (raw == nullptr && encoded == nullptr) return refuse("has neither raw nor raw_b64");
  if (raw != nullptr) {
    if (!raw->is_string()) return refuse("raw is not a string");
    return std::move(raw->string());
  }
  if (!encoded->is_string()) return refuse("raw_b64 is not a string");
  Result<std::string> bytes = decode_base64(encoded->string());
  if (!bytes) return refuse("raw_b64 is not base64: " + bytes.error().describe());
  return bytes;
}

// A member that may be absent or null.
const json::Value* given(const json::Value& line, std::string_view key) {
  const json::Value* const value = line.find(key);
  return value != nullptr && !value->is_null() ? value : nullptr;
}

// Never an error: arguments are not left unanswered because of what was said about their tool.
Declaration read_declaration(const json::Value& line, const std::string& tool, const BatchDefaults& defaults,
                             SchemaCache& cache) {
  Declaration undeclared{.tool_name = tool};
  const json::Value* const schema = line.find("schema");
  if (schema == nullptr && !defaults.declared) return undeclared;
  if (schema != nullptr && schema->is_null()) {
    undeclared.text_alone = true;
    return undeclared;
  }
  const Result<DeclaredTools> declared =
      schema != nullptr ? DeclaredTools::read(*schema, cache) : Result<DeclaredTools>(*defaults.declared);
  // Not among those that are declared: that is what "undeclared" says already.
  if (declared && !tool.empty() && !declared->declares(tool)) return undeclared;
  Result<Declaration> chosen = declared ? declared->choose(tool) : Result<Declaration>(declared.error());
  if (chosen) return *std::move(chosen);
  undeclared.trouble = chosen.error().message;
  return undeclared;
}

Result<Request> read_request(json::Value& line, const BatchDefaults& defaults, SchemaCache& cache) {
  Request request;
  request.complete = defaults.options.complete;

  const json::Value* const id = line.find("id");
  if (id == nullptr) return refuse("has no id");
  if (!id->is_string() && !id->is_number()) return refuse("id is neither a string nor a number");

  const json::Value* const tool = given(line, "tool");
  if (tool != nullptr && !tool->is_string()) return refuse("tool is not a string");
  if (const json::Value* complete = line.find("complete")) {
    if (!complete->is_boolean()) return refuse("complete is not a boolean");
    request.complete = complete->boolean();
  }
  request.declaration =
      read_declaration(line, tool != nullptr ? tool->string() : defaults.tool, defaults, cache);

  Result<std::string> raw = read_raw(line);
  if (!raw) return raw.error();
  request.raw = std::move(*raw);
  return request;
}

std::string answer(std::string_view id_json, const Request& request, const RepairOptions& defaults) {
  RepairOptions options = defaults;
  options.complete = request.complete;
  const Answer answer = answer_arguments(request.raw, request.declaration, options);
  const ToolCallRequest& call = answer.call;

  ObjectWriter out;
  out.raw("id", id_json);
  out.text("outcome", outcome_name(call.outcome));
  out.raw("arguments", arguments_json(answer));
  if (call.partial) out.raw("partial", partial_json(answer));
  write_wire_text(out, answer);
  out.text_or_null("parse_warning", call.parse_warning);
  out.text_or_null("parse_error", call.parse_error);
  out.raw("fixes", fixes_json(call.fixes));
  write_rejection(out, call.rejection);
  out.raw("unquote_depth", std::to_string(call.unquote_depth));
  out.raw("diagnostics", diagnostics_json(call.diagnostics));
  return std::move(out).finish();
}

}  // namespace

std::string error_line(std::string_view id_json, const LinePlace& place, std::string_view words) {
  ObjectWriter out;
  out.raw("id", id_json);
  out.text("error", words);
  out.number("line", place.number);
  if (!place.file.empty()) out.text("file", place.file);
  return std::move(out).finish();
}

std::optional<std::string> answer_line(std::string_view line, const LinePlace& place,
                                       const BatchDefaults& defaults, SchemaCache& cache) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (place.number == 1 && line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
  if (is_blank(line)) return std::nullopt;

  Result<json::Value> value = json::parse(line);
  if (!value) return error_line(kNoId, place, "not a line of JSON: " + value.error().describe());
  if (!value->is_object()) {
    return error_line(kNoId, place, "not an object: " + std::string(json::kind_name(value->kind())));
  }
  const json::Value* const id = value->find("id");
  const std::string id_json = id != nullptr ? json::write(*id) : std::string(kNoId);
  const Result<Request> request = read_request(*value, defaults, cache);
  if (!request) return error_line(id_json, place, request.error().message);
  return answer(id_json, *request, defaults.options);
}

}  // namespace argwright::app
