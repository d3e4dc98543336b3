// What the decoders of all protocols have in common: how the events of a stream are framed, errors that no
// protocol has, and what is told of a stream that is none of the protocol's.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "protocol/codec.h"
#include "protocol/event_text.h"

namespace argwright::protocol {

class EventDecoder : public StreamDecoder {
 public:
  EventDecoder(Protocol protocol, const Limits& limits) : protocol_(protocol), text_(limits) {}
  void decode(const SseBlock& block, Events& events) override;

 protected:
  // An event as it came: its name, empty where there was none, and its data.
  struct Came {
    std::string_view name;
    std::string_view text;
  };
  // Nothing more is read.
  virtual bool is_over() const = 0;
  // Is it one of the protocol's, whatever it lacks? `type` is its own, or its name.
  virtual bool knows(std::string_view type, const json::Value& event) const = 0;
  virtual void read_done_mark(const Came& came, Events& events) = 0;
  virtual void read_event(const Came& came, json::Value event, Events& events) = 0;
  // It is no JSON.
  virtual void refuse(const Came& came, const Error& error, Events& events) = 0;

  // Before the end of the stream: a Failure where there were events and all of them were another
  // protocol's, or nobody's.
  void tell_if_strange(Events& events);

 private:
  void take(const Came& came, json::Value event, Events& events);
  void watch(std::string_view type, const Came& came, const json::Value& event);

  const Protocol protocol_;
  EventText text_;
  bool is_known_ = false;  // something was understood
  struct Strange {
    std::string text;
    std::optional<Protocol> protocol;
  };
  std::optional<Strange> strange_;  // the first that was not
};

}  // namespace argwright::protocol
