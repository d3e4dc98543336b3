// A schema is read through its layers: itself, the target of its $ref, the parts of its allOf, the one branch
// of an anyOf that is not null. The first layer that has a keyword counts. Tested by export_fields_test.cc.
#include "tool/export_fields.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "tool/export_layers.h"
#include "tool/schema_node.h"
#include "tool/type_name.h"

namespace argwright::tool {
namespace {

// Bounds for schemas that multiply themselves; honest ones are far below.
constexpr std::size_t kMostFields = 5000;
constexpr std::size_t kMostLevels = 32;

constexpr std::array<std::string_view, 8> kBounds = {"minimum",          "maximum",    "exclusiveMinimum",
                                                     "exclusiveMaximum", "multipleOf", "minLength",
                                                     "maxLength",        "pattern"};
constexpr std::array<std::string_view, 2> kListBounds = {"minItems", "maxItems"};

class Reader {
 public:
  explicit Reader(const json::Value& root) : root_(root) {}

  std::vector<Field> members(const json::Value& schema) { return members(layers_of(schema, root_).list); }

 private:
  std::vector<Field> members(const std::vector<const json::Value*>& layers) {
    std::vector<Field> fields;
    const auto described = std::find_if(layers.begin(), layers.end(), [](const json::Value* layer) {
      return layer->find("properties") != nullptr;
    });
    if (described == layers.end() || path_.size() >= kMostLevels) return fields;
    // A schema inside itself is not opened again.
    if (std::find(path_.begin(), path_.end(), *described) != path_.end()) return fields;
    path_.push_back(*described);
    for (const json::Value* layer : layers) {
      const json::Value* properties = layer->find("properties");
      if (properties == nullptr || !properties->is_object()) continue;
      for (const json::Member& member : properties->members()) {
        const bool known =
            std::any_of(fields.begin(), fields.end(), [&](const Field& f) { return f.name == member.key; });
        if (known || properties->find(member.key) != &member.value) continue;
        if (left_ == 0) break;
        --left_;
        fields.push_back(field(member.value));
        fields.back().name = member.key;
      }
    }
    for (const json::Value* layer : layers) {
      const json::Value* required = layer->find("required");
      if (required == nullptr || !required->is_array()) continue;
      for (Field& one : fields) {
        one.required = one.required || std::find(required->items().begin(), required->items().end(),
                                                 json::Value(one.name)) != required->items().end();
      }
    }
    path_.pop_back();
    return fields;
  }

  Field field(const json::Value& schema) {
    const Layers layers = layers_of(schema, root_);
    Field out;
    out.title = text_of(layers.find("title"));
    out.description = text_of(layers.find("description"));
    out.nullable = layers.nullable;
    if (const json::Value* value = layers.find("default")) out.default_value = *value;
    if (const json::Value* value = layers.find("example")) out.example = *value;
    const json::Value* examples = layers.find("examples");
    if (examples != nullptr && examples->is_array() && !examples->items().empty())
      out.example = examples->items().front();
    read_value(layers, out);
    return out;
  }

  // Kind, cardinality, options and bounds; list and map are entered once.
  void read_value(const Layers& layers, Field& out) {
    const Types types = read_types(layers, out);
    read_options(layers, out);
    if (types == kArray && out.options.empty()) {
      copy(layers, kListBounds, out.list_bounds);
      const json::Value* items = layers.find("items");
      if (enter(items, Cardinality::kList, out)) return;
    }
    const bool map = types == kObject && layers.find("properties") == nullptr;
    if (map && enter(layers.find("additionalProperties"), Cardinality::kMap, out)) return;
    copy(layers, kBounds, out.bounds);
    out.kind = kind_of(types, layers, out);
    if (!out.kind) out.alternatives = alternatives_of(types, layers);
    if (out.kind == ValueKind::kJsonObject) out.members = members(layers.list);
  }

  // Makes `out` a list or map of what `inside` describes; false when that has no kind.
  bool enter(const json::Value* inside, Cardinality cardinality, Field& out) {
    if (inside == nullptr || out.cardinality != Cardinality::kSingle) return false;
    const Layers layers = layers_of(*inside, root_);
    Field element;
    element.cardinality = cardinality;  // no list in this list
    read_value(layers, element);
    if (!element.kind) return false;
    out.cardinality = cardinality;
    out.kind = element.kind;
    out.date_only = element.date_only;
    out.options = std::move(element.options);
    out.bounds = std::move(element.bounds);
    out.members = std::move(element.members);
    return true;
  }

  // Without null, which is noted in the field.
  static Types read_types(const Layers& layers, Field& out) {
    Types types = 0;
    const json::Value* type = layers.find("type");
    if (type != nullptr && type->is_string()) types = type_named(type->string());
    if (type != nullptr && type->is_array()) {
      for (const json::Value& name : type->items())
        types = static_cast<Types>(types | type_named(text_of(&name)));
    }
    if (types != kNull && (types & kNull) != 0) {
      out.nullable = true;
      types = static_cast<Types>(types & ~kNull);
    }
    if (types != 0) return types;
    if (layers.find("properties") != nullptr) return kObject;
    return layers.find("items") != nullptr || layers.find("prefixItems") != nullptr ? kArray : types;
  }

  static void read_options(const Layers& layers, Field& out) {
    const json::Value* listed = layers.find("enum");
    if (listed != nullptr && listed->is_array()) {
      out.options = listed->items();
    } else if (const json::Value* only = layers.find("const")) {
      out.options = {*only};
    } else {
      // anyOf: [{const: ...}, {const: ...}], as generators write enumerations with descriptions.
      for (const json::Value* branch : layers.branches) {
        const json::Value* value = branch->find("const");
        if (value == nullptr) return out.options.clear();
        out.options.push_back(*value);
      }
    }
  }

  static std::optional<ValueKind> kind_of(Types types, const Layers& layers, Field& out) {
    const bool words = !out.options.empty() &&
                       std::all_of(out.options.begin(), out.options.end(),
                                   [](const json::Value& v) { return v.is_string() || v.is_null(); });
    if (words && (types == kString || types == 0)) return ValueKind::kEnumToken;
    const std::string format = text_of(layers.find("format"));
    switch (types) {
      case kString:
        out.date_only = format == "date";
        if (format == "date-time" || format == "date") return ValueKind::kTimestamp;
        if (format == "uri" || format == "url") return ValueKind::kUri;
        return ValueKind::kString;
      case kBoolean: return ValueKind::kBoolean;
      case kInteger: return ValueKind::kInteger;
      case kNumber:
      case kInteger | kNumber: return ValueKind::kNumber;
      case kArray: return ValueKind::kJsonArray;
      case kObject: return ValueKind::kJsonObject;
      default: return std::nullopt;
    }
  }

  std::vector<ValueKind> alternatives_of(Types types, const Layers& layers) const {
    std::vector<ValueKind> kinds;
    const auto add = [&](ValueKind kind) {
      if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.push_back(kind);
    };
    static constexpr std::pair<Types, ValueKind> kKinds[] = {
        {kString, ValueKind::kString},   {kInteger, ValueKind::kInteger}, {kNumber, ValueKind::kNumber},
        {kBoolean, ValueKind::kBoolean}, {kArray, ValueKind::kJsonArray}, {kObject, ValueKind::kJsonObject}};
    for (const auto& [type, kind] : kKinds) {
      if ((types & type) != 0) add(kind);
    }
    for (const json::Value* branch : layers.branches) {
      Field field;
      const Layers inside = layers_of(*branch, root_);
      const Types branch_types = read_types(inside, field);
      read_options(inside, field);
      const std::optional<ValueKind> kind = kind_of(branch_types, inside, field);
      if (!kind) return {};  // any value
      add(*kind);
    }
    return kinds;
  }

  template <std::size_t kSize>
  static void copy(const Layers& layers, const std::array<std::string_view, kSize>& keys, json::Object& out) {
    for (const std::string_view key : keys) {
      if (const json::Value* value = layers.find(key)) out.push_back({std::string(key), *value});
    }
  }

  const json::Value& root_;
  std::vector<const json::Value*> path_;  // schemas that are open
  std::size_t left_ = kMostFields;
};

void refine(std::vector<Field>& fields, const std::vector<ToolParameter>& parameters) {
  for (Field& field : fields) {
    const auto it = std::find_if(parameters.begin(), parameters.end(),
                                 [&](const ToolParameter& p) { return p.name == field.name; });
    if (it == parameters.end()) continue;
    field.kind = it->value_kind;
    refine(field.members, it->nested);
  }
}

}  // namespace

std::vector<Field> fields_of(const json::Value& schema, const std::vector<ToolParameter>& parameters) {
  std::vector<Field> fields = Reader(schema).members(schema);
  refine(fields, parameters);
  return fields;
}

std::string kind_words(const Field& field) {
  std::string words;
  if (field.kind) {
    words = value_kind_name(*field.kind);
  } else {
    for (const ValueKind kind : field.alternatives) {
      if (!words.empty()) words += " or ";
      words += value_kind_name(kind);
    }
    if (words.empty()) words = "any";
  }
  if (field.cardinality == Cardinality::kList) words = "list of " + words;
  if (field.cardinality == Cardinality::kMap) words = "map of " + words;
  if (field.nullable && words != "any") words += " or null";
  return words;
}

}  // namespace argwright::tool
