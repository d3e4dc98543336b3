#include "tool/coercer.h"

#include <algorithm>

#include "json/pointer.h"
#include "tool/fit.h"

namespace argwright::tool {
namespace {

constexpr int kMaxDepth = 1200;

// Values in `value`; what lies deeper than any honest call is not counted.
std::size_t count_values(const json::Value& value, int depth = 0) {
  std::size_t count = 1;
  if (depth > 64) return count;
  if (value.is_array()) {
    for (const json::Value& item : value.items()) count += count_values(item, depth + 1);
  } else if (value.is_object()) {
    for (const json::Member& member : value.members()) count += count_values(member.value, depth + 1);
  }
  return count;
}

}  // namespace

std::size_t steps_for(std::size_t values) { return 1'000'000 + 64 * values; }

std::string Coercer::path() const {
  std::string out;
  append_path(out, path_);
  return out;
}

// As deep as coerce() itself.
void Coercer::append_path(std::string& out, const Step* step) {
  if (step == nullptr) return;
  append_path(out, step->outer);
  if (step->key != nullptr) {
    json::append_pointer_step(out, *step->key);
  } else {
    json::append_pointer_step(out, step->index);
  }
}

void Coercer::add(Severity severity, std::string_view code, std::string message) {
  result_.diagnostics.push_back(Diagnostic{severity, path(), std::string(code), std::move(message)});
}

void Coercer::warn(std::string_view code, std::string message) {
  add(Severity::kWarning, code, std::move(message));
}

void Coercer::fail(std::string_view code, std::string message) {
  ++errors_;
  add(Severity::kError, code, std::move(message));
}

void Coercer::coerce(json::Value& value, const SchemaNode& node) {
  if (!budget_.spend() || depth_ > kMaxDepth) {
    return fail_as_too_complex();
  }
  if (node.only_type && value.kind() < json::Kind::kArray && type_fits(value, node.types)) return;
  if (node.nothing) {
    fail("not_allowed", "no value is allowed here");
    return;
  }
  ++depth_;
  if (node.overlapping) {
    coerce_together(value, {&node});
  } else {
    coerce_once(value, node);
  }
  --depth_;
}

void Coercer::coerce_once(json::Value& value, const SchemaNode& node) {
  const bool candidate = value.is_object() || (value.is_string() && !node.allows(kString));
  if (candidate && may_be_emptied(value, node)) return coerce_guarded(value, node);
  if (convert_type(value, node)) coerce_parts(value, node);
}

// A misfit that is left as {} would be taken for a placeholder when it comes again: it stays as sent.
void Coercer::coerce_guarded(json::Value& value, const SchemaNode& node) {
  const Mark before = mark();
  json::Value sent = value;
  if (convert_type(value, node)) coerce_parts(value, node);
  if (errors_ == before.errors || !value.is_object() || !value.members().empty()) return;
  value = std::move(sent);
  withdraw(before);
}

// The value has one of the types.
void Coercer::coerce_parts(json::Value& value, const SchemaNode& node) {
  if (value.is_object()) {
    coerce_object(value, node);
  } else if (value.is_array()) {
    coerce_list(value, node);
  }
  if (!node.has_enumeration || check_enumeration(value, node)) {
    if (value.is_string()) check_string(value, node);
    if (value.is_number()) check_number(value, node);
  }
  for (const SchemaNode* part : node.all_of) coerce(value, *part);
  for (const auto& branches : node.alternatives) coerce_alternatives(value, branches);
}

// Where several parts of the schema describe one value, mending it for one may break it for another: then it
// stays as sent.
void Coercer::coerce_together(json::Value& value, const std::vector<const SchemaNode*>& nodes) {
  const auto fits = [&] {
    return std::all_of(nodes.begin(), nodes.end(),
                       [&](const SchemaNode* node) { return validates(value, *node, budget_, depth_); });
  };
  const bool fitted = fits();
  const Mark before = mark();
  json::Value sent = fitted ? json::Value() : value;
  for (const SchemaNode* node : nodes) coerce_once(value, *node);
  if (fitted || (errors_ == before.errors && fits())) return;
  value = std::move(sent);
  withdraw(before);
  if (errors_ > before.errors) return;
  if (budget_.exhausted()) return fail_as_too_complex();
  fail("contradictory_schema", "nothing was found that fits everything the schema says of this value");
}

void Coercer::fail_as_too_complex() {
  if (errors_ == 0) fail("schema_too_complex", "the schema is too complex to check this value");
}

void Coercer::withdraw(const Mark& mark) {
  const auto tells_a_change = [](const Diagnostic& d) {
    return d.severity == Severity::kWarning && d.code != "unknown_parameter" && d.code != "invalid_uri";
  };
  auto& list = result_.diagnostics;
  const auto first = list.begin() + static_cast<std::ptrdiff_t>(mark.diagnostics);
  list.erase(std::remove_if(first, list.end(), tells_a_change), list.end());
  result_.changed = mark.changed;
}

// The first branch that the value fits as it stands; else the one that takes it with the fewest changes, the
// earlier on a tie.
void Coercer::coerce_alternatives(json::Value& value, const std::vector<const SchemaNode*>& branches) {
  for (const SchemaNode* branch : branches) {
    if (validates(value, *branch, budget_, depth_)) return;
  }
  json::Value best_value;
  Coercion best;
  bool found = false;
  for (const SchemaNode* branch : branches) {
    if (budget_.exhausted()) break;
    json::Value trial = value;
    Coercer attempt(options_, budget_);
    attempt.path_ = path_;
    attempt.depth_ = depth_;
    attempt.coerce(trial, *branch);
    if (attempt.errors() > 0) continue;
    Coercion outcome = attempt.take();
    if (found && outcome.diagnostics.size() >= best.diagnostics.size()) continue;
    found = true;
    best = std::move(outcome);
    best_value = std::move(trial);
  }
  if (!found) {
    if (budget_.exhausted()) {
      fail_as_too_complex();
    } else if (branches.size() == 1) {
      coerce(value, *branches.front());
    } else {
      fail("no_alternative_fits",
           "the value fits none of the " + std::to_string(branches.size()) + " declared alternatives");
    }
    return;
  }
  value = std::move(best_value);
  result_.changed = result_.changed || best.changed;
  for (Diagnostic& diagnostic : best.diagnostics) result_.diagnostics.push_back(std::move(diagnostic));
}

Coercion coerce_within(std::size_t steps, json::Value& value, const SchemaNode& node,
                       const CoerceOptions& options) {
  Budget budget(steps);
  Coercer coercer(options, budget);
  coercer.coerce(value, node);
  return coercer.take();
}

}  // namespace argwright::tool

namespace argwright {

bool Coercion::fits() const {
  return std::none_of(diagnostics.begin(), diagnostics.end(),
                      [](const Diagnostic& d) { return d.severity == Severity::kError; });
}

Coercion coerce(json::Value& value, const Schema& schema, const CoerceOptions& options) {
  if (tool::fits_as_sent(value, schema.root(), tool::steps_for(0))) return {};
  return tool::coerce_within(tool::steps_for(tool::count_values(value)), value, schema.root(), options);
}

}  // namespace argwright
