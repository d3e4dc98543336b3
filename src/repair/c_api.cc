// The C API: a thin, exception-free shell around argwright/repair.h. Tested by c_api_test.cc.
#include "argwright/c.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "argwright/repair.h"

namespace {

using argwright::ArgumentStream;
using argwright::Outcome;
using argwright::Rejection;
using argwright::RepairOptions;
using argwright::RepairResult;

// The enumerators of both worlds are one numbering, so that a cast converts.
constexpr bool same(int c, Outcome cpp) { return c == static_cast<int>(cpp); }
constexpr bool same(int c, Rejection cpp) { return c == static_cast<int>(cpp); }
static_assert(same(ARGWRIGHT_OK, Outcome::kOk) && same(ARGWRIGHT_DECODED, Outcome::kDecoded) &&
              same(ARGWRIGHT_REPAIRED, Outcome::kRepaired) && same(ARGWRIGHT_COERCED, Outcome::kCoerced) &&
              same(ARGWRIGHT_SPLIT, Outcome::kSplit) && same(ARGWRIGHT_REJECTED, Outcome::kRejected));
static_assert(same(ARGWRIGHT_NOT_REJECTED, Rejection::kNone) &&
              same(ARGWRIGHT_TRUNCATED, Rejection::kTruncated) &&
              same(ARGWRIGHT_UNREADABLE, Rejection::kUnreadable) &&
              same(ARGWRIGHT_MISFIT, Rejection::kMisfit));

// Options with everything they point to, since RepairOptions holds views.
struct OwnedOptions {
  std::string tool_name;
  std::optional<std::vector<std::string>> declared_keys;
  RepairOptions options;

  RepairOptions view() const {
    RepairOptions result = options;
    result.tool_name = tool_name;
    result.declared_keys = declared_keys ? &*declared_keys : nullptr;
    return result;
  }
};

// What the struct was when it was first released; it only grows.
constexpr std::size_t kFirstSize = offsetof(argwright_options, max_fixes) + sizeof(std::size_t);

// Nothing when the options make no sense.
std::optional<OwnedOptions> read_options(const argwright_options* given) {
  OwnedOptions owned;
  if (given == nullptr) return owned;
  if (given->struct_size < kFirstSize) return std::nullopt;
  argwright_options known = ARGWRIGHT_OPTIONS_INIT;
  std::memcpy(&known, given, std::min(given->struct_size, sizeof(known)));
  if (given->struct_size > sizeof(known)) {
    // Members of a newer header: fine as long as none of them is set.
    const char* const bytes = reinterpret_cast<const char*>(given);
    if (std::any_of(bytes + sizeof(known), bytes + given->struct_size, [](char c) { return c != 0; })) {
      return std::nullopt;
    }
  }
  if (known.declared_keys == nullptr && known.declared_key_count > 0) return std::nullopt;

  RepairOptions& options = owned.options;
  options.complete = known.incomplete == 0;
  if (known.close_truncated != 0) options.truncated = argwright::TruncatedPolicy::kClose;
  options.enhance = known.pass_through == 0;
  if (known.tool_name != nullptr) owned.tool_name = known.tool_name;
  if (known.declared_keys != nullptr) {
    std::vector<std::string>& keys = owned.declared_keys.emplace();
    for (std::size_t i = 0; i < known.declared_key_count; ++i) {
      if (known.declared_keys[i] == nullptr) return std::nullopt;
      keys.emplace_back(known.declared_keys[i]);
    }
  }
  if (known.max_depth != 0) options.limits.max_depth = known.max_depth;
  if (known.max_bytes != 0) options.limits.max_bytes = known.max_bytes;
  if (known.max_fixes != 0) options.limits.max_fixes = known.max_fixes;
  return owned;
}

// Runs `body`, which may run out of memory; the C side gets its null then.
template <typename Body>
auto guarded(Body body) noexcept -> decltype(body()) {
  try {
    return body();
  } catch (...) {
    return {};
  }
}

const char* give(const std::string& text, std::size_t* length) {
  if (length != nullptr) *length = text.size();
  return text.c_str();
}

}  // namespace

struct argwright_result {
  RepairResult result;
  std::vector<argwright_fix> fixes;  // views into `result`
};

struct argwright_stream {
  // Pinned: `stream` holds views into `options`.
  explicit argwright_stream(OwnedOptions given) : options(std::move(given)), stream(options.view()) {}
  argwright_stream(const argwright_stream&) = delete;
  argwright_stream& operator=(const argwright_stream&) = delete;

  OwnedOptions options;
  ArgumentStream stream;
  bool lost_bytes = false;  // memory ran out: what was kept has a hole and must not be read
};

namespace {

argwright_result* make_result(RepairResult result) {
  auto made = std::make_unique<argwright_result>();
  made->result = std::move(result);
  made->fixes.reserve(made->result.fixes.size());
  for (const argwright::Fix& fix : made->result.fixes) {
    // Names and words are literals of the rule table, so a NUL follows them.
    made->fixes.push_back(argwright_fix{fix.rule.data(), argwright::rule_words(fix.rule).data(), fix.offset,
                                        fix.before.c_str(), fix.before.size(), fix.after.c_str(),
                                        fix.after.size()});
  }
  return made.release();
}

bool has_error(const argwright_result* result) { return !result->result.accepted(); }

}  // namespace

extern "C" {

const char* argwright_version(void) { return ARGWRIGHT_VERSION; }

const char* argwright_outcome_name(int outcome) {
  if (outcome < ARGWRIGHT_OK || outcome > ARGWRIGHT_REJECTED) return "unknown";
  return argwright::outcome_name(static_cast<Outcome>(outcome)).data();
}

const char* argwright_rejection_name(int rejection) {
  if (rejection < ARGWRIGHT_NOT_REJECTED || rejection > ARGWRIGHT_MISFIT) return "unknown";
  return argwright::rejection_name(static_cast<Rejection>(rejection)).data();
}

argwright_result* argwright_repair(const char* raw, size_t length, const argwright_options* options) {
  if (raw == nullptr && length > 0) return nullptr;
  return guarded([&]() -> argwright_result* {
    const std::optional<OwnedOptions> owned = read_options(options);
    if (!owned) return nullptr;
    return make_result(argwright::repair_arguments(std::string_view(raw, length), owned->view()));
  });
}

void argwright_result_free(argwright_result* result) { delete result; }

int argwright_result_outcome(const argwright_result* result) {
  return static_cast<int>(result->result.outcome);
}

int argwright_result_rejection(const argwright_result* result) {
  return static_cast<int>(result->result.rejection);
}

int argwright_result_accepted(const argwright_result* result) { return result->result.accepted() ? 1 : 0; }

const char* argwright_result_text(const argwright_result* result, size_t* length) {
  return give(result->result.text, length);
}

int argwright_result_unquote_depth(const argwright_result* result) { return result->result.unquote_depth; }

int argwright_result_complete(const argwright_result* result) { return result->result.complete ? 1 : 0; }

const char* argwright_result_parse_error(const argwright_result* result, size_t* length) {
  return give(result->result.parse_error, length);
}

const char* argwright_result_parse_warning(const argwright_result* result, size_t* length) {
  return give(result->result.parse_warning, length);
}

const char* argwright_result_error_code(const argwright_result* result) {
  return has_error(result) ? argwright::error_code_name(result->result.error.code).data() : "";
}

const char* argwright_result_error_message(const argwright_result* result, size_t* length) {
  return give(result->result.error.message, length);
}

size_t argwright_result_error_offset(const argwright_result* result) {
  static_assert(ARGWRIGHT_NOWHERE == argwright::Where::kNowhere);
  return result->result.error.where.offset;
}

size_t argwright_result_fix_count(const argwright_result* result) { return result->fixes.size(); }

size_t argwright_result_fixes_total(const argwright_result* result) { return result->result.fixes_total; }

const argwright_fix* argwright_result_fix(const argwright_result* result, size_t index) {
  return index < result->fixes.size() ? &result->fixes[index] : nullptr;
}

size_t argwright_result_part_count(const argwright_result* result) { return result->result.parts.size(); }

const char* argwright_result_part(const argwright_result* result, size_t index, size_t* length) {
  if (index >= result->result.parts.size()) return nullptr;
  return give(result->result.parts[index], length);
}

argwright_stream* argwright_stream_new(const argwright_options* options) {
  return guarded([&]() -> argwright_stream* {
    std::optional<OwnedOptions> owned = read_options(options);
    if (!owned) return nullptr;
    return std::make_unique<argwright_stream>(std::move(*owned)).release();
  });
}

int argwright_stream_feed(argwright_stream* stream, const char* piece, size_t length) {
  if (piece == nullptr && length > 0) return 0;
  try {
    return stream->stream.feed(std::string_view(piece, length)) ? 1 : 0;
  } catch (...) {
    stream->lost_bytes = true;
    return 0;
  }
}

argwright_result* argwright_stream_finish(argwright_stream* stream, int complete) {
  argwright_result* const result = guarded([&]() -> argwright_result* {
    if (stream->lost_bytes) return nullptr;
    return make_result(stream->stream.finish(complete != 0));
  });
  // A finish that failed half way has not emptied the stream.
  if (result == nullptr) stream->stream = ArgumentStream(stream->options.view());
  stream->lost_bytes = false;
  return result;
}

void argwright_stream_free(argwright_stream* stream) { delete stream; }

}  // extern "C"
