// The client's chat stream. Chunks that pass as they came and chunks that are written stand side by side: the
// only positions that are counted are those of calls.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "protocol/codec.h"

namespace argwright::protocol::chat {

class ChatStreamEncoder : public StreamEncoder {
 public:
  explicit ChatStreamEncoder(const EncodeOptions& options) : options_(options) {}
  bool pass(const SseBlock& block, std::span<const Event> events, std::string& out) override;
  void encode(const Event& event, std::string& out) override;
  void diverge() override {}  // calls are counted by this encoder alone

 private:
  struct Choice {
    bool role_sent = false;
    PartKind kind = PartKind::kText;
    ReasoningForm form = ReasoningForm::kText;
    std::string field;                        // of the reasoning
    int calls = 0;                            // written so far
    std::map<std::int64_t, int> piece_index;  // of calls that pass in pieces
    std::optional<Finish> finish;             // told and not yet written
  };

  Choice& choice(int number) { return choices_[number]; }
  void begin_part(const PartStart& start);
  // One chunk whose choice holds this delta (JSON); `more` are members of the choice.
  void chunk(int number, std::string_view delta, std::string_view finish, const Extras& more,
             std::string& out);
  void send_role(int number, std::string& out);
  void write(const PartStart& start, std::string& out);
  void write(const Delta& delta, std::string& out);
  void write(const PartEnd& end, std::string& out);
  void write(const CallPiece& piece, std::string& out);
  void write(const Call& call, std::string& out);
  void write(const Finish& finish, std::string& out);
  void write(const Other& other, std::string& out);
  void tell_head(const Other& other);
  void write_finishes(std::string& out);
  void finish_stream(std::string& out);
  void append_head(std::string& out) const;

  const EncodeOptions options_;
  Start start_;
  std::map<int, Choice> choices_;
  Usage usage_;
  bool has_usage_ = false;  // told and not yet sent
  bool done_ = false;
  bool encoded_ = false;  // something was written that did not come so
};

}  // namespace argwright::protocol::chat
