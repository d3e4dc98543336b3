#include "protocol/chat/reply_reader.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "protocol/chat/finish_words.h"
#include "protocol/chat/reasoning_words.h"
#include "protocol/chat/reply_members.h"
#include "protocol/chat/usage.h"
#include "protocol/fields.h"
#include "protocol/mended.h"

namespace argwright::protocol::chat {
namespace {

// Differs from chunk to chunk, and says nothing.
constexpr std::string_view kPadding = "obfuscation";

// Numbers of choices come from the upstream.
constexpr int kMaxChoices = 1024;

void drop_error(json::Value& object) {
  std::erase_if(object.members(), [](const json::Member& one) { return one.key == "error"; });
}

std::string beginning_of(std::string text) {
  constexpr std::size_t kMost = 500;
  std::size_t size = std::min(text.size(), kMost);
  while (size > 0 && size < text.size() && (static_cast<unsigned char>(text[size]) & 0xC0U) == 0x80U) --size;
  text.resize(size);
  return text;
}

bool share_one_number(const json::Array& choices) {
  return !choices.empty() && std::ranges::all_of(choices, [&](const json::Value& choice) {
    return index_at(choice, "index") == index_at(choices.front(), "index");
  });
}

// Texts without numbers, and nothing but texts: one to be chosen, not parts of one.
bool are_whole_answers(const json::Array& choices) {
  return choices.size() > 1 && std::ranges::all_of(choices, [](const json::Value& choice) {
           const json::Value* const message = object_at(choice, "message");
           return index_at(choice, "index") == std::nullopt && message != nullptr &&
                  !text_at(*message, "content").empty() && member(*message, "tool_calls") == nullptr &&
                  member(*message, "function_call") == nullptr;
         });
}

// How much a finish reason tells: what says that the reply was cut off most of all (L8).
int weight_of(const json::Value& word) {
  if (!word.is_string() || is_no_word(word.string())) return 0;
  switch (reason_of(word.string())) {
    case FinishReason::kUnknown: return 1;
    case FinishReason::kStop: return 2;
    case FinishReason::kPause: return 3;
    case FinishReason::kCalls: return 4;
    case FinishReason::kFilter: return 5;
    case FinishReason::kLength: return 6;
  }
  return 0;
}

// SGLang: {"type": "length", "length": 128}.
json::Value word_in(const json::Value& finish) {
  for (const std::string_view key : {"type", "reason", "finish_reason"}) {
    if (const std::string_view word = text_at(finish, key); !word.empty()) return json::Value(word);
  }
  return nullptr;
}

// Of a text: a message, or a delta.
json::Value content_of(std::string text) { return json::Object{{"content", json::Value(std::move(text))}}; }

// Gemini: the content of this delta is a thought.
bool is_flagged_as_thought(const json::Value& delta) {
  const json::Value* const extra = object_at(delta, "extra_content");
  const json::Value* const google = extra != nullptr ? object_at(*extra, "google") : nullptr;
  return google != nullptr && is_truthy(google->find("thought"));
}

}  // namespace

void ReplyReader::flush(Events& events) {
  for (auto& [number, choice] : choices_) {
    add_content(choice, choice.splitter.finish(), events);
    close(choice, events);
    tell_held_finish(choice, events);
  }
}

void ReplyReader::fail(const json::Value& chunk, Events& events) {
  flush(events);
  // Some clients do not look for an error where there are choices.
  if (member(chunk, "choices") != nullptr)
    mended(events, "error_with_choices", "an error in a chunk with choices");
  if (!is_own_error(Protocol::kChat, chunk))
    mended(events, "error_shape", "an error that clients would not read as one");
  events.emplace_back(Failure{read_error(0, chunk)});
}

// A prompt that was blocked, for one: the members that no reply has tell why.
void ReplyReader::fail_for_no_choice(json::Value& body, Events& events) {
  mended(events, "choices_missing", "a body without a choice");
  const json::Value whole = body;
  const json::Value why = without_blanks(take_extras(
      body, {"id", "object", "created", "model", "usage", "choices", "system_fingerprint", "service_tier"}));
  ApiError error;
  if (is_error_body(why)) {
    error = read_error(0, why);
  } else {
    error.status = 502;
    error.message = "the upstream's reply has no choices";
    if (!why.members().empty()) error.message += ": " + beginning_of(json::write(why));
  }
  error.source = whole;
  events.emplace_back(Failure{std::move(error)});
}

void ReplyReader::read(json::Value chunk, Events& events) {
  plain_ = true;
  if (mode_ == Mode::kStream && chunk.is_null()) return mended(events, "chunk_null", "a chunk that is null");
  if (!chunk.is_object() || is_told_error(chunk.find("error")) || has_bad_status(chunk))
    return fail(chunk, events);
  // Some clients of streams look for the member alone, others for anything in it.
  if (const json::Value* const none = chunk.find("error");
      none != nullptr && (mode_ == Mode::kStream || !none->is_null())) {
    mended(events, "error_null", "an error that is none");
    drop_error(chunk);
  }
  if (object_at(chunk, "choices") != nullptr) {
    mended(events, "choices_kind", "choices that are no list");
    json::Value& choices = *chunk.find("choices");
    choices = json::Array{std::move(choices)};
  }
  if (mend_members(chunk, kReplyMembers)) mended(events, "member_kind", "a member of another kind");
  json::Array* choices = array_at(chunk, "choices");
  // A body without choices is no reply, whatever else it is.
  if (choices != nullptr && choices->empty() && mode_ == Mode::kBody)
    return fail_for_no_choice(chunk, events);
  if (choices == nullptr && (mode_ == Mode::kBody || is_error_body(chunk))) return fail(chunk, events);
  if (choices != nullptr) {
    for (const json::Value& choice : *choices) {
      // OpenRouter tells here what a provider failed with.
      if (!choice.is_object() || !is_told_error(choice.find("error"))) continue;
      mended(events, "error_with_choices", "an error in a choice");
      flush(events);
      ApiError error = read_error(0, choice);
      error.source = std::move(chunk);
      events.emplace_back(Failure{std::move(error)});
      return;
    }
  }
  reply_id_ = text_at(chunk, "id");
  start(chunk, choices != nullptr && !choices->empty(), events);
  if (choices == nullptr) {
    mended(events, "choices_missing", "a chunk without the list of choices");
  } else {
    has_one_choice_ = options_.one_choice || (mode_ == Mode::kBody && share_one_number(*choices));
    read_choices(*choices, events);
  }
  read_usage_of(chunk, events);
}

// Servers that make a reply of another one tell text and calls of it in choices of their own, without numbers
// or all of one number (GitHub Copilot and Claude): they are parts of one choice.
void ReplyReader::read_choices(json::Array& choices, Events& events) {
  ++chunk_;
  const bool are_answers = mode_ == Mode::kBody && are_whole_answers(choices);
  std::int64_t place = 0;  // of a choice without a number: that of the one before it
  for (std::size_t i = 0; i < choices.size(); ++i) {
    place = are_answers ? static_cast<std::int64_t>(i) : index_at(choices[i], "index").value_or(place);
    read_choice(choices[i], place, events);
  }
  if (!has_told_finish_) return;
  has_told_finish_ = false;
  for (auto& [number, choice] : choices_) {
    if (!choice.told_finish) continue;
    ToldFinish told = *std::exchange(choice.told_finish, std::nullopt);
    read_finish(choice, told.word, std::move(told.extras), events);
  }
}

// Of several finish reasons of one choice the one that says most counts.
void ReplyReader::hold_finish(Choice& choice, ToldFinish told) {
  has_told_finish_ = true;
  if (!choice.told_finish) {
    choice.told_finish = std::move(told);
    return;
  }
  ToldFinish& before = *choice.told_finish;
  if (weight_of(told.word) > weight_of(before.word)) before.word = std::move(told.word);
  for (json::Member& extra : told.extras) {
    if (std::ranges::find(before.extras, extra.key, &json::Member::key) == before.extras.end())
      before.extras.push_back(std::move(extra));
  }
}

void ReplyReader::start(json::Value& chunk, bool has_choices, Events& events) {
  // Azure sends a chunk without an id about the prompt before the reply begins.
  if (!started_ && !has_choices && text_at(chunk, "id").empty()) return;
  Extras extras =
      take_extras(chunk, {"id", "model", "created", "object", "choices", "usage", "x_groq", "error"});
  if (std::exchange(started_, true)) return tell_head(std::move(extras), events);
  Start start;
  start.id = text_at(chunk, "id");
  start.model = text_at(chunk, "model");
  start.created = integer_at(chunk, "created").value_or(0);
  head_ = extras;
  start.extras = std::move(extras);
  events.emplace_back(std::move(start));
}

// What a later chunk tells beside its choices, and those before it did not.
void ReplyReader::tell_head(Extras told, Events& events) {
  std::erase_if(told, [this](const json::Member& member) {
    if (member.key == kPadding) return true;
    const auto known = std::ranges::find(head_, member.key, &json::Member::key);
    return known != head_.end() ? known->value == member.value : member.value.is_null();
  });
  if (told.empty()) return;
  for (const json::Member& member : told) {
    const auto known = std::ranges::find(head_, member.key, &json::Member::key);
    if (known == head_.end()) {
      head_.push_back(member);
    } else {
      known->value = member.value;
    }
  }
  events.emplace_back(Other{"chunk", std::move(told), std::nullopt});
}

void ReplyReader::read_usage_of(json::Value& chunk, Events& events) {
  json::Value* usage = object_at(chunk, "usage");
  // OpenAI's library takes it from chunks with an id only, and from the last that has the member.
  const bool in_place = usage != nullptr && (mode_ == Mode::kBody || !text_at(chunk, "id").empty());
  if (usage == nullptr) {
    if (json::Value* groq = object_at(chunk, "x_groq")) usage = object_at(*groq, "usage");
  }
  if (usage == nullptr) {
    if (json::Array* choices = array_at(chunk, "choices"); choices != nullptr && !choices->empty()) {
      usage = object_at(choices->front(), "usage");
    }
  }
  if (usage != nullptr) {
    if (mend_members(*usage, members::kUsage)) mended(events, "member_kind", "a member of another kind");
    const Usage told = read_usage(*usage);
    Usage all = usage_.value_or(Usage());
    all.merge(told);
    // Clients take the last one for all there is: what it forgets of those before is told again at the end.
    const bool is_all = all.same_counts(told);
    usage_ = std::move(all);
    events.emplace_back(UsageTold{*usage_, in_place && is_all});
  } else if (usage_ && chunk.find("usage") != nullptr) {
    events.emplace_back(UsageTold{*std::exchange(usage_, std::nullopt), false});
  }
}

bool ReplyReader::keep_news(const Choice& choice, json::Value& told_again) {
  const bool has_calls = choice.has_calls || choice.has_legacy_call;
  const std::pair<std::string_view, bool> members[] = {{"content", choice.has_text},
                                                       {"refusal", choice.has_text},
                                                       {"tool_calls", has_calls},
                                                       {"function_call", has_calls},
                                                       {"reasoning_details", choice.has_reasoning}};
  bool has_news = false;
  const auto keep = [&](std::string_view key, bool is_told) {
    json::Value* const value = member(told_again, key);
    if (value == nullptr) return;
    has_news = has_news || !is_told;
    if (is_told) *value = nullptr;
  };
  for (const auto& [key, is_told] : members) keep(key, is_told);
  for (const std::string_view key : kReasoningTexts) keep(key, choice.has_reasoning);
  return has_news;
}

void ReplyReader::shape_parts_of(json::Value& source, Events& events) const {
  for (const std::string_view key : {"delta", "message"}) {
    json::Value* const text = source.find(key);
    if (text == nullptr || !text->is_string()) continue;
    mended(events, "delta_kind", "a delta or a message that is a text");
    *text = content_of(std::move(text->string()));
  }
  if (member(source, "delta") != nullptr || member(source, "message") != nullptr) return;
  json::Value* const text = source.find("text");
  if (text == nullptr || !text->is_string()) return;
  mended(events, "choice_text", "a choice with a text in place of a delta or a message");
  json::Value content = content_of(std::move(text->string()));
  json::Object& members = source.members();
  std::erase_if(members, [](const json::Member& one) {
    return one.key == "text" || one.key == "delta" || one.key == "message";
  });
  members.push_back({mode_ == Mode::kBody ? "message" : "delta", std::move(content)});
}

void ReplyReader::read_parts_of(Choice& choice, json::Value& source, bool is_end, Extras& choice_extras,
                                Events& events) {
  json::Value* const delta = object_at(source, "delta");
  json::Value* const message = object_at(source, "message");
  if (delta == nullptr && member(source, "delta") != nullptr)
    mended(events, "delta_kind", "a delta that is no object");
  if (mode_ == Mode::kBody) {
    choice.has_text = choice.has_reasoning = choice.has_reasoning_text = false;  // of these two
    choice.has_calls = choice.has_legacy_call = false;
    if (message == nullptr) mended(events, "message_missing", "a choice without its message");
    if (message != nullptr) read_delta(choice, *message, choice_extras, true, events);
    if (delta == nullptr || (message != nullptr && !keep_news(choice, *delta))) return;
    if (message != nullptr) mended(events, "delta_in_body", "a delta beside a message");
    return read_delta(choice, *delta, choice_extras, true, events);
  }
  if (delta != nullptr && begins_anew(choice, *delta, is_end)) abandon_calls(choice, events);
  choice.has_delta = choice.has_delta || delta != nullptr;
  if (delta != nullptr) read_delta(choice, *delta, choice_extras, false, events);
  if (message == nullptr) {
    if (!choice.role_seen) mended(events, "role_missing", "a choice begins without a delta");
    if (member(source, "message") != nullptr)
      mended(events, "message_in_stream", "a message that is no object");
    return;
  }
  const json::Array* const calls = array_at(*message, "tool_calls");
  const bool tells_calls = (calls != nullptr && !calls->empty()) ||
                           object_at(*message, "tool_calls") != nullptr ||
                           object_at(*message, "function_call") != nullptr;
  // Behind deltas it is what they said, once more (MiniMax): only what they left out is news.
  const bool has_news = !choice.has_delta || keep_news(choice, *message);
  // Calls that it repeats may still be held back: they come out behind it, and would count twice.
  if (has_news || tells_calls) mended(events, "message_in_stream", "a message in place of a delta");
  if (!has_news) return;
  read_delta(choice, *message, choice_extras, true, events);
}

ReplyReader::Choice& ReplyReader::choice_of(const json::Value& source, std::int64_t place, Events& events) {
  if (!has_number_at(source, "index")) mended(events, "choice_number", "a choice without its number");
  const std::int64_t sent = index_at(source, "index").value_or(place);
  int number = sent < 0 || sent >= kMaxChoices ? 0 : static_cast<int>(sent);
  if (number != sent) mended(events, "choice_number", "a choice with a number out of range");
  if (!first_choice_) first_choice_ = number;
  // Who reads one choice only reads number 0: it is the one that came first.
  if (has_one_choice_ && *first_choice_ != 0) {
    if (number == *first_choice_) {
      mended(events, "choice_number", "the first choice is not number 0");
      number = 0;
    } else if (number == 0) {
      number = *first_choice_;
    }
  }
  Choice& choice = choices_[number];
  choice.number = number;
  // There are clients that read the first choice of a chunk, and no other.
  if (std::exchange(choice.chunk, chunk_) == chunk_)
    mended(events, "choice_number", "several choices with the same number");
  return choice;
}

void ReplyReader::read_choice(json::Value& source, std::int64_t place, Events& events) {
  if (!source.is_object()) return mended(events, "choice_kind", "a choice that is no object");
  if (mend_members(source, kChoiceMembers)) mended(events, "member_kind", "a member of another kind");
  Choice& choice = choice_of(source, place, events);
  if (member(source, "error") != nullptr) {
    mended(events, "error_null", "an error in a choice that is none");
    drop_error(source);
  }
  json::Value finish;
  if (json::Value* const told = source.find("finish_reason")) finish = std::move(*told);
  if (finish.is_object()) {
    mended(events, "finish_word", "a finish reason that is an object");
    finish = word_in(finish);
  }
  const bool has_finish = finish.is_string() && !is_no_word(finish.string());
  const bool ends = has_finish || mode_ == Mode::kBody;
  shape_parts_of(source, events);
  Extras choice_extras =
      without_blanks(take_extras(source, {"index", "delta", "message", "finish_reason", "usage"}));
  Extras unused;
  read_parts_of(choice, source, ends, ends ? unused : choice_extras, events);
  if (!finish.is_null() && !has_finish) {
    mended(events, "finish_empty", "a finish reason that is no word");
  } else if (ends && !has_finish) {
    // A body is whole, whatever it forgets to say.
    mended(events, "finish_missing", "a choice without a finish reason");
  }
  if (ends) hold_finish(choice, {std::move(finish), std::move(choice_extras)});
}

void ReplyReader::read_finish(Choice& choice, const json::Value& finish, Extras extras, Events& events) {
  if (std::exchange(choice.finished, true))
    mended(events, "finish_repeated", "a second finish reason for one choice");
  tell_held_finish(choice, events);
  Finish told;
  told.choice = choice.number;
  if (finish.is_string() && !is_no_word(finish.string())) {
    told.word = finish.string();
    told.reason = reason_of(told.word);
    if (!is_own_word(told.word)) mended(events, "finish_word", "a finish reason that clients do not know");
  }
  told.extras = std::move(extras);
  // Some servers go on behind it. Within a tag its rest is to be waited for: without it, reasoning is text.
  if (mode_ == Mode::kStream && choice.splitter.holds()) {
    choice.held_finish = std::move(told);
    return;
  }
  add_content(choice, choice.splitter.finish(), events);
  close(choice, events);
  events.emplace_back(std::move(told));
}

void ReplyReader::tell_held_finish(Choice& choice, Events& events) {
  if (choice.held_finish) events.emplace_back(*std::exchange(choice.held_finish, std::nullopt));
}

void ReplyReader::read_delta(Choice& choice, json::Value& delta, Extras& choice_extras, bool whole,
                             Events& events) {
  if (mend_members(delta, kMessageMembers)) mended(events, "member_kind", "a member of another kind");
  const json::Value* role = delta.find("role");
  if (role != nullptr && role->is_string() && role->string().empty()) {
    mended(events, "role_empty", "a role that is empty");
  } else if (role != nullptr && role->is_string() && role->string() != "assistant") {
    mended(events, "role_word", "a role that is not the assistant's");
  } else if (!choice.role_seen && (role == nullptr || !role->is_string())) {
    mended(events, "role_missing", "the first delta of a choice names no role");
  }
  choice.role_seen = true;

  const bool has_text = !text_at(delta, "content").empty();
  const std::size_t before = events.size();
  read_reasoning(choice, delta, events);
  choice.is_thought = options_.split_inline_reasoning && is_flagged_as_thought(delta);
  if (json::Value* content = member(delta, "content")) read_content(choice, *content, events);
  add_refusal(choice, take_text(delta, "refusal"), events);
  if (json::Array* annotations = array_at(delta, "annotations")) {
    for (json::Value& annotation : *annotations) choice.annotations.push_back(annotation);
    plain_ = plain_ && annotations->empty();
  }
  if (json::Value* const calls = member(delta, "tool_calls"); calls != nullptr && !calls->is_array()) {
    *calls = calls->is_object() ? json::Array{std::move(*calls)} : json::Array{};
    mended(events, "calls_kind", "tool_calls that are no list");
  }
  if (json::Array* calls = array_at(delta, "tool_calls")) {
    const json::Value* content = delta.find("content");
    // S2-12; text beside calls is the relay's to decide on.
    if (whole && !calls->empty() && content != nullptr && content->is_string() && !has_text) {
      mended(events, "content_empty", "content beside calls that is empty, not null");
    }
    read_calls(choice, *calls, whole, events);
  } else if (const json::Value* const none = delta.find("tool_calls"); whole && none != nullptr) {
    // OpenAI's own library reads it as a list.
    mended(events, "calls_null", "tool_calls that is null instead of absent");
  }
  if (json::Value* legacy = object_at(delta, "function_call"); legacy != nullptr) {
    mended(events, "function_call", "a call in the form before tool_calls");
    // Where both are told (llama-cpp-python) they are one call.
    if (!choice.has_calls) read_legacy_call(choice, *legacy, events);
    choice.has_legacy_call = true;
  }

  // Texts of the reasoning have been taken, and are blank now.
  Extras extras =
      without_blanks(take_extras(delta, {"role", "content", "refusal", "tool_calls", "function_call"}));
  // In a body these are whole, and written from the parts.
  if (whole) {
    std::erase_if(extras, [](const json::Member& extra) {
      return extra.key == "annotations" || extra.key == "reasoning_details";
    });
  }
  if (extras.empty() && choice_extras.empty()) return;
  for (std::size_t i = before; i < events.size(); ++i) {
    if (auto* told = std::get_if<Delta>(&events[i])) {
      told->extras = std::move(extras);
      told->choice_extras = std::move(choice_extras);
      return;
    }
  }
  if (!extras.empty()) events.emplace_back(Other{"delta", std::move(extras), std::nullopt, choice.number});
  if (!choice_extras.empty())
    events.emplace_back(Other{"choice", std::move(choice_extras), std::nullopt, choice.number});
}

std::optional<ReplyReader::Continuation> ReplyReader::continuation(std::span<const Event> events) const {
  if (!plain_ || events.size() != 1) return std::nullopt;
  Continuation found;
  if (const auto* delta = std::get_if<Delta>(&events.front())) {
    if (!delta->extras.empty() || !delta->choice_extras.empty()) return std::nullopt;
    const Choice& choice = choices_.at(delta->choice);
    if (choice.form == ReasoningForm::kInline) return std::nullopt;
    found.choice = delta->choice;
    found.part = delta->part;
    found.key = choice.kind == PartKind::kText      ? "content"
                : choice.kind == PartKind::kRefusal ? "refusal"
                                                    : choice.field;
  } else if (const auto* piece = std::get_if<CallPiece>(&events.front())) {
    const bool only_text =
        piece->id.empty() && piece->name.empty() && !piece->custom && piece->extras.empty();
    if (!only_text) return std::nullopt;
    found.is_call = true;
    found.choice = piece->choice;
    found.index = piece->index;
    found.key = "arguments";
  }
  if (found.key.empty() || !continues(found)) return std::nullopt;
  return found;
}

bool ReplyReader::continues(const Continuation& last) const {
  const auto found = choices_.find(last.choice);
  if (ended_ || found == choices_.end()) return false;
  const Choice& choice = found->second;
  if (choice.finished || (options_.split_inline_reasoning && !choice.splitter.is_behind())) return false;
  return last.is_call ? !choice.open : choice.open && choice.next_part - 1 == last.part;
}

void ReplyReader::end(bool clean, Events& events) {
  if (std::exchange(ended_, true)) return;
  flush(events);
  events.emplace_back(End{clean});
}

}  // namespace argwright::protocol::chat
