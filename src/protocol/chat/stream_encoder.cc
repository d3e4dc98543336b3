#include "protocol/chat/stream_encoder.h"

#include <algorithm>
#include <utility>

#include "protocol/chat/call_writer.h"
#include "protocol/chat/finish_words.h"
#include "protocol/chat/proof_writer.h"
#include "protocol/chat/usage.h"
#include "protocol/fields.h"
#include "protocol/object_text.h"

namespace argwright::protocol::chat {
namespace {

// One member, as an object.
std::string delta_of(std::string_view key, std::string_view text) {
  std::string delta;
  ObjectText(delta).text(key, text).close();
  return delta;
}

// A chunk that tells the usage and nothing else.
bool is_usage_alone(std::span<const Event> events) {
  return !events.empty() && std::all_of(events.begin(), events.end(), [](const Event& event) {
    return std::holds_alternative<UsageTold>(event);
  });
}

constexpr std::string_view kNoId = "chatcmpl-argwright";

// Indices of calls come from the upstream.
constexpr std::int64_t kMaxCallIndex = 1'000'000;

}  // namespace

bool ChatStreamEncoder::pass(const SseBlock& block, std::span<const Event> events, std::string& out) {
  if (done_) return true;
  for (const Event& event : events) {
    if (const auto* start = std::get_if<Start>(&event)) {
      start_ = *start;
      // With a delta there is a role, or the decoder would have mended it.
      choice(0).role_sent = block.data.find("\"delta\"") != std::string_view::npos;
    } else if (const auto* begun = std::get_if<PartStart>(&event)) {
      begin_part(*begun);
      choice(begun->choice).role_sent = true;
    } else if (const auto* piece = std::get_if<CallPiece>(&event)) {
      // The pieces that follow may be written: they keep to the numbers that have passed.
      Choice& at = choice(piece->choice);
      at.role_sent = true;
      const auto index =
          static_cast<int>(std::clamp<std::int64_t>(piece->index.value_or(0), 0, kMaxCallIndex));
      at.piece_index.try_emplace(piece->index.value_or(0), index);
      at.calls = std::max(at.calls, index + 1);
    } else if (const auto* told = std::get_if<UsageTold>(&event)) {
      // Where clients do not look for it, it is told again at the end.
      if (!told->in_place) usage_.merge(told->usage);
      has_usage_ = !told->in_place;
    } else if (const auto* other = std::get_if<Other>(&event)) {
      if (other->type == "chunk") tell_head(*other);
    } else if (const auto* end = std::get_if<End>(&event)) {
      // What was told and not sent, because its chunk was not passed, has to come before the end.
      if (has_usage_ || (encoded_ && !block.has_data)) {
        encode(*end, out);
        return true;
      }
      done_ = true;
    }
  }
  if (!options_.include_usage && is_usage_alone(events)) return true;
  out += block.raw;
  return true;
}

void ChatStreamEncoder::encode(const Event& event, std::string& out) {
  if (done_) return;
  encoded_ = true;
  if (const auto* start = std::get_if<Start>(&event)) {
    start_ = *start;
    send_role(0, out);
  } else if (const auto* begun = std::get_if<PartStart>(&event)) {
    begin_part(*begun);
    write(*begun, out);
  } else if (const auto* delta = std::get_if<Delta>(&event)) {
    write(*delta, out);
  } else if (const auto* end = std::get_if<PartEnd>(&event)) {
    write(*end, out);
  } else if (const auto* piece = std::get_if<CallPiece>(&event)) {
    write(*piece, out);
  } else if (const auto* call = std::get_if<Call>(&event)) {
    write(*call, out);
  } else if (const auto* finish = std::get_if<Finish>(&event)) {
    if (options_.same_protocol) return write(*finish, out);
    // Clients expect one, and another may be told yet. Other protocols end right behind it.
    choice(finish->choice).finish = *finish;
  } else if (const auto* told = std::get_if<UsageTold>(&event)) {
    usage_.merge(told->usage);
    has_usage_ = true;
  } else if (const auto* failure = std::get_if<Failure>(&event)) {
    write_finishes(out);
    append_sse_event(out, {}, write_error(Protocol::kChat, failure->error));
  } else if (const auto* other = std::get_if<Other>(&event)) {
    write(*other, out);
  } else if (std::holds_alternative<End>(event)) {
    finish_stream(out);
  }
}

void ChatStreamEncoder::begin_part(const PartStart& start) {
  Choice& at = choice(start.choice);
  at.kind = start.kind;
  at.form = start.form;
  at.field = "reasoning_content";
  if (!options_.same_protocol) return;
  for (const json::Member& extra : start.extras) {
    if (extra.key == "field" && extra.value.is_string()) at.field = extra.value.string();
  }
}

void ChatStreamEncoder::append_head(std::string& out) const {
  json::append_quoted(out += R"({"id":)", start_.id.empty() ? kNoId : std::string_view(start_.id));
  out += R"(,"object":"chat.completion.chunk","created":)";
  out += std::to_string(start_.created);
  json::append_quoted(out += R"(,"model":)", start_.model);
  if (!options_.same_protocol) return;
  for (const json::Member& extra : start_.extras) {
    json::append_quoted(out += ',', extra.key);
    json::append(out += ':', extra.value);
  }
}

void ChatStreamEncoder::chunk(int number, std::string_view delta, std::string_view finish, const Extras& more,
                              std::string& out) {
  out += "data: ";
  append_head(out);
  out += R"(,"choices":[{"index":)";
  out += std::to_string(number);
  out += R"(,"delta":)";
  out += delta;
  out += R"(,"finish_reason":)";
  if (finish.empty()) {
    out += "null";
  } else {
    json::append_quoted(out, finish);
  }
  if (options_.same_protocol) {
    for (const json::Member& extra : more) {
      json::append_quoted(out += ',', extra.key);
      json::append(out += ':', extra.value);
    }
  }
  out += "}]}\n\n";
}

void ChatStreamEncoder::send_role(int number, std::string& out) {
  if (std::exchange(choice(number).role_sent, true)) return;
  chunk(number, R"({"role":"assistant","content":""})", {}, {}, out);
}

void ChatStreamEncoder::write(const PartStart& start, std::string& out) {
  send_role(start.choice, out);
  if (!start.opening.empty() && options_.same_protocol) {
    chunk(start.choice, delta_of("content", start.opening), {}, {}, out);
  }
}

void ChatStreamEncoder::write(const Delta& delta, std::string& out) {
  const Choice& at = choice(delta.choice);
  if (at.kind == PartKind::kOpaque) return;
  const bool is_inline = at.form == ReasoningForm::kInline && options_.same_protocol;
  const std::string_view key = at.kind == PartKind::kReasoning && !is_inline ? std::string_view(at.field)
                               : at.kind == PartKind::kRefusal               ? "refusal"
                                                                             : "content";
  std::string text;
  ObjectText object(text);
  object.text(key, delta.text);
  if (options_.same_protocol) object.members(delta.extras);
  object.close();
  send_role(delta.choice, out);
  chunk(delta.choice, text, {}, delta.choice_extras, out);
}

void ChatStreamEncoder::write(const PartEnd& end, std::string& out) {
  Proof proof = end.proof;
  if (options_.same_protocol) {
    if (!end.closing.empty()) chunk(end.choice, delta_of("content", end.closing), {}, {}, out);
    proof.details.clear();  // they have gone out beside the texts
  }
  if (proof.empty()) return;
  std::string delta = R"({"reasoning_details":)";
  append_proof(delta, proof, {});
  delta += '}';
  send_role(end.choice, out);
  chunk(end.choice, delta, {}, {}, out);
}

void ChatStreamEncoder::write(const CallPiece& piece, std::string& out) {
  Choice& at = choice(piece.choice);
  const auto [place, is_new] = at.piece_index.try_emplace(piece.index.value_or(0), at.calls);
  if (is_new) ++at.calls;
  send_role(piece.choice, out);
  std::string delta = R"({"tool_calls":[)";
  ObjectText entry(delta);
  entry.integer("index", place->second);
  if (is_new) entry.text("id", piece.id).text("type", "function");
  ObjectText function(entry.key("function"));
  if (is_new) function.text("name", piece.name);
  function.text("arguments", piece.arguments).close();
  entry.close();
  delta += "]}";
  chunk(piece.choice, delta, {}, {}, out);
}

void ChatStreamEncoder::write(const Call& call, std::string& out) {
  std::string delta = R"({"tool_calls":[)";
  append_call(delta, call, choice(call.choice).calls++, options_.same_protocol);
  delta += "]}";
  send_role(call.choice, out);
  chunk(call.choice, delta, {}, {}, out);
}

void ChatStreamEncoder::write(const Finish& finish, std::string& out) {
  send_role(finish.choice, out);
  const bool keep =
      options_.same_protocol && is_own_word(finish.word) && reason_of(finish.word) == finish.reason;
  chunk(finish.choice, "{}", keep ? std::string_view(finish.word) : word_for(finish.reason), finish.extras,
        out);
}

void ChatStreamEncoder::write(const Other& other, std::string& out) {
  if (!options_.same_protocol) return;
  if (other.type == "chunk") return tell_head(other);
  if (other.type != "delta" && other.type != "choice") return;
  send_role(other.choice, out);
  const bool is_delta = other.type == "delta";
  chunk(other.choice, is_delta ? json::write(other.data) : "{}", {},
        is_delta ? Extras() : other.data.members(), out);
}

// Chunks that are written from here on tell it, too.
void ChatStreamEncoder::tell_head(const Other& other) {
  for (const json::Member& told : other.data.members()) {
    const auto known = std::ranges::find(start_.extras, told.key, &json::Member::key);
    if (known == start_.extras.end()) {
      start_.extras.push_back(told);
    } else {
      known->value = told.value;
    }
  }
}

void ChatStreamEncoder::write_finishes(std::string& out) {
  for (auto& [number, at] : choices_) {
    if (at.finish) write(*std::exchange(at.finish, std::nullopt), out);
  }
}

void ChatStreamEncoder::finish_stream(std::string& out) {
  write_finishes(out);
  if (has_usage_ && options_.include_usage) {
    out += "data: ";
    append_head(out);
    out += R"(,"choices":[],"usage":)";
    append_usage(out, usage_, options_.same_protocol);
    out += "}\n\n";
  }
  has_usage_ = false;
  out += "data: [DONE]\n\n";
  done_ = true;
}

}  // namespace argwright::protocol::chat
