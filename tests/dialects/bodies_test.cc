// However an upstream writes a body: what comes out is what was meant.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "protocol/relay.h"
#include "tests/chance.h"
#include "tests/dialects/compared.h"
#include "tests/dialects/legal_body.h"
#include "tests/dialects/meant.h"

namespace argwright::dialects {
namespace {

using namespace argwright::protocol;

RelayedBody relay(std::string_view body, Protocol from, Protocol to, bool gathers = true) {
  RelayOptions options;
  options.from = from;
  options.to = to;
  options.gather_reply = gathers;
  options.tools = tools();
  return relay_body(200, body, options);
}

// One that passed has it still.
std::string_view without_mark(std::string_view body) {
  return body.starts_with("\xEF\xBB\xBF") ? body.substr(3) : body;
}

// The body told as a stream, read again.
Reply streamed(std::string_view body, Protocol from, Protocol to) {
  RelayOptions options;
  options.from = from;
  options.to = to;
  options.tools = tools();
  const StreamedBody streamed = relay_body_as_stream(200, body, options);
  options.from = to;
  options.gather_reply = true;
  StreamRelay again(options);
  std::string out;
  again.feed(streamed.bytes, out);
  again.finish(out);
  return again.reply();
}

void come_out_as_meant(Protocol from, Written (*write)(const Meant&, Dice&)) {
  const auto [first, last] = chance::seeds(3000, 100'000);
  int failures = 0;
  for (std::uint64_t seed = first; seed <= last && failures < 40; ++seed) {
    Dice dice(seed);
    const Meant meant = draw_meant(dice);
    const Written written = write(meant, dice);
    for (const Protocol to : kProtocols) {
      const bool same = to == from;
      const RelayedBody relayed = relay(written.bytes, from, to);
      std::string text = difference(meant, written, relayed.reply, same);
      // As a client reads it; a body that passed was only looked at before.
      const RelayedBody looked_at = relay(written.bytes, from, to, false);
      const std::string& out = looked_at.passed ? written.bytes : looked_at.body;
      const std::string breach = breach_of(to, without_mark(out), same);
      if (!breach.empty()) text += "\n  not legal: " + breach;
      const RelayedBody again = relay(out, to, to);
      if (lines(again.reply) != lines(meant)) text += "\n  read again:" + shown(lines(again.reply));
      const std::string told = difference(meant, written, streamed(written.bytes, from, to), same);
      if (!told.empty()) text += "\n  as a stream:" + told;
      if (text.empty()) continue;
      ADD_FAILURE() << "seed " << seed << " to " << protocol_name(to) << ": " << written.way << text
                    << (first == last ? "\n" + written.bytes + "\n---\n" + out : "");
      ++failures;
      break;
    }
  }
}

// A limit came within the last call: the others go out, and nothing of it (L8).
void come_out_without_half_a_call(Protocol from, Written (*write)(const Meant&, Dice&)) {
  const auto [first, last] = chance::seeds(3000, 100'000);
  int failures = 0;
  for (std::uint64_t seed = first; seed <= last && failures < 40; ++seed) {
    Dice dice(seed);
    Meant meant = draw_meant(dice);
    if (meant.calls.empty()) continue;
    meant.is_cut_off = true;
    const Written written = write(meant, dice);
    std::vector<std::string> whole = lines(meant);
    whole.pop_back();
    for (const Protocol to : kProtocols) {
      const Reply reply = relay(written.bytes, from, to).reply;
      const bool is_told =
          reply.choices[0].finish && reply.choices[0].finish->reason == FinishReason::kLength;
      if (lines(reply) == whole && lines(streamed(written.bytes, from, to)) == whole && is_told) continue;
      ADD_FAILURE() << "seed " << seed << " to " << protocol_name(to) << ": " << written.way
                    << (is_told ? "" : "\n  not told that it was cut off")
                    << "\n  calls:" << shown(lines(reply)) << "\n  whole:" << shown(whole)
                    << (first == last ? "\n" + written.bytes : "");
      ++failures;
      break;
    }
  }
}

TEST(DialectBodies, OfMessagesComeOutWithoutHalfACall) {
  come_out_without_half_a_call(Protocol::kMessages, write_messages_body);
}

TEST(DialectBodies, OfResponsesComeOutWithoutHalfACall) {
  come_out_without_half_a_call(Protocol::kResponses, write_responses_body);
}

TEST(DialectBodies, OfChatComeOutAsMeant) { come_out_as_meant(Protocol::kChat, write_chat_body); }

TEST(DialectBodies, OfMessagesComeOutAsMeant) { come_out_as_meant(Protocol::kMessages, write_messages_body); }

TEST(DialectBodies, OfResponsesComeOutAsMeant) {
  come_out_as_meant(Protocol::kResponses, write_responses_body);
}

}  // namespace
}  // namespace argwright::dialects
