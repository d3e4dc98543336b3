// Each call exactly once, whole and in order, however its pieces are cut and mixed (S2-47).
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "protocol/governed.h"

namespace argwright::protocol {
namespace {

using testing::Texts;

struct Draft {
  std::string id, name, arguments;
  std::size_t sent = 0;
  bool begun = false;
};

Draft draft(std::size_t number) {
  Draft made;
  made.id = "c" + std::to_string(number);
  made.name = "f" + std::to_string(number % 3);
  std::string text;
  const auto length = *rc::gen::inRange<std::size_t>(0, 12);
  for (std::size_t i = 0; i < length; ++i)
    text += *rc::gen::element<char>('a', '"', '\\', '{', '}', ' ', ',', '\'');
  made.arguments = json::write(json::Value(json::Object{
      {"n", json::Value::integer(static_cast<std::int64_t>(number))}, {"text", json::Value(text)}}));
  return made;
}

// The next piece of the call: the id and the name with the first, then some bytes.
CallPiece next_piece(Draft& call, std::int64_t index) {
  CallPiece made;
  made.index = index;
  if (!call.begun) {
    made.id = call.id;
    made.name = call.name;
    call.begun = true;
  }
  const std::size_t left = call.arguments.size() - call.sent;
  const auto size = *rc::gen::inRange<std::size_t>(1, std::min<std::size_t>(left, 9) + 1);
  made.arguments = call.arguments.substr(call.sent, size);
  call.sent += size;
  return made;
}

RC_GTEST_PROP(GovernorProperty, GivesEachCallOnceWholeAndInOrder, ()) {
  const auto count = *rc::gen::inRange<std::size_t>(2, 9);
  const bool tells_ends = *rc::gen::arbitrary<bool>();
  std::vector<Draft> calls;
  for (std::size_t i = 0; i < count; ++i) calls.push_back(draft(i));

  Governor governor{GovernorContext()};
  Events out;
  Events start{testing::start("r", "m")};
  governor.govern(start, out);
  Texts expected;
  std::vector<std::size_t> open(count);
  for (std::size_t i = 0; i < count; ++i) open[i] = i;
  while (!open.empty()) {
    const auto place = *rc::gen::inRange<std::size_t>(0, open.size());
    const std::size_t number = open[place];
    Draft& call = calls[number];
    if (!call.begun) expected.push_back("call " + call.id + " " + call.name + " " + call.arguments);
    Events pieces{next_piece(call, static_cast<std::int64_t>(number))};
    if (call.sent == call.arguments.size()) {
      open.erase(open.begin() + static_cast<std::ptrdiff_t>(place));
      if (tells_ends) pieces.emplace_back(testing::ended(static_cast<std::int64_t>(number)));
    }
    governor.govern(pieces, out);
  }
  Events last{testing::finish(FinishReason::kCalls, "tool_calls"), End{}};
  governor.govern(last, out);

  Texts got;
  for (const Event& event : out) {
    RC_ASSERT(!std::holds_alternative<CallPiece>(event));
    if (std::holds_alternative<Call>(event)) got.push_back(testing::shown(event));
  }
  RC_ASSERT(got == expected);
  RC_ASSERT(!governor.altered());
  RC_ASSERT(governor.report().calls.size() == count);
}

// Cut anywhere, nothing but whole calls comes out, and the reply never claims to be whole.
RC_GTEST_PROP(GovernorProperty, NeverGivesACallThatWasCutOff, ()) {
  Draft call = draft(1);
  const auto size = *rc::gen::inRange<std::size_t>(0, call.arguments.size());
  const auto reason = *rc::gen::element(FinishReason::kStop, FinishReason::kCalls, FinishReason::kLength,
                                        FinishReason::kFilter, FinishReason::kUnknown);
  Events events{testing::start("r", "m"), testing::piece(0, "a", "f", call.arguments.substr(0, size))};
  const bool finishes = *rc::gen::arbitrary<bool>();
  // Behind the last value a finished text may be closed, and an empty one is {}: only before that it is cut.
  const bool incomplete = !finishes || reason == FinishReason::kLength || reason == FinishReason::kFilter;
  if (finishes) events.emplace_back(testing::finish(reason, "word"));
  events.emplace_back(End{finishes});
  const testing::Governed result = testing::governed(std::move(events));
  if (incomplete) {
    RC_ASSERT(result.calls().empty());
    RC_ASSERT(result.finish() == (reason == FinishReason::kFilter && finishes ? "filter" : "length"));
  }
  for (const Call& out : testing::only<Call>(result.events))
    RC_ASSERT(json::parse(out.arguments).has_value());
  RC_ASSERT(result.report.calls.size() == 1U);
}

}  // namespace
}  // namespace argwright::protocol
