#include "gateway/reasoning/thought.h"

#include <algorithm>
#include <array>
#include <utility>

#include "protocol/chat/think_splitter.h"
#include "protocol/fields.h"
#include "protocol/object_text.h"

namespace argwright::gateway {
namespace {

using protocol::ObjectText;
using protocol::ReasoningForm;
using protocol::text_at;
using Kind = ThoughtPart::Kind;

// Short keys: a thought is kept many times. In the order of their enums.
constexpr std::array<std::string_view, 3> kKinds = {"r", "t", "c"};
constexpr std::array<std::string_view, 3> kForms = {"text", "summary", "inline"};

template <std::size_t N>
std::optional<std::size_t> index_of(const std::array<std::string_view, N>& words, std::string_view word) {
  const auto found = std::find(words.begin(), words.end(), word);
  if (found == words.end()) return std::nullopt;
  return static_cast<std::size_t>(found - words.begin());
}

void put_text(json::Object& out, const char* key, const std::string& text) {
  if (!text.empty()) out.push_back({key, text});
}

protocol::Extras members_at(const json::Value& value, std::string_view key) {
  const json::Value* const found = protocol::object_at(value, key);
  return found != nullptr ? found->members() : protocol::Extras{};
}

}  // namespace

bool Thought::has_reasoning() const {
  return std::any_of(parts.begin(), parts.end(),
                     [](const ThoughtPart& part) { return part.kind == Kind::kReasoning; });
}

std::size_t Thought::calls() const {
  return static_cast<std::size_t>(std::count_if(
      parts.begin(), parts.end(), [](const ThoughtPart& part) { return part.kind == Kind::kCall; }));
}

std::string Thought::reasoning_text() const {
  std::string joined;
  for (const ThoughtPart& part : parts) {
    if (part.kind == Kind::kReasoning) joined += part.text;
  }
  return joined;
}

std::string Thought::content() const {
  std::string joined;
  for (const ThoughtPart& part : parts) {
    if (part.kind == Kind::kText) joined += part.text;
    if (part.kind == Kind::kReasoning && part.form == ReasoningForm::kInline) {
      joined += part.opening + part.text + part.closing;
    }
  }
  return joined;
}

bool Thought::is_worth_keeping() const {
  if (calls() == 0) return false;
  if (withheld_text || !extras.empty() || has_reasoning()) return true;
  const bool beside = std::any_of(parts.begin(), parts.end(), [](const ThoughtPart& part) {
    return part.kind == Kind::kCall && !part.extras.empty();
  });
  return beside || protocol::chat::begins_with_reasoning(content());
}

json::Value part_value(const ThoughtPart& part) {
  json::Object out;
  out.push_back({"k", kKinds[static_cast<std::size_t>(part.kind)]});
  put_text(out, "t", part.text);
  if (part.form != ReasoningForm::kText) out.push_back({"f", kForms[static_cast<std::size_t>(part.form)]});
  put_text(out, "m", part.member);
  put_text(out, "s", part.proof.signature);
  put_text(out, "e", part.proof.encrypted);
  if (!part.proof.details.empty()) out.push_back({"d", part.proof.details});
  put_text(out, "o", part.opening);
  put_text(out, "c", part.closing);
  put_text(out, "i", part.id);
  if (!part.extras.empty()) out.push_back({"x", part.extras});
  return out;
}

namespace {

// As part_value() tells it.
void append_part(std::string& text, const ThoughtPart& part) {
  ObjectText out(text);
  const auto put = [&](const char* key, const std::string& value) {
    if (!value.empty()) out.text(key, value);
  };
  out.text("k", kKinds[static_cast<std::size_t>(part.kind)]);
  put("t", part.text);
  if (part.form != ReasoningForm::kText) out.text("f", kForms[static_cast<std::size_t>(part.form)]);
  put("m", part.member);
  put("s", part.proof.signature);
  put("e", part.proof.encrypted);
  if (!part.proof.details.empty()) out.value("d", part.proof.details);
  put("o", part.opening);
  put("c", part.closing);
  put("i", part.id);
  if (!part.extras.empty()) {
    out.key("x");
    ObjectText(text).members(part.extras).close();
  }
  out.close();
}

}  // namespace

std::optional<ThoughtPart> read_part(const json::Value& value) {
  const std::optional<std::size_t> kind = index_of(kKinds, text_at(value, "k"));
  const json::Value* const told_form = value.find("f");
  const std::optional<std::size_t> form = told_form == nullptr ? 0 : index_of(kForms, text_at(value, "f"));
  if (!kind || !form) return std::nullopt;
  ThoughtPart part;
  part.kind = static_cast<Kind>(*kind);
  part.form = static_cast<ReasoningForm>(*form);
  part.text = text_at(value, "t");
  part.member = text_at(value, "m");
  part.proof.signature = text_at(value, "s");
  part.proof.encrypted = text_at(value, "e");
  if (const json::Array* const details = protocol::array_at(value, "d")) part.proof.details = *details;
  part.opening = text_at(value, "o");
  part.closing = text_at(value, "c");
  part.id = text_at(value, "i");
  part.extras = members_at(value, "x");
  return part;
}

// Written, not built: every turn with calls comes here.
std::string thought_text(const Thought& thought) {
  std::size_t size = 64;
  for (const ThoughtPart& part : thought.parts) size += 128 + part.text.size() + part.text.size() / 8;
  std::string text;
  text.reserve(size);
  ObjectText out(text);
  out.raw("v", "1").key("p");
  text += '[';
  bool is_first = true;
  for (const ThoughtPart& part : thought.parts) {
    if (!std::exchange(is_first, false)) text += ',';
    append_part(text, part);
  }
  text += ']';
  if (!thought.extras.empty()) {
    out.key("x");
    ObjectText(text).members(thought.extras).close();
  }
  if (thought.withheld_text) out.raw("w", "true");
  out.close();
  return text;
}

Result<Thought> read_thought(std::string_view text) {
  const Result<json::Value> value = json::parse(text);
  if (!value) return value.error();
  const json::Array* const parts = protocol::array_at(*value, "p");
  if (protocol::integer_at(*value, "v") != 1 || parts == nullptr) {
    return Error{
        ErrorCode::kInvalidArgument, "a remembered turn of a form that this release does not know", {}};
  }
  Thought thought;
  thought.parts.reserve(parts->size());
  for (const json::Value& each : *parts) {
    std::optional<ThoughtPart> part = read_part(each);
    if (!part)
      return Error{ErrorCode::kInvalidArgument, "a remembered turn with a part of an unknown kind", {}};
    thought.parts.push_back(*std::move(part));
  }
  thought.extras = members_at(*value, "x");
  thought.withheld_text = protocol::is_truthy(value->find("w"));
  return thought;
}

}  // namespace argwright::gateway
