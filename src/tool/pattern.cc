// The one translation unit that sees RE2.
#include "tool/pattern.h"

#include <re2/re2.h>

namespace argwright::tool {

namespace {

re2::RE2::Options options() {
  re2::RE2::Options result(re2::RE2::Quiet);
  result.set_max_mem(std::int64_t{1} << 20);
  return result;
}

}  // namespace

struct Pattern::Engine {
  explicit Engine(std::string_view text)
      : expression(re2::StringPiece(text.data(), text.size()), options()) {}

  re2::RE2 expression;
};

Pattern::Pattern(std::string expression, std::unique_ptr<Engine> engine)
    : expression_(std::move(expression)), engine_(std::move(engine)) {}
Pattern::~Pattern() = default;

std::unique_ptr<Pattern> Pattern::compile(std::string_view expression) {
  auto engine = std::make_unique<Engine>(expression);
  if (!engine->expression.ok()) return nullptr;
  return std::unique_ptr<Pattern>(new Pattern(std::string(expression), std::move(engine)));
}

bool Pattern::found_in(std::string_view text) const {
  return re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), engine_->expression);
}

}  // namespace argwright::tool
