#include "net/body_reader.h"

#include <algorithm>

namespace argwright::net {
namespace {

// Longer lines carry extensions that nobody sends, or an attack.
constexpr std::size_t kMaxChunkLine = 256;
constexpr std::size_t kMaxTrailer = 8192;
constexpr int kMaxSizeDigits = 15;

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

BodyReader BodyReader::of_request(const Head& head) {
  BodyReader reader;
  if (head.chunked) {
    reader.framing_ = Framing::kChunked;
    reader.done_ = false;
  } else if (head.content_length.value_or(0) > 0) {
    reader.framing_ = Framing::kLength;
    reader.remaining_ = *head.content_length;
    reader.done_ = false;
  }
  return reader;
}

BodyReader BodyReader::of_reply(const Head& head, bool to_head) {
  if (to_head || head.status < 200 || head.status == 204 || head.status == 304) return {};
  if (head.chunked || head.content_length) return of_request(head);
  BodyReader reader;
  reader.framing_ = Framing::kUntilClose;
  reader.done_ = false;
  return reader;
}

BodyReader::Step BodyReader::bad(const char* why) {
  fault_ = why;
  return {0, {}, true};
}

BodyReader::Step BodyReader::take(std::string_view bytes) {
  if (done_ || bytes.empty()) return {};
  switch (framing_) {
    case Framing::kNone: return {};
    case Framing::kUntilClose: return {bytes.size(), bytes};
    case Framing::kLength: {
      const std::size_t size = static_cast<std::size_t>(std::min<std::uint64_t>(remaining_, bytes.size()));
      remaining_ -= size;
      done_ = remaining_ == 0;
      return {size, bytes.substr(0, size)};
    }
    case Framing::kChunked: return take_chunked(bytes);
  }
  return {};
}

BodyReader::Step BodyReader::take_chunked(std::string_view bytes) {
  std::size_t at = 0;
  for (;;) {
    const std::string_view rest = bytes.substr(at);
    switch (part_) {
      case Part::kSize: {
        const std::size_t end = rest.find('\n');
        if (end == std::string_view::npos) {
          return rest.size() > kMaxChunkLine ? bad("a chunk's size line is too long") : Step{at, {}};
        }
        if (end == 0 || rest[end - 1] != '\r') return bad("a chunk's size line does not end in CR LF");
        if (end > kMaxChunkLine) return bad("a chunk's size line is too long");
        std::uint64_t size = 0;
        std::size_t digits = 0;
        for (int digit; digits < end && (digit = hex_digit(rest[digits])) >= 0; ++digits) {
          size = size * 16 + static_cast<unsigned>(digit);
          if (digits >= kMaxSizeDigits) return bad("a chunk's size is too large");
        }
        if (digits == 0) return bad("a chunk's size is no hexadecimal number");
        const std::string_view extension = rest.substr(digits, end - 1 - digits);
        if (!extension.empty() && extension.front() != ';')
          return bad("a chunk's size is no hexadecimal number");
        if (extension.find('\r') != std::string_view::npos) return bad("a chunk's extension holds a CR");
        at += end + 1;
        remaining_ = size;
        part_ = size > 0 ? Part::kData : Part::kTrailer;
        break;
      }
      case Part::kData: {
        const std::size_t size = static_cast<std::size_t>(std::min<std::uint64_t>(remaining_, rest.size()));
        if (size == 0) return {at, {}};
        remaining_ -= size;
        if (remaining_ == 0) part_ = Part::kDataEnd;
        return {at + size, rest.substr(0, size)};
      }
      case Part::kDataEnd:
        if (rest.size() < 2) {
          if (!rest.empty() && rest[0] != '\r') return bad("a chunk is longer than its size says");
          return {at, {}};
        }
        if (rest[0] != '\r' || rest[1] != '\n') return bad("a chunk is longer than its size says");
        at += 2;
        part_ = Part::kSize;
        break;
      case Part::kTrailer: {
        const std::size_t end = rest.find('\n');
        if (end == std::string_view::npos) {
          return trailer_bytes_ + rest.size() > kMaxTrailer ? bad("the trailer is too long") : Step{at, {}};
        }
        if (end == 0 || rest[end - 1] != '\r') return bad("a line of the trailer does not end in CR LF");
        trailer_bytes_ += end + 1;
        if (trailer_bytes_ > kMaxTrailer) return bad("the trailer is too long");
        at += end + 1;
        if (end == 1) {
          done_ = true;
          return {at, {}};
        }
        break;
      }
    }
  }
}

bool BodyReader::finish() {
  if (framing_ == Framing::kUntilClose) done_ = true;
  return done_;
}

void append_chunk_size(std::string& out, std::size_t size) {
  char digits[2 * sizeof size];
  std::size_t count = 0;
  do {
    digits[count++] = "0123456789abcdef"[size % 16];
    size /= 16;
  } while (size > 0);
  while (count > 0) out += digits[--count];
  out += "\r\n";
}

}  // namespace argwright::net
