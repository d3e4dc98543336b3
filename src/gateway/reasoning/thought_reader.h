// Reads what a model thought out of the events of its reply, and seals it for the client where it has to be
// sealed. Sees events before the governor: everything is in the upstream's own words.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "gateway/reasoning/sealed_token.h"
#include "gateway/reasoning/thought.h"
#include "protocol/relay.h"

namespace argwright::gateway {

struct ReadingOptions {
  protocol::Protocol from = protocol::Protocol::kChat, to = protocol::Protocol::kChat;
  Origin origin;      // the upstream that is read
  std::string owner;  // the name of the client's key
  // Null: proofs go to the client as they came.
  const Sealer* sealer = nullptr;
  // Text beside calls does not reach the client (Chat bodies, S2-12).
  bool withholds_text = false;
};

class ThoughtReader final : public protocol::EventFilter {
 public:
  explicit ThoughtReader(ReadingOptions options) : options_(std::move(options)) {}

  bool filter(protocol::Events& events) override;
  bool leaves_plain_bodies() const override { return !options_.withholds_text || same(); }

  const ReadingOptions& options() const { return options_; }
  bool is_finished() const { return is_finished_; }  // the model has told why it ended
  // Of the first choice. Whole when the reply is.
  Thought thought() const;

 private:
  bool same() const { return options_.from == options_.to; }
  void on(const protocol::PartStart& start);
  void on(const protocol::Delta& delta);
  bool on(protocol::PartEnd& end);
  void on(const protocol::CallPiece& piece);
  void keep_extras(const protocol::Extras& extras);
  protocol::Proof sealed(const ThoughtPart& part) const;

  ReadingOptions options_;
  Thought thought_;
  std::optional<int> open_part_;  // whose deltas go to the last part
  bool open_reasoning_ = false;
  bool collects_text_ = false;
  bool has_text_ = false;
  bool is_finished_ = false;
  std::unordered_map<std::string, std::size_t> calls_;  // by id: where among the parts
  std::optional<std::size_t> last_call_;
};

}  // namespace argwright::gateway
