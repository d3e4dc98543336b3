#include "app/timeline.h"

#include <algorithm>
#include <string>
#include <utility>

#include "app/visible_text.h"

namespace argwright::app {
namespace {

using protocol::Call;
using protocol::CallPiece;
using protocol::CallReport;
using protocol::Delta;
using protocol::End;
using protocol::Event;
using protocol::Failure;
using protocol::Fate;
using protocol::Finish;
using protocol::FinishReason;
using protocol::Mended;
using protocol::Note;
using protocol::Other;
using protocol::PartEnd;
using protocol::PartKind;
using protocol::PartStart;
using protocol::Reply;
using protocol::ReplyChoice;
using protocol::Report;
using protocol::SseBlock;
using protocol::Start;
using protocol::UsageTold;

std::string shown(std::string_view text) { return "\"" + visible(Excerpt(text).view()) + "\""; }

std::string_view part_word(PartKind kind) {
  switch (kind) {
    case PartKind::kText: return "text";
    case PartKind::kRefusal: return "refusal";
    case PartKind::kReasoning: return "reasoning";
    case PartKind::kOpaque: return "item of this protocol only";
  }
  return "";
}

std::string_view reason_word(FinishReason reason) {
  switch (reason) {
    case FinishReason::kStop: return "stop";
    case FinishReason::kCalls: return "tool calls";
    case FinishReason::kLength: return "length";
    case FinishReason::kFilter: return "content filter";
    case FinishReason::kPause: return "pause";
    case FinishReason::kUnknown: return "unknown";
  }
  return "";
}

struct Words {
  std::string operator()(const Start& start) const { return "reply " + start.id + " of " + start.model; }
  std::string operator()(const PartStart& start) const {
    return std::string(part_word(start.kind)) + " begins";
  }
  std::string operator()(const Delta& delta) const { return "piece " + shown(delta.text); }
  std::string operator()(const PartEnd& end) const {
    return end.proof.empty() ? "part ends" : "part ends, with its proof";
  }
  std::string operator()(const CallPiece& piece) const {
    std::string words = "piece of a call";
    if (!piece.name.empty()) words += " of " + piece.name;
    if (!piece.arguments.empty()) words += " " + shown(piece.arguments);
    return piece.ended ? words + ", which ends" : words;
  }
  std::string operator()(const Call& call) const {
    return "call of " + call.name + " (" + call.id + ") " + shown(call.arguments);
  }
  std::string operator()(const Finish& finish) const {
    return "finish " + (finish.word.empty() ? std::string("(none)") : finish.word) + " read as " +
           std::string(reason_word(finish.reason));
  }
  std::string operator()(const UsageTold& told) const {
    return "usage " + std::to_string(told.usage.input.value_or(0)) + " in, " +
           std::to_string(told.usage.output.value_or(0)) + " out";
  }
  std::string operator()(const Failure& failure) const { return "error: " + failure.error.message; }
  std::string operator()(const Other& other) const { return other.type; }
  std::string operator()(const Mended& mended) const { return "breach of the protocol: " + mended.message; }
  std::string operator()(const End& end) const { return end.clean ? "end" : "end of the bytes"; }
};

std::string join(std::span<const Event> events) {
  std::string words;
  for (const Event& event : events) {
    if (!words.empty()) words += "; ";
    words += std::visit(Words{}, event);
  }
  return words;
}

// The column of what came when.
std::string padded(std::string when) {
  when.resize(std::max<std::size_t>(when.size(), 14), ' ');
  return when;
}

bool holds_piece(std::span<const Event> events) {
  return std::any_of(events.begin(), events.end(),
                     [](const Event& event) { return std::holds_alternative<CallPiece>(event); });
}

}  // namespace

void Timeline::line(std::string_view when, std::string_view what, Colour colour, std::string_view fate) {
  text_ += terminal_.paint(Colour::kDim, when);
  text_ += "  ";
  std::string word(fate);
  word.resize(std::max<std::size_t>(word.size(), 8), ' ');
  text_ += terminal_.paint(colour, word);
  text_ += "  ";
  text_ += visible(what);
  text_ += '\n';
}

void Timeline::saw(const SseBlock* block, std::span<const Event> decoded, std::span<const Event> governed,
                   bool passed) {
  std::string when = block != nullptr ? "#" + std::to_string(++block_) : "end";
  when.resize(std::max<std::size_t>(when.size(), 5), ' ');
  when += " @" + std::to_string(offset_);
  when = padded(std::move(when));
  if (block != nullptr) offset_ += block->raw.size();
  const std::string nothing(when.size(), ' ');
  if (passed) {
    if (block != nullptr || !decoded.empty()) line(when, join(decoded), Colour::kGreen, "passed");
    return;
  }
  const bool held = governed.empty() && holds_piece(decoded);
  line(when, join(decoded), held ? Colour::kYellow : Colour::kCyan, held ? "held" : "read");
  sent(nothing, governed);
}

void Timeline::sent(std::string_view when, std::span<const Event> governed) {
  for (const Event& event : governed) {
    const bool is_call = std::holds_alternative<Call>(event);
    line(when, std::visit(Words{}, event), is_call ? Colour::kBold : Colour::kCyan,
         is_call ? "released" : "sent");
    const auto* call = std::get_if<Call>(&event);
    if (call == nullptr || call->report == nullptr) continue;
    for (const Fix& fix : call->report->fixes) {
      line(when, std::string(fix.words) + " at byte " + std::to_string(fix.offset), Colour::kYellow, "fixed");
    }
    for (const Diagnostic& diagnostic : call->report->diagnostics) {
      const bool is_error = diagnostic.severity == Severity::kError;
      line(when, diagnostic.path + " " + diagnostic.message, is_error ? Colour::kRed : Colour::kYellow,
           is_error ? "misfit" : "typed");
    }
  }
}

void Timeline::begin_body(std::size_t bytes) {
  line(padded("body"), std::to_string(bytes) + " bytes", Colour::kCyan, "read");
}

void Timeline::saw_body(std::span<const Event> decoded, std::span<const Event> governed, bool passed) {
  const std::string nothing = padded("");
  for (const Event& event : decoded) {
    const bool is_held = !passed && std::holds_alternative<CallPiece>(event);
    const Colour colour = is_held ? Colour::kYellow : passed ? Colour::kGreen : Colour::kCyan;
    line(nothing, std::visit(Words{}, event), colour, is_held ? "held" : passed ? "passed" : "read");
  }
  if (!passed) sent(nothing, governed);
}

void Timeline::conclude(const Report& report, const Reply& reply) {
  text_ += '\n';
  for (const CallReport& call : report.calls) {
    const bool good = call.fate == Fate::kReleased || call.fate == Fate::kSplit || call.fate == Fate::kPassed;
    std::string words = call.name + " (" + call.id + ")";
    if (const std::shared_ptr<const ToolCallRequest> request = call.request()) {
      words += " " + std::string(outcome_name(request->outcome));
      if (!request->parse_warning.empty()) words += "; " + request->parse_warning;
      if (!request->parse_error.empty()) words += "; " + request->parse_error;
    }
    line("call", words, good ? Colour::kGreen : Colour::kRed, protocol::fate_name(call.fate));
  }
  for (const Note& note : report.notes) line("note", note.message, Colour::kYellow, note.code);
  for (const ReplyChoice& choice : reply.choices) {
    if (choice.finish) line("finish", reason_word(choice.finish->reason), Colour::kBold, "");
  }
  if (reply.error) line("error", reply.error->message, Colour::kRed, std::to_string(reply.error->status));
}

}  // namespace argwright::app
