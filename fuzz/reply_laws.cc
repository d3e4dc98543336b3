#include "fuzz/reply_laws.h"

#include <set>
#include <string>
#include <string_view>

#include "fuzz/check.h"
#include "json/utf8.h"
#include "json/validator.h"
#include "protocol/relay.h"

namespace argwright::fuzz {
namespace {

using namespace argwright::protocol;

constexpr std::string_view kTools =
    R"([{"name":"f","input_schema":{"type":"object","properties":{"a":{"type":"integer"}}}},{"name":"get_weather","input_schema":{"type":"object","properties":{"city":{"type":"string"},"days":{"type":"integer"}},"required":["city"]}}])";

const ToolCatalog& tools() {
  static const ToolCatalog catalog = *ToolCatalog::create_declared(*read_declarations(*json::parse(kTools)));
  return catalog;
}

struct Flags {
  Protocol to;
  bool body, enhance, aggregate, keep;
};
Flags flags_of(std::uint8_t byte) {
  return {kProtocols[byte % 3], (byte & 0x04U) != 0, (byte & 0x08U) == 0, (byte & 0x10U) == 0,
          (byte & 0x20U) != 0};
}

RelayOptions options_for(Protocol from, const Flags& flags) {
  RelayOptions options;
  options.from = from;
  options.to = flags.to;
  options.tools = tools();
  options.gather_reply = true;
  options.max_event_bytes = 4096;
  options.governance.tool_enhance = flags.enhance;
  options.governance.sse_tool_aggregate = flags.aggregate;
  options.governance.keep_content_with_calls = flags.keep;
  return options;
}

struct Seen {
  std::string out;
  Reply reply;
  Report report;
};

Seen relay_in_pieces(std::string_view bytes, const RelayOptions& options, std::size_t piece) {
  StreamRelay relay(options);
  Seen seen;
  for (std::size_t at = 0; at < bytes.size(); at += piece) relay.feed(bytes.substr(at, piece), seen.out);
  relay.finish(seen.out);
  seen.reply = relay.reply();
  seen.report = relay.report();
  return seen;
}

// Each call once, whole and legal.
void check_calls(const Reply& reply, bool enhance) {
  std::set<std::string> ids;
  for (std::size_t choice = 0; choice < reply.choices.size(); ++choice) {
    for (const Call* call : reply.calls(choice)) {
      check(!call->id.empty() && !call->name.empty(), "a call has an id and a name");
      check(ids.insert(call->id).second, "ids are unique", call->id);
      if (enhance && !call->custom) {
        check(json::is_strict_object(call->arguments), "arguments are a strict object", call->arguments);
      }
    }
  }
}

// What was written is read again without a fault, and says the same.
void check_written(const Seen& seen, Protocol to, bool enhance) {
  RelayOptions back;
  back.from = back.to = to;
  back.gather_reply = true;
  back.governance.tool_enhance = enhance;
  const Seen again = relay_in_pieces(seen.out, back, seen.out.size() + 1);
  check(again.reply.error.has_value() == seen.reply.error.has_value(), "an error is read as one", seen.out);
  if (seen.reply.error) return;
  for (const Note& note : again.report.notes) {
    check(note.code == "call_misfit" || note.code == "call_unreadable" || note.code == "finish_changed",
          "what we write needs no mending", note.code + "\n" + seen.out);
  }
  const auto first = seen.reply.calls();
  const auto second = again.reply.calls();
  check(first.size() == second.size(), "every call is written once", seen.out);
  for (std::size_t i = 0; i < first.size(); ++i) {
    check(first[i]->name == second[i]->name, "a name stays", seen.out);
  }
  check(seen.reply.text(PartKind::kText) == again.reply.text(PartKind::kText) || to == Protocol::kMessages ||
            to == Protocol::kChat,
        "the text stays", seen.out);
}

void check_stream(std::string_view bytes, Protocol from, const Flags& flags) {
  const RelayOptions options = options_for(from, flags);
  const Seen whole = relay_in_pieces(bytes, options, bytes.size() + 1);
  for (const std::size_t piece : {std::size_t{1}, std::size_t{7}}) {
    check(relay_in_pieces(bytes, options, piece).out == whole.out, "L4: cut anywhere gives the same",
          whole.out);
  }
  const bool same = from == flags.to;
  if (same && !flags.enhance && !flags.aggregate) {
    check(whole.out == bytes, "with all off the bytes pass", whole.out);
    return;
  }
  check_calls(whole.reply, flags.enhance && flags.aggregate);
  // Where bytes pass their faults pass with them.
  const bool written = !same && flags.enhance && flags.aggregate;
  if (written) {
    check(json::is_valid_utf8(whole.out), "what is written is text", whole.out);
    check_written(whole, flags.to, true);
  }
}

void check_body(std::string_view bytes, Protocol from, const Flags& flags) {
  RelayOptions options = options_for(from, flags);
  const RelayedBody relayed = relay_body(200, bytes, options);
  check_calls(relayed.reply, flags.enhance);
  if (!relayed.passed) {
    check(json::is_strict_object(relayed.body), "a body is a strict object", relayed.body);
    check((relayed.status >= 400) == relayed.reply.error.has_value(), "an error has its status",
          relayed.body);
  }
  options.gather_reply = false;
  const RelayedBody looked = relay_body(200, bytes, options);
  check(looked.passed == relayed.passed && looked.body == relayed.body, "a look comes to the same",
        relayed.body);
  check(looked.report.calls.size() == relayed.report.calls.size(), "a look sees the same calls", bytes);
  if (relayed.passed || relayed.reply.error || !flags.enhance) return;
  RelayOptions back;
  back.from = back.to = flags.to;
  back.gather_reply = true;
  back.governance.keep_content_with_calls = true;
  const RelayedBody again = relay_body(200, relayed.body, back);
  check(!again.reply.error, "what we write is no error", relayed.body);
  check(again.reply.calls().size() == relayed.reply.calls().size(), "every call is written once",
        relayed.body);
}

}  // namespace

void check_reply(Protocol from, const std::uint8_t* data, std::size_t size) {
  if (size == 0) return;
  const Flags flags = flags_of(data[0]);
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (flags.body) {
    check_body(bytes, from, flags);
  } else {
    check_stream(bytes, from, flags);
  }
}

}  // namespace argwright::fuzz
