// HTTP/1.1 messages: however the bytes are split, the same heads and bodies come out, and nothing is read
// beyond what was given. The first byte chooses: 1 replies, 2 to HEAD requests.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "fuzz/check.h"
#include "fuzz/subject.h"
#include "net/body_reader.h"
#include "net/head.h"

namespace argwright::fuzz {
namespace {

using net::BodyReader;
using net::HeadParser;

constexpr std::size_t kMaxHead = 512;

// One side of a connection, read as the server and the client do it.
class Reading {
 public:
  Reading(bool is_reply, bool to_head)
      : kind_(is_reply ? HeadParser::Kind::kReply : HeadParser::Kind::kRequest),
        to_head_(to_head),
        parser_(new_parser()) {}

  void came(std::string_view bytes) {
    buffer_ += bytes;
    while (!is_bad_ && (in_body_ ? read_body() : read_head())) {
    }
  }
  void ended() {
    if (in_body_) told_ += body_.finish() ? "|whole" : "|cut";
  }
  const std::string& told() const { return told_; }

 private:
  std::unique_ptr<HeadParser> new_parser() const { return std::make_unique<HeadParser>(kind_, kMaxHead); }

  // True: go on.
  bool read_head() {
    if (buffer_.empty()) return false;
    const HeadParser::State state = parser_->parse(buffer_);
    if (state == HeadParser::State::kMore) return false;
    if (state != HeadParser::State::kDone) {
      check(!parser_->fault().empty(), "a fault is told");
      is_bad_ =
          true;  // what comes of it is not told: a head that never ends may be found bad sooner or later
      return false;
    }
    check(parser_->size() <= std::min(buffer_.size(), kMaxHead), "a head ends within what was given");
    const net::Head parsed = parser_->take();
    check_head(parsed);
    told_ += "|head " + std::string(parsed.method) + " " + std::string(parsed.target) + " " +
             std::to_string(parsed.status) + " " + std::to_string(parsed.version) +
             (parsed.keep_alive ? " keep" : "");
    for (const net::Field& field : parsed.fields)
      told_ += ";" + std::string(field.name) + "=" + std::string(field.value);
    buffer_.erase(0, parser_->size());
    body_ = kind_ == HeadParser::Kind::kRequest ? BodyReader::of_request(parsed)
                                                : BodyReader::of_reply(parsed, to_head_);
    told_ += "|body ";
    in_body_ = true;
    return true;
  }

  bool read_body() {
    if (!body_.done()) {
      const BodyReader::Step step = body_.take(buffer_);
      if (step.is_bad) {
        told_ += "|bad";
        is_bad_ = true;
        return false;
      }
      check(step.consumed <= buffer_.size(), "no more is consumed than was given");
      check(step.payload.empty() ||
                (step.payload.data() >= buffer_.data() &&
                 step.payload.data() + step.payload.size() <= buffer_.data() + step.consumed),
            "the payload is a part of what was consumed");
      told_ += step.payload;
      buffer_.erase(0, step.consumed);
      if (!body_.done()) return step.consumed > 0;
    }
    in_body_ = false;
    parser_ = new_parser();
    return true;
  }

  static void check_head(const net::Head& head) {
    for (const net::Field& field : head.fields) {
      check(!field.name.empty() && field.name.find_first_of(" \t\r\n:") == std::string_view::npos,
            "a name is a token");
      check(field.value.find_first_of(std::string_view("\r\n\0", 3)) == std::string_view::npos,
            "a value is one line");
    }
    check(head.target.find_first_of(" \r\n") == std::string_view::npos, "a target is one word");
    check(!(head.chunked && head.content_length), "there is one way to tell where a body ends");
  }

  HeadParser::Kind kind_;
  bool to_head_;
  std::unique_ptr<HeadParser> parser_;
  BodyReader body_;
  bool in_body_ = false;
  bool is_bad_ = false;
  std::string buffer_, told_;
};

}  // namespace
}  // namespace argwright::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace argwright;
  if (size == 0) return 0;
  const bool is_reply = (bytes[0] & 1) != 0;
  const bool to_head = (bytes[0] & 2) != 0;
  const std::string_view text(reinterpret_cast<const char*>(bytes) + 1, size - 1);
  fuzz::Reading whole(is_reply, to_head);
  whole.came(text);
  whole.ended();
  std::uint64_t seed = size;
  for (const char c : text) seed = seed * 31 + static_cast<unsigned char>(c);
  fuzz::Dice dice(seed);
  for (const std::size_t longest : {std::size_t{1}, std::size_t{7}, std::size_t{64}}) {
    fuzz::Reading split(is_reply, to_head);
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t length = std::min(dice.below(longest) + 1, text.size() - at);
      split.came(text.substr(at, length));
      at += length;
    }
    split.ended();
    fuzz::check(split.told() == whole.told(), "L4: split or whole, the same messages", split.told());
  }
  return 0;
}
