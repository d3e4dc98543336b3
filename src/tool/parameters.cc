#include "tool/parameters.h"

#include "tool/coercer.h"

namespace argwright::tool {
namespace {

using json::Member;
using json::Object;
using json::Value;

constexpr std::size_t kExampleSteps = 10'000;

json::Value number(const std::string& text) { return Value(json::Number{text}); }
json::Value number(std::size_t value) { return Value(json::Number{std::to_string(value)}); }

Types types_of(ValueKind kind) {
  switch (kind) {
    case ValueKind::kString:
    case ValueKind::kTimestamp:
    case ValueKind::kUri:
    case ValueKind::kEnumToken:
    case ValueKind::kAttachmentReference: return kString;
    case ValueKind::kBoolean: return kBoolean;
    case ValueKind::kInteger: return kInteger;
    case ValueKind::kNumber: return kNumber;
    case ValueKind::kJsonObject: return kObject;
    case ValueKind::kJsonArray: return kArray;
  }
  return 0;
}

std::unique_ptr<const Bound> bound(const std::optional<std::string>& text) {
  if (!text) return nullptr;
  return std::make_unique<const Bound>(*text);
}

void add_members(const std::vector<ToolParameter>& parameters, SchemaNode& node, SchemaNodes& nodes);

// One value of the parameter's kind, whatever its cardinality.
const SchemaNode* compile_value(const ToolParameter& parameter, SchemaNodes& nodes) {
  SchemaNode& node = nodes.add();
  node.types = types_of(parameter.value_kind);
  node.machine_numbers = true;
  if (parameter.value_kind == ValueKind::kTimestamp) node.format = Format::kTimestamp;
  if (parameter.value_kind == ValueKind::kUri) node.format = Format::kUri;
  if (parameter.enum_constraint) {
    node.has_enumeration = true;
    node.case_sensitive = parameter.enum_constraint->case_sensitive;
    for (const std::string& allowed : parameter.enum_constraint->allowed_values) {
      const bool as_number = node.types == kInteger || node.types == kNumber;
      node.enumeration.push_back(as_number ? Value(json::Number{allowed}) : Value(allowed));
    }
  }
  const Constraints& c = parameter.constraints;
  node.minimum = bound(c.minimum);
  node.maximum = bound(c.maximum);
  node.min_length = c.min_length;
  node.max_length = c.max_length;
  if (c.pattern) node.pattern = Pattern::compile(*c.pattern);
  // The bounds of a list of arrays are those of the list.
  if (node.types == kArray && parameter.cardinality != Cardinality::kList) {
    node.min_items = c.min_items;
    node.max_items = c.max_items;
  }
  if (node.types == kObject && !parameter.nested.empty()) add_members(parameter.nested, node, nodes);
  return &node;
}

const SchemaNode* compile_parameter(const ToolParameter& parameter, SchemaNodes& nodes) {
  const SchemaNode* value = compile_value(parameter, nodes);
  if (parameter.cardinality == Cardinality::kSingle || parameter.cardinality == Cardinality::kOptional)
    return value;
  SchemaNode& node = nodes.add();
  node.machine_numbers = true;
  if (parameter.cardinality == Cardinality::kList) {
    node.types = kArray;
    node.items = value;
    node.min_items = parameter.constraints.min_items;
    node.max_items = parameter.constraints.max_items;
  } else {
    node.types = kObject;
    node.additional = value;
  }
  return &node;
}

void add_members(const std::vector<ToolParameter>& parameters, SchemaNode& node, SchemaNodes& nodes) {
  for (const ToolParameter& parameter : parameters) {
    node.properties.push_back({parameter.name, compile_parameter(parameter, nodes), parameter.is_required});
  }
  node.index();
}

// What is_timestamp() takes, as other validators know it; they have no format for a time without a zone.
json::Array timestamp_forms() {
  const auto form = [](std::string_view keyword, std::string_view value) {
    return Value(Object{Member{std::string(keyword), Value(value)}});
  };
  return {form("format", "date-time"), form("format", "date"),
          form("pattern", R"(^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$)")};
}

// The example in the declared type, as a call that sends its text would be read; the text where it is no
// example of that type.
Value example_of(const ToolParameter& parameter) {
  Value value(*parameter.example);
  SchemaNodes nodes;
  const SchemaNode* const node = compile_parameter(parameter, nodes);
  nodes.finish();
  Budget budget(kExampleSteps);
  const CoerceOptions options;
  Coercer coercer(options, budget);
  coercer.coerce(value, *node);
  return coercer.errors() == 0 ? value : Value(*parameter.example);
}

Value value_schema(const ToolParameter& parameter) {
  Object schema;
  const auto add = [&](std::string_view key, Value value) {
    schema.push_back(Member{std::string(key), std::move(value)});
  };
  const Types types = types_of(parameter.value_kind);
  if (types == kObject && !parameter.nested.empty()) {
    return schema_of(parameter.nested);
  }
  add("type", types == kString    ? "string"
              : types == kBoolean ? "boolean"
              : types == kInteger ? "integer"
              : types == kNumber  ? "number"
              : types == kObject  ? "object"
                                  : "array");
  if (parameter.value_kind == ValueKind::kTimestamp) add("anyOf", timestamp_forms());
  if (parameter.value_kind == ValueKind::kUri) add("format", "uri");
  if (parameter.enum_constraint) {
    json::Array values;
    for (const std::string& allowed : parameter.enum_constraint->allowed_values) {
      values.push_back(types == kInteger || types == kNumber ? number(allowed) : Value(allowed));
    }
    add("enum", std::move(values));
  }
  const Constraints& c = parameter.constraints;
  if (c.minimum) add("minimum", number(*c.minimum));
  if (c.maximum) add("maximum", number(*c.maximum));
  if (c.min_length) add("minLength", number(*c.min_length));
  if (c.max_length) add("maxLength", number(*c.max_length));
  if (c.pattern) add("pattern", *c.pattern);
  if (types == kArray && parameter.cardinality != Cardinality::kList) {
    if (c.min_items) add("minItems", number(*c.min_items));
    if (c.max_items) add("maxItems", number(*c.max_items));
  }
  return Value(std::move(schema));
}

}  // namespace

json::Value schema_of(const std::vector<ToolParameter>& parameters) {
  Object properties;
  json::Array required;
  for (const ToolParameter& parameter : parameters) {
    Value schema = value_schema(parameter);
    if (parameter.cardinality == Cardinality::kList) {
      Object list;
      list.push_back(Member{"type", "array"});
      list.push_back(Member{"items", std::move(schema)});
      if (parameter.constraints.min_items)
        list.push_back(Member{"minItems", number(*parameter.constraints.min_items)});
      if (parameter.constraints.max_items)
        list.push_back(Member{"maxItems", number(*parameter.constraints.max_items)});
      schema = Value(std::move(list));
    } else if (parameter.cardinality == Cardinality::kMap) {
      Object map;
      map.push_back(Member{"type", "object"});
      map.push_back(Member{"additionalProperties", std::move(schema)});
      schema = Value(std::move(map));
    }
    if (!parameter.description.empty())
      schema.members().push_back(Member{"description", parameter.description});
    if (parameter.default_value) schema.members().push_back(Member{"default", *parameter.default_value});
    if (parameter.example) schema.members().push_back(Member{"examples", json::Array{example_of(parameter)}});
    properties.push_back(Member{parameter.name, std::move(schema)});
    if (parameter.is_required) required.emplace_back(parameter.name);
  }
  Object root;
  root.push_back(Member{"type", "object"});
  root.push_back(Member{"properties", std::move(properties)});
  root.push_back(Member{"required", std::move(required)});
  return Value(std::move(root));
}

const SchemaNode* compile_parameters(const std::vector<ToolParameter>& parameters, SchemaNodes& nodes) {
  SchemaNode& node = nodes.add();
  node.types = kObject;
  node.machine_numbers = true;
  add_members(parameters, node, nodes);
  return &node;
}

}  // namespace argwright::tool
