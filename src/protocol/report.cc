#include "protocol/report.h"

#include <utility>

namespace argwright::protocol {

std::string_view fate_name(Fate fate) {
  switch (fate) {
    case Fate::kReleased: return "released";
    case Fate::kSplit: return "split";
    case Fate::kEmptied: return "emptied";
    case Fate::kMisfit: return "misfit";
    case Fate::kPassed: return "passed";
    case Fate::kWithheld: return "withheld";
    case Fate::kRefused: return "refused";
  }
  return "";
}

std::shared_ptr<const ToolCallRequest> CallReport::request() const {
  if (!untouched) return parsed;
  // What parse_call() makes of arguments that fit as sent.
  auto record = std::make_shared<ToolCallRequest>();
  record->tool_name = name;
  record->tool_call_id = id;
  record->raw_arguments = *untouched;
  // They were read within the limits of their reply, which are not known here.
  const Limits limits{.max_depth = untouched->size(), .max_bytes = untouched->size()};
  if (Result<json::Value> value = json::parse(*untouched, limits)) {
    record->arguments = *std::move(value);
    record->outcome = Outcome::kOk;
  }
  return record;
}

}  // namespace argwright::protocol
