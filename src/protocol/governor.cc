#include "protocol/governor.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "json/validator.h"
#include "protocol/call_name.h"
#include "protocol/custom_call.h"
#include "protocol/same_arguments.h"

namespace argwright::protocol {
namespace {

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

bool begins_json(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos ||
         std::string_view("{[\"'`").find(text[first]) != std::string_view::npos;
}

// FNV-1a: ids have to be the same for the same reply, and differ between replies.
std::uint64_t hash(std::string_view text, std::uint64_t seed) {
  std::uint64_t value = seed;
  for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return value;
}

std::string hex(std::uint64_t value) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text(16, '0');
  for (std::size_t i = text.size(); i-- > 0; value >>= 4U) text[i] = kDigits[value & 15U];
  return text;
}

// The finish of a reply with these calls.
FinishReason reason_with(FinishReason told, bool has_calls, bool has_truncated) {
  if (told == FinishReason::kLength || told == FinishReason::kFilter) return told;
  if (has_truncated) return FinishReason::kLength;
  // A client that is told of calls waits for their results.
  if (told == FinishReason::kCalls && !has_calls) return FinishReason::kStop;
  return has_calls ? FinishReason::kCalls : told;
}

}  // namespace

Governor::Governor(GovernorContext context)
    : context_(std::move(context)),
      assembler_(context_.governance.limits.max_bytes, context_.governance.max_calls,
                 [this](std::string_view name) { return match(name); }) {}

CallAssembler::NameMatch Governor::match(std::string_view name) const {
  if (context_.tools.schema(name) != nullptr) return CallAssembler::NameMatch::kWhole;
  const auto& all = context_.tools.all();
  return std::any_of(all.begin(), all.end(),
                     [&](const auto& entry) { return entry->declaration.name.starts_with(name); })
             ? CallAssembler::NameMatch::kBeginning
             : CallAssembler::NameMatch::kNone;
}

// The name of a tool that was declared, where the one that was told is that and something around it.
bool Governor::mend_name(CallPiece& call) {
  if (!context_.governance.tool_enhance || call.name.empty() || context_.tools.all().empty()) return false;
  const auto is_declared = [this](std::string_view name) {
    return context_.tools.schema(name) != nullptr || context_.custom_tools.contains(std::string(name)) ||
           context_.aliases.original(name) != name;
  };
  const std::optional<std::string_view> declared = declared_name(call.name, is_declared);
  if (!declared) return false;
  std::string original = context_.aliases.original(*declared);
  if (odd_names_.insert(call.name).second)
    note("call_name", "the name '" + call.name + "' of a call stands for the tool '" + original + "'");
  call.name = std::move(original);
  return altered_ = true;
}

void Governor::note(std::string_view code, std::string message) {
  report_.notes.push_back({std::string(code), std::move(message)});
}

bool Governor::govern(Events& in, Events& out) {
  bool changed = false;
  for (Event& event : in) {
    if (ended_) return true;
    if (std::holds_alternative<Delta>(event) && !is_passing_ && !failed_) {  // nearly all of them
      out.push_back(std::move(event));
      continue;
    }
    // Behind an error nothing counts but the end.
    if (failed_ && !std::holds_alternative<End>(event)) {
      changed = changed || std::holds_alternative<Delta>(event) || std::holds_alternative<Finish>(event);
      continue;
    }
    if (auto* piece = std::get_if<CallPiece>(&event)) {
      changed = take_piece(*piece, changed, out) || changed;
    } else if (auto* told = std::get_if<Finish>(&event)) {
      changed = finish(*told, out) || changed;
    } else if (const auto* last = std::get_if<End>(&event)) {
      changed = end(*last, out) || changed;
    } else if (auto* mended = std::get_if<Mended>(&event)) {
      note(mended->code, std::move(mended->message));
      changed = altered_ = true;
      diverge();
    } else if (std::holds_alternative<Failure>(event)) {
      for (auto& [choice, counts] : choices_) changed = settle_all(choice, false, out) || changed;
      failed_ = true;
      for (Event& behind : std::exchange(waiting_, {})) out.push_back(std::move(behind));
      out.push_back(std::move(event));
    } else {
      if (const auto* start = std::get_if<Start>(&event)) {
        reply_id_ = start->id;
        choices_[0].seen = true;
      } else if (const auto* begun = std::get_if<PartStart>(&event)) {
        choices_[begun->choice].seen = true;
      } else if (const auto* told_usage = std::get_if<UsageTold>(&event);
                 told_usage != nullptr && !told_usage->in_place) {
        note("usage_place", "usage where clients do not look for it is told again at the end");
      }
      if (is_passing_ || (holds_finish_ && std::holds_alternative<UsageTold>(event))) {
        waiting_.push_back(std::move(event));
        changed = true;
      } else {
        out.push_back(std::move(event));
      }
    }
  }
  return changed;
}

bool Governor::take_piece(CallPiece& piece, bool is_mended, Events& out) {
  const int choice = piece.choice;
  Counts& counts = choices_[choice];
  counts.seen = true;
  bool renamed = false;
  if (!piece.name.empty() && !context_.aliases.empty()) {
    std::string original = context_.aliases.original(piece.name);
    renamed = original != piece.name;
    altered_ = altered_ || renamed;
    piece.name = std::move(original);
  }
  renamed = mend_name(piece) || renamed;
  if (renamed) diverge();
  if (passes_as_sent()) {
    return pass_as_sent(piece, renamed || is_mended, out);
  }
  const bool ended = piece.ended || piece.abandoned;
  const std::size_t before = assembler_.calls().size();
  AssembledCall* const assembled = assembler_.add(std::move(piece));
  if (assembled != nullptr && counts.finished) {
    assembled->began_late = assembled->began_late || assembler_.calls().size() > before;
  } else if (assembled == nullptr && !ended && before >= context_.governance.max_calls) {
    note("too_many_calls", "more calls than one reply may hold; the rest is dropped");
  }
  if (!context_.governance.sse_tool_aggregate) {
    pass_pieces(choice, false, true, out);
  } else if (ended) {
    release(choice, Stage::kUnderWay, false, out);
  }
  return true;
}

bool Governor::passes_as_sent() const {
  return !context_.governance.sse_tool_aggregate && context_.same_protocol && !has_diverged_ &&
         context_.custom_tools.empty();
}

bool Governor::pass_as_sent(CallPiece& piece, bool is_mended, Events& out) {
  const std::size_t before = assembler_.calls().size();
  AssembledCall* const assembled = assembler_.add(CallPiece(piece));
  if (assembled == nullptr) {
    out.emplace_back(std::move(piece));
    return is_mended;
  }
  const CallPiece& call = assembled->call;
  // Every protocol names a call where it begins.
  if (assembler_.calls().size() > before) assembled->is_written = is_mended || call.name.empty();
  if (assembled->is_written && !assembled->begun && call.name.empty()) return true;
  if (!std::exchange(assembled->begun, true)) {
    if (!call.id.empty()) ids_.insert(call.id);
    ++choices_[piece.choice].released;
    assembled->number = number_of(*assembled);
    if (assembled->is_written) {
      piece.id = call.id;
      piece.name = call.name;
      piece.arguments = call.arguments;
      piece.extras = call.extras;
    }
  }
  assembled->sent = call.arguments.size();
  piece.index = assembled->number;
  out.emplace_back(std::move(piece));
  return is_mended || assembled->is_written;
}

// Its index, unless it has none, or one that is not above those of the calls before it.
std::int64_t Governor::number_of(const AssembledCall& assembled) {
  std::int64_t number = -1;
  for (const AssembledCall& at : assembler_.calls()) {
    if (at.call.choice != assembled.call.choice) continue;
    number = std::max(number + 1, at.call.index.value_or(0));
    if (&at == &assembled) break;
  }
  return number;
}

void Governor::diverge() {
  if (!context_.one_call_at_a_time || !passes_as_sent()) return;
  has_diverged_ = true;
  for (AssembledCall& assembled : assembler_.calls()) {
    assembled.settled = assembled.settled || assembled.call.ended;
    is_passing_ = is_passing_ || !assembled.settled;
  }
}

// One call at a time, since two protocols cannot interleave them: the first that has not ended goes on as it
// comes, those behind it wait.
void Governor::pass_pieces(int choice, bool at_end, bool complete, Events& out) {
  is_passing_ = !pass_pieces_in_order(choice, at_end, complete, out);
  if (is_passing_) return;
  for (Event& event : waiting_) out.push_back(std::move(event));
  waiting_.clear();
}

bool Governor::pass_pieces_in_order(int choice, bool at_end, bool complete, Events& out) {
  std::int64_t number = -1;
  for (AssembledCall& assembled : assembler_.calls()) {
    CallPiece& call = assembled.call;
    if (call.choice == choice) ++number;
    if (assembled.settled || call.choice != choice) continue;
    if (call.abandoned && !assembled.begun) {
      withhold(assembled, "call_abandoned", "the upstream began the reply anew within a call",
               parse(assembled, false));
      assembled.reported = true;
      continue;
    }
    if (call.name.empty() && !assembled.begun) {
      if (!at_end) return true;
      settle_nameless(assembled);
      assembled.reported = true;
      continue;
    }
    const bool is_over = at_end || call.abandoned || is_certain(assembled, Stage::kUnderWay);
    // An earlier one may be told once more: only all of it says so.
    if (call.may_repeat && !assembled.begun) {
      if (!is_over) return true;
      if (is_told_again(assembled)) {
        note("call_repeated", "a call is told once more");
        assembled.settled = assembled.reported = altered_ = true;
        continue;
      }
    }
    if (!assembled.begun && (is_over || !call.arguments.empty())) mend_name(call);
    // Free text is wrapped into an argument on the way, or taken out of it: that takes the whole of it.
    if (call.custom && !assembled.begun) {
      if (!call.ended && !at_end) return true;
      settle_custom(assembled, call.ended || complete, out);
      assembled.reported = true;
      continue;
    }
    if (context_.custom_tools.contains(call.name) && !assembled.begun) {
      if (!is_over) return true;
      settle_wrapped(assembled, complete, parse(assembled, complete), out);
      assembled.reported = true;
      continue;
    }
    // Until the text begins more of the name may come, or its id.
    if (!assembled.begun && call.arguments.empty() && !is_over) return true;
    CallPiece piece;
    piece.choice = choice;
    piece.index = number;
    if (!assembled.begun) {
      std::string id = unique_id(call);
      assembled.id_made_up = id != call.id;
      call.id = std::move(id);
      piece.id = call.id;
      piece.name = call.name;
      piece.item_id = call.item_id;
      if (context_.same_protocol) piece.extras = call.extras;
      ++choices_[choice].released;
    }
    piece.arguments = call.arguments.substr(std::min(assembled.sent, call.arguments.size()));
    piece.ended = is_over;
    assembled.sent = call.arguments.size();
    assembled.settled = piece.ended;
    if (!assembled.begun || piece.ended || !piece.arguments.empty()) out.emplace_back(std::move(piece));
    assembled.begun = true;
    if (!assembled.settled) return false;
  }
  return true;
}

bool Governor::finish(Finish& told, Events& out) {
  Counts& counts = choices_[told.choice];
  counts.seen = true;
  const bool is_first = !std::exchange(counts.finished, true);
  counts.went_on = counts.went_on || (!is_first && went_on(told.choice));
  // What says that the reply was cut off counts, whatever else is said (L8).
  if (!counts.is_cut()) {
    counts.upstream = told.reason;
    counts.is_riddle = told.reason == FinishReason::kUnknown && !told.word.empty();
  }
  for (AssembledCall& assembled : assembler_.calls()) {
    if (assembled.call.choice != told.choice) continue;
    assembled.began_late = false;
    assembled.text_pieces_before_finish = assembled.text_pieces;
  }
  bool changed = false;
  const bool passes = !context_.governance.sse_tool_aggregate;
  if (!passes) changed = release(told.choice, Stage::kFinished, true, out);
  if (failed_) return true;  // a call was refused
  if (!passes_as_sent() && has_open_calls(told.choice)) {
    counts.held = std::move(told);
    return holds_finish_ = true;
  }
  counts.held.reset();
  if (passes) report_passed(told.choice, counts.vouches(), true);
  if (!is_first && counts.told) return true;  // the end tells once more
  return tell_finish(told, out) || changed;
}

bool Governor::tell_finish(Finish& told, Events& out) {
  Counts& counts = choices_[told.choice];
  const FinishReason reason = reason_with(counts.upstream, counts.released > 0, counts.truncated > 0);
  const bool changed = reason != told.reason;
  if (changed) {
    note("finish_changed", "the finish reason " +
                               (told.word.empty() ? std::string("(none)") : "'" + told.word + "'") +
                               " does not fit the calls of the reply");
    told.reason = reason;
    altered_ = true;
  }
  counts.told = reason;
  counts.released_before_finish = counts.released;
  out.emplace_back(std::move(told));
  return changed;
}

// Where it says another thing now: agents go by it.
bool Governor::tell_finish_again(int choice, Events& out) {
  Counts& counts = choices_[choice];
  if (counts.released > counts.released_before_finish)
    note("call_after_finish", "a call came behind the finish reason");
  const FinishReason reason = reason_with(counts.upstream, counts.released > 0, counts.truncated > 0);
  if (reason == counts.told) return false;
  counts.told = reason;
  out.emplace_back(Finish{choice, reason, {}, {}, {}});
  return altered_ = true;
}

void Governor::tell_missing_finish(int choice, bool clean, Events& out) {
  Counts& counts = choices_[choice];
  note("finish_missing", "the reply ended without a finish reason");
  Finish finish;
  finish.choice = choice;
  finish.reason = reason_with(clean ? FinishReason::kStop : FinishReason::kUnknown, counts.released > 0,
                              counts.truncated > 0);
  if (finish.reason == FinishReason::kUnknown) finish.reason = FinishReason::kLength;
  counts.told = finish.reason;
  altered_ = true;
  out.emplace_back(std::move(finish));
}

bool Governor::settle_all(int choice, bool clean, Events& out) {
  if (context_.governance.sse_tool_aggregate) return release(choice, Stage::kEnded, clean, out);
  const Counts& counts = choices_[choice];
  const bool complete = counts.vouches();
  const bool as_sent = passes_as_sent();
  if (!as_sent) pass_pieces(choice, true, complete, out);
  report_passed(choice, complete, clean);
  return !as_sent;
}

bool Governor::end(const End& told, Events& out) {
  ended_ = true;
  bool changed = false;
  // A reply of nothing at all is no success either.
  if (choices_.empty()) choices_[0].seen = true;
  for (auto& [choice, counts] : choices_) {
    if (!counts.seen) continue;
    changed = settle_all(choice, told.clean, out) || changed;
    if (failed_) continue;
    if (counts.told) {
      changed = tell_finish_again(choice, out) || changed;
      continue;
    }
    changed = true;
    if (counts.held) {
      tell_finish(*counts.held, out);
    } else {
      tell_missing_finish(choice, told.clean, out);
    }
  }
  // What waited has not passed with what it came in.
  changed = changed || !waiting_.empty();
  for (Event& event : std::exchange(waiting_, {})) out.push_back(std::move(event));
  out.emplace_back(told);
  return changed;
}

bool Governor::is_certain(const AssembledCall& assembled, Stage stage) const {
  const CallPiece& call = assembled.call;
  if (stage == Stage::kEnded || (stage == Stage::kFinished && call.ended)) return true;
  if (call.name.empty()) return false;
  if (call.custom) return call.ended;
  // Nothing can follow an object.
  return (stage == Stage::kFinished || call.ended) &&
         json::is_strict_object(call.arguments, context_.governance.limits);
}

// In a reply that ended well an upstream that has ended a call without arguments means that.
bool Governor::has_none(const AssembledCall& assembled, bool clean) {
  const CallPiece& call = assembled.call;
  return call.ended && clean && !choices_[call.choice].is_cut() && is_blank(call.arguments);
}

bool Governor::has_open_calls(int choice) {
  const auto& calls = assembler_.calls();
  return std::any_of(calls.begin(), calls.end(), [&](const AssembledCall& assembled) {
    return !assembled.settled && assembled.call.choice == choice;
  });
}

bool Governor::is_told_again(const AssembledCall& assembled) const {
  const CallPiece& late = assembled.call;
  if (!assembled.began_late && !late.may_repeat) return false;
  const auto& calls = assembler_.calls();
  const auto itself =
      std::find_if(calls.begin(), calls.end(), [&](const AssembledCall& one) { return &one == &assembled; });
  return std::any_of(calls.begin(), itself, [&](const AssembledCall& before) {
    const CallPiece& call = before.call;
    if (call.abandoned || call.choice != late.choice || call.name != late.name) return false;
    // A place of its own tells another call, unless the id is the same.
    const bool is_elsewhere = call.index && late.index && *call.index != *late.index;
    const bool is_same_id = !call.id.empty() && call.id == late.id;
    if ((is_elsewhere || before.began_late || !assembled.began_late) && !is_same_id) return false;
    compared_ += call.arguments.size();
    return compared_ <= kMostCompared && say_the_same(call.arguments, late.arguments);
  });
}

bool Governor::went_on(int choice) const {
  const auto& calls = assembler_.calls();
  return std::any_of(calls.begin(), calls.end(), [&](const AssembledCall& assembled) {
    return assembled.call.choice == choice && assembled.is_late() && !is_told_again(assembled);
  });
}

bool Governor::release(int choice, Stage stage, bool clean, Events& out) {
  bool any = false;
  Counts& counts = choices_[choice];
  if (stage == Stage::kEnded) counts.went_on = counts.went_on || (counts.finished && went_on(choice));
  for (AssembledCall& assembled : assembler_.calls()) {
    const CallPiece& call = assembled.call;
    if (assembled.settled || call.choice != choice) continue;
    if (call.abandoned) {
      withhold(assembled, "call_abandoned", "the upstream began the reply anew within a call",
               parse(assembled, false));
      any = true;
      continue;
    }
    // Before the end only what no end can change; and nothing overtakes what has to wait.
    if (!is_certain(assembled, stage)) return any;
    any = true;
    if (context_.governance.tool_enhance && assembled.take_last_snapshot(context_.governance.limits)) {
      note("arguments_repeated", "every piece of a call's arguments tells those before it once more");
      altered_ = true;
    }
    if (is_told_again(assembled)) {
      note("call_repeated", "a call is told once more");
      assembled.settled = altered_ = true;
      continue;
    }
    // Who finished vouches for what had come, unless he went on and broke off; before that only what needs no
    // witness is certain.
    const bool complete = stage == Stage::kUnderWay || (counts.vouches() && (clean || !counts.went_on));
    settle(assembled,
           ((complete || has_none(assembled, clean)) && !call.cut_off) || (call.custom && call.ended), out);
  }
  return any;
}

ParseOptions parse_options(const Governance& governance, bool complete) {
  ParseOptions options;
  options.repair.complete = complete;
  options.repair.truncated = governance.truncated;
  options.repair.enhance = governance.tool_enhance;
  options.repair.limits = governance.limits;
  options.coerce = governance.coerce;
  return options;
}

std::shared_ptr<const ToolCallRequest> Governor::parse(const AssembledCall& assembled, bool complete) const {
  const ParseOptions options = parse_options(context_.governance, complete && !assembled.too_large);
  const CallPiece& call = assembled.call;
  // Many upstreams send nothing for a call without arguments.
  const bool blank = complete && is_blank(call.arguments);
  ToolCallRequest request = context_.tools.parse_call(
      {call.name, call.id, blank ? std::string_view("{}") : call.arguments}, options);
  if (blank) {
    if (!request.rewritten && options.repair.enhance) request.rewritten = "{}";
    request.raw_arguments = call.arguments;
  }
  return std::make_shared<const ToolCallRequest>(std::move(request));
}

void Governor::settle(AssembledCall& assembled, bool complete, Events& out) {
  const CallPiece& call = assembled.call;
  if (call.name.empty()) return settle_nameless(assembled);
  if (failed_)
    return withhold(assembled, "call_behind_error", "a call behind an error is withheld",
                    call.custom ? nullptr : parse(assembled, complete));
  mend_name(assembled.call);
  if (call.custom) return settle_custom(assembled, complete, out);
  std::shared_ptr<const ToolCallRequest> request = parse(assembled, complete);
  if (context_.custom_tools.contains(call.name) && !assembled.too_large)
    return settle_wrapped(assembled, complete, std::move(request), out);
  if (assembled.too_large) {
    ++choices_[call.choice].truncated;
    return withhold(assembled, "call_truncated", "a call is larger than the limit and is withheld",
                    std::move(request));
  }
  if (!context_.governance.tool_enhance) {
    if (request->rejection == Rejection::kTruncated) ++choices_[call.choice].truncated;
    return release_as(assembled, call.arguments, Fate::kPassed, std::move(request), out);
  }
  if (request->accepted()) {
    std::string text(request->text());
    return release_as(assembled, std::move(text), Fate::kReleased, std::move(request), out);
  }
  if (request->outcome == Outcome::kSplit && !request->parts.empty()) {
    for (const json::Value& part : request->parts) {
      release_as(assembled, json::write(part), Fate::kSplit, request, out);
    }
    return;
  }
  // A misfit is whole, however the reply ended.
  if (request->rejection == Rejection::kTruncated ||
      (!complete && request->rejection != Rejection::kMisfit)) {
    ++choices_[call.choice].truncated;
    std::string message = "a call was cut off and is withheld: " + request->parse_error;
    return withhold(assembled, "call_truncated", std::move(message), std::move(request));
  }
  if (request->rejection == Rejection::kMisfit) {
    note("call_misfit", "a call does not fit its declaration: " + request->parse_error);
    if (context_.governance.on_misfit == OnMisfit::kError) return refuse(assembled, std::move(request), out);
    std::string text(request->text());
    return release_as(assembled, std::move(text), Fate::kMisfit, std::move(request), out);
  }
  note("call_unreadable", "the arguments of a call cannot be read: " + request->parse_error);
  switch (context_.governance.on_reject) {
    case OnReject::kError: return refuse(assembled, std::move(request), out);
    case OnReject::kRaw: return release_as(assembled, call.arguments, Fate::kPassed, std::move(request), out);
    case OnReject::kEmptyObject: return release_as(assembled, "{}", Fate::kEmptied, std::move(request), out);
  }
}

void Governor::settle_custom(AssembledCall& assembled, bool complete, Events& out) {
  if (!complete || assembled.too_large) {
    ++choices_[assembled.call.choice].truncated;
    return withhold(assembled, "call_truncated", "a free-text call was cut off and is withheld", nullptr);
  }
  release_as(assembled, assembled.call.arguments, Fate::kReleased, nullptr, out);
}

// A free-text tool of the client that the upstream was given as a function. The client takes text whatever it
// says, so that nothing of a call goes out that may be half of one, with the switches off, too.
void Governor::settle_wrapped(AssembledCall& assembled, bool complete,
                              std::shared_ptr<const ToolCallRequest> request, Events& out) {
  const CallPiece& call = assembled.call;
  assembled.call.custom = altered_ = true;
  if (request->accepted()) {
    std::string text(request->text());
    std::string input = unwrapped_input(text).value_or(text);
    return release_as(assembled, std::move(input), Fate::kReleased, std::move(request), out);
  }
  if (request->outcome == Outcome::kSplit && !request->parts.empty()) {
    for (const json::Value& part : request->parts) {
      std::string text = json::write(part);
      release_as(assembled, unwrapped_input(text).value_or(text), Fate::kSplit, request, out);
    }
    return;
  }
  // Models forget the argument around the text, which then begins like no JSON.
  const bool is_bare = !begins_json(call.arguments);
  const bool is_cut = request->rejection == Rejection::kTruncated && !is_bare;
  if (is_cut || (!complete && request->rejection != Rejection::kMisfit)) {
    ++choices_[call.choice].truncated;
    return withhold(assembled, "call_truncated", "a free-text call was cut off and is withheld",
                    std::move(request));
  }
  note("call_misfit", "a free-text call came without the argument around its text");
  release_as(assembled, call.arguments, Fate::kMisfit, std::move(request), out);
}

void Governor::settle_nameless(AssembledCall& assembled) {
  withhold(assembled, "call_without_name", "a call that names no tool is withheld", parse(assembled, true));
}

void Governor::release_as(AssembledCall& assembled, std::string arguments, Fate fate,
                          std::shared_ptr<const ToolCallRequest> request, Events& out) {
  const CallPiece& source = assembled.call;
  Call call;
  call.choice = source.choice;
  call.id = unique_id(source);
  call.name = source.name;
  call.arguments = std::move(arguments);
  call.custom = source.custom;
  if (!assembled.settled) call.item_id = source.item_id;
  call.extras = source.extras;
  call.report = request;
  altered_ = altered_ || assembled.settled || call.id != source.id || call.arguments != source.arguments;
  assembled.settled = true;
  ++choices_[source.choice].released;
  report_.calls.push_back({call.choice, call.id, call.name, fate, call.custom, std::move(request), {}});
  out.emplace_back(std::move(call));
}

void Governor::withhold(AssembledCall& assembled, std::string_view code, std::string message,
                        std::shared_ptr<const ToolCallRequest> request) {
  const CallPiece& call = assembled.call;
  assembled.settled = altered_ = true;
  note(code, std::move(message));
  report_.calls.push_back(
      {call.choice, call.id, call.name, Fate::kWithheld, call.custom, std::move(request), {}});
}

void Governor::refuse(AssembledCall& assembled, std::shared_ptr<const ToolCallRequest> request, Events& out) {
  const CallPiece& call = assembled.call;
  assembled.settled = altered_ = true;
  Failure failure;
  failure.error.status = 502;
  failure.error.code = "tool_call_rejected";
  failure.error.message =
      "the model called '" + call.name + "' with arguments that cannot be used: " + request->parse_error;
  report_.calls.push_back(
      {call.choice, call.id, call.name, Fate::kRefused, call.custom, std::move(request), {}});
  failed_ = true;
  out.emplace_back(std::move(failure));
}

// Pieces went out as they came: all that is left is to tell what they were.
void Governor::report_passed(int choice, bool complete, bool clean) {
  for (AssembledCall& assembled : assembler_.calls()) {
    const CallPiece& call = assembled.call;
    if (call.choice != choice || assembled.reported) continue;
    if (assembled.is_written && !assembled.begun) {  // it waited for a name
      settle_nameless(assembled);
      assembled.reported = true;
      continue;
    }
    assembled.settled = assembled.reported = true;
    std::shared_ptr<const ToolCallRequest> request =
        call.custom ? nullptr : parse(assembled, complete || has_none(assembled, clean));
    // What is out cannot be withheld any more, but the finish can say that it is not to be run (L8).
    if (request != nullptr && request->rejection == Rejection::kTruncated) ++choices_[choice].truncated;
    report_.calls.push_back({choice, call.id, call.name, Fate::kPassed, call.custom, std::move(request), {}});
  }
}

std::string Governor::unique_id(const CallPiece& call) {
  std::string id = call.id;
  if (id.empty()) {
    std::uint64_t seed = hash(reply_id_, 1469598103934665603ULL);
    seed = hash(call.name, seed ^ ids_.size());
    id = "call_" + hex(hash(call.arguments, seed));
  }
  std::string unique = id;
  for (int number = 2; !ids_.insert(unique).second; ++number) unique = id + "-" + std::to_string(number);
  return unique;
}

}  // namespace argwright::protocol
