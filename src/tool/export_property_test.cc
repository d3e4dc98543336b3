// Import then export keeps a schema's meaning, and a list of parameters means what its schema means: checked
// on random declarations and random values.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "argwright/tool_export.h"
#include "tool/coercer.h"
#include "tool/parameters.h"
#include "tool/random_declarations.h"

namespace argwright {
namespace {

using json::Value;

constexpr int kValuesPerSchema = 12;

tool::RandomDeclarations random_declarations() {
  return tool::RandomDeclarations([](int end) { return *rc::gen::inRange(0, end); });
}

bool accepts(const Schema& schema, const Value& value) {
  tool::Budget budget(200'000);
  return tool::validates(value, schema.root(), budget);
}

// Through text, as a provider gets it.
Schema import(const Value& schema) {
  Result<Schema> compiled = Schema::compile_text(json::write(schema));
  if (!compiled) RC_FAIL(compiled.error().describe() + ": " + json::write(schema));
  return std::move(*compiled);
}

RC_GTEST_PROP(ExportProperties, ImportThenExportKeepsTheSchemaAndItsMeaning, ()) {
  tool::RandomDeclarations random = random_declarations();
  const Value source = random.schema();
  const Schema first = import(source);
  const ExportSubject tool = ExportSubject::of("t", "A tool", first);
  const Value chat = *export_openai_chat(tool).find("function")->find("parameters");
  RC_ASSERT(json::write(chat) == json::write(source));
  RC_ASSERT(*export_openai_responses(tool).find("parameters") == source);
  RC_ASSERT(*export_anthropic(tool).find("input_schema") == source);

  const Schema again = import(chat);
  const Schema standalone = import(export_json_schema(tool));
  RC_ASSERT(again.keys() == first.keys());
  RC_ASSERT(standalone.keys() == first.keys());
  RC_ASSERT(export_json_schema(ExportSubject::of("t", "A tool", standalone)) == standalone.source());
  int accepted = 0;
  for (int i = 0; i < kValuesPerSchema; ++i) {
    const Value value = random.likely_value(source, source, 5);
    const bool fits = accepts(first, value);
    accepted += fits ? 1 : 0;
    RC_ASSERT(accepts(again, value) == fits);
    RC_ASSERT(accepts(standalone, value) == fits);
  }
  RC_TAG(accepted > 0 ? "some value fits" : "none fits");
}

RC_GTEST_PROP(ExportProperties, TrimmingDescriptionsKeepsTheMeaning, ()) {
  tool::RandomDeclarations random = random_declarations();
  const Value source = random.schema();
  Value trimmed = source;
  const auto budget = static_cast<std::size_t>(random.below(40));
  RC_ASSERT(trim_descriptions(trimmed, budget) <= budget);
  const Schema before = import(source);
  const Schema after = import(trimmed);
  for (int i = 0; i < kValuesPerSchema; ++i) {
    const Value value = random.likely_value(source, source, 5);
    RC_ASSERT(accepts(before, value) == accepts(after, value));
  }
}

RC_GTEST_PROP(ExportProperties, EveryExportIsDeterministic, ()) {
  tool::RandomDeclarations random = random_declarations();
  const Schema schema = import(random.schema());
  const ExportSubject tool = ExportSubject::of("bash", "Runs it", schema);
  for (const std::string& name : export_format_names()) {
    const ExportFormat format = *export_format_of(name);
    RC_ASSERT(export_tools({tool}, format) == export_tools({tool}, format));
  }
}

RC_GTEST_PROP(ExportProperties, ParametersMeanWhatTheirSchemaMeans, ()) {
  tool::RandomDeclarations random = random_declarations();
  const std::vector<ToolParameter> parameters = random.any_parameters(2);
  const Schema declared = Schema::from_parameters(parameters);
  const Value exported =
      *export_openai_chat(ExportSubject::of("t", "", parameters)).find("function")->find("parameters");
  RC_ASSERT(exported == tool::schema_of(parameters));
  const Schema imported = import(exported);
  RC_ASSERT(imported.keys() == declared.keys());
  int accepted = 0;
  for (int i = 0; i < kValuesPerSchema; ++i) {
    const Value value = random.likely_value(exported, exported, 5);
    const bool fits = accepts(declared, value);
    RC_ASSERT(accepts(imported, value) == fits);
    if (!fits) continue;
    ++accepted;
    // Exports are lossless but for numbers that a 64-bit integer or a double cannot hold (C11).
    Value by_declaration = value;
    Value by_schema = value;
    const Coercion first = coerce(by_declaration, declared);
    const Coercion second = coerce(by_schema, imported);
    RC_ASSERT(second.fits());
    RC_ASSERT(!first.changed && !second.changed);
    RC_ASSERT(by_declaration == value && by_schema == value);
    if (first.fits()) RC_ASSERT(first.diagnostics == second.diagnostics);
  }
  RC_TAG(accepted > 0 ? "some value fits" : "none fits");
}

}  // namespace
}  // namespace argwright
