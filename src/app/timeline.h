// What happened to a reply on its way, block by block, for a person.
#pragma once

#include <cstddef>
#include <string>

#include "app/terminal.h"
#include "protocol/relay.h"

namespace argwright::app {

class Timeline : public protocol::RelayObserver {
 public:
  explicit Timeline(const Terminal& terminal) : terminal_(terminal) {}

  void saw(const protocol::SseBlock* block, std::span<const protocol::Event> decoded,
           std::span<const protocol::Event> governed, bool passed) override;
  // A body has one moment: the whole of it, which comes first.
  void begin_body(std::size_t bytes);
  void saw_body(std::span<const protocol::Event> decoded, std::span<const protocol::Event> governed,
                bool passed) override;
  // Calls, fixes and notes.
  void conclude(const protocol::Report& report, const protocol::Reply& reply);
  const std::string& text() const { return text_; }

 private:
  // What the client gets, an event a line, with what was done to the calls among it.
  void sent(std::string_view when, std::span<const protocol::Event> governed);
  void line(std::string_view when, std::string_view what, Colour colour, std::string_view fate);

  Terminal terminal_;
  std::string text_;
  std::size_t offset_ = 0;
  std::size_t block_ = 0;
};

}  // namespace argwright::app
