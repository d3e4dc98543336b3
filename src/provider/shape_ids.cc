// Ids of calls for a provider that takes only those of its own form. Within one request they do no more than
// join calls and results, so that others may stand for them. Tested by shape_test.cc.
#include <array>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <variant>

#include "provider/shape_steps.h"

namespace argwright::provider {
namespace {

using protocol::CallPart;
using protocol::ResultPart;

constexpr std::size_t kLength = 9;

bool is_legal(std::string_view id) {
  return id.size() == kLength && std::ranges::all_of(id, [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
         });
}

// The same for the same request, which prompt caches need.
std::string made_id(std::string_view id, std::uint64_t attempt) {
  constexpr std::string_view kDigits = "0123456789abcdefghijklmnopqrstuvwxyz";
  std::uint64_t hash = 14695981039346656037U + attempt;  // FNV-1a
  for (const char c : id) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  std::string made;
  for (std::size_t at = 0; at < kLength; ++at, hash /= kDigits.size()) made += kDigits[hash % kDigits.size()];
  return made;
}

template <typename Kind>
void for_each(protocol::Request& request, const auto& visit) {
  for (protocol::Turn& turn : request.turns) {
    for (protocol::Part& part : turn.parts) {
      if (auto* const found = std::get_if<Kind>(&part)) visit(*found);
    }
  }
}

}  // namespace

void shape_ids(Shaping& shaping) {
  if (shaping.profile.id_grammar == IdGrammar::kProtocol || !shaping.for_chat()) return;
  std::unordered_set<std::string> taken;
  for_each<CallPart>(shaping.request, [&](const CallPart& call) {
    if (is_legal(call.id)) taken.insert(call.id);
  });
  std::unordered_map<std::string, std::string> made;  // by the id that came
  for_each<CallPart>(shaping.request, [&](CallPart& call) {
    if (is_legal(call.id) || call.id.empty()) return;
    std::string& id = made[call.id];
    for (std::uint64_t attempt = 0; id.empty(); ++attempt) {
      std::string next = made_id(call.id, attempt);
      if (taken.insert(next).second) id = std::move(next);
    }
    call.id = id;
    shaping.changed = true;
  });
  for_each<ResultPart>(shaping.request, [&](ResultPart& result) {
    if (const auto found = made.find(result.call_id); found != made.end()) result.call_id = found->second;
  });
}

}  // namespace argwright::provider
