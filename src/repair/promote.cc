// S3-27 to S3-29. Tested by promote_test.cc.
#include "repair/promote.h"

#include "argwright/repair.h"
#include "json/pointer.h"

namespace argwright {
namespace repair {
namespace {

struct Literal {
  std::string_view text;
  std::string_view warning;
};
constexpr Literal kLiterals[] = {
    {"true", "string literal converted to boolean true"},
    {"false", "string literal converted to boolean false"},
    {"null", "string literal converted to null"},
};

class Promoter {
 public:
  explicit Promoter(std::string_view at) : at_(at) {}

  std::vector<Promotion> run(json::Value& root) {
    visit(root);
    while (!open_.empty()) {
      Open& inner = open_.back();
      json::Value& container = *inner.container;
      const std::size_t size = container.is_object() ? container.members().size() : container.items().size();
      if (inner.next == size) {
        open_.pop_back();
        continue;
      }
      const std::size_t i = inner.next++;
      visit(container.is_object() ? container.members()[i].value : container.items()[i]);
    }
    return std::move(promotions_);
  }

 private:
  // A container that is walked: its members or items before `next` are done or being walked.
  struct Open {
    json::Value* container;
    std::size_t next;
  };

  void visit(json::Value& value) {
    if (value.is_object() || value.is_array()) {
      open_.push_back({&value, 0});
    } else if (value.is_string()) {
      promote_string(value);
    }
  }

  void promote_string(json::Value& value) {
    for (const Literal& literal : kLiterals) {
      if (value.string() != literal.text) continue;
      promotions_.push_back({pointer(), literal.warning});
      value = literal.text == "null" ? json::Value() : json::Value(literal.text == "true");
      return;
    }
  }

  std::string pointer() const {
    std::string text(at_);
    for (const Open& outer : open_) {
      const std::size_t i = outer.next - 1;
      if (outer.container->is_object()) {
        json::append_pointer_step(text, outer.container->members()[i].key);
      } else {
        json::append_pointer_step(text, i);
      }
    }
    return text;
  }

  std::string_view at_;
  std::vector<Open> open_;  // from the outside in
  std::vector<Promotion> promotions_;
};

}  // namespace

std::vector<Promotion> promote(json::Value& value, std::string_view at) { return Promoter(at).run(value); }

}  // namespace repair

std::vector<std::string> promote_literals(json::Value& arguments) {
  std::vector<std::string> warnings;
  for (const repair::Promotion& promotion : repair::promote(arguments))
    warnings.emplace_back(promotion.warning);
  return warnings;
}

}  // namespace argwright
