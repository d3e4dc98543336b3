// Tested by export_fields_test.cc.
#include "tool/export_layers.h"

#include <algorithm>

namespace argwright::tool {
namespace {

constexpr std::size_t kMostLayers = 32;

bool is_null_schema(const json::Value& schema) {
  const json::Value* type = schema.find("type");
  if (type != nullptr) return *type == json::Value("null");
  const json::Value* only = schema.find("const");
  return only != nullptr && only->is_null();
}

// "#/$defs/place"; nullptr when it leads nowhere.
const json::Value* target_of(std::string_view reference, const json::Value& root) {
  if (!reference.starts_with('#')) return nullptr;
  const json::Value* target = &root;
  reference.remove_prefix(1);
  while (target != nullptr && reference.starts_with('/')) {
    reference.remove_prefix(1);
    const std::size_t end = std::min(reference.find('/'), reference.size());
    std::string token;
    for (std::size_t i = 0; i < end; ++i) {
      if (reference[i] == '~' && i + 1 < end) {
        token += reference[++i] == '1' ? '/' : '~';
      } else {
        token += reference[i];
      }
    }
    target = target->find(token);
    reference.remove_prefix(end);
  }
  return reference.empty() ? target : nullptr;
}

class Builder {
 public:
  explicit Builder(const json::Value& root) : root_(root) {}

  void add(const json::Value& schema) {
    if (!schema.is_object() || layers_.list.size() >= kMostLayers) return;
    if (std::find(layers_.list.begin(), layers_.list.end(), &schema) != layers_.list.end()) return;
    layers_.list.push_back(&schema);
    const json::Value* nullable = schema.find("nullable");
    if (nullable != nullptr && *nullable == json::Value(true)) layers_.nullable = true;
    if (const json::Value* target = target_of(text_of(schema.find("$ref")), root_)) add(*target);
    if (const json::Value* parts = schema.find("allOf"); parts != nullptr && parts->is_array()) {
      for (const json::Value& part : parts->items()) add(part);
    }
    for (const char* key : {"anyOf", "oneOf"}) {
      const json::Value* branches = schema.find(key);
      if (branches != nullptr && branches->is_array()) add_branches(branches->items());
    }
  }

  Layers take() { return std::move(layers_); }

 private:
  void add_branches(const json::Array& branches) {
    std::vector<const json::Value*> real;
    for (const json::Value& branch : branches) {
      if (is_null_schema(branch)) {
        layers_.nullable = true;
      } else {
        real.push_back(&branch);
      }
    }
    if (real.size() == 1) {
      add(*real.front());
    } else if (layers_.branches.empty()) {
      layers_.branches = std::move(real);
    }
  }

  const json::Value& root_;
  Layers layers_;
};

}  // namespace

const json::Value* Layers::find(std::string_view key) const {
  for (const json::Value* layer : list) {
    if (const json::Value* value = layer->find(key)) return value;
  }
  return nullptr;
}

Layers layers_of(const json::Value& schema, const json::Value& root) {
  Builder builder(root);
  builder.add(schema);
  return builder.take();
}

std::string text_of(const json::Value* value) {
  return value != nullptr && value->is_string() ? value->string() : "";
}

}  // namespace argwright::tool
