// Tested by object_writer_test.cc.
#include "json/object_writer.h"

#include <utility>

#include "argwright/json.h"
#include "json/visible_text.h"

namespace argwright::json {

void ObjectWriter::text(std::string_view key, std::string_view value) {
  std::string quoted;
  append_quoted(quoted, valid_utf8(value));
  raw(key, quoted);
}

void ObjectWriter::text_or_null(std::string_view key, std::string_view value) {
  if (value.empty()) {
    raw(key, "null");
  } else {
    text(key, value);
  }
}

void ObjectWriter::raw(std::string_view key, std::string_view json) {
  if (out_.size() > 1) out_ += ',';
  append_quoted(out_, key);
  out_ += ':';
  out_ += json;
}

void ObjectWriter::number(std::string_view key, std::uint64_t value) { raw(key, std::to_string(value)); }

void ObjectWriter::boolean(std::string_view key, bool value) { raw(key, value ? "true" : "false"); }

std::string ObjectWriter::finish() && {
  out_ += '}';
  return std::move(out_);
}

}  // namespace argwright::json
