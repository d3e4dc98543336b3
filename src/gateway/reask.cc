#include "gateway/reask.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace argwright::gateway {
namespace {

using protocol::CallPart;
using protocol::CallReport;
using protocol::Fate;
using protocol::Protocol;
using protocol::ResultPart;
using protocol::Role;
using protocol::TextPart;
using protocol::Turn;

bool is_at_fault(const CallReport& call) { return call.fate == Fate::kEmptied || call.fate == Fate::kMisfit; }

// An upstream takes nothing but an object in its history.
std::string sent_back(const CallReport& call) {
  if (call.fate == Fate::kEmptied) return "{}";
  if (call.untouched) return *call.untouched;
  return call.parsed ? std::string(call.parsed->text()) : std::string("{}");
}

std::string words_for(const CallReport& call) {
  if (!is_at_fault(call)) {
    return "Not run: another call of the same reply was refused. Send this call again together with the "
           "mended one.";
  }
  std::string why = call.parsed ? call.parsed->parse_error : std::string();
  if (call.parsed && why.empty()) {
    for (const Diagnostic& diagnostic : call.parsed->diagnostics) {
      why += (why.empty() ? "" : "; ") + (diagnostic.path.empty() ? "" : diagnostic.path + ": ") +
             diagnostic.message;
    }
  }
  return "Not run: the arguments of '" + call.name + "' cannot be used: " + why +
         ". Call it again with one strict JSON object that fits the tool's declaration.";
}

ResultPart result_for(const CallReport& call, Protocol protocol) {
  ResultPart result;
  result.call_id = call.id;
  result.content.emplace_back(TextPart{words_for(call), {}});
  if (protocol == Protocol::kMessages) result.is_error = true;
  return result;
}

CallPart call_for(const CallReport& call) {
  CallPart part;
  part.id = call.id;
  part.name = call.name;
  part.arguments = sent_back(call);
  return part;
}

Turn turn_of(Role role) {
  Turn turn;
  turn.role = role;
  return turn;
}

}  // namespace

bool wants_reask(const protocol::Report& report, const GovernanceConfig& governance) {
  return std::any_of(report.calls.begin(), report.calls.end(), [&](const CallReport& call) {
    if (call.custom) return false;
    return (governance.reask_rejected && call.fate == Fate::kEmptied) ||
           (governance.reask_misfits && call.fate == Fate::kMisfit);
  });
}

void append_refused_calls(protocol::Request& request, const protocol::Report& report) {
  const Protocol protocol = request.origin;
  Turn assistant = turn_of(Role::kAssistant);
  Turn results = turn_of(protocol == Protocol::kMessages ? Role::kUser : Role::kTool);
  std::vector<Turn> after;
  for (const CallReport& call : report.calls) {
    if (call.custom || call.fate == Fate::kWithheld || call.choice != 0) continue;
    // Responses has an item for each call and each result, Chat a message for each result.
    if (protocol == Protocol::kResponses) {
      Turn item = turn_of(Role::kAssistant);
      item.parts.emplace_back(call_for(call));
      request.turns.push_back(std::move(item));
    } else {
      assistant.parts.emplace_back(call_for(call));
    }
    if (protocol == Protocol::kMessages) {
      results.parts.emplace_back(result_for(call, protocol));
    } else {
      Turn item = turn_of(Role::kTool);
      item.parts.emplace_back(result_for(call, protocol));
      after.push_back(std::move(item));
    }
  }
  if (!assistant.parts.empty()) {
    assistant.form =
        protocol == Protocol::kChat ? protocol::ContentForm::kNull : protocol::ContentForm::kList;
    request.turns.push_back(std::move(assistant));
  }
  if (!results.parts.empty()) request.turns.push_back(std::move(results));
  std::move(after.begin(), after.end(), std::back_inserter(request.turns));
}

protocol::Report joined_report(protocol::Report before, protocol::Report after) {
  for (CallReport& call : before.calls) call.fate = Fate::kWithheld;
  before.notes.push_back({"asked_again", "a call could not be used; the model was told why and asked again"});
  std::move(after.calls.begin(), after.calls.end(), std::back_inserter(before.calls));
  std::move(after.notes.begin(), after.notes.end(), std::back_inserter(before.notes));
  return before;
}

}  // namespace argwright::gateway
