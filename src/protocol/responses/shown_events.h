// For tests: events as lines that are easy to compare, and the ways from bytes to them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "argwright/json.h"
#include "protocol/codec.h"
#include "protocol/responses/codec.h"

namespace argwright::protocol::responses {

using Lines = std::vector<std::string>;

namespace shown_detail {

inline std::string number(const std::optional<std::int64_t>& value) {
  return value ? std::to_string(*value) : "-";
}
inline std::string with(std::string_view name, std::string_view text) {
  return text.empty() ? std::string() : " " + std::string(name) + "=" + std::string(text);
}
inline std::string with_json(std::string_view name, const json::Value& value) {
  const bool empty = value.is_null() || (value.is_object() && value.members().empty()) ||
                     (value.is_array() && value.items().empty());
  return empty ? std::string() : with(name, json::write(value));
}

inline std::string kind(const PartStart& start) {
  switch (start.kind) {
    case PartKind::kText: return "text";
    case PartKind::kRefusal: return "refusal";
    case PartKind::kReasoning: return start.form == ReasoningForm::kSummary ? "summary" : "reasoning";
    case PartKind::kOpaque: return "opaque";
  }
  return "?";
}

inline std::string reason(FinishReason reason) {
  switch (reason) {
    case FinishReason::kStop: return "stop";
    case FinishReason::kCalls: return "calls";
    case FinishReason::kLength: return "length";
    case FinishReason::kFilter: return "filter";
    case FinishReason::kPause: return "pause";
    case FinishReason::kUnknown: return "unknown";
  }
  return "?";
}

struct Show {
  std::string operator()(const Start& e) const {
    return "start" + with("id", e.id) + with("model", e.model) +
           (e.created != 0 ? " created=" + std::to_string(e.created) : "") + with_json("extras", e.extras);
  }
  std::string operator()(const PartStart& e) const {
    return "part " + std::to_string(e.part) + " " + kind(e) + with("id", e.id) +
           with_json("opaque", e.opaque) + with_json("extras", e.extras);
  }
  std::string operator()(const Delta& e) const {
    return "delta " + std::to_string(e.part) + " " + e.text + with_json("extras", e.extras);
  }
  std::string operator()(const PartEnd& e) const {
    return "end " + std::to_string(e.part) + with("signature", e.proof.signature) +
           with("encrypted", e.proof.encrypted) + with_json("annotations", e.annotations) +
           with_json("opaque", e.opaque);
  }
  std::string operator()(const CallPiece& e) const {
    return std::string(e.custom ? "custom piece " : "piece ") + number(e.index) + with("id", e.id) +
           with("name", e.name) + with("item", e.item_id) + with(e.replaces ? "whole" : "more", e.arguments) +
           with_json("extras", e.extras) + (e.ended ? " ended" : "");
  }
  std::string operator()(const Call& e) const {
    return std::string(e.custom ? "custom call" : "call") + with("id", e.id) + with("name", e.name) +
           with("item", e.item_id) + with("arguments", e.arguments) + with_json("extras", e.extras);
  }
  std::string operator()(const Finish& e) const {
    return "finish " + reason(e.reason) + with("word", e.word) + with_json("extras", e.extras);
  }
  std::string operator()(const UsageTold& e) const {
    return "usage " + number(e.usage.input) + " " + number(e.usage.cached) + " " + number(e.usage.output) +
           " " + number(e.usage.reasoning) + " " + number(e.usage.total);
  }
  std::string operator()(const Failure& e) const { return "failure " + e.error.message; }
  std::string operator()(const Other& e) const {
    return "other " + e.type + (e.part ? " of " + std::to_string(*e.part) : "");
  }
  std::string operator()(const Mended& e) const { return "mended " + e.code; }
  std::string operator()(const End& e) const { return e.clean ? "clean" : "cut"; }
};

}  // namespace shown_detail

inline std::string shown(const Event& event) { return std::visit(shown_detail::Show{}, event); }
inline Lines shown(const Events& events) {
  Lines lines;
  for (const Event& event : events) lines.push_back(shown(event));
  return lines;
}

// One event of a stream as the official server frames it; `data` is JSON with a type.
inline std::string block(std::string_view data) {
  std::string out;
  const Result<json::Value> value = json::parse(data);
  const json::Value* type = value ? value->find("type") : nullptr;
  append_sse_event(out, type != nullptr && type->is_string() ? type->string() : "", data);
  return out;
}
inline std::string stream(const std::vector<std::string_view>& data) {
  std::string out;
  for (const std::string_view text : data) out += block(text);
  return out;
}

// `chunk`: bytes per feed; 0: all at once.
inline Events decode_stream(std::string_view bytes, std::size_t chunk = 0) {
  const auto decoder = responses_codec().stream_decoder(DecodeOptions{});
  SseReader reader;
  Events events;
  const auto drain = [&] {
    for (SseBlock block; reader.next(block);) decoder->decode(block, events);
  };
  for (std::size_t at = 0; at < bytes.size();) {
    const std::string_view piece = bytes.substr(at, chunk == 0 ? std::string_view::npos : chunk);
    reader.feed(piece);
    drain();
    at += piece.size();
  }
  reader.finish();
  drain();
  decoder->finish(events);
  return events;
}
inline Lines decoded(const std::vector<std::string_view>& data) { return shown(decode_stream(stream(data))); }

inline std::string encode_stream(const Events& events, const EncodeOptions& options) {
  const auto encoder = responses_codec().stream_encoder(options);
  std::string out;
  for (const Event& event : events) encoder->encode(event, out);
  return out;
}

// What a governor without anything to mend does: pieces become whole calls, in the order in which they ended.
inline Events with_whole_calls(const Events& events) {
  Events whole;
  std::vector<std::pair<std::int64_t, Call>> open;
  const auto release = [&](std::size_t i) {
    whole.push_back(open[i].second);
    open.erase(open.begin() + static_cast<std::ptrdiff_t>(i));
  };
  for (const Event& event : events) {
    if (std::holds_alternative<Finish>(event) || std::holds_alternative<End>(event)) {
      while (!open.empty()) release(0);
    }
    const CallPiece* piece = std::get_if<CallPiece>(&event);
    if (piece == nullptr) {
      whole.push_back(event);
      continue;
    }
    std::size_t i = 0;
    while (i < open.size() && open[i].first != piece->index.value_or(-1)) ++i;
    if (i == open.size()) open.push_back({piece->index.value_or(-1), Call{}});
    Call& call = open[i].second;
    if (!piece->id.empty()) call.id = piece->id;
    if (!piece->name.empty()) call.name = piece->name;
    if (!piece->item_id.empty()) call.item_id = piece->item_id;
    if (!piece->extras.empty()) call.extras = piece->extras;
    call.custom = piece->custom;
    if (piece->replaces) {
      call.arguments = piece->arguments;
    } else {
      call.arguments += piece->arguments;
    }
    if (piece->ended) release(i);
  }
  return whole;
}

}  // namespace argwright::protocol::responses
