#include "protocol/wire_id.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "json/utf8.h"
#include "protocol/name_aliases.h"

namespace argwright::protocol {
namespace {

// Nobody else's ids start so; one that does is encoded like an illegal one, so that decoding is unambiguous.
constexpr std::string_view kMark = kWireIdMark;
constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

std::string to_base64url(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size() * 4 / 3 + 3);
  std::uint32_t bits = 0;
  int held = 0;
  for (const char c : bytes) {
    bits = bits << 8 | static_cast<unsigned char>(c);
    for (held += 8; held >= 6;) {
      held -= 6;
      out += kAlphabet[bits >> held & 63];
    }
  }
  if (held > 0) out += kAlphabet[bits << (6 - held) & 63];
  return out;
}

std::optional<std::string> from_base64url(std::string_view text) {
  std::string out;
  std::uint32_t bits = 0;
  int held = 0;
  for (const char c : text) {
    const std::size_t digit = kAlphabet.find(c);
    if (digit == std::string_view::npos) return std::nullopt;
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    held += 6;
    if (held >= 8) {
      held -= 8;
      out += static_cast<char>(bits >> held & 255);
    }
  }
  return out;
}

bool is_printable(std::string_view id) {
  return !id.empty() && std::all_of(id.begin(), id.end(), [](char c) { return c > ' ' && c < '\x7f'; });
}

std::string hashed(std::string_view id) {
  std::uint64_t hash = 14695981039346656037U;  // FNV-1a
  for (const char c : id) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  std::string text;
  for (int digit = 0; digit < 11; ++digit, hash >>= 6) text += kAlphabet[hash & 63];
  return text;
}

}  // namespace

std::string client_id(Protocol client, std::string_view upstream_id) {
  const bool legal = client == Protocol::kMessages ? is_plain_name(upstream_id, upstream_id.size())
                                                   : is_printable(upstream_id);
  if (upstream_id.empty() || (legal && !upstream_id.starts_with(kMark))) return std::string(upstream_id);
  return std::string(kMark) + to_base64url(upstream_id);
}

std::string upstream_id(std::string_view client_id) {
  if (!client_id.starts_with(kMark)) return std::string(client_id);
  std::optional<std::string> id = from_base64url(client_id.substr(kMark.size()));
  // What we did not write ourselves is somebody's own id.
  const bool ours =
      id && !id->empty() && json::is_valid_utf8(*id) && to_base64url(*id) == client_id.substr(kMark.size());
  if (!ours) return std::string(client_id);
  return *std::move(id);
}

IdGrammar id_grammar(Protocol protocol) {
  switch (protocol) {
    case Protocol::kChat: return {40, false};
    case Protocol::kResponses: return {64, false};
    case Protocol::kMessages: return {64, true};
  }
  return {40, true};
}

bool is_legal_id(Protocol protocol, std::string_view id) {
  const IdGrammar grammar = id_grammar(protocol);
  return grammar.plain ? is_plain_name(id, grammar.max_length)
                       : is_printable(id) && id.size() <= grammar.max_length;
}

void RequestIds::reserve(std::string_view id) {
  if (is_legal_id(target_, id)) reserved_.emplace(id);
}

std::string RequestIds::for_call(std::string_view id) {
  std::string written(id);
  if (!is_legal_id(target_, id) || used_.contains(written)) {
    const std::string stem = "call_" + hashed(id);
    written = stem;
    for (std::size_t& number = last_number_.try_emplace(stem, 1).first->second;
         used_.contains(written) || reserved_.contains(written);) {
      written = stem + "_" + std::to_string(++number);
    }
  }
  used_.insert(written);
  current_.insert_or_assign(std::string(id), written);
  return written;
}

std::string RequestIds::for_result(std::string_view id) {
  if (const auto known = current_.find(std::string(id)); known != current_.end()) return known->second;
  return is_legal_id(target_, id) ? std::string(id) : for_call(id);
}

}  // namespace argwright::protocol
