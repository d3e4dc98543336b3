// Tested by call_view_test.cc.
#include "gateway/observe/call_view.h"

#include "protocol/custom_call.h"

namespace argwright::gateway {

using protocol::CallReport;
using protocol::Fate;
using protocol::Report;

std::string_view outcome_word(const CallReport& call) {
  if (call.untouched) return outcome_name(Outcome::kOk);
  return call.parsed == nullptr ? "text" : outcome_name(call.parsed->outcome);
}

std::string_view call_word(const CallReport& call) {
  return call.fate == Fate::kReleased ? outcome_word(call) : protocol::fate_name(call.fate);
}

bool is_mended(const CallReport& call) {
  return call.fate != Fate::kReleased || (call.parsed != nullptr && call.parsed->outcome != Outcome::kOk);
}

bool is_further_part(const Report& report, std::size_t index) {
  const auto& parsed = report.calls[index].parsed;
  return parsed != nullptr && index > 0 && report.calls[index - 1].parsed == parsed;
}

std::optional<std::string> sent_arguments(const Report& report, std::size_t index) {
  const CallReport& call = report.calls[index];
  if (call.untouched) return call.untouched;
  if (call.parsed == nullptr || call.fate == Fate::kWithheld || call.fate == Fate::kRefused) return {};
  const ToolCallRequest& request = *call.parsed;
  switch (call.fate) {
    case Fate::kEmptied: return "{}";
    case Fate::kPassed: return request.raw_arguments;
    case Fate::kSplit: {
      std::size_t part = 0;
      while (is_further_part(report, index - part)) ++part;
      if (part < request.parts.size()) return json::write(request.parts[part]);
      return {};
    }
    case Fate::kReleased:
      // A free-text tool that was offered to the upstream as a function.
      if (call.custom) return protocol::unwrapped_input(request.text());
      break;
    case Fate::kMisfit:
    case Fate::kWithheld:
    case Fate::kRefused: break;
  }
  return std::string(request.text());
}

}  // namespace argwright::gateway
