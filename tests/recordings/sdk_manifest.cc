#include "tests/recordings/sdk_manifest.h"

#include <filesystem>
#include <optional>
#include <utility>

#include "protocol/fields.h"
#include "protocol/object_text.h"
#include "protocol/relay.h"
#include "protocol/wire_id.h"

namespace argwright::recordings {

using namespace argwright::protocol;

namespace {

std::string_view finish_word(const Reply& reply) {
  if (!reply.choices.front().finish) return "unknown";
  switch (reply.choices.front().finish->reason) {
    case FinishReason::kStop: return "stop";
    case FinishReason::kCalls: return "tool_calls";
    case FinishReason::kLength: return "length";
    case FinishReason::kFilter: return "content_filter";
    case FinishReason::kPause: return "pause";
    case FinishReason::kUnknown: return "unknown";
  }
  return "unknown";
}

void append_calls(std::string& out, const Reply& reply, Protocol to) {
  out += '[';
  for (const Call* call : reply.calls()) {
    if (out.back() != '[') out += ',';
    ObjectText entry(out);
    entry.text("id", client_id(to, call->id)).text("name", call->name);
    const Result<json::Value> arguments = json::parse(call->arguments);
    if (call->custom || !arguments) {
      entry.text("arguments", call->arguments);
    } else {
      entry.value("arguments", *arguments);
    }
    entry.raw("custom", call->custom ? "true" : "false").close();
  }
  out += ']';
}

// Messages has no place of its own for a refusal: it is text.
std::string text_of(const Reply& reply, Protocol to) {
  std::string text;
  for (const auto& entry : reply.choices.front().parts) {
    const auto* part = std::get_if<ReplyPart>(&entry);
    if (part == nullptr) continue;
    const PartKind kind = part->start.kind;
    if (kind == PartKind::kText || (kind == PartKind::kRefusal && to == Protocol::kMessages))
      text += part->text;
  }
  return text;
}

// The counts that a client of the protocol can read. Where both speak Chat the usage passes in the upstream's
// own spelling, of which clients read the protocol's only.
Usage visible_usage(const Reply& reply, Protocol from, Protocol to) {
  if (from != to || to != Protocol::kChat || !reply.usage.source.is_object()) return reply.usage;
  const json::Value& source = reply.usage.source;
  const auto detail = [&](std::string_view object, std::string_view key) {
    const json::Value* details = object_at(source, object);
    return details != nullptr ? integer_at(*details, key) : std::nullopt;
  };
  Usage usage;
  usage.input = integer_at(source, "prompt_tokens");
  usage.output = integer_at(source, "completion_tokens");
  usage.cached = detail("prompt_tokens_details", "cached_tokens");
  usage.reasoning = detail("completion_tokens_details", "reasoning_tokens");
  return usage;
}

void append_expected(std::string& out, const Reply& reply, Protocol from, Protocol to, bool stream) {
  ObjectText expect(out);
  append_calls(expect.key("calls"), reply, to);
  expect.text("text", text_of(reply, to)).text("reasoning", reply.text(PartKind::kReasoning));
  expect.text("refusal", to == Protocol::kMessages ? "" : reply.text(PartKind::kRefusal));
  expect.text("finish", finish_word(reply));
  ObjectText usage(expect.key("usage"));
  if (reply.has_usage) {
    const Usage told = visible_usage(reply, from, to);
    const std::pair<std::string_view, std::optional<std::int64_t>> counts[] = {{"input", told.input},
                                                                               {"output", told.output},
                                                                               {"cached", told.cached},
                                                                               {"reasoning", told.reasoning}};
    for (const auto& [name, count] : counts) {
      if (count) usage.integer(name, *count);
    }
  }
  usage.close();
  if (reply.error) {
    ObjectText error(expect.key("error"));
    error.integer("status", reply.error->status).text("message", reply.error->message);
    if (stream) error.raw("stream", "true");
    error.close();
  } else {
    expect.raw("error", "null");
  }
  expect.close();
}

}  // namespace

SdkManifest::SdkManifest(std::string folder) : folder_(std::move(folder)) {
  std::error_code ignored;  // what cannot be written shows in good()
  std::filesystem::create_directories(folder_, ignored);
  manifest_.open(folder_ + "/manifest.jsonl", std::ios::binary);
}

void SdkManifest::add(const SentReply& sent) {
  for (const Protocol to : kProtocols) {
    RelayOptions options;
    options.from = sent.protocol;
    options.to = to;
    options.gather_reply = true;
    options.tools = sent.tools;
    options.governance.keep_content_with_calls = true;
    std::string served;
    Reply reply;
    int status = sent.status;
    if (sent.stream) {
      StreamRelay relay(options);
      relay.feed(sent.bytes, served);
      relay.finish(served);
      reply = relay.reply();
    } else {
      RelayedBody relayed = relay_body(sent.status, sent.bytes, options);
      served = relayed.served(sent.bytes);
      status = relayed.status;
      reply = std::move(relayed.reply);
    }
    const std::string file = std::to_string(written_++) + (sent.stream ? ".sse" : ".json");
    std::ofstream(folder_ + "/" + file, std::ios::binary) << served;
    std::string line;
    ObjectText entry(line);
    entry.text("name", sent.name).text("source", protocol_name(sent.protocol));
    entry.text("to", protocol_name(to)).raw("stream", sent.stream ? "true" : "false");
    entry.integer("status", status).text("file", file);
    append_expected(entry.key("expect"), reply, sent.protocol, to, sent.stream);
    entry.close();
    manifest_ << line << '\n';
  }
}

}  // namespace argwright::recordings
