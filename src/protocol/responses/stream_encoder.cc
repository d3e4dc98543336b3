#include "protocol/responses/stream_encoder.h"

#include <algorithm>
#include <variant>

#include "protocol/fields.h"
#include "protocol/responses/response_writer.h"

namespace argwright::protocol::responses {
namespace {

// Does the official client raise what this block tells? A flat `error` event is something that it only hands
// on, and then it waits for a terminal event in vain.
bool is_raised(const SseBlock& block) {
  const Result<json::Value> event = json::parse(block.data);
  if (!event) return false;
  const json::Value* error = object_at(*event, "error");
  return text_at(*event, "type") == "response.failed" ||
         (error != nullptr && !text_at(*error, "message").empty());
}

class Encoder final : public StreamEncoder {
 public:
  explicit Encoder(const EncodeOptions& options) : writer_(options), passing_(options.same_protocol) {}

  bool pass(const SseBlock& block, std::span<const Event> events, std::string& out) override {
    if (!block.has_data && events.empty()) {  // no event to any client: fits everywhere
      out += block.raw;
      return true;
    }
    if (!passing_ || !block.has_data) return false;
    if (!std::ranges::all_of(events, [&](const Event& event) { return fits(block, event); })) return false;
    if (writer_.ended()) {
      // Behind the end only what clients take for an end passes, not a second response.
      if (block.data.starts_with("[DONE]")) out += block.raw;
      return true;
    }
    for (const Event& event : events) writer_.add(event, nullptr);
    writer_.skip_sequence_numbers(1);
    out += block.raw;
    return true;
  }

  void encode(const Event& event, std::string& out) override {
    passing_ = false;
    writer_.add(event, &out);
  }

  void diverge() override { passing_ = false; }

 private:
  static bool fits(const SseBlock& block, const Event& event) {
    if (std::holds_alternative<Mended>(event)) return false;
    return !std::holds_alternative<Failure>(event) || is_raised(block);
  }

  ResponseWriter writer_;
  bool passing_;  // nothing has been encoded so far
};

}  // namespace

std::unique_ptr<StreamEncoder> make_stream_encoder(const EncodeOptions& options) {
  return std::make_unique<Encoder>(options);
}

}  // namespace argwright::protocol::responses
