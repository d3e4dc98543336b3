#include "protocol/responses/part_sequence.h"

#include <iterator>
#include <utility>

namespace argwright::protocol::responses {

int PartSequence::start(PartStart start, Events& events) {
  const int part = static_cast<int>(slots_.size());
  start.part = part;
  slots_.emplace_back();
  add(part, std::move(start), events);
  return part;
}

void PartSequence::add(int part, Event event, Events& events) {
  if (waits(part)) {
    slots_[static_cast<std::size_t>(part)].waiting.push_back(std::move(event));
    disorder_ = true;
  } else {
    events.push_back(std::move(event));
  }
}

void PartSequence::end(PartEnd end, Events& events) {
  const int part = end.part;
  add(part, std::move(end), events);
  slots_[static_cast<std::size_t>(part)].ended = true;
  while (front_ < slots_.size() && slots_[front_].ended) {
    ++front_;
    if (front_ == slots_.size()) break;
    Events waiting = std::exchange(slots_[front_].waiting, {});
    events.insert(events.end(), std::make_move_iterator(waiting.begin()),
                  std::make_move_iterator(waiting.end()));
  }
}

void PartSequence::append(Event event, Events& events) {
  if (slots_.empty()) {
    events.push_back(std::move(event));
  } else {
    add(static_cast<int>(slots_.size()) - 1, std::move(event), events);
  }
}

}  // namespace argwright::protocol::responses
