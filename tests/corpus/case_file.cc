#include "tests/corpus/case_file.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <utility>

namespace argwright::corpus {
namespace {

std::string environment(const char* name, std::string otherwise) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): tests start no thread here
  return value != nullptr && *value != '\0' ? std::string(value) : std::move(otherwise);
}

int sextet(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  return c == '/' ? 63 : -1;
}

}  // namespace

std::string source_folder() { return environment("ARGWRIGHT_SOURCE_DIR", "."); }

std::string shared_folder() { return environment("ARGWRIGHT_SHARED", source_folder() + "/../shared"); }

const json::Value* Line::find(std::string_view key) const {
  const json::Value* member = value.find(key);
  return member == nullptr || member->is_null() ? nullptr : member;
}

std::string Line::text(std::string_view key) const {
  const json::Value* member = find(key);
  return member != nullptr && member->is_string() ? member->string() : std::string();
}

bool Line::flag(std::string_view key, bool otherwise) const {
  const json::Value* member = find(key);
  return member != nullptr && member->is_boolean() ? member->boolean() : otherwise;
}

std::optional<File> read_file(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return std::nullopt;
  const std::string name = std::filesystem::path(path).filename().string();
  File file;
  std::size_t number = 0;
  for (std::string text; std::getline(stream, text);) {
    ++number;
    if (text.find_first_not_of(" \t\r") == std::string::npos) continue;
    std::string where = name + ":" + std::to_string(number);
    Result<json::Value> value = json::parse(text);
    if (!value) {
      file.faults.push_back(where + ": " + value.error().describe());
    } else if (!value->is_object()) {
      file.faults.push_back(where + ": no object");
    } else {
      file.lines.push_back(Line{std::move(where), std::move(*value)});
    }
  }
  return file;
}

std::optional<std::string> decode_base64(std::string_view text) {
  while (!text.empty() && text.back() == '=') text.remove_suffix(1);
  if (text.size() % 4 == 1) return std::nullopt;
  std::string bytes;
  unsigned bits = 0;
  unsigned held = 0;
  for (const char c : text) {
    const int value = sextet(c);
    if (value < 0) return std::nullopt;
    bits = (bits << 6U) | static_cast<unsigned>(value);
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes += static_cast<char>((bits >> held) & 0xFFU);
  }
  return bytes;
}

std::optional<std::string> raw_text(const Line& line) {
  if (const json::Value* raw = line.find("raw"); raw != nullptr && raw->is_string()) return raw->string();
  if (const json::Value* raw = line.find("raw_b64"); raw != nullptr && raw->is_string()) {
    return decode_base64(raw->string());
  }
  return std::nullopt;
}

}  // namespace argwright::corpus
