#include "gateway/config/parts.h"

#include <algorithm>

namespace argwright::gateway {
namespace {

constexpr std::size_t kMaxName = 64;

bool has_control(std::string_view text) {
  return std::ranges::any_of(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7F;
  });
}

bool is_name(std::string_view text) { return !text.empty() && text.size() <= kMaxName && !has_control(text); }

bool is_variable_name(std::string_view name) {
  return !name.empty() && !(name[0] >= '0' && name[0] <= '9') && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

// A key that was put where its variable's name belongs must not end up in a message.
bool may_be_a_key(std::string_view name) {
  constexpr std::size_t kLongestOddName = 24;
  const bool lower = std::ranges::any_of(name, [](char c) { return c >= 'a' && c <= 'z'; });
  return name.size() > kMaxName || (lower && name.size() > kLongestOddName);
}

}  // namespace

std::string subject_of(const Entry& element) {
  const std::string& where = element.where();
  const TomlMember* const name = element.value().find("name");
  if (name == nullptr || name->value.kind != TomlValue::Kind::kString || !is_name(name->value.text))
    return where;
  return where.substr(0, where.find('[')) + " " + quoted(name->value.text);
}

void read_name(const Entry& entry, std::string& into) {
  auto read = entry.text();
  if (!read) return;
  if (is_name(*read)) {
    into = *std::move(read);
  } else {
    entry.fail("must have between 1 and 64 bytes and no control characters");
  }
}

void read_patterns(const Entry& entry, std::vector<std::string>& into) {
  if (!entry.is_list()) return;
  for (std::size_t at = 0; at < entry.value().items.size(); ++at) {
    const Entry item = entry.item(at);
    auto read = item.text();
    if (!read) continue;
    if (read->empty() || has_control(*read)) {
      item.fail("must be the name of a model, in which '*' stands for any text");
    } else {
      into.push_back(*std::move(read));
    }
  }
}

void read_file_name(const Entry& entry, std::string& into) {
  auto read = entry.text();
  if (!read) return;
  if (read->empty() || read->find('\0') != std::string::npos) {
    entry.fail("must name a file");
    return;
  }
  const std::string fault = entry.context().outside.file_fault(*read);
  if (!fault.empty()) {
    entry.fail("names the file " + quoted(*read) + ", which cannot be read: " + fault);
  } else {
    into = *std::move(read);
  }
}

std::optional<std::string> read_from_environment(const Entry& entry) {
  const auto name = entry.text();
  if (!name) return std::nullopt;
  if (!is_variable_name(*name)) {
    entry.fail("must be the name of an environment variable: letters, digits and '_'",
               "the key itself belongs into that variable");
    return std::nullopt;
  }
  const std::string shown =
      may_be_a_key(*name) ? "an environment variable that" : "the environment variable " + *name + ", which";
  auto value = entry.context().outside.environment(*name);
  if (!value) {
    entry.fail("names " + shown + " is not set");
    return std::nullopt;
  }
  if (value->empty()) {
    entry.fail("names " + shown + " is empty");
    return std::nullopt;
  }
  if (has_control(*value)) {
    entry.fail("names " + shown + " holds a line break or another control character");
    return std::nullopt;
  }
  return value;
}

}  // namespace argwright::gateway
