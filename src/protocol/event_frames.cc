#include "protocol/event_frames.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "argwright/json.h"
#include "protocol/event_text.h"
#include "protocol/mended.h"

namespace argwright::protocol {
namespace {

constexpr std::string_view kData = "data:";
constexpr std::string_view kName = "event:";
// Of wrappings around an event.
constexpr int kMostLayers = 8;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
}

std::string_view first_line(std::string_view text) { return text.substr(0, text.find('\n')); }

bool begins_with_field(std::string_view text) { return text.starts_with(kData) || text.starts_with(kName); }

// Behind the object that `text` begins with; npos where it does not end.
std::size_t end_of_object(std::string_view text) {
  std::size_t depth = 0;
  bool is_within_string = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (is_within_string) {
      if (c == '\\') ++at;
      is_within_string = c != '"';
    } else if (c == '"') {
      is_within_string = true;
    } else if (c == '{') {
      ++depth;
    } else if (c == '}' && --depth == 0) {
      return at + 1;
    }
  }
  return std::string_view::npos;
}

// A text that is none of these is no event, and what it says is for the reader.
bool may_be_event(std::string_view text) {
  return text.starts_with('{') || begins_with_field(text) || is_done_mark(text);
}

// Takes strings of JSON off, and `data:` before the only line. True: there was some.
bool unwrap(std::string& text) {
  std::string inner = text;
  bool is_wrapped = false;
  for (int layer = 0; layer < kMostLayers; ++layer) {
    const std::string_view told = trimmed(inner);
    if (told.starts_with(kData) && told.find('\n') == std::string_view::npos) {
      inner = std::string(trimmed(told.substr(kData.size())));
    } else {
      if (!told.starts_with('"') || is_done_mark(told)) break;
      Result<json::Value> value = json::parse(told);
      if (!value || !value->is_string()) break;
      inner = std::string(trimmed(value->string()));
    }
    is_wrapped = true;
  }
  if (!is_wrapped || !may_be_event(inner)) return false;
  text = std::move(inner);
  return true;
}

// Without the brackets, where it is a list of objects.
std::string_view items_of(std::string_view text) {
  if (!text.starts_with('[') || !text.ends_with(']')) return {};
  const std::string_view items = trimmed(text.substr(1, text.size() - 2));
  return items.starts_with('{') ? items : std::string_view();
}

// Objects and done marks, one behind the other.
void split(std::string_view text, std::vector<FramedEvent>& found) {
  std::string name;
  for (;;) {
    text = trimmed(text);
    if (text.empty()) return;
    if (text.starts_with(kData)) {
      text.remove_prefix(kData.size());
      continue;
    }
    if (text.starts_with(kName)) {
      const std::string_view line = first_line(text);
      name = std::string(trimmed(line.substr(kName.size())));
      text.remove_prefix(line.size());
      continue;
    }
    std::size_t size = text.size();
    if (text.starts_with('{')) {
      size = std::min(end_of_object(text), size);
    } else if (const std::string_view line = first_line(text); is_done_mark(line)) {
      size = line.size();
    }
    found.push_back({std::exchange(name, {}), std::string(text.substr(0, size))});
    text.remove_prefix(size);
  }
}

// Of the items of a list.
void split_list(std::string_view items, std::vector<FramedEvent>& found) {
  while (!items.empty()) {
    const std::size_t size = items.starts_with('{') ? end_of_object(items) : std::string_view::npos;
    found.push_back({{}, std::string(items.substr(0, size))});
    items = size == std::string_view::npos ? std::string_view() : trimmed(items.substr(size));
    if (items.starts_with(',')) items = trimmed(items.substr(1));
  }
}

// The names of a block in which there are several.
std::vector<std::string_view> names_in(std::string_view raw) {
  std::vector<std::string_view> names;
  while (!raw.empty()) {
    const std::string_view line = first_line(raw);
    if (line.starts_with(kName)) names.push_back(trimmed(line.substr(kName.size())));
    raw.remove_prefix(std::min(raw.size(), line.size() + 1));
  }
  return names;
}

// The name of a block is that of its last line with one: of several events each has its own, or none.
void give_names(const SseBlock& block, std::span<FramedEvent> found) {
  if (found.size() == 1) {
    if (found.front().name.empty()) found.front().name = std::string(block.type);
    return;
  }
  const auto is_event = [](const FramedEvent& event) { return !is_done_mark(event.text); };
  const std::vector<std::string_view> names = names_in(block.raw);
  if (std::cmp_not_equal(names.size(), std::ranges::count_if(found, is_event))) return;
  auto name = names.begin();
  for (FramedEvent& event : found) {
    if (is_event(event)) event.name = std::string(*name++);
  }
}

// Of one block, whose data was unwrapped.
void add_events(const SseBlock& block, std::string_view text, std::vector<FramedEvent>& found,
                Events& events) {
  const std::size_t before = found.size();
  const std::string_view items = items_of(text);
  if (!items.empty()) {
    mended(events, "event_text", "a list in place of an event");
    split_list(items, found);
  } else {
    split(text, found);
    if (found.size() > before + 1)
      mended(events, "events_joined", "several events without a blank line between them");
  }
  if (found.size() > before) give_names(block, std::span(found).subspan(before));
}

}  // namespace

std::vector<FramedEvent> events_within(const SseBlock& block, Events& events) {
  std::vector<FramedEvent> found;
  std::string text(trimmed(block.data));
  const bool is_unwrapped = unwrap(text);
  if (is_unwrapped || begins_with_field(text)) mended(events, "event_text", "data within data");
  if (!begins_with_field(text)) {
    add_events(block, text, found, events);
    return found;
  }
  SseReader lines;
  lines.feed(text);
  lines.finish();
  for (SseBlock inner; lines.next(inner);) {
    if (!inner.has_data) continue;
    if (inner.type.empty()) inner.type = block.type;
    std::string data(inner.data);
    unwrap(data);
    add_events(inner, trimmed(data), found, events);
  }
  return found;
}

}  // namespace argwright::protocol
