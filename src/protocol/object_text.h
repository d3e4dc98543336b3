// Writes one JSON object into a text, member by member, without building a value first.
//
//   ObjectText chunk(out);
//   chunk.text("id", id).integer("created", created);
//   chunk.key("delta"), ObjectText(out).text("content", piece).close();
//   chunk.close();
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "argwright/json.h"
#include "json/writer.h"

namespace argwright::protocol {

class ObjectText {
 public:
  explicit ObjectText(std::string& out) : out_(out) { out_ += '{'; }

  // The key; the caller then writes its value. Precondition: `name` needs no escape.
  std::string& key(std::string_view name) {
    if (filled_) out_ += ',';
    filled_ = true;
    out_ += '"';
    out_ += name;
    out_ += "\":";
    return out_;
  }
  ObjectText& text(std::string_view name, std::string_view value) {
    json::append_quoted(key(name), value);
    return *this;
  }
  ObjectText& integer(std::string_view name, std::int64_t value) {
    key(name) += std::to_string(value);
    return *this;
  }
  // `literal` is JSON.
  ObjectText& raw(std::string_view name, std::string_view literal) {
    key(name) += literal;
    return *this;
  }
  ObjectText& value(std::string_view name, const json::Value& value) {
    json::append(key(name), value);
    return *this;
  }
  // Members as they came; their keys may be any text.
  ObjectText& members(const json::Object& members) {
    for (const json::Member& member : members) {
      if (filled_) out_ += ',';
      filled_ = true;
      json::append_quoted(out_, member.key);
      out_ += ':';
      json::append(out_, member.value);
    }
    return *this;
  }
  void close() { out_ += '}'; }

 private:
  std::string& out_;
  bool filled_ = false;
};

}  // namespace argwright::protocol
