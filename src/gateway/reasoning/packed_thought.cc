#include "gateway/reasoning/packed_thought.h"

#include <cstdint>
#include <cstring>
#include <utility>

namespace argwright::gateway {
namespace {

using Length = std::uint32_t;

// The texts of a part that are there, by bits. Values that are JSON are kept as such: they are rare.
enum Field : std::uint16_t {
  kText = 1,
  kMember = 2,
  kSignature = 4,
  kEncrypted = 8,
  kDetails = 16,
  kOpening = 32,
  kClosing = 64,
  kId = 128,
  kExtras = 256,
};

struct PartHead {
  std::uint8_t kind = 0, form = 0;
  std::uint16_t fields = 0;
};

struct ThoughtHead {
  Length parts = 0, extras = 0;
  Length withheld_text = 0;
};

template <typename Plain>
void append_plain(std::string& out, const Plain& value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void append_text(std::string& out, std::string_view text) {
  append_plain(out, static_cast<Length>(text.size()));
  out += text;
}

std::string json_of(const protocol::Extras& extras) { return json::write(json::Value(extras)); }

void append_part(std::string& out, const ThoughtPart& part) {
  PartHead head{static_cast<std::uint8_t>(part.kind), static_cast<std::uint8_t>(part.form)};
  const std::size_t at = out.size();
  append_plain(out, head);
  unsigned fields = 0;
  const auto put = [&](Field field, std::string_view text) {
    if (text.empty()) return;
    fields |= field;
    append_text(out, text);
  };
  put(kText, part.text);
  put(kMember, part.member);
  put(kSignature, part.proof.signature);
  put(kEncrypted, part.proof.encrypted);
  if (!part.proof.details.empty()) put(kDetails, json::write(json::Value(part.proof.details)));
  put(kOpening, part.opening);
  put(kClosing, part.closing);
  put(kId, part.id);
  if (!part.extras.empty()) put(kExtras, json_of(part.extras));
  head.fields = static_cast<std::uint16_t>(fields);
  std::memcpy(out.data() + at, &head, sizeof head);
}

class Reader {
 public:
  explicit Reader(std::string_view bytes) : left_(bytes) {}

  bool is_good() const { return good_; }
  bool is_at_end() const { return good_ && left_.empty(); }

  template <typename Plain>
  void plain(Plain& value) {
    const std::string_view bytes = take(sizeof value);
    if (good_) std::memcpy(&value, bytes.data(), sizeof value);
  }
  std::string_view text() {
    Length length = 0;
    plain(length);
    return take(length);
  }
  std::optional<json::Value> value() {
    Result<json::Value> parsed = json::parse(text());
    if (parsed) return *std::move(parsed);
    good_ = false;
    return std::nullopt;
  }

 private:
  std::string_view take(std::size_t size) {
    if (!good_ || size > left_.size()) {
      good_ = false;
      return {};
    }
    const std::string_view taken = left_.substr(0, size);
    left_.remove_prefix(size);
    return taken;
  }

  std::string_view left_;
  bool good_ = true;
};

void read_extras(Reader& reader, protocol::Extras& extras) {
  if (std::optional<json::Value> value = reader.value(); value && value->is_object())
    extras = std::move(*value).members();
}

void read_part(Reader& reader, ThoughtPart& part) {
  PartHead head;
  reader.plain(head);
  part.kind = static_cast<ThoughtPart::Kind>(head.kind);
  part.form = static_cast<protocol::ReasoningForm>(head.form);
  const auto get = [&](Field field, std::string& text) {
    if ((head.fields & field) != 0) text = reader.text();
  };
  get(kText, part.text);
  get(kMember, part.member);
  get(kSignature, part.proof.signature);
  get(kEncrypted, part.proof.encrypted);
  if ((head.fields & kDetails) != 0) {
    if (std::optional<json::Value> value = reader.value(); value && value->is_array())
      part.proof.details = value->items();
  }
  get(kOpening, part.opening);
  get(kClosing, part.closing);
  get(kId, part.id);
  if ((head.fields & kExtras) != 0) read_extras(reader, part.extras);
}

}  // namespace

void append_packed(std::string& out, const Thought& thought) {
  append_plain(out, ThoughtHead{static_cast<Length>(thought.parts.size()), thought.extras.empty() ? 0U : 1U,
                                thought.withheld_text ? 1U : 0U});
  for (const ThoughtPart& part : thought.parts) append_part(out, part);
  if (!thought.extras.empty()) append_text(out, json_of(thought.extras));
}

std::optional<Thought> read_packed(std::string_view bytes) {
  Reader reader(bytes);
  ThoughtHead head;
  reader.plain(head);
  if (!reader.is_good() || head.parts > bytes.size() / sizeof(PartHead)) return std::nullopt;
  Thought thought;
  thought.parts.resize(head.parts);
  for (ThoughtPart& part : thought.parts) read_part(reader, part);
  if (head.extras != 0) read_extras(reader, thought.extras);
  thought.withheld_text = head.withheld_text != 0;
  if (!reader.is_at_end()) return std::nullopt;
  return thought;
}

}  // namespace argwright::gateway
