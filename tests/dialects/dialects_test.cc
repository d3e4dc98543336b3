// However an upstream writes it: what comes out is what was meant.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "json/validator.h"
#include "protocol/relay.h"
#include "tests/dialects/meant.h"

namespace argwright::dialects {
namespace {

using namespace argwright::protocol;

struct Range {
  std::uint64_t first = 1;
  std::uint64_t last = 1500;
};

Range seeds() {
  if (const char* told = std::getenv("ARGWRIGHT_SEEDS")) {
    Range range;
    char* end = nullptr;
    range.first = range.last = std::strtoull(told, &end, 10);
    if (*end == '-') range.last = std::strtoull(end + 1, nullptr, 10);
    return range;
  }
  return std::getenv("ARGWRIGHT_LONG") != nullptr ? Range{1, 100'000} : Range{};
}

struct Relayed {
  std::string out;
  Reply reply;
  Report report;
};

Relayed relay(std::string_view bytes, Protocol from, Protocol to, std::size_t piece) {
  RelayOptions options;
  options.from = from;
  options.to = to;
  options.gather_reply = true;
  options.tools = tools();
  StreamRelay relay(options);
  Relayed relayed;
  for (std::size_t at = 0; at < bytes.size(); at += piece) relay.feed(bytes.substr(at, piece), relayed.out);
  relay.finish(relayed.out);
  relayed.reply = relay.reply();
  relayed.report = relay.report();
  return relayed;
}

std::string line_of(std::string_view name, std::string_view arguments) {
  return std::string(name) + " " + std::string(arguments);
}

std::vector<std::string> lines(const Meant& meant) {
  std::vector<std::string> list;
  for (const MeantCall& call : meant.calls) list.push_back(line_of(call.name, call.arguments));
  return list;
}

std::vector<std::string> lines(const Reply& reply) {
  std::vector<std::string> list;
  for (const Call* call : reply.calls()) {
    const Result<json::Value> value = json::parse(call->arguments);
    list.push_back(line_of(call->name, value ? json::write(*value) : "not JSON: " + call->arguments));
  }
  return list;
}

std::string shown(const std::vector<std::string>& list) {
  std::string text;
  for (const std::string& line : list) text += "\n    " + line;
  return text;
}

// What differs; empty: nothing.
std::string difference(const Meant& meant, const Written& written, const Reply& reply, bool same_protocol) {
  std::string text;
  const bool is_inline = same_protocol && !written.text_with_reasoning.empty();
  const std::string& wanted_text = is_inline ? written.text_with_reasoning : meant.text;
  std::vector<std::string> wanted = lines(meant);
  std::vector<std::string> got = lines(reply);
  if (!written.keeps_order) {
    std::ranges::sort(wanted);
    std::ranges::sort(got);
  }
  if (wanted != got) text += "\n  calls:" + shown(got) + "\n  meant:" + shown(wanted);
  if (reply.text(PartKind::kText) != wanted_text)
    text += "\n  text: " + reply.text(PartKind::kText) + "\n  meant: " + wanted_text;
  if (written.keeps_reasoning && !is_inline && reply.text(PartKind::kReasoning) != meant.reasoning)
    text += "\n  reasoning: " + reply.text(PartKind::kReasoning) + "\n  meant: " + meant.reasoning;
  if (reply.error) text += "\n  error: " + reply.error->message;
  const std::optional<Finish>& finish = reply.choices[0].finish;
  const FinishReason due = meant.calls.empty() ? FinishReason::kStop : FinishReason::kCalls;
  const bool may_be_cut = written.ends_silently && meant.calls.empty();
  if (!finish || (finish->reason != due && !(may_be_cut && finish->reason == FinishReason::kLength)))
    text += "\n  finish: " + (finish ? std::to_string(static_cast<int>(finish->reason)) : "none");
  return text;
}

using Writer = Written (*)(const Meant&, Dice&);

class Dialects : public testing::Test {
 protected:
  void comes_out_as_meant(Protocol from, Writer write) {
    const Range range = seeds();
    int failures = 0;
    for (std::uint64_t seed = range.first; seed <= range.last; ++seed) {
      Dice dice(seed);
      const Meant meant = draw_meant(dice);
      const Written written = write(meant, dice);
      const std::size_t piece = 1 + dice.below(200);
      for (const Protocol to : kProtocols) {
        const Relayed relayed = relay(written.bytes, from, to, piece);
        std::string text = difference(meant, written, relayed.reply, from == to);
        // As a client reads it.
        const Relayed again = relay(relayed.out, to, to, relayed.out.size() + 1);
        if (lines(again.reply) != lines(relayed.reply)) text += "\n  read again:" + shown(lines(again.reply));
        if (text.empty()) continue;
        ADD_FAILURE() << "seed " << seed << " to " << protocol_name(to) << ": " << written.way << text
                      << (range.first == range.last ? "\n" + written.bytes + "\n---\n" + relayed.out : "");
        if (++failures >= 40) return;
        break;
      }
    }
  }

  // Cut off at any byte: nothing that was not meant, and nothing half.
  void gives_out_nothing_half(Protocol from, Writer write) {
    const Range range = seeds();
    int failures = 0;
    for (std::uint64_t seed = range.first; seed <= range.last; ++seed) {
      Dice dice(seed);
      const Meant meant = draw_meant(dice);
      const Written written = write(meant, dice);
      const std::size_t cut = dice.below(written.bytes.size());
      const Protocol to = kProtocols[dice.below(3)];
      const std::string_view bytes = std::string_view(written.bytes).substr(0, cut);
      const Relayed relayed = relay(bytes, from, to, bytes.size() + 1);
      std::vector<std::string> left = lines(meant);
      std::string text;
      for (const std::string& line : lines(relayed.reply)) {
        const auto found = std::ranges::find(left, line);
        if (found == left.end()) {
          text += "\n  not meant: " + line;
        } else {
          left.erase(found);
        }
      }
      const bool is_inline = from == to && !written.text_with_reasoning.empty();
      if (!(is_inline ? written.text_with_reasoning : meant.text)
               .starts_with(relayed.reply.text(PartKind::kText)))
        text += "\n  text: " + relayed.reply.text(PartKind::kText);
      if (text.empty()) continue;
      ADD_FAILURE() << "seed " << seed << " to " << protocol_name(to) << ", cut at " << cut << ": "
                    << written.way << text
                    << (range.first == range.last ? "\n" + std::string(bytes) + "\n---\n" + relayed.out : "");
      if (++failures >= 40) return;
    }
  }
};

TEST_F(Dialects, OfChatComeOutAsMeant) { comes_out_as_meant(Protocol::kChat, write_chat); }
TEST_F(Dialects, OfMessagesComeOutAsMeant) { comes_out_as_meant(Protocol::kMessages, write_messages); }
TEST_F(Dialects, OfResponsesComeOutAsMeant) { comes_out_as_meant(Protocol::kResponses, write_responses); }

TEST_F(Dialects, OfChatGiveNothingHalfWhereTheyAreCutOff) {
  gives_out_nothing_half(Protocol::kChat, write_chat);
}
TEST_F(Dialects, OfMessagesGiveNothingHalfWhereTheyAreCutOff) {
  gives_out_nothing_half(Protocol::kMessages, write_messages);
}
TEST_F(Dialects, OfResponsesGiveNothingHalfWhereTheyAreCutOff) {
  gives_out_nothing_half(Protocol::kResponses, write_responses);
}

}  // namespace
}  // namespace argwright::dialects
