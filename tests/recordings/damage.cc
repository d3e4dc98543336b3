#include "tests/recordings/damage.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "protocol/sse.h"

namespace argwright::recordings {
namespace {

struct Place {
  json::Value* object;
  std::size_t member;
};

// What a server's own tools tell passes as it came: only its provider knows what belongs there.
bool is_opaque(const json::Value& object) {
  constexpr std::string_view kKnown[] = {"function_call", "custom_tool_call", "tool_use"};
  const json::Value* const type = object.find("type");
  if (type == nullptr || !type->is_string() || std::ranges::find(kKnown, type->string()) != std::end(kKnown))
    return false;
  const std::string_view word = type->string();
  return word.ends_with("_call") || word.ends_with("_tool_use") || word.ends_with("_tool_result") ||
         word == "tool_search_output" || word == "compaction";
}

void collect(json::Value& value, std::vector<Place>& places) {
  if (value.is_object()) {
    if (is_opaque(value)) return;
    for (std::size_t i = 0; i < value.members().size(); ++i) {
      places.push_back({&value, i});
      collect(value.members()[i].value, places);
    }
  } else if (value.is_array()) {
    for (json::Value& item : value.items()) collect(item, places);
  }
}

}  // namespace

json::Value Damage::odd_value() {
  const std::vector<json::Value> odd = {"",           "x_odd", true, json::Value::integer(7), json::Object{},
                                        json::Array{}};
  return dice_.chance(25) ? json::Value(nullptr) : dice_.pick(odd);
}

void Damage::damage(json::Value& value) {
  std::vector<Place> places;
  collect(value, places);
  if (places.empty()) return;
  const auto [object, at] = dice_.pick(places);
  json::Member& member = object->members()[at];
  told_ += " " + member.key;
  if (dice_.chance(50)) {
    object->members().erase(object->members().begin() + static_cast<std::ptrdiff_t>(at));
    return;
  }
  member.value = odd_value();
  told_ += "=" + json::write(member.value);
}

std::string Damage::to_body(const std::string& bytes) {
  Result<json::Value> body = json::parse(bytes);
  if (!body) return bytes;
  damage(*body);
  if (dice_.chance(50)) damage(*body);
  return json::write(*body);
}

// Most of what matters stands at the beginning and at the end.
std::size_t Damage::place_among(std::size_t events) {
  const std::size_t near = std::min<std::size_t>(events, 4);
  if (dice_.chance(25)) return dice_.below(near);
  if (dice_.chance(33)) return events - 1 - dice_.below(near);
  return dice_.below(events);
}

std::string Damage::damage_event(const std::string& raw) {
  protocol::SseReader reader;
  reader.feed(raw);
  reader.finish();
  protocol::SseBlock block;
  if (!reader.next(block)) return raw;
  Result<json::Value> data = json::parse(block.data);
  if (!data) return raw;
  damage(*data);
  std::string damaged;
  protocol::append_sse_event(damaged, block.type, json::write(*data));
  return damaged;
}

std::string Damage::to_stream(const std::string& bytes) {
  protocol::SseReader reader;
  reader.feed(bytes);
  reader.finish();
  std::vector<std::string> events;
  for (protocol::SseBlock block; reader.next(block);) events.emplace_back(block.raw);
  for (std::size_t times = 1 + dice_.below(2); times > 0 && !events.empty(); --times) {
    const std::size_t at = place_among(events.size());
    const auto place = events.begin() + static_cast<std::ptrdiff_t>(at);
    switch (dice_.below(10)) {
      case 0:
        told_ += " lost";
        events.erase(place);
        break;
      case 1:
        told_ += " repeated";
        events.insert(place, std::string(*place));
        break;
      case 2:
        told_ += " swapped";
        if (at + 1 < events.size()) std::swap(events[at], events[at + 1]);
        break;
      default: *place = damage_event(*place);
    }
  }
  std::string all;
  for (const std::string& event : events) all += event;
  return all;
}

}  // namespace argwright::recordings
