#include "protocol/messages/codec.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "protocol/event_text.h"
#include "protocol/fields.h"
#include "protocol/messages/body_encoder.h"
#include "protocol/messages/reply_reader.h"
#include "protocol/messages/stream_encoder.h"
#include "protocol/stream_fault.h"

namespace argwright::protocol::messages {
namespace {

class MessagesStreamDecoder : public StreamDecoder {
 public:
  explicit MessagesStreamDecoder(const DecodeOptions& options) : text_(options.limits) {}

  void decode(const SseBlock& block, Events& events) override {
    if (!block.has_data || reader_.ended()) return;
    if (is_done_mark(block.data)) {
      // Not of this protocol, but sent by some; clients drop events without a name, and fail on it in one
      // that they know.
      if (!block.type.empty()) events.emplace_back(Mended{"done_mark", "[DONE] in an event with a name"});
      return;
    }
    if (holds_lines(block.data)) return decode_lines(block, events);
    read(block, events);
  }
  void finish(Events& events) override { reader_.end(false, events); }

 private:
  static constexpr std::string_view kField = "data:";

  // Proxies that take the lines of a stream for the data of their own.
  static bool holds_lines(std::string_view data) {
    return data.starts_with(kField) || data.starts_with("event:");
  }
  void decode_lines(const SseBlock& block, Events& events) {
    events.emplace_back(Mended{"event_text", "data within data"});
    SseReader lines;
    lines.feed(block.data);
    lines.finish();
    for (SseBlock inner; lines.next(inner);) {
      if (inner.type.empty()) inner.type = block.type;
      while (inner.data.starts_with(kField)) {
        inner.data.remove_prefix(kField.size());
        inner.data.remove_prefix(std::min(inner.data.find_first_not_of(' '), inner.data.size()));
      }
      if (inner.has_data && !reader_.ended() && !is_done_mark(inner.data)) read(inner, events);
    }
  }

  void read(const SseBlock& block, Events& events) {
    Result<json::Value> data = text_.read(block.data, events);
    if (data) return reader_.read(block.type, *std::move(data), events);
    if (read_lines(block.data, events)) return;
    if (block.type == "ping") return reader_.read(block.type, json::Object{}, events);
    add_unreadable_block(block.data, data.error(), events);
  }

  // Events that no blank line parts are one to the reader of blocks, with the name of the last.
  bool read_lines(std::string_view data, Events& events) {
    if (data.find('\n') == std::string_view::npos) return false;
    std::vector<json::Value> values;
    Events notes;
    for (std::size_t at = 0; at <= data.size();) {
      const std::size_t end = std::min(data.find('\n', at), data.size());
      const std::string_view line = data.substr(at, end - at);
      at = end + 1;
      if (is_done_mark(line)) continue;
      Result<json::Value> value = text_.read(line, notes);
      if (!value) return false;
      values.push_back(*std::move(value));
    }
    events.emplace_back(Mended{"events_joined", "several events without a blank line between them"});
    for (json::Value& value : values) {
      if (reader_.ended()) break;
      const std::string type(text_at(value, "type"));
      reader_.read(type, std::move(value), events);
    }
    return true;
  }

  EventText text_;
  ReplyReader reader_;
};

class MessagesCodec : public Codec {
 public:
  std::unique_ptr<StreamDecoder> stream_decoder(const DecodeOptions& options) const override {
    return std::make_unique<MessagesStreamDecoder>(options);
  }
  std::unique_ptr<StreamEncoder> stream_encoder(const EncodeOptions& options) const override {
    return std::make_unique<MessagesStreamEncoder>(options);
  }
  void decode_body(json::Value body, const DecodeOptions& /*options*/, Events& events) const override {
    ReplyReader reader;
    reader.read_body(std::move(body), events);
    reader.end(true, events);
  }
  std::string encode_body(const Reply& reply, const EncodeOptions& options) const override {
    return messages::encode_body(reply, options);
  }
};

}  // namespace

const Codec& messages_codec() {
  static const MessagesCodec codec;
  return codec;
}

}  // namespace argwright::protocol::messages
