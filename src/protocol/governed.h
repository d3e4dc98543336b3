// For tests: events through a governor, all at once or one by one.
#pragma once

#include <algorithm>
#include <string_view>
#include <utility>

#include "protocol/governor.h"
#include "protocol/test_events.h"

namespace argwright::protocol::testing {

struct Governed {
  Events events;
  Report report;
  bool altered = false;
  bool changed = false;  // what govern() said of the last events

  Texts texts() const { return shown(events); }
  Texts calls() const {
    Texts texts;
    for (const Event& event : events) {
      if (std::holds_alternative<Call>(event)) texts.push_back(shown(event));
    }
    return texts;
  }
  // The reason, the one of the last finish; "" without one.
  std::string finish() const {
    const auto found = only<Finish>(events);
    return found.empty() ? "" : std::string(reason_name(found.back().reason));
  }
  bool noted(std::string_view code) const {
    return std::any_of(report.notes.begin(), report.notes.end(),
                       [&](const Note& note) { return note.code == code; });
  }
  // "released a f"
  Texts fates() const {
    Texts texts;
    for (const CallReport& call : report.calls) {
      texts.push_back(std::string(fate_name(call.fate)) + " " + call.id + " " + call.name);
    }
    return texts;
  }
};

inline Governed governed(Events in, GovernorContext context = GovernorContext()) {
  Governor governor(std::move(context));
  Governed result;
  result.changed = governor.govern(in, result.events);
  result.altered = governor.altered();
  result.report = governor.take_report();
  return result;
}

}  // namespace argwright::protocol::testing
