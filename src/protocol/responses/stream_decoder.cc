#include "protocol/responses/stream_decoder.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "protocol/event_decoder.h"
#include "protocol/fields.h"
#include "protocol/responses/failure.h"
#include "protocol/responses/item_shape.h"
#include "protocol/responses/members.h"
#include "protocol/responses/output_decoder.h"
#include "protocol/responses/reply_members.h"
#include "protocol/responses/response_head.h"
#include "protocol/responses/status.h"
#include "protocol/responses/usage.h"
#include "protocol/stream_fault.h"

namespace argwright::protocol::responses {
namespace {

class Decoder final : public EventDecoder {
 public:
  explicit Decoder(const Limits& limits) : EventDecoder(Protocol::kResponses, limits) {}
  void finish(Events& events) override;

  void created(const json::Value& event, Events& events);
  void item_added(const json::Value& event, Events& events) { output_.item_added(event, events); }
  void item_done(const json::Value& event, Events& events) { output_.item_done(event, events); }
  void annotation_added(const json::Value& event, Events& events) { output_.annotation_added(event, events); }
  void arguments_delta(const json::Value& event, Events& events) {
    output_.call_delta(ItemKind::kFunctionCall, event, events);
  }
  void arguments_done(const json::Value& event, Events& events) {
    output_.call_done(ItemKind::kFunctionCall, event, events);
  }
  void input_delta(const json::Value& event, Events& events) {
    output_.call_delta(ItemKind::kCustomCall, event, events);
  }
  void input_done(const json::Value& event, Events& events) {
    output_.call_done(ItemKind::kCustomCall, event, events);
  }
  void failed(const json::Value& event, Events& events) { fail(read_failure(event), events); }

 protected:
  bool is_over() const override { return ended_; }
  bool knows(std::string_view type, const json::Value& event) const override;
  void read_done_mark(const Came& came, Events& events) override;
  void read_event(const Came& came, json::Value event, Events& events) override;
  void refuse(const Came& came, const Error& error, Events& events) override;

 private:
  void read(std::string_view type, json::Value event, Events& events);
  // Events of texts and parts, by the table of part forms. False: `type` is none of them.
  bool read_part_event(std::string_view type, const json::Value& event, Events& events);
  void terminal(std::string_view type, const json::Value& event, Events& events);
  // An upstream that was asked anew, as a rule: a half call of its first answer is not meant any more.
  void created_again(std::string_view id, Events& events);
  void check_id(const json::Value& response, Events& events);
  static void tell_usage(const json::Value& response, Events& events);
  void fail(Failure failure, Events& events);
  void end(Events& events);
  // Whatever comes first, a Start goes before it.
  void start_with(const json::Value& response, Events& events);
  void start_if_missing(Events& events);

  OutputDecoder output_{OutputMode::kStream};
  std::string id_;  // of the response
  bool started_ = false;
  bool ended_ = false;
};

struct Row {
  std::string_view type;
  void (Decoder::*read)(const json::Value& event, Events& events);
};
constexpr Row kRows[] = {
    {"response.created", &Decoder::created},
    {"response.in_progress", &Decoder::created},
    {"response.queued", &Decoder::created},
    {"response.output_item.added", &Decoder::item_added},
    {"response.output_item.done", &Decoder::item_done},
    {"response.output_text.annotation.added", &Decoder::annotation_added},
    {"response.function_call_arguments.delta", &Decoder::arguments_delta},
    {"response.function_call_arguments.done", &Decoder::arguments_done},
    {"response.custom_tool_call_input.delta", &Decoder::input_delta},
    {"response.custom_tool_call_input.done", &Decoder::input_done},
    {"error", &Decoder::failed},
    {"response.error", &Decoder::failed},
};

const json::Value& response_of(const json::Value& event) {
  static const json::Value none;
  const json::Value* response = object_at(event, "response");
  return response == nullptr ? none : *response;
}

bool holds_calls(const json::Array& output) {
  return std::ranges::any_of(output, [](const json::Value& item) {
    const ItemKind kind = item_kind(text_at(item, "type"));
    return kind == ItemKind::kFunctionCall || kind == ItemKind::kCustomCall;
  });
}

bool Decoder::knows(std::string_view type, const json::Value& event) const {
  return type.starts_with("response.") || array_at(event, "output") != nullptr;
}

// Not of this protocol, but sent by some. Clients read no further, so that the end has to be told before.
void Decoder::read_done_mark(const Came& /*came*/, Events& events) {
  if (!started_) start_with({}, events);
  events.emplace_back(Mended{"terminal_missing", "the stream was done without a terminal event"});
  finish(events);
}

void Decoder::refuse(const Came& came, const Error& error, Events& events) {
  if (!started_) start_with({}, events);
  output_.close(Closing::kBroken, events);
  add_unreadable_block(came.text, error, events);
  end(events);
}

void Decoder::read_event(const Came& came, json::Value event, Events& events) {
  if (!event.is_object()) {
    if (came.name == "error") {
      fail(Failure{read_error_text(502, event.is_string() ? event.string() : came.text)}, events);
      return;
    }
    start_if_missing(events);
    events.emplace_back(Mended{"event_not_an_object", "an event is no JSON object"});
    return;
  }
  const std::string told(text_at(event, "type"));
  if (tells_error(event) || (told.empty() && is_error_body(event))) {
    fail(read_failure(std::move(event)), events);
    return;
  }
  if (told.empty() && came.name.empty() && array_at(event, "output") != nullptr) {
    // A whole body, for a client that asked for a stream.
    if (!started_) start_with(event, events);
    events.emplace_back(Mended{"body_in_stream", "a whole response in place of the events of one"});
    const bool has_ended = !is_running(text_at(event, "status"));
    terminal(has_ended ? kCompleted.event : kCutOff.event, json::Object{{"response", std::move(event)}},
             events);
    return;
  }
  if (told.empty()) {
    start_if_missing(events);
    events.emplace_back(Mended{"type_missing", "an event has no type but in its `event` field"});
  }
  // "message" is what the name of an event without one counts as.
  if (!told.empty() && !came.name.empty() && came.name != told && came.name != "message") {
    start_if_missing(events);
    events.emplace_back(Mended{"event_name", "an event whose name is not its type"});
  }
  // The start of a response stands before all that is told of it.
  const bool is_mended = mend_event(event);
  const bool had_started = started_;
  const Mended odd_member{"member_kind", "a member of another kind"};
  if (is_mended && had_started) events.emplace_back(odd_member);
  read(told.empty() ? came.name : std::string_view(told), std::move(event), events);
  if (is_mended && !had_started) events.emplace_back(odd_member);
  if (!ended_) output_.tell_disorder(events);
}

void Decoder::read(std::string_view type, json::Value event, Events& events) {
  if (!status_of_event(type).empty()) {
    terminal(type, event, events);
    return;
  }
  for (const Row& row : kRows) {
    if (row.type != type) continue;
    if (row.read != &Decoder::created) start_if_missing(events);
    (this->*row.read)(event, events);
    return;
  }
  start_if_missing(events);
  // Already told as without a type: nobody could read it.
  if (type.empty()) return;
  if (!read_part_event(type, event, events)) output_.other(type, std::move(event), events);
}

bool Decoder::read_part_event(std::string_view type, const json::Value& event, Events& events) {
  const std::size_t dot = type.rfind('.');
  if (dot == std::string_view::npos) return false;
  const std::string_view prefix = type.substr(0, dot);
  const std::string_view verb = type.substr(dot + 1);
  if (const PartForm* form = form_of_text_events(prefix)) {
    // Official clients refuse events that they do not know.
    if (form->text_events != prefix) events.emplace_back(Mended{"event_type", "an event of another name"});
    if (verb == "delta") {
      output_.text_delta(*form, event, events);
      return true;
    }
    if (verb == "done") {
      output_.text_done(*form, event, events);
      return true;
    }
    return false;
  }
  const bool is_alias = prefix == "response.reasoning_part";  // vLLM
  if (is_alias) events.emplace_back(Mended{"event_type", "an event of another name"});
  const bool is_content = is_alias || prefix == words(PartList::kContent).part_events;
  const bool is_summary = prefix == words(PartList::kSummary).part_events;
  if (!is_content && !is_summary) return false;
  const json::Value* part = object_at(event, "part");
  const std::string_view part_type = part == nullptr ? std::string_view() : text_at(*part, "type");
  const PartForm* form = is_summary ? &kSummaryText : is_alias ? &kReasoningText : form_of_part(part_type);
  if (form == nullptr && part_type.empty()) {  // its text will say what it is
    events.emplace_back(Mended{"part_type", "an event of a part without its type"});
    return true;
  }
  if (form == nullptr) return false;
  if (!is_alias && part_type != form->type)
    events.emplace_back(Mended{"part_type", "a part of a type that clients do not know"});
  if (verb == "added") {
    output_.part_added(*form, event, events);
    return true;
  }
  if (verb == "done") {
    output_.part_done(*form, event, events);
    return true;
  }
  return false;
}

void Decoder::start_with(const json::Value& response, Events& events) {
  started_ = true;
  id_ = text_at(response, "id");
  events.emplace_back(read_start(response));
}

void Decoder::start_if_missing(Events& events) {
  if (started_) return;
  start_with({}, events);
  events.emplace_back(Mended{"created_missing", "the stream did not begin with response.created"});
}

void Decoder::created(const json::Value& event, Events& events) {
  const json::Value& response = response_of(event);
  if (started_) {  // progress tells nothing new
    if (text_at(event, "type") == "response.created") {
      created_again(text_at(response, "id"), events);
    } else if (lacks_head(response)) {
      events.emplace_back(Mended{"head_incomplete", "progress lacks members that clients read"});
    } else {
      check_id(response, events);
    }
    return;
  }
  start_with(response, events);
  if (text_at(event, "type") != "response.created") {
    events.emplace_back(Mended{"created_missing", "the stream did not begin with response.created"});
  } else if (lacks_head(response)) {
    events.emplace_back(Mended{"head_incomplete", "response.created lacks members that clients read"});
  }
}

// OpenAI's library ends with an error where the response becomes another one.
void Decoder::check_id(const json::Value& response, Events& events) {
  if (text_at(response, "id") != id_)
    events.emplace_back(Mended{"response_id", "an event of a response with another id than it began with"});
}

void Decoder::created_again(std::string_view id, Events& events) {
  events.emplace_back(Mended{"created_repeated", "response.created came in the middle of a response"});
  if (!id.empty() && !id_.empty() && id != id_) output_.begin_anew(events);
}

void Decoder::terminal(std::string_view type, const json::Value& event, Events& events) {
  const std::string_view status = status_of_event(type);
  const json::Value& response = response_of(event);
  if (!started_) {
    start_with(response, events);
    events.emplace_back(Mended{"created_missing", "the stream did not begin with response.created"});
  }
  const bool has_failed = is_failed(status) || is_failed(text_at(response, "status"));
  if (const json::Value* usage = object_at(response, "usage"); has_failed && usage != nullptr) {
    events.emplace_back(UsageTold{read_usage(*usage)});
  }
  if (has_failed || tells_error(response)) {
    if (holds_calls(array_of(response, "output")))
      events.emplace_back(Mended{"call_in_failure", "a response that failed holds calls"});
    fail(read_failure(event), events);
    return;
  }
  if (!is_official_end(type)) {
    events.emplace_back(Mended{"event_type", "a terminal event that clients do not know"});
  } else if (text_at(response, "status") != status) {
    events.emplace_back(Mended{"status_differs", "the response's status is not that of its terminal event"});
  }
  check_id(response, events);
  if (has_odd_details(response))
    events.emplace_back(Mended{"details_kind", "details of an end that name no reason, or no error"});
  const std::optional<json::Array> other_output =
      output_.is_empty() ? missing_output(response) : std::nullopt;
  if (other_output) events.emplace_back(Mended{"output_kind", "a response whose output is no list of items"});
  output_.reconcile(other_output ? *other_output : array_of(response, "output"), events);
  output_.close(Closing::kAtEnd, events);
  output_.tell_disorder(events);
  if (auto finish = read_finish(response, status, output_.has_calls()))
    events.emplace_back(std::move(*finish));
  tell_usage(response, events);
  end(events);
}

void Decoder::tell_usage(const json::Value& response, Events& events) {
  if (lacks_counts(response)) events.emplace_back(Mended{"usage_missing", "usage without its counts"});
  if (const json::Value* usage = object_at(response, "usage"))
    events.emplace_back(UsageTold{read_usage(*usage)});
}

void Decoder::end(Events& events) {
  events.emplace_back(End{true});
  ended_ = true;
}

void Decoder::fail(Failure failure, Events& events) {
  if (!started_) start_with({}, events);
  if (!is_raised(failure.error.source))
    events.emplace_back(Mended{"error_shape", "an error that clients would not read as one"});
  output_.close(Closing::kBroken, events);
  events.emplace_back(std::move(failure));
  end(events);
}

void Decoder::finish(Events& events) {
  if (ended_) return;
  if (!started_) start_with({}, events);
  output_.close(Closing::kBroken, events);
  tell_if_strange(events);
  events.emplace_back(End{false});
  ended_ = true;
}

}  // namespace

std::unique_ptr<StreamDecoder> make_stream_decoder(const DecodeOptions& options) {
  return std::make_unique<Decoder>(options.limits);
}

}  // namespace argwright::protocol::responses
