// L4: a recorded stream that comes in two pieces, cut anywhere, or in many small ones, gives what it gives in
// one.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <thread>

#include "protocol/relay.h"
#include "tests/recordings/recording.h"

namespace argwright::recordings {
namespace {

using namespace argwright::protocol;

#if defined(__has_feature) && __has_feature(address_sanitizer)
// The sanitizers look at the same code with fewer cuts, also with ARGWRIGHT_LONG: every byte would take them
// a day.
constexpr bool kMayBeLong = false;
constexpr std::size_t kSmall = 1024;
constexpr std::size_t kPositions = 25;
#else
constexpr bool kMayBeLong = true;
constexpr std::size_t kSmall = 8 * 1024;
constexpr std::size_t kPositions = 200;
#endif

bool is_long() { return kMayBeLong && std::getenv("ARGWRIGHT_LONG") != nullptr; }

// Everything that a report says of a reply, as one text.
std::string told(const Report& report) {
  std::string text;
  for (const CallReport& call : report.calls) {
    text += "call " + call.id + ' ' + call.name + ' ' + std::string(fate_name(call.fate)) + '\n';
    if (const auto request = call.request()) {
      text += request->raw_arguments + '\n' + request->parse_error + '\n' + request->parse_warning + '\n';
      text += std::to_string(static_cast<int>(request->outcome)) + ' ' +
              std::to_string(request->fixes.size()) + '\n';
    }
  }
  for (const Note& note : report.notes) text += note.code + ": " + note.message + '\n';
  return text;
}

std::string told(const ReplyPart& part) {
  const Proof& proof = part.end.proof;
  std::string text = "part " + std::to_string(static_cast<int>(part.start.kind)) + ' ' +
                     std::to_string(static_cast<int>(part.start.form)) + ' ' + part.start.id + '\n';
  text += part.start.opening + part.text + part.end.closing + '\n';
  text += json::write(part.start.opaque) + json::write(part.end.opaque) + json::write(part.start.extras);
  text += json::write(part.end.annotations) + proof.signature + '\n' + proof.encrypted + '\n';
  return text + json::write(proof.details) + '\n';
}

std::string told(const Call& call) {
  std::string text =
      "call " + call.id + ' ' + call.name + ' ' + call.item_id + (call.custom ? " custom" : "");
  return text + '\n' + call.arguments + '\n' + json::write(call.extras) + '\n';
}

// All that was read, also of streams that pass as they came.
std::string told(const Reply& reply) {
  std::string text = reply.start.id + ' ' + reply.start.model + ' ' + std::to_string(reply.start.created) +
                     json::write(reply.start.extras) + '\n';
  for (const ReplyChoice& choice : reply.choices) {
    text += "choice " + json::write(choice.extras) + '\n';
    for (const auto& part : choice.parts)
      text += std::visit([](const auto& each) { return told(each); }, part);
    if (!choice.finish) continue;
    text += "finish " + std::to_string(static_cast<int>(choice.finish->reason)) + ' ' + choice.finish->word +
            ' ' + choice.finish->stop_sequence.value_or("") + json::write(choice.finish->extras) + '\n';
  }
  for (const std::optional<std::int64_t>& count :
       {reply.usage.input, reply.usage.output, reply.usage.cached, reply.usage.reasoning})
    text += count ? std::to_string(*count) + ' ' : "- ";
  text += json::write(reply.usage.source) + (reply.has_usage ? " usage" : "");
  if (reply.error) text += "\nerror " + std::to_string(reply.error->status) + ' ' + reply.error->message;
  return text + (reply.clean ? "\nclean" : "\nbroken off");
}

struct Told {
  std::string bytes;   // what the client got
  std::string report;  // what is said of it
  std::string reply;   // what was read

  bool operator==(const Told&) const = default;
};

// In pieces of at most `step` bytes, the first of `first`.
Told relay_in_pieces(std::string_view bytes, const RelayOptions& options, std::size_t first,
                     std::size_t step) {
  StreamRelay relay(options);
  Told result;
  relay.feed(bytes.substr(0, first), result.bytes);
  for (std::size_t at = first; at < bytes.size(); at += step)
    relay.feed(bytes.substr(at, step), result.bytes);
  relay.finish(result.bytes);
  result.report = told(relay.report());
  result.reply = told(relay.reply());
  return result;
}

// One recording on its way to one protocol.
struct Way {
  const Recording* recording;
  Protocol to;
  std::size_t number;  // of the recording
};

struct Outcome {
  std::size_t cuts = 0;
  std::string difference;  // empty: none
};

Outcome try_cuts(const Way& way) {
  const std::string bytes = way.recording->bytes();
  RelayOptions options;
  options.from = way.recording->protocol;
  options.to = way.to;
  options.tools = way.recording->tools();
  options.gather_reply = true;
  const Told whole = relay_in_pieces(bytes, options, bytes.size(), bytes.size());
  Outcome outcome;
  // True: go on.
  const auto same = [&](std::size_t first, std::size_t step) {
    if (relay_in_pieces(bytes, options, first, step) == whole) return true;
    outcome.difference = way.recording->name + " to " + std::string(protocol_name(way.to)) +
                         ": another reply when cut at byte " + std::to_string(first) + " and then every " +
                         std::to_string(step);
    return false;
  };
  for (const std::size_t step : {1U, 2U, 3U, 7U, 61U}) {
    if (!same(step, step)) return outcome;
  }
  const bool every = bytes.size() <= kSmall || is_long();
  const std::size_t step = every ? 1 : std::max<std::size_t>(1, bytes.size() / kPositions);
  for (std::size_t cut = every ? 1 : 1 + way.number % step; cut < bytes.size(); cut += step, ++outcome.cuts) {
    if (!same(cut, bytes.size())) return outcome;
  }
  return outcome;
}

// Small recordings at every byte, the others at 200 places, to a protocol each in turn. With ARGWRIGHT_LONG
// all of them at every byte, to all three: that is quadratic in their length, so all cores take part, and say
// how far they are.
TEST(RecordingCuts, AnywhereGiveTheSame) {
  std::vector<Recording> recordings = all_recordings();
  std::erase_if(recordings, [](const Recording& recording) { return !recording.stream; });
  std::vector<Way> ways;
  for (std::size_t i = 0; i < recordings.size(); ++i) {
    for (std::size_t p = 0; p < std::size(kProtocols); ++p) {
      if (is_long() || p == i % std::size(kProtocols)) ways.push_back({&recordings[i], kProtocols[p], i});
    }
  }

  std::atomic<std::size_t> next = 0;
  std::mutex guard;  // of what follows
  std::size_t done = 0;
  std::size_t cuts = 0;
  std::vector<std::string> differences;
  auto last_word = std::chrono::steady_clock::now();
  const auto work = [&] {
    for (std::size_t i = next++; i < ways.size(); i = next++) {
      const Outcome outcome = try_cuts(ways[i]);
      const std::lock_guard lock(guard);
      ++done;
      cuts += outcome.cuts;
      if (!outcome.difference.empty()) differences.push_back(outcome.difference);
      const auto now = std::chrono::steady_clock::now();
      if (!is_long() || now - last_word < std::chrono::seconds(30)) continue;
      last_word = now;
      std::fprintf(stderr, "%zu of %zu, %zu cuts, %zu differ\n", done, ways.size(), cuts, differences.size());
    }
  };
  {
    std::vector<std::jthread> workers(is_long() ? std::max(1U, std::thread::hardware_concurrency()) : 1U);
    for (std::jthread& worker : workers) worker = std::jthread(work);
  }

  for (const std::string& difference : differences) ADD_FAILURE() << difference;
  EXPECT_GT(cuts, 0U);
  std::printf("ways: %zu, cuts: %zu\n", done, cuts);
}

}  // namespace
}  // namespace argwright::recordings
