// Things in angle or square brackets that models and their templates leave around arguments.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "argwright/result.h"
#include "repair/fix_log.h"
#include "repair/mender.h"

namespace argwright::repair {

struct Tag {
  std::size_t length = 0;
  bool closing = false;
  std::string_view name;       // tool_call, function, parameter, think ...
  std::string_view attribute;  // of <function=NAME>, <invoke name="NAME">, <parameter name="KEY">
};

// An XML-like tag at `at`. A tag that the end of the text cuts off counts when it closes something.
std::optional<Tag> tag_at(std::string_view text, std::size_t at);

// Length of a template token at `at`: <|...|>, its full-width relative, [TOOL_CALLS]; 0 if there is none.
std::size_t special_token_length(std::string_view text, std::size_t at);

bool is_thinking_tag(std::string_view name);

// <parameter=key>value</parameter> ..., from `at` on, as the members of an object. Literals, numbers and
// bracketed values are read as what they say, everything else is text. On success `at` is behind the last
// one.
bool read_xml_parameters(std::string_view text, std::size_t& at, const MendSettings& settings, FixLog& fixes,
                         std::string& out, Error& error);

}  // namespace argwright::repair
