#include "tests/linearity/shapes.h"

#include <algorithm>

#include "argwright/json.h"

namespace argwright::shapes {
namespace {

std::string repeat(std::string_view before, std::string_view unit, std::string_view after, std::size_t size) {
  std::string text(before);
  while (text.size() + unit.size() + after.size() <= size) text += unit;
  text += after;
  return text;
}

// A shape that repeats one unit.
#define ARGWRIGHT_SHAPE(name, before, unit, after)         \
  {name, [](std::size_t size) {                            \
     using namespace std::string_view_literals;            \
     return repeat(before##sv, unit##sv, after##sv, size); \
   }}

std::string quote(std::string text, int layers) {
  for (; layers > 0; --layers) {
    std::string quoted;
    json::append_quoted(quoted, text);
    text = std::move(quoted);
  }
  return text;
}

std::string number(std::size_t value) { return std::to_string(1000000 + value).substr(1); }

// Members with keys of their own, behind an opening brace.
std::string members(std::size_t first, std::size_t size) {
  std::string text = "{";
  for (std::size_t i = first; text.size() + 20 < size; ++i) {
    if (i != first) text += ',';
    text += "\"k" + number(i) + "\":" + std::to_string(i);
  }
  return text;
}

std::string nested_encodings(std::size_t size) {
  return quote(repeat("{\"a\":\"", "plain text, ", "\",}", size - 2100), 10);
}

// Quotes double their backslashes with every layer: four layers make 16 bytes of one quote.
std::string nested_encodings_of_quotes(std::size_t size) {
  return quote(repeat("{", "\"a\":1,", "}", size / 12), 4);
}

std::string text_in_text(std::size_t size) {
  std::string text = repeat("{\"a\": \"", "plain, ", "\",}", size - 200);
  for (int i = 0; i < 6; ++i) text = "```json\n" + quote(text, 1) + "\n```";
  return text;
}

std::string two_growing_copies(std::size_t size) {
  const std::string small = members(0, size / 2) + "}";
  return small + small.substr(0, small.size() - 1) + ",\"more\":1}";
}

// Sixty different objects, over and over: each is compared with those before it.
std::string sixty_objects_again(std::size_t size) {
  std::string text;
  for (std::size_t i = 0; text.size() < size; ++i) text += "{\"a\":" + std::to_string(i % 60) + "}";
  return text;
}

// Few large objects that differ in their last member only.
std::string large_objects(std::size_t size) {
  std::string text;
  for (std::size_t i = 0; i < 16; ++i)
    text += members(0, size / 16 - 20) + ",\"last\":" + std::to_string(i) + "}";
  return text;
}

std::string distinct_keys(std::size_t size) {
  std::string text = "{";
  for (std::size_t i = 0; text.size() + 20 < size; ++i) text += "key_" + number(i * 7919 % 1000000) + ": 1, ";
  return text + "}";
}

std::string long_keys(std::size_t size) {
  std::string text = "{";
  for (std::size_t i = 0; text.size() + 400 < size; ++i)
    text += "'" + std::string(350, 'k') + number(i) + "': 1, ";
  return text + "}";
}

std::string one_long_key(std::size_t size) { return "{\"" + std::string(size - 10, 'k') + "\" 1}"; }

// The object is whole but for its first member: every record is read by stage 4.
std::string records(std::size_t size) {
  std::string text = valid_arguments(size - 20);
  text.insert(1, "ok = True, ");
  return text;
}

}  // namespace

const std::vector<Shape>& all() {
  static const std::vector<Shape> shapes = {
      // The promised ones (kPromised).
      ARGWRIGHT_SHAPE("unescaped_quotes", "{\"a\": \"", "say \"hi\" to ", "\"}"),
      ARGWRIGHT_SHAPE("apostrophes", "{'a': '", "it's ", "'}"),
      ARGWRIGHT_SHAPE("open_lists", "", "[", ""),
      ARGWRIGHT_SHAPE("open_objects", "", "{\"a\":", ""),
      ARGWRIGHT_SHAPE("closers", "{\"a\": 1", "}]", ""),
      ARGWRIGHT_SHAPE("only_closers", "", "}]", ""),
      ARGWRIGHT_SHAPE("unclosed_strings", "{", "\"k\": \"v, ", "}"),
      ARGWRIGHT_SHAPE("backslashes", "{\"a\": \"", "\\", "\"}"),
      {"nested_encodings", nested_encodings},
      {"nested_encodings_of_quotes", nested_encodings_of_quotes},
      // Quotes and what may follow one.
      ARGWRIGHT_SHAPE("quotes_only", "{\"a\": \"", "\"", "}"),
      ARGWRIGHT_SHAPE("quote_comma", "{\"a\": \"", "x\",", "\"}"),
      ARGWRIGHT_SHAPE("quote_comma_quote", "{\"a\": \"", "\",\"", "\"}"),
      ARGWRIGHT_SHAPE("quote_brace", "{\"a\": \"x\" ", "y\"}", "\"}"),
      ARGWRIGHT_SHAPE("quote_closers", "{\"a\": [[[[[[[[\"x", "\" ]]]]]]]] y", "\"}"),
      ARGWRIGHT_SHAPE("quote_colon", "{\"a\": \"", "(\":", "\"}"),
      ARGWRIGHT_SHAPE("quote_spaces", "{\"a\": \"", "\"          ", "\"}"),
      ARGWRIGHT_SHAPE("quote_hash", "{\"a\": \"", "\" # ", "\"}"),
      ARGWRIGHT_SHAPE("quote_comment", "{\"a\": \"", "\" /* \" */", "\"}"),
      ARGWRIGHT_SHAPE("quote_comments", "{\"a\": \"", "\"/**//**//**//**//**//**//**//**//**//**/x", "\"}"),
      ARGWRIGHT_SHAPE("quote_escaped_blanks", "{\"a\": \"", "\"\\n\\n\\n\\n\\n\\n", "\"}"),
      ARGWRIGHT_SHAPE("half_members", "{\"a\": \"", "\", \"b", "\"}"),
      ARGWRIGHT_SHAPE("many_unclosed", "", "{\"a\":\"", ""),
      ARGWRIGHT_SHAPE("single_then_brace", "", "{'", ""),
      ARGWRIGHT_SHAPE("mixed_quotes", "{\"a\": \"", "'`\"", "\"}"),
      ARGWRIGHT_SHAPE("backticks", "{`a`: `", "x`y ", "`}"),
      ARGWRIGHT_SHAPE("smart_quotes",
                      "{\xE2\x80\x9C"
                      "a\xE2\x80\x9D: \xE2\x80\x9C",
                      "\xE2\x80\x9D x \xE2\x80\x9C", "\xE2\x80\x9D}"),
      ARGWRIGHT_SHAPE("smart_inside", "{\"a\": \"", "\xE2\x80\x9D,\xE2\x80\x9C", "\",}"),
      ARGWRIGHT_SHAPE("triple_quotes", "{\"a\": ", "\"\"\"x", "}"),
      ARGWRIGHT_SHAPE("triple_in_list", "{\"a\": [", "'''x", "]}"),
      ARGWRIGHT_SHAPE("concatenation", "{\"a\": 'x'", " + 'x'", "}"),
      ARGWRIGHT_SHAPE("fullwidth", "\xEF\xBD\x9B",
                      "\xEF\xBC\x82"
                      "a\xEF\xBC\x82\xEF\xBC\x9A"
                      "1\xEF\xBC\x8C",
                      "\xEF\xBD\x9D"),
      ARGWRIGHT_SHAPE("code", "{\"code\": \"", "if (a[\"b\"] == \"c\") { f(\"d\", {\"e\": 1}); }\\n", "\"}"),
      ARGWRIGHT_SHAPE("html", "{\"html\": \"", "<a href=\"x\" class=\"y\">z</a>", "\"}"),
      // Escapes and bytes.
      ARGWRIGHT_SHAPE("escaped_quotes", "{", "\\\"", "}"),
      ARGWRIGHT_SHAPE("escaped_object", "{", "\\\"a\\\": \\\"b\\\", ", "}"),
      ARGWRIGHT_SHAPE("foreign_escapes", "{\"a\": \"", "\\d", "\"}"),
      ARGWRIGHT_SHAPE("tex", "{\"a\": \"", "\\nu \\theta \\q ", "\"}"),
      ARGWRIGHT_SHAPE("line_escapes", "{\"a\": \"\\d", "\\n\\t", "\"}"),
      ARGWRIGHT_SHAPE("unicode_escapes", "{\"a\": \"", "\\ud800\\u0041", "\",}"),
      ARGWRIGHT_SHAPE("windows_path", "{\"a\": \"C:\\", "dir\\\"", "\"}"),
      ARGWRIGHT_SHAPE("controls", "{\"a\": \"", "\x01\n", "\"}"),
      ARGWRIGHT_SHAPE("invalid_utf8", "{\"a\": \"", "\xFF\xE2\x28", "\"}"),
      ARGWRIGHT_SHAPE("nul_bytes", "", "\0", ""),
      ARGWRIGHT_SHAPE("byte_order_marks", "", "\xEF\xBB\xBF", "{\"a\":1}"),
      ARGWRIGHT_SHAPE("invisible", "{\"a\":", "\xE2\x80\x8B", "1}"),
      ARGWRIGHT_SHAPE("entities", "{", "&quot;a&quot;: 1, ", "}"),
      ARGWRIGHT_SHAPE("entities_only", "{", "&quot;", "}"),
      // White space, comments, separators.
      ARGWRIGHT_SHAPE("spaces", "{\"a\": \"b\"", " ", "\"c\": 1}"),
      ARGWRIGHT_SHAPE("spaces_everywhere", "{'a'", "          ", ": 1}"),
      ARGWRIGHT_SHAPE("line_comments", "{'a': 1, ", "// x\n", "}"),
      ARGWRIGHT_SHAPE("slashes", "{'a': 1, ", "//", "}"),
      ARGWRIGHT_SHAPE("block_comments", "{a = 1, ", "/* x */", "}"),
      ARGWRIGHT_SHAPE("unclosed_comments", "{'a': 1, ", "/*", "}"),
      ARGWRIGHT_SHAPE("hashes", "{'a': 1 ", "#\n", "}"),
      ARGWRIGHT_SHAPE("commas", "{\"a\": 1", ",", "}"),
      ARGWRIGHT_SHAPE("colons", "{\"a\"", ":", "1}"),
      ARGWRIGHT_SHAPE("missing_commas", "{", "\"a\": 1 ", "}"),
      ARGWRIGHT_SHAPE("ellipses", "{\"a\": [", "1, ... ", "]}"),
      // Keys and values.
      ARGWRIGHT_SHAPE("same_key_same_value", "{", "'a': 1, ", "}"),
      {"distinct_keys", distinct_keys},
      {"long_keys", long_keys},
      {"one_long_key", one_long_key},
      ARGWRIGHT_SHAPE("keys_without_values", "{", "\"abc\", ", "}"),
      ARGWRIGHT_SHAPE("bare_words", "{\"a\": [", "some words, ", "]}"),
      ARGWRIGHT_SHAPE("one_bare_value", "{\"a\": ", "word ", "}"),
      ARGWRIGHT_SHAPE("bare_value_commas", "{\"a\": ", "word, ", "}"),
      ARGWRIGHT_SHAPE("digits", "{a = ", "1", "}"),
      ARGWRIGHT_SHAPE("numbers", "{a = [", "12 ", "]}"),
      ARGWRIGHT_SHAPE("hex_digits", "{\"a\": 0x", "f", "}"),
      ARGWRIGHT_SHAPE("signs", "{\"a\": [", "-", "]}"),
      ARGWRIGHT_SHAPE("literals", "{\"a\": [", "True, None, ", "]}"),
      ARGWRIGHT_SHAPE("undefined", "{", "\"a\": undefined, ", "}"),
      ARGWRIGHT_SHAPE("tuples", "{\"a\": [", "(1, 2), ", "]}"),
      ARGWRIGHT_SHAPE("wrong_closers", "{\"a\": [", "[1}, ", "]}"),
      ARGWRIGHT_SHAPE("deep_then_wrong", "{\"a\": [[[[[[[[[[[[[[[[", "{\"b\": 1], ", "]}"),
      {"records", records},
      // Envelopes and candidates.
      ARGWRIGHT_SHAPE("fences", "", "```", ""),
      ARGWRIGHT_SHAPE("fenced_objects", "", "```json\n{'a': 1}\n```\n", ""),
      ARGWRIGHT_SHAPE("think", "", "<think>", ""),
      ARGWRIGHT_SHAPE("think_blocks", "", "<think>x</think>", "{\"a\":1}"),
      ARGWRIGHT_SHAPE("think_ends", "", "{\"a\":1}</think>", "{\"a\":1}"),
      ARGWRIGHT_SHAPE("parameters_open", "", "<parameter=a>", ""),
      ARGWRIGHT_SHAPE("parameters", "<function=f>", "<parameter=a>1</parameter>", "</function>"),
      ARGWRIGHT_SHAPE("parameter_objects", "", "<parameter=a>{\"a\": [</parameter>", ""),
      ARGWRIGHT_SHAPE("tags", "", "<a ", ""),
      ARGWRIGHT_SHAPE("tool_call_tags", "", "<tool_call>", "{\"a\":1}"),
      ARGWRIGHT_SHAPE("token_starts", "", "<|", ""),
      ARGWRIGHT_SHAPE("tokens", "", "<|x|>", "{\"a\":1}"),
      ARGWRIGHT_SHAPE("call_starts", "", "f(a=", ""),
      ARGWRIGHT_SHAPE("call", "f(", "a=1, ", "b=2)"),
      ARGWRIGHT_SHAPE("lines", "", "a: 1\n", ""),
      ARGWRIGHT_SHAPE("assignments", "", "a = \"x\"\n", ""),
      ARGWRIGHT_SHAPE("prose", "", "Some words, and more. ", "{\"a\":1}"),
      ARGWRIGHT_SHAPE("prose_with_braces", "", "if (x) { y } else [z] ", ""),
      ARGWRIGHT_SHAPE("prose_with_objects", "Look: ", "\n{\"a\" is} or ", ""),
      ARGWRIGHT_SHAPE("prose_with_half_objects", "Look: ", "use {\"a\": ", ""),
      ARGWRIGHT_SHAPE("empty_objects", "", "{}", ""),
      ARGWRIGHT_SHAPE("same_object_again", "", "{\"a\":1}", ""),
      ARGWRIGHT_SHAPE("list_of_objects", "[", "{\"a\":1},", "]"),
      {"sixty_objects_again", sixty_objects_again},
      {"large_objects", large_objects},
      {"two_growing_copies", two_growing_copies},
      {"text_in_text", text_in_text},
  };
  return shapes;
}

#undef ARGWRIGHT_SHAPE

const Shape* find(std::string_view name) {
  const auto& shapes = all();
  const auto found =
      std::find_if(shapes.begin(), shapes.end(), [&](const Shape& shape) { return shape.name == name; });
  return found == shapes.end() ? nullptr : &*found;
}

std::string valid_arguments(std::size_t size) {
  std::string text = "{\"records\":[";
  for (std::size_t i = 0; text.size() + 200 < size || i == 0; ++i) {
    if (i != 0) text += ',';
    text += "{\"id\":" + std::to_string(i) + ".25,\"path\":\"/srv/data/report-" + number(i) +
            ".txt\",\"tags\":[\"alpha\",\"beta\"],\"note\":\"Line one.\\nHe said \\\"no\\\".\",\"done\":" +
            (i % 3 == 0 ? "true" : "false") + ",\"owner\":null}";
  }
  return text + "]}";
}

}  // namespace argwright::shapes
