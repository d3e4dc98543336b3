// Every recording through the pipeline: what passes untouched, what is mended, what ends in an error.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "protocol/custom_call.h"
#include "protocol/fields.h"
#include "protocol/relay.h"
#include "tests/recordings/expected_list.h"
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

// The notes, each once, in their order.
std::string codes_of(const Report& report) {
  std::vector<std::string_view> codes;
  for (const Note& note : report.notes) {
    if (std::ranges::find(codes, note.code) == codes.end()) codes.emplace_back(note.code);
  }
  std::string words;
  for (const std::string_view code : codes) words.append(words.empty() ? "" : " ").append(code);
  return words;
}

std::string words_of(const ApiError& error) {
  return std::to_string(error.status) + " " + error.message.substr(0, error.message.find('\n'));
}

// Those of an HTTP status that tells no error, and that are one, are listed in errors.tsv.
TEST(Recordings, DecodeAsWhatTheyAre) {
  Lines errors;
  for (const Recording& recording : all_recordings()) {
    SCOPED_TRACE(recording.name);
    const std::string bytes = recording.bytes();
    const RelayOptions options = options_for(recording, recording.protocol);
    std::optional<ApiError> error;
    if (recording.stream) {
      const Relayed relayed = relay_stream(bytes, options, bytes.size());
      error = relayed.reply.error;
      if (!error) {
        EXPECT_FALSE(relayed.reply.start.model.empty() && relayed.reply.start.id.empty());
      }
      for (const ReplyChoice& choice : relayed.reply.choices) {
        EXPECT_TRUE(choice.finish || error) << "every reply ends for a reason";
      }
    } else {
      const RelayedBody relayed = relay_body(recording.status, bytes, options);
      error = relayed.reply.error;
      EXPECT_EQ(error.has_value(), relayed.status >= 400);
      if (recording.status >= 400) {
        EXPECT_EQ(relayed.status, recording.status);
        EXPECT_TRUE(error);
        continue;
      }
    }
    if (error) errors[recording.name] = words_of(*error);
  }
  expect_listed("errors.tsv", errors);
}

// Without calls, and with the rules of the protocol kept, nothing is touched; what is touched is told, and
// listed in mended.tsv: a decoder that mends what is no breach fails here.
TEST(Recordings, PassUntouchedInTheSameProtocolUnlessThereIsSomethingToMend) {
  std::map<std::string, int> counts;
  Lines mended;
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
      mended[recording.name] = codes_of(relayed.report);
    }
  }
  for (const auto& [what, count] : counts) std::printf("%s: %d\n", what.c_str(), count);
  expect_listed("mended.tsv", mended);
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
      const auto begun_anew = [](const Note& note) {
        return note.code == "message_start_repeated" || note.code == "reply_begun_anew";
      };
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

// What was thought stays apart from the text, and as it was, in whatever protocol (S2-21).
TEST(Recordings, ReasoningIsTheSameInEveryProtocol) {
  int with_reasoning = 0;
  for (const Recording& recording : streams()) {
    SCOPED_TRACE(recording.name);
    const std::string bytes = recording.bytes();
    for (const Protocol to : kProtocols) {
      if (to == recording.protocol) continue;
      const Relayed there = relay_stream(bytes, options_for(recording, to), bytes.size());
      RelayOptions reading;
      reading.from = reading.to = to;
      reading.gather_reply = true;
      const Relayed read = relay_stream(there.out, reading, there.out.size());
      EXPECT_EQ(read.reply.text(PartKind::kReasoning), there.reply.text(PartKind::kReasoning));
      EXPECT_EQ(read.reply.text(PartKind::kText).find("<think>"), std::string::npos);
      if (!read.reply.text(PartKind::kReasoning).empty()) ++with_reasoning;
    }
  }
  EXPECT_GT(with_reasoning, 0);
  std::printf("with reasoning: %d\n", with_reasoning);
}

using Texts = std::vector<std::string>;

// The pieces of arguments in one event, as clients of the protocol put them together: "CHOICE PLACE TEXT".
void add_chat_pieces(const json::Value& chunk, Texts& pieces) {
  const json::Array* const choices = array_at(chunk, "choices");
  if (choices == nullptr) return;
  for (const json::Value& choice : *choices) {
    const json::Value* const delta = object_at(choice, "delta");
    const json::Array* const calls = delta == nullptr ? nullptr : array_at(*delta, "tool_calls");
    if (calls == nullptr) continue;
    for (const json::Value& call : *calls) {
      const json::Value* const function = object_at(call, "function");
      const json::Value* const custom = object_at(call, "custom");
      const json::Value* const text = function != nullptr ? member(*function, "arguments")
                                      : custom != nullptr ? member(*custom, "input")
                                                          : nullptr;
      if (text == nullptr || !text->is_string()) continue;
      pieces.push_back(std::to_string(integer_at(choice, "index").value_or(0)) + " " +
                       std::to_string(integer_at(call, "index").value_or(0)) + " " + text->string());
    }
  }
}

void add_responses_pieces(const json::Value& event, Texts& pieces) {
  const std::string_view type = text_at(event, "type");
  if (type != "response.function_call_arguments.delta" && type != "response.custom_tool_call_input.delta")
    return;
  pieces.push_back("0 " + std::to_string(integer_at(event, "output_index").value_or(0)) + " " +
                   std::string(text_at(event, "delta")));
}

// Blocks of hosted tools pass as the upstream cut them: only those in `calls` are a client's.
void add_messages_pieces(const json::Value& event, std::map<std::int64_t, bool>& calls, Texts& pieces) {
  const std::int64_t index = integer_at(event, "index").value_or(0);
  if (const json::Value* const block = object_at(event, "content_block"))
    calls[index] = text_at(*block, "type") == "tool_use";
  const json::Value* const delta = object_at(event, "delta");
  if (delta == nullptr || text_at(*delta, "type") != "input_json_delta" || !calls[index]) return;
  pieces.push_back("0 " + std::to_string(index) + " " + std::string(text_at(*delta, "partial_json")));
}

// All pieces that hold anything, without their places.
Texts pieces_in(std::string_view stream, Protocol protocol, Texts& places) {
  Texts all;
  std::map<std::int64_t, bool> calls;
  SseReader reader;
  reader.feed(stream);
  reader.finish();
  for (SseBlock block; reader.next(block);) {
    const Result<json::Value> event = json::parse(block.data);
    if (!block.has_data || !event) continue;
    switch (protocol) {
      case Protocol::kChat: add_chat_pieces(*event, all); break;
      case Protocol::kResponses: add_responses_pieces(*event, all); break;
      case Protocol::kMessages: add_messages_pieces(*event, calls, all); break;
    }
  }
  Texts texts;
  for (const std::string& piece : all) {
    const std::size_t text = piece.find(' ', piece.find(' ') + 1) + 1;
    if (text == piece.size()) continue;
    places.push_back(piece.substr(0, text));
    texts.push_back(piece.substr(text));
  }
  return texts;
}

// S2-14, S2-46, S2-47: however the upstream cut a call, its arguments are one piece for the client. A client
// that reads each piece by itself, or only the first, reads the call.
TEST(Recordings, EveryCallGoesOutInOnePiece) {
  int count = 0;
  for (const Recording& recording : streams()) {
    const std::string bytes = recording.bytes();
    for (const Protocol to : kProtocols) {
      SCOPED_TRACE(recording.name + " to " + std::string(protocol_name(to)));
      const Relayed relayed = relay_stream(bytes, options_for(recording, to), bytes.size());
      const bool wraps = to == Protocol::kMessages || (to == Protocol::kChat && recording.protocol != to);
      // Other protocols have one choice.
      const std::size_t choices = to == Protocol::kChat ? relayed.reply.choices.size() : 1;
      Texts expected;
      for (std::size_t choice = 0; choice < choices; ++choice) {
        for (const Call* call : relayed.reply.calls(choice)) {
          if (call->arguments.empty()) continue;
          expected.push_back(call->custom && wraps ? wrapped_input(call->arguments) : call->arguments);
        }
      }
      Texts places;
      Texts pieces = pieces_in(relayed.out, to, places);
      count += static_cast<int>(pieces.size());
      std::ranges::sort(expected);
      std::ranges::sort(pieces);
      EXPECT_EQ(pieces, expected);
      std::ranges::sort(places);
      EXPECT_EQ(std::ranges::adjacent_find(places), places.end()) << "two pieces of one call";
    }
  }
  EXPECT_GT(count, 100);
  std::printf("calls, each in one piece: %d\n", count);
}

// S2-28: arguments that came as an object are the text of that object.
TEST(Recordings, ArgumentsThatAreAnObjectGoOutAsItsText) {
  for (Recording& recording : streams()) {
    if (recording.name != "own/chat-arguments-as-object.sse") continue;
    const std::string bytes = recording.bytes();
    ASSERT_NE(bytes.find("\"arguments\":{"), std::string::npos);
    for (const Protocol to : kProtocols) {
      const Relayed relayed = relay_stream(bytes, options_for(recording, to), bytes.size());
      Texts places;
      EXPECT_EQ(pieces_in(relayed.out, to, places), Texts{R"({"city":"Oslo","days":3})"});
    }
    return;
  }
  FAIL() << "there is no such recording";
}

}  // namespace
}  // namespace argwright::recordings
