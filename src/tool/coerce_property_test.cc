// The laws of coercion on random declarations and on values bent as models bend them. Another validator's
// word on the same: the ctest ajv_agrees.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "argwright/schema.h"
#include "tool/coercer.h"
#include "tool/random_declarations.h"
#include "tool/text_fit.h"

namespace argwright {
namespace {

constexpr int kValuesPerSchema = 12;

bool accepts(const Schema& schema, const json::Value& value) {
  tool::Budget budget(1'000'000);
  return tool::validates(value, schema.root(), budget);
}

bool has_code(const Coercion& coercion, std::string_view code) {
  return std::any_of(coercion.diagnostics.begin(), coercion.diagnostics.end(),
                     [&](const Diagnostic& d) { return d.code == code; });
}

void check_laws(const Schema& schema, const json::Value& sent) {
  const std::string shown = json::write(schema.source()) + "\n" + json::write(sent);
  json::Value value = sent;
  const Coercion once = coerce(value, schema);
  const std::string after = shown + "\n" + json::write(value);
  // Integers and numbers of declared parameters are bounded beyond what a schema can say (C11).
  const bool fitted = accepts(schema, sent);
  if (fitted && value != sent) RC_FAIL("a value that fits was touched\n" + after);
  if (fitted && once.changed) RC_FAIL("a value that fits is said to be changed\n" + after);
  if (fitted && !once.fits() && !has_code(once, "integer_out_of_range") &&
      !has_code(once, "number_out_of_range"))
    RC_FAIL("a value that fits was refused\n" + after);
  if (once.fits() && !accepts(schema, value)) RC_FAIL("an accepted value does not fit\n" + after);
  if (!once.changed && value != sent) RC_FAIL("a change is not told\n" + after);
  json::Value again = value;
  const Coercion twice = coerce(again, schema);
  if (twice.fits() != once.fits()) RC_FAIL("the second coercion judges otherwise\n" + after);
  if (again != value) RC_FAIL("the second coercion changes more\n" + after + "\n" + json::write(again));
}

tool::RandomDeclarations random_declarations() {
  return tool::RandomDeclarations([](int end) { return *rc::gen::inRange(0, end); });
}

RC_GTEST_PROP(CoerceProperties, HoldForSchemas, ()) {
  tool::RandomDeclarations random = random_declarations();
  const json::Value source = random.schema();
  const Result<Schema> schema = Schema::compile(source);
  RC_ASSERT(schema.has_value());
  for (int i = 0; i < kValuesPerSchema; ++i) {
    const json::Value likely = random.likely_value(source, source, 5);
    check_laws(*schema, likely);
    check_laws(*schema, random.bent(likely));
  }
}

RC_GTEST_PROP(CoerceProperties, HoldForParameters, ()) {
  tool::RandomDeclarations random = random_declarations();
  const Schema schema = Schema::from_parameters(random.any_parameters(2));
  for (int i = 0; i < kValuesPerSchema; ++i) {
    const json::Value likely = random.likely_value(schema.source(), schema.source(), 5);
    check_laws(schema, likely);
    check_laws(schema, random.bent(likely));
  }
}

// Where a look at the text is enough, the long way passes it as it is and has nothing to tell.
RC_GTEST_PROP(CoerceProperties, HoldForTextsThatFit, ()) {
  tool::RandomDeclarations random = random_declarations();
  const Schema schema = Schema::from_parameters(random.any_parameters(2));
  for (int i = 0; i < kValuesPerSchema; ++i) {
    const json::Value likely = random.likely_value(schema.source(), schema.source(), 5);
    for (const json::Value& sent : {likely, random.bent(likely)}) {
      const std::string text = json::write(sent);
      const bool fits = tool::text_fits(text, schema, Limits());
      RC_CLASSIFY(fits, "fits");
      if (!fits) continue;
      const ToolCallRequest request = parse_call({"f", "id", text}, &schema);
      if (request.outcome != Outcome::kOk || request.rewritten || !request.diagnostics.empty())
        RC_FAIL("a text is said to fit that does not\n" + json::write(schema.source()) + "\n" + text);
    }
  }
}

}  // namespace
}  // namespace argwright
