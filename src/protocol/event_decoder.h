// What the decoders of all protocols have in common: how the events of a stream are framed.
#pragma once

#include <string_view>

#include "protocol/codec.h"
#include "protocol/event_text.h"

namespace argwright::protocol {

class EventDecoder : public StreamDecoder {
 public:
  explicit EventDecoder(const Limits& limits) : text_(limits) {}
  void decode(const SseBlock& block, Events& events) override;

 protected:
  // An event as it came: its name, empty where there was none, and its data.
  struct Came {
    std::string_view name;
    std::string_view text;
  };
  // Nothing more is read.
  virtual bool is_over() const = 0;
  virtual void read_done_mark(const Came& came, Events& events) = 0;
  virtual void read_event(const Came& came, json::Value event, Events& events) = 0;
  // It is no JSON.
  virtual void refuse(const Came& came, const Error& error, Events& events) = 0;

 private:
  EventText text_;
};

}  // namespace argwright::protocol
