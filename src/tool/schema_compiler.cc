// Compiling is part of every request with new tools: one look at each key, and nothing is written down that
// only an error or a reference would need. Tested by schema_test.cc.
#include "tool/schema_compiler.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "json/effective_members.h"
#include "json/pointer.h"
#include "tool/sameness.h"
#include "tool/schema_keyword.h"
#include "tool/type_name.h"

namespace argwright::tool {
namespace {

constexpr int kMaxDepth = 256;

// Where in the schema the compiler is: a list from the inside out, made text only for an error.
struct Place {
  const Place* outer = nullptr;  // none: `token` is a whole pointer
  std::string_view token;
  std::size_t index = 0;
  bool is_index = false;

  Place in(std::string_view key) const { return {this, key}; }
  Place in(std::size_t position) const { return {this, {}, position, true}; }

  std::string pointer() const {
    std::vector<const Place*> steps;
    for (const Place* place = this; place != nullptr; place = place->outer) steps.push_back(place);
    std::string text(steps.back()->token);
    for (auto step = steps.rbegin() + 1; step != steps.rend(); ++step) {
      if ((*step)->is_index) {
        json::append_pointer_step(text, (*step)->index);
      } else {
        json::append_pointer_step(text, (*step)->token);
      }
    }
    return text;
  }
};

std::string unescape_pointer(std::string_view token) {
  std::string out;
  for (std::size_t i = 0; i < token.size(); ++i) {
    if (token[i] == '~' && i + 1 < token.size()) {
      out += token[++i] == '1' ? '/' : '~';
    } else {
      out += token[i];
    }
  }
  return out;
}

// Tells which members of an object count: of those with one key the last, as in every JSON reader.
class CountingMembers {
 public:
  explicit CountingMembers(const json::Object& members) : members_(members) {
    if (members.size() > kFew) sorted_ = json::effective_members(members);
  }

  bool holds(const json::Member& member) const {
    if (!sorted_.empty()) {
      const auto place = std::lower_bound(
          sorted_.begin(), sorted_.end(), member.key,
          [](const json::Member* other, const std::string& key) { return other->key < key; });
      return *place == &member;
    }
    const json::Member* const end = members_.data() + members_.size();
    return std::none_of(&member + 1, end, [&](const json::Member& later) { return later.key == member.key; });
  }

 private:
  static constexpr std::size_t kFew = 16;
  const json::Object& members_;
  json::Members sorted_;
};

// The keywords of one schema object, each with the value that counts.
class Keywords {
 public:
  explicit Keywords(const json::Object& members) {
    for (const json::Member& member : members) {
      const Keyword keyword = keyword_of(member.key);
      if (keyword != Keyword::kNone) values_[static_cast<std::size_t>(keyword)] = &member.value;
    }
  }
  const json::Value* operator[](Keyword keyword) const { return values_[static_cast<std::size_t>(keyword)]; }

 private:
  std::array<const json::Value*, kKeywords> values_{};
};

class Compiler {
 public:
  Compiler(const json::Value& source, SchemaNodes& nodes) : source_(source), nodes_(nodes) {}

  const SchemaNode* compile(const json::Value& schema, const Place& place) {
    if (follows_references_) {
      if (const auto known = known_.find(&schema); known != known_.end()) return known->second;
    }
    SchemaNode& node = nodes_.add();
    remember(schema, node);
    if (++depth_ > kMaxDepth) {
      fail(place, "the schema is nested too deeply");
    } else if (schema.is_boolean()) {
      node.nothing = !schema.boolean();
    } else if (schema.is_object()) {
      read_object(schema, node, place);
    } else {
      fail(place,
           "a schema must be an object or a boolean, found " + std::string(json::kind_name(schema.kind())));
    }
    --depth_;
    return &node;
  }

  bool failed() const { return failed_; }
  const Error& error() const { return error_; }

 private:
  void fail(const Place& place, std::string message) {
    if (failed_) return;
    failed_ = true;
    error_ = Error{ErrorCode::kInvalidArgument, std::move(message), Where::at(place.pointer())};
  }

  const SchemaNode* child(const json::Value& schema, const Place& place) {
    return failed_ ? nullptr : compile(schema, place);
  }

  // Only a reference asks for what was compiled before; most schemas have none.
  void remember(const json::Value& schema, const SchemaNode& node) {
    if (follows_references_) {
      known_.emplace(&schema, &node);
    } else {
      if (compiled_.empty()) compiled_.reserve(kExpectedNodes);
      compiled_.emplace_back(&schema, &node);
    }
  }
  void follow_references() {
    if (follows_references_) return;
    follows_references_ = true;
    known_.insert(compiled_.begin(), compiled_.end());
  }

  void read_object(const json::Value& schema, SchemaNode& node, const Place& place) {
    const Keywords keywords(schema.members());
    for (const json::Member& member : schema.members()) {
      if (failed_) return;
      const Keyword keyword = keyword_of(member.key);
      if (keyword == Keyword::kNone || keywords[keyword] != &member.value) continue;
      read_keyword(keyword, member.value, keywords, node, place.in(member.key));
    }
    finish(keywords, node, place);
  }

  void read_keyword(Keyword keyword, const json::Value& value, const Keywords& keywords, SchemaNode& node,
                    const Place& at) {
    switch (keyword) {
      case Keyword::kType: return read_type(value, node, at);
      case Keyword::kProperties: return read_properties(value, node, at);
      case Keyword::kAdditionalProperties:
        if (value.is_boolean()) {
          node.closed = !value.boolean();
        } else {
          node.additional = child(value, at);
        }
        return;
      case Keyword::kPatternProperties: return read_pattern_properties(value, node, at);
      case Keyword::kItems:
        if (value.is_array()) {  // the older spelling of prefixItems
          read_list(value, node.prefix_items, at);
        } else {
          node.items = child(value, at);
        }
        return;
      case Keyword::kPrefixItems: return read_list(value, node.prefix_items, at);
      case Keyword::kEnum:
        if (!value.is_array()) return fail(at, "enum must be a list");
        node.has_enumeration = true;
        node.enumeration = value.items();
        return;
      case Keyword::kConst:
        if (keywords[Keyword::kEnum] != nullptr) return;
        node.has_enumeration = true;
        node.enumeration = {value};
        return;
      case Keyword::kAnyOf:
      case Keyword::kOneOf: {
        std::vector<const SchemaNode*> branches;
        read_list(value, branches, at);
        if (!failed_ && branches.empty()) return fail(at, std::string(at.token) + " must not be empty");
        node.alternatives.push_back(std::move(branches));
        return;
      }
      case Keyword::kAllOf: return read_list(value, node.all_of, at);
      case Keyword::kRef:
      case Keyword::kDynamicRef:
      case Keyword::kRecursiveRef: return read_reference(value, node, at);
      case Keyword::kPattern:
        if (value.is_string()) node.pattern = Pattern::compile(value.string());
        return;
      case Keyword::kFormat:
        if (value.is_string()) read_format(value.string(), node);
        return;
      default: return read_bound(keyword, value, keywords, node);
    }
  }

  static void read_bound(Keyword keyword, const json::Value& value, const Keywords& keywords,
                         SchemaNode& node) {
    switch (keyword) {
      case Keyword::kMinimum: node.minimum = bound(value); break;
      case Keyword::kMaximum: node.maximum = bound(value); break;
      // In draft 4 a boolean said that the bound beside it is exclusive.
      case Keyword::kExclusiveMinimum:
        node.exclusive_minimum = exclusive(value, keywords[Keyword::kMinimum]);
        break;
      case Keyword::kExclusiveMaximum:
        node.exclusive_maximum = exclusive(value, keywords[Keyword::kMaximum]);
        break;
      case Keyword::kMultipleOf: node.multiple_of = bound(value); break;
      case Keyword::kMinLength: node.min_length = count(value); break;
      case Keyword::kMaxLength: node.max_length = count(value); break;
      case Keyword::kMinItems: node.min_items = count(value); break;
      case Keyword::kMaxItems: node.max_items = count(value); break;
      case Keyword::kMinProperties: node.min_properties = count(value); break;
      case Keyword::kMaxProperties: node.max_properties = count(value); break;
      case Keyword::kUniqueItems: node.unique_items = value.is_boolean() && value.boolean(); break;
      default: break;  // read by finish(), or without a meaning here
    }
  }

  static void read_format(std::string_view name, SchemaNode& node) {
    if (name == "date-time") node.format = Format::kDateTime;
    if (name == "date") node.format = Format::kDate;
    if (name == "uri" || name == "url") node.format = Format::kUri;
  }

  void read_type(const json::Value& value, SchemaNode& node, const Place& at) {
    const auto add = [&](const json::Value& name) {
      const Types type = name.is_string() ? type_named(name.string()) : Types{0};
      if (type == 0) {
        fail(at, "unknown type " + json::write(name));
      } else {
        node.types = static_cast<Types>(node.types | type);
      }
    };
    if (value.is_array()) {
      for (const json::Value& name : value.items()) add(name);
      if (value.items().empty()) fail(at, "type must not be an empty list");
    } else if (value.is_string() && value.string() == "any") {
      node.types = 0;  // seen in the wild
    } else {
      add(value);
    }
  }

  void read_properties(const json::Value& value, SchemaNode& node, const Place& at) {
    if (!value.is_object()) return fail(at, "properties must be an object");
    const CountingMembers counting(value.members());
    node.properties.reserve(value.members().size());
    for (const json::Member& member : value.members()) {
      if (!counting.holds(member)) continue;
      const SchemaNode* compiled = child(member.value, at.in(member.key));
      if (failed_) return;
      node.properties.push_back({member.key, compiled, false});
    }
  }

  void read_pattern_properties(const json::Value& value, SchemaNode& node, const Place& at) {
    if (!value.is_object()) return;
    for (const json::Member& member : value.members()) {
      std::unique_ptr<Pattern> pattern = Pattern::compile(member.key);
      if (!pattern) continue;
      node.pattern_properties.push_back({std::move(pattern), child(member.value, at.in(member.key))});
    }
  }

  void read_list(const json::Value& value, std::vector<const SchemaNode*>& out, const Place& at) {
    if (!value.is_array()) return fail(at, "must be a list of schemas");
    out.reserve(out.size() + value.items().size());
    for (std::size_t i = 0; i < value.items().size() && !failed_; ++i) {
      out.push_back(child(value.items()[i], at.in(i)));
    }
  }

  void read_reference(const json::Value& value, SchemaNode& node, const Place& at) {
    if (!value.is_string()) return fail(at, "$ref must be a string");
    const std::string& reference = value.string();
    if (reference.empty() || reference[0] != '#')
      return fail(at, "only local references are understood, found \"" + reference + "\"");
    const json::Value* target = &source_;
    std::string_view rest = std::string_view(reference).substr(1);
    while (!rest.empty() && rest[0] == '/') {
      rest.remove_prefix(1);
      const std::size_t end = std::min(rest.find('/'), rest.size());
      const std::string token = unescape_pointer(rest.substr(0, end));
      rest.remove_prefix(end);
      if (target->is_array() && !token.empty() && token.size() < 6 &&
          token.find_first_not_of("0123456789") == std::string::npos) {
        const std::size_t index = std::stoul(token);
        target = index < target->items().size() ? &target->items()[index] : nullptr;
      } else {
        target = target->find(token);
      }
      if (target == nullptr) break;
    }
    if (target == nullptr || !rest.empty())
      return fail(at, "the reference \"" + reference + "\" leads nowhere");
    follow_references();
    const SchemaNode* compiled = child(*target, Place{nullptr, std::string_view(reference).substr(1)});
    // {"$ref": "#"} inside itself says nothing.
    if (compiled != nullptr && compiled != &node) node.all_of.push_back(compiled);
  }

  static std::unique_ptr<const Bound> bound(const json::Value& value) {
    if (!value.is_number()) return nullptr;
    return std::make_unique<const Bound>(value.number_text());
  }
  static std::unique_ptr<const Bound> exclusive(const json::Value& value, const json::Value* inclusive) {
    if (!value.is_boolean()) return bound(value);
    if (!value.boolean() || inclusive == nullptr) return nullptr;
    return bound(*inclusive);
  }
  static Count count(const json::Value& value) {
    if (!value.is_number()) return {};
    std::optional<std::int64_t> number = value.as_int64();
    if (!number) {  // 2.0 is a count too
      const Decimal decimal = decimal_of(value.number_text());
      const std::optional<std::string> digits = integer_part(decimal);
      if (!digits || !decimal.is_integral()) return {};
      number = json::Value(json::Number{*digits}).as_int64();
    }
    if (!number || *number < 0) return {};
    return Count(static_cast<std::size_t>(*number));
  }

  void finish(const Keywords& keywords, SchemaNode& node, const Place& place) {
    node.index();
    if (const json::Value* required = keywords[Keyword::kRequired];
        required != nullptr && required->is_array()) {
      for (const json::Value& name : required->items()) {
        if (!name.is_string()) return fail(place.in("required"), "required must list names");
        node.require(name.string());
      }
    }
    if (const json::Value* only = keywords[Keyword::kConst];
        only != nullptr && keywords[Keyword::kEnum] != nullptr) {
      std::erase_if(node.enumeration, [&](const json::Value& value) { return !equal(value, *only); });
    }
    const json::Value* nullable = keywords[Keyword::kNullable];
    if (nullable != nullptr && nullable->is_boolean() && nullable->boolean() && node.types != 0) {
      node.types = static_cast<Types>(node.types | kNull);
      if (node.has_enumeration) node.enumeration.emplace_back();
    }
  }

  static constexpr std::size_t kExpectedNodes = 16;

  const json::Value& source_;
  SchemaNodes& nodes_;
  std::vector<std::pair<const json::Value*, const SchemaNode*>> compiled_;  // up to the first reference
  std::unordered_map<const json::Value*, const SchemaNode*> known_;         // from the first reference on
  bool follows_references_ = false;
  bool failed_ = false;
  int depth_ = 0;
  Error error_;
};

}  // namespace

Result<const SchemaNode*> compile_schema(const json::Value& schema, SchemaNodes& nodes) {
  Compiler compiler(schema, nodes);
  const SchemaNode* const root = compiler.compile(schema, Place{});
  if (compiler.failed()) return compiler.error();
  return root;
}

}  // namespace argwright::tool
