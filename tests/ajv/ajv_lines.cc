// Writes, for every case of the corpora and of the grids below, the schema and what was accepted: one line of
// JSON each, for tests/node/ajv_agrees_test.mjs, which says what a line holds.
//
// The corpora that are shared beside the source tree are left out where they are absent.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "argwright/json.h"
#include "argwright/schema.h"
#include "tests/corpus/case_file.h"
#include "tool/random_declarations.h"

namespace argwright {
namespace {

using json::Value;

void write_line(const std::string& id, const Value& schema, const std::optional<Value>& sent, bool kept,
                json::Array results) {
  json::Object line;
  line.push_back({"id", id});
  line.push_back({"schema", schema});
  line.push_back({"sent", sent ? *sent : Value()});
  line.push_back({"kept", kept});
  line.push_back({"results", std::move(results)});
  std::cout << json::write(Value(std::move(line))) << '\n';
}

// The whole way of one call.
void write_call(const std::string& id, const Schema& schema, const CallInput& input,
                const RepairOptions& options) {
  const ToolCallRequest request = parse_call(input, &schema, options);
  json::Array results;
  if (request.accepted()) {
    results.push_back(*request.arguments);
    Result<Value> wire = json::parse(request.text());
    results.push_back(wire ? std::move(*wire) : Value("the wire text is no JSON"));
  }
  for (const Value& part : request.parts) results.push_back(part);
  write_line(id, schema.source(), std::nullopt, true, std::move(results));
}

// Coercion alone.
void write_value(const std::string& id, const Schema& schema, const Value& sent) {
  Value value = sent;
  const Coercion coercion = coerce(value, schema);
  const bool kept = coercion.fits() && !coercion.changed && value == sent;
  // Declared integers have 64 bits (C11); a schema cannot say so.
  const bool too_big =
      std::any_of(coercion.diagnostics.begin(), coercion.diagnostics.end(), [](const Diagnostic& d) {
        return d.code == "integer_out_of_range" || d.code == "number_out_of_range";
      });
  write_line(id, schema.source(), sent, kept || too_big,
             coercion.fits() ? json::Array{value} : json::Array{});
}

bool write_corpus(const std::string& path) {
  const std::optional<corpus::File> file = corpus::read_file(path);
  if (!file) return false;
  for (const corpus::Line& line : file->lines) {
    const std::optional<std::string> raw = corpus::raw_text(line);
    const Value* source = line.find("schema");
    const Result<Schema> schema =
        source != nullptr ? Schema::compile(*source) : Schema::compile_text(R"({"type":"object"})");
    if (!raw || !schema) continue;
    const std::string tool = line.text("tool");
    RepairOptions options;
    options.complete = line.flag("complete", true);
    write_call(line.where, *schema, {tool, "call", *raw}, options);
    if (const Result<Value> sent = json::parse(*raw); sent && sent->is_object())
      write_value(line.where, *schema, *sent);
  }
  return true;
}

// What one member may be declared as, and what may be sent for it: every pair.
const char* const kSchemas = R"([
  {}, true, {"type":"string"}, {"type":"boolean"}, {"type":"integer"}, {"type":"number"}, {"type":"null"},
  {"type":"object"}, {"type":"array"}, {"type":["string","null"]}, {"type":["integer","string"]},
  {"type":["array","object"]}, {"type":["boolean","integer"]}, {"type":"integer","nullable":true},
  {"type":"string","minLength":2,"maxLength":4}, {"type":"string","pattern":"^[a-z]+$"},
  {"type":"string","format":"date-time"}, {"type":"string","format":"date"}, {"type":"string","format":"uri"},
  {"type":"integer","minimum":0,"maximum":10}, {"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1},
  {"type":"number","multipleOf":0.1}, {"type":"integer","multipleOf":7},
  {"enum":["open","shut"]}, {"enum":["Open","open"]}, {"enum":[1,2,null]}, {"enum":[[1],{"a":1}]}, {"const":"x"},
  {"const":{"a":[1]}}, {"type":"string","enum":[1,2]}, {"type":"integer","enum":["1","2"]},
  {"enum":["a","b"],"const":"b"}, {"enum":["ab"],"minLength":3}, {"enum":[true,"true"]},
  {"type":"array","items":{"type":"integer"}}, {"type":"array","items":{"type":"array","items":{"type":"boolean"}}},
  {"type":"array","items":{"type":"string"},"minItems":1,"maxItems":2}, {"type":"array","uniqueItems":true},
  {"type":"array","items":{"type":"integer"},"uniqueItems":true},
  {"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"items":false},
  {"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]},
  {"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"string"}},"additionalProperties":false},
  {"type":"object","additionalProperties":{"type":"integer"}}, {"type":"object","minProperties":1,"maxProperties":1},
  {"type":"object","properties":{"a":{"type":"integer"}},"minProperties":1},
  {"type":"object","patternProperties":{"^a":{"type":"integer"}},"additionalProperties":{"type":"boolean"}},
  {"type":"object","properties":{"a":{"type":"boolean"}},"patternProperties":{"a":{"type":"string"}}},
  {"type":"object","properties":{"fileName":{"type":"string"}},"required":["fileName"],"additionalProperties":false},
  {"anyOf":[{"type":"string"},{"type":"integer"}]}, {"anyOf":[{"type":"integer"},{"type":"null"}]},
  {"anyOf":[{"type":"boolean"},{"type":"array","items":{"type":"integer"}}]},
  {"anyOf":[{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]},{"type":"integer"}]},
  {"allOf":[{"type":"string"},{"minLength":2}]}, {"allOf":[{"type":"boolean"},{"type":"string"}]},
  {"allOf":[{"type":"integer"},{"minimum":5}]}, {"allOf":[{"enum":["A"]},{"enum":["a"]}]},
  {"type":"boolean","anyOf":[{"type":"string"}]}, {"type":"integer","anyOf":[{"minimum":5},{"maximum":0}]},
  {"type":"object","allOf":[{"required":["a"]},{"properties":{"a":{"type":"integer"}}}]},
  {"$ref":"#/$defs/tree"}, {"type":"array","items":{"$ref":"#/$defs/tree"}}, {"$ref":"#/$defs/word","minLength":2}
])";
const char* const kValues = R"([
  null, true, false, 0, 1, 2, -1, 7, 42, 1.0, 0.3, 3.7, -0, 1e2, 9007199254740993,
  "", " ", "a", "ab", "abcde", "true", "False", "null", "None", "1", "2", "42", " 42 ", "3.7", "1e2", "0x10", "1,200",
  "open", "Open", "OPEN", "\"open\"", "x", "X", "A", "2031-02-01", "2031-02-30", "2031-02-01T10:00:00Z",
  "2031-02-01T10:00:00", "2016-12-31T23:59:60Z", "2031-02-01T10:00:60Z", "https://a.example/x", "not a uri",
  "[1]", "[1,", "[\"a\",\"b\"]", "[1, '2',]", "{}", "{\"a\":1}", "{'a': '1'}", "\"{\\\"a\\\":1}\"", "\"[1]\"",
  [], [1], ["1"], [1,1], [1,1.0], ["1",1], [true,"true"], [[1],["true"]], ["a",2], ["a","2",3], [null], [{"v":1}],
  {}, {"a":1}, {"a":"1"}, {"a":1,"b":2}, {"a":1.0,"b":"x"}, {"a":null}, {"a":"","b":null}, {"a":true}, {"b":true},
  {"ab":"7","z":"true"}, {"a":{}}, {"a":[1]}, {"a":[1.0]}, {"file_name":"x"}, {"fileName":"x","file_name":"y"},
  {"v":"1","kids":[{"v":"2"}]}, {"v":1,"kids":{"v":2}}, {"v":1,"kids":"[]"}, {"v":1,"kids":[{}]}
])";
const char* const kDefinitions =
    R"({"tree":{"type":"object","properties":{"v":{"type":"integer"},"kids":{"type":"array","items":{"$ref":"#/$defs/tree"}}},"required":["v"]},"word":{"type":"string"}})";

void write_schema_grid() {
  const Value schemas = *json::parse(kSchemas);
  const Value values = *json::parse(kValues);
  const Value definitions = *json::parse(kDefinitions);
  for (std::size_t i = 0; i < schemas.items().size(); ++i) {
    for (const bool required : {true, false}) {
      json::Object root;
      root.push_back({"type", "object"});
      root.push_back({"properties", json::Object{{"v", schemas.items()[i]}}});
      if (required) root.push_back({"required", json::Array{Value("v")}});
      root.push_back({"$defs", definitions});
      const Schema schema = std::move(*Schema::compile(Value(std::move(root))));
      for (std::size_t k = 0; k < values.items().size(); ++k) {
        write_value("schema " + std::to_string(i) + " value " + std::to_string(k), schema,
                    Value(json::Object{{"v", values.items()[k]}}));
      }
    }
  }
}

void write_parameter_grid() {
  const Value values = *json::parse(kValues);
  for (int kind = 0; kind <= static_cast<int>(ValueKind::kAttachmentReference); ++kind) {
    for (int cardinality = 0; cardinality <= static_cast<int>(Cardinality::kMap); ++cardinality) {
      ToolParameter p;
      p.name = "v";
      p.value_kind = static_cast<ValueKind>(kind);
      p.cardinality = static_cast<Cardinality>(cardinality);
      p.is_required = p.cardinality != Cardinality::kOptional;
      p.example = "1";
      if (p.value_kind == ValueKind::kEnumToken) p.enum_constraint = EnumConstraint{{"open", "shut"}, false};
      if (p.value_kind == ValueKind::kJsonArray) p.constraints.min_items = 1;
      const Schema schema = Schema::from_parameters({p});
      for (std::size_t k = 0; k < values.items().size(); ++k) {
        write_value(std::string(value_kind_name(p.value_kind)) + " " +
                        std::string(cardinality_name(p.cardinality)) + " value " + std::to_string(k),
                    schema, Value(json::Object{{"v", values.items()[k]}}));
      }
    }
  }
}

void write_random(int count) {
  std::mt19937 dice(20310201);
  tool::RandomDeclarations random(
      [&](int end) { return static_cast<int>(dice() % static_cast<unsigned>(end)); });
  random.keep_to_common_words();
  for (int i = 0; i < count; ++i) {
    const Schema schema = i % 3 == 0 ? Schema::from_parameters(random.any_parameters(2))
                                     : std::move(*Schema::compile(random.schema()));
    for (int k = 0; k < 4; ++k) {
      const Value likely = random.likely_value(schema.source(), schema.source(), 5);
      const std::string id = "random " + std::to_string(i) + " " + std::to_string(k);
      write_value(id, schema, likely);
      write_value(id + " bent", schema, random.bent(likely));
    }
  }
}

}  // namespace
}  // namespace argwright

int main() {
  using namespace argwright;
  std::ios::sync_with_stdio(false);
  for (const char* name : {"arguments_dev.jsonl", "synthetic_arguments.jsonl"}) {
    if (!write_corpus(corpus::shared_folder() + "/corpus/" + name))
      std::cerr << name << " is not in " << corpus::shared_folder() << "/corpus; left out\n";
  }
  for (const auto& entry :
       std::filesystem::directory_iterator(corpus::source_folder() + "/tests/corpus/repair")) {
    if (!write_corpus(entry.path().string())) return 1;
  }
  write_schema_grid();
  write_parameter_grid();
  write_random(std::getenv("ARGWRIGHT_LONG") != nullptr ? 20'000 : 2'000);
  return std::cout.flush() ? 0 : 1;
}
