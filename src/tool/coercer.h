// Walks a value along its schema and mends what does not fit, as far as nothing is lost or invented.
//
//   coercer.cc           dispatch, alternatives
//   coerce_scalar.cc     strings, numbers, booleans, null, enumerations
//   coerce_container.cc  objects (keys, placeholders), lists
//   fit.cc               has coercion anything to do at all? Asked first
//   validate.cc          the same rules as a question: does it fit as it stands?
//
// A value that fits is never touched. What cannot be mended stays as sent, with an error.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "argwright/schema.h"
#include "tool/schema_node.h"

namespace argwright::tool {

// Bounds the work that nested alternatives can multiply. Shared by coercion and validation of one call.
class Budget {
 public:
  explicit Budget(std::size_t steps) : left_(steps) {}
  bool spend() {
    if (left_ > 0) --left_;
    return left_ > 0;
  }
  bool exhausted() const { return left_ == 0; }

 private:
  std::size_t left_;
};

// What coercing a value that holds so many values may cost: enough for any honest schema, a bound for hostile
// ones.
std::size_t steps_for(std::size_t values);
// Mends `value`, which does not fit as it was sent (fit.h).
Coercion coerce_within(std::size_t steps, json::Value& value, const SchemaNode& node,
                       const CoerceOptions& options);

// Does the value fit the schema as it stands? Format uri is not checked (S1-43: it only warns).
bool validates(const json::Value& value, const SchemaNode& node, Budget& budget, int depth = 0);

// Parts of validates() that coercion asks for one by one.
inline Types type_of(const json::Value& value) {
  constexpr Types kOfKind[] = {kNull, kBoolean, kNumber, kString, kArray, kObject};
  return kOfKind[static_cast<std::size_t>(value.kind())];
}
bool is_integral(const json::Value& number);
inline bool type_fits(const json::Value& value, Types types) {
  const Types type = type_of(value);
  if (types == 0 || (types & type) != 0) return true;
  return type == kNumber && (types & kInteger) != 0 && is_integral(value);
}
bool in_enumeration(const json::Value& value, const SchemaNode& node);
bool numbers_fit(const json::Value& value, const SchemaNode& node);  // bounds; the value is a number
bool is_date_time(std::string_view text);
bool is_date(std::string_view text);
bool is_timestamp(std::string_view text);
bool is_absolute_uri(std::string_view text);
std::size_t code_points(std::string_view text);

class Coercer {
 public:
  Coercer(const CoerceOptions& options, Budget& budget) : options_(options), budget_(budget) {}

  // Mends `value` in place. Errors and warnings are collected; see take().
  void coerce(json::Value& value, const SchemaNode& node);

  Coercion take() { return std::move(result_); }
  std::size_t errors() const { return errors_; }

 private:
  // How far the result was, for going back.
  struct Mark {
    std::size_t errors;
    std::size_t diagnostics;
    bool changed;
  };
  Mark mark() const { return {errors_, result_.diagnostics.size(), result_.changed}; }
  // The value is what it was at the mark again; warnings of changes since then are withdrawn.
  void withdraw(const Mark& mark);

  // One step of the path to the value at hand; the steps are a list on the call stack, from the inside out.
  class Step {
   public:
    Step(Coercer& coercer, const std::string& name) : Step(coercer, &name, 0) {}
    Step(Coercer& coercer, std::size_t position) : Step(coercer, nullptr, position) {}
    ~Step() { coercer_.path_ = outer; }
    Step(const Step&) = delete;
    Step& operator=(const Step&) = delete;

    const Step* const outer;
    const std::string* const key;  // nullptr: an index
    const std::size_t index;

   private:
    Step(Coercer& coercer, const std::string* name, std::size_t position)
        : outer(coercer.path_), key(name), index(position), coercer_(coercer) {
      coercer.path_ = this;
    }
    Coercer& coercer_;
  };

  void warn(std::string_view code, std::string message);
  void fail(std::string_view code, std::string message);
  void fail_as_too_complex();  // unless there is an error already
  void add(Severity severity, std::string_view code, std::string message);
  std::string path() const;
  static void append_path(std::string& out, const Step* step);

  // True when the value has one of the types now, as sent or converted.
  bool convert_type(json::Value& value, const SchemaNode& node);
  bool convert_string(json::Value& value, const SchemaNode& node);
  bool convert_other(json::Value& value, const SchemaNode& node);
  bool string_to_container(json::Value& value, Types type);
  void truncate_fraction(json::Value& value, const SchemaNode& node);
  bool check_enumeration(json::Value& value, const SchemaNode& node);  // true when it is one of them now
  void check_string(const json::Value& value, const SchemaNode& node);
  void check_number(const json::Value& value, const SchemaNode& node);

  void coerce_object(json::Value& value, const SchemaNode& node);
  static bool may_be_emptied(const json::Value& value, const SchemaNode& node);
  void coerce_members(json::Object& members, const SchemaNode& node);
  void match_keys(json::Object& members, const SchemaNode& node);
  void drop_placeholders(json::Object& members, const SchemaNode& node);
  bool is_to_drop(const json::Value& value, const SchemaNode& node);
  void check_required(const json::Object& members, const SchemaNode& node);
  void coerce_list(json::Value& value, const SchemaNode& node);
  void coerce_alternatives(json::Value& value, const std::vector<const SchemaNode*>& branches);
  void coerce_parts(json::Value& value, const SchemaNode& node);
  void coerce_once(json::Value& value, const SchemaNode& node);
  void coerce_guarded(json::Value& value, const SchemaNode& node);
  void coerce_together(json::Value& value, const std::vector<const SchemaNode*>& nodes);
  void coerce_member(json::Member& member, const SchemaNode::Property* property, const SchemaNode& node);

  const CoerceOptions& options_;
  Budget& budget_;
  const Step* path_ = nullptr;
  Coercion result_;
  std::size_t errors_ = 0;
  int depth_ = 0;
};

}  // namespace argwright::tool
