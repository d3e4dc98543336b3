// `argwright repair --batch`: whatever the lines are, each gets one line of strict JSON that says what the
// engine says, and what a schema accepted it accepts again.
#include <string>
#include <vector>

#include "app/batch.h"
#include "argwright/json.h"
#include "argwright/repair.h"
#include "argwright/schema.h"
#include "fuzz/check.h"
#include "repair/wrapper.h"

namespace argwright::fuzz {
namespace {

const json::Value& member(const json::Value& answer, std::string_view key) {
  const json::Value* const value = answer.find(key);
  check(value != nullptr, "an answer has all its members", key);
  return *value;
}

void check_answer(const json::Value& answer) {
  const json::Value& outcome = member(answer, "outcome");
  check(outcome.is_string(), "an outcome is a word");
  const json::Value& arguments = member(answer, "arguments");
  const json::Value& text = member(answer, "text");
  check(member(answer, "fixes").is_array(), "fixes is a list");
  const bool rejected = outcome.string() == "rejected";
  check(member(answer, "parse_error").is_null() == !(rejected || outcome.string() == "split"),
        "an error stands where there is no answer", outcome.string());
  const json::Value& rejection = member(answer, "rejection");
  const bool misfit = rejection.is_string() && rejection.string() == "misfit";
  check(misfit == (answer.find("partial") != nullptr), "a misfit, and only a misfit, has a part");
  bool errors = false;
  for (const json::Value& diagnostic : member(answer, "diagnostics").items()) {
    errors = errors || member(diagnostic, "severity").string() == "error";
    const std::string& path = member(diagnostic, "path").string();
    check(path.empty() || path.front() == '/', "a path is a JSON pointer", path);
  }
  check(errors == misfit, "errors stand with a misfit");
  if (rejected) {
    check(arguments.is_null(), "what is rejected has no arguments");
    check(text.is_string() == misfit, "of what is rejected only a misfit goes on");
  } else if (outcome.string() == "split") {
    check(arguments.is_array() && arguments.items().size() >= 2, "a split is a list of objects");
    for (const json::Value& part : arguments.items()) check(part.is_object(), "a split is a list of objects");
  } else {
    check(arguments.is_object() && text.is_string(), "an answer is an object");
    const Result<json::Value> wire = json::parse(text.string());
    check(wire && wire->is_object(), "what goes on the wire is an object", text.string());
    // S3's promotions change the values and not the text.
    check(outcome.string() == "coerced" || *wire == arguments, "text and arguments are the same",
          text.string());
  }
}

// What a plain line says must be what the engine says: without a schema, and with null for one.
void compare_with_engine(const json::Value& line, const json::Value& answer) {
  const json::Value* const schema = line.find("schema");
  for (const json::Member& entry : line.members()) {
    if (entry.key != "id" && entry.key != "raw" && entry.key != "schema") return;
  }
  if (schema != nullptr && !schema->is_null()) return;
  const std::string& raw = line.find("raw")->string();
  const RepairResult repaired = repair_arguments(raw);
  const bool promoted = schema == nullptr && parse_call({{}, {}, raw}, nullptr).outcome == Outcome::kCoerced;
  check(member(answer, "outcome").string() == outcome_name(promoted ? Outcome::kCoerced : repaired.outcome),
        "a line is answered by the engine");
  if (repaired.accepted())
    check(member(answer, "text").string() == repaired.text, "text is the engine's", repaired.text);
}

// A key that was renamed or dropped may make the whole look like a wrapper, which nothing tells from one,
// unless the schema names the key of the wrapped arguments.
bool may_be_wrapper(const json::Value& arguments, const json::Value& line) {
  std::vector<std::string> names;
  const json::Value& schema = member(line, "schema");
  if (const json::Value* properties = schema.find("properties");
      properties != nullptr && properties->is_object()) {
    for (const json::Member& property : properties->members()) names.push_back(property.key);
  }
  if (const json::Value* required = schema.find("required"); required != nullptr && required->is_array()) {
    for (const json::Value& name : required->items()) {
      if (name.is_string()) names.push_back(name.string());
    }
  }
  const json::Value* const tool = line.find("tool");
  const std::string_view tool_name =
      tool != nullptr && tool->is_string() ? tool->string() : std::string_view();
  const Result<std::optional<json::Value>> opened = repair::open_wrapper(arguments, {tool_name, &names});
  return !opened || opened->has_value();
}

// Coercing twice changes nothing more, and what went on the wire means to the tool what was answered.
void check_again(const json::Value& line, const json::Value& answer, SchemaCache& cache) {
  const json::Value* const schema = line.find("schema");
  if (schema == nullptr || !schema->is_object() || !member(answer, "arguments").is_object()) return;
  if (may_be_wrapper(member(answer, "arguments"), line)) return;
  json::Object again;
  again.push_back({"id", json::Value(json::Number{"1"})});
  again.push_back({"raw", member(answer, "text")});
  again.push_back({"schema", *schema});
  if (const json::Value* tool = line.find("tool")) again.push_back({"tool", *tool});
  const std::string text = json::write(json::Value(std::move(again)));
  const Result<json::Value> second = json::parse(*app::answer_line(text, {1, {}}, {}, cache));
  check(second.has_value(), "an answer is JSON", text);
  check(member(*second, "arguments") == member(answer, "arguments"), "what was accepted is accepted again",
        text);
  check(member(*second, "text") == member(answer, "text"), "coercing twice changes nothing more", text);
}

void check_line(std::string_view line, std::size_t number, SchemaCache& cache) {
  const std::optional<std::string> answer =
      app::answer_line(line, app::LinePlace{number, {}}, app::BatchDefaults{}, cache);
  if (!answer) {
    check(line.find_first_not_of(" \t\r\xEF\xBB\xBF") == std::string_view::npos,
          "only blank lines get no answer", line);
    return;
  }
  check(answer->find('\n') == std::string::npos, "an answer is one line", *answer);
  const Result<json::Value> value = json::parse(*answer);
  check(value && value->is_object(), "an answer is a JSON object", *answer);
  const json::Value& id = member(*value, "id");
  if (value->find("error") != nullptr) {
    check(value->find("outcome") == nullptr, "an error is no outcome", *answer);
    return;
  }
  check_answer(*value);
  const Result<json::Value> request = json::parse(line);
  if (!request) return;  // it began with a byte order mark
  const json::Value* const sent = request->find("id");
  check(sent != nullptr && *sent == id, "the id comes back", *answer);
  compare_with_engine(*request, *value);
  check_again(*request, *value, cache);
}

}  // namespace
}  // namespace argwright::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  argwright::SchemaCache cache;
  for (std::size_t number = 1; !rest.empty(); ++number) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    argwright::fuzz::check_line(line, number, cache);
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
  }
  return 0;
}
