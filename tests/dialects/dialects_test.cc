// However an upstream writes it: what comes out is what was meant.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/relay.h"
#include "tests/chance.h"
#include "tests/dialects/compared.h"
#include "tests/dialects/meant.h"

namespace argwright::dialects {
namespace {

using namespace argwright::protocol;

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

// What a client reads of the bytes it was sent, held against what went to it.
std::string read_again(const Relayed& relayed, Protocol from, Protocol to) {
  const Relayed again = relay(relayed.out, to, to, relayed.out.size() + 1);
  std::string text;
  if (lines(again.reply) != lines(relayed.reply)) text += "\n  read again:" + shown(lines(again.reply));
  for (const PartKind kind : {PartKind::kText, PartKind::kReasoning}) {
    if (again.reply.text(kind) != relayed.reply.text(kind))
      text += "\n  read again: " + again.reply.text(kind);
  }
  if (again.reply.error) text += "\n  an error is read: " + again.reply.error->message;
  const auto reason = [](const Reply& reply) {
    const std::optional<Finish>& finish = reply.choices[0].finish;
    return finish ? static_cast<int>(finish->reason) : -1;
  };
  if (reason(again.reply) != reason(relayed.reply))
    text += "\n  finish read again: " + std::to_string(reason(again.reply));
  if (from == to) return text;  // what passes as it came keeps its faults
  if (!again.reply.clean) text += "\n  read again without its end";
  for (const Note& note : again.report.notes) text += "\n  has to be mended: " + note.code;
  return text;
}

using Writer = Written (*)(const Meant&, Dice&);

class Dialects : public testing::Test {
 protected:
  void comes_out_as_meant(Protocol from, Writer write) {
    const chance::Seeds range = chance::seeds(4000, 100'000);
    int failures = 0;
    for (std::uint64_t seed = range.first; seed <= range.last; ++seed) {
      Dice dice(seed);
      const Meant meant = draw_meant(dice);
      const Written written = write(meant, dice);
      const std::size_t piece = 1 + dice.below(200);
      for (const Protocol to : kProtocols) {
        const Relayed relayed = relay(written.bytes, from, to, piece);
        std::string text = difference(meant, written, relayed.reply, from == to);
        text += read_again(relayed, from, to);
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
    const chance::Seeds range = chance::seeds(4000, 100'000);
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
