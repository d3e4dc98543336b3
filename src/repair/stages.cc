#include "repair/stages.h"

#include <algorithm>
#include <array>
#include <optional>

#include "json/strict_prefix.h"
#include "json/validator.h"
#include "repair/candidates.h"
#include "repair/envelope.h"
#include "repair/json5.h"
#include "repair/text_layers.h"
#include "repair/unquote.h"

namespace argwright::repair {
namespace {

// Texts inside texts inside texts: enough is enough.
constexpr int kMaxLayers = 4;

struct Job {
  std::string_view text;
  const OriginMap& origin;
  const RepairOptions& options;
  FixLog& fixes;
  int layer = 0;
};

// Nothing: this reading does not apply, the next one is tried.
using Attempt = std::optional<Result<Reading>>;

Result<Reading> read(const Job& job);

OriginMap compose(const std::vector<std::uint32_t>& inner, std::size_t skipped, const OriginMap& outer) {
  std::vector<std::uint32_t> origins;
  origins.reserve(inner.size());
  for (const std::uint32_t offset : inner)
    origins.push_back(static_cast<std::uint32_t>(outer[offset + skipped]));
  return OriginMap(std::move(origins));
}

// Reads a text that was decoded from the job's text; its fixes point into the text as received.
Attempt read_layer(const Job& job, std::string_view text, const std::vector<std::uint32_t>& origins,
                   std::size_t skipped, Rule rule, int quoting_layers) {
  if (job.layer >= kMaxLayers) return std::nullopt;
  const OriginMap origin = compose(origins, skipped, job.origin);
  const FixLog::Mark mark = job.fixes.mark();
  job.fixes.add(rule, skipped, job.text.substr(skipped, 40), "");
  job.fixes.set_origin(&origin);
  Result<Reading> reading = read({text, origin, job.options, job.fixes, job.layer + 1});
  job.fixes.set_origin(&job.origin);
  if (reading) {
    reading->more_layers += quoting_layers;
    return reading;
  }
  job.fixes.forget_after(mark);
  Error error = reading.error();
  if (error.where.offset != Where::kNowhere && !origins.empty()) {
    error.where.offset = origins[std::min(error.where.offset, origins.size() - 1)] + skipped;
  }
  return error;
}

Reading object(std::string json, bool keys_are_unique = false) {
  Reading reading;
  reading.json = std::move(json);
  reading.keys_are_unique = keys_are_unique;
  return reading;
}

Attempt blank(const Job& job) {
  if (!trim(job.text).empty()) return std::nullopt;
  job.fixes.add(Rule::kEmptyInput, 0, job.text, "{}");
  return object("{}");
}

// May what stands at the end of the text end a string whose quote is missing, or stand behind the object?
// Then stage 4 has to look.
bool ends_like_an_ending(std::string_view text) {
  const char last = text[text.find_last_not_of(" \t\r\n")];
  return std::string_view("}])>\"'`\\").find(last) != std::string_view::npos || is_non_ascii(last);
}

// A text that is strict JSON up to its end, which comes too early.
Attempt cut_off_object(const Job& job) {
  using Kind = json::StrictPrefix::Kind;
  if (ends_like_an_ending(job.text)) return std::nullopt;
  const json::StrictPrefix prefix = json::read_strict_prefix(job.text, job.options.limits);
  const std::size_t end = job.text.size();
  if (job.options.truncated == TruncatedPolicy::kClose) {
    // The other kinds have something half there to be dropped, and a backslash near the end may be half an
    // escape.
    constexpr std::size_t kLongestEscape = 6;
    if (prefix.kind != Kind::kInsideText ||
        job.text.substr(end - std::min(end, kLongestEscape)).find('\\') != std::string_view::npos) {
      return std::nullopt;
    }
    std::string json;
    json.reserve(end + 1 + prefix.closers.size());
    json += job.text;
    json += '"';
    json += prefix.closers;
    job.fixes.add(Rule::kClosedTruncated, end, "", "\"");
    job.fixes.add(Rule::kClosedTruncated, end, "", prefix.closers);
    return object(std::move(json));
  }
  switch (prefix.kind) {
    case Kind::kInsideText: return Error::at(ErrorCode::kTruncated, "the text ends inside a string", end);
    case Kind::kInsideKey: return Error::at(ErrorCode::kTruncated, "the text ends inside a key", end);
    case Kind::kBeforeValue:
      return Error::at(ErrorCode::kTruncated, "the text ends where a value should follow", end);
    case Kind::kAfterComma: return Error::at(ErrorCode::kTruncated, "the text ends after a comma", end);
    case Kind::kObject:
    case Kind::kNone: break;
  }
  return std::nullopt;
}

Attempt strict_object(const Job& job) {
  // At layer 0 stages 1 and 2 have tried this already.
  if (job.layer == 0 || !json::is_strict_object(job.text, job.options.limits)) return std::nullopt;
  return object(std::string(job.text));
}

Attempt json5_object(const Job& job) {
  const FixLog::Mark mark = job.fixes.mark();
  Result<Json5Document> document = read_json5(job.text, job.options.limits, job.fixes);
  if (document && document->is_object && !document->has_foreign_escape)
    return object(std::move(document->json), document->keys_are_unique);
  job.fixes.forget_after(mark);
  return std::nullopt;
}

Attempt quoted_text(const Job& job) {
  std::vector<std::uint32_t> origins;
  const Unquoted inner = unquote(job.text, kMaxUnquoteLayers, &origins);
  if (inner.layers == 0) return std::nullopt;
  return read_layer(job, inner.text, origins, 0, Rule::kUnquote, inner.layers);
}

Attempt escaped_object(const Job& job) {
  // Also behind an outer quote that does not decode, with or without its partner.
  std::string_view text = trim(job.text);
  std::size_t skipped = static_cast<std::size_t>(text.data() - job.text.data());
  if (text.size() > 2 && text[0] == '"' && text[1] == '{') {
    text.remove_prefix(1);
    ++skipped;
    if (text.back() == '"') text.remove_suffix(1);
  } else if (text.size() > 2 && text.ends_with("}\"")) {
    text.remove_suffix(1);
  }
  const std::optional<TextLayer> layer = decode_escaped_object(text);
  if (!layer) return std::nullopt;
  return read_layer(job, layer->text, layer->origins, skipped, Rule::kEscapedObject, 0);
}

Attempt entity_object(const Job& job) {
  const std::string_view text = trim(job.text);
  const std::optional<TextLayer> layer = decode_entity_object(text);
  if (!layer) return std::nullopt;
  return read_layer(job, layer->text, layer->origins, static_cast<std::size_t>(text.data() - job.text.data()),
                    Rule::kHtmlEntities, 0);
}

// '{"a": 1}' with quotes around that are no JSON string encoding.
Attempt quotes_around(const Job& job) {
  const std::string_view text = trim(job.text);
  const Quote open = quote_at(text, 0);
  if (!open || text.size() < 2 * open.length + 2 || text[open.length] != '{') return std::nullopt;
  const Quote close = quote_at(text, text.size() - open.length);
  if (!close || close.length != open.length || text[text.size() - close.length - 1] != '}')
    return std::nullopt;
  const std::string_view inner = text.substr(open.length, text.size() - open.length - close.length);
  std::vector<std::uint32_t> origins(inner.size());
  for (std::size_t i = 0; i < inner.size(); ++i) origins[i] = static_cast<std::uint32_t>(i);
  return read_layer(job, inner, origins, static_cast<std::size_t>(inner.data() - job.text.data()),
                    Rule::kExtraQuote, 0);
}

Attempt enveloped_object(const Job& job) {
  EnvelopeOptions options;
  options.mend.truncated = job.options.truncated;
  options.mend.max_depth = job.options.limits.max_depth;
  options.tool_name = job.options.tool_name;
  options.declared_keys = job.options.declared_keys;
  EnvelopeScan scan = scan_envelope(job.text, options, job.fixes);
  if (scan.failed) return scan.error;
  if (scan.candidates.empty()) {
    const Result<json::Kind> kind = json::validate(job.text, job.options.limits);
    if (kind) {
      return Error::at(ErrorCode::kNotAnObject, root_is_no_object(*kind), 0);
    }
  }
  Result<Choice> choice = choose(std::move(scan.candidates), job.options.limits, job.fixes);
  if (!choice) return choice.error();
  Reading reading;
  reading.json = std::move(choice->json);
  reading.parts = std::move(choice->parts);
  reading.in_call_tag = choice->in_call_tag;
  reading.keys_are_unique = choice->keys_are_unique;
  return reading;
}

// In this order.
constexpr std::array<Attempt (*)(const Job&), 9> kReadings = {
    blank,          strict_object, cut_off_object, json5_object,     quoted_text,
    escaped_object, entity_object, quotes_around,  enveloped_object,
};

Result<Reading> read(const Job& job) {
  for (const auto& reading : kReadings) {
    if (Attempt attempt = reading(job)) return std::move(*attempt);
  }
  return Error{ErrorCode::kInternal, "no reading applies", {}};
}

}  // namespace

std::string root_is_no_object(json::Kind kind) {
  const std::string_view article = kind == json::Kind::kNull ? "" : kind == json::Kind::kArray ? "an " : "a ";
  return "the root is " + std::string(article) + std::string(json::kind_name(kind)) + ", not an object";
}

Result<Reading> read_leniently(std::string_view text, const OriginMap& origin, const RepairOptions& options,
                               FixLog& fixes) {
  fixes.set_origin(&origin);
  Result<Reading> reading = read({text, origin, options, fixes, 0});
  fixes.set_origin(nullptr);
  if (!reading) {
    // Where the error is known in a derived text, say it in terms of the text as received.
    Error error = std::move(reading).error();
    if (error.where.offset != Where::kNowhere) error.where.offset = origin[error.where.offset];
    return error;
  }
  return reading;
}

}  // namespace argwright::repair
