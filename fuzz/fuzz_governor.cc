// Two to eight calls in pieces, cut and interleaved at random, numbered and named well or badly, finished too
// early or told once more behind the finish: each comes out once, whole and legal, whatever the end of the
// reply.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/check.h"
#include "json/validator.h"
#include "protocol/governor.h"

namespace argwright::fuzz {
namespace {

using namespace argwright::protocol;

// Bytes of the input, then zeros.
class Source {
 public:
  Source(const std::uint8_t* data, std::size_t size) : data_(data), end_(data + size) {}
  std::size_t below(std::size_t bound) { return data_ == end_ ? 0 : *data_++ % bound; }
  bool empty() const { return data_ == end_; }

 private:
  const std::uint8_t* data_;
  const std::uint8_t* end_;
};

constexpr std::string_view kTexts[] = {
    R"({"city":"Oslo","days":3})",       R"({ "a" : [1, {"b":"}"}] })", "{}",
    R"({"text":"{\"city\":\"Rome\"}"})", R"({"s":"é😀\n\\"})",
};
constexpr std::string_view kBroken[] = {"{'city': 'Oslo',}", "```json\n{\"a\":1}\n```", R"("{\"a\":1}")",
                                        "{a:1,}"};

struct Sent {
  std::string id, name, text;
  bool broken;
  std::size_t at = 0;  // bytes sent
  bool begun = false;
};

enum class Numbering { kDense, kFromOne, kSparse, kMissing, kAllZero };

void run(Source& source) {
  const std::size_t count = 2 + source.below(7);
  const auto numbering = static_cast<Numbering>(source.below(5));
  const bool may_break = source.below(2) == 1;
  std::vector<Sent> calls;
  for (std::size_t i = 0; i < count; ++i) {
    const bool broken = may_break && source.below(2) == 1;
    const std::string_view text =
        broken ? kBroken[source.below(std::size(kBroken))] : kTexts[source.below(std::size(kTexts))];
    calls.push_back(
        {"call_" + std::to_string(i), "tool_" + std::to_string(source.below(3)), std::string(text), broken});
  }
  const bool names_again = source.below(3) == 1;
  bool finishes_early = source.below(3) == 1;
  const bool tells_again = source.below(4) == 1;
  // Without usable numbers pieces cannot interleave: only their order tells.
  const bool interleaves =
      numbering == Numbering::kDense || numbering == Numbering::kFromOne || numbering == Numbering::kSparse;

  // And the same call behind a finish would be one that is told again.
  if (finishes_early && !interleaves) {
    for (std::size_t i = 0; i < count; ++i) calls[i].name = "tool_" + std::to_string(i);
  }
  // An id of its own for every piece.
  const bool makes_up_ids = interleaves && !names_again && source.below(4) == 1;
  const auto index_of = [&](std::size_t call) -> std::optional<std::int64_t> {
    const auto place = static_cast<std::int64_t>(call);
    switch (numbering) {
      case Numbering::kDense: return place;
      case Numbering::kFromOne: return place + 1;
      case Numbering::kSparse: return place * 7;
      case Numbering::kMissing: return std::nullopt;
      case Numbering::kAllZero: return 0;
    }
    return std::nullopt;
  };

  Governor governor(GovernorContext{});
  Events out;
  const auto feed = [&](Event event) {
    Events in;
    in.push_back(std::move(event));
    governor.govern(in, out);
  };
  feed(Start{"reply", "model", 1, {}});
  std::size_t current = 0;
  int made_up = 0;
  bool finished_early = false;
  while (
      std::any_of(calls.begin(), calls.end(), [](const Sent& call) { return call.at < call.text.size(); })) {
    if (interleaves) current = source.below(count);
    while (calls[current].at >= calls[current].text.size()) current = (current + 1) % count;
    Sent& call = calls[current];
    CallPiece piece;
    piece.index = index_of(current);
    const bool is_first = !std::exchange(call.begun, true);
    if (is_first || names_again) piece.name = call.name;
    if (is_first || names_again || source.below(4) == 0) {
      piece.id = call.id;  // perhaps told again
    } else if (makes_up_ids) {
      piece.id = "made_up_" + std::to_string(made_up++);
    }
    const std::size_t size = std::min(1 + source.below(9), call.text.size() - call.at);
    piece.arguments = call.text.substr(call.at, size);
    call.at += size;
    feed(std::move(piece));
    if (finishes_early && source.below(8) == 0) {
      Finish finish;
      finish.reason = FinishReason::kCalls;
      feed(std::move(finish));
      finishes_early = false;
      finished_early = true;
    }
  }
  const std::size_t ending = source.below(5);
  static constexpr FinishReason kReasons[] = {FinishReason::kCalls, FinishReason::kStop,
                                              FinishReason::kLength, FinishReason::kUnknown};
  if (ending < 4) {
    Finish finish;
    finish.reason = kReasons[ending];
    feed(std::move(finish));
  }
  for (std::size_t i = 0; tells_again && ending < 4 && i < count; ++i) {
    if (calls[i].broken) continue;
    CallPiece piece;
    piece.index = index_of(i);
    piece.id = calls[i].id;
    piece.name = calls[i].name;
    piece.arguments = calls[i].text;
    feed(std::move(piece));
  }
  feed(End{ending != 4});

  // Only a finished reply vouches for what is not strict.
  const bool complete = ending != 2 && ending != 4;
  std::vector<const Call*> released;
  std::size_t finishes = 0;
  for (const Event& event : out) {
    check(!std::holds_alternative<CallPiece>(event), "no piece gets through");
    if (const auto* call = std::get_if<Call>(&event)) released.push_back(call);
    if (std::holds_alternative<Finish>(event)) ++finishes;
  }
  check(finishes == 1 || (finished_early && finishes == 2), "one finish");
  std::vector<const Sent*> order;
  for (const Call* call : released) {
    const auto sent =
        std::find_if(calls.begin(), calls.end(), [&](const Sent& one) { return one.id == call->id; });
    check(sent != calls.end(), "a call that was sent", call->id);
    check(std::find(order.begin(), order.end(), &*sent) == order.end(), "each call once", call->id);
    order.push_back(&*sent);
    check(sent->name == call->name, "its own name", call->name);
    check(json::is_strict_object(call->arguments), "a strict object", call->arguments);
    if (!sent->broken) check(call->arguments == sent->text, "L1: byte for byte", call->arguments);
  }
  for (const Sent& call : calls) {
    const bool is_out = std::find(order.begin(), order.end(), &call) != order.end();
    if (!call.broken || complete) check(is_out, "no call is lost", call.text);
  }
  check(governor.report().calls.size() == count, "every call is reported");
}

}  // namespace
}  // namespace argwright::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  argwright::fuzz::Source source(data, size);
  argwright::fuzz::run(source);
  return 0;
}
