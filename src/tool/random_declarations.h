// Random declarations, schemas as real tools write them and values for them: for tests of what holds for all.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "argwright/tool.h"

namespace argwright::tool {

class RandomDeclarations {
  using Member = json::Member;
  using Object = json::Object;
  using Value = json::Value;

 public:
  // below(n) gives a number from 0 to n - 1.
  explicit RandomDeclarations(std::function<int(int)> below) : below_(std::move(below)) {}

  // Keeps to what every validator reads alike: no look-ahead, no formats but date-time, date and uri, no
  // oneOf, no nullable.
  void keep_to_common_words() { common_ = true; }

  Value schema() {
    Value schema = object_schema(3);
    Object defs;
    for (const char* name : {"Place", "Node"}) defs.push_back({name, schema_at(2)});
    schema.members().push_back({"$defs", std::move(defs)});
    return schema;
  }

  std::vector<ToolParameter> any_parameters(int depth) {
    std::vector<ToolParameter> parameters;
    for (const char* name : kNames) {
      if (!one_in(2)) continue;
      ToolParameter p;
      p.name = name;
      p.value_kind = static_cast<ValueKind>(below(10));
      p.cardinality = static_cast<Cardinality>(below(4));
      p.is_required =
          p.cardinality == Cardinality::kSingle || (p.cardinality != Cardinality::kOptional && one_in(2));
      p.description = any_of(kTexts);
      if (one_in(4)) p.example = any_of(kTexts);
      if (one_in(4)) p.default_value = any_value(1);
      Constraints& c = p.constraints;
      switch (p.value_kind) {
        case ValueKind::kEnumToken: p.enum_constraint = EnumConstraint{{"celsius", "片段"}, one_in(2)}; break;
        case ValueKind::kString:
          if (one_in(3)) c.min_length = 1;
          if (one_in(3)) c.max_length = 10;
          if (one_in(4)) c.pattern = pattern();
          break;
        case ValueKind::kInteger:
          if (one_in(4)) p.enum_constraint = EnumConstraint{{"1", "3", "10"}, false};
          [[fallthrough]];
        case ValueKind::kNumber:
          if (one_in(3)) c.minimum = "0";
          if (one_in(3)) c.maximum = "10";
          break;
        case ValueKind::kJsonObject:
          if (depth > 0 && one_in(2)) p.nested = any_parameters(depth - 1);
          break;
        default: break;
      }
      if (p.cardinality == Cardinality::kList) {
        if (one_in(3)) c.min_items = 1;
        if (one_in(3)) c.max_items = 2;
      }
      parameters.push_back(std::move(p));
    }
    return parameters;
  }

  Value any_value(int depth) {
    const int kind = below(depth > 0 ? 7 : 5);
    switch (kind) {
      case 0: return Value();
      case 1: return Value(one_in(2));
      case 2: return number(any_of(kNumbers));
      case 3:
      case 4: return Value(any_of(kTexts));
      case 5: {
        json::Array items;
        for (int i = below(4); i > 0; --i) items.push_back(any_value(depth - 1));
        return Value(std::move(items));
      }
      default: {
        Object members;
        for (int i = below(4); i > 0; --i) members.push_back({any_of(kNames), any_value(depth - 1)});
        return Value(std::move(members));
      }
    }
  }

  // A value that often fits: types and members follow the schema, bounds are left to luck.
  Value likely_value(const Value& schema, const Value& root, int depth) {
    if (!schema.is_object() || depth == 0 || one_in(12)) return any_value(1);
    if (const Value* reference = schema.find("$ref")) {
      const Value* defs = root.find("$defs");
      const std::string name = reference->string().substr(reference->string().rfind('/') + 1);
      const Value* target = defs != nullptr ? defs->find(name) : nullptr;
      return likely_value(target != nullptr ? *target : root, root, depth - 1);
    }
    for (const char* key : {"anyOf", "oneOf", "allOf"}) {
      const Value* branches = schema.find(key);
      if (branches == nullptr || branches->items().empty()) continue;
      const auto chosen = static_cast<std::size_t>(below(static_cast<int>(branches->items().size())));
      return likely_value(branches->items()[chosen], root, depth - 1);
    }
    if (const Value* listed = schema.find("enum"); listed != nullptr && !listed->items().empty()) {
      return listed->items()[static_cast<std::size_t>(below(static_cast<int>(listed->items().size())))];
    }
    if (const Value* only = schema.find("const")) return *only;
    const Value* type = schema.find("type");
    const std::string name = type == nullptr    ? ""
                             : type->is_array() ? type->items()[0].string()
                                                : type->string();
    if (name == "string") return Value(any_of(kTexts));
    if (name == "integer") return number(std::to_string(below(12) - 1));
    if (name == "number") return number(any_of(kNumbers));
    if (name == "boolean") return Value(one_in(2));
    if (name == "array") {
      json::Array items;
      const Value* inside = schema.find("items");
      for (int i = below(4); i > 0; --i)
        items.push_back(inside != nullptr ? likely_value(*inside, root, depth - 1) : any_value(1));
      return Value(std::move(items));
    }
    Object members;
    const Value* properties = schema.find("properties");
    if (properties != nullptr) {
      for (const Member& member : properties->members()) {
        if (!one_in(5)) members.push_back({member.key, likely_value(member.value, root, depth - 1)});
      }
    }
    if (one_in(4)) members.push_back({any_of(kNames), any_value(1)});
    return Value(std::move(members));
  }

  // Bends it as models do: numbers as text, text as JSON, one value for a list, empty values.
  Value bent(Value value, int chance = 3) {
    if (value.is_array()) {
      for (Value& item : value.items()) item = bent(std::move(item), chance);
    } else if (value.is_object()) {
      for (Member& member : value.members()) member.value = bent(std::move(member.value), chance);
    }
    if (!one_in(chance)) return value;
    switch (below(6)) {
      case 0: return any_value(1);
      case 1: return Value(one_in(2) ? "" : "null");
      case 2: return value.is_array() && value.items().size() == 1 ? Value(value.items()[0]) : Value();
      case 3: return value.is_boolean() ? number(value.boolean() ? "1" : "0") : Value(Object{});
      default: return value.is_string() ? value : Value(json::write(value));
    }
  }

  int below(int end) { return below_(end); }
  bool one_in(int n) { return below(n) == 0; }

 private:
  static constexpr std::array<const char*, 6> kNames = {"path",    "query",     "limit",
                                                        "options", "file_path", "a/b~c"};
  static constexpr std::array<const char*, 8> kTexts = {
      "", "a", "src/main.cc", "celsius", "2031-02-01T10:00:00Z", "2031-02-01", "https://a.b/c", "片段"};
  static constexpr std::array<const char*, 9> kNumbers = {
      "0", "1", "-1", "3", "10", "2.5", "1.0", "1e2", "12345678901234567890"};
  static constexpr std::array<const char*, 4> kPatterns = {"^a", "[0-9]+$", "^.{0,4}$", "(?=x)"};
  static constexpr std::array<const char*, 3> kCommonPatterns = {"^a", "[0-9]+$", "^.{0,4}$"};
  static constexpr std::array<const char*, 3> kCommonFormats = {"date-time", "date", "uri"};
  static constexpr std::array<const char*, 5> kFormats = {"date-time", "date", "uri", "email", "color"};

  static Value number(const std::string& text) { return Value(json::Number{text}); }

  std::string pattern() { return common_ ? any_of(kCommonPatterns) : any_of(kPatterns); }

  template <std::size_t kSize>
  std::string any_of(const std::array<const char*, kSize>& words) {
    return words[static_cast<std::size_t>(below(static_cast<int>(kSize)))];
  }

  Value schema_at(int depth) {
    switch (below(depth > 0 ? 13 : 7)) {
      case 0:
      case 1: return string_schema();
      case 2: return number_schema("integer");
      case 3: return number_schema("number");
      case 4: return described({{"type", "boolean"}});
      case 5: return choice_schema();
      case 6: return one_in(3) ? Value(true) : described({});
      case 7:
      case 8: return object_schema(depth - 1);
      case 9:
      case 10: return array_schema(depth - 1);
      case 11: return Value(Object{{"$ref", one_in(8) ? "#" : one_in(2) ? "#/$defs/Place" : "#/$defs/Node"}});
      default: return alternatives(depth - 1);
    }
  }

  // Words that mean nothing to us, and must survive.
  Value described(Object schema) {
    if (one_in(2)) schema.push_back({"description", any_of(kTexts)});
    if (one_in(6)) schema.push_back({"default", any_value(1)});
    if (one_in(8)) schema.push_back({"examples", json::Array{any_value(1)}});
    if (one_in(8)) schema.push_back({"x-order", number("1.10")});
    if (one_in(8)) schema.push_back({"deprecated", true});
    if (!common_ && one_in(10)) schema.push_back({"nullable", true});
    return Value(std::move(schema));
  }

  Value string_schema() {
    Object schema = {{"type", "string"}};
    if (one_in(6)) schema[0].value = json::Array{Value("string"), Value("null")};
    if (one_in(4)) schema.push_back({"format", common_ ? any_of(kCommonFormats) : any_of(kFormats)});
    if (one_in(6)) schema.push_back({"minLength", number("1")});
    if (one_in(6)) schema.push_back({"maxLength", number("10")});
    if (one_in(6)) schema.push_back({"pattern", pattern()});
    return described(std::move(schema));
  }

  Value number_schema(const char* type) {
    Object schema = {{"type", type}};
    if (one_in(4)) schema.push_back({"minimum", number(any_of(kNumbers))});
    if (one_in(4)) schema.push_back({"maximum", number(any_of(kNumbers))});
    if (one_in(8)) schema.push_back({"exclusiveMinimum", number("0")});
    if (one_in(8)) schema.push_back({"multipleOf", number("0.5")});
    return described(std::move(schema));
  }

  Value choice_schema() {
    if (one_in(4)) return described({{"const", any_value(0)}});
    json::Array values;
    for (int i = 1 + below(3); i > 0; --i) values.push_back(one_in(4) ? any_value(0) : Value(any_of(kTexts)));
    Object schema;
    if (one_in(2)) schema.push_back({"type", "string"});
    schema.push_back({"enum", std::move(values)});
    return described(std::move(schema));
  }

  Value object_schema(int depth) {
    Object properties;
    json::Array required;
    for (const char* name : kNames) {
      if (!one_in(3)) continue;
      properties.push_back({name, schema_at(depth)});
      if (one_in(2)) required.emplace_back(name);
    }
    if (one_in(10)) required.emplace_back("undescribed");
    Object schema = {{"type", "object"}, {"properties", std::move(properties)}};
    if (one_in(2)) schema.push_back({"required", std::move(required)});
    if (one_in(3)) schema.push_back({"additionalProperties", one_in(2) ? Value(false) : schema_at(0)});
    if (one_in(8)) schema.push_back({"patternProperties", Object{{"^file", schema_at(0)}}});
    if (one_in(10)) schema.push_back({"minProperties", number("1")});
    return described(std::move(schema));
  }

  Value array_schema(int depth) {
    Object schema = {{"type", "array"}};
    if (!one_in(5)) schema.push_back({"items", schema_at(depth)});
    if (one_in(6)) schema.push_back({"prefixItems", json::Array{schema_at(0)}});
    if (one_in(5)) schema.push_back({"minItems", number("1")});
    if (one_in(5)) schema.push_back({"maxItems", number("2")});
    if (one_in(6)) schema.push_back({"uniqueItems", true});
    return described(std::move(schema));
  }

  Value alternatives(int depth) {
    json::Array branches;
    for (int i = 1 + below(3); i > 0; --i) branches.push_back(schema_at(depth));
    if (one_in(3)) branches.push_back(Value(Object{{"type", "null"}}));
    return described({{one_in(4)               ? "allOf"
                       : !common_ && one_in(2) ? "oneOf"
                                               : "anyOf",
                       std::move(branches)}});
  }

  std::function<int(int)> below_;
  bool common_ = false;
};

}  // namespace argwright::tool
