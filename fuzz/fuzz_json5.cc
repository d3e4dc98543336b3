// The JSON5 stage: what it accepts becomes strict JSON, what it refuses leaves no trace, and JSON is JSON5.
#include "repair/json5.h"

#include "argwright/json.h"
#include "fuzz/check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace argwright;
  using fuzz::check;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Limits limits;
  repair::FixLog fixes(limits.max_fixes);
  fixes.add(repair::Rule::kUnquote, 0, "before", "");
  const Result<json::Value> strict = json::parse(text, limits);
  const Result<repair::Json5Document> document = repair::read_json5(text, limits, fixes);
  if (!document) {
    check(!strict, "JSON is JSON5", document.error().message);
    check(fixes.total() == 1 && fixes.list().size() == 1 && fixes.list()[0].before == "before",
          "a text that is refused leaves no fixes");
    check(document.error().where.offset <= size, "an error lies inside the text", document.error().message);
    return 0;
  }

  const Result<json::Value> value = json::parse(document->json, limits);
  check(value.has_value(), "the answer is strict JSON", document->json);
  check(value->is_object() == document->is_object, "is_object tells the truth", document->json);
  check(json::write(*value).size() <= document->json.size(), "the answer is compact", document->json);
  for (const Fix& fix : fixes.list()) check(fix.offset <= size, "a fix lies inside the text", fix.rule);
  if (strict) {
    check(*strict == *value, "JSON means the same as JSON5", document->json);
    check(fixes.total() == 1, "JSON needs no fix", document->json);
    check(!document->has_foreign_escape, "JSON has no foreign escape", document->json);
  } else {
    check(fixes.total() > 1, "every deviation is listed", document->json);
  }

  const repair::FixLog::Mark mark = fixes.mark();
  const Result<repair::Json5Document> again = repair::read_json5(document->json, limits, fixes);
  check(again && again->json == document->json && fixes.total() == mark.total, "the answer stays as it is",
        document->json);
  return 0;
}
