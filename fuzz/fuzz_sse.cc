// Server-sent events: however a stream is split, the same blocks come out, no byte is lost, and what the
// writer writes the reader reads. L4 and L5 for the wire.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "fuzz/check.h"
#include "fuzz/subject.h"
#include "protocol/sse.h"

namespace argwright::fuzz {
namespace {

constexpr std::size_t kMaxBlockBytes = 512;

struct Seen {
  std::vector<std::string> types, data;
  std::vector<bool> has_data;
  std::string raw;
  bool failed = false;
  bool operator==(const Seen&) const = default;
};

void drain(protocol::SseReader& reader, Seen& seen) {
  for (protocol::SseBlock block; reader.next(block);) {
    check(block.raw.size() <= kMaxBlockBytes, "a block keeps its limit");
    check(block.type.find_first_of("\r\n") == std::string_view::npos, "a field is one line");
    check(block.has_data || block.data.empty(), "data stands in data lines");
    seen.types.emplace_back(block.type);
    seen.data.emplace_back(block.data);
    seen.has_data.push_back(block.has_data);
    seen.raw += block.raw;
  }
  seen.failed = reader.error().has_value();
}

Seen read(std::string_view text, std::size_t longest, Dice* dice) {
  protocol::SseReader reader(kMaxBlockBytes);
  Seen seen;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t wanted = dice != nullptr ? dice->below(longest + 1) : text.size();
    const std::size_t length = std::min(wanted, text.size() - at);
    reader.feed(std::string(text.substr(at, length)));
    at += length;
    drain(reader, seen);
  }
  reader.finish();
  drain(reader, seen);
  return seen;
}

}  // namespace
}  // namespace argwright::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace argwright;
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const fuzz::Seen whole = fuzz::read(text, 0, nullptr);
  if (!whole.failed) fuzz::check(whole.raw == text, "no byte is lost");
  std::uint64_t seed = size;
  for (const char c : text) seed = seed * 31 + static_cast<unsigned char>(c);
  fuzz::Dice dice(seed);
  for (const std::size_t longest : {std::size_t{1}, std::size_t{7}, std::size_t{64}}) {
    fuzz::check(fuzz::read(text, longest, &dice) == whole, "L4: split or whole, the same blocks");
  }

  // Every text survives as data, but for the line endings, which all become line feeds.
  const std::string_view data = text.substr(0, 200);
  std::string out;
  protocol::append_sse_event(out, "name", data);
  std::string expected;
  for (std::size_t i = 0; i < data.size(); ++i) {
    if (data[i] == '\r' && i + 1 < data.size() && data[i + 1] == '\n') continue;
    expected += data[i] == '\r' ? '\n' : data[i];
  }
  protocol::SseReader reader;
  reader.feed(out);
  protocol::SseBlock block;
  fuzz::check(reader.next(block) && block.data == expected && block.type == "name", "what is written is read",
              out);
  fuzz::check(!reader.next(block), "one event is one block", out);
  return 0;
}
