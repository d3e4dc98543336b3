#include "gateway/reasoning/sealed_token.h"

#include <array>
#include <cstdint>
#include <utility>

#include "protocol/fields.h"

namespace argwright::gateway {
namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

constexpr std::array<std::int8_t, 256> kDigits = [] {
  std::array<std::int8_t, 256> digits{};
  digits.fill(-1);
  for (std::size_t i = 0; i < kAlphabet.size(); ++i)
    digits[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::int8_t>(i);
  return digits;
}();

void append_base64url(std::string& out, std::string_view bytes) {
  std::uint32_t bits = 0;
  int held = 0;
  for (const char c : bytes) {
    bits = bits << 8 | static_cast<unsigned char>(c);
    for (held += 8; held >= 6;) {
      held -= 6;
      out += kAlphabet[bits >> held & 63U];
    }
  }
  if (held > 0) out += kAlphabet[bits << (6 - held) & 63U];
}

std::optional<std::string> from_base64url(std::string_view text) {
  std::string out;
  out.reserve(text.size() * 3 / 4);
  std::uint32_t bits = 0;
  int held = 0;
  for (const char c : text) {
    const int digit = kDigits[static_cast<unsigned char>(c)];
    if (digit < 0) return std::nullopt;
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    held += 6;
    if (held >= 8) {
      held -= 8;
      out += static_cast<char>(bits >> held & 255U);
    }
  }
  return out;
}

std::string bound_to(std::string_view owner) { return "token:" + std::string(owner); }

}  // namespace

bool is_same_source(const Origin& from, const Origin& to) {
  if (from.provider != to.provider || from.model != to.model) return false;
  return to.provider != "generic" || from.upstream == to.upstream;
}

std::string sealed_token(const Sealer& sealer, const Origin& origin, std::span<const ThoughtPart> parts,
                         std::string_view owner) {
  json::Array list;
  list.reserve(parts.size());
  for (const ThoughtPart& part : parts) list.push_back(part_value(part));
  json::Object told;
  told.push_back({"u", origin.upstream});
  told.push_back({"p", origin.provider});
  told.push_back({"m", origin.model});
  told.push_back({"t", std::move(list)});
  const std::string sealed = sealer.seal(json::write(json::Value(std::move(told))), bound_to(owner));
  std::string token(kTokenMark);
  token.reserve(kTokenMark.size() + sealed.size() * 4 / 3 + 4);
  append_base64url(token, sealed);
  return token;
}

std::optional<OpenedToken> open_token(const Sealer& sealer, std::string_view token, std::string_view owner) {
  if (!is_token(token)) return std::nullopt;
  const std::optional<std::string> sealed = from_base64url(token.substr(kTokenMark.size()));
  if (!sealed) return std::nullopt;
  const std::optional<std::string> text = sealer.open(*sealed, bound_to(owner));
  if (!text) return std::nullopt;
  const Result<json::Value> told = json::parse(*text);
  if (!told) return std::nullopt;
  OpenedToken opened;
  opened.origin.upstream = protocol::text_at(*told, "u");
  opened.origin.provider = protocol::text_at(*told, "p");
  opened.origin.model = protocol::text_at(*told, "m");
  const json::Array* const parts = protocol::array_at(*told, "t");
  if (parts == nullptr) return std::nullopt;
  for (const json::Value& each : *parts) {
    std::optional<ThoughtPart> part = read_part(each);
    if (!part) return std::nullopt;
    opened.parts.push_back(*std::move(part));
  }
  return opened;
}

}  // namespace argwright::gateway
