// The whole way of one call: repair, coercion, the record that travels on.
#include <algorithm>

#include "argwright/schema.h"
#include "json/pointer.h"
#include "json/reader.h"
#include "json/writer.h"
#include "repair/promote.h"
#include "repair/unquote.h"
#include "repair/wrapper.h"
#include "tool/fit.h"

namespace argwright {
namespace {

constexpr std::size_t kRoomForChanges = 32;  // of a text that is written anew

void join(std::string& list, std::string_view item) {
  if (!list.empty()) list += "; ";
  list += item;
}

bool requires_something(const SchemaNode& node) {
  return !node.also_required.empty() || std::any_of(node.properties.begin(), node.properties.end(),
                                                    [](const SchemaNode::Property& p) { return p.required; });
}

class CallParser {
 public:
  // Fills `request`, which holds the call as it was received.
  CallParser(const CallInput& input, const Schema* schema, const RepairOptions& options,
             const CoerceOptions& coerce_options, ToolCallRequest& request)
      : input_(input),
        schema_(schema),
        options_(options),
        coerce_options_(coerce_options),
        request_(request) {}

  void run() {
    // Valid arguments are read once, where they will stand.
    json::Value& arguments = request_.arguments.emplace();
    if (json::read(input_.raw_arguments, options_.limits, arguments) && arguments.is_object() &&
        !repair::has_wrapper_keys(arguments)) {
      request_.outcome = Outcome::kOk;
      type();
    } else {
      request_.arguments.reset();
      mend();
    }
  }

 private:
  void mend() {
    RepairOptions options = options_;
    options.enhance = true;  // parse_call() sees to the text
    options.tool_name = input_.tool_name;
    if (schema_ != nullptr) options.declared_keys = &schema_->keys();
    RepairResult repaired = repair_arguments(input_.raw_arguments, options);
    if (!repaired.accepted() && means_no_arguments()) {
      request_.outcome = Outcome::kRepaired;
      request_.rewritten = "{}";
      request_.parse_warning = "null read as an empty object";
      request_.arguments = json::Object{};
      return type();
    }
    request_.outcome = repaired.outcome;
    request_.rejection = repaired.rejection;
    request_.rewritten = std::move(repaired.text);
    request_.fixes = std::move(repaired.fixes);
    request_.unquote_depth = repaired.unquote_depth;
    request_.complete = repaired.complete;
    request_.parse_warning = std::move(repaired.parse_warning);
    request_.parse_error = std::move(repaired.parse_error);
    if (repaired.outcome == Outcome::kSplit) return split(repaired.parts);
    if (!repaired.accepted()) return;
    Result<json::Value> value = json::parse(request_.text(), options_.limits);
    if (!value) return misread(value.error());
    request_.arguments = *std::move(value);
    type();
  }

  // Many models send null for a tool without parameters; with a declaration that requires nothing that is
  // certain.
  bool means_no_arguments() const {
    return schema_ != nullptr && options_.complete && !requires_something(schema_->root()) &&
           repair::trim(input_.raw_arguments) == "null";
  }

  // A value takes two bytes at least.
  std::size_t steps() const { return tool::steps_for(input_.raw_arguments.size() / 2); }

  void misread(const Error& error) {
    request_.outcome = Outcome::kRejected;
    request_.rejection = Rejection::kUnreadable;
    request_.parse_error = error.describe();
    request_.rewritten = "";
  }

  // Makes the arguments fit the declaration, in their place.
  void type() {
    if (schema_ == nullptr) return promote();
    json::Value& arguments = *request_.arguments;
    const SchemaNode& root = schema_->root();
    if (tool::fits_as_sent(arguments, root, steps())) {
      // What fits beside declared members is declared itself.
      if (root.properties.empty()) promote_undeclared(arguments);
      return;
    }
    Coercion coercion = tool::coerce_within(steps(), arguments, root, coerce_options_);
    if (!arguments.is_object()) coercion = refuse_other_root(arguments);
    const bool fits = coercion.fits();
    finish(coercion, arguments);
    promote_undeclared(arguments);
    if (fits) return;
    request_.partial = std::move(request_.arguments);
    request_.arguments.reset();
  }

  // Arguments are an object whatever their declaration says (L2): one that wants a string or a list at the
  // root is met by no call. They stay as sent.
  Coercion refuse_other_root(json::Value& arguments) {
    const std::string wanted(json::kind_name(arguments.kind()));
    arguments = *json::parse(request_.text(), options_.limits);
    std::string message = "the declaration wants arguments of type " + wanted + ", arguments are an object";
    return {false, {{Severity::kError, "", "root_not_object", std::move(message)}}};
  }

  void finish(Coercion& coercion, const json::Value& value) {
    if (coercion.changed) {
      std::string& text = request_.rewritten.emplace();
      text.reserve(request_.raw_arguments.size() + kRoomForChanges);
      json::append(text, value);
      request_.outcome = Outcome::kCoerced;
    }
    if (coercion.diagnostics.empty()) return;
    for (const Diagnostic& diagnostic : coercion.diagnostics) {
      join(diagnostic.severity == Severity::kError ? request_.parse_error : request_.parse_warning,
           diagnostic.message);
    }
    if (!coercion.fits()) {
      request_.outcome = Outcome::kRejected;
      request_.rejection = Rejection::kMisfit;
    }
    request_.diagnostics = std::move(coercion.diagnostics);
  }

  // C1: S3's promotions where nothing is declared. They change the values, never the text (L1).
  void promote_undeclared(json::Value& value) {
    const SchemaNode& root = schema_->root();
    if (!value.is_object() || root.has_enumeration || !root.is_whole()) return;
    if (root.additional != nullptr || !root.pattern_properties.empty()) return;
    tool::PropertyFinder finder(root);
    for (json::Member& member : value.members()) {
      if (finder.find(member.key) != nullptr) continue;
      std::string place;
      json::append_pointer_step(place, member.key);
      add_promotions(member.value, place);
    }
  }

  void promote() {
    if (!input_.tool_name.empty()) {
      join(request_.parse_warning, "tool_definition_missing");
      request_.diagnostics.push_back(
          {Severity::kWarning, "", "tool_definition_missing", "tool_definition_missing"});
    }
    add_promotions(*request_.arguments, {});
  }

  void add_promotions(json::Value& value, std::string_view at) {
    for (repair::Promotion& promotion : repair::promote(value, at)) {
      join(request_.parse_warning, promotion.warning);
      request_.diagnostics.push_back({Severity::kWarning, std::move(promotion.pointer), "literal_promoted",
                                      std::string(promotion.warning)});
      if (request_.outcome != Outcome::kRejected) request_.outcome = Outcome::kCoerced;
    }
  }

  // Several calls in one text: all of them have to fit, or none is offered.
  void split(const std::vector<std::string>& parts) {
    std::vector<json::Value> values;
    for (const std::string& part : parts) {
      Result<json::Value> value = json::parse(part, options_.limits);
      if (!value) return misread(value.error());
      if (schema_ != nullptr) {
        Coercion coercion = tool::coerce_within(steps(), *value, schema_->root(), coerce_options_);
        if (!coercion.fits() || !value->is_object()) {
          request_.outcome = Outcome::kRejected;
          request_.rejection = Rejection::kUnreadable;
          return;
        }
      }
      values.push_back(std::move(*value));
    }
    request_.parts = std::move(values);
  }

  const CallInput& input_;
  const Schema* schema_;
  const RepairOptions& options_;
  const CoerceOptions& coerce_options_;
  ToolCallRequest& request_;
};

}  // namespace

ToolCallRequest parse_call(const CallInput& input, const Schema* schema, const RepairOptions& options,
                           const CoerceOptions& coerce_options) {
  ToolCallRequest request{.tool_name = std::string(input.tool_name),
                          .tool_call_id = std::string(input.tool_call_id),
                          .raw_arguments = std::string(input.raw_arguments),
                          .complete = options.complete};
  CallParser(input, schema, options, coerce_options, request).run();
  if (!options.enhance) {
    request.rewritten.reset();
    request.parts.clear();
  }
  return request;
}

const json::Value* ToolCallRequest::find(std::string_view name) const {
  return arguments ? arguments->find(name) : nullptr;
}

std::optional<std::int64_t> ToolCallRequest::integer(std::string_view name) const {
  const json::Value* value = find(name);
  if (value == nullptr || !value->is_number()) return std::nullopt;
  if (const std::optional<std::int64_t> direct = value->as_int64()) return direct;
  const tool::Decimal decimal = tool::decimal_of(value->number_text());
  if (!decimal.is_integral()) return std::nullopt;
  const std::optional<std::string> digits = tool::integer_part(decimal);
  return digits ? json::Value(json::Number{*digits}).as_int64() : std::nullopt;
}

std::optional<double> ToolCallRequest::number(std::string_view name) const {
  const json::Value* value = find(name);
  return value != nullptr && value->is_number() ? value->as_double() : std::nullopt;
}

std::optional<bool> ToolCallRequest::boolean(std::string_view name) const {
  const json::Value* value = find(name);
  if (value == nullptr || !value->is_boolean()) return std::nullopt;
  return value->boolean();
}

std::optional<std::string> ToolCallRequest::string(std::string_view name) const {
  const json::Value* value = find(name);
  if (value == nullptr || !value->is_string()) return std::nullopt;
  return value->string();
}

std::map<std::string, std::string> ToolCallRequest::raw_by_parameter() const {
  std::map<std::string, std::string> raw;
  RepairOptions options;
  options.complete = complete;
  const RepairResult repaired = repair_arguments(raw_arguments, options);
  if (!repaired.accepted()) return raw;
  const Result<json::Value> value = json::parse(repaired.text);
  if (!value) return raw;
  for (const json::Member& member : value->members()) raw[member.key] = json::write(member.value);
  return raw;
}

}  // namespace argwright
