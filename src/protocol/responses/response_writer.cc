#include "protocol/responses/response_writer.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "json/writer.h"
#include "protocol/object_text.h"
#include "protocol/proof.h"
#include "protocol/responses/members.h"
#include "protocol/responses/response_head.h"
#include "protocol/responses/usage.h"

namespace argwright::protocol::responses {
namespace {

struct CallWords {
  std::string_view events;  // .delta and .done
  std::string_view text_key;
};
constexpr CallWords kFunctionWords{"response.function_call_arguments", "arguments"};
constexpr CallWords kCustomWords{"response.custom_tool_call_input", "input"};
const CallWords& call_words(const OutputItem& item) {
  return item.kind == ItemKind::kCustomCall ? kCustomWords : kFunctionWords;
}

std::string_view id_prefix(ItemKind kind) {
  switch (kind) {
    case ItemKind::kMessage: return "msg_";
    case ItemKind::kReasoning: return "rs_";
    case ItemKind::kFunctionCall: return "fc_";
    case ItemKind::kCustomCall: return "ctc_";
    case ItemKind::kOpaque: break;
  }
  return "item_";
}

// The same for the same reply, and no clock asked: FNV-1a.
std::string digest(std::string_view text) {
  std::uint64_t hash = 14695981039346656037U;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 1099511628211U;
  }
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  for (int shift = 60; shift >= 0; shift -= 4) hex += kDigits[(hash >> shift) & 15U];
  return hex;
}

// What stands behind "resp_", "chatcmpl-", "msg_" ..; letters and digits only, since ids must be plain.
std::string id_tail(std::string_view id) {
  const std::size_t mark = id.find_first_of("_-");
  const std::string_view behind = mark == std::string_view::npos ? id : id.substr(mark + 1);
  std::string tail;
  for (const char c : behind) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (plain) tail += c;
  }
  return tail.empty() ? digest(id) : tail;
}

// Items are written as they came, but none without an id, or with that of another item.
void add_id(OutputItem& item) {
  if (!item.opaque.is_object() || text_at(item.opaque, "id") == item.id) return;
  if (json::Value* id = item.opaque.find("id")) {
    *id = item.id;
  } else {
    item.opaque.members().push_back({"id", item.id});
  }
}

}  // namespace

void ResponseWriter::add(const Event& event, std::string* out) {
  if (ended_) return;
  out_ = out;
  std::visit([this](const auto& alternative) { on(alternative); }, event);
  out_ = nullptr;
}

// --- writing
// -------------------------------------------------------------------------------------------------

template <typename Write>
void ResponseWriter::write(std::string_view type, const Write& write_members) {
  if (out_ == nullptr) return;
  scratch_.clear();
  ObjectText object(scratch_);
  object.text("type", type).integer("sequence_number", sequence_++);
  write_members(object);
  object.close();
  append_sse_event(*out_, type, scratch_);
}

template <typename Write>
void ResponseWriter::write_part_event(std::string_view type, const OutputPart& part,
                                      const Write& write_members) {
  write(type, [&](ObjectText& object) {
    object.text("item_id", items_[*open_].id).integer("output_index", static_cast<std::int64_t>(*open_));
    object.integer(words(part.form->list).index_key, static_cast<std::int64_t>(part.index));
    write_members(object);
  });
}

void ResponseWriter::write_item_event(std::string_view type, std::size_t item, ItemView view) {
  write(type, [&](ObjectText& object) {
    object.integer("output_index", static_cast<std::int64_t>(item));
    append_item(object.key("item"), items_[item], view);
  });
}

void ResponseWriter::write_lifecycle(std::string_view type, std::string_view status,
                                     std::string_view output) {
  write(type, [&](ObjectText& object) {
    ResponseObject response{start_, id_, status};
    response.output = output;
    if (options_.same_protocol) response.start_extras = &start_.extras;
    append_response(object.key("response"), response);
  });
}

// --- the head
// ------------------------------------------------------------------------------------------------

void ResponseWriter::on(const Start& start) {
  if (begun_) return;
  start_ = start;
  begin();
}

void ResponseWriter::begin() {
  if (begun_) return;
  begun_ = true;
  id_ = options_.reply_id.empty() ? start_.id : options_.reply_id;
  if (id_.empty()) id_ = "resp_" + digest(start_.model + '\n' + std::to_string(start_.created));
  tail_ = id_tail(id_);
  write_lifecycle("response.created", "in_progress", "[]");
  write_lifecycle("response.in_progress", "in_progress", "[]");
}

// --- items
// ---------------------------------------------------------------------------------------------------

std::string ResponseWriter::unused_id(ItemKind kind, std::string_view id) {
  std::string own(id);
  // Clients find items by their ids.
  for (minted_ = std::max(minted_, items_.size()); own.empty() || ids_.contains(own); ++minted_) {
    own = std::string(id_prefix(kind)) + tail_ + '_' + std::to_string(minted_);
  }
  ids_.insert(own);
  return own;
}

OutputItem& ResponseWriter::new_item(ItemKind kind, std::string_view id, const Extras& extras) {
  begin();
  // A call may come in the middle of a part; what is left of that goes into an item of its own.
  if (part_number_) suspended_ = part_start_;
  close_item("completed");
  OutputItem item;
  item.kind = kind;
  item.source_id = id;
  item.id = unused_id(kind, id);
  if (options_.same_protocol) item.extras = extras;
  return items_.emplace_back(std::move(item));
}

void ResponseWriter::close_item(std::string_view status) {
  if (!open_) return;
  end_part();
  OutputItem& item = items_[*open_];
  item.status = status;
  write_item_event(kItemDone, *open_, ItemView::kWhole);
  open_.reset();
}

// --- parts
// ---------------------------------------------------------------------------------------------------

void ResponseWriter::on(const PartStart& start) {
  if (start.choice != 0) return;
  begin();
  end_part();
  suspended_.reset();
  if (start.kind == PartKind::kOpaque) {
    if (!options_.same_protocol) return;
    OutputItem& item = new_item(ItemKind::kOpaque, start.id, {});
    item.opaque = start.opaque;
    add_id(item);
    open_ = items_.size() - 1;
    opaque_[start.part] = *open_;
    write_item_event(kItemAdded, *open_, ItemView::kBare);
    return;
  }
  // AI SDK shows summaries only; a client of an upstream that tells the text itself expects it where it was.
  const bool is_text = options_.same_protocol && start.form == ReasoningForm::kText;
  const PartForm& form = form_for(start.kind, is_text ? ReasoningForm::kText : ReasoningForm::kSummary);
  const OutputItem* open = open_ ? &items_[*open_] : nullptr;
  const bool joins = open != nullptr && open->kind == form.item && open->source_id == start.id &&
                     (!start.id.empty() || open->parts.empty());
  if (!joins) {
    new_item(form.item, start.id, start.extras);
    open_ = items_.size() - 1;
    write_item_event(kItemAdded, *open_, ItemView::kBare);
  }
  OutputItem& item = items_[*open_];
  OutputPart part;
  part.form = &form;
  part.index = (form.list == PartList::kSummary ? item.summaries : item.contents)++;
  item.parts.push_back(std::move(part));
  part_number_ = start.part;
  part_start_ = start;
  // Reasoning may come without any text: then its item has no part.
  if (form.item == ItemKind::kMessage) announce_part(item.parts.back());
}

void ResponseWriter::part_has_passed() {
  if (OutputPart* part = this->part()) part->announced = true;
}

void ResponseWriter::announce_part(OutputPart& part) {
  part.announced = true;
  write_part_event(std::string(words(part.form->list).part_events) + ".added", part,
                   [&](ObjectText& object) { append_part(object.key("part"), part, ItemView::kBare); });
}

void ResponseWriter::on(const Delta& delta) {
  if (delta.choice != 0) return;
  resume(delta.part);
  if (part_number_ != delta.part) return;
  OutputPart& part = *this->part();
  const json::Value* logprobs = options_.same_protocol ? find_member(delta.extras, "logprobs") : nullptr;
  if (delta.text.empty() && logprobs == nullptr) return;
  if (!part.announced) announce_part(part);
  part.text += delta.text;
  if (logprobs != nullptr && logprobs->is_array()) {
    part.logprobs.insert(part.logprobs.end(), logprobs->items().begin(), logprobs->items().end());
  }
  if (out_ == nullptr) return;
  write_part_event(std::string(part.form->text_events) + ".delta", part, [&](ObjectText& object) {
    object.text("delta", delta.text);
    if (part.form->kind != PartKind::kText) return;
    if (logprobs != nullptr) {
      object.value("logprobs", *logprobs);
    } else {
      object.raw("logprobs", "[]");
    }
  });
}

void ResponseWriter::resume(int part) {
  if (!suspended_ || suspended_->part != part) return;
  const PartStart start = *std::exchange(suspended_, std::nullopt);
  on(start);
}

void ResponseWriter::on(const PartEnd& end) {
  if (end.choice != 0) return;
  if (const auto opaque = opaque_.find(end.part); opaque != opaque_.end()) {
    OutputItem& item = items_[opaque->second];
    if (!end.opaque.is_null()) item.opaque = end.opaque;
    add_id(item);
    if (open_ == opaque->second) close_item("completed");
    return;
  }
  if (!end.proof.empty()) resume(end.part);
  if (part_number_ != end.part) return;
  OutputPart& part = *this->part();
  OutputItem& item = items_[*open_];
  if (options_.same_protocol && part.form->kind == PartKind::kText) part.annotations = end.annotations;
  if (item.kind == ItemKind::kReasoning) {
    std::string_view proof = encrypted_of(end.proof);
    if (proof.empty()) proof = signature_of(end.proof);
    if (!proof.empty()) item.encrypted = proof;
  }
  end_part();
}

void ResponseWriter::end_part() {
  OutputPart* part = this->part();
  if (part == nullptr) return;
  if (!part->announced) {
    OutputItem& item = items_[*open_];
    --(part->form->list == PartList::kSummary ? item.summaries : item.contents);
    item.parts.pop_back();
    part_number_.reset();
    return;
  }
  if (out_ != nullptr) {
    for (std::size_t i = 0; i < part->annotations.size(); ++i) {
      write_part_event("response.output_text.annotation.added", *part, [&](ObjectText& object) {
        object.integer("annotation_index", static_cast<std::int64_t>(i));
        object.value("annotation", part->annotations[i]);
      });
    }
    write_part_event(std::string(part->form->text_events) + ".done", *part, [&](ObjectText& object) {
      object.text(part->form->text_key, part->text);
      if (part->form->kind == PartKind::kText) object.value("logprobs", part->logprobs);
    });
    write_part_event(std::string(words(part->form->list).part_events) + ".done", *part,
                     [&](ObjectText& object) { append_part(object.key("part"), *part, ItemView::kWhole); });
  }
  part->ended = true;
  part_number_.reset();
}

// --- calls
// ---------------------------------------------------------------------------------------------------

void ResponseWriter::write_call_delta(std::size_t item, std::string_view text) {
  const OutputItem& call = items_[item];
  write(std::string(call_words(call).events) + ".delta", [&](ObjectText& object) {
    object.text("item_id", call.id).integer("output_index", static_cast<std::int64_t>(item));
    object.text("delta", text);
  });
}

void ResponseWriter::write_call_done(std::size_t item) {
  const OutputItem& call = items_[item];
  write(std::string(call_words(call).events) + ".done", [&](ObjectText& object) {
    object.text("item_id", call.id).integer("output_index", static_cast<std::int64_t>(item));
    object.text("name", call.name).text(call_words(call).text_key, call.arguments);
  });
  write_item_event(kItemDone, item, ItemView::kWhole);
}

void ResponseWriter::on(const Call& call) {
  if (call.choice != 0) return;
  OutputItem& item =
      new_item(call.custom ? ItemKind::kCustomCall : ItemKind::kFunctionCall, call.item_id, call.extras);
  item.call_id = call.id;
  item.name = call.name;
  item.arguments = call.arguments;
  item.status = "completed";
  if (out_ == nullptr) return;
  const std::size_t index = items_.size() - 1;
  write_item_event(kItemAdded, index, ItemView::kBare);
  write_call_delta(index, call.arguments);
  write_call_done(index);
}

void ResponseWriter::on(const CallPiece& piece) {
  if (piece.choice != 0) return;
  begin();
  const std::int64_t key = piece.index.value_or(last_call_ < 0 ? 0 : last_call_);
  last_call_ = key;
  OpenCall& call = calls_[key];
  if (call.ended) return;
  if (!piece.id.empty() && call.id.empty()) call.id = piece.id;
  if (!piece.item_id.empty()) call.item_id = piece.item_id;
  if (!piece.name.empty() && call.name.empty()) call.name = piece.name;
  if (!piece.extras.empty()) call.extras = piece.extras;
  call.custom = call.custom || piece.custom;
  if (!call.item && !call.name.empty()) start_call(call);
  if (!piece.replaces) {
    add_arguments(call, piece.arguments);
  } else if (piece.arguments.starts_with(call.arguments)) {
    add_arguments(call, std::string_view(piece.arguments).substr(call.arguments.size()));
  }
  if (piece.ended) end_call(call, "completed");
}

void ResponseWriter::start_call(OpenCall& call) {
  OutputItem& item =
      new_item(call.custom ? ItemKind::kCustomCall : ItemKind::kFunctionCall, call.item_id, call.extras);
  call.item = items_.size() - 1;
  item.call_id = call.id.empty() ? "call_" + tail_ + '_' + std::to_string(*call.item) : call.id;
  item.name = call.name;
  write_item_event(kItemAdded, *call.item, ItemView::kBare);
  const std::string before = std::exchange(call.arguments, {});
  add_arguments(call, before);
}

void ResponseWriter::add_arguments(OpenCall& call, std::string_view text) {
  call.arguments += text;
  if (!call.item || text.empty()) return;
  items_[*call.item].arguments += text;
  write_call_delta(*call.item, text);
}

void ResponseWriter::end_call(OpenCall& call, std::string_view status) {
  if (call.ended || !call.item) return;
  call.ended = true;
  items_[*call.item].status = status;
  write_call_done(*call.item);
}

// --- what only this protocol has
// -----------------------------------------------------------------------------

void ResponseWriter::on(const Other& other) {
  if (!options_.same_protocol) return;
  begin();
  const bool is_added = other.type == kItemAdded;
  if (!is_added && other.type != kItemDone) {
    progress(other);
    return;
  }
  const json::Value* told = object_at(other.data, "item");
  if (told == nullptr) return;
  const ItemKind kind = item_kind(text_at(*told, "type"));
  if (is_added) {
    static constexpr std::string_view kKnown[] = {"id",   "type",    "status",           "content",
                                                  "role", "summary", "encrypted_content"};
    new_item(kind, text_at(*told, "id"), members_except(*told, kKnown));
    open_ = items_.size() - 1;
    write_item_event(kItemAdded, *open_, ItemView::kBare);
  } else if (open_ && items_[*open_].kind == kind &&
             (!part_number_ || items_[*open_].source_id == text_at(*told, "id"))) {
    // The id alone does not tell: there are servers that make up a new one for every event.
    end_part();
    if (says_the_same(*told, items_[*open_])) items_[*open_].told = *told;
    close_item(text_at(*told, "status") == "incomplete" ? "incomplete" : "completed");
  }
}

void ResponseWriter::progress(const Other& other) {
  if (out_ == nullptr || !other.data.is_object()) return;
  std::optional<std::size_t> item;
  if (other.part) {
    const auto found = opaque_.find(*other.part);
    if (found == opaque_.end()) return;
    item = found->second;
  } else if (other.data.find("output_index") != nullptr) {
    return;  // of an item whose place may be another one here
  }
  static constexpr std::string_view kCounted[] = {"type", "sequence_number", "output_index"};
  write(other.type, [&](ObjectText& object) {
    if (item) object.integer("output_index", static_cast<std::int64_t>(*item));
    object.members(members_except(other.data, kCounted));
  });
}

// --- the end
// -------------------------------------------------------------------------------------------------

void ResponseWriter::on(const Finish& finish) {
  if (finish.choice == 0) finish_ = finish;
}

void ResponseWriter::on(const UsageTold& told) {
  usage_.merge(told.usage);
  has_usage_ = true;
}

void ResponseWriter::on(const Failure& failure) {
  begin();
  error_ = failure.error;
  // The top-level `error` makes the OpenAI SDK throw, AI SDK takes either spelling, and clients that know
  // response.failed only (Codex) find the error there.
  const std::string_view type = error_->type.empty() ? std::string_view("server_error") : error_->type;
  const auto describe = [this](ObjectText& object) {
    const auto text_or_null = [&object](std::string_view key, std::string_view text) {
      if (text.empty()) {
        object.raw(key, "null");
      } else {
        object.text(key, text);
      }
    };
    text_or_null("code", error_->code);
    object.text("message", error_->message);
    text_or_null("param", error_->param);
  };
  close_item("incomplete");
  for (auto& [key, call] : calls_) end_call(call, "incomplete");
  write("error", [&](ObjectText& object) {
    describe(object);
    ObjectText error(object.key("error"));
    error.text("type", type);
    describe(error);
    error.close();
  });
  end_with(kFailed);
}

void ResponseWriter::on(const End& end) {
  begin();
  // Bytes that stopped without a word are a reply that was cut off, never one that is done.
  const Ending& ending = finish_ ? ending_of(finish_->reason) : (end.clean ? kCompleted : kCutOff);
  close_item(ending.status);
  for (auto& [key, call] : calls_) end_call(call, ending.status);
  end_with(ending);
}

void ResponseWriter::end_with(const Ending& ending) {
  ending_ = &ending;
  ended_ = true;
  if (out_ == nullptr) return;
  write(ending.event, [&](ObjectText& object) { object.raw("response", response()); });
}

std::string ResponseWriter::output() const {
  std::string text = "[";
  for (const OutputItem& item : items_) {
    if (text.size() > 1) text += ',';
    append_item(text, item, ItemView::kWhole);
  }
  text += ']';
  return text;
}

std::string ResponseWriter::response() const {
  const std::string items = output();
  ResponseObject response{start_, id_, ending_->status};
  response.incomplete_reason = ending_->incomplete_reason;
  response.output = items;
  json::Value usage;
  if (has_usage_) {
    usage = write_usage(usage_, options_.same_protocol ? UsageForm::kAsItCame : UsageForm::kCounted);
    response.usage = &usage;
  }
  if (error_) response.error = &*error_;
  if (options_.same_protocol) {
    response.start_extras = &start_.extras;
    if (finish_) response.finish_extras = &finish_->extras;
  }
  std::string text;
  append_response(text, response);
  return text;
}

}  // namespace argwright::protocol::responses
