// Reasoning in a form that a client carries without being able to read or change it: the `signature` of a
// thinking block, the `data` of a redacted one, the `encrypted_content` of a reasoning item. The exact
// original and where it came from are in it, so that it returns to its upstream even where nobody remembers
// it, and to no other.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gateway/reasoning/sealer.h"
#include "gateway/reasoning/thought.h"

namespace argwright::gateway {

// Whose words they are.
struct Origin {
  std::string upstream, provider, model;
  bool operator==(const Origin&) const = default;
};

// May what came from `from` go back to `to` as it is? Proofs are bound to a provider and its model; of
// upstreams whose provider nobody knows only the very same one counts.
bool is_same_source(const Origin& from, const Origin& to);

inline constexpr std::string_view kTokenMark = "aw1.";
inline bool is_token(std::string_view text) { return text.starts_with(kTokenMark); }

// `owner`: the name of the client's key. Another client's token does not open.
std::string sealed_token(const Sealer& sealer, const Origin& origin, std::span<const ThoughtPart> parts,
                         std::string_view owner);

struct OpenedToken {
  Origin origin;
  std::vector<ThoughtPart> parts;
};
// Nothing: it was altered, or sealed with another secret, for another owner, by a release that this one does
// not know.
std::optional<OpenedToken> open_token(const Sealer& sealer, std::string_view token, std::string_view owner);

}  // namespace argwright::gateway
