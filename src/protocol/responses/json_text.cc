#include "protocol/responses/json_text.h"

#include "json/writer.h"

namespace argwright::protocol::responses {

std::string& ObjectText::key(std::string_view name) {
  if (!first_) out_ += ',';
  first_ = false;
  json::append_quoted(out_, name);
  out_ += ':';
  return out_;
}

ObjectText& ObjectText::text(std::string_view name, std::string_view value) {
  json::append_quoted(key(name), value);
  return *this;
}

ObjectText& ObjectText::number(std::string_view name, std::int64_t value) {
  key(name) += std::to_string(value);
  return *this;
}

ObjectText& ObjectText::value(std::string_view name, const json::Value& value) {
  json::append(key(name), value);
  return *this;
}

ObjectText& ObjectText::raw(std::string_view name, std::string_view json_text) {
  key(name) += json_text;
  return *this;
}

ObjectText& ObjectText::members(const json::Object& members) {
  for (const json::Member& member : members) value(member.key, member.value);
  return *this;
}

}  // namespace argwright::protocol::responses
