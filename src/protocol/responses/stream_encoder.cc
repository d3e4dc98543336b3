#include "protocol/responses/stream_encoder.h"

#include <algorithm>
#include <variant>

#include "protocol/fields.h"
#include "protocol/responses/response_writer.h"

namespace argwright::protocol::responses {
namespace {

class Encoder final : public StreamEncoder {
 public:
  explicit Encoder(const EncodeOptions& options) : writer_(options), passing_(options.same_protocol) {}

  bool pass(const SseBlock& block, std::span<const Event> events, std::string& out) override {
    if (!block.has_data && events.empty()) {  // no event to any client: fits everywhere
      out += block.raw;
      return true;
    }
    if (!passing_ || !block.has_data) return false;
    if (std::ranges::any_of(events, [](const Event& event) { return std::holds_alternative<Mended>(event); }))
      return false;
    if (writer_.ended()) {
      // Behind the end only what clients take for an end passes, not a second response.
      if (block.data.starts_with("[DONE]")) out += block.raw;
      return true;
    }
    for (const Event& event : events) writer_.add(event, nullptr);
    // One that has ended again was none to the client: reasoning without text has no part.
    if (std::ranges::any_of(events,
                            [](const Event& event) { return std::holds_alternative<PartStart>(event); }))
      writer_.part_has_passed();
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
  ResponseWriter writer_;
  bool passing_;  // nothing has been encoded so far
};

}  // namespace

std::unique_ptr<StreamEncoder> make_stream_encoder(const EncodeOptions& options) {
  return std::make_unique<Encoder>(options);
}

}  // namespace argwright::protocol::responses
