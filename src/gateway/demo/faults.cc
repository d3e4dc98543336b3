#include "gateway/demo/faults.h"

#include <algorithm>
#include <array>
#include <vector>

#include "gateway/demo/loose_json.h"
#include "gateway/demo/text_pieces.h"

namespace argwright::gateway::demo {
namespace {

using json::Value;

std::string quoted(std::string_view text) {
  std::string out;
  json::append_quoted(out, text);
  return out;
}

LooseStyle with_quote(char quote) {
  LooseStyle style;
  style.quote = quote;
  return style;
}

std::string single_quotes(const Value& meant, const Value&) { return write_loosely(meant, with_quote('\'')); }

std::string trailing_comma(const Value& meant, const Value&) {
  LooseStyle style;
  style.trailing_comma = true;
  return write_loosely(meant, style);
}

std::string fenced(const Value& meant, const Value&) { return "```json\n" + write_loosely(meant) + "\n```"; }

std::string double_encoded(const Value& meant, const Value&) { return quoted(write_loosely(meant)); }

std::string triple_encoded(const Value& meant, const Value&) { return quoted(quoted(write_loosely(meant))); }

std::string python_dict(const Value& meant, const Value&) {
  LooseStyle style = with_quote('\'');
  style.python_words = true;
  return write_loosely(meant, style);
}

std::string raw_newline(const Value& meant, const Value&) {
  LooseStyle style;
  style.raw_line_breaks = true;
  return write_loosely(meant, style);
}

std::string empty_prefix(const Value& meant, const Value&) { return "{}" + write_loosely(meant); }

std::string duplicate_object(const Value& meant, const Value&) {
  const std::string once = write_loosely(meant);
  return once + once;
}

// Only what the declaration can turn back: a text under a parameter that may be a text stays one.
std::string with_texts(const Value& meant, const Value& schema, std::span<const std::string_view> types) {
  Value spoiled = meant;
  for (json::Member& member : spoiled.members()) {
    const bool declared = std::ranges::any_of(
        types, [&](std::string_view type) { return is_declared(schema, member.key, type); });
    if (declared && !member.value.is_string()) member.value = Value(write_loosely(member.value));
  }
  return write_loosely(spoiled);
}

std::string stringified_array(const Value& meant, const Value& schema) {
  static constexpr std::string_view kTypes[] = {"array", "object"};
  return with_texts(meant, schema, kTypes);
}

std::string numbers_as_strings(const Value& meant, const Value& schema) {
  static constexpr std::string_view kTypes[] = {"integer", "number"};
  return with_texts(meant, schema, kTypes);
}

std::string comments(const Value& meant, const Value&) {
  LooseStyle style;
  style.comment = " // what the user asked for\n  ";
  return write_loosely(meant, style);
}

std::string unquoted_keys(const Value& meant, const Value&) {
  LooseStyle style;
  style.bare_keys = true;
  return write_loosely(meant, style);
}

std::string missing_closer(const Value& meant, const Value&) {
  LooseStyle style;
  style.closed = false;
  return write_loosely(meant, style);
}

std::string special_tokens(const Value& meant, const Value&) {
  return "<|tool_call_argument_begin|>" + write_loosely(meant) + "<|tool_call_end|>";
}

std::string prose_around(const Value& meant, const Value&) {
  return "Sure! Here are the arguments:\n" + write_loosely(meant) +
         "\nLet me know if you need anything else.";
}

constexpr Fault kFaults[] = {
    {"single_quotes", "single quotes instead of double ones", single_quotes},
    {"trailing_comma", "a comma behind the last member", trailing_comma},
    {"fenced", "arguments in a Markdown code fence", fenced},
    {"double_encoded", "arguments encoded as a JSON string once more", double_encoded},
    {"triple_encoded", "arguments encoded as a JSON string twice more", triple_encoded},
    {"python_dict", "a Python dict: True, False, None", python_dict, Wish::kFlag},
    {"raw_newline", "a line break inside a string that is not escaped", raw_newline, Wish::kLines},
    {"empty_prefix", "an empty object before the real one", empty_prefix},
    {"duplicate_object", "the same object twice in a row", duplicate_object},
    {"object_arguments", "arguments as an object instead of a text", double_encoded, Wish::kNone,
     Shape::kObject},
    {"empty_arguments", "no argument text at all", empty_prefix, Wish::kNothing, Shape::kEmpty},
    {"stringified_array", "a list sent as the text of a list", stringified_array, Wish::kList},
    {"numbers_as_strings", "numbers sent as texts", numbers_as_strings, Wish::kNumber},
    {"comments", "a comment among the arguments", comments},
    {"unquoted_keys", "keys without quotes", unquoted_keys},
    {"missing_closer", "the last brace is missing", missing_closer},
    {"special_tokens", "tokens of the chat template around the arguments", special_tokens},
    {"interleaved", "two calls whose pieces take turns", trailing_comma, Wish::kNone, Shape::kInterleaved, 2},
    {"same_index", "two calls under one index", empty_prefix, Wish::kNone, Shape::kSameIndex, 2},
    {"no_index", "a call without its index", fenced, Wish::kNone, Shape::kNoIndex},
    {"one_based_index", "calls counted from one", single_quotes, Wish::kNone, Shape::kOneBased},
    {"call_in_finish_chunk", "a whole call in the chunk of the finish reason", duplicate_object, Wish::kNone,
     Shape::kInFinishChunk},
    {"finish_stop", "a call, and a finish reason that says there is none", prose_around, Wish::kNone,
     Shape::kFinishStop},
    {"no_finish", "no finish reason", single_quotes, Wish::kNone, Shape::kNoFinish},
    {"no_done", "a stream that just ends", special_tokens, Wish::kNone, Shape::kNoDone},
    {"truncated", "the limit of tokens is reached inside a call: it must not run", nullptr, Wish::kNone,
     Shape::kTruncated, 1, false},
    {"prose_around", "friendly words around the arguments", prose_around},
    {"valid", "nothing is wrong: passes byte for byte", nullptr, Wish::kNone, Shape::kPlain, 1, false},
};

// Beside kPlain and kTruncated, which every protocol has.
struct ShapeRow {
  Shape shape;
  std::array<bool, 3> streams, bodies;  // by Protocol: Chat, Responses, Messages
};
constexpr ShapeRow kShapes[] = {
    // In Messages no text at all is how an empty object is sent.
    {Shape::kEmpty, {true, true, false}, {true, true, false}},
    {Shape::kObject, {true, false, false}, {true, false, false}},
    {Shape::kInterleaved, {true, false, false}, {}},
    {Shape::kSameIndex, {true, false, false}, {}},
    {Shape::kNoIndex, {true, false, false}, {}},
    {Shape::kOneBased, {true, false, false}, {}},
    {Shape::kInFinishChunk, {true, false, false}, {}},
    {Shape::kFinishStop, {true, false, true}, {true, false, true}},
    {Shape::kNoFinish, {true, true, true}, {true, false, true}},
    {Shape::kNoDone, {true, false, false}, {}},
};

}  // namespace

std::span<const Fault> faults() { return kFaults; }

std::string model_name(const Fault& fault) {
  std::string name = "demo-" + std::string(fault.name);
  std::ranges::replace(name, '_', '-');
  return name;
}

const Fault* fault_of_model(std::string_view model) {
  const auto* const found =
      std::ranges::find_if(kFaults, [&](const Fault& fault) { return model_name(fault) == model; });
  return found != std::end(kFaults) ? found : nullptr;
}

const Fault& draw_fault(Dice& dice, bool requires_arguments, bool allows_two_calls) {
  std::vector<const Fault*> drawn;
  for (const Fault& fault : kFaults) {
    if (!fault.drawn || (fault.wish == Wish::kNothing && requires_arguments)) continue;
    if (fault.calls > 1 && !allows_two_calls) continue;
    drawn.push_back(&fault);
  }
  return *drawn[dice.between(0, drawn.size() - 1)];
}

bool exists(Shape shape, const Delivery& delivery) {
  const auto* const row = std::ranges::find(kShapes, shape, &ShapeRow::shape);
  if (row == std::end(kShapes)) return true;
  const auto& by_protocol = delivery.stream ? row->streams : row->bodies;
  return by_protocol[static_cast<std::size_t>(delivery.protocol)];
}

std::string argument_text(const Fault& fault, const Delivery& delivery, const Value& meant,
                          const Value& schema) {
  std::string right = write_loosely(meant);
  if (fault.shape == Shape::kTruncated)
    return std::string(clipped(right, std::max<std::size_t>(1, right.size() * 3 / 5)));
  if (fault.spoil == nullptr) return right;
  if (fault.shape != Shape::kPlain && exists(fault.shape, delivery)) {
    return fault.shape == Shape::kEmpty ? std::string() : right;
  }
  std::string spoiled = fault.spoil(meant, schema);
  return spoiled == right ? fenced(meant, schema) : spoiled;
}

}  // namespace argwright::gateway::demo
