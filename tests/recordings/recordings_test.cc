// Every recording through the pipeline: what passes untouched, what is mended.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "protocol/relay.h"
#include "tests/recordings/recording.h"

namespace argwright::recordings {
namespace {

using namespace argwright::protocol;

struct Relayed {
  std::string out;
  Reply reply;
  Report report;
};

// The stream fed in two pieces, cut at `cut`.
Relayed relay_stream(std::string_view bytes, const RelayOptions& options, std::size_t cut) {
  StreamRelay relay(options);
  Relayed relayed;
  relay.feed(bytes.substr(0, cut), relayed.out);
  relay.feed(bytes.substr(cut), relayed.out);
  relay.finish(relayed.out);
  relayed.reply = relay.reply();
  relayed.report = relay.report();
  return relayed;
}

RelayOptions options_for(const Recording& recording, Protocol to) {
  RelayOptions options;
  options.from = recording.protocol;
  options.to = to;
  options.gather_reply = true;
  options.tools = recording.tools();
  return options;
}

std::vector<Recording> streams() {
  std::vector<Recording> found = all_recordings();
  std::erase_if(found, [](const Recording& recording) { return !recording.stream; });
  return found;
}

TEST(Recordings, AreThere) {
  EXPECT_GE(own_recordings().size(), 20U);
  if (shared_recordings().empty()) GTEST_SKIP() << "no recordings beside the source tree: our own are tested";
}

TEST(Recordings, DecodeAsWhatTheyAre) {
  for (const Recording& recording : all_recordings()) {
    SCOPED_TRACE(recording.name);
    const std::string bytes = recording.bytes();
    const RelayOptions options = options_for(recording, recording.protocol);
    const bool is_error = recording.name.find("error") != std::string::npos;
    if (recording.stream) {
      const Relayed relayed = relay_stream(bytes, options, bytes.size());
      if (!is_error) {
        EXPECT_FALSE(relayed.reply.start.model.empty() && relayed.reply.start.id.empty());
      }
      for (const ReplyChoice& choice : relayed.reply.choices) {
        EXPECT_TRUE(choice.finish || relayed.reply.error) << "every reply ends for a reason";
      }
    } else {
      const RelayedBody relayed = relay_body(recording.status, bytes, options);
      EXPECT_EQ(relayed.reply.error.has_value(), relayed.status >= 400);
      if (recording.status >= 400) {
        EXPECT_EQ(relayed.status, recording.status);
      }
    }
  }
}

// Without calls, and with the rules of the protocol kept, nothing is touched; what is touched is told.
TEST(Recordings, PassUntouchedInTheSameProtocolUnlessThereIsSomethingToMend) {
  std::map<std::string, int> counts;
  std::string mended;
  for (const Recording& recording : streams()) {
    SCOPED_TRACE(recording.name);
    const std::string bytes = recording.bytes();
    const Relayed relayed = relay_stream(bytes, options_for(recording, recording.protocol), bytes.size());
    const bool has_calls = !relayed.report.calls.empty();
    if (!has_calls && relayed.report.notes.empty()) {
      EXPECT_EQ(relayed.out, bytes);
      ++counts["untouched"];
    } else if (has_calls) {
      ++counts["with calls"];
    } else {
      ++counts["mended without calls"];
      mended += "\n  " + recording.name;
      for (const Note& note : relayed.report.notes) mended += " [" + note.code + "]";
    }
  }
  for (const auto& [what, count] : counts) std::printf("%s: %d\n", what.c_str(), count);
  std::printf("mended without calls:%s\n", mended.c_str());
}

TEST(Recordings, BodiesPassUntouchedWhereNothingIsMended) {
  int untouched = 0;
  int changed = 0;
  for (const Recording& recording : all_recordings()) {
    if (recording.stream || recording.status >= 400) continue;
    SCOPED_TRACE(recording.name);
    const std::string bytes = recording.bytes();
    const RelayedBody relayed = relay_body(200, bytes, options_for(recording, recording.protocol));
    if (relayed.reply.error) continue;
    EXPECT_EQ(relayed.passed, relayed.served(bytes) == bytes);
    // The quick look comes to the same.
    RelayOptions quick = options_for(recording, recording.protocol);
    quick.gather_reply = false;
    const RelayedBody looked = relay_body(200, bytes, quick);
    EXPECT_EQ(looked.body, relayed.body);
    EXPECT_EQ(looked.passed, relayed.passed);
    ASSERT_EQ(looked.report.calls.size(), relayed.report.calls.size());
    for (std::size_t i = 0; i < looked.report.calls.size(); ++i) {
      EXPECT_EQ(looked.report.calls[i].id, relayed.report.calls[i].id);
      EXPECT_EQ(looked.report.calls[i].name, relayed.report.calls[i].name);
      EXPECT_EQ(looked.report.calls[i].fate, relayed.report.calls[i].fate);
    }
    EXPECT_EQ(looked.report.notes.size(), relayed.report.notes.size());
    ++(relayed.passed ? untouched : changed);
  }
  std::printf("bodies untouched: %d, changed: %d\n", untouched, changed);
}

TEST(Recordings, PassByteForByteWithMendingAndGatheringOff) {
  int count = 0;
  for (const Recording& recording : streams()) {
    SCOPED_TRACE(recording.name);
    const std::string bytes = recording.bytes();
    RelayOptions options = options_for(recording, recording.protocol);
    options.governance.tool_enhance = false;
    options.governance.sse_tool_aggregate = false;
    EXPECT_EQ(relay_stream(bytes, options, bytes.size()).out, bytes);
    ++count;
  }
  std::printf("streams: %d\n", count);
}

// Gathered or not, streamed or not: the same calls.
TEST(Recordings, PiecesThatPassToAnotherProtocolMakeTheSameCalls) {
  for (const Recording& recording : streams()) {
    SCOPED_TRACE(recording.name);
    const std::string bytes = recording.bytes();
    for (const Protocol to : kProtocols) {
      if (to == recording.protocol) continue;
      RelayOptions options = options_for(recording, to);
      options.governance.tool_enhance = false;
      const Relayed gathered = relay_stream(bytes, options, bytes.size());
      // What was passed on before the upstream began anew cannot be taken back.
      const auto begun_anew = [](const Note& note) { return note.code == "message_start_repeated"; };
      if (std::ranges::any_of(gathered.report.notes, begun_anew) || gathered.reply.error) continue;
      options.governance.sse_tool_aggregate = false;
      const Relayed pieces = relay_stream(bytes, options, bytes.size());
      // Read again as a client would.
      RelayOptions back;
      back.from = back.to = to;
      back.gather_reply = true;
      back.governance.tool_enhance = false;
      const Relayed a = relay_stream(gathered.out, back, gathered.out.size());
      const Relayed b = relay_stream(pieces.out, back, pieces.out.size());
      const auto calls_a = a.reply.calls();
      const auto calls_b = b.reply.calls();
      ASSERT_EQ(calls_a.size(), calls_b.size());
      for (std::size_t i = 0; i < calls_a.size(); ++i) {
        EXPECT_EQ(calls_a[i]->name, calls_b[i]->name);
        const auto text = [](const Call& call) { return call.arguments.empty() ? "{}" : call.arguments; };
        EXPECT_EQ(text(*calls_a[i]), text(*calls_b[i]));
      }
      EXPECT_EQ(a.reply.text(PartKind::kText), b.reply.text(PartKind::kText));
    }
  }
}

}  // namespace
}  // namespace argwright::recordings
