// The pipeline: stage 1 strict, stage 2 unquoted, stages 3 and 4 in stages.cc, then what holds for every
// answer.
#include "argwright/repair.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>
#include <vector>

#include "json/key_check.h"
#include "json/utf8.h"
#include "json/validator.h"
#include "repair/duplicate_keys.h"
#include "repair/fix_log.h"
#include "repair/stages.h"
#include "repair/unquote.h"
#include "repair/wrapper.h"

namespace argwright {
namespace {

using repair::FixLog;
using repair::OriginMap;
using repair::Rule;

constexpr std::size_t kOriginalCodePoints = 100;  // S0-29
constexpr int kMaxWrappers = 4;

// U+FFFD for bytes that are not UTF-8: messages are always text, also where they quote what is none.
void append_text(std::string& out, std::string_view bytes) {
  if (json::is_valid_utf8(bytes)) {
    out += bytes;
    return;
  }
  for (std::size_t i = 0; i < bytes.size();) {
    const json::CodePoint point = json::decode_utf8(bytes, i);
    json::append_utf8(out, point.value);
    i += point.length;
  }
}

// S0-28.
std::string parse_error_text(const Error& cause, std::string_view raw) {
  const std::string why = cause.describe();
  const std::string_view original = json::first_code_points(raw, kOriginalCodePoints);
  std::string text;
  text.reserve(64 + why.size() + original.size());
  text += "failed to parse arguments after unquoting: ";
  append_text(text, why);
  text += " (original: ";
  append_text(text, original);
  text += ')';
  return text;
}

class Pipeline {
 public:
  // `result` is fresh; run() fills it.
  Pipeline(std::string_view raw, const RepairOptions& options, RepairResult& result)
      : raw_(raw), options_(options), fixes_(options.limits.max_fixes), result_(result) {}

  void run() {
    result_.complete = options_.complete;
    if (raw_.size() > options_.limits.max_bytes) {
      return reject(Error{ErrorCode::kTooLarge,
                          "the arguments have " + std::to_string(raw_.size()) +
                              " bytes, more than the limit of " + std::to_string(options_.limits.max_bytes),
                          {}});
    }
    if (json::is_strict_object(raw_, options_.limits)) return accept(std::string(raw_), Outcome::kOk);

    repair::Unquoted unquoted = repair::unquote(raw_, repair::kMaxUnquoteLayers);
    result_.unquote_depth = unquoted.layers;
    for (int i = 0; i < unquoted.layers; ++i)
      fixes_.add(Rule::kUnquote, 0, i == 0 ? raw_.substr(0, 40) : std::string_view(), "");
    if (unquoted.layers > 0 && json::is_strict_object(unquoted.text, options_.limits)) {
      return accept(std::move(unquoted.text), Outcome::kDecoded);
    }
    const std::string_view text = unquoted.layers > 0 ? std::string_view(unquoted.text) : raw_;
    std::vector<std::uint32_t> origins;
    if (unquoted.layers > 0) (void)repair::unquote(raw_, repair::kMaxUnquoteLayers, &origins);
    const OriginMap origin(std::move(origins));
    if (!options_.complete && options_.truncated == TruncatedPolicy::kReject) {
      return reject_incomplete(text, origin);
    }
    Result<repair::Reading> reading = repair::read_leniently(text, origin, options_, fixes_);
    if (!reading) return reject(std::move(reading).error());
    result_.unquote_depth += reading->more_layers;
    if (!reading->parts.empty()) return split(std::move(reading->parts), reading->in_call_tag);
    in_call_tag_ = reading->in_call_tag;
    return accept_mended(std::move(reading->json), Outcome::kRepaired, reading->keys_are_unique);
  }

 private:
  void reject_incomplete(std::string_view text, const OriginMap& origin) {
    const Result<json::Kind> kind = json::validate(text, options_.limits);
    std::string why = "the call was cut off before its end";
    if (!kind) why += ": " + kind.error().message;
    return reject(Error::at(ErrorCode::kTruncated, std::move(why),
                            origin[kind ? text.size() : kind.error().where.offset]));
  }

  void reject(Error error) {
    result_.outcome = Outcome::kRejected;
    result_.rejection = error.code == ErrorCode::kTruncated ? Rejection::kTruncated : Rejection::kUnreadable;
    if (error.code == ErrorCode::kTruncated) result_.complete = false;
    result_.parse_error = parse_error_text(error, raw_);
    result_.error = std::move(error);
    return finish();
  }

  // An answer that passes a limit although the input kept it (escapes make text longer): the place is none in
  // the input.
  void reject_answer(Error error) {
    error.where = {};
    return reject(std::move(error));
  }

  void split(std::vector<std::string> parts, bool in_call_tag) {
    for (std::string& part : parts) {
      Result<json::Value> value = json::parse(part, options_.limits);
      if (!value) return reject_answer(value.error());
      std::string key;
      if (repair::drop_duplicate_keys(*value, fixes_, key) == repair::Duplicates::kConflict)
        return reject_conflict(key);
      const repair::WrapperContext context{options_.tool_name, options_.declared_keys, in_call_tag};
      if (!context.has_evidence()) continue;
      Result<std::optional<json::Value>> opened = repair::open_wrapper(*value, context);
      if (!opened) return reject(opened.error());
      if (!opened->has_value()) continue;
      if (!(*opened)->is_object())
        return reject(Error{ErrorCode::kNotAnObject, "a wrapper in the split holds no object", {}});
      fixes_.add(Rule::kCallWrapper, 0, part, "");
      part = json::write(**opened);
    }
    result_.outcome = Outcome::kSplit;
    result_.error = Error{
        ErrorCode::kAmbiguous, "the text holds " + std::to_string(parts.size()) + " different calls", {}};
    result_.parse_error = parse_error_text(result_.error, raw_);
    result_.parts = std::move(parts);
    return finish();
  }

  void reject_conflict(const std::string& key) {
    return reject(
        Error{ErrorCode::kAmbiguous, "the key \"" + key + "\" stands twice with different values", {}});
  }

  // A text that is strict JSON as it stands.
  void accept(std::string json, Outcome outcome) {
    const repair::WrapperContext context{options_.tool_name, options_.declared_keys, in_call_tag_};
    if (context.has_evidence() && repair::may_be_wrapper(json)) {
      Result<json::Value> value = json::parse(json, options_.limits);
      if (!value) return reject_answer(value.error());
      return unwrap(std::move(*value), std::move(json), outcome);
    }
    result_.outcome = outcome;
    result_.text = std::move(json);
    return finish();
  }

  // A text that the stages wrote. What stage 4 wrote is checked once more (L2): a fault of ours is a
  // rejection, not an answer. The JSON5 stage writes strictly, and watches the keys itself.
  void accept_mended(std::string json, Outcome outcome, bool keys_are_unique) {
    // Escapes make a text longer: only the size is left to be looked at.
    if (keys_are_unique && json.size() <= options_.limits.max_bytes) return accept(std::move(json), outcome);
    const json::KeyCheck keys = json::check_keys(json, options_.limits);
    if (keys == json::KeyCheck::kUnique) return accept(std::move(json), outcome);
    Result<json::Value> value = json::parse(json, options_.limits);
    if (!value || !value->is_object()) {
      if (!value &&
          (value.error().code == ErrorCode::kTooDeep || value.error().code == ErrorCode::kTooLarge)) {
        return reject_answer(value.error());
      }
      return reject(Error{ErrorCode::kInternal, "the repaired text is not a JSON object", {}});
    }
    std::string key;
    switch (repair::drop_duplicate_keys(*value, fixes_, key)) {
      case repair::Duplicates::kConflict: return reject_conflict(key);
      case repair::Duplicates::kDropped: json = json::write(*value); break;
      case repair::Duplicates::kNone: break;
    }
    return accept(std::move(json), outcome);
  }

  void unwrap(json::Value value, std::string json, Outcome outcome) {
    const repair::WrapperContext context{options_.tool_name, options_.declared_keys, in_call_tag_};
    for (int i = 0; i < kMaxWrappers && context.has_evidence(); ++i) {
      Result<std::optional<json::Value>> opened = repair::open_wrapper(value, context);
      if (!opened) return reject(opened.error());
      if (!opened->has_value()) break;
      fixes_.add(Rule::kCallWrapper, 0, json, "");
      outcome = Outcome::kRepaired;
      if ((*opened)->is_string()) {
        Result<std::string> inner = read_inner((*opened)->string());
        if (!inner) return reject_answer(inner.error());
        json = std::move(*inner);
        Result<json::Value> reparsed = json::parse(json, options_.limits);
        if (!reparsed) return reject_answer(reparsed.error());
        value = std::move(*reparsed);
      } else {
        value = std::move(**opened);
        json = json::write(value);
      }
    }
    result_.outcome = outcome;
    result_.text = std::move(json);
    return finish();
  }

  // {"name": .., "arguments": "{...}"}: arguments that are a text go through the same engine.
  Result<std::string> read_inner(std::string_view text) {
    RepairOptions options = options_;
    options.enhance = true;
    options.tool_name = {};
    options.declared_keys = nullptr;
    RepairResult inner = repair_arguments(text, options);
    if (!inner.accepted()) return inner.error;
    for (const Fix& fix : inner.fixes) {
      for (std::size_t i = 0; i < std::size(repair::kRules); ++i) {
        if (repair::kRules[i].name == fix.rule) fixes_.add(static_cast<Rule>(i), 0, fix.before, fix.after);
      }
    }
    return std::move(inner.text);
  }

  void finish() {
    result_.fixes_total = fixes_.total();
    if (!fixes_.empty()) {
      describe();
      result_.fixes = fixes_.take();
    }
    if (!options_.enhance) {
      result_.text = std::string(raw_);
      result_.parts.clear();
    }
  }

  void describe() {
    result_.parse_warning.reserve(128);
    const auto add = [&](std::string_view words) {
      if (!result_.parse_warning.empty()) result_.parse_warning += "; ";
      result_.parse_warning += words;
    };
    if (result_.unquote_depth > 0)
      add("arguments unquoted " + std::to_string(result_.unquote_depth) + " layer(s)");
    // Each rule once, in the order of its first use. All words are those of one table, so that their address
    // tells them apart.
    std::array<const char*, std::size(repair::kRules)>
        said;  // NOLINT(cppcoreguidelines-pro-type-member-init)
    std::size_t count = 0;
    said[count++] = repair::rule_info(Rule::kUnquote).words.data();
    for (const Fix& fix : fixes_.list()) {
      if (fix.words.data() == said[count - 1]) continue;  // most follow one of their kind
      const auto end = said.begin() + static_cast<std::ptrdiff_t>(count);
      if (std::find(said.begin(), end, fix.words.data()) != end) continue;
      if (count < said.size()) said[count++] = fix.words.data();
      if (fix.rule != repair::rule_info(Rule::kUnquote).name) add(fix.words);
    }
  }

  std::string_view raw_;
  const RepairOptions& options_;
  FixLog fixes_;
  RepairResult& result_;
  bool in_call_tag_ = false;
};

}  // namespace

RepairResult repair_arguments(std::string_view raw, const RepairOptions& options) {
  RepairResult result;
  Pipeline(raw, options, result).run();
  return result;
}

std::string_view outcome_name(Outcome outcome) {
  switch (outcome) {
    case Outcome::kOk: return "ok";
    case Outcome::kDecoded: return "decoded";
    case Outcome::kRepaired: return "repaired";
    case Outcome::kCoerced: return "coerced";
    case Outcome::kSplit: return "split";
    case Outcome::kRejected: return "rejected";
  }
  return "rejected";
}

std::string_view rejection_name(Rejection rejection) {
  switch (rejection) {
    case Rejection::kNone: return "none";
    case Rejection::kTruncated: return "truncated";
    case Rejection::kUnreadable: return "unreadable";
    case Rejection::kMisfit: return "misfit";
  }
  return "none";
}

Result<json::Value> parse_arguments(std::string_view raw, const Limits& limits) {
  const repair::Unquoted unquoted = repair::unquote(raw, repair::kMaxUnquoteLayers);
  const std::string_view text = unquoted.layers > 0 ? std::string_view(unquoted.text) : raw;
  const auto failure = [&](const Error& cause) {
    return Error{cause.code, parse_error_text(cause, raw), cause.where};
  };
  if (repair::trim(text).empty()) return failure(Error{ErrorCode::kSyntax, "the arguments are empty", {}});
  Result<json::Value> value = json::parse(text, limits);
  if (!value) return failure(value.error());
  if (!value->is_object()) {
    return failure(Error{ErrorCode::kNotAnObject, repair::root_is_no_object(value->kind()), {}});
  }
  return value;
}

bool ArgumentStream::feed(std::string_view piece) {
  received_ += piece.size();
  if (received_ > options_.limits.max_bytes) return false;
  buffer_ += piece;
  return true;
}

RepairResult ArgumentStream::finish(bool complete) {
  RepairOptions options = options_;
  options.complete = complete && options_.complete;
  RepairResult result;
  if (received_ > options.limits.max_bytes) {
    result.rejection = Rejection::kUnreadable;
    result.error = Error{ErrorCode::kTooLarge,
                         "the arguments have " + std::to_string(received_) +
                             " bytes, more than the limit of " + std::to_string(options.limits.max_bytes),
                         {}};
    result.parse_error = parse_error_text(result.error, buffer_);
    result.complete = options.complete;
  } else {
    result = repair_arguments(buffer_, options);
  }
  buffer_.clear();
  received_ = 0;
  return result;
}

}  // namespace argwright
