#include "gateway/reasoning/put_back.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "protocol/chat/think_splitter.h"
#include "protocol/fields.h"
#include "provider/call_proofs.h"

namespace argwright::gateway {
namespace {

using protocol::CallPart;
using protocol::ContentForm;
using protocol::Extras;
using protocol::Part;
using protocol::Proof;
using protocol::Protocol;
using protocol::ReasoningForm;
using protocol::ReasoningPart;
using protocol::Request;
using protocol::Role;
using protocol::TextPart;
using protocol::Turn;
using Kind = ThoughtPart::Kind;

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

// In the words of the protocol in which it was said.
ReasoningPart native_part(const ThoughtPart& part, Protocol target) {
  ReasoningPart native;
  native.text = part.text;
  native.form = part.form;
  native.proof = part.proof;
  native.native = true;
  if (target == Protocol::kChat) {
    native.member = part.member.empty() ? "reasoning_content" : part.member;
  } else if (target == Protocol::kResponses) {
    native.item_id = part.id;
    if (!part.text.empty()) native.member = part.form == ReasoningForm::kSummary ? "summary" : "content";
  }
  return native;
}

Turn assistant_turn() {
  Turn turn;
  turn.role = Role::kAssistant;
  return turn;
}

// Everything that the reasoning parts of a message come to, for a comparison.
struct Said {
  std::string text, member, proof;
  bool any = false;

  void add(const ReasoningPart& part) {
    any = true;
    text += part.text;
    if (member.empty()) member = part.member;
    proof += part.proof.signature;
    proof += part.proof.encrypted;
    for (const json::Value& detail : part.proof.details) proof += json::write(detail);
  }
};

template <typename Visit>
void for_each_part(Request& request, std::size_t first, std::size_t last, const Visit& visit) {
  for (std::size_t i = first; i < last; ++i) {
    if (request.turns[i].role != Role::kAssistant) continue;
    for (Part& part : request.turns[i].parts) visit(request.turns[i], part);
  }
}

std::string text_in(Request& request, std::size_t first, std::size_t last) {
  std::string said;
  for_each_part(request, first, last, [&](Turn&, Part& part) {
    if (const auto* const text = std::get_if<TextPart>(&part)) said += text->text;
  });
  return said;
}

// How a Chat message writes these.
ContentForm form_of(const std::vector<Part>& parts) {
  const auto texts = std::count_if(parts.begin(), parts.end(),
                                   [](const Part& part) { return std::holds_alternative<TextPart>(part); });
  return texts == 0 ? ContentForm::kNull : texts == 1 ? ContentForm::kString : ContentForm::kList;
}

// Reasoning that is no part of the content.
bool is_apart(const ThoughtPart& part) {
  return part.kind == Kind::kReasoning && part.form != ReasoningForm::kInline;
}

// A part that goes back, and what stood before it.
struct Placed {
  std::size_t calls = 0, texts = 0;
  Part part;
};

// In order. `with_text`: the client never got the text, which goes back, too.
std::vector<Placed> placed_parts(const Thought& thought, Protocol target, bool with_text) {
  std::vector<Placed> placed;
  placed.reserve(thought.parts.size());
  std::size_t calls = 0;
  std::size_t texts = 0;
  for (const ThoughtPart& part : thought.parts) {
    if (part.kind == Kind::kCall) {
      ++calls;
    } else if (part.kind == Kind::kText) {
      if (with_text) placed.push_back({calls, texts, TextPart{part.text, {}}});
      ++texts;
    } else if (is_apart(part)) {
      placed.push_back({calls, texts, native_part(part, target)});
    }
  }
  return placed;
}

// The run anew: without its own reasoning, with the parts where they were. Where the client has fewer texts
// than there were (joined, or dropped) they stand before the next call. Returns the end of the run.
std::size_t exchange_parts(Request& request, const AssistantRun& run, std::vector<Placed> placed,
                           bool with_text) {
  const bool is_items = request.origin == Protocol::kResponses;  // one turn for each item
  std::vector<Turn> rebuilt;
  rebuilt.reserve(run.last - run.first);
  std::vector<Part> parts;
  std::size_t next = 0;
  std::size_t calls = 0;
  std::size_t texts = 0;
  const auto emit_while = [&](const auto& is_due) {
    Turn item;
    item.role = Role::kAssistant;
    for (; next < placed.size() && is_due(placed[next]); ++next) {
      (is_items ? item.parts : parts).push_back(std::move(placed[next].part));
    }
    if (!item.parts.empty()) rebuilt.push_back(std::move(item));
  };
  for (std::size_t i = run.first; i < run.last; ++i) {
    Turn& turn = request.turns[i];
    if (turn.role != Role::kAssistant) {
      rebuilt.push_back(std::move(turn));
      continue;
    }
    parts.clear();
    parts.reserve(turn.parts.size() + placed.size() - next);
    const bool was_empty = turn.parts.empty();
    for (Part& part : turn.parts) {
      if (std::holds_alternative<ReasoningPart>(part)) continue;
      if (std::holds_alternative<CallPart>(part)) {
        emit_while([&](const Placed& each) { return each.calls <= calls; });
        ++calls;
      } else {
        if (with_text && std::holds_alternative<TextPart>(part)) continue;  // blank
        emit_while([&](const Placed& each) {
          return each.calls < calls || (each.calls == calls && each.texts <= texts);
        });
        if (std::holds_alternative<TextPart>(part)) ++texts;
      }
      parts.push_back(std::move(part));
    }
    if (!is_items && i + 1 == run.last) emit_while([](const Placed&) { return true; });
    if (with_text && request.origin == Protocol::kChat && turn.form != ContentForm::kList)
      turn.form = form_of(parts);
    turn.parts = std::move(parts);
    if (is_items && turn.parts.empty() && !was_empty) continue;
    rebuilt.push_back(std::move(turn));
  }
  emit_while([](const Placed&) { return true; });
  const std::size_t end = run.first + rebuilt.size();
  if (end == run.last) {  // as nearly always: those behind it stay where they are
    std::move(rebuilt.begin(), rebuilt.end(), request.turns.begin() + static_cast<std::ptrdiff_t>(run.first));
    return end;
  }
  const auto at = request.turns.erase(request.turns.begin() + static_cast<std::ptrdiff_t>(run.first),
                                      request.turns.begin() + static_cast<std::ptrdiff_t>(run.last));
  request.turns.insert(at, std::make_move_iterator(rebuilt.begin()), std::make_move_iterator(rebuilt.end()));
  return end;
}

void set_content(Request& request, std::size_t first, std::size_t last, std::string text) {
  bool is_set = false;
  for (std::size_t i = first; i < last; ++i) {
    Turn& turn = request.turns[i];
    if (turn.role != Role::kAssistant) continue;
    std::erase_if(turn.parts, [&](Part& part) {
      auto* const mine = std::get_if<TextPart>(&part);
      if (mine == nullptr) return false;
      if (is_set) return true;
      is_set = true;
      mine->text = std::move(text);
      if (request.origin == Protocol::kChat) turn.form = ContentForm::kString;
      return false;
    });
  }
  if (is_set) return;
  for (std::size_t i = first; i < last; ++i) {
    Turn& turn = request.turns[i];
    const auto call = std::find_if(turn.parts.begin(), turn.parts.end(),
                                   [](const Part& part) { return std::holds_alternative<CallPart>(part); });
    if (turn.role != Role::kAssistant || call == turn.parts.end()) continue;
    if (request.origin == Protocol::kResponses) {
      Turn message = assistant_turn();
      message.form = ContentForm::kString;
      message.parts.emplace_back(TextPart{std::move(text), {}});
      request.turns.insert(request.turns.begin() + static_cast<std::ptrdiff_t>(i), std::move(message));
    } else {
      turn.parts.insert(call, TextPart{std::move(text), {}});
      if (request.origin == Protocol::kChat) turn.form = ContentForm::kString;
    }
    return;
  }
}

// The content that the upstream sent, where the client has another because of us or of its reasoning.
bool restore_content(Request& request, std::size_t first, std::size_t last, const Thought& thought,
                     Protocol target) {
  const std::string said = text_in(request, first, last);
  std::string behind;  // what follows inline reasoning
  std::string prefix;
  for (const ThoughtPart& part : thought.parts) {
    if (part.kind == Kind::kText) behind += part.text;
    if (part.kind == Kind::kReasoning && part.form == ReasoningForm::kInline)
      prefix += part.opening + part.text + part.closing;
  }
  const std::string content = thought.content();
  std::string wanted = said;
  if (!prefix.empty() && target == Protocol::kChat) {
    // The reasoning may be there, out of a token, and the space behind it not: some clients drop texts of
    // nothing but that.
    const std::string rest = said.starts_with(prefix) ? said.substr(prefix.size()) : said;
    const bool is_theirs =
        trimmed(rest) == trimmed(behind) || (thought.withheld_text && trimmed(rest).empty());
    wanted = is_theirs ? content : prefix + rest;
  } else if (protocol::chat::begins_with_reasoning(content) && content.ends_with(trimmed(said))) {
    wanted = content;  // the client took the reasoning out of it
  }
  if (wanted == said) return false;
  set_content(request, first, last, std::move(wanted));
  return true;
}

bool has_key(const Extras& extras, std::string_view key) {
  return std::any_of(extras.begin(), extras.end(),
                     [&](const json::Member& extra) { return extra.key == key; });
}

// Those that are not there.
bool add_extras(Extras& native, const Extras& present, const Extras& extras) {
  bool added = false;
  for (const json::Member& extra : extras) {
    if (has_key(present, extra.key) || has_key(native, extra.key)) continue;
    native.push_back(extra);
    added = true;
  }
  return added;
}

bool restore_extras(Request& request, std::size_t first, std::size_t last, const Thought& thought) {
  std::vector<const ThoughtPart*> calls;
  for (const ThoughtPart& part : thought.parts) {
    if (part.kind == Kind::kCall) calls.push_back(&part);
  }
  bool changed = false;
  std::size_t number = 0;
  bool is_first = true;
  for_each_part(request, first, last, [&](Turn& turn, Part& part) {
    auto* const call = std::get_if<CallPart>(&part);
    if (call == nullptr) return;
    if (std::exchange(is_first, false))
      changed = add_extras(turn.native, turn.extras, thought.extras) || changed;
    const std::size_t at = number++;
    // By id; calls that came without one got theirs from us and are told by their place.
    const ThoughtPart* known = nullptr;
    if (at < calls.size() && (calls[at]->id == call->id || calls[at]->id.empty())) {
      known = calls[at];
    } else {
      const auto found = std::find_if(calls.begin(), calls.end(),
                                      [&](const ThoughtPart* each) { return each->id == call->id; });
      if (found != calls.end()) known = *found;
    }
    if (known != nullptr) changed = add_extras(call->native, call->extras, known->extras) || changed;
  });
  return changed;
}

}  // namespace

PutBack put_back(Request& request, const AssistantRun& run, const Thought& thought, Protocol target) {
  Said client;
  for_each_part(request, run.first, run.last, [&](Turn&, Part& part) {
    if (const auto* const reasoning = std::get_if<ReasoningPart>(&part)) client.add(*reasoning);
  });
  std::size_t end = run.last;
  bool changed = target == Protocol::kChat && restore_extras(request, run.first, end, thought);
  // What the client made of a thought (its last piece, the text without the space at its ends, other words)
  // is refused by a provider that compares. Where nothing was thought the client's words are its own.
  if (!client.text.empty() && !thought.has_reasoning()) return changed ? PutBack::kRestored : PutBack::kOther;

  // Most clients have none of it: then there is nothing to compare.
  bool is_alike = false;
  if (client.any) {
    Said own;
    for (const ThoughtPart& part : thought.parts) {
      if (is_apart(part)) own.add(native_part(part, target));
    }
    is_alike = own.any && client.text == own.text && client.proof == own.proof &&
               (target != Protocol::kChat || client.member == own.member);
  } else {
    is_alike = std::none_of(thought.parts.begin(), thought.parts.end(), is_apart);
  }
  // Text that the client never got. With inline reasoning it is one text with that: see restore_content().
  const bool is_inline = std::any_of(thought.parts.begin(), thought.parts.end(), [](const ThoughtPart& part) {
    return part.kind == Kind::kReasoning && part.form == ReasoningForm::kInline;
  });
  const bool with_text =
      thought.withheld_text && !is_inline && trimmed(text_in(request, run.first, end)).empty();
  if (is_alike && !with_text) {
    for_each_part(request, run.first, end, [](Turn&, Part& part) {
      if (auto* const reasoning = std::get_if<ReasoningPart>(&part)) reasoning->native = true;
    });
  } else {
    end = exchange_parts(request, run, placed_parts(thought, target, with_text), with_text);
    changed = true;
  }
  changed = restore_content(request, run.first, end, thought, target) || changed;
  return changed ? PutBack::kRestored : PutBack::kUnchanged;
}

bool is_native(const Request& request, const AssistantRun& run) {
  bool any = false;
  for (std::size_t i = run.first; i < run.last; ++i) {
    for (const Part& part : request.turns[i].parts) {
      const auto* const reasoning = std::get_if<ReasoningPart>(&part);
      if (reasoning == nullptr) continue;
      if (!reasoning->native) return false;
      any = true;
    }
  }
  return any;
}

// --- sealed reasoning
// ---------------------------------------------------------------------------------------------

namespace {

std::vector<std::string_view> tokens_in(const Proof& proof) {
  std::vector<std::string_view> tokens;
  const auto add = [&](std::string_view text) {
    if (is_token(text)) tokens.push_back(text);
  };
  add(proof.signature);
  add(proof.encrypted);
  for (const json::Value& detail : proof.details) {
    add(protocol::text_at(detail, "signature"));
    add(protocol::text_at(detail, "data"));
  }
  return tokens;
}

class Opening {
 public:
  Opening(Request& request, const ProofRules& rules, protocol::WarningLog& warnings)
      : request_(request), rules_(rules), warnings_(warnings) {}

  ProofCounts run() {
    for (Turn& turn : request_.turns) {
      if (turn.role == Role::kOpaque) continue;
      if (turn.role != Role::kAssistant) {
        flush(last_);
        last_ = nullptr;
        continue;
      }
      if (rules_.drops_call_proofs && provider::drop_call_proofs(turn) > 0) counts_.changed = true;
      if (holds_reasoning(turn) || !prefix_.empty()) rebuild(turn);
      last_ = &turn;
    }
    flush(last_);
    std::erase_if(request_.turns,
                  [](const Turn& turn) { return turn.role == Role::kAssistant && turn.form == kGone; });
    return counts_;
  }

 private:
  // A turn that held nothing else: marked, because turns are pointed to.
  static constexpr auto kGone = static_cast<ContentForm>(255);

  static bool holds_reasoning(const Turn& turn) {
    return std::any_of(turn.parts.begin(), turn.parts.end(),
                       [](const Part& part) { return std::holds_alternative<ReasoningPart>(part); });
  }

  void rebuild(Turn& turn) {
    const bool is_item = request_.origin == Protocol::kResponses;
    std::vector<Part> parts;
    parts.reserve(turn.parts.size());
    bool changed = false;
    for (std::size_t i = 0; i < turn.parts.size();) {
      if (auto* const text = std::get_if<TextPart>(&turn.parts[i]); text != nullptr && !prefix_.empty()) {
        text->text.insert(0, std::exchange(prefix_, {}));
      }
      if (!std::holds_alternative<ReasoningPart>(turn.parts[i])) {
        if (std::holds_alternative<CallPart>(turn.parts[i]) && !prefix_.empty()) {
          parts.emplace_back(TextPart{std::exchange(prefix_, {}), {}});
        }
        parts.push_back(std::move(turn.parts[i++]));
        continue;
      }
      // The parts of a Responses item have one proof; elsewhere each has its own.
      std::size_t end = i + 1;
      while (is_item && end < turn.parts.size() && std::holds_alternative<ReasoningPart>(turn.parts[end]))
        ++end;
      changed = open(turn, i, end, parts) || changed;
      i = end;
    }
    if (changed && parts.empty()) turn.form = kGone;
    turn.parts = std::move(parts);
    counts_.changed = counts_.changed || changed;
  }

  // The reasoning parts [begin, end) of the turn. False: they stay as they are.
  bool open(Turn& turn, std::size_t begin, std::size_t end, std::vector<Part>& to) {
    std::vector<ThoughtPart> opened;
    bool has_proof = false;
    bool has_token = false;
    bool is_whole = true;
    bool is_own = true;
    for (std::size_t i = begin; i < end; ++i) {
      const Proof& proof = std::get<ReasoningPart>(turn.parts[i]).proof;
      has_proof = has_proof || !proof.empty();
      for (const std::string_view token : tokens_in(proof)) {
        has_token = true;
        std::optional<OpenedToken> told = open_token(rules_.sealer, token, rules_.owner);
        is_whole = is_whole && told.has_value();
        if (!told) continue;
        is_own = is_own && is_same_source(told->origin, rules_.target);
        opened.insert(opened.end(), std::make_move_iterator(told->parts.begin()),
                      std::make_move_iterator(told->parts.end()));
      }
    }
    if (has_token && is_whole && is_own) {
      ++counts_.opened;
      for (const ThoughtPart& part : opened) {
        if (part.form == ReasoningForm::kInline && rules_.target_protocol == Protocol::kChat) {
          prefix_ += part.opening + part.text + part.closing;
        } else {
          to.emplace_back(native_part(part, rules_.target_protocol));
        }
      }
      std::erase_if(turn.extras, [](const json::Member& extra) { return extra.key == "id"; });
      return true;
    }
    const bool may_stay = !has_token && (!has_proof || rules_.keeps_unsealed);
    if (!may_stay) warn(has_token, is_whole);
    for (std::size_t i = begin; i < end; ++i) {
      auto& part = std::get<ReasoningPart>(turn.parts[i]);
      if (!may_stay) {
        part.proof = {};
        const bool takes_text =
            rules_.target_protocol == Protocol::kChat || request_.origin != rules_.target_protocol;
        if (!takes_text || part.text.empty()) continue;
        if (part.member == "reasoning_details") part.member = "reasoning_content";
      }
      to.push_back(std::move(turn.parts[i]));
    }
    return !may_stay;
  }

  void warn(bool has_token, bool is_whole) {
    if (has_token && !is_whole) {
      warnings_.add("broken_seal",
                    "sealed reasoning does not open: it was altered, or is another client's or "
                    "another gateway's");
    } else {
      warnings_.add("foreign_reasoning", "the proof of reasoning was left out: it is not this upstream's");
    }
  }

  // Inline reasoning that no text followed.
  void flush(Turn* turn) {
    if (prefix_.empty() || turn == nullptr) return;
    turn->parts.emplace_back(TextPart{std::exchange(prefix_, {}), {}});
    if (turn->form == kGone) turn->form = ContentForm::kString;
  }

  Request& request_;
  const ProofRules& rules_;
  protocol::WarningLog& warnings_;
  ProofCounts counts_;
  std::string prefix_;  // inline reasoning, until the text that it begins
  Turn* last_ = nullptr;
};

}  // namespace

ProofCounts open_sealed(Request& request, const ProofRules& rules, protocol::WarningLog& warnings) {
  return Opening(request, rules, warnings).run();
}

}  // namespace argwright::gateway
