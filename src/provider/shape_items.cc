// The order of items in a Responses request. A model may speak between two calls of one reply, and some
// servers take that for the end of the reply, whose first call then has no result. Tested by shape_test.cc.
#include <iterator>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "provider/shape_steps.h"

namespace argwright::provider {
namespace {

using protocol::CallPart;
using protocol::Part;
using protocol::Role;
using protocol::Turn;

bool is_call(const Part& part) { return std::holds_alternative<CallPart>(part); }

// Does anything of this reply stand behind a call of it?
bool is_mixed(std::span<const Turn> reply) {
  bool called = false;
  for (const Turn& turn : reply) {
    for (const Part& part : turn.parts) {
      if (called && !is_call(part)) return true;
      called = called || is_call(part);
    }
  }
  return false;
}

// The turns of one reply, calls last. Items of Responses are turns of their own and stay whole; what other
// protocols have in one turn is taken apart.
std::vector<Turn> with_calls_last(std::span<Turn> reply) {
  std::vector<Turn> turns;
  std::vector<Turn> calls;
  for (Turn& turn : reply) {
    if (std::ranges::none_of(turn.parts, is_call)) {
      turns.push_back(std::move(turn));
    } else if (std::ranges::all_of(turn.parts, is_call)) {
      calls.push_back(std::move(turn));
    } else {
      Turn own;
      own.role = Role::kAssistant;
      std::erase_if(turn.parts, [&](Part& part) {
        if (!is_call(part)) return false;
        own.parts.push_back(std::move(part));
        return true;
      });
      turns.push_back(std::move(turn));
      calls.push_back(std::move(own));
    }
  }
  std::move(calls.begin(), calls.end(), std::back_inserter(turns));
  return turns;
}

}  // namespace

void shape_items(Shaping& shaping) {
  if (!shaping.profile.calls_together || shaping.settings.target != protocol::Protocol::kResponses) return;
  std::vector<Turn>& turns = shaping.request.turns;
  for (std::size_t i = 0; i < turns.size();) {
    std::size_t end = i;
    while (end < turns.size() && turns[end].role == Role::kAssistant) ++end;
    if (const std::span reply = std::span(turns).subspan(i, end - i); is_mixed(reply)) {
      std::vector<Turn> ordered = with_calls_last(reply);
      const auto at = turns.erase(turns.begin() + static_cast<std::ptrdiff_t>(i),
                                  turns.begin() + static_cast<std::ptrdiff_t>(end));
      end = i + ordered.size();
      turns.insert(at, std::make_move_iterator(ordered.begin()), std::make_move_iterator(ordered.end()));
      shaping.changed = true;
    }
    i = end + 1;
  }
}

}  // namespace argwright::provider
