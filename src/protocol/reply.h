// A whole reply, gathered from its events.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "protocol/event.h"

namespace argwright::protocol {

struct ReplyPart {
  PartStart start;
  std::string text;
  PartEnd end;
};

struct ReplyChoice {
  std::vector<std::variant<ReplyPart, Call>> parts;  // in order
  std::optional<Finish> finish;
  Extras extras;  // Chat: unknown members of the message
};

struct Reply {
  Start start;
  std::vector<ReplyChoice> choices;  // by number, from 0; at least one
  Usage usage;
  bool has_usage = false;
  std::optional<ApiError> error;
  bool clean = true;

  // Everything of one kind in a choice, joined.
  std::string text(PartKind kind, std::size_t choice = 0) const;
  std::vector<const Call*> calls(std::size_t choice = 0) const;
};

class ReplyBuilder {
 public:
  void add(const Event& event);
  Reply take() { return std::move(reply_); }
  const Reply& reply() const { return reply_; }

 private:
  ReplyChoice& choice(int number);
  ReplyPart* part(int choice, int part);
  Reply reply_{{}, {ReplyChoice{}}, {}, false, {}, true};
};

}  // namespace argwright::protocol
