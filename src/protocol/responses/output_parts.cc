// The items of the output decoder that hold parts, and the parts.
#include "protocol/responses/output_decoder.h"

#include <limits>
#include <numeric>
#include <utility>

#include "protocol/responses/item_words.h"
#include "protocol/responses/members.h"

namespace argwright::protocol::responses {
namespace {

// A text, or as the first version of the protocol had it for summaries: {"text": ..}.
std::string_view delta_text(const json::Value& event) {
  const json::Value* object = object_at(event, "delta");
  return object != nullptr ? text_at(*object, "text") : text_at(event, "delta");
}

}  // namespace

void OutputDecoder::check_part(const PartForm& form, const json::Value& event, Events& events) {
  if (!has_number_at(event, words(form.list).index_key))
    mend("part_index_missing", "an event of a part without its index", events);
}

void OutputDecoder::check_text(const PartForm& form, const json::Value& holder, Events& events) {
  if (const json::Value* const text = holder.find(form.text_key); text == nullptr || !text->is_string())
    mend("text_missing", "the end of a part without its text", events);
}

void OutputDecoder::end_message(Item& item, const json::Value& value, Events& events) {
  // Clients send the item back as it came.
  if (mode_ == OutputMode::kBody && text_at(value, "role") != "assistant")
    mend_call("role_missing", "a message that is not the assistant's", events);
  const std::string_view text = text_at(value, "content");
  if (array_at(value, "content") == nullptr && text.empty())
    mend_call("content_kind", "the content of a message is no list", events);
  if (text.empty()) {
    tell_parts(item, PartList::kContent, value, events);
  } else {
    mend_call("content_kind", "the content of a message is no list", events);
    tell_part(item, kOutputText, 0, json::Object{{"text", text}}, events);
  }
  if (open_item_ == &item) end_open_part(events);
}

void OutputDecoder::end_reasoning(Item& item, const json::Value& value, Events& events) {
  const bool is_list = array_at(value, "summary") != nullptr;
  if (!is_list && (mode_ == OutputMode::kBody || member(value, "summary") != nullptr))
    mend_call("summary_missing", "reasoning without its list of summaries", events);
  tell_parts(item, PartList::kSummary, value, events);
  tell_parts(item, PartList::kContent, value, events);
  Proof proof;
  proof.encrypted = text_at(value, "encrypted_content");
  if (proof.encrypted.empty() && !item.encrypted.empty()) {
    mend("proof_missing", "the end of a reasoning item lacks the proof that it began with", events);
    proof.encrypted = item.encrypted;
  }
  if (open_item_ == &item) {
    end_part(*open_, std::move(proof), events);
  } else if (!item.has_started || !proof.empty()) {
    // An item without text, or one whose last part had to end before its proof came.
    end_open_part(events);
    Part part;
    part.form = &kSummaryText;
    start_part(item, part, events);
    end_part(part, std::move(proof), events);
  }
}

OutputDecoder::Part& OutputDecoder::part_for(Item& item, const PartForm& form, std::int64_t index,
                                             Events& events) {
  Part& part = item.parts[{form.list, index}];
  if (part.form == nullptr) part.form = &form;
  if (part.open) return part;
  if (part.number >= 0) mend("part_goes_on", "text came for a part that had ended", events);
  end_open_part(events);
  start_part(item, part, events);
  open_ = &part;
  open_item_ = &item;
  return part;
}

void OutputDecoder::start_part(Item& item, Part& part, Events& events) {
  PartStart start;
  start.kind = part.form->kind;
  start.form = part.form->reasoning;
  start.id = item.id;
  start.extras = std::exchange(item.extras, {});
  part.number = sequence_.start(std::move(start), events);
  part.open = true;
  item.has_started = true;
}

void OutputDecoder::end_part(Part& part, Proof proof, Events& events) {
  tell_beginning(part, {}, events);
  PartEnd end;
  end.part = part.number;
  end.proof = std::move(proof);
  end.annotations = std::exchange(part.annotations, {});
  sequence_.end(std::move(end), events);
  part.open = false;
  if (open_ == &part) {
    open_ = nullptr;
    open_item_ = nullptr;
  }
}

void OutputDecoder::end_open_part(Events& events) {
  if (open_ == nullptr) return;
  if (!open_->told_done) mend("part_not_done", "a part was not ended before the next item or part", events);
  end_part(*open_, {}, events);
}

void OutputDecoder::add_text(Part& part, std::string_view text, const json::Value& logprobs_holder,
                             Events& events) {
  Delta delta;
  delta.part = part.number;
  const json::Array& logprobs = array_of(logprobs_holder, "logprobs");
  if (!logprobs.empty()) delta.extras.push_back({"logprobs", logprobs});
  if (text.empty() && delta.extras.empty()) return;
  delta.text = text;
  part.text += text;
  sequence_.add(part.number, std::move(delta), events);
}

void OutputDecoder::tell_text(Part& part, std::string_view whole, const json::Value& logprobs_holder,
                              Events& events) {
  if (whole.empty()) return;
  tell_beginning(part, {}, events);
  if (whole == part.text) return;
  if (!whole.starts_with(part.text)) {
    mend("text_differs", "the text of a part is not what was streamed of it", events);
    return;
  }
  mend("text_not_streamed", "text came with the end of a part only", events);
  add_text(part, whole.substr(part.text.size()), logprobs_holder, events);
}

void OutputDecoder::part_added(const PartForm& form, const json::Value& event, Events& events) {
  check_part(form, event, events);
  Item& item = item_for(form.item, event, events);
  const std::int64_t index = index_at(event, words(form.list).index_key).value_or(0);
  const auto known = item.parts.find({form.list, index});
  if (known != item.parts.end() && known->second.number >= 0)  // or opened by its text
    return mend("part_added_twice", "a part was added that was there already", events);
  if (index != 0 && !item.parts.contains({form.list, index - 1}))
    mend("part_index_not_dense", "the index of a part is not the number of parts before", events);
  Part& part = part_for(item, form, index, events);
  // Usually empty. What is not may be the part's beginning, or all of it, to be streamed once more.
  const json::Value* const value = object_at(event, "part");
  if (value != nullptr) part.beginning = text_at(*value, form.text_key);
  if (const json::Value* text = value != nullptr ? value->find(form.text_key) : nullptr;
      text == nullptr || !text->is_string())
    mend("text_missing", "a part was added without its text", events);
  if (!part.beginning.empty()) mend("text_in_added", "a part was added with text", events);
}

void OutputDecoder::tell_beginning(Part& part, std::string_view next, Events& events) {
  if (part.beginning.empty()) return;
  const std::string beginning = std::exchange(part.beginning, {});
  const bool is_repeated = !next.empty() && std::string_view(beginning).starts_with(next);
  if (!is_repeated) add_text(part, beginning, {}, events);
}

void OutputDecoder::text_delta(const PartForm& form, const json::Value& event, Events& events) {
  check_part(form, event, events);
  Item& item = item_for(form.item, event, events);
  const std::int64_t index = index_at(event, words(form.list).index_key).value_or(0);
  if (!item.parts.contains({form.list, index})) {
    mend("part_not_added", "text came before its part was added", events);
  }
  Part& part = part_for(item, form, index, events);
  if (const json::Value* delta = event.find("delta"); delta == nullptr || !delta->is_string())
    mend("delta_kind", "a delta that is no text", events);
  const std::string_view text = delta_text(event);
  tell_beginning(part, text, events);
  add_text(part, text, event, events);
}

void OutputDecoder::text_done(const PartForm& form, const json::Value& event, Events& events) {
  check_part(form, event, events);
  Item& item = item_for(form.item, event, events);
  const std::int64_t index = index_at(event, words(form.list).index_key).value_or(0);
  check_text(form, event, events);
  const std::string_view whole = text_at(event, form.text_key);
  const auto known = item.parts.find({form.list, index});
  if (known == item.parts.end() && whole.empty()) return;
  if (known != item.parts.end() && !known->second.open && whole == known->second.text) return;
  Part& part = part_for(item, form, index, events);
  tell_text(part, whole, event, events);
  part.told_done = true;
}

void OutputDecoder::part_done(const PartForm& form, const json::Value& event, Events& events) {
  check_part(form, event, events);
  Item& item = item_for(form.item, event, events);
  const std::int64_t index = index_at(event, words(form.list).index_key).value_or(0);
  const json::Value* value = object_at(event, "part");
  if (value != nullptr) check_text(form, *value, events);
  tell_part(item, form, index, value == nullptr ? json::Value() : *value, events);
}

void OutputDecoder::tell_part(Item& item, const PartForm& form, std::int64_t index, const json::Value& value,
                              Events& events) {
  const std::string_view whole = text_at(value, form.text_key);
  const auto known = item.parts.find({form.list, index});
  // Told already, to its end.
  if (known != item.parts.end() && !known->second.open && whole.size() <= known->second.text.size()) return;
  Part& part = part_for(item, form, index, events);
  tell_text(part, whole, value, events);
  const json::Array& annotations = array_of(value, "annotations");
  if (annotations.size() >= part.annotations.size()) part.annotations = annotations;
  part.told_done = true;
  // The end of a reasoning part waits for the item's: it carries the proof if it is the last one.
  if (form.item != ItemKind::kReasoning) end_part(part, {}, events);
}

void OutputDecoder::tell_parts(Item& item, PartList list, const json::Value& value, Events& events) {
  const json::Array& parts = array_of(value, words(list).item_key);
  const std::vector<std::int64_t> places = places_of_parts(item, list, parts);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const PartForm* form = form_of_part(text_at(parts[i], "type"));
    if (form == nullptr || form->item != item.kind) continue;
    if (form->type != text_at(parts[i], "type"))
      mend_call("part_type", "a part of a type that clients do not know", events);
    if (mode_ == OutputMode::kBody && form == &kOutputText && array_at(parts[i], "annotations") == nullptr)
      mend_call("annotations_missing", "text without its list of annotations", events);
    if (const json::Value* const text = parts[i].find(form->text_key);
        mode_ == OutputMode::kBody && (text == nullptr || !text->is_string()))
      mend_call("text_missing", "a part without its text", events);
    // Where the part stands says more than how its type is spelled.
    const PartForm& placed = list == PartList::kSummary ? kSummaryText : *form;
    tell_part(item, placed, places[i], parts[i], events);
  }
}

std::vector<std::int64_t> OutputDecoder::places_of_parts(const Item& item, PartList list,
                                                         const json::Array& parts) {
  std::vector<std::int64_t> places(parts.size());
  std::iota(places.begin(), places.end(), 0);
  auto streamed = item.parts.lower_bound({list, std::numeric_limits<std::int64_t>::min()});
  const bool is_any = streamed != item.parts.end() && streamed->first.first == list;
  if (parts.empty() || !is_any || streamed->first.second == 0) return places;
  // The first may not have been streamed at all.
  if (!text_at(parts[0], streamed->second.form->text_key).starts_with(streamed->second.text)) return places;
  std::int64_t next = 0;
  for (std::int64_t& place : places) {
    const bool is_left = streamed != item.parts.end() && streamed->first.first == list;
    place = is_left ? streamed++->first.second : next;
    next = place + 1;
  }
  return places;
}

void OutputDecoder::annotation_added(const json::Value& event, Events& events) {
  const json::Value* annotation = event.find("annotation");
  if (annotation == nullptr) return;
  Item& item = item_for(ItemKind::kMessage, event, events);
  const std::int64_t index = index_at(event, "content_index").value_or(0);
  const auto known = item.parts.find({PartList::kContent, index});
  if (known != item.parts.end() && !known->second.open) return;  // told again by the part's end, as a rule
  part_for(item, kOutputText, index, events).annotations.push_back(*annotation);
}

}  // namespace argwright::protocol::responses
