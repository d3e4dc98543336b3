// Coercion by any schema: the first line of the input is the schema, the rest the argument text. What is
// accepted fits the schema (format uri apart, S1-43) and is strict JSON; what fits is not touched; twice is
// once.
#include <optional>
#include <string>

#include "argwright/schema.h"
#include "fuzz/check.h"
#include "json/utf8.h"
#include "repair/wrapper.h"
#include "tool/fit.h"

namespace argwright::fuzz {
namespace {

// None when that took too many steps to tell.
std::optional<bool> fits(const json::Value& value, const Schema& schema) {
  tool::Budget budget(1'000'000);
  const bool answer = tool::validates(value, schema.root(), budget);
  return budget.exhausted() ? std::nullopt : std::optional(answer);
}

bool is_too_complex(const std::vector<Diagnostic>& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.code == "schema_too_complex") return true;
  }
  return false;
}

void check_diagnostics(const std::vector<Diagnostic>& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics) {
    check(!diagnostic.code.empty() && !diagnostic.message.empty(), "a diagnostic says what it is");
    check(json::is_valid_utf8(diagnostic.message) && json::is_valid_utf8(diagnostic.path),
          "diagnostics are text", diagnostic.message);
  }
}

void check_value(const json::Value& sent, const Schema& schema) {
  json::Value value = sent;
  const Coercion once = coerce(value, schema);
  const std::string text = json::write(value);
  check_diagnostics(once.diagnostics);
  check(once.changed || value == sent, "a change is told", text);
  if (is_too_complex(once.diagnostics)) return;

  const std::optional<bool> fitted = fits(sent, schema);
  if (fitted == true) {
    check(value == sent && !once.changed, "what fits is not touched", text);
    check(once.fits(), "what fits is accepted", text);
  }
  if (tool::fits_as_sent(sent, schema.root())) {
    json::Value mended = sent;
    const Coercion same = tool::coerce_within(tool::steps_for(0), mended, schema.root(), {});
    check(is_too_complex(same.diagnostics) || (!same.changed && same.diagnostics.empty() && mended == sent),
          "the quick look says yes only where nothing is to be done", json::write(mended));
  }
  if (once.fits()) check(fits(value, schema) != false, "what is accepted fits", text);

  json::Value again = value;
  const Coercion twice = coerce(again, schema);
  if (is_too_complex(twice.diagnostics)) return;
  check(again == value, "twice is once", text + "\n" + json::write(again));
  check(twice.fits() == once.fits(), "twice is judged as once", text);
}

void check_call(std::string_view raw, const Schema& schema) {
  const ToolCallRequest request = parse_call({"search", "call_1", raw}, &schema);
  check(request.raw_arguments == raw, "the raw arguments are kept");
  check(json::is_valid_utf8(request.parse_error) && json::is_valid_utf8(request.parse_warning),
        "messages are text", request.parse_error);
  check_diagnostics(request.diagnostics);
  check(request.accepted() == request.parse_error.empty() || !request.parts.empty(),
        "rejected means that there is an error", request.parse_error);
  for (const json::Value& part : request.parts)
    check(fits(part, schema) != false, "every part fits", json::write(part));
  if (!request.accepted()) return;

  const Result<json::Value> wire = json::parse(request.text());
  check(wire && wire->is_object(), "the text is a strict object", request.text());
  check(fits(*wire, schema) != false, "the text fits", request.text());
  check(fits(*request.arguments, schema) != false, "the arguments fit", json::write(*request.arguments));
  const ToolCallRequest again = parse_call({"search", "call_1", request.text()}, &schema);
  if (is_too_complex(again.diagnostics)) return;
  check(again.accepted() && again.text() == request.text(), "an answer sent again is the same answer",
        std::string(request.text()) + "\n" + std::string(again.text()) + "\n" + again.parse_error);
  check(*again.arguments == *request.arguments, "an answer sent again has the same values", request.text());
}

}  // namespace
}  // namespace argwright::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace argwright;
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t line = std::min(input.find('\n'), input.size());
  const std::string_view arguments = input.substr(std::min(line + 1, input.size()));

  const Result<Schema> schema = Schema::compile_text(input.substr(0, line));
  if (!schema) {
    fuzz::check(json::is_valid_utf8(schema.error().describe()), "the fault of a schema is told in text");
    return 0;
  }
  if (const Result<json::Value> sent = json::parse(arguments)) {
    fuzz::check_value(*sent, *schema);
    if (sent->is_object() && !repair::has_wrapper_keys(*sent) && fuzz::fits(*sent, *schema) == true) {
      const ToolCallRequest request = parse_call({"search", "call_1", arguments}, &*schema);
      fuzz::check(request.accepted() && request.text() == arguments, "L1: what fits passes byte for byte",
                  std::string(request.text()) + "\n" + request.parse_error);
    }
  }
  fuzz::check_call(arguments, *schema);
  return 0;
}
