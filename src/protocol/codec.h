// How one protocol reads and writes replies. One folder implements it for one protocol; codec() has them all.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "argwright/limits.h"
#include "protocol/event.h"
#include "protocol/protocol.h"
#include "protocol/reply.h"
#include "protocol/report.h"
#include "protocol/sse.h"

namespace argwright::protocol {

struct DecodeOptions {
  Limits limits;
  // Chat: <think> at the beginning of the content is told as reasoning. For a client of the same protocol it
  // stays in the text, where that client expects it.
  bool split_inline_reasoning = true;
  // Chat: the client knows one choice only. The first that comes is that one, whatever its number.
  bool one_choice = false;
};

// The upstream's stream, block by block. Whatever a block holds, it becomes events: bytes that are no JSON
// become a Failure. Start comes first and End last, once each.
class StreamDecoder {
 public:
  virtual ~StreamDecoder() = default;
  virtual void decode(const SseBlock& block, Events& events) = 0;
  // The bytes have ended: whatever is still open ends, too.
  virtual void finish(Events& events) = 0;
};

struct EncodeOptions {
  // Client and upstream speak the same protocol: extras, opaque parts and others are written.
  bool same_protocol = false;
  // Chat: the client asked for a chunk with the usage.
  bool include_usage = true;
  // Chat bodies: text beside calls is written, not null (DESIGN: content_with_calls = keep).
  bool keep_content_with_calls = true;
  // Bodies: somebody reads what was thought, so that a look is not enough where there is something of that.
  bool reads_reasoning = false;
  // Responses: what the response is called; empty: as the upstream calls it.
  std::string reply_id = {};
};

// The client's stream. Precondition of encode(): events as the governor gives them, so no CallPiece unless
// pieces are passed on (RCC_SSE_TOOL_AGGREGATE=0). After End nothing more is written.
class StreamEncoder {
 public:
  virtual ~StreamEncoder() = default;
  // The events of one block of a stream of the same protocol, of which nothing was changed: writes the block
  // as it came and returns true, or returns false where that would not fit what was written before (positions
  // that are counted); then encode() gets the events.
  virtual bool pass(const SseBlock& block, std::span<const Event> events, std::string& out) = 0;
  virtual void encode(const Event& event, std::string& out) = 0;
  // A block was held back or changed: positions that are counted are no longer those of the upstream.
  virtual void diverge() = 0;
};

class Codec {
 public:
  virtual ~Codec() = default;
  virtual std::unique_ptr<StreamDecoder> stream_decoder(const DecodeOptions& options) const = 0;
  virtual std::unique_ptr<StreamEncoder> stream_encoder(const EncodeOptions& options) const = 0;
  // A whole reply, as the same events as a stream. An error body becomes a Failure.
  virtual void decode_body(json::Value body, const DecodeOptions& options, Events& events) const = 0;
  // A quick look at a body of which nothing but arguments may have to be changed: its calls, with their
  // arguments as they were sent. Nothing: the body has to be decoded, as any with reasoning has.
  virtual std::optional<std::vector<CallReport>> look_at_body(std::string_view /*body*/,
                                                              const EncodeOptions& /*options*/,
                                                              const Limits& /*limits*/) const {
    return std::nullopt;
  }
  virtual std::string encode_body(const Reply& reply, const EncodeOptions& options) const = 0;
};

const Codec& codec(Protocol protocol);

}  // namespace argwright::protocol
