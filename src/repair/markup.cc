#include "repair/markup.h"

#include <algorithm>
#include <array>

#include "json/utf8.h"
#include "json/validator.h"
#include "repair/number_text.h"
#include "repair/string_text.h"

namespace argwright::repair {
namespace {

constexpr std::size_t kMaxTagBytes = 256;
constexpr std::size_t kMaxTokenBytes = 96;

bool is_name_char(char c) { return is_word(c) || c == '-' || c == '.' || c == ':'; }

// A parameter's value as text: one line break on either side belongs to the layout.
std::string_view strip_layout(std::string_view value) {
  if (value.starts_with("\r\n")) {
    value.remove_prefix(2);
  } else if (value.starts_with('\n')) {
    value.remove_prefix(1);
  }
  if (value.ends_with("\r\n")) {
    value.remove_suffix(2);
  } else if (value.ends_with('\n')) {
    value.remove_suffix(1);
  }
  return value;
}

std::string_view literal_of(std::string_view word) {
  if (word == "true" || word == "True") return "true";
  if (word == "false" || word == "False") return "false";
  if (word == "null" || word == "None") return "null";
  return {};
}

bool append_parameter_value(std::string_view text, std::size_t begin, std::size_t end,
                            const MendSettings& settings, FixLog& fixes, std::string& out) {
  const std::string_view value = strip_layout(text.substr(begin, end - begin));
  const std::size_t offset = static_cast<std::size_t>(value.data() - text.data());
  if (const std::string_view literal = literal_of(value); !literal.empty()) {
    out += literal;
    return true;
  }
  const NumberToken number = read_number_token(value, 0);
  if (number.length == value.size() && number.length > 0 && number.form == NumberForm::kJson) {
    out += value;
    return true;
  }
  if (!value.empty() && (value[0] == '{' || value[0] == '[')) {
    const FixLog::Mark mark = fixes.mark();
    const std::string_view inner = text.substr(0, offset + value.size());
    Mender mender(inner, settings, fixes);
    const std::size_t before = out.size();
    if (mender.value(offset, out) && mender.skip_ahead(mender.end()) >= inner.size() &&
        !mender.closed_by_end())
      return true;
    out.resize(before);
    fixes.forget_after(mark);
  }
  // Text: nothing in it is an escape.
  append_string({value, offset, QuoteKind::kBacktick, true}, fixes, out);
  return true;
}

}  // namespace

bool is_thinking_tag(std::string_view name) {
  return name == "think" || name == "thinking" || name == "thought" || name == "reasoning";
}

std::optional<Tag> tag_at(std::string_view text, std::size_t at) {
  if (at >= text.size() || text[at] != '<') return std::nullopt;
  Tag tag;
  std::size_t i = at + 1;
  if (i < text.size() && text[i] == '/') {
    tag.closing = true;
    ++i;
  }
  const std::size_t name_begin = i;
  if (i >= text.size() || !is_letter(text[i])) return std::nullopt;
  while (i < text.size() && i - at < kMaxTagBytes && is_name_char(text[i])) ++i;
  tag.name = text.substr(name_begin, i - name_begin);
  const std::string_view window = text.substr(i, kMaxTagBytes);
  const std::size_t stop = window.find_first_of("<>\n{");
  if (stop == std::string_view::npos || window[stop] != '>') {
    // </s at the very end: the token was cut in the middle.
    if (tag.closing && i >= text.size()) {
      tag.length = i - at;
      return tag;
    }
    return std::nullopt;
  }
  std::string_view rest = window.substr(0, stop);
  while (!rest.empty() && (rest.back() == '/' || rest.back() == ' ')) rest.remove_suffix(1);
  if (rest.starts_with('=')) {
    tag.attribute = rest.substr(1);
  } else if (const std::size_t name = rest.find("name="); name != std::string_view::npos) {
    tag.attribute = rest.substr(name + 5);
  }
  if (tag.attribute.size() >= 2 && (tag.attribute.front() == '"' || tag.attribute.front() == '\'')) {
    const std::size_t close = tag.attribute.find(tag.attribute.front(), 1);
    tag.attribute =
        close == std::string_view::npos ? tag.attribute.substr(1) : tag.attribute.substr(1, close - 1);
  }
  tag.length = i + stop + 1 - at;
  return tag;
}

std::size_t special_token_length(std::string_view text, std::size_t at) {
  constexpr std::string_view kWideBar = "\xEF\xBD\x9C";  // U+FF5C
  const std::string_view window = text.substr(at, kMaxTokenBytes);
  if (window.starts_with("<|")) {
    // No token holds another, so that a row of beginnings is read only once.
    for (std::size_t i = 2; i + 1 < window.size() && window[i] != '<' && window[i] != '\n'; ++i) {
      if (window[i] == '|' && window[i + 1] == '>') return i + 2;
    }
    return 0;
  }
  if (window.size() > 4 && window[0] == '<' && window.substr(1).starts_with(kWideBar)) {
    const std::size_t end = window.find(std::string(kWideBar) + ">", 4);
    return end == std::string_view::npos ? 0 : end + kWideBar.size() + 1;
  }
  if (window.starts_with("[")) {
    std::size_t end = 1;
    while (end < window.size() &&
           ((window[end] >= 'A' && window[end] <= 'Z') || window[end] == '_' || window[end] == '/'))
      ++end;
    if (end >= 4 && end < window.size() && window[end] == ']') return end + 1;
  }
  return 0;
}

bool read_xml_parameters(std::string_view text, std::size_t& at, const MendSettings& settings, FixLog& fixes,
                         std::string& out, Error& error) {
  fixes.add(Rule::kXmlParameters, at, text.substr(at, 40), "{");
  const std::size_t before = out.size();
  out += '{';
  bool first = true;
  for (;;) {
    std::size_t i = at;
    while (i < text.size() && is_json_blank(text[i])) ++i;
    const std::optional<Tag> tag = tag_at(text, i);
    if (!tag || tag->closing || tag->name != "parameter" || tag->attribute.empty()) break;
    const std::size_t begin = i + tag->length;
    const std::size_t end = text.find("</parameter>", begin);
    if (end == std::string_view::npos) {
      out.resize(before);
      error =
          Error::at(ErrorCode::kTruncated,
                    "the text ends inside the parameter '" + std::string(tag->attribute) + "'", text.size());
      return false;
    }
    if (!first) out += ',';
    first = false;
    append_string({tag->attribute, i, QuoteKind::kBacktick, true}, fixes, out);
    out += ':';
    append_parameter_value(text, begin, end, settings, fixes, out);
    at = end + std::string_view("</parameter>").size();
  }
  out += '}';
  return true;
}

}  // namespace argwright::repair
