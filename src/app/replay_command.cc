// Wiring only: what is read, which way it takes, what is written. Tested by tests/cli.
#include "app/replay_command.h"

#include <unistd.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "app/complain.h"
#include "app/input.h"
#include "app/output.h"
#include "app/repair_command.h"
#include "app/replay_request.h"
#include "app/terminal.h"
#include "app/timeline.h"
#include "protocol/detect.h"
#include "protocol/relay.h"

namespace argwright::app {
namespace {

using protocol::CallReport;
using protocol::Fate;
using protocol::Protocol;
using protocol::RelayedBody;
using protocol::RelayOptions;
using protocol::Reply;
using protocol::Report;
using protocol::StreamRelay;

constexpr std::size_t kMaxBytes = std::size_t{256} << 20;

// What the request says; nothing after a complaint.
std::optional<ReplayRequest> load_request(const std::string& file, Protocol from, Protocol to) {
  if (file.empty()) return ReplayRequest();
  const auto fail = [&](std::string_view words) {
    complain(input_name(file), words);
    return std::nullopt;
  };
  const Result<std::string> text = read_whole(file, kMaxBytes);
  if (!text) return fail(text.error().message);
  Result<ReplayRequest> request = read_replay_request(*text, from, to);
  if (!request) return fail(request.error().message);
  return *std::move(request);
}

// What was not as it should be, in a line.
void tell(const std::string& name, const Report& report, const Reply& reply) {
  const auto count = [&](Fate fate) {
    return std::count_if(report.calls.begin(), report.calls.end(),
                         [&](const CallReport& call) { return call.fate == fate; });
  };
  for (const auto& [fate, words] :
       {std::pair{Fate::kWithheld, " call(s) withheld; --explain tells why"},
        std::pair{Fate::kEmptied, " call(s) could not be read and went out as {}"},
        std::pair{Fate::kMisfit, " call(s) do not fit their declaration"}}) {
    if (const auto calls = count(fate); calls != 0) complain(name, std::to_string(calls) + words);
  }
  if (reply.error) complain(name, "the reply is an error: " + reply.error->message);
}

}  // namespace

int run_replay(const ReplaySettings& settings, const PipelineSwitches& switches) {
  const std::string name = input_name(settings.file);
  const Result<std::string> recording = read_whole(settings.file, kMaxBytes);
  if (!recording) {
    complain(name, recording.error().message);
    return kExitError;
  }
  const std::optional<Protocol> from = settings.from.empty() ? protocol::detect_protocol(*recording)
                                                             : protocol::protocol_by_name(settings.from);
  if (!from) {
    complain(name,
             "which protocol this is cannot be told from it; name it with --from chat|responses|messages");
    return kExitError;
  }
  RelayOptions options;
  options.from = *from;
  options.to = settings.to.empty() ? *from : protocol::protocol_by_name(settings.to).value_or(*from);
  std::optional<ReplayRequest> request = load_request(settings.request_file, options.from, options.to);
  if (!request) return kExitError;
  options.tools = std::move(request->tools);
  options.aliases = std::move(request->aliases);
  options.custom_tools = std::move(request->custom_tools);
  options.gather_reply = true;
  options.governance.tool_enhance = switches.tool_enhance;
  options.governance.sse_tool_aggregate = switches.sse_tool_aggregate;
  options.governance.keep_content_with_calls = settings.keep_content;

  Output out(STDOUT_FILENO);
  Timeline timeline(terminal_of(STDOUT_FILENO));
  if (settings.explain) options.observer = &timeline;
  if (protocol::looks_like_body(*recording)) {
    timeline.begin_body(recording->size());
    const RelayedBody relayed = protocol::relay_body(200, *recording, options);
    timeline.conclude(relayed.report, relayed.reply);
    const std::string_view served = relayed.served(*recording);
    out.write(settings.explain ? std::string_view(timeline.text()) : served);
    if (!settings.explain && !served.ends_with('\n')) out.write("\n");
    out.flush();
    if (!settings.explain) tell(name, relayed.report, relayed.reply);
  } else {
    StreamRelay relay(options);
    std::string bytes;
    const std::size_t step = settings.chunk != 0 ? settings.chunk : std::size_t{1} << 16;
    for (std::size_t at = 0; at < recording->size() && !out.failed(); at += step) {
      relay.feed(std::string_view(*recording).substr(at, step), bytes);
      if (!settings.explain) out.write(bytes);
      bytes.clear();
    }
    relay.finish(bytes);
    if (!settings.explain) out.write(bytes);
    timeline.conclude(relay.report(), relay.reply());
    if (settings.explain) out.write(timeline.text());
    out.flush();
    if (!settings.explain) tell(name, relay.report(), relay.reply());
  }
  if (!out.failed()) return kExitOk;
  if (!out.closed()) complain("standard output", out.error_words());
  return kExitError;
}

}  // namespace argwright::app
