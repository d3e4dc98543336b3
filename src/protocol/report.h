// What was done to one reply: for the call log, for the agent, and for a client that asks.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "argwright/tool.h"

namespace argwright::protocol {

enum class Fate : std::uint8_t {
  kReleased,  // went out whole
  kSplit,     // one text held several calls; each went out
  kEmptied,   // unreadable: went out as {} (S2-11)
  kMisfit,    // went out although its declaration refuses it
  kPassed,    // went out as received, because mending or gathering is switched off
  kWithheld,  // cut off, without a name, or dropped by the upstream itself: never went out
  kRefused,   // the reply became an error because of it
};
std::string_view fate_name(Fate fate);  // "released", ...

struct CallReport {
  int choice = 0;
  std::string id;
  std::string name;
  Fate fate = Fate::kReleased;
  bool custom = false;  // a free-text call

  // What is known of the arguments; see request(). Neither is set for a free-text call.
  std::shared_ptr<const ToolCallRequest> parsed;  // where they were read into values
  std::optional<std::string> untouched;           // where a look was enough: they are valid and fit as sent

  // Outcome, fixes, warnings, raw text; none for a free-text call. Of an untouched call the record is made
  // here, each time: few reports are read, and most calls are fine.
  std::shared_ptr<const ToolCallRequest> request() const;
};

// Something that was mended, dropped or is doubtful.
struct Note {
  std::string code;     // "finish_changed"
  std::string message;  // for people
};

struct Report {
  std::vector<CallReport> calls;  // in the order in which they were settled
  std::vector<Note> notes;
};

}  // namespace argwright::protocol
