// Puts the events of parts one part after the other. Hosted tools may run side by side in a Responses stream;
// the neutral model knows no such thing, so what belongs to a later part waits until those before it have
// ended.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "protocol/event.h"

namespace argwright::protocol::responses {

class PartSequence {
 public:
  // Numbers the part and returns its number.
  int start(PartStart start, Events& events);
  // `event` belongs to `part`.
  void add(int part, Event event, Events& events);
  void end(PartEnd end, Events& events);
  // Behind everything that was added so far.
  void append(Event event, Events& events);
  // The part was started behind one that has not ended: its events wait.
  bool waits(int part) const { return static_cast<std::size_t>(part) > front_; }
  // Did events have to wait since this was asked before?
  bool take_disorder() { return std::exchange(disorder_, false); }

 private:
  struct Slot {
    Events waiting;
    bool ended = false;
  };
  std::vector<Slot> slots_;
  std::size_t front_ = 0;  // the first part that has not ended
  bool disorder_ = false;
};

}  // namespace argwright::protocol::responses
