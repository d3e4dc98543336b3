// The argument engine for C, and for every language that can call C. What the engine promises stands in
// argwright/repair.h; this header is the same engine without a C++ type.
//
//   argwright_result* r = argwright_repair(raw, strlen(raw), NULL);
//   if (r != NULL && argwright_result_accepted(r)) puts(argwright_result_text(r, NULL));
//   argwright_result_free(r);
//
// Ownership: what a function named *_new, *_repair or *_finish returns belongs to the caller, who frees it
// with the *_free function of its type. Everything an accessor returns belongs to the result and lives as
// long as it. Nothing handed in is kept: options, names and keys may go as soon as the call returns.
//
// Texts are bytes with a length, and a NUL follows them. Pass NULL for a length that is not wanted; a text
// that is JSON holds no NUL itself.
//
// Errors: a damaged text is no error but a result with ARGWRIGHT_REJECTED. NULL means that memory ran out, or
// that the caller's arguments make no sense (see each function). No function throws, aborts, prints or exits.
//
// Threads: every function may be called from any thread; one result may be read by several threads at once;
// one stream belongs to one thread at a time.
//
// Stability: values of enumerators stay, structs grow only at their end, functions are added, not changed.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "argwright/version.h"

#ifdef __cplusplus
extern "C" {
#endif

// The version of the library that runs, which may be newer than ARGWRIGHT_VERSION of the header. Never NULL.
const char* argwright_version(void);

// From best to worst.
enum argwright_outcome {
  ARGWRIGHT_OK = 0,        // a valid object, passed byte for byte
  ARGWRIGHT_DECODED = 1,   // only unquoted
  ARGWRIGHT_REPAIRED = 2,  // syntax mended
  ARGWRIGHT_COERCED = 3,   // types mended by a declaration (not set by these functions)
  ARGWRIGHT_SPLIT = 4,     // several different calls in one text: see argwright_result_part
  ARGWRIGHT_REJECTED = 5   // see argwright_result_rejection and the error accessors
};

enum argwright_rejection {
  ARGWRIGHT_NOT_REJECTED = 0,
  ARGWRIGHT_TRUNCATED = 1,   // the text was cut off
  ARGWRIGHT_UNREADABLE = 2,  // a finished text in which no single object can be found
  ARGWRIGHT_MISFIT = 3       // refused by its declaration (not set by these functions)
};

// "ok", "decoded", ... and "none", "truncated", ...; "unknown" for a value that is none. Never NULL.
const char* argwright_outcome_name(int outcome);
const char* argwright_rejection_name(int rejection);

// Start from ARGWRIGHT_OPTIONS_INIT and set what should differ:
//   argwright_options options = ARGWRIGHT_OPTIONS_INIT;
//   options.incomplete = 1;
// Zero is the default of every member but the first.
typedef struct argwright_options {
  // sizeof(argwright_options) as the caller knows it. A caller compiled against an older header goes on
  // working; one that sets an option of a newer header gets NULL, instead of an answer that ignores it.
  size_t struct_size;
  // Not 0: the upstream did not finish (stream broke, finish reason length). Then only a text that is already
  // a whole strict JSON object, plain or quoted, is accepted.
  int incomplete;
  // Not 0: close a call that was cut off and drop what is half there, instead of rejecting it. Never execute
  // one.
  int close_truncated;
  // Not 0 (RCC_TOOL_ENHANCE=0): the text is the input as received; outcome and fixes still tell.
  int pass_through;
  // Name of the called tool, or NULL: lets {"name":..,"arguments":..} and f(a=1) be recognised, or refused
  // when they name another tool.
  const char* tool_name;
  // Keys that the tool declares; NULL when not known, else an array of declared_key_count names.
  const char* const* declared_keys;
  size_t declared_key_count;
  // 0: the defaults of argwright/limits.h.
  size_t max_depth;
  size_t max_bytes;
  size_t max_fixes;
} argwright_options;

#define ARGWRIGHT_OPTIONS_INIT {sizeof(argwright_options), 0, 0, 0, NULL, NULL, 0, 0, 0, 0}

typedef struct argwright_result argwright_result;

// Repairs one argument text of `length` bytes. `options` may be NULL for the defaults. `raw` may be NULL only
// where length is 0. NULL when memory ran out or an argument makes no sense.
argwright_result* argwright_repair(const char* raw, size_t length, const argwright_options* options);
// NULL is fine.
void argwright_result_free(argwright_result* result);

// The accessors below take a result that is not NULL.

int argwright_result_outcome(const argwright_result* result);    // enum argwright_outcome
int argwright_result_rejection(const argwright_result* result);  // enum argwright_rejection
// 1 when there is one answer: neither rejected nor split.
int argwright_result_accepted(const argwright_result* result);
// The arguments as they go on the wire: strict JSON with an object at the root; "" when rejected or split;
// the input itself with pass_through. Never NULL.
const char* argwright_result_text(const argwright_result* result, size_t* length);
// Layers of JSON string encoding that were taken off.
int argwright_result_unquote_depth(const argwright_result* result);
// 1 unless the options or the text itself say that the call was cut off.
int argwright_result_complete(const argwright_result* result);
// The whole line for people and models, "failed to parse arguments after unquoting: ..."; "" unless rejected
// or split. Never NULL.
const char* argwright_result_parse_error(const argwright_result* result, size_t* length);
// What was done, "arguments unquoted 2 layer(s); dropped a trailing comma"; "" when nothing was. Never NULL.
const char* argwright_result_parse_warning(const argwright_result* result, size_t* length);

// The cause of a rejection or split: a stable name ("truncated", "ambiguous", ...), its words, and the byte
// of the input it is about. "" and ARGWRIGHT_NOWHERE when there is none.
#define ARGWRIGHT_NOWHERE SIZE_MAX
const char* argwright_result_error_code(const argwright_result* result);
const char* argwright_result_error_message(const argwright_result* result, size_t* length);
size_t argwright_result_error_offset(const argwright_result* result);

// One change. Read through the pointer that argwright_result_fix returns: the struct may grow.
typedef struct argwright_fix {
  const char* rule;    // stable name, "trailing_comma"; lives for ever
  const char* words;   // "dropped a trailing comma"; lives for ever
  size_t offset;       // byte of the input
  const char* before;  // what stood there, shortened when long
  size_t before_length;
  const char* after;  // what stands there now, shortened when long
  size_t after_length;
} argwright_fix;

// The fixes that are listed, and all that were made (more only where max_fixes cut the list).
size_t argwright_result_fix_count(const argwright_result* result);
size_t argwright_result_fixes_total(const argwright_result* result);
// NULL when there is no fix of this index.
const argwright_fix* argwright_result_fix(const argwright_result* result, size_t index);

// For ARGWRIGHT_SPLIT: the arguments of each call, in order. NULL when there is no part of this index.
size_t argwright_result_part_count(const argwright_result* result);
const char* argwright_result_part(const argwright_result* result, size_t index, size_t* length);

// Arguments that arrive in pieces. How they were split never matters.
typedef struct argwright_stream argwright_stream;

// `options` as for argwright_repair; they are copied.
argwright_stream* argwright_stream_new(const argwright_options* options);
// 1 when the piece was kept. 0 when it was not: the stream is past max_bytes (finish then rejects), memory
// ran out (finish then returns NULL), or `piece` is NULL with a length.
int argwright_stream_feed(argwright_stream* stream, const char* piece, size_t length);
// The result for all that was fed; `complete` 0 when the upstream broke off. The stream is then empty and
// ready for the next call. NULL when memory ran out, now or while feeding.
argwright_result* argwright_stream_finish(argwright_stream* stream, int complete);
// NULL is fine. Results of the stream stay.
void argwright_stream_free(argwright_stream* stream);

#ifdef __cplusplus
}  // extern "C"
#endif
