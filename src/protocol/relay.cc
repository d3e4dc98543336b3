#include "protocol/relay.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "protocol/body_text.h"
#include "protocol/call_name.h"
#include "protocol/chat/think_splitter.h"
#include "protocol/fields.h"
#include "tool/text_fit.h"

namespace argwright::protocol {
namespace {

GovernorContext context_of(const RelayOptions& options) {
  return {options.governance,
          options.tools,
          options.aliases,
          options.custom_tools,
          options.from == options.to,
          options.to == Protocol::kMessages};
}

GovernorContext context_of_body(const RelayOptions& options) {
  GovernorContext context = context_of(options);
  context.governance.sse_tool_aggregate = true;  // a body has no fragments
  return context;
}

EncodeOptions encode_options(const RelayOptions& options) {
  EncodeOptions encode{options.from == options.to, options.include_usage,
                       options.governance.keep_content_with_calls};
  if (options.from != options.to) encode.reply_id = options.reply_id;
  return encode;
}

DecodeOptions decode_options(const RelayOptions& options) {
  return {options.governance.limits, options.from != options.to, options.to != Protocol::kChat};
}

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

std::string_view without_byte_order_mark(std::string_view body) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  return body.starts_with(kMark) ? body.substr(kMark.size()) : body;
}

// Of an upstream that says no more than that there is one.
ApiError unnamed_error() {
  ApiError error;
  error.status = 502;
  error.message = "the upstream told an error and did not say which";
  return error;
}

ApiError unreadable_body(int status, std::string_view body, const Error& fault) {
  ApiError error = read_error_text(status >= 400 ? status : 502, body);
  if (status < 400) error.message = "the upstream's answer is no JSON: " + fault.describe();
  return error;
}

// Does the block end with its blank line? Only the last of a stream may not.
bool is_terminated(std::string_view raw) {
  if (raw.ends_with("\r\n")) {
    raw.remove_suffix(2);
  } else if (raw.ends_with('\n') || raw.ends_with('\r')) {
    raw.remove_suffix(1);
  } else {
    return false;
  }
  return raw.empty() || raw.ends_with('\n') || raw.ends_with('\r');
}

// `is_mended`: clients could not read the body as it came.
RelayedBody relay_error(const ApiError& error, bool is_mended, const RelayOptions& options) {
  RelayedBody relayed;
  relayed.status = error.status;
  relayed.reply.choices.resize(1);
  relayed.reply.error = error;
  relayed.passed = !is_mended && options.from == options.to && is_own_error(options.to, error.source);
  if (!relayed.passed) relayed.body = write_error(options.to, error);
  return relayed;
}

// A call that was looked at: does it go out as it came? Its report says all there is to say then.
bool passes_as_sent(CallReport& call, const RelayOptions& options) {
  const Schema* const schema = options.tools.schema(call.name);
  if (schema != nullptr && tool::text_fits(*call.untouched, *schema, options.governance.limits)) return true;
  const auto is_declared = [&](std::string_view name) { return options.tools.schema(name) != nullptr; };
  if (declared_name(call.name, is_declared)) return false;
  auto request = std::make_shared<ToolCallRequest>(options.tools.parse_call(
      {call.name, call.id, *call.untouched}, parse_options(options.governance, true)));
  if (!request->accepted() || request->rewritten) return false;
  call.untouched.reset();
  call.parsed = std::move(request);
  return true;
}

// The report on a body that passes as it is, told by a look at it; nothing when more than a look is needed.
std::optional<Report> look_at(std::string_view body, const RelayOptions& options) {
  const bool may_look = options.from == options.to && options.governance.tool_enhance &&
                        !options.gather_reply && options.observer == nullptr &&
                        options.custom_tools.empty() && options.aliases.empty() &&
                        (options.filter == nullptr || options.filter->leaves_plain_bodies());
  if (!may_look) return std::nullopt;
  EncodeOptions looking = encode_options(options);
  looking.reads_reasoning = options.filter != nullptr;
  std::optional<std::vector<CallReport>> calls =
      codec(options.from).look_at_body(body, looking, options.governance.limits);
  if (!calls || calls->size() > options.governance.max_calls) return std::nullopt;
  for (CallReport& call : *calls) {
    if (!passes_as_sent(call, options)) return std::nullopt;
  }
  return Report{*std::move(calls), {}};
}

}  // namespace

StreamRelay::StreamRelay(const RelayOptions& options)
    : options_(options),
      same_(options.from == options.to),
      untouched_(same_ && !options.governance.tool_enhance && !options.governance.sse_tool_aggregate),
      reader_(options.max_event_bytes),
      decoder_(codec(options.from).stream_decoder(decode_options(options))),
      encoder_(codec(options.to).stream_encoder(encode_options(options))),
      governor_(context_of(options)) {}

void StreamRelay::feed(std::string_view bytes, std::string& out) {
  reader_.feed(bytes);
  drain(out);
}

void StreamRelay::drain(std::string& out) {
  for (SseBlock block; reader_.next(block);) {
    if (block.is_oddly_framed && !untouched_) block.raw = framed(block.raw);
    relay(&block, out);
  }
}

void StreamRelay::finish(std::string& out) {
  if (std::exchange(finished_, true)) return;
  reader_.finish();
  drain(out);
  relay(nullptr, out);
}

bool StreamRelay::fail(const ApiError& error, std::string& out) {
  if (std::exchange(finished_, true)) return true;
  broken_ = error;
  relay(nullptr, out);
  return !untouched_;
}

void StreamRelay::relay(const SseBlock* block, std::string& out) {
  decoded_.clear();
  governed_.clear();
  bool changed = false;
  if (block == nullptr) {
    decoder_->finish(decoded_);
    changed = tell_why_it_ended();
  } else if (!block->has_data && (block->type.empty() || untouched_)) {
    // Comments keep connections open in every protocol; other fields mean nothing without data.
    if (same_ || block->has_comment) out += same_ ? block->raw : std::string_view(": keep-alive\n\n");
    unterminated_ = same_ && !is_terminated(block->raw);
    return;
  } else if (!block->has_data || is_blank(block->data)) {
    // OpenAI's library takes it for JSON, and fails.
    decoded_.emplace_back(Mended{"event_without_data", "an event without data"});
    if (block->type == "error") decoded_.emplace_back(Failure{unnamed_error()});
  } else {
    if (block->has_error_line) decoded_.emplace_back(Mended{"error_shape", "an error in a line of its own"});
    decoder_->decode(*block, decoded_);
  }
  if (options_.observer != nullptr) observed_ = decoded_;
  changed = (options_.filter != nullptr && options_.filter->filter(decoded_)) || changed;
  changed = governor_.govern(decoded_, governed_) || changed;
  for (const Event& event : governed_) {
    if (const UsageTold* told = std::get_if<UsageTold>(&event)) {
      if (!usage_) usage_.emplace();
      usage_->merge(told->usage);
    }
    if (options_.gather_reply) builder_.add(event);
  }

  if (options_.hold_calls && hold_back(out)) return;
  const std::size_t before = out.size();
  bool passed = false;
  if (untouched_) {
    if (block != nullptr) out += block->raw;
    passed = true;
  } else if (same_ && !changed) {
    static const SseBlock kNothing;
    passed = encoder_->pass(block != nullptr ? *block : kNothing, governed_, out);
  }
  if (!passed) {
    encoder_->diverge();
    for (const Event& event : governed_) encoder_->encode(event, out);
  }
  if (unterminated_ && !untouched_) {
    // The upstream never ended its last block, which strict clients drop then.
    out.insert(before, "\n\n");
    unterminated_ = false;
  }
  if (passed && block != nullptr && !is_terminated(block->raw)) unterminated_ = true;
  if (options_.observer != nullptr) options_.observer->saw(block, observed_, governed_, passed);
}

std::string_view StreamRelay::framed(std::string_view raw) {
  if (!std::exchange(framing_told_, true))
    governor_.note("event_framing", "line ends, or a byte order mark, that some clients cannot read");
  framed_ = with_plain_line_ends(raw);
  return framed_;
}

bool StreamRelay::tell_why_it_ended() {
  Failure failure;
  if (broken_) {
    failure.error = *broken_;
  } else if (const std::optional<Error>& error = reader_.error()) {
    failure.error.status = 502;
    failure.error.code = "event_too_large";
    failure.error.message = "the upstream's stream cannot be read: " + error->describe();
  } else {
    return false;
  }
  // Behind what the decoder had still held, and before the end.
  const auto end = std::find_if(decoded_.begin(), decoded_.end(),
                                [](const Event& event) { return std::holds_alternative<End>(event); });
  decoded_.insert(end, std::move(failure));
  return true;
}

// Keeps what has to wait and writes what comes before it. False: nothing has to wait.
bool StreamRelay::hold_back(std::string& out) {
  const auto has_to_wait = [](const Event& event) {
    return std::holds_alternative<Call>(event) || std::holds_alternative<Finish>(event) ||
           std::holds_alternative<End>(event) || std::holds_alternative<Failure>(event);
  };
  const auto first =
      held_.empty() ? std::find_if(governed_.begin(), governed_.end(), has_to_wait) : governed_.begin();
  if (first == governed_.end()) return false;
  encoder_->diverge();
  for (auto event = governed_.begin(); event != first; ++event) encoder_->encode(*event, out);
  held_.insert(held_.end(), std::make_move_iterator(first), std::make_move_iterator(governed_.end()));
  return true;
}

void StreamRelay::release(std::string& out) {
  for (const Event& event : std::exchange(held_, {})) encoder_->encode(event, out);
}

void StreamRelay::replace(const Reply& reply, std::string& out) {
  held_.clear();
  for (const ReplyChoice& choice : reply.choices) {
    for (const auto& part : choice.parts) {
      if (const Call* call = std::get_if<Call>(&part)) encoder_->encode(*call, out);
    }
  }
  for (const ReplyChoice& choice : reply.choices) {
    if (choice.finish) encoder_->encode(*choice.finish, out);
  }
  if (reply.has_usage) encoder_->encode(UsageTold{reply.usage}, out);
  encoder_->encode(End{}, out);
}

StreamedBody relay_body_as_stream(int status, std::string_view body, const RelayOptions& options) {
  body = without_byte_order_mark(body);
  StreamedBody streamed;
  Events decoded;
  Result<json::Value> value = read_body_text(body, options.governance.limits, decoded);
  const bool is_mended = !value || !decoded.empty();
  const auto refuse = [&](const ApiError& error) {
    const RelayedBody refused = relay_error(error, is_mended, options);
    streamed.status = refused.status;
    streamed.bytes = refused.served(body);
    return streamed;
  };
  if (!value) return refuse(unreadable_body(status, body, value.error()));
  if (status >= 400) return refuse(read_error(status, *value));
  Events governed;
  codec(options.from).decode_body(*std::move(value), decode_options(options), decoded);
  // Nothing has been sent yet, so that the client can be told by the status, as where it asks for a body.
  for (const Event& event : decoded) {
    if (const Failure* failure = std::get_if<Failure>(&event)) return refuse(failure->error);
  }
  if (options.filter != nullptr) options.filter->filter(decoded);
  Governor governor(context_of_body(options));
  governor.govern(decoded, governed);
  const std::unique_ptr<StreamEncoder> encoder = codec(options.to).stream_encoder(encode_options(options));
  encoder->diverge();
  for (const Event& event : governed) encoder->encode(event, streamed.bytes);
  streamed.report = governor.take_report();
  return streamed;
}

RelayedBody relay_body(int status, std::string_view body, const RelayOptions& options) {
  body = without_byte_order_mark(body);
  if (status < 400) {
    if (std::optional<Report> report = look_at(body, options)) {
      RelayedBody relayed;
      relayed.passed = true;
      relayed.report = *std::move(report);
      return relayed;
    }
  }
  Events decoded;
  Result<json::Value> value = read_body_text(body, options.governance.limits, decoded);
  const bool is_mended = !decoded.empty();
  if (!value) return relay_error(unreadable_body(status, body, value.error()), true, options);
  if (status >= 400) return relay_error(read_error(status, *value), is_mended, options);

  Events governed;
  codec(options.from).decode_body(*std::move(value), decode_options(options), decoded);
  Events observed;
  if (options.observer != nullptr) observed = decoded;
  bool changed = options.filter != nullptr && options.filter->filter(decoded);
  Governor governor(context_of_body(options));
  governor.govern(decoded, governed);
  changed = governor.altered() || changed;
  ReplyBuilder builder;
  for (const Event& event : governed) builder.add(event);
  // S2-12: text beside calls is taken out.
  const Reply& reply = builder.reply();
  if (options.to == Protocol::kChat && !options.governance.keep_content_with_calls) {
    for (std::size_t i = 0; i < reply.choices.size() && !changed; ++i) {
      const std::string text = reply.text(PartKind::kText, i);
      changed = !reply.calls(i).empty() && !text.empty() && !chat::holds_reasoning(text);
    }
  }
  RelayedBody relayed;
  if (builder.reply().error) {
    relayed = relay_error(*builder.reply().error, is_mended, options);
  } else {
    relayed.passed = options.from == options.to && !changed;
    if (!relayed.passed)
      relayed.body = codec(options.to).encode_body(builder.reply(), encode_options(options));
  }
  if (options.observer != nullptr) options.observer->saw_body(observed, governed, relayed.passed);
  relayed.reply = builder.take();
  relayed.report = governor.take_report();
  return relayed;
}

}  // namespace argwright::protocol
