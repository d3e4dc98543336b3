// However an upstream writes a body: what comes out is what was meant.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "protocol/relay.h"
#include "tests/dialects/chat_dialect.h"
#include "tests/dialects/meant.h"

namespace argwright::dialects {
namespace {

using namespace argwright::protocol;

std::vector<std::string> lines(const Meant& meant) {
  std::vector<std::string> list;
  for (const MeantCall& call : meant.calls) list.push_back(call.name + " " + call.arguments);
  return list;
}

std::vector<std::string> lines(const Reply& reply) {
  std::vector<std::string> list;
  for (const Call* call : reply.calls()) {
    const Result<json::Value> value = json::parse(call->arguments);
    list.push_back(call->name + " " + (value ? json::write(*value) : "not JSON: " + call->arguments));
  }
  return list;
}

std::string shown(const std::vector<std::string>& list) {
  std::string text;
  for (const std::string& line : list) text += "\n    " + line;
  return text;
}

RelayedBody relay(std::string_view body, Protocol from, Protocol to, bool gathers = true) {
  RelayOptions options;
  options.from = from;
  options.to = to;
  options.gather_reply = gathers;
  options.tools = tools();
  return relay_body(200, body, options);
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

std::string difference(const Meant& meant, const Written& written, const Reply& reply, bool same_protocol) {
  std::string text;
  const bool is_inline = same_protocol && !written.text_with_reasoning.empty();
  const std::string& wanted_text = is_inline ? written.text_with_reasoning : meant.text;
  if (reply.error) return "\n  error: " + reply.error->message;
  if (lines(meant) != lines(reply))
    text += "\n  calls:" + shown(lines(reply)) + "\n  meant:" + shown(lines(meant));
  if (reply.text(PartKind::kText) != wanted_text)
    text += "\n  text: " + reply.text(PartKind::kText) + "\n  meant: " + wanted_text;
  if (written.keeps_reasoning && !is_inline && reply.text(PartKind::kReasoning) != meant.reasoning)
    text += "\n  reasoning: " + reply.text(PartKind::kReasoning) + "\n  meant: " + meant.reasoning;
  const std::optional<Finish>& finish = reply.choices[0].finish;
  const FinishReason due = meant.calls.empty() ? FinishReason::kStop : FinishReason::kCalls;
  const bool is_due = finish && (finish->reason == due ||
                                 (due == FinishReason::kStop && finish->reason == FinishReason::kUnknown));
  if (!is_due) text += "\n  finish: " + (finish ? std::to_string(static_cast<int>(finish->reason)) : "none");
  return text;
}

TEST(DialectBodies, OfChatComeOutAsMeant) {
  std::uint64_t first = 1;
  std::uint64_t last = std::getenv("ARGWRIGHT_LONG") != nullptr ? 100'000 : 3000;
  if (const char* told = std::getenv("ARGWRIGHT_SEEDS")) {
    char* end = nullptr;
    first = last = std::strtoull(told, &end, 10);
    if (*end == '-') last = std::strtoull(end + 1, nullptr, 10);
  }
  int failures = 0;
  for (std::uint64_t seed = first; seed <= last && failures < 40; ++seed) {
    Dice dice(seed);
    const Meant meant = draw_meant(dice);
    const Written written = write_chat_body(meant, dice);
    for (const Protocol to : kProtocols) {
      const bool same = to == Protocol::kChat;
      const RelayedBody relayed = relay(written.bytes, Protocol::kChat, to);
      std::string text = difference(meant, written, relayed.reply, same);
      // As a client reads it; a body that passed was only looked at before.
      const RelayedBody looked_at = relay(written.bytes, Protocol::kChat, to, false);
      const std::string& out = looked_at.passed ? written.bytes : looked_at.body;
      const RelayedBody again = relay(out, to, to);
      if (lines(again.reply) != lines(meant)) text += "\n  read again:" + shown(lines(again.reply));
      const std::string told = difference(meant, written, streamed(written.bytes, Protocol::kChat, to), same);
      if (!told.empty()) text += "\n  as a stream:" + told;
      if (text.empty()) continue;
      ADD_FAILURE() << "seed " << seed << " to " << protocol_name(to) << ": " << written.way << text
                    << (first == last ? "\n" + written.bytes + "\n---\n" + out : "");
      ++failures;
      break;
    }
  }
}

}  // namespace
}  // namespace argwright::dialects
